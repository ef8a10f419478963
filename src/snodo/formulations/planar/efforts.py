"""Springs, dampers, torques and friction along a motion: coordinate, speed and force.

These are the laws of kernels/forces.py, written with arrays for reading results; a test compares them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.formulations.planar.description import Force
from snodo.formulations.series.efforts import effort

if TYPE_CHECKING:
    from snodo.formulations.planar.planar import Planar

Array = np.ndarray
MEASURED = ("spring", "turn", "along")
"""Kinds of forces that act along a coordinate: a length, an angle or a displacement."""


def measured_forces(planar: Planar) -> dict[str, Force]:
    """Forces by name that have a coordinate."""
    forces = (force for force in planar.flat.forces if force.link.kind in MEASURED and not force.row)
    return {force.part.name: force for force in forces}


def effort_along(planar: Planar, name: str, times: Array, q: Array, v: Array) -> tuple[Array, Array, Array, bool]:
    """Coordinate x, speed ẋ and force (or torque) of a spring, torque, friction …; and whether x is an angle.

    x is the length of a spring [m], else the joint's angle [rad] or displacement [m]; a positive force increases x.
    """
    known = measured_forces(planar)
    if name not in known:
        raise NameNotFound(Problem(f"there is no spring or joint force {name!r}", suggestion(name, known)))
    return effort_of(planar, known[name], times, q, v)


def effort_of(planar: Planar, force: Force, times: Array, q: Array, v: Array) -> tuple[Array, Array, Array, bool]:
    """The same for one force, including that of a row of an elastic joint."""
    x, rate = _length(planar, force, q, v) if force.link.kind == "spring" else _coordinate(planar, force, q, v)
    return x, rate, effort(planar, force, times, q, v, x, rate), force.link.kind == "turn"


def _length(planar: Planar, force: Force, q: Array, v: Array) -> tuple[Array, Array]:
    d, d_dot = planar.motion.separation(force.link, q, v)
    length = np.abs(d)
    along = np.where(length > 0, d / np.where(length > 0, length, 1.0), 0.0)
    return length, along.real * d_dot.real + along.imag * d_dot.imag


def _coordinate(planar: Planar, force: Force, q: Array, v: Array) -> tuple[Array, Array]:
    x, _, rate, _ = planar.motion.coordinate(force.link, q, v)
    return x, rate
