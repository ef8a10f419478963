"""The record of the steps, alike in all loops: whether another one may be tried, which were accepted, how many."""

from snodo._jit import inline, kernel
from snodo.integrators.ode.kernels.state import (
    AFTER_REJECTION,
    CUT,
    EVALUATIONS,
    FAILURES_IN_A_ROW,
    GO_ON,
    GRID,
    LARGEST,
    PAUSED,
    REJECTED,
    SMALLEST,
    STEP_TOO_SMALL,
    STEPS,
    TOO_MANY_STEPS,
    H,
    T,
)
from snodo.integrators.ode.kernels.step_size import too_small


@inline
def may_step(plan, clock, count, stop_at):
    """GO_ON, or why no further step is tried: the evaluations are used up, or the limits are reached."""
    if count[EVALUATIONS] >= stop_at:
        return PAUSED
    if count[STEPS] + count[REJECTED] >= plan.max_steps:
        return TOO_MANY_STEPS
    return STEP_TOO_SMALL if too_small(clock[H], clock[T], plan) else GO_ON


@kernel
def record(plan, clock, count, history, t, t1):
    """The accepted step from t to t1: in the history, and among the shortest and longest."""
    h, k = t1 - t, count[STEPS]
    if k < history.shape[0]:
        history[k, 0] = t
        history[k, 1] = h
    if (t1 < plan.t_end and not count[CUT]) or k == 0:
        clock[SMALLEST] = min(clock[SMALLEST], h)
    clock[LARGEST] = max(clock[LARGEST], h)


@inline
def arrive(clock, count, t1):
    """Time and counts after an accepted step."""
    clock[T] = t1
    count[STEPS] += 1
    count[GRID] += 1 - count[CUT]
    count[AFTER_REJECTION] = 0
    count[FAILURES_IN_A_ROW] = 0
