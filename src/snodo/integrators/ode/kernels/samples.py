"""Samples inside the loop: at known times (`breaks.py`) numbers of the state jump to what controllers compute.

A function of declared signature, called by its address (`plan.sampler`) as the monitor is, writes them into the state:

    DONE      they are written
    REST      the same, and the loop is left with PAUSED after the sample
    REFUSED   nothing is written, and the loop is left with EVENT: Python knows why, or takes the sample itself

Its numbers begin at the address `plan.samples` with two whole numbers: the place in y of the first number that is held,
and how many there are.  Rows of the result at the time of the sample have the numbers after it.  Then K_0 is evaluated
anew, and so are the guards: if one that a force decides is negative, the loop is left with EVENT, and SAMPLED is one.
"""

from snodo._jit import array_at, call_monitor, kernel
from snodo.integrators.ode.kernels.breaks import begin_anew
from snodo.integrators.ode.kernels.guards import EPS, FIRST, VALUES, Guard, ask, step_taken
from snodo.integrators.ode.kernels.stages import evaluate
from snodo.integrators.ode.kernels.state import (
    EVENT,
    GO_ON,
    NEXT_OUTPUT,
    NOBODY,
    PAUSED,
    RATE_FAILED,
    SAMPLED,
    SOUGHT,
    WATCHED,
    H,
    T,
)
from snodo.math.kernels.records import table, view

DONE, REFUSED, REST = 0, 1, 2
ROUNDINGS = 64.0  # of its time: an output nearer to a sample is one at the sample
SMOOTH = 1e-200  # a sample with a smaller margin has none: nothing else jumps there


@kernel
def write_again(plan, W, clock, count, times, out):
    """The numbers in rows of the result at the time of the sample."""
    own, t, k = view(array_at(plan.samples), 0, 0), clock[T], count[NEXT_OUTPUT] - 1
    while k >= 0 and abs(times[k] - t) <= ROUNDINGS * EPS * abs(t):
        for i in range(own[0], own[0] + own[1]):
            out[k, i] = W[plan.y, i]
        k -= 1


@kernel
def guarded(model, plan, W, clock, count, guards):
    """The guards after the sample: whether none that a force decides is negative."""
    t, of = clock[T], table(Guard, guards, FIRST, 0.0)
    ask(plan, VALUES, 0, t, max(clock[H], 1e-12), model, W, plan.y, 0, clock, guards)
    step_taken(clock, count, guards)
    count[SOUGHT] = NOBODY
    for k in range(count[WATCHED]):
        g = of[k]
        if g.active and g.by_force and g.here < -g.tolerance:
            return False
    return True


@kernel
def sampled(rate, project, model, plan, W, clock, count, guards, times, out, margin):
    """A sample at the time reached; margin: half the width of a break there."""
    t, y = clock[T], plan.y
    answer = call_monitor(plan.sampler, 0, 0, t, 0.0, model, W[y], W[0], clock, array_at(plan.samples))
    if answer == REFUSED:
        return EVENT
    write_again(plan, W, clock, count, times, out)
    if margin > SMOOTH:
        verdict = begin_anew(rate, project, model, plan, W, clock, count, margin)
    else:
        verdict = GO_ON if evaluate(rate, model, t, W, y, 0, count) else RATE_FAILED
    if verdict == GO_ON and plan.guards != 0 and not guarded(model, plan, W, clock, count, guards):
        count[SAMPLED] = 1
        return EVENT
    return PAUSED if verdict == GO_ON and answer == REST else verdict
