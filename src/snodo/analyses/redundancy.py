"""Redundant rows, decided once: the rows left out of a run must depend on the others for good, not just for a moment.

Permanent redundancy is exact only in closed configurations, so the rank is taken there and then frozen.  A rank that is
lower than a small closed step away is a singular position: several branches meet, and which one follows is not defined.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.linear import independent_rows, null_space
from snodo.analyses.mobility import LARGEST, scaled_jacobian
from snodo.errors import AssemblyError, Problem

STEP = 1e-3
"""Size of the trial step, relative to the mechanism."""


def keep_independent_rows(F: Any, q: np.ndarray, t: float) -> None:
    """Set the formulation to leave out permanently redundant rows; raises if q is a singular position."""
    if F.nc > LARGEST:
        y = F.state(q, np.zeros(F.nv))
        with F.rows_and_forces_only():
            F.kernels.find_redundant(F.kernels.rate, float(t), y, np.empty_like(y), F.model, 1e-12)
        return
    J = scaled_jacobian(F, q, t)
    kept = independent_rows(J)
    F.set_kept_rows(kept)
    if not kept.all():
        _refuse_singular(F, q, t, J, int(kept.sum()))


def _refuse_singular(F: Any, q: np.ndarray, t: float, J: np.ndarray, rank: int) -> None:
    """Try a small closed step along each free motion: the rank must not rise."""
    weights = np.tile([1.0, 1.0, F.size], F.nv // 3)
    for direction in null_space(J).T:
        step = STEP * F.size * direction / np.abs(direction).max() / weights
        y = F.state(q + step, np.zeros(F.nv))
        F.flat.ints[F.kernels.layout.FACTORED] = 0
        if F.kernels.project(float(t), y, F.model, 1e-12) < 0:
            continue
        there = independent_rows(scaled_jacobian(F, y[: F.nq], t))
        if there.sum() > rank:
            loose = [n for n, a, b in zip(F.row_names, F.kept_rows, there) if b and not a]
            raise AssemblyError(
                Problem(
                    f"mechanism {F.mechanism.name!r} starts in a singular position: the constraints have rank {rank} there "
                    f"and {there.sum()} next to it (rows {', '.join(loose[:4]) or 'unknown'})",
                    "several branches meet there: start it a little aside, for instance with an initial angle",
                    F.mechanism.where,
                )
            )
