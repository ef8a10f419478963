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
from snodo.integrators.dae.kernels.advance import LOOP
from snodo.integrators.dae.kernels.closing import close, factor_end
from snodo.integrators.dae.kernels.factors import DAMPING, KIND, LEVEL, RIGID, SOFTEST, STIFFNESS, factor_real
from snodo.integrators.dae.kernels.manifold import local_rates
from snodo.integrators.dae.kernels.newton import converged, rounding, weights
from snodo.integrators.dae.kernels.notes import (
    BEFORE,
    FACTORED,
    FIRST,
    HIGHEST,
    ITERATIONS,
    NO_CONVERGENCE,
    NOTES,
    REFUSED,
    THERE,
    WHOLE,
)
from snodo.integrators.dae.kernels.outputs import between_ends, ends, quadratures
from snodo.integrators.dae.kernels.stage import (
    along,
    at_state,
    copy,
    extra_residuals,
    find_slopes,
    move,
    residuals,
    solve_for,
)
from snodo.integrators.dae.kernels.tables import (
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
    STABILISED,
    STAGES,
    START_A,
    STEP,
    VEL,
    W_V,
    W_X,
    G,
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
    PROJECTION_FAILED,
    REJECTED,
    STEP_TOO_SMALL,
    STEPS,
    H,
    T,
)
from snodo.integrators.ode.kernels.step_size import too_small
from snodo.math.kernels.plan import Plan
from snodo.math.kernels.records import table

END = 2  # the stage of the tables that is the end of a step
ALGORITHM, ALGORITHM_END, BEFORE_LAST = ACC_BEFORE, ACC_BEFORE + 1, ACC_BEFORE + 2
"""a at the beginning and at the end of the step, and v̇ of the step before, for the prediction."""
SHORTEST, LONGEST = 0.2, 2.0
SMALLEST_PIVOT = 1e-10
"""Relative to the highest: rounding is not taken to be amplified by more than its root."""


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


@inline
def shares(size):
    """β′ and γ′."""
    m, f, beta, gamma = constants(size)
    share = (1.0 - f) / (1.0 - m)
    return beta * share, gamma * share


@kernel
def follow(s, step):
    """(1) and (2): a₁, v₁ and x from v̇₁; returns the sum of the squared changes of x, in units of the weights."""
    m, f, beta, gamma = constants(s.size)
    V, h, change = s.V, step.h, 0.0
    for k in range(s.size.nv):
        v, a = step.y0[s.size.nq + k], V[ALGORITHM, k]
        a1 = ((1.0 - f) * V[ACC + END, k] + f * V[START_A, k] - m * a) / (1.0 - m)
        V[ALGORITHM_END, k] = a1
        V[VEL + END, k] = v + h * ((1.0 - gamma) * a + gamma * a1)
        V[STEP + 1, k] = h * v + h * h * ((0.5 - beta) * a + beta * a1) + h * V[EXTRA + END, k]
    for _ in range(s.size.sweeps):
        change = 0.0
        local_rates(s.blocks, V[LOCAL + END], V[VEL + END], V[RATE])
        for k in range(s.size.nv):
            x = V[STEP + 1, k] + 0.5 * h * (V[RATE, k] - V[VEL + END, k])
            change += ((x - V[LOCAL + END, k]) / V[W_X, k]) ** 2
            V[LOCAL + END, k] = x
    return change


@inline
def softness(rows, r, h, beta, gamma):
    """D of a row that yields."""
    return 1.0 / (rows[r, STIFFNESS] * h * h * beta + rows[r, DAMPING] * h * gamma)


@kernel
def factors(head, s, step, t1):
    """S + D at the current v̇₁, factored; returns whether that succeeded."""
    model, rows = s.model, s.rows
    if at_state(head, model, s.size, t1, step.y0, s.V[LOCAL + END], s.V[VEL + END], step.y) != FINE:
        return False
    if s.size.nc == 0:
        return True
    if assemble(head, step.y, model) != FINE:
        return False
    find_slopes(head, model, rows)
    ints, (beta, gamma) = model.view(np.int64), shares(s.size)
    permutation = head.plan_at + table(Plan, model, head.plan_at, 0.0)[0].permutation
    for k in range(head.rows):
        r = ints[permutation + k]
        if rows[r, KIND] != RIGID:
            S, D = model[head.S_at + k], softness(rows, r, step.h, beta, gamma)
            model[head.S_at + k] = S + min(D, SOFTEST * S)
    return factor_real(head, model, ints)


@kernel
def correct_extra(head, s, step):
    """Stabilised index 2: J dy = Φ̇ β′/γ′ − Φ/h."""
    L, (beta, gamma) = s.L, shares(s.size)
    for r in range(s.size.nc):
        L[RIGHT, r] = 0.0
        if s.rows[r, LEVEL] == 2:
            L[RIGHT, r] = L[J_MU + END, r] + L[G + END, r] / step.h - L[G_DOT + END, r] * beta / gamma
    solve_for(head, s.model, step.y, s.V[MU_RHO + END], L[RIGHT])
    for k in range(s.size.nv):
        s.V[EXTRA + END, k] += s.V[MU_RHO + END, k]
    for r in range(s.size.nc):
        L[MU + END, r] += s.model[head.lambda_at + r] if s.rows[r, LEVEL] == 2 else 0.0


@kernel
def correction(head, s, step):
    """One Newton step for v̇₁ and λ₁; returns the sum of the squares of its changes of v₁, in units of the weights."""
    rows, V, L, h, norm = s.rows, s.V, s.L, step.h, 0.0
    beta, gamma = shares(s.size)
    for r in range(s.size.nc):
        g = L[G + END, r]
        if rows[r, KIND] != RIGID:
            g = -g * softness(rows, r, h, beta, gamma)
        elif rows[r, LEVEL] == 1 or s.size.dae_index == STABILISED:
            g = L[G_DOT + END, r] / (h * gamma)
        elif rows[r, LEVEL] == 2:
            g /= h * h * beta
        L[RIGHT, r] = L[J_RHO + END, r] + g
    copy(V[RHO + END], V[STEP], s.size.nv)
    solve_for(head, s.model, step.y, V[STEP], L[RIGHT])
    for k in range(s.size.nv):
        V[ACC + END, k] += V[STEP, k]
        norm += (h * gamma * V[STEP, k] / V[W_V, k]) ** 2
    for r in range(s.size.nc):
        L[LAM + END, r] += s.model[head.lambda_at + r]
    return norm


@kernel
def predict(s, step, first):
    """v̇₁ continues its last change; λ₁ is the last one."""
    V = s.V
    for k in range(s.size.nv):
        V[EXTRA + END, k], V[LOCAL + END, k] = 0.0, 0.0
        V[ACC + END, k] = V[START_A, k] if first else 2.0 * V[START_A, k] - V[BEFORE_LAST, k]
    for r in range(s.size.nc):
        s.L[MU + END, r], s.L[LAM + END, r] = 0.0, s.L[LAM_BEFORE, r]
    follow(s, step)


@kernel
def iterate(head, s, step, t1, noise, full, notes, count):
    """Newton's iteration from the prediction: its count, or −1; full: with factors of every iterate.

    Near singular positions the factors of one iterate do not do for the next, and changes may grow at first.  A row
    without a positive pivot is left as it is for an iteration.
    """
    before, most, amplified = 0.0, 2 * s.size.iterations, 1.0
    predict(s, step, notes[FIRST] != 0.0)
    for done in range(1, most + 1):
        if full or done == 1 or done == s.size.iterations:  # the factors are renewed where they do not do
            fine = factors(head, s, step, t1)
            notes[FACTORED] += 1
            if done == 1:
                look(s, notes, fine)
            if not (fine or full):
                return -1
            amplified = amplification(head, s, notes)
        count[EVALUATIONS] += 1
        if residuals(head, s, step, t1, END) != FINE:
            return -1
        if s.size.dae_index == STABILISED:
            extra_residuals(head, s, step, t1, END)
            correct_extra(head, s, step)
        norm = correction(head, s, step)
        norm = math.sqrt((norm + follow(s, step)) / (2 * s.size.nv))
        answer = converged(norm, before, done, most, s.size.kappa, noise * amplified)
        if answer > 0:
            return done
        if not math.isfinite(norm) or (answer < 0 and done >= s.size.iterations and not full):
            return -1
        before = norm
    return -1


@inline
def amplification(head, s, notes):
    """Of rounding, beside singular positions: 1/s, with the smallest pivot s² relative to its highest."""
    if s.size.nc == 0:
        return 1.0
    pivot = s.model[head.report_at]
    notes[HIGHEST] = max(notes[HIGHEST], pivot)
    return math.sqrt(notes[HIGHEST] / max(pivot, SMALLEST_PIVOT * notes[HIGHEST])) if notes[HIGHEST] > 0.0 else 1.0


@kernel
def look(s, notes, fine):
    """s at the end of the step, as predicted (`watch.py`)."""
    if s.size.watched and not s.size.yielding:
        notes[THERE] = 0.0
        if fine:
            arrived(s.model, notes)


@kernel
def solve_step(head, s, step, t1, notes, count):
    """v̇₁, λ₁ and what follows; GO_ON or NO_CONVERGENCE."""
    noise = rounding(s.size, s.V, step)
    done = iterate(head, s, step, t1, noise, False, notes, count)
    if done < 0 and s.size.nc:
        notes[WHOLE] += 1
        done = iterate(head, s, step, t1, noise, True, notes, count)
    if done < 0:
        notes[REFUSED] += 1
        return NO_CONVERGENCE
    notes[ITERATIONS] += done
    return GO_ON


@kernel
def step_error(head, s, step, t1, clock):
    """v₁ − v₀ − ½ h (v̇₀ + v̇₁), filtered so that J e = 0, in units of the tolerances: GO_ON, or that it is too large."""
    V, h, nv, total = s.V, step.h, s.size.nv, 0.0
    for k in range(nv):
        V[ERR, k] = V[VEL + END, k] - step.y0[s.size.nq + k] - 0.5 * h * (V[START_A, k] + V[ACC + END, k])
    if s.size.nc:
        along(head, s.model, step.y, t1, V[ERR], nv, s.L[RIGHT])
        solve_for(head, s.model, step.y, V[ERR], s.L[RIGHT])
    for k in range(nv):
        total += (V[ERR, k] / V[W_V, k]) ** 2 + (0.5 * h * V[ERR, k] / V[W_X, k]) ** 2
    clock[ERROR] = math.sqrt(total / (2 * nv))
    if clock[ERROR] < 1.0:
        return GO_ON
    return ERROR_TOO_LARGE if clock[ERROR] < 1e300 else NOT_FINITE


@inline
def until(s, x, step, out):
    """Works and counted turns up to the fraction x of the step, by the trapezoidal rule."""
    quadratures(s.size, x - 0.5 * x * x, 0.0, 0.5 * x * x, step.h, step.y0, s.P, out)


@kernel
def new_state(rate, model, head, plan, s, step, W, clock, count, t1):
    """y1; springs as rows keep their force."""
    y1, size, V = W[plan.y1], s.size, s.V
    if move(head, s.model, size, step.y0, V[LOCAL + END], V[VEL + END], y1) != FINE:
        return NOT_FINITE
    until(s, 1.0, step, y1)
    if size.yielding:
        if not factor_end(head, s.model, s.rows, t1, 0.5 * step.h, y1):
            return PROJECTION_FAILED
        if not close(head, s.model, s.rows, t1, y1, s.L[LAM + END], clock[CLOSE_TO], V[STEP], s.L[RIGHT]):
            return PROJECTION_FAILED
    copy(V[ACC + END], V[END_A], size.nv)
    if size.driven and evaluate(rate, model, t1, W, plan.y1, plan.stages, count):
        for k in range(size.works):
            s.P[END, k] = W[plan.stages, size.nq + size.nv + k]
        until(s, 1.0, step, y1)
    return GO_ON


@kernel
def inside(project, model, head, plan, s, step, x, t, clock, count, out, k):
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
        closed = close(head, s.model, s.rows, t, out[k], L[RIGHT + 1], clock[CLOSE_TO], V[ERR], L[RIGHT])
    elif plan.project:
        closed = correct(project, model, t, out, k, clock, count)
    return GO_ON if closed else PROJECTION_FAILED


@kernel
def write_outputs(project, model, head, plan, s, step, W, clock, count, t1, times, out):
    """The rows of `out` for the times in (t, t1]."""
    k, verdict = count[NEXT_OUTPUT], GO_ON
    if k < times.size and times[k] < t1:
        ends(s.size, s.blocks, step.y0[s.size.nq : s.size.nq + s.size.nv], s.V, 1e-4 * step.h)
    while verdict == GO_ON and k < times.size and times[k] <= t1:
        t = min(times[k], clock[LATEST])
        if times[k] < t1:
            x = (times[k] - step.t) / step.h
            verdict = inside(project, model, head, plan, s, step, x, t, clock, count, out, k)
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
def restart(s, W, notes):
    """At the start and after a break: a = v̇, and the powers of the state there."""
    notes[FIRST] = 1.0
    for k in range(s.size.nv):
        s.V[START_A, k] = s.V[ALGORITHM, k] = s.V[BEFORE_LAST, k] = W[0, s.size.nq + k]
    for r in range(s.size.nc):
        s.L[LAM_BEFORE, r] = 0.0
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
        restart(s, W, notes)
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
            verdict = new_state(rate, model, head, plan, s, step, W, clock, count, end)
        if verdict == GO_ON:
            verdict = write_outputs(project, model, head, plan, s, step, W, clock, count, t1, times, out)
        if verdict == GO_ON:
            accept(plan, s, W, clock, count, history, notes, t, t1)
            margin = at_break(stops, clock, count)
            if margin > 0.0 and t1 < plan.t_end:
                verdict = begin_anew(rate, project, model, plan, W, clock, count, margin)
                restart(s, W, notes)
            keep(model, plan, memory)
            if verdict == GO_ON and s.size.watched and not s.size.yielding:
                verdict = watch(plan, W, clock, count, notes, step.h, 0.0)
        else:
            put_back(model, plan, memory)
            verdict = reject(step.h, plan, clock, count, verdict)
    return FINISHED if verdict == GO_ON else verdict
