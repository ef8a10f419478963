"""What watches over the steps: one function, compiled elsewhere, that the loop calls by its address (`plan.monitor`).

    answer = monitor(event, k, t, h, model, y, ydot, clock, notes)

event    BEGIN      before the stages of a step from t
         STAGE      after stage k, at t; those behind the last one of a step belong to the outputs inside it
         END        at the end t of a step, on the constraints
         ACCEPTED   the end of the step has become the state
h        length of the step
y, ydot  state and rate at t
clock    what the loop knows; a monitor may change H, ERROR_SCALE and CLOSE_TO
notes    of the monitor alone, kept for it between two calls

answer   GO_ON
         REJECT     (not after ACCEPTED) try the step again, with the length that the monitor has put into H
         LOOK       (after ACCEPTED) leave the loop, for the Python side of the monitor (`ode/monitor.py`)
"""

from snodo._jit import call_monitor, inline
from snodo.integrators.ode.kernels.state import GO_ON

BEGIN, STAGE, END, ACCEPTED = 0, 1, 2, 3


@inline
def ask(plan, event, k, t, h, model, W, y, ydot, clock, notes):
    """What the monitor answers to an event, with rows of W as state and rate; without one: go on."""
    if plan.monitor == 0:
        return GO_ON
    return call_monitor(plan.monitor, event, k, t, h, model, W[y], W[ydot], clock, notes)
