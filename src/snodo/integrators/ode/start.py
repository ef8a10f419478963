"""The first rate, the first step and the outputs at the start time.

Hairer's starting step: with the norm |·| of the error test, d₀ = |y|, d₁ = |f|, h₀ = 0.01 d₀/d₁, an explicit Euler step
of h₀ estimates the second derivative d₂ = |f(t + h₀, y + h₀ f) − f| / h₀; then h₁ = (0.01 / max(d₁, d₂))^(1/order) and

    h = min(100 h₀, h₁).

Source: Hairer, Nørsett, Wanner, *Solving ODE I*, II.4.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snodo.integrators.base import AdaptiveStep, FixedStep, Integrator
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.prepare import Work

Array = NDArray[np.float64]
Rate = Callable[[float, Array, Array], int]


def start(
    rate: Any, model: Array, integrator: Integrator, work: Work, times: Array, out: Array, right: float
) -> Outcome:
    """Fill the state for the first call of `advance`; PAUSED means that the run can begin.

    right: the time [s] at which the first rate is evaluated: the start time, or just after it if it is a break.
    """
    from snodo.integrators.ode.kernels import state as slots

    def f(t: float, y: Array, ydot: Array) -> int:
        work.count[slots.EVALUATIONS] += 1
        return int(rate(t, y, ydot, model))

    t, y, ydot = work.plan.t_start, work.y, work.W[0]
    at_start = int(np.searchsorted(times, t, side="right"))
    out[:at_start] = y
    work.count[slots.NEXT_OUTPUT] = at_start
    work.count[slots.STATUS] = f(right, y, ydot)
    if work.count[slots.STATUS] != 0:
        return Outcome.RATE_FAILED
    if not np.isfinite(ydot).all():
        return Outcome.NOT_FINITE
    if t < work.plan.t_end:
        work.clock[slots.H] = _first_step(f, integrator, work)
    return Outcome.PAUSED


def _first_step(f: Rate, integrator: Integrator, work: Work) -> float:
    if isinstance(integrator, FixedStep):
        return integrator.step
    if isinstance(integrator, AdaptiveStep) and integrator.first_step is not None:
        return integrator.first_step
    t, limit = work.plan.t_start, min(work.plan.max_step, work.plan.t_end - work.plan.t_start)
    if len(work.stops):
        limit = min(limit, float(work.stops[0, 1]) - t)
    return hairer_step(f, t, work.y, work.W[0], work.tolerances, integrator.order, limit, work.plan.lanes)


def hairer_step(
    f: Rate, t: float, y: Array, ydot: Array, tolerances: Array, order: int, limit: float, lanes: int = 1
) -> float:
    """The starting step [s], at most `limit`; for several problems side by side the largest norms are used."""
    n = tolerances.shape[1]
    scale = tolerances[0] + tolerances[1] * np.abs(y[:n])

    def norm(e: Array) -> float:
        squares = ((e[:n] / scale) ** 2).reshape(-1, lanes)
        return math.sqrt(squares.mean(axis=0).max())

    d0, d1 = norm(y), norm(ydot)
    h0 = min(limit, 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1)
    ahead = np.zeros(y.size)
    status = f(t + h0, y + h0 * ydot, ahead)
    if status != 0 or not np.isfinite(ahead).all():
        return 0.1 * h0
    d = max(d1, norm(ahead - ydot) / h0)
    h1 = max(1e-6, 1e-3 * h0) if d <= 1e-15 else (0.01 / d) ** (1 / order)
    return min(100 * h0, h1, limit)
