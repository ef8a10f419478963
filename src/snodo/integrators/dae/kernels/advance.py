"""The loop over the steps of Radau, for all formulations.

One step from t to t1 = t + h:

    1  predict the stages, factor, iterate; where that fails, once more with the whole matrix; then half the step
    2  error of the step; too large: shorten h and try again
    3  the new state, projected onto the constraints; its accelerations by the equations of motion
    4  outputs inside the step
    5  t ← t1, next h

`rate` and `project` belong to the formulation itself, `model`; the stages to the same mechanism with springs and
dampers as rows, `own`, which is the same array if there are none.

Next step: Gustafsson's predictive control, with the last error and the last step (Hairer, Wanner II, IV.8).
"""

from math import isfinite

from snodo import _jit
from snodo._jit import PROJECT_FUNCTION, RATE_FUNCTION, Floats, Table, entry, i8, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import VELOCITIES, Equations, displace, solve
from snodo.integrators.dae.kernels.closing import close, factor_end
from snodo.integrators.dae.kernels.coefficients import ALPHA, B
from snodo.integrators.dae.kernels.outputs import ends, inside, quadratures
from snodo.integrators.dae.kernels.radau import (
    ACC,
    ACC_BEFORE,
    ACC_END,
    END_A,
    LAM,
    LAM_BEFORE,
    LOCAL,
    RIGHT,
    START_A,
    STEP,
    VEL,
    W_V,
    W_X,
    all_residuals,
    correct_extra,
    correct_rigid,
    correct_yielding,
    factors,
    filtered_error,
    lagrange,
    mode,
    predict,
    stage_places,
    stage_time,
    stage_velocities,
    take_step,
)
from snodo.integrators.dae.kernels.stage import SIZES, STABILISED, copy, move
from snodo.integrators.dae.kernels.whole_newton import whole_correction
from snodo.integrators.ode.kernels.breaks import at_break, begin_anew, end_of_step
from snodo.integrators.ode.kernels.dense_output import correct
from snodo.integrators.ode.kernels.memory import keep, put_back
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
    GRID,
    LARGEST,
    LATEST,
    NEXT_OUTPUT,
    NOT_FINITE,
    PAUSED,
    PLAN,
    PREVIOUS_ERROR,
    PROJECTION_FAILED,
    RATE_FAILED,
    REJECTED,
    SMALLEST,
    STEP_TOO_SMALL,
    STEPS,
    TOO_MANY_STEPS,
    Counts,
    H,
    T,
)
from snodo.integrators.ode.kernels.step_size import too_small
from snodo.math.kernels.records import table

FIRST, BEFORE, SMOOTH, ITERATIONS, FACTORED, WHOLE, REFUSED, LAST_ITERATIONS = 0, 1, 2, 3, 4, 5, 6, 7
HIGHEST, MIDDLE, NEAR = 8, 9, 10
"""Slots of `notes`: whether there is no step before, its length, whether accelerations at t are known; then counts:
iterations, factorisations, iterations with the whole matrix, steps whose iterations failed; then the highest smallest
pivot of the rows in the middle of a step so far, that of the current step, and how many steps were close to a singular
position."""
NOTES = 11
MOST_WHOLE = 15
EPS = 2.0**-52
LEAST_ERROR = 1e-10
NOISE = 30.0
"""Rounding of positions, in units of ε, that becomes noise of the velocities when it is divided by h."""
SHRINK, GROW = 5.0, 0.125
NO_CONVERGENCE = -3
KNOWN, UNKNOWN = -11, -12
"""Whether the accelerations at the end of a step are known from the equations."""
APPROACH, CLOSE = 0.3, 0.01
"""Of the highest pivot so far: below the first, a step may be passing a singular position; below the second, it is left
as it is.  There a projection would err by Φ/σ², with the pivot σ², and the accelerations by Φ/σ³; the stages of index 3
are on the constraints by themselves."""


@kernel
def weights(size, tolerances, y, V):
    """Acceptable errors of local coordinates and velocities."""
    nq = size.nq
    for k in range(size.nv):
        V[W_X, k] = tolerances[0, nq + k]
        V[W_V, k] = tolerances[0, nq + k] + tolerances[1, nq + k] * abs(y[nq + k])


@kernel
def converged(size, norm, before, done, most, kappa):
    """1: the iteration has converged; 0: it goes on; −1: it will not converge."""
    if not isfinite(norm) or norm > 1e100:
        return -1
    if done == 1:
        return 1 if norm < 1e-2 * kappa else 0
    theta = norm / before if before > 0.0 else 0.0
    if norm < 1e-3 * kappa or (theta < 1.0 and theta / (1.0 - theta) * norm < kappa):
        return 1
    if theta >= 1.0 and norm > kappa:
        return -1
    if done > 2 and norm * theta ** (most - done) / (1.0 - min(theta, 0.99)) > kappa:
        return -1
    return 0


@kernel
def iterate(
    head, own, size, works, rows, kept, blocks, t, h, latest, y0, y, scratch, V, L, P, Z, b, z, terms, W, kappa, how
):
    """Newton's iteration from the prediction; how: 0 with the factors, 1 with the whole matrix.  Its count, or −1."""
    v = y0[size.nq : size.nq + size.nv]
    most = MOST_WHOLE if how else size.iterations
    before = 0.0
    for done in range(1, most + 1):
        if all_residuals(head, own, size, works, rows, t, h, latest, y0, y, scratch, V, L, P) != FINE:
            return -1
        if how:
            if not whole_correction(head, own, size, rows, kept, t, h, latest, y0, y, V, L, terms, W):
                return -1
        else:
            if size.dae_index == STABILISED:
                correct_extra(head, own, size, rows, h, y, V, L)
            if size.yielding:
                correct_yielding(head, own, size, rows, h, y, V, L, Z, b, z)
            else:
                correct_rigid(head, own, size, rows, h, y, V, L)
        norm = take_step(size, blocks, v, h, V)
        answer = converged(size, norm, before, done, most, kappa)
        if answer != 0:
            return done if answer > 0 else -1
        before = norm
    return -1


@kernel
def begin_stages(size, blocks, y0, t, h, V, L, notes):
    """The prediction."""
    v = y0[size.nq : size.nq + size.nv]
    predict(size, V, L, notes[FIRST] != 0.0, h / notes[BEFORE] if notes[FIRST] == 0.0 else 0.0)
    stage_velocities(size, V, v, h)
    for i in range(3):
        for k in range(size.nv):
            V[LOCAL + i, k] = 0.0
    stage_places(size, blocks, V, h)
    stage_places(size, blocks, V, h)


@kernel
def solve_stages(
    head,
    own,
    size,
    works,
    rows,
    kept,
    blocks,
    t,
    h,
    latest,
    y0,
    y,
    scratch,
    V,
    L,
    P,
    Z,
    b,
    z,
    terms,
    W,
    notes,
    count,
    rtol,
):
    """1: the stages; GO_ON or NO_CONVERGENCE."""
    done = -1
    kappa = max(size.kappa, NOISE * EPS / (h * rtol))
    begin_stages(size, blocks, y0, t, h, V, L, notes)
    middle = stage_time(t, h, 1, latest)
    fine = factors(head, own, size, rows, middle, h, y0, y, V, Z)
    notes[FACTORED] += 1
    count[EVALUATIONS] += 1
    notes[MIDDLE] = own[head.report_at] if fine else 0.0
    if fine:
        done = iterate(
            head,
            own,
            size,
            works,
            rows,
            kept,
            blocks,
            t,
            h,
            latest,
            y0,
            y,
            scratch,
            V,
            L,
            P,
            Z,
            b,
            z,
            terms,
            W,
            kappa,
            0,
        )
        count[EVALUATIONS] += 3 * abs(done)
    if done < 0:
        notes[REFUSED] += 1
        near = notes[MIDDLE] < APPROACH * notes[HIGHEST]
        if size.terms == 0 or not (near or not fine or count[FAILURES_IN_A_ROW] >= 2):
            return NO_CONVERGENCE
        begin_stages(size, blocks, y0, t, h, V, L, notes)
        done = iterate(
            head,
            own,
            size,
            works,
            rows,
            kept,
            blocks,
            t,
            h,
            latest,
            y0,
            y,
            scratch,
            V,
            L,
            P,
            Z,
            b,
            z,
            terms,
            W,
            kappa,
            1,
        )
        notes[WHOLE] += 1
        count[EVALUATIONS] += 6 * abs(done)
        if done >= 0 and not factors(head, own, size, rows, middle, h, y0, y, V, Z):  # for the error
            return NO_CONVERGENCE
    if done < 0:
        return NO_CONVERGENCE
    notes[ITERATIONS] += done
    notes[LAST_ITERATIONS] = done
    return GO_ON


@kernel
def quotient(size, error, notes):
    """h over the next h, from the error and the number of iterations."""
    safety = (
        0.9 * (2.0 * size.iterations + 1.0) / (2.0 * size.iterations + min(notes[LAST_ITERATIONS], size.iterations))
    )
    return max(GROW, min(SHRINK, error**0.25 / safety))


@kernel
def powers_of_stages(rate, model, own, head, plan, size, rows, W, V, L, P, clock, count, t, h):
    """Powers of rows that do work, with the forces of the equations of motion in the stages, where these are regular.

    Multipliers of the stages of index 3 are of second order only.  Stiff springs keep the force of the stage.
    """
    first = size.nq + size.nv
    for i in range(3):
        y, at = W[plan.z], stage_time(t, h, i, clock[LATEST])
        if move(head, own, size, W[plan.y], V[LOCAL + i], V[VEL + i], y) != FINE:
            return
        if size.yielding:
            if not factor_end(head, own, rows, at, h * ALPHA, y):
                return
            if not close(head, own, rows, at, y, L[LAM + i], clock[CLOSE_TO], V[STEP], L[RIGHT]):
                return
        if not evaluate(rate, model, at, W, plan.z, plan.F, count):
            return
        for k in range(size.works):
            P[i, k] = W[plan.F, first + k]


@kernel
def passing(rate, model, plan, size, W, count, notes, t1):
    """Whether the step ends, or has its middle, too close to a singular position."""
    if size.nc == 0 or size.dae_index != 3 or notes[MIDDLE] > APPROACH * notes[HIGHEST]:
        return False
    if not evaluate(rate, model, t1, W, plan.y1, plan.stages, count):
        return True
    head = table(Equations, model, 0, 0.0)[0]
    if min(model[head.report_at], notes[MIDDLE]) > CLOSE * notes[HIGHEST]:
        return False
    for k in range(size.nv):
        model[head.x_at + k] = 0.0
    solve(head, head.phi_dot_at, W[plan.y1], model)
    displace(head, VELOCITIES, W[plan.y1], model)
    return True


@kernel
def new_state(rate, project, model, own, head, plan, size, rows, W, V, L, P, clock, count, notes, t1, h):
    """3: y1 on the constraints, and its accelerations, unless there are springs as rows."""
    y0, y1, nq, nv = W[plan.y], W[plan.y1], size.nq, size.nv
    if move(head, own, size, y0, V[LOCAL + 2], V[VEL + 2], y1) != FINE:
        return NOT_FINITE
    if size.driven:
        powers_of_stages(rate, model, own, head, plan, size, rows, W, V, L, P, clock, count, t1 - h, h)
    quadratures(size, B[0], B[1], B[2], h, y0, P, y1)
    t1 = min(t1, clock[LATEST])
    if size.yielding:
        if not factor_end(head, own, rows, t1, h * ALPHA, y1):
            return PROJECTION_FAILED
        if not close(head, own, rows, t1, y1, L[LAM + 2], clock[CLOSE_TO], V[STEP], L[RIGHT]):
            return PROJECTION_FAILED
        known = evaluate(rate, model, t1, W, plan.y1, plan.stages, count)
        for k in range(nv):
            V[END_A, k] = W[plan.stages, nq + k] if known else V[ACC + 2, k]
        return UNKNOWN
    if passing(rate, model, plan, size, W, count, notes, t1):
        copy(V[ACC + 2], V[END_A], nv)
        return UNKNOWN
    if plan.project and not correct(project, model, t1, W, plan.y1, clock, count):
        return PROJECTION_FAILED
    if not evaluate(rate, model, t1, W, plan.y1, plan.stages, count):
        return RATE_FAILED
    for k in range(nv):
        V[END_A, k] = W[plan.stages, nq + k]
    return KNOWN


@kernel
def write_outputs(
    project, model, own, head, plan, size, rows, blocks, W, V, L, P, clock, count, t, t1, smooth, left, times, out
):
    """4: the rows of `out` for the times in (t, t1]."""
    h, k, y0 = t1 - t, count[NEXT_OUTPUT], W[plan.y]
    if k < times.size and times[k] < t1 and smooth:
        ends(size, blocks, y0[size.nq : size.nq + size.nv], V, 1e-4 * h)
    while k < times.size and times[k] <= t1:
        if times[k] < t1:
            if inside(head, own, size, (times[k] - t) / h, h, smooth, y0, P, V, out[k]) != FINE:
                return NOT_FINITE
            at = min(times[k], clock[LATEST])
            if size.yielding:
                w = lagrange((times[k] - t) / h)
                for r in range(size.nc):
                    L[RIGHT + 1, r] = mode(L, LAM, r, w)
                if not close(head, own, rows, at, out[k], L[RIGHT + 1], clock[CLOSE_TO], V[STEP], L[RIGHT]):
                    return PROJECTION_FAILED
            elif plan.project and left == 0 and not correct(project, model, at, out, k, clock, count):
                return PROJECTION_FAILED
        else:
            copy(W[plan.y1], out[k], W.shape[1])
        k += 1
    count[NEXT_OUTPUT] = k
    return GO_ON


@kernel
def accept(plan, size, W, V, L, clock, count, history, notes, t, t1, smooth):
    """5: the new state becomes the state."""
    h, k = t1 - t, count[STEPS]
    if k < history.shape[0]:
        history[k, 0] = t
        history[k, 1] = h
    if (t1 < plan.t_end and not count[CUT]) or k == 0:
        clock[SMALLEST] = min(clock[SMALLEST], h)
    clock[LARGEST] = max(clock[LARGEST], h)
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
    wanted = min(wanted, plan.max_step)
    if plan.error_stages:
        clock[H] = max(wanted, clock[H]) if count[CUT] else wanted
    clock[PREVIOUS_ERROR] = max(error, 1e-2)
    clock[T] = t1
    count[STEPS] += 1
    count[GRID] += 1 - count[CUT]
    count[AFTER_REJECTION] = 0
    count[FAILURES_IN_A_ROW] = 0
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
def restart(size, plan, W, V, L, notes):
    """After a break: there is no step before."""
    notes[FIRST], notes[SMOOTH] = 1.0, 1.0
    for k in range(size.nv):
        V[ACC_END, k] = V[START_A, k] = W[0, size.nq + k]
    for i in range(3):
        for r in range(size.nc):
            L[LAM + i, r] = 0.0


Complex = _jit.types.complex128[::1]
Whole = _jit.i8[:, ::1]
LOOP = (Floats, PLAN, Table, Floats, Counts, Table, Floats, Table, Table, Table, Floats)
OWN = (Floats, SIZES, Counts, Table, Counts, Whole, Table, Table, Table, Complex, Complex, Complex, Floats, Table)


@entry(i8(RATE_FUNCTION, PROJECT_FUNCTION, *LOOP, *OWN, i8), nogil=True)
def advance(
    rate,
    project,
    model,
    plan,
    tolerances,
    clock,
    count,
    W,
    notes,
    out,
    history,
    stops,
    times,
    own,
    size,
    works,
    rows,
    kept,
    blocks,
    V,
    L,
    P,
    Z,
    b,
    z,
    terms,
    dense,
    budget,
):
    """Integrate towards plan.t_end and write the states at `times` into the rows of `out`; as `ode/kernels/advance.py`.

    The memory of the equations is behind the table of notes.
    """
    head = table(Equations, own, 0, 0.0)[0]
    stop_at, verdict, smooth = count[EVALUATIONS] + budget, GO_ON, 0
    memory = notes[NOTES:]
    while verdict == GO_ON and clock[T] < plan.t_end:
        if count[EVALUATIONS] >= stop_at:
            return PAUSED
        if count[STEPS] + count[REJECTED] >= plan.max_steps:
            return TOO_MANY_STEPS
        if too_small(clock[H], clock[T], plan):
            return STEP_TOO_SMALL
        t, t1 = clock[T], end_of_step(plan, stops, clock, count)
        h, y0 = t1 - t, W[plan.y]
        weights(size, tolerances, y0, V)
        y, scratch = W[plan.z], W[plan.F]
        verdict = solve_stages(
            head,
            own,
            size,
            works,
            rows,
            kept,
            blocks,
            t,
            h,
            clock[LATEST],
            y0,
            y,
            scratch,
            V,
            L,
            P,
            Z,
            b,
            z,
            terms,
            dense,
            notes,
            count,
            tolerances[1, size.nq],
        )
        if verdict == GO_ON and plan.error_stages:
            v = y0[size.nq : size.nq + size.nv]
            error = filtered_error(head, own, size, rows, stage_time(t, h, 1, clock[LATEST]), h, y, v, V, L)
            clock[ERROR] = max(error, LEAST_ERROR)
            if not error < 1.0:
                verdict = ERROR_TOO_LARGE if error < 1e300 else NOT_FINITE
        if verdict == GO_ON:
            smooth = new_state(
                rate, project, model, own, head, plan, size, rows, W, V, L, P, clock, count, notes, t1, h
            )
            if smooth != KNOWN and smooth != UNKNOWN:
                verdict = smooth
        if verdict == GO_ON:
            polynomials = smooth == KNOWN and notes[SMOOTH] != 0.0
            verdict = write_outputs(
                project,
                model,
                own,
                head,
                plan,
                size,
                rows,
                blocks,
                W,
                V,
                L,
                P,
                clock,
                count,
                t,
                t1,
                polynomials,
                smooth == UNKNOWN,
                times,
                out,
            )
        if verdict == GO_ON:
            accept(plan, size, W, V, L, clock, count, history, notes, t, t1, smooth == KNOWN)
            margin = at_break(stops, clock, count)
            if margin > 0.0 and t1 < plan.t_end:
                verdict = begin_anew(rate, project, model, plan, W, clock, count, margin)
                restart(size, plan, W, V, L, notes)
            keep(model, plan, memory)
        else:
            put_back(model, plan, memory)
            verdict = reject(h, plan, size, clock, count, notes, verdict)
    return FINISHED if verdict == GO_ON else verdict
