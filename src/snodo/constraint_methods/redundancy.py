"""Redundant rows: which are omitted from a run, and when to choose others.

Permanent redundancy is exact only in closed configurations, so the rank is determined once, in a closed configuration,
and then fixed; which rows are omitted may change.  An omitted row must follow from the kept rows at all times: where
its factor in the dependency vanishes, the kept rows lose rank although all rows together do not.  Their smallest pivot
shows this, and a better set of the same number is then chosen.
If the rank is lower than at a small closed step away, the position is singular: several branches meet there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from snodo.constraint_methods.in_time import project
from snodo.errors import AssemblyError, Problem
from snodo.formulations.pivots import forget_row_sizes, remember_row_sizes
from snodo.formulations.rank import LARGEST, independent_rows_of, scaled_jacobian
from snodo.math.labelled_rows import independent_rows, null_space

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Evaluate = Callable[[np.ndarray, np.ndarray], dict[str, np.ndarray]]

STEP = 1e-3
"""Size of the trial step, relative to the mechanism."""
SINGULAR = 1e-14
"""Absolute lower limit of the relative pivots of the kept rows."""
AFTER = 1e-3
"""Weight of velocity rows in the choice."""
WORN = 1e-2
"""New rows are chosen when the smallest pivot has fallen to this fraction of its value at the last choice."""


def keep_independent_rows(F: Formulation, q: np.ndarray, t: float, v: np.ndarray | None = None) -> None:
    """Set the formulation to omit permanently redundant rows; raises if q is a singular position."""
    if F.nc == 0:
        return
    F.least_pivot = SINGULAR
    forget_row_sizes(F)
    _scale_general_rows(F, q, t, v)
    if F.nc > LARGEST:
        F.find_redundant(q, t, 1e-12, v)
        remember_row_sizes(F)
        return
    v = F.velocities_of_rows(v if F.general_rows.any() else None)
    kept = _independent(F, q, v, t)
    F.set_kept_rows(kept)
    if kept.sum() < _most(F):
        _refuse_singular(F, q, v, t, scaled_jacobian(F, q, t, v), int(kept.sum()))
    pivot = _pivot(F, q, v, t)
    remember_row_sizes(F)
    if kept.sum() < _most(F):
        F.least_pivot = max(SINGULAR, WORN * pivot)


def _scale_general_rows(F: Formulation, q: np.ndarray, t: float, v: np.ndarray | None) -> None:
    """Set the natural size of rows c(t, q, v) = 0 to that of their change with the velocities: c is in any units."""
    if F.general_rows.any():
        J = F.jacobian(q, t, v=v)
        lengths = np.linalg.norm(J * F.velocity_scale, axis=1)
        F.set_row_sizes({int(r): float(lengths[r]) for r in np.flatnonzero(F.general_rows) if lengths[r] > 0.0})


def choose_rows_again(F: Formulation, y: np.ndarray, t: float) -> bool:
    """After a failure near the state y: if the pivots of the kept rows have become small, choose other rows.

    Returns whether to continue.  Rows that are not clearly better are not used: the pivots of all choices then become
    small, and the current rows are kept until their pivot has fallen by the same factor again, down to SINGULAR.
    """
    rank = int(F.kept_rows.sum())
    if rank == _most(F) or F.nc > LARGEST or F.smallest_pivot >= 2.0 * F.least_pivot:
        return False
    q, v = _split(F, y)
    least, before = F.least_pivot, F.kept_rows
    F.least_pivot = 0.0
    F.set_kept_rows(_independent(F, q, v, t, rank))
    found = _pivot(F, q, v, t)
    better = found > 3.0 * least
    if not better:
        F.set_kept_rows(before)
    F.least_pivot = max(SINGULAR, WORN * (found if better else least))
    return better or least > SINGULAR


def better_rows(F: Formulation, y: np.ndarray, t: float) -> bool:
    """Keep another set of the same number of rows if it is clearly farther from dependent in the state y."""
    rank = int(F.kept_rows.sum())
    if rank == _most(F) or F.nc > LARGEST:
        return False
    q, v = _split(F, y)
    before, present = F.kept_rows, _pivot(F, q, v, t)
    F.set_kept_rows(independent_rows(scaled_jacobian(F, q, t, v), rank))
    found = _pivot(F, q, v, t)
    if found <= 9.0 * present:
        F.set_kept_rows(before)
        return False
    F.least_pivot = max(SINGULAR, WORN * found)
    return True


def evaluated(F: Formulation, times: np.ndarray, states: np.ndarray, evaluate: Evaluate) -> dict[str, np.ndarray]:
    """`evaluate(times, states)` for all samples of a result; where pivots of the kept rows become small, others are
    chosen."""
    found = evaluate(times, states)
    done, rank = _finite_rows(found), int(F.kept_rows.sum())
    while done < times.size and rank < _most(F) and F.nc <= LARGEST:
        (q, v), t = _split(F, states[done]), float(times[done])
        F.least_pivot = 0.0
        F.set_kept_rows(_independent(F, q, v, t, rank))
        F.least_pivot = max(SINGULAR, WORN * _pivot(F, q, v, t))
        rest = evaluate(times[done:], states[done:])
        for name, rows in rest.items():
            found[name][done:] = rows
        done += max(_finite_rows(rest), 1)
    return found


def take_least_norm(F: Formulation, times: np.ndarray, states: np.ndarray, multipliers: np.ndarray) -> None:
    """Replace multipliers (time, row), which are not unique where rows are redundant, by those of least norm."""
    for own, t, y in zip(multipliers, times.tolist(), states):
        q, v = y[: F.nq], y[F.nq : F.nq + F.nv]
        J = F.jacobian(q, t, v=v)
        own[:] = np.linalg.lstsq(J.T, J.T @ own, rcond=1e-9)[0]


def _most(F: Formulation) -> int:
    """Number of rows that are not switched off."""
    return F.nc - int(F.off_rows.sum())


def _split(F: Formulation, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates, and the velocities if rows depend on them, otherwise zeros."""
    v = y[F.nq : F.nq + F.nv] if F.general_rows.any() else np.zeros(F.nv)
    return y[: F.nq], v


def _independent(F: Formulation, q: np.ndarray, v: np.ndarray, t: float, rank: int | None = None) -> np.ndarray:
    """Mask of independent rows; position rows come before velocity rows, which do not constrain positions."""
    weights = np.where(F.velocity_rows, AFTER, 1.0)
    return independent_rows_of(F, q, t, v, rank, weights)


def _finite_rows(found: dict[str, np.ndarray]) -> int:
    """Number of samples evaluated before the first failure."""
    return int(np.isfinite(found["acceleration"]).all(axis=1).sum())


def _pivot(F: Formulation, q: np.ndarray, v: np.ndarray, t: float) -> float:
    """Smallest relative pivot of the kept rows in a state."""
    y = F.state(q, v)
    F.factor(y, float(t))
    return float(F.smallest_pivot)


def _refuse_singular(F: Formulation, q: np.ndarray, v: np.ndarray, t: float, J: np.ndarray, rank: int) -> None:
    """Try a small closed step along each free motion: the rank must not increase."""
    weights = F.size / F.velocity_scale
    for direction in null_space(J).T:
        step = STEP * F.size * direction / np.abs(direction).max() / weights
        y = F.state(F.moved(q, step), v)
        F.forget_factors()
        if project(F)(float(t), y, F.model, 1e-12) < 0:
            continue
        there = _independent(F, *_split(F, y), t)
        if there.sum() > rank:
            loose = [n for n, a, b in zip(F.row_names, F.kept_rows, there) if b and not a]
            what = (
                f"mechanism {F.mechanism.name!r} starts in a singular position: the constraints have rank {rank} there"
            )
            raise AssemblyError(
                Problem(
                    f"{what} and {there.sum()} next to it (rows {', '.join(loose[:4]) or 'unknown'})",
                    "start a little away from it, or with a velocity along one of the branches that meet there",
                    F.mechanism.where,
                )
            )
