"""The loop over the steps of generalised α (`alpha_step.py`): lengths, outputs, what is accepted.

The state that is integrated is not projected: that would cost energy (slider-crank, 10 s, steps of 1 ms: 3e-4 of it).
Outputs are, and their accelerations and multipliers are those of the equations of motion there, of second order.
Where springs are rows, states and outputs are closed so that these keep their force (`closing.py`).  Where that fails,
they are projected in the mass metric, which stiff springs feel and soft ones do not; such states are counted.
"""

from snodo._jit import PROJECT_FUNCTION, RATE_FUNCTION, entry, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import ROWS, Equations
from snodo.formulations.kernels.verbs import evaluate as evaluate_rows
from snodo.integrators.dae.kernels.advance import LOOP
from snodo.integrators.dae.kernels.alpha_step import ALGORITHM, ALGORITHM_END, BEFORE_LAST, END, solve_step, step_error
from snodo.integrators.dae.kernels.closing import close, factor_end
from snodo.integrators.dae.kernels.factors import KIND, RIGID
from snodo.integrators.dae.kernels.newton import weights
from snodo.integrators.dae.kernels.notes import (
    BEFORE,
    FIRST,
    NO_CONVERGENCE,
    NOTES,
    WITHOUT_FORCES,
)
from snodo.integrators.dae.kernels.outputs import between_ends, ends, quadratures
from snodo.integrators.dae.kernels.stage import (
    copy,
    move,
    yielding,
)
from snodo.integrators.dae.kernels.tables import (
    ACC,
    END_A,
    ERR,
    LAM,
    LAM_BEFORE,
    LOCAL,
    OUT_V,
    OUT_X,
    RIGHT,
    STAGES,
    START_A,
    VEL,
    Step,
)
from snodo.integrators.dae.kernels.watch import memory_size, watch
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
    PROJECTION_FAILED,
    REJECTED,
    STEP_TOO_SMALL,
    STEPS,
    H,
    T,
)
from snodo.integrators.ode.kernels.step_size import too_small
from snodo.math.kernels.records import table

SHORTEST, LONGEST = 0.2, 2.0


@inline
def until(s, x, step, out):
    """Works and counted turns up to the fraction x of the step, by the trapezoidal rule."""
    quadratures(s.size, x - 0.5 * x * x, 0.0, 0.5 * x * x, step.h, step.y0, s.P, out)


@kernel
def settle(project, model, head, plan, s, step, lam, t, clock, count, notes, Y, k):
    """Close the state Y[k] at t: springs as rows keep the force λ, where that succeeds; whether it is closed."""
    y, width = Y[k], Y.shape[1]
    copy(y, step.scratch, width)
    if factor_end(head, s.model, s.rows, t, 0.5 * step.h, y):
        if close(head, s.model, s.rows, t, y, lam, clock[CLOSE_TO], s.V[ERR], s.L[RIGHT]):
            return True
    copy(step.scratch, y, width)
    notes[WITHOUT_FORCES] += 1
    return plan.project != 0 and correct(project, model, t, Y, k, clock, count)


@kernel
def new_state(rate, project, model, head, plan, s, step, W, clock, count, notes, t1):
    """y1; springs as rows keep their force."""
    y1, size, V = W[plan.y1], s.size, s.V
    if move(head, s.model, size, step.y0, V[LOCAL + END], V[VEL + END], y1) != FINE:
        return NOT_FINITE
    until(s, 1.0, step, y1)
    if size.yielding:
        lam = s.L[LAM + END]
        if not settle(project, model, head, plan, s, step, lam, t1, clock, count, notes, W, plan.y1):
            return PROJECTION_FAILED
    copy(V[ACC + END], V[END_A], size.nv)
    if size.driven and evaluate(rate, model, t1, W, plan.y1, plan.stages, count):
        for k in range(size.works):
            s.P[END, k] = W[plan.stages, size.nq + size.nv + k]
        until(s, 1.0, step, y1)
    return GO_ON


@kernel
def inside(project, model, head, plan, s, step, x, t, clock, count, notes, out, k):
    """The k-th output, at t, the fraction x of the step."""
    nq, nv, V, L = s.size.nq, s.size.nv, s.V, s.L
    between_ends(s.size, x, step.h, step.y0[nq : nq + nv], V, V[OUT_X], V[OUT_V])
    if move(head, s.model, s.size, step.y0, V[OUT_X], V[OUT_V], out[k]) != FINE:
        return NOT_FINITE
    until(s, x, step, out[k])
    closed = True
    if s.size.yielding:
        for r in range(s.size.nc):
            L[RIGHT + 1, r] = (1.0 - x) * L[LAM_BEFORE, r] + x * L[LAM + END, r]
        closed = settle(project, model, head, plan, s, step, L[RIGHT + 1], t, clock, count, notes, out, k)
    elif plan.project:
        closed = correct(project, model, t, out, k, clock, count)
    return GO_ON if closed else PROJECTION_FAILED


@kernel
def write_outputs(project, model, head, plan, s, step, W, clock, count, notes, t1, times, out):
    """The rows of `out` for the times in (t, t1]."""
    k, verdict = count[NEXT_OUTPUT], GO_ON
    if k < times.size and times[k] < t1:
        ends(s.size, s.blocks, step.y0[s.size.nq : s.size.nq + s.size.nv], s.V, 1e-4 * step.h)
    while verdict == GO_ON and k < times.size and times[k] <= t1:
        t = min(times[k], clock[LATEST])
        if times[k] < t1:
            x = (times[k] - step.t) / step.h
            verdict = inside(project, model, head, plan, s, step, x, t, clock, count, notes, out, k)
        else:
            copy(W[plan.y1], out[k], W.shape[1])
            if plan.project and not s.size.yielding and not correct(project, model, t, out, k, clock, count):
                verdict = PROJECTION_FAILED
        k += 1
    if verdict == GO_ON:
        count[NEXT_OUTPUT] = k
    return verdict


@kernel
def accept(plan, s, W, clock, count, history, notes, t, t1):
    """The new state becomes the state."""
    h, V, P = t1 - t, s.V, s.P
    record(plan, clock, count, history, t, t1)
    if plan.error_stages:
        grown = h * min(LONGEST, max(SHORTEST, 0.9 / max(clock[ERROR], 1e-6) ** (1.0 / 3.0)))
        wanted = min(min(grown, h) if count[AFTER_REJECTION] else grown, plan.max_step)
        if wanted < 1.2 * h and wanted > h:
            wanted = h
        clock[H] = max(wanted, clock[H]) if count[CUT] else wanted
    arrive(clock, count, t1)
    copy(W[plan.y1], W[plan.y], W.shape[1])
    copy(W[plan.stages], W[0], W.shape[1])
    copy(V[START_A], V[BEFORE_LAST], s.size.nv)
    copy(V[END_A], V[START_A], s.size.nv)
    copy(V[ALGORITHM_END], V[ALGORITHM], s.size.nv)
    copy(s.L[LAM + END], s.L[LAM_BEFORE], s.size.nc)
    copy(P[END], P[0], P.shape[1])
    notes[FIRST], notes[BEFORE] = 0.0, h


@kernel
def rescale(s, notes, h):
    """a follows a change of the step: a ← v̇ + (h/h_before) (a − v̇)."""
    if notes[FIRST] == 0.0 and h != notes[BEFORE]:
        for k in range(s.size.nv):
            s.V[ALGORITHM, k] = s.V[START_A, k] + h / notes[BEFORE] * (s.V[ALGORITHM, k] - s.V[START_A, k])
        notes[BEFORE] = h


@kernel
def restart(head, plan, s, W, notes, t):
    """At the start and after a break: a = v̇, and the forces of springs and the powers in the state there."""
    notes[FIRST] = 1.0
    for k in range(s.size.nv):
        s.V[START_A, k] = s.V[ALGORITHM, k] = s.V[BEFORE_LAST, k] = W[0, s.size.nq + k]
    for r in range(s.size.nc):
        s.L[LAM_BEFORE, r] = 0.0
    if s.size.yielding and evaluate_rows(head, ROWS, t, W[plan.y], s.model) == FINE:
        for r in range(s.size.nc):
            if s.rows[r, KIND] != RIGID:
                phi, phi_dot = s.model[head.phi_at + r], s.model[head.phi_dot_at + r]
                s.L[LAM_BEFORE, r], _ = yielding(s.rows, r, phi, phi_dot)
    for k in range(s.size.works):
        s.P[0, k] = W[0, s.size.nq + s.size.nv + k]
    for k in range(s.size.counters):
        s.P[0, s.size.works + k] = W[0, s.size.nq - s.size.counters + k]


@kernel
def reject(h, plan, clock, count, verdict):
    """Shorten the step; GO_ON, or the reason if another attempt is useless."""
    count[REJECTED] += 1
    count[AFTER_REJECTION] = 1
    if verdict == ERROR_TOO_LARGE:
        clock[H] = h * max(SHORTEST, 0.8 / clock[ERROR] ** (1.0 / 3.0))
        return GO_ON
    count[FAILURES_IN_A_ROW] += 1
    clock[H] = 0.5 * h
    if plan.error_stages == 0 or count[FAILURES_IN_A_ROW] > 40 or too_small(clock[H], clock[T], plan):
        return STEP_TOO_SMALL if verdict == NO_CONVERGENCE else verdict
    return GO_ON


@entry(i8(RATE_FUNCTION, PROJECT_FUNCTION, *LOOP, STAGES, i8), nogil=True)
def advance_alpha(
    rate, project, model, plan, tolerances, clock, count, W, notes, out, history, stops, times, s, budget
):
    """The loop over the steps, as that of Radau (`advance.py`)."""
    head, memory = table(Equations, s.model, 0, 0.0)[0], notes[NOTES : NOTES + memory_size(notes, W.shape[1])]
    stop_at, verdict = count[EVALUATIONS] + budget, GO_ON
    if count[STEPS] + count[REJECTED] == 0:
        restart(head, plan, s, W, notes, clock[T])
    while verdict == GO_ON and clock[T] < plan.t_end:
        limit = may_step(plan, clock, count, stop_at)
        if limit != GO_ON:
            return limit
        t, t1 = clock[T], end_of_step(plan, stops, clock, count)
        step = Step(t, t1 - t, clock[LATEST], W[plan.y], W[plan.z], W[plan.F])
        end = min(t1, step.latest)
        weights(s.size, tolerances, step.y0, s.V)
        rescale(s, notes, step.h)
        verdict = solve_step(head, s, step, end, notes, count)
        if verdict == GO_ON and plan.error_stages:
            verdict = step_error(head, s, step, end, clock)
        if verdict == GO_ON:
            verdict = new_state(rate, project, model, head, plan, s, step, W, clock, count, notes, end)
        if verdict == GO_ON:
            verdict = write_outputs(project, model, head, plan, s, step, W, clock, count, notes, t1, times, out)
        if verdict == GO_ON:
            accept(plan, s, W, clock, count, history, notes, t, t1)
            margin = at_break(stops, clock, count)
            if margin > 0.0 and t1 < plan.t_end:
                verdict = begin_anew(rate, project, model, plan, W, clock, count, margin)
                restart(head, plan, s, W, notes, clock[T] + margin)
            keep(model, plan, memory)
            if verdict == GO_ON and s.size.watched and not s.size.yielding:
                verdict = watch(plan, W, clock, count, notes, step.h, 0.0)
        else:
            put_back(model, plan, memory)
            verdict = reject(step.h, plan, clock, count, verdict)
    return FINISHED if verdict == GO_ON else verdict
