"""Singular positions in a result: accelerations there are extrapolated, and reactions are not defined.

Constraint forces grow like 1/s on both sides of a singular position, and their digits are rounding noise: from the
start of a gap to its end the multipliers are set to NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from snodo.constraint_methods.redundancy import evaluated
from snodo.math.rows_on_disk import in_blocks, on_disk
from snodo.singular.passage import SINGULAR
from snodo.singular.report import SingularPass
from snodo.singular.soft_rows import close_gap

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound

Array = np.ndarray


def within(times: Array, passes: Sequence[SingularPass]) -> list[Array]:
    """For each pass, the mask of the times inside it."""
    return [(p.start <= times) & (times <= p.end) for p in passes]


def recovered(bound: Bound, times: Array, states: Array, passes: Sequence[SingularPass]) -> dict[str, Array]:
    """Accelerations, multipliers, violations, energies and powers in all states; on disk, if the states are there."""
    if on_disk(states):
        return in_blocks(lambda t, y: recovered(bound, t, y, passes), times, states)
    inside = within(times, passes)
    outside = ~np.any(inside, axis=0) if inside else np.ones(times.size, bool)
    F = bound.formulation
    if outside.all():
        return evaluated(F, times, states, bound.recover)
    part = evaluated(F, times[outside], states[outside], bound.recover)
    found = {name: np.full((times.size, *rows.shape[1:]), np.nan) for name, rows in part.items()}
    _put(found, outside, part)
    kept, least, F.least_pivot = F.kept_rows, F.least_pivot, SINGULAR
    for passed, rows in zip(passes, inside):
        if rows.any():
            passed.gap.open(F)
            _put(found, rows, bound.recover(times[rows], states[rows]))
            close_gap(F)
    F.set_kept_rows(kept)
    F.least_pivot = least
    return found


def _put(found: dict[str, Array], rows: Array, part: dict[str, Array]) -> None:
    for name, values in part.items():
        found[name][rows] = values


def without_reactions(multipliers: Array, times: Array, passes: Sequence[SingularPass]) -> None:
    """Set multipliers inside a pass to NaN."""
    for rows in within(times, passes):
        multipliers[rows] = np.nan
