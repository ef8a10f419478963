"""Mechanisms whose numbers are parameters: a factor in front of each mass, place, stiffness … of an example."""

from __future__ import annotations

import dataclasses

import numpy as np

import snodo as sn
from snodo.math.units import SI_UNIT

LOW, HIGH = 0.8, 1.25


def varied(m: sn.Mechanism, every: int = 1) -> sn.Mechanism:
    """The mechanism with a parameter p1, p2, … in front of every n-th number that has a unit."""
    m, count = m.copy(), 0

    def factor() -> str:
        nonlocal count
        count += 1
        if count % every:
            return ""
        m.parameter(f"p{count}", 1.0, low=LOW, high=HIGH)
        return f"p{count}*"

    for name, place in list(m.points.items()):
        if ("points", name) in m.expressions:
            continue
        own = factor()
        del m.points[name]
        m.point(name, *[f"{own}{x!r} m" if x else 0.0 for x in place])
    for part in (*m.bodies.values(), *m.forces.values()):
        for spec in dataclasses.fields(part):
            quantity, value = spec.metadata.get("quantity", ""), getattr(part, spec.name)
            plain = isinstance(value, float) and value and spec.name not in part.expressions
            if plain and quantity in SI_UNIT and quantity not in ("angle", "number"):
                setattr(part, spec.name, f"{factor()}{value!r} {SI_UNIT[quantity]}")
    m.check()
    return m


def values_of(m: sn.Mechanism, seed: int) -> dict[str, float]:
    """Random values of all parameters within their ranges; those without, within 10 %."""
    random, found = np.random.default_rng(seed), {}
    for name, parameter in m.parameters.items():
        low, high = parameter.bounds
        a = 0.9 * parameter.value if low is None else low
        b = 1.1 * parameter.value if high is None else high
        found[name] = float(random.uniform(a, b))
    return found


def four_bar() -> sn.Mechanism:
    """A four-bar with a crank, a mass, a place and a spring as parameters; drawn closed."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.parameter("crank", 0.15, unit="m", low=0.05, high=0.2)
    m.parameter("coupler_mass", "2*crank*4 kg/m")
    m.parameter("reach", 0.45, unit="m")
    m.parameter("stiffness", 20, unit="N/m")
    m.add_points(A=(0, 0), B=(0, "crank"), C=("reach", 0.3), D=(0.5, 0))
    m.bar("a", "A", "B", mass=0.5)
    m.bar("b", "B", "C", mass="coupler_mass")
    m.bar("c", "C", "D", mass=0.9)
    m.revolute("A", "ground", "a")
    m.revolute("B", "a", "b")
    m.revolute("C", "b", "c")
    m.revolute("D", "ground", "c")
    m.spring("s", "ground", "b", start=(0.1, 0.5), end="C", stiffness="stiffness", length=0.2)
    m.initial["A.speed"] = 1.0
    return m
