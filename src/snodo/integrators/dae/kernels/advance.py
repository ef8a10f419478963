"""The loop over the steps of Radau, for all formulations.

One step from t to t1 = t + h:

    1  predict the stages, factor, iterate; where that fails, once more with the whole matrix; then half the step
    2  error of the step; too large: shorten h and try again
    3  the new state, projected onto the constraints; its accelerations by the equations of motion
    4  outputs inside the step
    5  t ← t1, next h; has a singular position been passed (`watch.py`)?

`rate` and `project` belong to the formulation itself, `model`; the stages to the same mechanism with springs and
dampers as rows, `s.model`, which is the same array if there are none.

Next step: Gustafsson's predictive control, with the last error and the last step (Hairer, Wanner II, IV.8).
"""

from snodo._jit import PROJECT_FUNCTION, RATE_FUNCTION, Floats, Table, entry, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import VELOCITIES, Equations, displace, solve
from snodo.integrators.dae.kernels.closing import close, factor_end
from snodo.integrators.dae.kernels.coefficients import ALPHA, B, C
from snodo.integrators.dae.kernels.newton import solve_stages, weights
from snodo.integrators.dae.kernels.notes import (
    APPROACH,
    BEFORE,
    CLOSE,
    FIRST,
    HIGHEST,
    LAST_ITERATIONS,
    MIDDLE,
    NEAR,
    NO_CONVERGENCE,
    NOTES,
    SMOOTH,
    THERE,
)
from snodo.integrators.dae.kernels.outputs import ends, inside, quadratures
from snodo.integrators.dae.kernels.radau import filtered_error, lagrange, mode, stage_time
from snodo.integrators.dae.kernels.stage import copy, move
from snodo.integrators.dae.kernels.tables import (
    ACC,
    ACC_BEFORE,
    ACC_END,
    END_A,
    LAM,
    LAM_BEFORE,
    LOCAL,
    RIGHT,
    STAGES,
    START_A,
    STEP,
    VEL,
    Step,
)
from snodo.integrators.dae.kernels.watch import arrived, memory_size, watch
from snodo.integrators.ode.kernels.breaks import at_break, begin_anew, end_of_step
from snodo.integrators.ode.kernels.dense_output import correct
from snodo.integrators.ode.kernels.memory import keep, put_back
from snodo.integrators.ode.kernels.recording import arrive, may_step, record
from snodo.integrators.ode.kernels.stages import evaluate
from snodo.integrators.ode.kernels.state import (
    AFTER_REJECTION,
    CLOSE_TO,
    CUT,
    ERROR,
    ERROR_TOO_LARGE,
    EVALUATIONS,
    FAILURES_IN_A_ROW,
    FINISHED,
    GO_ON,
    LATEST,
    NEXT_OUTPUT,
    NOT_FINITE,
    PLAN,
    PREVIOUS_ERROR,
    PROJECTION_FAILED,
    RATE_FAILED,
    REJECTED,
    STEP_TOO_SMALL,
    Counts,
    H,
    T,
)
from snodo.integrators.ode.kernels.step_size import too_small
from snodo.math.kernels.records import table

LEAST_ERROR = 1e-10
SHRINK, GROW = 5.0, 0.125
KNOWN, UNKNOWN = -11, -12
"""Whether the accelerations at the end of a step are known from the equations."""


@kernel
def quotient(size, error, notes):
    """h over the next h, from the error and the number of iterations."""
    safety = (
        0.9 * (2.0 * size.iterations + 1.0) / (2.0 * size.iterations + min(notes[LAST_ITERATIONS], size.iterations))
    )
    return max(GROW, min(SHRINK, error**0.25 / safety))


@inline
def closed(head, s, t, h, y, lam, tolerance):
    """Bring y onto its constraints where springs are rows, with their forces λ; whether that succeeded."""
    if not factor_end(head, s.model, s.rows, t, h * ALPHA, y):
        return False
    return close(head, s.model, s.rows, t, y, lam, tolerance, s.V[STEP], s.L[RIGHT])


@kernel
def powers_of_stages(rate, model, head, plan, s, step, W, clock, count):
    """Powers of rows that do work, with the forces of the equations of motion in the stages, where these are regular.

    Multipliers of the stages of index 3 are of second order only.  Stiff springs keep the force of the stage.
    """
    first = s.size.nq + s.size.nv
    for i in range(3):
        t = stage_time(step, i)
        if move(head, s.model, s.size, step.y0, s.V[LOCAL + i], s.V[VEL + i], step.y) != FINE:
            return
        if s.size.yielding and not closed(head, s, t, step.h, step.y, s.L[LAM + i], clock[CLOSE_TO]):
            return
        if not evaluate(rate, model, t, W, plan.z, plan.F, count):
            return
        for k in range(s.size.works):
            s.P[i, k] = W[plan.F, first + k]


@kernel
def passing(rate, model, plan, size, W, count, notes, t1):
    """Whether the step ends, or has its middle, too close to a singular position."""
    if size.nc == 0 or size.dae_index != 3 or notes[MIDDLE] > APPROACH * notes[HIGHEST]:
        return False
    notes[THERE] = 0.0
    if not evaluate(rate, model, t1, W, plan.y1, plan.stages, count):
        return True
    head = table(Equations, model, 0, 0.0)[0]
    arrived(model, notes)
    if min(model[head.report_at], notes[MIDDLE]) > CLOSE * notes[HIGHEST]:
        return False
    for k in range(size.nv):
        model[head.x_at + k] = 0.0
    solve(head, head.phi_dot_at, W[plan.y1], model)
    displace(head, VELOCITIES, W[plan.y1], model)
    return True


@kernel
def new_state(rate, project, model, head, plan, s, step, W, clock, count, notes, t1):
    """3: y1 on the constraints, and its accelerations, unless there are springs as rows."""
    y1, size, V = W[plan.y1], s.size, s.V
    if move(head, s.model, size, step.y0, V[LOCAL + 2], V[VEL + 2], y1) != FINE:
        return NOT_FINITE
    if size.driven:
        powers_of_stages(rate, model, head, plan, s, step, W, clock, count)
    quadratures(size, B[0], B[1], B[2], step.h, step.y0, s.P, y1)
    t1 = min(t1, clock[LATEST])
    if size.yielding:
        if not closed(head, s, t1, step.h, y1, s.L[LAM + 2], clock[CLOSE_TO]):
            return PROJECTION_FAILED
        known = evaluate(rate, model, t1, W, plan.y1, plan.stages, count)
        notes[THERE] = 0.0
        if known and size.watched:
            arrived(model, notes)
        for k in range(size.nv):
            V[END_A, k] = W[plan.stages, size.nq + k] if known else V[ACC + 2, k]
        return UNKNOWN
    if passing(rate, model, plan, size, W, count, notes, t1):
        copy(V[ACC + 2], V[END_A], size.nv)
        return UNKNOWN
    if plan.project and not correct(project, model, t1, W, plan.y1, clock, count):
        return PROJECTION_FAILED
    if not evaluate(rate, model, t1, W, plan.y1, plan.stages, count):
        return RATE_FAILED
    if size.watched:
        arrived(model, notes)
    for k in range(size.nv):
        V[END_A, k] = W[plan.stages, size.nq + k]
    return KNOWN


@kernel
def settle_output(project, model, head, plan, s, x, t, clock, count, out, k, left):
    """Close the k-th output, at t, the fraction x of the step; left: not, beside a singular position."""
    if s.size.yielding:
        w = lagrange(x)
        for r in range(s.size.nc):
            s.L[RIGHT + 1, r] = mode(s.L, LAM, r, w)
        return close(head, s.model, s.rows, t, out[k], s.L[RIGHT + 1], clock[CLOSE_TO], s.V[STEP], s.L[RIGHT])
    return plan.project == 0 or left or correct(project, model, t, out, k, clock, count)


@kernel
def write_outputs(project, model, head, plan, s, step, W, clock, count, t1, smooth, left, times, out):
    """4: the rows of `out` for the times in (t, t1]."""
    h, k, y0 = step.h, count[NEXT_OUTPUT], step.y0
    if k < times.size and times[k] < t1 and smooth:
        ends(s.size, s.blocks, y0[s.size.nq : s.size.nq + s.size.nv], s.V, 1e-4 * h)
    while k < times.size and times[k] <= t1:
        if times[k] < t1:
            x = (times[k] - step.t) / h
            if inside(head, s, x, h, smooth, y0, out[k]) != FINE:
                return NOT_FINITE
            at = min(times[k], clock[LATEST])
            if not settle_output(project, model, head, plan, s, x, at, clock, count, out, k, left):
                return PROJECTION_FAILED
        else:
            copy(W[plan.y1], out[k], W.shape[1])
        k += 1
    count[NEXT_OUTPUT] = k
    return GO_ON


@kernel
def next_length(plan, size, clock, count, notes, h):
    """The step after one of length h: predictive control, not longer after a rejection or after many iterations."""
    error = max(clock[ERROR], LEAST_ERROR)
    q = quotient(size, error, notes)
    if notes[FIRST] == 0.0 and not count[AFTER_REJECTION]:
        predicted = notes[BEFORE] / h * (error * error / clock[PREVIOUS_ERROR]) ** 0.25 / 0.9
        q = max(q, min(SHRINK, max(GROW, predicted)))
    if notes[LAST_ITERATIONS] > 0.6 * size.iterations:  # a longer step would hardly converge
        q = max(q, 1.0)
    wanted = h / q
    if count[AFTER_REJECTION]:
        wanted = min(wanted, h)
    clock[PREVIOUS_ERROR] = max(error, 1e-2)
    return min(wanted, plan.max_step)


@kernel
def accept(plan, s, W, clock, count, history, notes, t, t1, smooth):
    """5: the new state becomes the state."""
    h, size, V, L = t1 - t, s.size, s.V, s.L
    record(plan, clock, count, history, t, t1)
    wanted = next_length(plan, size, clock, count, notes, h)
    if plan.error_stages:
        clock[H] = max(wanted, clock[H]) if count[CUT] else wanted
    arrive(clock, count, t1)
    copy(W[plan.y1], W[plan.y], W.shape[1])
    copy(W[plan.stages], W[0], W.shape[1])
    for i in range(3):
        copy(V[ACC + i], V[ACC_BEFORE + i], size.nv)
        copy(L[LAM + i], L[LAM_BEFORE + i], size.nc)
    copy(V[END_A] if size.yielding else V[ACC + 2], V[ACC_END], size.nv)
    copy(V[END_A], V[START_A], size.nv)
    notes[FIRST], notes[BEFORE], notes[SMOOTH] = 0.0, h, 1.0 if smooth else 0.0
    notes[HIGHEST] = max(notes[HIGHEST], notes[MIDDLE])
    notes[NEAR] += size.nc > 0 and not size.yielding and notes[MIDDLE] < CLOSE * notes[HIGHEST]


@kernel
def reject(h, plan, size, clock, count, notes, verdict):
    """Shorten the step; GO_ON, or the reason if another attempt is useless."""
    count[REJECTED] += 1
    count[AFTER_REJECTION] = 1
    if verdict == ERROR_TOO_LARGE:
        clock[H] = 0.1 * h if notes[FIRST] != 0.0 else h / max(1.2, quotient(size, clock[ERROR], notes))
        return GO_ON
    count[FAILURES_IN_A_ROW] += 1
    clock[H] = 0.5 * h if verdict == NO_CONVERGENCE else 0.25 * h
    hopeless = plan.error_stages == 0 or count[FAILURES_IN_A_ROW] > 40
    if hopeless or too_small(clock[H], clock[T], plan):
        return STEP_TOO_SMALL if verdict == NO_CONVERGENCE else verdict
    return GO_ON


@kernel
def restart(s, W, notes):
    """After a break: there is no step before."""
    notes[FIRST], notes[SMOOTH] = 1.0, 1.0
    for k in range(s.size.nv):
        s.V[ACC_END, k] = s.V[START_A, k] = W[0, s.size.nq + k]
    for i in range(3):
        for r in range(s.size.nc):
            s.L[LAM + i, r] = 0.0


@kernel
def step_error(head, s, step, clock):
    """2: GO_ON, or that the error is too large."""
    error = filtered_error(head, s, step)
    clock[ERROR] = max(error, LEAST_ERROR)
    if error < 1.0:
        return GO_ON
    return ERROR_TOO_LARGE if error < 1e300 else NOT_FINITE


LOOP = (Floats, PLAN, Table, Floats, Counts, Table, Floats, Table, Table, Table, Floats)
"""Model, plan, tolerances, clock, count, W, notes, out, history, stops, times: what a loop works on."""


@entry(i8(RATE_FUNCTION, PROJECT_FUNCTION, *LOOP, STAGES, i8), nogil=True)
def advance(rate, project, model, plan, tolerances, clock, count, W, notes, out, history, stops, times, s, budget):
    """Integrate towards plan.t_end and write the states at `times` into the rows of `out`; as `ode/kernels/advance.py`.

    The memory of the equations is behind the table of notes.
    """
    head, memory = table(Equations, s.model, 0, 0.0)[0], notes[NOTES : NOTES + memory_size(notes, W.shape[1])]
    stop_at, verdict, end = count[EVALUATIONS] + budget, GO_ON, UNKNOWN
    while verdict == GO_ON and clock[T] < plan.t_end:
        limit = may_step(plan, clock, count, stop_at)
        if limit != GO_ON:
            return limit
        t, t1 = clock[T], end_of_step(plan, stops, clock, count)
        step = Step(t, t1 - t, clock[LATEST], W[plan.y], W[plan.z], W[plan.F])
        weights(s.size, tolerances, step.y0, s.V)
        verdict = solve_stages(head, s, step, notes, count)
        if verdict == GO_ON and plan.error_stages:
            verdict = step_error(head, s, step, clock)
        if verdict == GO_ON:
            end = new_state(rate, project, model, head, plan, s, step, W, clock, count, notes, t1)
            verdict = GO_ON if end == KNOWN or end == UNKNOWN else end
        if verdict == GO_ON:
            smooth, left = end == KNOWN and notes[SMOOTH] != 0.0, end == UNKNOWN
            verdict = write_outputs(project, model, head, plan, s, step, W, clock, count, t1, smooth, left, times, out)
        if verdict == GO_ON:
            accept(plan, s, W, clock, count, history, notes, t, t1, end == KNOWN)
            margin = at_break(stops, clock, count)
            if margin > 0.0 and t1 < plan.t_end:
                verdict = begin_anew(rate, project, model, plan, W, clock, count, margin)
                restart(s, W, notes)
            keep(model, plan, memory)
            if verdict == GO_ON and s.size.watched:
                verdict = watch(plan, W, clock, count, notes, step.h, 0.0 if s.size.yielding else C[1])
        else:
            put_back(model, plan, memory)
            verdict = reject(t1 - t, plan, s.size, clock, count, notes, verdict)
    return FINISHED if verdict == GO_ON else verdict
