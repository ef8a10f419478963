"""The given motion of a mechanism with constraints, with consistent velocities and accelerations.

A motion is a result; the drivers of the mechanism; a table of functions of time or samples of as many coordinates as
there are freedoms, which drive the mechanism (`kinematics.py`) and follow the loops from there; or arrays of all
coordinates of the formulation, whose derivatives are those of quintic splines (`manifold_spline.py`).

Coordinates must close the rows, |Φ| ≤ tolerance, and velocities keep them closed, |Φ_v v − ν| ≤ tolerance.  What is
left is taken off by the least step in the metric of the masses,

    min |Δv|_M  with  Φ_v (v + Δv) = ν,        min |Δv̇|_M  with  Φ_v (v̇ + Δv̇) = γ(t, q, v + Δv)          (1)

and its size is reported.  Rows of drivers are not constraints here: a driver is a motor that follows the motion.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from snodo.analyses.inverse_dynamics.driven_motion import driven_by
from snodo.analyses.inverse_dynamics.given_motion import Motion, given_motion, of_result, refuse_with_result
from snodo.analyses.inverse_dynamics.manifold_spline import FEWEST, spline, turning_spline
from snodo.analyses.inverse_dynamics.samples import checked_noise, checked_times, rows_of
from snodo.analyses.kinematics.kinematics import kinematics, refuse_velocity_rows
from snodo.errors import AssemblyError, Problem, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.formulations.bind import FormulationLike, MechanismLike, bind
from snodo.math.labelled_rows import least_norm
from snodo.mechanism.elements import is_driven
from snodo.mechanism.mechanism import Mechanism
from snodo.progress import ProgressBar
from snodo.results.result import Result

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
SAMPLED = 1e-2
"""Largest violation of a row's rate, relative to the largest speed, by the velocities of splines."""


class OnRows(NamedTuple):
    """A formulation, a motion in its coordinates that obeys its rows, and what had to be corrected."""

    F: Any
    motion: Motion
    rows: Array
    """Mask of the rows that are constraints: all but those of drivers."""
    velocity_correction: float
    """Largest Δv, relative to the largest velocity."""
    acceleration_correction: float
    """Largest Δv̇, relative to the largest acceleration."""


def motion_on_rows(
    mechanism: MechanismLike,
    motion: Any,
    times: Any,
    velocities: Any,
    accelerations: Any,
    noise: float,
    formulation: FormulationLike | None,
    tolerance: float,
) -> OnRows:
    """The motion, or an error that names the joint that it opens, by how much, and when."""
    if motion is None or isinstance(motion, Mapping):
        _refuse_rates(velocities, accelerations)
        motion = _driven(mechanism, motion, times, formulation, checked_noise(noise))
        times, noise = None, 0.0
    if isinstance(motion, Result):
        refuse_with_result(times, velocities, accelerations, noise)
        F = _bound_like(mechanism, motion.formulation, formulation)
        return _corrected(F, of_result(F, motion), tolerance, tolerance)
    F = bind(mechanism, formulation)
    moved = _sampled(F, motion, times, velocities, accelerations, noise)
    return _corrected(F, moved, tolerance, SAMPLED if velocities is None else tolerance)


# ---------------------------------------------------------------- where it comes from
def _refuse_rates(velocities: Any, accelerations: Any) -> None:
    if velocities is not None or accelerations is not None:
        what = "velocities and accelerations can be given only with arrays of all coordinates"
        raise UnsupportedError(Problem(what, "omit them: they follow from a driven motion"))


def _driven(
    mechanism: MechanismLike,
    table: Mapping[str, Any] | None,
    times: Any,
    formulation: FormulationLike | None,
    noise: float,
) -> Result:
    """The drivers' motion, with the coordinates of the table driven in addition."""
    F = mechanism if isinstance(mechanism, Formulation) else None
    described = mechanism if isinstance(mechanism, Mechanism) else mechanism.mechanism
    bound = bind(mechanism, formulation)
    refuse_velocity_rows(bound, "simulate it with sn.simulate, and give the result as the motion")
    if table is None and not getattr(described, "drivers", True):
        what = f"mechanism {described.name!r} has no drivers, and no motion is given"
        raise UnsupportedError(Problem(what, "give a result, a table of coordinates, or arrays", described.where))
    if table is not None:
        described = driven_by(bound, table, checked_times(times), noise)
    word = F.name if F is not None and formulation is None else formulation
    return kinematics(described, output=None if times is None else checked_times(times), formulation=word)


def _bound_like(mechanism: MechanismLike, other: Formulation, formulation: FormulationLike | None) -> Formulation:
    """The mechanism in the coordinates of a result: of trees, cut at the same joints."""
    if isinstance(mechanism, Formulation):
        described, formulation = mechanism.mechanism, formulation or mechanism.name
    else:
        described = mechanism
    if formulation is None:
        formulation = other.name
    F = bind(described, formulation)
    if F.name == other.name == "tree" and F.coordinate_names != other.coordinate_names:
        from snodo.formulations.tree.tree import Tree

        cut = [name for name in other.cut_joints if name in F.mechanism.joints]
        return Tree(described, cut=[name for name in cut if getattr(F.mechanism.joints[name], "carries", False)])
    return F


def _sampled(F: Formulation, q: Any, times: Any, velocities: Any, accelerations: Any, noise: float) -> Motion:
    """Arrays of all coordinates of the formulation."""
    if F.name == "tree":
        return given_motion(cast("Tree", F), q, times, velocities, accelerations, noise)
    if F.name == "spatial_euler" and velocities is None:
        what = "arrays in the formulation 'spatial_euler' have no velocities"
        raise UnsupportedError(Problem(what, "give velocities and accelerations, or use formulation spatial"))
    times, noise = checked_times(times), checked_noise(noise)
    q = rows_of(q, times, F.coordinate_names, "q")
    if (velocities is None or accelerations is None) and times.size < FEWEST:
        what = f"the motion has {times.size} samples, but its derivatives need at least {FEWEST}"
        raise UnsupportedError(Problem(what, "give more samples, or velocities and accelerations"))
    if velocities is None:
        return Motion(times, *_splines(F, times, q, noise))
    v = rows_of(velocities, times, F.velocity_names, "velocities")
    a = spline(times, v, noise)[1] if accelerations is None else accelerations
    return Motion(times, q, v, rows_of(a, times, F.velocity_names, "accelerations"))


def _splines(F: Formulation, times: Array, q: Array, noise: float) -> tuple[Array, Array, Array]:
    """In the plane of x, y and φ; in space of r and p of every body, with ω in its axes."""
    if F.name == "planar":
        return spline(times, q, noise)
    q, parts = q.copy(), []
    for k in range(len(F.body_names)):
        r, p = slice(7 * k, 7 * k + 3), slice(7 * k + 3, 7 * k + 7)
        q[:, r], v, a = spline(times, q[:, r], noise)
        q[:, p], omega, alpha = turning_spline(times, q[:, p], noise)
        parts.append((v, omega, a, alpha))
    v = np.hstack([x for part in parts for x in part[:2]])
    return q, v, np.hstack([x for part in parts for x in part[2:]])


# ---------------------------------------------------------------- onto the rows
def _corrected(F: Formulation, motion: Motion, position: float, velocity: float) -> OnRows:
    """Refuse a motion that does not close; correct velocities and accelerations by (1)."""
    if not motion.times.size:
        raise UnsupportedError(Problem("the motion has no rows", "give a result with rows"))
    imposed = [*F.mechanism.drivers, *(name for name, part in F.mechanism.forces.items() if is_driven(part))]
    rows = np.array([part not in imposed for part in F.row_parts], bool)
    v, a = motion.v.copy(), motion.a.copy()
    with ProgressBar(0.0, motion.times.size, "closing the motion", "times") as bar:
        for k, (t, q) in enumerate(bar.over(zip(motion.times, motion.q))):
            if rows.any():
                J, R = F.jacobian(q, t, v=v[k])[rows], F.metric(q)
                v[k] += _least(J, F.nu(q, t, v=v[k])[rows] - J @ v[k], R)
                a[k] += _least(J, F.gamma(q, v[k], t)[rows] - J @ a[k], R)
    _refuse_open(F, motion, rows, position, velocity)
    changes = [_relative(F, new - old, new) for old, new in ((motion.v, v), (motion.a, a))]
    return OnRows(F, Motion(motion.times, motion.q, v, a), rows, *changes)


def _least(J: Array, right: Array, R: Array) -> Array:
    """x with J x = right and the least |R x|, R a matrix or its diagonal."""
    A = J / R if R.ndim == 1 else np.linalg.solve(R.T, J.T).T
    size = float(np.linalg.norm(A, axis=1).max(initial=0.0)) or 1.0
    x = least_norm(A / size, right / size)[0]
    return x / R if R.ndim == 1 else np.linalg.solve(R, x)


def _relative(F: Formulation, change: Array, of: Array) -> float:
    largest = np.abs(of / F.velocity_scale).max(initial=0.0)
    return float(np.abs(change / F.velocity_scale).max(initial=0.0) / largest) if largest > 0 else 0.0


def violations(F: Formulation, motion: Motion) -> tuple[Array, Array]:
    """Φ and Φ_v v − ν (time, nc); rows without Φ, which constrain only velocities, have zeros."""
    gaps, rates = np.zeros((2, motion.times.size, F.nc))
    for k, (t, q, v, _) in enumerate(zip(*motion)):
        phi = F.constraints(q, t)
        gaps[k, : phi.size] = np.nan_to_num(phi, nan=0.0)
        rates[k] = F.jacobian(q, t, v=v) @ v - F.nu(q, t, v=v)
    return gaps, rates


def _refuse_open(F: Formulation, motion: Motion, rows: Array, position: float, velocity: float) -> None:
    if not rows.any():
        return
    gaps, rates = (np.where(rows, x, 0.0) for x in violations(F, motion))
    fastest = float(np.abs(motion.v / F.velocity_scale).max(initial=0.0))
    found = (
        ("open by", gaps, position, "", "close the motion first, or give tolerance= if the gap is intended"),
        ("opening at", rates, velocity * max(fastest, 1e-9), "/s", "the velocities do not belong to a closed motion"),
    )
    problems = []
    for words, values, limit, per, remedy in found:
        relative = np.abs(values) / F.row_scale
        k, r = np.unravel_index(int(relative.argmax()), relative.shape)
        if relative[k, r] > limit:
            amount = f"{abs(values[k, r]):.4g} {F.row_units[r]}{per}"
            what = f"at t = {motion.times[k]:g} s {F.row_parts[r]!r} is {words} {amount} (row {F.row_names[r]})"
            problems.append(Problem(f"{what}; the tolerance is {limit * F.row_scale[r]:.2g}", remedy))
    if problems:
        raise AssemblyError(problems)
