"""Known times at which steps end: breaks of forces and drivers, and intervals that no step may jump over.

Row r of the table `stops` applies to steps that begin at stops[r, FROM] or later, but before stops[r + 1, FROM]:

    UNTIL     the latest time at which such a step may end
    MARGIN    δ > 0: a function or one of its derivatives jumps at UNTIL; 0: everything is smooth there;
              −δ < 0: a sample (`samples.py`)

The equations before and after a break b differ, and at b itself rounding decides which of them apply.  A step that ends
at b evaluates rates at b − δ at the latest, where δ is some rounding errors of b; after it the state is projected, and
K_0 evaluated, at b + δ.  δ does not change the length of the steps.

The step after one that was shortened by a stop starts with the length chosen before.

A fixed step is also shortened by a stop, and continues from there to the next multiple of its length: the times
t_start + k h are reached as if there were no stop.
"""

from math import inf

from snodo._jit import kernel
from snodo.integrators.ode.kernels.dense_output import correct
from snodo.integrators.ode.kernels.stages import evaluate
from snodo.integrators.ode.kernels.state import (
    CUT,
    GO_ON,
    GRID,
    LATEST,
    PROJECTION_FAILED,
    RATE_FAILED,
    SEEK,
    STOP,
    H,
    T,
)

FROM, UNTIL, MARGIN = 0, 1, 2
STOP_COLUMNS = 3
NEAR_BY = 1e-9  # fraction of a fixed step: a stop closer to a multiple of the step replaces it


@kernel
def row_in_force(stops, clock, count):
    """The row of stops for a step from T; −1 if there are none."""
    k = count[STOP]
    while k + 1 < stops.shape[0] and stops[k + 1, FROM] <= clock[T]:
        k += 1
    count[STOP] = k
    return k if stops.shape[0] > 0 else -1


@kernel
def without_stops(plan, clock, count):
    """t1: t + h, or the end if that is close; for a fixed step, without the rounding errors of a sum."""
    t, h = clock[T], clock[H]
    stretch = 1.01 if plan.error_stages else 1.0 + 1e-9
    multiple = t + h if plan.error_stages else plan.t_start + (count[GRID] + 1) * h
    if t + stretch * h >= plan.t_end and plan.t_end - t <= (1.0 + 1e-9) * plan.max_step:
        if plan.error_stages or multiple + 1e-9 * h >= plan.t_end:
            return plan.t_end
    return multiple


@kernel
def end_of_step(plan, stops, clock, count):
    """t1, not beyond the next stop, nor beyond the time at which an event is sought (`guards.py`)."""
    t1 = up_to_stop(plan, stops, clock, count)
    if clock[T] < clock[SEEK] < t1:
        count[CUT], clock[LATEST] = 1, inf
        return clock[SEEK]
    return t1


@kernel
def up_to_stop(plan, stops, clock, count):
    """t1, not beyond the next stop."""
    t, t1 = clock[T], without_stops(plan, clock, count)
    clock[LATEST], count[CUT] = inf, 0
    k = row_in_force(stops, clock, count)
    if k < 0 or stops[k, UNTIL] <= t:
        return t1
    until = stops[k, UNTIL]
    near = t + 1.01 * (t1 - t) if plan.error_stages else t1 + NEAR_BY * clock[H]
    if until > near or (t1 >= plan.t_end and until > t1):
        return t1
    count[CUT] = 1 if until < t1 - NEAR_BY * clock[H] else 0
    if stops[k, MARGIN] != 0.0:
        clock[LATEST] = until - abs(stops[k, MARGIN])
    return until


@kernel
def at_break(stops, clock, count):
    """δ if the state has just reached a break, −δ at a sample; else 0."""
    k = count[STOP]
    if k < stops.shape[0] and stops[k, UNTIL] == clock[T]:
        return stops[k, MARGIN]
    return 0.0


@kernel
def begin_anew(rate, project, model, plan, W, clock, count, margin):
    """After a break: project the state onto the constraints after the break, and evaluate its rate."""
    t = clock[T] + margin
    if plan.project and not correct(project, model, t, W, plan.y, clock, count):
        return PROJECTION_FAILED
    return GO_ON if evaluate(rate, model, t, W, plan.y, 0, count) else RATE_FAILED
