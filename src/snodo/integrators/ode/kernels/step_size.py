"""Step-size control.

The error of a step, in units of the acceptable error, over the n controlled components:

    |e| = √(1/n Σ (e_i / sc_i)²),    sc_i = atol_i + rtol_i max(|y_i|, |y1_i|)                               (1)
    err = |e₁|² / √(|e₁|² + 0.01 |e₂|²)                                                                      (2)

e₁ is the main estimate, e₂ one of lower order (DOP853: orders 5 and 3); without a second one, e₂ = 0 and err = |e₁|.
For several problems side by side (`plan.lanes`) the largest err is used.

After an accepted step (PI control, Gustafsson) and after a rejected one:

    h_new = h clip(safety err^−α err_previous^β, shrink, grow),      h_new = h max(safety err^−α, shrink)     (3)

and the first step after a rejection does not grow.  In the literature, for a method whose estimate has order q − 1:

    elementary            β = 0,             α = 1/q
    Hairer, dopri5        β = 0.04,          α = 1/5 − 0.75 β,   safety 0.9
    Hairer, dop853        β = 0,             α = 1/8,            safety 0.9
    Gustafsson PI         β = 0.4/q,         α = 0.7/q
    Söderlind H211b       filters also the last ratio of steps

Here β = 0.04 for both, α = 1/5 − 0.75 β and 1/8 − 0.2 β, and safety 0.8, which on closed loops rejects a fifth as many
steps as 0.9.

Source: Hairer, Nørsett, Wanner, *Solving ODE I*, II.4 ((1), elementary control), II.10 (2); Hairer, Wanner,
*Solving ODE II*, IV.2 (PI control).
"""

from math import isnan, sqrt

from snodo._jit import kernel
from snodo.integrators.ode.kernels.stages import weighted_sum
from snodo.integrators.ode.kernels.state import (
    AFTER_REJECTION,
    ERROR,
    ERROR_TOO_LARGE,
    FAILURES_IN_A_ROW,
    GO_ON,
    PREVIOUS_ERROR,
    REJECT,
    REJECTED,
    H,
    T,
)

EPS = 2.0**-52
MOST_FAILURES = 12


@kernel
def norm(W, row, plan, tolerances, lane):
    """|e| of (1) of the problem in a lane, with e in W[row]."""
    n, i, total = tolerances.shape[1], lane, 0.0
    while i < n:  # a range with such a step costs a division
        scale = tolerances[0, i] + tolerances[1, i] * max(abs(W[plan.y, i]), abs(W[plan.y1, i]))
        total += (W[row, i] / scale) ** 2
        i += plan.lanes
    return sqrt(total * plan.lanes / n)


@kernel
def combined(h, plan, tolerances, W, lane):
    """The err of (2) of the problem in a lane; the estimates are in W[plan.F] …"""
    e1, e2 = 0.0, 0.0
    for k in range(plan.D - 1 - plan.E, -1, -1):
        e1, e2 = h * norm(W, plan.F + k, plan, tolerances, lane), e1
    if e1 == 0.0:
        return 0.0
    return e1 * (e1 / sqrt(e1 * e1 + 0.01 * e2 * e2))


@kernel
def error_of_step(h, plan, table, tolerances, W):
    """The largest err; NaN if one of them is NaN."""
    for row in range(plan.E, plan.D):
        weighted_sum(table, row, plan.error_stages, W, plan.F + row - plan.E)
    worst = combined(h, plan, tolerances, W, 0)
    for lane in range(1, plan.lanes):
        error = combined(h, plan, tolerances, W, lane)
        if error > worst or isnan(error):
            worst = error
    return worst


@kernel
def largest_norm(W, row, plan, tolerances):
    """|e| of (1) of the worst problem."""
    worst = 0.0
    for lane in range(plan.lanes):
        worst = max(worst, norm(W, row, plan, tolerances, lane))
    return worst


@kernel
def too_small(h, t, plan):
    """Whether a step h is below the rounding of t."""
    return h < 16.0 * EPS * max(abs(t), 1e-6 * (plan.t_end - plan.t_start))


@kernel
def next_step(h, plan, clock, count):
    """h_new of (3) after an accepted step h; a fixed step does not change."""
    if plan.error_stages == 0:
        return clock[H]
    reduction = clock[ERROR] ** plan.alpha / (plan.safety * clock[PREVIOUS_ERROR] ** plan.beta)
    longer = h / min(1.0 / plan.shrink, max(1.0 / plan.grow, reduction))
    return min(longer, h if count[AFTER_REJECTION] else plan.max_step)


@kernel
def reject(h, plan, clock, count, verdict):
    """Shorten the step h: by (3) if its error is too large, to a quarter if it could not be completed.

    A monitor that rejects a step has already set the length of the next one.

    Returns GO_ON, or the reason if another attempt is useless.
    """
    count[REJECTED] += 1
    count[AFTER_REJECTION] = 1
    if verdict == ERROR_TOO_LARGE:
        clock[H] = h / min(1.0 / plan.shrink, clock[ERROR] ** plan.alpha / plan.safety)
        return GO_ON
    if verdict == REJECT:
        return GO_ON
    count[FAILURES_IN_A_ROW] += 1
    clock[H] = 0.25 * h
    hopeless = plan.error_stages == 0 or count[FAILURES_IN_A_ROW] > MOST_FAILURES
    return verdict if hopeless or too_small(clock[H], clock[T], plan) else GO_ON
