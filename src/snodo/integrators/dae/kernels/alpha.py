"""Generalised α on the manifold, order 2, for index 3 and the stabilised index 2.

    v̇ and λ satisfy the equations at the end of the step;  a is the acceleration of the algorithm:

    (1 − α_m) a₁ + α_m a₀ = (1 − α_f) v̇₁ + α_f v̇₀                                                            (1)
    x = h v₀ + h² ((½ − β) a₀ + β a₁),      v₁ = v₀ + h ((1 − γ) a₀ + γ a₁)                                  (2)

with x in local coordinates, corrected by ½ h (D(x) v₁ − v₁) where these turn (`manifold.py`).  Chung and Hulbert 1993:

    α_m = (2ρ − 1)/(ρ + 1),  α_f = ρ/(ρ + 1),  γ = ½ + α_f − α_m,  β = ¼ (γ + ½)²

ρ, between 0 and 1, is what is left of infinitely fast vibrations after a step; HHT has α_m = 0.  With β′ = β (1 − α_f)/
(1 − α_m) and γ′ alike, dx = h² β′ dv̇ and dv = h γ′ dv̇: the iteration of `radau.py` for one stage, (hα)² → h² β′.
Stabilised index 2 adds h y to x, y + M⁻¹ Jᵀ μ = 0, for Φ = 0 and Φ̇ = 0 (Arnold, Brüls, Cardona 2015).

The state that is integrated is not projected: that would cost energy (slider-crank, 10 s, steps of 1 ms: 3e-4 of it).
Outputs are, and their accelerations and multipliers are those of the equations of motion there, of second order.
"""

import math

import numpy as np

from snodo._jit import PROJECT_FUNCTION, RATE_FUNCTION, entry, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import Equations, assemble
from snodo.integrators.dae.kernels.advance import (
    BEFORE,
    FACTORED,
    FIRST,
    ITERATIONS,
    LOOP,
    NO_CONVERGENCE,
    NOTES,
    OWN,
    REFUSED,
    converged,
    weights,
)
from snodo.integrators.dae.kernels.closing import close, factor_end
from snodo.integrators.dae.kernels.factors import DAMPING, KIND, LEVEL, RIGID, SOFTEST, STIFFNESS, factor_real
from snodo.integrators.dae.kernels.manifold import local_rates
from snodo.integrators.dae.kernels.outputs import between_ends, ends
from snodo.integrators.dae.kernels.radau import (
    ACC,
    ACC_BEFORE,
    END_A,
    ERR,
    EXTRA,
    G_DOT,
    J_MU,
    J_RHO,
    LAM,
    LAM_BEFORE,
    LOCAL,
    MU,
    MU_RHO,
    OUT_V,
    OUT_X,
    RATE,
    RHO,
    RIGHT,
    START_A,
    STEP,
    VEL,
    W_V,
    W_X,
    G,
)
from snodo.integrators.dae.kernels.stage import (
    STABILISED,
    along,
    at_state,
    copy,
    find_slopes,
    move,
    push_by,
    residuals,
    solve_for,
)
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
    PROJECTION_FAILED,
    REJECTED,
    SMALLEST,
    STEP_TOO_SMALL,
    STEPS,
    TOO_MANY_STEPS,
    H,
    T,
)
from snodo.integrators.ode.kernels.step_size import too_small
from snodo.math.kernels.plan import Plan
from snodo.math.kernels.records import table

END = 2  # the stage that the tables of Radau have for the end of a step
ALGORITHM, ALGORITHM_END, BEFORE_LAST = ACC_BEFORE, ACC_BEFORE + 1, ACC_BEFORE + 2
"""a at the beginning and at the end of the step, and v̇ of the step before, for the prediction."""
SHORTEST, LONGEST = 0.2, 2.0


@inline
def constants(size):
    """α_m, α_f, β, γ; hht: α_m = 0 and ρ is then given by α_f = (1 − ρ)/(1 + ρ)."""
    rho = abs(size.rho)
    if size.rho < 0.0:
        m, f = 0.0, (1.0 - rho) / (1.0 + rho)
    else:
        m, f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    gamma = 0.5 + f - m
    return m, f, 0.25 * (gamma + 0.5) ** 2, gamma


@kernel
def follow(size, blocks, y0, h, V):
    """(1) and (2): a₁, v₁ and x from v̇₁."""
    m, f, beta, gamma = constants(size)
    for k in range(size.nv):
        v, a = y0[size.nq + k], V[ALGORITHM, k]
        a1 = ((1.0 - f) * V[ACC + END, k] + f * V[START_A, k] - m * a) / (1.0 - m)
        V[ALGORITHM_END, k] = a1
        V[VEL + END, k] = v + h * ((1.0 - gamma) * a + gamma * a1)
        V[STEP + 1, k] = h * v + h * h * ((0.5 - beta) * a + beta * a1) + h * V[EXTRA, k]
    change = 0.0
    for _ in range(size.sweeps):
        change = 0.0
        local_rates(blocks, V[LOCAL + END], V[VEL + END], V[RATE])
        for k in range(size.nv):
            x = V[STEP + 1, k] + 0.5 * h * (V[RATE, k] - V[VEL + END, k])
            change += ((x - V[LOCAL + END, k]) / V[W_X, k]) ** 2
            V[LOCAL + END, k] = x
    return change


@kernel
def factors(head, model, size, rows, t, h, y0, y, V):
    """S + D at the prediction, factored."""
    if at_state(head, model, size, t, y0, V[LOCAL + END], V[VEL + END], y) != FINE:
        return False
    if size.nc == 0:
        return True
    if assemble(head, y, model) != FINE:
        return False
    ints = model.view(np.int64)
    find_slopes(head, model, rows)
    m, f, beta, gamma = constants(size)
    share = (1.0 - f) / (1.0 - m)
    permutation = head.plan_at + table(Plan, model, head.plan_at, 0.0)[0].permutation
    for k in range(head.rows):
        r = ints[permutation + k]
        if rows[r, KIND] != RIGID:
            S, D = model[head.S_at + k], softness(rows, r, h, beta * share, gamma * share)
            model[head.S_at + k] = S + min(D, SOFTEST * S)
    return factor_real(head, model, ints)


@inline
def softness(rows, r, h, beta, gamma):
    """D of a row that yields."""
    return 1.0 / (rows[r, STIFFNESS] * h * h * beta + rows[r, DAMPING] * h * gamma)


@kernel
def correction(head, model, size, rows, h, y, V, L):
    """One Newton step for v̇₁ and λ₁ (and y, μ)."""
    m, f, beta, gamma = constants(size)
    share = (1.0 - f) / (1.0 - m)
    b, c = beta * share, gamma * share
    if size.dae_index == STABILISED:
        for r in range(size.nc):
            L[RIGHT, r] = 0.0
            if rows[r, LEVEL] == 2:
                L[RIGHT, r] = L[J_MU, r] + L[G, r] / h - L[G_DOT, r] * b / c
        solve_for(head, model, y, V[MU_RHO], L[RIGHT])
        for k in range(size.nv):
            V[EXTRA, k] += V[MU_RHO, k]
        for r in range(size.nc):
            L[MU, r] += model[head.lambda_at + r] if rows[r, LEVEL] == 2 else 0.0
    for r in range(size.nc):
        g = L[G, r]
        if rows[r, KIND] != RIGID:
            g = -g * softness(rows, r, h, b, c)
        elif rows[r, LEVEL] == 1 or size.dae_index == STABILISED:
            g = L[G_DOT, r] / (h * c)
        elif rows[r, LEVEL] == 2:
            g /= h * h * b
        L[RIGHT, r] = L[J_RHO, r] + g
    copy(V[RHO], V[STEP], size.nv)
    solve_for(head, model, y, V[STEP], L[RIGHT])
    norm = 0.0
    for k in range(size.nv):
        V[ACC + END, k] += V[STEP, k]
        norm += (h * c * V[STEP, k] / V[W_V, k]) ** 2
    for r in range(size.nc):
        L[LAM, r] += model[head.lambda_at + r]
    return norm


@kernel
def solve_step(head, own, size, works, rows, blocks, t1, h, y0, y, scratch, V, L, P, notes, count, rtol):
    """v̇₁, λ₁ and what follows; GO_ON or NO_CONVERGENCE."""
    nv, first = size.nv, notes[FIRST] != 0.0
    kappa = max(size.kappa, 30.0 * 2.0**-52 / (h * rtol))
    for k in range(nv):
        V[EXTRA, k], V[LOCAL + END, k] = 0.0, 0.0
        V[ACC + END, k] = V[START_A, k] if first else 2.0 * V[START_A, k] - V[BEFORE_LAST, k]
    for r in range(size.nc):
        L[MU, r] = 0.0
    follow(size, blocks, y0, h, V)
    before = 0.0
    for done in range(1, 2 * size.iterations + 1):
        if done == 1 or done == size.iterations:  # the factors are renewed where they do not do
            if not factors(head, own, size, rows, t1, h, y0, y, V):
                break
            notes[FACTORED] += 1
        status = residuals(
            head,
            own,
            size,
            works,
            rows,
            t1,
            y0,
            y,
            scratch,
            V[LOCAL + END],
            V[VEL + END],
            V[ACC + END],
            L[LAM],
            V[RHO],
            L[J_RHO],
            L[G],
            L[G_DOT],
            P[END],
        )
        count[EVALUATIONS] += 1
        if status != FINE:
            break
        if size.dae_index == STABILISED:
            for k in range(nv):
                V[MU_RHO, k] = 0.0
            push_by(head, own, y, V[MU_RHO], L[MU])
            for k in range(nv):
                V[MU_RHO, k] -= V[EXTRA, k]
            along(head, own, y, t1, V[MU_RHO], nv, L[J_MU])
        norm = correction(head, own, size, rows, h, y, V, L)
        norm = math.sqrt((norm + follow(size, blocks, y0, h, V)) / (2 * nv))
        answer = converged(size, norm, before, done, 2 * size.iterations, kappa)
        if answer > 0:
            notes[ITERATIONS] += done
            return GO_ON
        if answer < 0 and (done >= size.iterations or not math.isfinite(norm)):
            break
        before = norm
    notes[REFUSED] += 1
    return NO_CONVERGENCE


@kernel
def error_of(head, own, size, rows, t1, h, y, y0, V, L):
    """v₁ − v₀ − ½ h (v̇₀ + v̇₁), filtered so that J e = 0, in units of the tolerances."""
    for k in range(size.nv):
        V[ERR, k] = V[VEL + END, k] - y0[size.nq + k] - 0.5 * h * (V[START_A, k] + V[ACC + END, k])
    if size.nc:
        along(head, own, y, t1, V[ERR], size.nv, L[RIGHT])
        solve_for(head, own, y, V[ERR], L[RIGHT])
    total = 0.0
    for k in range(size.nv):
        total += (V[ERR, k] / V[W_V, k]) ** 2 + (0.5 * h * V[ERR, k] / V[W_X, k]) ** 2
    return math.sqrt(total / (2 * size.nv))


@kernel
def quadratures(size, s, h, y0, P, out):
    """Works and counted turns up to the fraction s of the step, by the trapezoidal rule."""
    b0, b1, first = s - 0.5 * s * s, 0.5 * s * s, size.nq + size.nv
    for k in range(size.works):
        out[first + k] = y0[first + k] + h * (b0 * P[0, k] + b1 * P[END, k])
    for k in range(size.counters):
        at, j = size.nq - size.counters + k, size.works + k
        out[at] = y0[at] + h * (b0 * P[0, j] + b1 * P[END, j])


@kernel
def new_state(rate, project, model, own, head, plan, size, rows, W, V, L, P, clock, count, t1, h):
    """y1 on the constraints, with v̇₁ by the equations of motion."""
    y0, y1, nq, nv = W[plan.y], W[plan.y1], size.nq, size.nv
    if move(head, own, size, y0, V[LOCAL + END], V[VEL + END], y1) != FINE:
        return NOT_FINITE
    quadratures(size, 1.0, h, y0, P, y1)
    t1 = min(t1, clock[LATEST])
    if size.yielding:
        if not factor_end(head, own, rows, t1, 0.5 * h, y1):
            return PROJECTION_FAILED
        if not close(head, own, rows, t1, y1, L[LAM], clock[CLOSE_TO], V[STEP], L[RIGHT]):
            return PROJECTION_FAILED
        copy(V[ACC + END], V[END_A], nv)
        if size.driven and evaluate(rate, model, t1, W, plan.y1, plan.stages, count):
            for k in range(size.works):
                P[END, k] = W[plan.stages, nq + nv + k]
            quadratures(size, 1.0, h, y0, P, y1)
        return GO_ON
    copy(V[ACC + END], V[END_A], nv)
    if size.driven and evaluate(rate, model, t1, W, plan.y1, plan.stages, count):
        for k in range(size.works):
            P[END, k] = W[plan.stages, nq + nv + k]
        quadratures(size, 1.0, h, y0, P, y1)
    return GO_ON


@kernel
def write_outputs(project, model, own, head, plan, size, rows, blocks, W, V, L, P, clock, count, t, t1, times, out):
    """The rows of `out` for the times in (t, t1]."""
    h, k, y0, nq, nv = t1 - t, count[NEXT_OUTPUT], W[plan.y], size.nq, size.nv
    if k < times.size and times[k] < t1:
        ends(size, blocks, y0[nq : nq + nv], V, 1e-4 * h)
    while k < times.size and times[k] <= t1:
        if times[k] < t1:
            s = (times[k] - t) / h
            between_ends(size, s, h, y0[nq : nq + nv], V, V[OUT_X], V[OUT_V])
            if move(head, own, size, y0, V[OUT_X], V[OUT_V], out[k]) != FINE:
                return NOT_FINITE
            quadratures(size, s, h, y0, P, out[k])
            at = min(times[k], clock[LATEST])
            if size.yielding:
                for r in range(size.nc):
                    L[RIGHT + 1, r] = (1.0 - s) * L[LAM_BEFORE, r] + s * L[LAM, r]
                if not close(head, own, rows, at, out[k], L[RIGHT + 1], clock[CLOSE_TO], V[ERR], L[RIGHT]):
                    return PROJECTION_FAILED
            elif plan.project and not correct(project, model, at, out, k, clock, count):
                return PROJECTION_FAILED
        else:
            copy(W[plan.y1], out[k], W.shape[1])
            end = min(t1, clock[LATEST])
            if plan.project and not size.yielding and not correct(project, model, end, out, k, clock, count):
                return PROJECTION_FAILED
        k += 1
    count[NEXT_OUTPUT] = k
    return GO_ON


@kernel
def accept(plan, size, W, V, L, P, clock, count, history, notes, t, t1):
    """The new state becomes the state."""
    h, k = t1 - t, count[STEPS]
    if k < history.shape[0]:
        history[k, 0] = t
        history[k, 1] = h
    if (t1 < plan.t_end and not count[CUT]) or k == 0:
        clock[SMALLEST] = min(clock[SMALLEST], h)
    clock[LARGEST] = max(clock[LARGEST], h)
    if plan.error_stages:
        grown = h * min(LONGEST, max(SHORTEST, 0.9 / max(clock[ERROR], 1e-6) ** (1.0 / 3.0)))
        wanted = min(min(grown, h) if count[AFTER_REJECTION] else grown, plan.max_step)
        if wanted < 1.2 * h and wanted > h:
            wanted = h
        clock[H] = max(wanted, clock[H]) if count[CUT] else wanted
    clock[T] = t1
    count[STEPS] += 1
    count[GRID] += 1 - count[CUT]
    count[AFTER_REJECTION] = 0
    count[FAILURES_IN_A_ROW] = 0
    copy(W[plan.y1], W[plan.y], W.shape[1])
    copy(W[plan.stages], W[0], W.shape[1])
    copy(V[START_A], V[BEFORE_LAST], size.nv)
    copy(V[END_A], V[START_A], size.nv)
    copy(V[ALGORITHM_END], V[ALGORITHM], size.nv)
    copy(L[LAM], L[LAM_BEFORE], size.nc)
    for k in range(P.shape[1]):
        P[0, k] = P[END, k]
    notes[FIRST], notes[BEFORE] = 0.0, h


@kernel
def rescale(size, V, notes, h):
    """a follows a change of the step: a ← v̇ + (h/h_before) (a − v̇)."""
    if notes[FIRST] == 0.0 and h != notes[BEFORE]:
        for k in range(size.nv):
            V[ALGORITHM, k] = V[START_A, k] + h / notes[BEFORE] * (V[ALGORITHM, k] - V[START_A, k])
        notes[BEFORE] = h


@kernel
def restart(size, W, V, L, notes):
    """At the start and after a break: a = v̇."""
    notes[FIRST] = 1.0
    for k in range(size.nv):
        V[START_A, k] = V[ALGORITHM, k] = V[BEFORE_LAST, k] = W[0, size.nq + k]
    for r in range(size.nc):
        L[LAM, r] = L[LAM_BEFORE, r] = 0.0


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


@entry(i8(RATE_FUNCTION, PROJECT_FUNCTION, *LOOP, *OWN, i8), nogil=True)
def advance_alpha(
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
    """The loop over the steps, as that of Radau (`advance.py`)."""
    head = table(Equations, own, 0, 0.0)[0]
    stop_at, verdict, memory = count[EVALUATIONS] + budget, GO_ON, notes[NOTES:]
    if count[STEPS] + count[REJECTED] == 0:
        restart(size, W, V, L, notes)
        for k in range(size.works):
            P[0, k] = W[0, size.nq + size.nv + k]
        for k in range(size.counters):
            P[0, size.works + k] = W[0, size.nq - size.counters + k]
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
        rescale(size, V, notes, h)
        y, scratch, end = W[plan.z], W[plan.F], min(t1, clock[LATEST])
        for r in range(size.nc):
            L[LAM, r] = L[LAM_BEFORE, r]
        verdict = solve_step(
            head,
            own,
            size,
            works,
            rows,
            blocks,
            end,
            h,
            y0,
            y,
            scratch,
            V,
            L,
            P,
            notes,
            count,
            tolerances[1, size.nq],
        )
        if verdict == GO_ON and plan.error_stages:
            clock[ERROR] = error_of(head, own, size, rows, end, h, y, y0, V, L)
            if not clock[ERROR] < 1.0:
                verdict = ERROR_TOO_LARGE if clock[ERROR] < 1e300 else NOT_FINITE
        if verdict == GO_ON:
            verdict = new_state(rate, project, model, own, head, plan, size, rows, W, V, L, P, clock, count, t1, h)
        if verdict == GO_ON:
            verdict = write_outputs(
                project, model, own, head, plan, size, rows, blocks, W, V, L, P, clock, count, t, t1, times, out
            )
        if verdict == GO_ON:
            accept(plan, size, W, V, L, P, clock, count, history, notes, t, t1)
            margin = at_break(stops, clock, count)
            if margin > 0.0 and t1 < plan.t_end:
                verdict = begin_anew(rate, project, model, plan, W, clock, count, margin)
                restart(size, W, V, L, notes)
                for k in range(size.works):
                    P[0, k] = W[0, size.nq + size.nv + k]
            keep(model, plan, memory)
        else:
            put_back(model, plan, memory)
            verdict = reject(h, plan, clock, count, verdict)
    return FINISHED if verdict == GO_ON else verdict
