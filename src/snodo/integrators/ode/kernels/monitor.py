"""The monitor of the steps: one function, compiled elsewhere, that the loop calls by its address (`plan.monitor`).

    answer = monitor(event, k, t, h, model, y, ydot, clock, notes)

event    BEGIN      before the stages of a step from t
         STAGE      after stage k, at t; those after the last one of a step belong to the outputs inside it
         END        at the end t of a step, on the constraints
         ACCEPTED   the end of the step has become the state
         AGAIN      velocities have jumped or other rows are in force, after an event that compiled code has handled
h        length of the step
y, ydot  state and rate at t
clock    the state of the loop; a monitor may change H, ERROR_SCALE and CLOSE_TO
notes    data of the monitor, kept between two calls

answer   GO_ON
         REJECT     (not after ACCEPTED) try the step again, with the length that the monitor has written to H
         LOOK       (after ACCEPTED, AGAIN) leave the loop, for the Python side of the monitor (`ode/monitor.py`)
"""

from snodo._jit import call_monitor, inline
from snodo.integrators.ode.kernels.state import GO_ON

BEGIN, STAGE, END, ACCEPTED, AGAIN = 0, 1, 2, 3, 4


@inline
def ask(plan, event, k, t, h, model, W, y, ydot, clock, notes):
    """The answer of the monitor to an event, with rows of W as state and rate; without a monitor: go on."""
    if plan.monitor == 0:
        return GO_ON
    return call_monitor(plan.monitor, event, k, t, h, model, W[y], W[ydot], clock, notes)
