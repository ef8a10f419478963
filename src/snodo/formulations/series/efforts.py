"""Springs, dampers, torques and friction along a motion: coordinate, speed and force.

These are the laws of kernels/forces.py, written with arrays for reading results; a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.formulations.parts.forces import Law
from snodo.formulations.parts.named_measures import HELD
from snodo.formulations.parts.numbers import named_input
from snodo.formulations.series.numbers_along import as_set, number_at
from snodo.mechanism.functions.functions import Constant, Function
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.part import Part

if TYPE_CHECKING:
    from snodo.formulations.measured_formulation import MeasuredFormulation
    from snodo.formulations.planar.description import Force

Array = np.ndarray
MEASURED = ("spring", "coordinate", "measured", "torque")
"""Kinds of laws that act along a coordinate: a length, or an angle or displacement."""


def measured_forces(F: MeasuredFormulation) -> dict[str, bool]:
    """Forces by name that have a coordinate; whether it is the length of a spring."""
    return {law.part.name: law.kind == "spring" for law in F.flat.forces if law.kind in MEASURED and not law.row}


def effort_along(
    F: MeasuredFormulation, name: str, times: Array, q: Array, v: Array
) -> tuple[Array, Array, Array, bool]:
    """Coordinate x, speed ẋ and force (or torque) of a spring, torque, friction …; and whether x is an angle.

    x is the length of a spring [m], else the joint's angle [rad] or displacement [m]; a positive force increases x.
    """
    known = measured_forces(F)
    if name not in known:
        raise NameNotFound(Problem(f"there is no spring or joint force {name!r}", suggestion(name, known)))
    law = next(law for law in F.flat.forces if law.part.name == name)
    x, rate, turns = _coordinate(F, law, q, v)
    return x, rate, effort(F, law, times, q, v, x, rate), turns


def effort(F: Any, law: Law | Force, times: Array, q: Array, v: Array, x: Array, rate: Array) -> Array:
    """F(t) − k (x − x₀) − c ẋ − T tanh(ẋ/ε) at some times [s], of a law of any formulation."""
    drive = drives(F, law, times, q, v)[..., 0]
    found = drive - law.stiffness * (x - law.free) - law.damping * rate
    if law.coulomb:
        dry = law.dry and F.builder.switched
        known = as_set(f"{law.part.name}.sliding", times) if dry else None
        found = found - law.coulomb * (_sliding(rate, 0.0 if dry else law.smoothing) if known is None else known)
    return np.asarray(found)


def _sliding(rate: Array, smoothing: float) -> Array:
    """tanh(ẋ/ε); of dry friction the direction of the sliding, 0 where it sticks."""
    if smoothing > 0.0:
        return np.asarray(np.tanh(rate / smoothing))
    still = 1e-9 * np.abs(rate).max(initial=0.0)
    return np.where(np.abs(rate) > still, np.sign(rate), 0.0)


def _coordinate(F: MeasuredFormulation, law: Law, q: Array, v: Array) -> tuple[Array, Array, bool]:
    if law.kind == "spring":
        return (*_length(F, law, q, v), False)
    if law.kind == "torque" and F.mechanism.dimension == 3:
        return (*_about(F, law, q, v), True)
    if law.kind == "torque":
        return (*F.motion.turn(law.child, q, v, v)[:2], True)
    quantity = law.quantity or F.builder.coordinate(F.mechanism.joints[law.joint], law.coordinate)
    x, rate, _ = F.motion.along(quantity, q, v, v)
    return x, rate, quantity.unit == "rad"


def _length(F: MeasuredFormulation, law: Law, q: Array, v: Array) -> tuple[Array, Array]:
    (r_i, v_i), (r_j, v_j) = (
        F.motion.point(body, s, q, v) for body, s in ((law.parent, law.start), (law.child, law.end))
    )
    d = r_j - r_i
    length = np.linalg.norm(d, axis=-1)
    along = d / np.where(length > 0, length, 1.0)[..., None]
    return length, (along * (v_j - v_i)).sum(axis=-1)


def _about(F: MeasuredFormulation, law: Law, q: Array, v: Array) -> tuple[Array, Array]:
    """In space: the speed about the axis of a torque; it has no angle, zero is returned instead."""
    axis = F.motion.rotation(law.child, q) @ law.axis if law.body_axes else law.axis
    speed = (F.motion.angular_velocity(law.child, q, v) * axis).sum(axis=-1)
    return np.zeros_like(speed), speed


def drives(F: Any, law: Law | Force, times: Array, q: Array, v: Array) -> Array:
    """The functions of a law, of time or of measures, along a motion: (time, functions)."""
    columns = [_drive(F, law, function, times, q, v) for function in law.functions]
    return np.stack([np.broadcast_to(np.asarray(x, float), times.shape) for x in columns], axis=-1)


def _drive(F: Any, law: Law | Force, function: Function, times: Array, q: Array, v: Array) -> Any:
    if isinstance(function, Constant):
        given = as_set(law.part.name, times)
        return function.value if given is None else given
    if isinstance(function, MeasuredFormula):
        return formula_along(F, law.part, function, times, q, v, getattr(law, "measures", None))
    return np.array([function(float(t)) for t in times])


def formula_along(
    F: Any,
    part: Part,
    function: MeasuredFormula,
    times: Array,
    q: Array,
    v: Array,
    own: Mapping[str, Any] | None = None,
) -> Array:
    """A formula of measures, states and held numbers along a motion (`numbers_along.py`); own: measures of the law."""
    measures = {name: (own or {}).get(name) or named_input(F.builder, name, part) for name in function.names}
    read = {
        name: number_at(F, x.index, times) if x.what == HELD else F.motion.read(x, q, v) for name, x in measures.items()
    }
    return np.broadcast_to(np.asarray(function.expression.evaluate({"t": times, **read}), float), np.shape(times))
