"""Differences between two motions of one mechanism: positions, accelerations, reactions, multipliers.

Every number is relative: lengths to the size of the mechanism, angles in rad; accelerations, reactions and multipliers
to the largest of the reference.  Both results have rows at the same times; a run that stopped is compared up to its
end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.doctor.free_bodies import FreeBodies
from snodo.analyses.doctor.solvability import self_stress, solvability
from snodo.errors import SnodoError
from snodo.formulations.rank import LARGEST, scaled_jacobian
from snodo.math.labelled_rows import undetermined
from snodo.mechanism.velocity_constraints import KnifeEdge, Rolling

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


def motion_difference(one: Any, other: Any) -> float:
    """Largest difference of a body's place, relative to the size, or of its attitude [rad]."""
    size, n = one.formulation.size, min(one.time.size, other.time.size)
    worst = 0.0
    for body in one.mechanism.bodies:
        places = [_place(result, body)[:n] for result in (one, other)]
        worst = _worse(worst, np.abs(places[0] - places[1]) / size)
        worst = _worse(worst, _turned(one, other, body, n))
    return worst


def acceleration_difference(one: Any, other: Any) -> float:
    """Largest difference of a body's acceleration, linear or angular, relative to the largest of the other result."""
    n = min(one.time.size, other.time.size)
    worst, largest = 0.0, 0.0
    for body in one.mechanism.bodies:
        found, wanted = (_accelerations(result, body)[:n] for result in (one, other))
        worst, largest = _worse(worst, np.abs(found - wanted)), _worse(largest, np.abs(wanted))
    return _relative(worst, largest)


def reaction_difference(one: Any, other: Any, joints: Sequence[str]) -> float | None:
    """Largest difference of a reaction of these joints, relative to the largest of the other; None without joints."""
    n, worst, largest = min(one.time.size, other.time.size), 0.0, 0.0
    for joint in joints:
        found, wanted = (_wrench(result, joint)[:n] for result in (one, other))
        worst, largest = _worse(worst, np.abs(found - wanted)), _worse(largest, np.abs(wanted))
    return _relative(worst, largest) if joints else None


def multiplier_difference(one: Any, other: Any) -> float | None:
    """Largest difference of a determined multiplier of one formulation, relative to the largest of the other result."""
    F, n = one.formulation, min(one.time.size, other.time.size)
    if not F.nc or not n:
        return None
    known = determined_rows(F, other.q[0], float(other.time[0]), other.v[0])
    if not known.any():
        return None
    found, wanted = ((result.multipliers[:n] * F.row_scale / F.size)[:, known] for result in (one, other))
    return _relative(_worse(0.0, np.abs(found - wanted)), _worse(0.0, np.abs(wanted)))


def determined_rows(F: Formulation, q: Array, t: float, v: Array | None = None) -> Array:
    """Mask of the rows whose multiplier the equations determine."""
    if F.nc > LARGEST:
        return np.asarray(F.kept_rows).copy()
    return ~undetermined(scaled_jacobian(F, q, t, v))


def determined_joints(F: Formulation, q: Array, v: Array | None = None) -> tuple[list[str], list[str]]:
    """Parts whose whole reaction is determined in the configuration q, and the others.

    They are joints, and the knife edges and rolling contacts that constrain velocities alone.
    """
    if F.nc > LARGEST:
        return [], []
    try:
        bodies = FreeBodies(F, q, v=v)
        verdicts = solvability(bodies, self_stress(bodies))
    except SnodoError:
        return [], [*F.mechanism.joints, *_velocity_parts(F)]
    rows, contacts = determined_rows(F, q, 0.0, v), _velocity_parts(F)
    held = {name: all(fine for fine, part in zip(rows, F.row_parts) if part == name) for name in contacts}
    known = [joint for joint, verdict in verdicts.items() if not verdict.undetermined]
    others = [joint for joint in verdicts if joint not in known] + [name for name in contacts if not held[name]]
    return known + [name for name in contacts if held[name]], others


def _velocity_parts(F: Formulation) -> list[str]:
    """Parts with rows on velocities whose wrench is known: all but the user's formulas."""
    owners = dict.fromkeys(part for part, own in zip(F.row_parts, F.velocity_rows) if own)
    return [name for name in owners if isinstance(F.mechanism[name], KnifeEdge | Rolling)]


# ---------------------------------------------------------------- of one result
def _place(result: Any, body: str) -> Array:
    return np.asarray(result.formulation.motion.position(body, result.q))


def _turned(one: Any, other: Any, body: str, n: int) -> Array:
    """Angle between the attitudes of a body [rad]; in the plane, turns count."""
    motions = [(result.formulation.motion, result) for result in (one, other)]
    if one.mechanism.dimension == 2:
        angles = [np.asarray(motion.turn(body, r.q, r.v, r.a)[0])[:n] for motion, r in motions]
        return np.abs(angles[0] - angles[1])
    A, B = (np.asarray(motion.rotation(body, r.q))[:n] for motion, r in motions)
    chord: Array = np.linalg.norm(A - B, axis=(1, 2)) / np.sqrt(8.0)
    return 2.0 * np.arcsin(np.minimum(chord, 1.0))


def _accelerations(result: Any, body: str) -> Array:
    """Linear ones [m/s²] and angular ones times the size."""
    motion, (q, v, a) = result.formulation.motion, (result.q, result.v, result.a)
    linear = np.asarray(motion.acceleration(body, q, v, a))
    if result.mechanism.dimension == 2:
        angular = np.asarray(motion.turn(body, q, v, a)[2])[:, None]
    else:
        angular = np.asarray(motion.angular_acceleration(body, q, v, a))
    return np.hstack([linear, result.formulation.size * angular])


def _wrench(result: Any, joint: str) -> Array:
    """Forces [N] and torques over the size."""
    wrench = np.asarray(result.reaction(joint)).copy()
    wrench[:, result.mechanism.dimension :] /= result.formulation.size
    return wrench


def _worse(worst: float, values: Array) -> float:
    """The larger one; what is not finite is infinitely far."""
    if not np.isfinite(values).all():
        return np.inf
    return max(worst, float(values.max(initial=0.0)))


def _relative(worst: float, largest: float) -> float:
    return worst / largest if 0 < largest < np.inf else worst
