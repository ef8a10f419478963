"""A short explicit run through a singular position, to compare implicit ones with (`integrators/dae/watch.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.constraint_methods.projection import Projection
from snodo.constraint_methods.redundancy import choose_rows_again
from snodo.integrators.explicit.dop853 import DOP853
from snodo.integrators.ode.run import Run, integrate, joined
from snodo.singular.guide import Guide

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.integrators.ode.stops import Stops

Array = np.ndarray

SHARPER, COARSEST, FINEST = 0.1, 1e-9, 1e-11
"""Its tolerance, relative to that of the implicit run, and the limits of it."""
MOST_STEPS = 20_000
CHOICES = 3
"""How often other rows may be chosen."""


def explicit_pass(
    F: Formulation, y: Array, t: float, times: Array, tolerances: Array, stops: Stops | None, highest: float
) -> Run:
    """Integrate from the state y at t over the times [s], the last of which is the end; highest: largest s so far."""
    rtol = float(tolerances[1].max())
    sharp = max(min(SHARPER * rtol, COARSEST), FINEST)
    atol, relative = tolerances[0] * sharp / rtol, np.maximum(tolerances[1] * sharp / rtol, 1e-14)
    F.connect()
    bound = Projection().bind(F, y[: F.nq], y[F.nq : F.nq + F.nv], t)
    runs: list[Run] = []
    F.forget_factors()
    leader = Guide(F)
    leader.highest = highest
    for _ in range(CHOICES):
        run = integrate(
            bound.rate,
            bound.correct,
            F.model,
            y,
            t,
            times[sum(r.times.size for r in runs) :],
            DOP853(rtol=sharp),
            F.nq + F.nv,
            atol,
            relative,
            projection_tolerance=bound.method.tolerance,
            max_steps=MOST_STEPS,
            history=MOST_STEPS,
            monitor=leader,
            stops=stops,
            memory=F.memory,
        )
        runs.append(run)
        if run.status != "failed" or not choose_rows_again(F, run.y, run.t):
            break
        y, t = run.y, run.t
    return joined(runs)
