"""Series of machine elements: deflections of bushings, lengths and tensions of cables, forces of teeth and belts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.parts.bushings import components, laws_of_bushing
from snodo.formulations.parts.cables import laws_of_cable, run_of
from snodo.formulations.parts.capstans import coefficients, slip, slip_row
from snodo.formulations.parts.named_measures import SPEED, VALUE, Named
from snodo.formulations.series.efforts import drives, effort
from snodo.formulations.series.joint_laws import free_builder
from snodo.formulations.series.measure_wrenches import gradient_wrenches
from snodo.formulations.series.placed_bodies import PlacedBodies
from snodo.mechanism.cables import Cable
from snodo.mechanism.constraints import Gear, RackAndPinion
from snodo.mechanism.elements import Bushing
from snodo.mechanism.measures import Combination
from snodo.mechanism.transmissions import Belt
from snodo.results.pushing import sticking_parts

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
Series = Any


def element_series(result: Result) -> Iterator[tuple[str, Series]]:
    """`mount.x`, `cable.length`, `cable.tension`, `stage.tangential`, `stage.radial`, `belt.tension`, …"""
    m = result.mechanism
    for name, part in m.forces.items():
        if isinstance(part, Bushing):
            for word, x in components(part, free_builder(result.formulation)).items():
                yield f"{name}.{word}", partial(_deflection, result, name, word, x)
        elif isinstance(part, Cable):
            yield f"{name}.length", partial(_cable_length, result, part)
            yield f"{name}.tension", partial(_tension, result, part)
            if part.mu:
                yield f"{name}.first_tension", partial(_side_tension, result, part, -0.5)
                yield f"{name}.last_tension", partial(_side_tension, result, part, 0.5)
    for name, part in m.constraints.items():
        if isinstance(part, Gear | RackAndPinion) and part.pressure_angle is not None:
            for word in ("tangential", "radial", "axial") if getattr(part, "helix", 0.0) else ("tangential", "radial"):
                yield f"{name}.{word}", partial(_tooth, result, part, word)
        elif isinstance(part, Belt):
            yield f"{name}.tension_difference", partial(_belt, result, part)


# ---------------------------------------------------------------- bushings
def _deflection(result: Result, name: str, word: str, x: Any) -> Any:
    values = result.formulation.motion.read(Named(x, VALUE), result.q, result.v)
    return result.labelled(values, f"{word} of {name}", x.unit)


def bushing_wrench(result: Result, part: Bushing, body: str) -> Array:
    """Force and torque (time, 6) of a bushing on one of its bodies, at its origin, in world axes."""
    F, q, v = result.formulation, result.q, result.v
    total = np.zeros((result.time.size, 6))
    placed = [PlacedBodies(F, row) for row in q]
    for law in laws_of_bushing(part, free_builder(F)):
        assert law.quantity is not None
        x, rate = (F.motion.read(Named(law.quantity, what), q, v) for what in (VALUE, SPEED))
        force = np.broadcast_to(effort(F, law, result.time, q, v, x, rate), result.time.shape)
        for k, bodies in enumerate(placed):
            for name, f, torque in gradient_wrenches(bodies, law.quantity.terms[0][1]):
                if name == body:
                    total[k] += force[k] * np.concatenate([f, torque])
    return total


# ---------------------------------------------------------------- cables
def _cable_length(result: Result, part: Cable) -> Any:
    return result.labelled(_length(result, part), f"length of {part.name}", "m")


def _length(result: Result, part: Cable) -> Array:
    total = run_of(part, free_builder(result.formulation)).total()
    found = np.full(result.time.shape, total.constant)
    for weight, measure in total.terms:
        unit = "rad" if measure.kind in ("heading", "turn") else "m"
        x = Named(type(total)([(1.0, measure)], unit=unit), VALUE)
        found = found + weight * result.formulation.motion.read(x, result.q, result.v)
    return found


def _tension(result: Result, part: Cable) -> Any:
    F, label = result.formulation, f"tension of {part.name}"
    if part.stiffness is None:
        row = f"{part.name}.taut"
        held = row in F.row_names
        values = -result.multipliers[:, F.row_names.index(row)] if held else np.zeros(result.time.shape)
        return result.labelled(values, label, "N")
    law = laws_of_cable(part, free_builder(F))[0]
    return result.labelled(-drives(F, law, result.time, result.q, result.v)[..., 0], label, "N")


def _side_tension(result: Result, part: Cable, half: float) -> Any:
    """Before or behind the wheel that it rubs on: half the friction less or more than the mean."""
    F, mean = result.formulation, _tension(result, part).values
    label = f"tension of {part.name} at its {'first' if half < 0 else 'last'} end"
    if slip_row(part) not in F.row_names:
        return result.labelled(mean, label, "N")
    held = result.multipliers[:, F.row_names.index(slip_row(part))]
    speed = _rate_of(result, slip(F.builder, part))
    slides = (np.abs(speed) > 1e-9 * np.abs(speed).max(initial=0.0)) & (held == 0.0)
    friction = np.where(slides, coefficients(part, run_of(part, F.builder))[0] * mean * np.sign(speed), held)
    return result.labelled(mean + half * friction, label, "N")


# ---------------------------------------------------------------- teeth and belts
def _tooth(result: Result, part: Any, word: str) -> Any:
    F = result.formulation
    tangential = -result.multipliers[:, F.row_names.index(f"{part.name}.tooth")]
    alpha, beta = float(part.pressure_angle), float(getattr(part, "helix", 0.0))
    values = {
        "tangential": tangential,
        "radial": np.abs(tangential) * math.tan(alpha) / math.cos(beta),
        "axial": -tangential * math.tan(beta) * (1.0 if getattr(part, "hand", "") == "right" else -1.0),
    }
    return result.labelled(values[word], f"{word} tooth force of {part.name} on its first wheel", "N")


def _belt(result: Result, part: Belt) -> Any:
    F, label = result.formulation, f"difference of the tensions of {part.name}"
    if f"{part.name}.stick" not in F.row_names:
        return result.labelled(result.multipliers[:, F.row_names.index(f"{part.name}.tension")], label, "N")
    held = result.multipliers[:, F.row_names.index(f"{part.name}.stick")]
    speed = _rate_of(result, part.rows(F.builder).quantities[0])
    slides = result.found["friction_slides"][:, sticking_parts(F).index(part.name)]
    return result.labelled(np.where(slides, part.capacity(F.builder) * np.sign(speed), held), label, "N")


def _rate_of(result: Result, x: Combination) -> Array:
    """The rate of a combination of measures along a result."""
    found = np.zeros(result.time.shape)
    for weight, measure in x.terms:
        unit = "m" if measure.kind in ("along", "span", "wrap", "coil") else "rad"
        one = Named(Combination([(1.0, measure)], unit=unit), SPEED)
        found = found + weight * result.formulation.motion.read(one, result.q, result.v)
    return found
