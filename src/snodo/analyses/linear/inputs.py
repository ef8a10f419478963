"""Inputs of a linear model by name: forces, and the motions of drivers.

"A", "A.angle", "slide.displacement"     the force or torque in a joint, positive on the child
"tip.fx", "arm.torque", "box.mz"         a component of a wrench at the origin of a body or frame, in world axes
"push"                                   a joint_force or torque of the mechanism that acts in a joint
"motor"                                  a driver, as three inputs: motor.position, motor.speed and motor.acceleration

A driver's row is coordinate − f(t) = 0.  Deviations of f, ḟ and f̈ enter the rows on positions, velocities and
accelerations, each on its own; a change of the motion is a change of all three, with the rates that belong to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.inverse_dynamics.actuators import chosen_actuators
from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.series.placed_bodies import PlacedBodies
from snodo.formulations.solving import given_forces

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
_COMPONENTS = {"fx": 0, "fy": 1, "fz": 2, "mx": 3, "my": 4, "mz": 5, "torque": 5}
RATES = ("position", "speed", "acceleration")
"""f, ḟ and f̈ of a driver."""


@dataclass(frozen=True)
class Input:
    """One input: a force, or f, ḟ or f̈ of one row of a driver."""

    name: str
    row: int = -1
    """The row of a driver; −1 for forces."""
    rate: int = 0
    """0, 1 or 2: which of f, ḟ and f̈."""


def inputs_of(F: Formulation, names: list[str]) -> list[Input]:
    """The inputs behind the names; a driver is several."""
    return [one for name in names for one in (_of_driver(F, name) or [Input(name)])]


def _of_driver(F: Formulation, name: str) -> list[Input]:
    stem = name.rpartition(".")[0]
    driver = name if name in F.mechanism.drivers else stem
    if driver not in F.mechanism.drivers or name in F.mechanism.joints:
        return []
    rows = [k for k, part in enumerate(F.row_parts) if part == driver]
    ends = [""] if len(rows) == 1 else [f"_{axis}" for axis in "xyz"]
    known = [Input(f"{driver}.{rate}{end}", row, k) for row, end in zip(rows, ends) for k, rate in enumerate(RATES)]
    chosen = [one for one in known if name in (driver, one.name)]
    if not chosen:
        listed = ", ".join(one.name for one in known)
        raise NameNotFound(Problem(f"there is no input {name!r}", f"driver {driver!r} has the inputs {listed}"))
    return chosen


# ---------------------------------------------------------------- forces
def input_forces(F: Formulation, q: Array, names: list[str]) -> Array:
    """Generalised forces (nv × inputs), each per N or N m."""
    return np.array([_force(F, q, name) for name in names]).reshape(-1, F.nv).T


def _force(F: Formulation, q: Array, name: str) -> Array:
    m = F.mechanism
    stem, _, word = name.rpartition(".") if "." in name else (name, "", "")
    if stem in m.joints or name in m.joints:
        return given_forces(F, q, {name: 1.0}, None)
    if word in _words(F) and (stem in m.bodies or stem in m.frames):
        found: Array = F.jacobian_of(q, stem)[_COMPONENTS[word]]
        return found
    if name in m.drivers:
        what = f"input {name!r}: a driver prescribes a motion, and no force changes that"
        remedy = "remove the driver and name its joint as the input"
        raise UnsupportedError(Problem(what, remedy, m.drivers[name].where))
    if getattr(m.forces.get(name), "joint", ""):
        return given_forces(F, q, {_actuated(m.forces[name]): 1.0}, None)
    raise NameNotFound(Problem(f"there is no input {name!r}", _near(F, name, stem)))


def _actuated(force: Any) -> str:
    """The joint that a force acts in, or the one of its coordinates."""
    if isinstance(getattr(force, "torque", None), tuple):
        what = f"{force.title} has three components, and an input is one"
        raise UnsupportedError(Problem(what, "name components on its body: hand.mx", force.where))
    return f"{force.joint}.{force.of}" if force.of else str(force.joint)


def input_wrenches(F: Formulation, q: Array, name: str) -> dict[str, Array]:
    """The wrenches (6) of a unit force input on bodies, at their origins in world axes."""
    m = F.mechanism
    stem, _, word = name.rpartition(".")
    if word in _words(F) and (stem in m.bodies or stem in m.frames):
        body = m.frames[stem].on if stem in m.frames else stem
        wrench = np.zeros(6)
        wrench[_COMPONENTS[word]] = 1.0
        arm = F.pose(q, stem).r - F.pose(q, body).r
        wrench[3:] += np.cross(arm, wrench[:3])
        return {body: wrench}
    name = name if name in m.joints or stem in m.joints else _actuated(m.forces[name])
    found: dict[str, Array] = {}
    for actuator in chosen_actuators(F, [name]):
        for body, force, torque in actuator.unit_wrenches(PlacedBodies(F, q)):
            found[body] = found.get(body, np.zeros(6)) + np.concatenate([force, torque])
    return found


def _words(F: Formulation) -> tuple[str, ...]:
    return ("fx", "fy", "torque") if F.mechanism.dimension == 2 else ("fx", "fy", "fz", "mx", "my", "mz")


def _near(F: Formulation, name: str, stem: str) -> str:
    m = F.mechanism
    if stem in m.bodies or stem in m.frames:
        return f"{stem!r} has the inputs {', '.join(f'{stem}.{word}' for word in _words(F))}"
    joints = [joint.name for joint in m.joints.values() if joint.coordinate]
    return suggestion(name, [*joints, *m.drivers, *(f"{body}.fx" for body in (*m.bodies, *m.frames))])
