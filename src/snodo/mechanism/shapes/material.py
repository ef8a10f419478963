"""Materials and their densities, and the messages for impossible densities, masses and lengths."""

from __future__ import annotations

import math

import numpy as np

from snodo.errors import MechanismError, Problem, suggestion

Number = int | float | np.integer | np.floating

MATERIALS: dict[str, float] = {
    "steel": 7850.0,
    "aluminium": 2700.0,
    "brass": 8500.0,
    "titanium": 4430.0,
    "oak": 700.0,
    "acrylic": 1190.0,
    "abs": 1040.0,
    "concrete": 2400.0,
    "water": 1000.0,
}
"""Densities of materials [kg/m³]."""

LARGEST_LENGTH = 1e60
"""Longest length [m] whose fifth power, as in a moment of inertia, does not overflow."""


def density_of(material: str | float) -> float:
    """Density [kg/m³] of a material of `MATERIALS`, given by name, or a number."""
    problems = density_problems(material)
    if problems:
        raise MechanismError(problems)
    return MATERIALS[material.strip().lower()] if isinstance(material, str) else float(material)


def density_problems(material: str | float) -> list[Problem]:
    """Problems of a density that must be a positive number or the name of a material."""
    if not isinstance(material, str):
        return amount_problems("density", material, "kg/m³")
    word = material.strip().lower()
    if word in MATERIALS:
        return []
    return [Problem(f"there is no material called {material!r}", suggestion(word, MATERIALS))]


def amount_problems(name: str, value: object, unit: str, zero: bool = False) -> list[Problem]:
    """Problems of a number that must be finite and positive (or `zero`); the fifth power of a length is finite too."""
    if unit == "m" and isinstance(value, Number) and LARGEST_LENGTH < value < math.inf:
        return [Problem(f"{name} is {float(value):g} m", f"give at most {LARGEST_LENGTH:g} m: its powers overflow")]
    if isinstance(value, Number) and (0.0 < value < math.inf or (zero and value == 0.0)):
        return []
    wanted = "zero or a positive number" if zero else "a positive, finite number"
    return [Problem(f"{name} is {value!r}", f"give {wanted} in {unit}")]
