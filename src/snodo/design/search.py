"""Searches for the least objective from one start: least squares, or scipy's methods with conditions.

Parameters are searched in units of their ranges.  Residuals r with conditions g ≥ 0 and gaps c are first made small by

    least  |r|² + w² |min(g, 0)|² + w² |c|²                                                       (1)

and, if a condition is still active there, by SLSQP with the conditions as they are.  For one number, positions close
by a condition too; a run that ends at t_d has 10 (T − t_d)/T added to the objective relative to that of the start, so
that it stays continuous.  Places where nothing can be evaluated are refused as steps: the trust region shrinks until
the step stays among mechanisms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.design.goal import Evaluated, Failed, Goal
from snodo.errors import Problem, UnsupportedError

Array = np.ndarray
HELD = 1e-8
"""Violation of a condition, relative to the largest value of all conditions at the start, that is rounding."""
GAP_CLOSED, NEARLY_CLOSED = 1e-9, 1e-10
HEAVIER, MOST_WEIGHTS = 1e3, 3
"""Factor by which conditions weigh more in a further search of least squares if they are still violated, and how often
least squares are searched."""
MARGIN = 1e-4
"""Least square of the pivot in searches with conditions: they stay so far from dead points."""


@dataclass
class Search:
    """How one start ended."""

    x: Array
    value: float
    message: str
    evaluations: int
    found: Evaluated | None = None
    history: list[float] = field(default_factory=list)
    reason: str = ""
    """Why it failed; empty if it did not."""

    @property
    def usable(self) -> bool:
        """Whether it ended at a mechanism that closes and keeps its conditions."""
        return not self.reason and np.isfinite(self.value)


@dataclass(frozen=True)
class Settings:
    """How closely and how long to search."""

    method: str
    tolerance: float
    iterations: int


class _Path:
    """Counts and remembers what happens on the way."""

    def __init__(self, goal: Goal, x: Array) -> None:
        self.goal, self.origin = goal, goal.variables
        self.scale = goal.variables.scale
        self.history: list[float] = []
        self.began = goal.evaluations
        self.worst = 1.0
        self.last_slope: Array | None = None
        self.start = x

    def x(self, u: Array) -> Array:
        return self.origin.clipped(u * self.scale)

    def u(self, x: Array) -> Array:
        return np.asarray(x) / self.scale

    @property
    def bounds(self) -> tuple[Array, Array]:
        return self.origin.low / self.scale, self.origin.high / self.scale

    def note(self, found: Evaluated) -> None:
        self.history.append(found.value)


def search(goal: Goal, start: Array, settings: Settings) -> Search:
    """The least objective near a start."""
    path = _Path(goal, goal.variables.clipped(start))
    try:
        first = goal.at(path.start)
        method = chosen(first, settings.method)
        if method == "least_squares":
            found = _least_squares(path, first, settings)
        else:
            found = _minimised(path, path.start, settings, method)
    except Failed as reason:
        return Search(path.start, np.inf, str(reason), goal.evaluations - path.began, reason=str(reason))
    return _judged(path, found)


def chosen(first: Evaluated, method: str) -> str:
    """The method that suits the objective, unless one is given."""
    residuals = first.objective.ndim > 0
    if method == "least_squares" and not residuals:
        what = "method='least_squares' needs residuals, but the objective is one number"
        raise UnsupportedError(Problem(what, "return an array of residuals, or choose method='slsqp'"))
    if method != "auto":
        return method
    return "least_squares" if residuals else "slsqp"


def _judged(path: _Path, found: Search) -> Search:
    """The end of a search, with a reason if it is no design."""
    last = found.found
    if last is None:
        return found
    found.evaluations = path.goal.evaluations - path.began
    found.value, found.history = last.value, [*path.history, last.value]
    if last.open_gap > GAP_CLOSED:
        found.reason = last.run.ended_early
    elif last.worst > HELD * max(1.0, float(np.abs(last.conditions.value).max(initial=1.0))):
        k = int(last.conditions.value.argmin())
        found.reason = f"{last.names[k]!r} is violated by {-last.conditions.value[k]:.3g}"
    return found


# ---------------------------------------------------------------- least squares
def _least_squares(path: _Path, first: Evaluated, settings: Settings) -> Search:
    from scipy.optimize import least_squares

    size = float(np.sqrt(first.value / max(first.objective.size, 1)))
    weight = 10.0 * max(size, 1e-12) if size > 0.0 else 1.0
    rows = first.objective.size + first.conditions.size + first.gap.size

    def residuals(u: Array) -> Array:
        try:
            found = path.goal.at(path.x(u))
        except Failed:
            return np.full(rows, np.nan)
        y = _weighted(found, weight)[0]
        return y if y.size == rows else np.full(rows, np.nan)

    def slopes(u: Array) -> Array:
        found = path.goal.at(path.x(u), derivatives=True)
        path.note(found)
        J: Array = _weighted(found, weight)[1] * path.scale
        return J

    low, high = path.bounds
    tolerance = max(settings.tolerance, 4e-16)
    start = _inside(path.u(path.start), low, high)
    for n in range(MOST_WEIGHTS):
        end = least_squares(
            residuals, start, slopes, bounds=(low, high), x_scale="jac", method="trf",
            ftol=tolerance, xtol=tolerance, gtol=tolerance, max_nfev=settings.iterations,
        )  # fmt: skip
        x = path.x(end.x)
        found = path.goal.at(x, derivatives=True)
        again = _at_conditions(path, x, found, settings) if n == 0 else None
        if again is not None:
            return again
        if found.worst <= HELD:
            break
        weight, start = HEAVIER * weight, _inside(end.x, low, high)
    return Search(x, found.value, str(end.message).rstrip("."), 0, found)


def _at_conditions(path: _Path, x: Array, found: Evaluated, settings: Settings) -> Search | None:
    """On from where conditions act, by a method that keeps them; None if it need not or does not get there."""
    active = found.conditions.size and float(found.conditions.value.min()) < HELD and found.value > 0.0
    if not active or found.open_gap > GAP_CLOSED or settings.method != "auto":
        return None
    again = _minimised(path, x, settings, "slsqp")
    return again if again.found is not None and again.found.worst <= min(HELD, found.worst) else None


def _weighted(found: Evaluated, weight: float) -> tuple[Array, Array]:
    """The rows of (1) and their derivatives."""
    missed = found.conditions.value < 0.0
    parts = [found.objective.value, weight * np.where(missed, found.conditions.value, 0.0), weight * found.gap.value]
    slopes = [
        found.objective.slopes,
        weight * np.where(missed[:, None], found.conditions.slopes, 0.0),
        weight * found.gap.slopes,
    ]
    return np.concatenate(parts), np.concatenate(slopes)


def _inside(u: Array, low: Array, high: Array) -> Array:
    """A start strictly within its bounds."""
    width = np.where(np.isfinite(high - low), high - low, 1.0)
    found: Array = np.clip(u, low + 1e-10 * width, high - 1e-10 * width)
    return found


# ---------------------------------------------------------------- methods for one number
def _minimised(path: _Path, start: Array, settings: Settings, method: str) -> Search:
    from scipy.optimize import Bounds, minimize

    first = path.goal.at(start, derivatives=True)
    scale, closes = max(abs(first.value), 1e-300), getattr(first.run, "closing", None) is not None
    path.last_slope = first.slope
    barrier = 10.0 * (1.0 + abs(first.value) / scale)

    def value(u: Array) -> tuple[float, Array]:
        try:
            found = path.goal.at(path.x(u), derivatives=True)
        except Failed:
            return barrier, np.asarray(path.last_slope) * path.scale / scale
        path.note(found)
        path.last_slope = found.slope
        missing = 0.0 if closes else 10.0 * float(found.gap.value.sum())
        slope = found.slope / scale + (0.0 if closes else 10.0 * found.gap.slopes.sum(axis=0))
        return found.value / scale + missing, slope * path.scale

    low, high = path.bounds
    start_u = np.clip(path.u(start), low, high)
    options: dict[str, Any] = {"maxiter": settings.iterations}
    arguments: dict[str, Any] = {"bounds": Bounds(low, high)}
    conditions = _with_closing(path, first)
    if method == "slsqp" and conditions is None:
        method = "l-bfgs-b"
    if method == "slsqp":
        fun, jac = conditions or (None, None)
        arguments["constraints"] = [{"type": "ineq", "fun": fun, "jac": jac}]
        options["ftol"] = settings.tolerance
    elif method == "trust-constr":
        from scipy.optimize import NonlinearConstraint

        options |= {"gtol": settings.tolerance**0.5, "xtol": settings.tolerance}
        if conditions:
            arguments["constraints"] = [NonlinearConstraint(conditions[0], 0.0, np.inf, jac=conditions[1])]
    else:
        options |= {"ftol": settings.tolerance, "gtol": settings.tolerance**0.5}
    end = minimize(value, start_u, jac=True, method=method, options=options, **arguments)
    x = path.x(end.x)
    return Search(x, 0.0, str(end.message).rstrip("."), 0, path.goal.at(x, derivatives=True))


Pair = tuple[Callable[[Array], Array], Callable[[Array], Array]]


def _with_closing(path: _Path, first: Evaluated) -> Pair | None:
    """The conditions, and that the mechanism closes with a margin; none if there is nothing to keep."""
    closes = getattr(first.run, "closing", None) is not None
    if not first.conditions.size and not closes:
        return None
    rows = first.conditions.size + (first.gap.size if closes else 0)

    def all_of(u: Array, derivatives: bool) -> Any:
        found = path.goal.at(path.x(u), derivatives=derivatives)
        if not closes:
            return found.conditions
        measure = found.run.closing - MARGIN if path.goal.exact else NEARLY_CLOSED - found.gap
        return _joined(found.conditions, measure)

    def values(u: Array) -> Array:
        try:
            return np.asarray(all_of(u, False).value)
        except Failed:
            return np.full(rows, -1.0)

    def slopes(u: Array) -> Array:
        try:
            return np.asarray(all_of(u, True).slopes * path.scale)
        except Failed:
            return np.zeros((rows, path.scale.size))

    return values, slopes


def _joined(a: Any, b: Any) -> Any:
    return np.concatenate([a, b])
