"""What happens at an event, by compiled code: a function that the loop calls by its address (count[HANDLER]).

    answer = handler(what, k, t, h, model, y, ydot, clock, own)

what     SWITCH    something happens at t, where guard k was located (−1: something is only recorded)
         ARM       after the new rate: the guards at the beginning of the next step
own      an array of its own, at the address count[OWN]

answer   LEFT      nothing was changed: the loop is left with EVENT, and Python does it
         NOTHING   it is done, and the state is as it was
         SWITCHED  it is done, and the state, or the equations, are others
"""

from math import inf

from snodo._jit import array_at, call_monitor, kernel
from snodo.integrators.ode.kernels.monitor import AGAIN, ask
from snodo.integrators.ode.kernels.stages import evaluate
from snodo.integrators.ode.kernels.state import (
    EVENT,
    GO_ON,
    HANDLER,
    NOBODY,
    OWN,
    RATE_FAILED,
    SEEK,
    SOUGHT,
    TRIES,
    H,
)

SWITCH, ARM = 0, 1
LEFT, NOTHING, SWITCHED = 0, 1, 2


@kernel
def handle(rate, model, plan, W, clock, count, notes, t):
    """What happens at t, the end of the last step: GO_ON if it is done, EVENT if Python must do it, or a failure."""
    if count[HANDLER] == 0:
        return EVENT
    own, k = array_at(count[OWN]), count[SOUGHT]
    answer = call_monitor(count[HANDLER], SWITCH, k, t, clock[H], model, W[plan.y], W[0], clock, own)
    if answer == LEFT:
        return EVENT
    if answer == SWITCHED:
        if not evaluate(rate, model, t, W, plan.y, 0, count):
            return RATE_FAILED
        call_monitor(count[HANDLER], ARM, k, t, clock[H], model, W[plan.y], W[0], clock, own)
        clock[SEEK], count[SOUGHT], count[TRIES] = inf, NOBODY, 0
        if ask(plan, AGAIN, 0, t, clock[H], model, W, plan.y, 0, clock, notes) != GO_ON:
            return EVENT
    return GO_ON
