"""The loop over the steps: one compiled function for all explicit Runge–Kutta methods and all equations.

One step from t to t1 = t + h:

    1  stages K_0 … K_{s−1}, new state y1                            (`stages`)
    2  error of y1; too large: shorten h and try again               (`step_size`)
    3  project y1 onto the constraints, K_s = f(t1, y1)
    4  guards at t1: if something happens, repeat with a shorter h   (`guards`); outputs inside     (`dense_output`)
    5  t ← t1, y ← y1, K_0 ← K_s, next h; at a break K_0 is recomputed        (`breaks`), at a sample too (`samples`)

A monitor is called during the step (`monitor`): it may shorten the step, or request a call of its Python side.

If 1, 3 or 4 fails (the rate fails, a number is not finite, the constraints do not close), the step is shortened; the
state at t is not changed before 5.

DOP853 and RK4 do not need K_s for the error, so it is evaluated after the projection at no extra cost.
Dormand–Prince needs K_s at 2.  The projection then moves y1 by a fraction δ of the local error, and K_s of the point
before the projection has an error of about L δ (L: Lipschitz constant), which enters the next step as b_0 h L δ, far
below δ itself.  It is therefore kept if |δ| ≤ 1 in the norm of the error, and recomputed otherwise: on a pendulum in
Cartesian coordinates recomputing it always costs a sixth more and changes the error by less than 1 %.
"""

from snodo._jit import PROJECT, PROJECT_FUNCTION, RATE_FUNCTION, Floats, Table, entry, i8, kernel
from snodo.integrators.ode.kernels.breaks import at_break, begin_anew, end_of_step
from snodo.integrators.ode.kernels.dense_output import correct, write_outputs
from snodo.integrators.ode.kernels.guards import step_begun, step_taken, watch
from snodo.integrators.ode.kernels.happening import handle
from snodo.integrators.ode.kernels.memory import keep, put_back
from snodo.integrators.ode.kernels.monitor import ACCEPTED, BEGIN, END, ask
from snodo.integrators.ode.kernels.recording import arrive, may_step, record
from snodo.integrators.ode.kernels.samples import sampled
from snodo.integrators.ode.kernels.stages import all_finite, copy, evaluate, point, stages
from snodo.integrators.ode.kernels.state import (
    CUT,
    ERROR,
    ERROR_SCALE,
    ERROR_TOO_LARGE,
    EVALUATIONS,
    EVENT,
    EVENT_AT,
    FINISHED,
    GO_ON,
    LATEST,
    LOOK,
    NOT_FINITE,
    PLAN,
    PREVIOUS_ERROR,
    PROJECTION_FAILED,
    RATE_FAILED,
    SEEKING,
    Counts,
    H,
    T,
)
from snodo.integrators.ode.kernels.step_size import (
    error_of_step,
    largest_norm,
    next_step,
    reject,
)

MOVED = 1.0


@entry(PROJECT)
def no_projection(t, y, model, tolerance):
    """Nothing to correct."""
    return 0


@kernel
def new_point(rate, model, plan, table, tolerances, W, clock, count, notes, guards, t, t1):
    """1 and 2: the new state y1 and its error."""
    h, s, y1 = t1 - t, plan.stages, plan.y1
    verdict = ask(plan, BEGIN, 0, t, h, model, W, plan.y, 0, clock, notes)
    if verdict == GO_ON:
        verdict = stages(rate, model, plan, table, W, clock, count, notes, guards, t, h, plan.first_stage, s)
    if verdict != GO_ON:
        return verdict
    point(table, s, s, h, W, plan.y, y1)
    if not all_finite(W, y1):
        return NOT_FINITE
    if plan.error_stages > s and not evaluate(rate, model, min(t1, clock[LATEST]), W, y1, s, count):
        return RATE_FAILED
    error = clock[ERROR_SCALE] * error_of_step(h, plan, table, tolerances, W)
    clock[ERROR] = error
    if error <= 1.0:
        return GO_ON
    return ERROR_TOO_LARGE if error < 1e300 else NOT_FINITE


@kernel
def settle(rate, project, model, plan, tolerances, W, clock, count, t1):
    """3: y1 projected onto the constraints, and its rate."""
    y1, z, s, t1 = plan.y1, plan.z, plan.stages, min(t1, clock[LATEST])
    known = plan.error_stages > s
    if plan.project:
        copy(W, y1, z)
        if not correct(project, model, t1, W, y1, clock, count):
            return PROJECTION_FAILED
        for i in range(W.shape[1]):
            W[z, i] -= W[y1, i]
        known = known and largest_norm(W, z, plan, tolerances) <= MOVED
    if not known and not evaluate(rate, model, t1, W, y1, s, count):
        return RATE_FAILED
    return GO_ON


@kernel
def accept(plan, W, clock, count, history, t, t1):
    """5: the new state becomes the state."""
    record(plan, clock, count, history, t, t1)
    wanted = next_step(t1 - t, plan, clock, count)
    clock[H] = max(wanted, clock[H]) if count[CUT] else wanted
    clock[PREVIOUS_ERROR] = max(clock[ERROR], 1e-4)
    arrive(clock, count, t1)
    for i in range(W.shape[1]):
        W[plan.y, i] = W[plan.y1, i]
        W[0, i] = W[plan.stages, i]


ARRAYS = (Floats, PLAN, Table, Table, Floats, Counts, Table, Floats, Floats, Floats, Table, Table, Table, Floats)


@entry(i8(RATE_FUNCTION, PROJECT_FUNCTION, *ARRAYS, i8), nogil=True)
def advance(
    rate,
    project,
    model,
    plan,
    table,
    tolerances,
    clock,
    count,
    W,
    notes,
    guards,
    times,
    out,
    history,
    stops,
    memory,
    budget,
):
    """Integrate towards plan.t_end and write the states at `times` into the rows of `out`.

    Before the first call the state must have T, H, y and K_0 = f(t, y), and NEXT_OUTPUT is the number of times not
    after T.  Steps end at the `stops` (`breaks.py`); `memory` is that of the equations in the last state (`memory.py`).
    Returns PAUSED after the step in which `budget` evaluations of the rate have been used; call it again to continue.
    Returns LOOK after a step for which the monitor has returned LOOK (`monitor.py`), and EVENT after a step at the end
    of which something happens (`guards.py`) that compiled code does not do (`happening.py`), or that ends at a sample
    (`breaks.py`) which is not taken in the loop (`samples.py`).
    """
    stop_at = count[EVALUATIONS] + budget
    verdict = GO_ON
    while verdict == GO_ON and clock[T] < plan.t_end:
        limit = may_step(plan, clock, count, stop_at)
        if limit != GO_ON:
            return limit
        t, t1 = clock[T], end_of_step(plan, stops, clock, count)
        step_begun(count, guards, t)
        verdict = new_point(rate, model, plan, table, tolerances, W, clock, count, notes, guards, t, t1)
        if verdict == GO_ON:
            verdict = settle(rate, project, model, plan, tolerances, W, clock, count, t1)
        if verdict == GO_ON:
            verdict = ask(plan, END, 0, t1, t1 - t, model, W, plan.y1, plan.stages, clock, notes)
        if verdict == GO_ON and plan.guards != 0:
            verdict = watch(rate, model, plan, table, W, clock, count, notes, guards, t, t1)
        if verdict == GO_ON:
            verdict = write_outputs(
                rate, project, model, plan, table, W, clock, count, notes, guards, t, t1, times, out
            )
        if verdict == GO_ON:
            accept(plan, W, clock, count, history, t, t1)
            answer = ask(plan, ACCEPTED, 0, t1, t1 - t, model, W, plan.y, 0, clock, notes)
            margin = at_break(stops, clock, count)
            if margin > 0.0 and t1 < plan.t_end:
                verdict = begin_anew(rate, project, model, plan, W, clock, count, margin)
            keep(model, plan, memory)
            step_taken(clock, count, guards)
            if verdict == GO_ON and margin < 0.0 and plan.sampler != 0 and clock[EVENT_AT] != t1:
                verdict = sampled(rate, project, model, plan, W, clock, count, guards, times, out, -margin)
                margin = 0.0
            if verdict == GO_ON and margin < 0.0:
                return EVENT
            if verdict == GO_ON and clock[EVENT_AT] == t1:
                verdict = handle(rate, model, plan, W, clock, count, notes, t1)
                if verdict != GO_ON:
                    return verdict
                keep(model, plan, memory)
            if verdict == GO_ON and answer == LOOK and t1 < plan.t_end:
                return LOOK
        else:
            put_back(model, plan, memory)
            verdict = GO_ON if verdict == SEEKING else reject(t1 - t, plan, clock, count, verdict)
    return FINISHED if verdict == GO_ON else verdict
