"""Inputs of a linear model by name: a unit force along a joint's coordinate, or on a body or frame.

"A", "A.angle", "slide.displacement"     the force or torque in a joint, positive on the child
"tip.fx", "arm.torque", "box.mz"         a component of a wrench at the origin of a body or frame, in world axes
"motor"                                  a joint_force or torque of the mechanism that acts in a joint
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.solving import given_forces

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
_COMPONENTS = {"fx": 0, "fy": 1, "fz": 2, "mx": 3, "my": 4, "mz": 5, "torque": 5}


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
    joint = getattr(m.forces.get(name), "joint", "")
    if joint:
        return given_forces(F, q, {joint: 1.0}, None)
    raise NameNotFound(Problem(f"there is no input {name!r}", _near(F, name, stem)))


def _words(F: Formulation) -> tuple[str, ...]:
    return ("fx", "fy", "torque") if F.mechanism.dimension == 2 else ("fx", "fy", "fz", "mx", "my", "mz")


def _near(F: Formulation, name: str, stem: str) -> str:
    m = F.mechanism
    if stem in m.bodies or stem in m.frames:
        return f"{stem!r} has the inputs {', '.join(f'{stem}.{word}' for word in _words(F))}"
    joints = [joint.name for joint in m.joints.values() if joint.coordinate]
    return suggestion(name, [*joints, *(f"{body}.fx" for body in (*m.bodies, *m.frames))])
