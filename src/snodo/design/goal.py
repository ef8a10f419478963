"""What is optimised: the objective and the conditions of a design, evaluated with their derivatives.

An objective that is one number is made small; an array of residuals is made small in the sum of its squares.
Conditions are g(run) ≥ 0, or inequalities between formulas of parameters, "r2 + r3 <= r1 + r4".
A mechanism that does not close, or a run that ends early, is no error: its `gap` is a condition of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.design.members import FOURTH, LONG_STEP
from snodo.design.variables import Variables, read_number
from snodo.errors import AssemblyError, MechanismError, NameNotFound, Problem, RunError, UnsupportedError
from snodo.math.differentiable import Differentiable, lifted, plain

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
NOT_FINITE = "the objective is not a finite number"
Runs = Callable[[Array, bool], Any]
"""Makes the run for values of the parameters, with or without derivatives."""


@dataclass(frozen=True)
class Condition:
    """A condition g ≥ 0."""

    name: str
    value: Callable[[Any], Any]


@dataclass
class Evaluated:
    """An objective in one place."""

    objective: Differentiable
    """One number, or residuals."""
    conditions: Differentiable
    """All conditions one after the other; they hold where they are not negative."""
    gap: Differentiable
    """What is missing of each position, or of the run."""
    run: Any
    names: list[str]
    """The name of each condition."""

    @property
    def value(self) -> float:
        """The number to be made small: of residuals, the sum of their squares."""
        y = self.objective.value
        return float(y) if y.ndim == 0 else float(y @ y)

    @property
    def slope(self) -> Array:
        """Its derivative."""
        y, J = self.objective.value, self.objective.slopes
        return np.asarray(J if y.ndim == 0 else 2.0 * (y @ J))

    @property
    def open_gap(self) -> float:
        """The largest gap."""
        return float(self.gap.value.max(initial=0.0))

    @property
    def worst(self) -> float:
        """The most violated condition; 0 if all hold."""
        return float(max(0.0, -self.conditions.value.min(initial=0.0)))


class Failed(Exception):
    """Nothing can be evaluated here; the reason in words."""


class Goal:
    """Objective and conditions as functions of the varied parameters."""

    def __init__(
        self,
        objective: Callable[[Any], Any],
        conditions: Sequence[Condition],
        runs: Runs,
        variables: Variables,
        exact: bool,
    ) -> None:
        self.objective, self.conditions, self.runs = objective, conditions, runs
        self.variables, self.exact = variables, exact
        self.evaluations = 0
        self.gradients = 0
        self._last: tuple[bytes, bool, Evaluated] | None = None

    def forget(self) -> None:
        """Evaluate again what was evaluated last: the objective has changed."""
        self._last = None

    def at(self, x: Array, derivatives: bool = False) -> Evaluated:
        """Evaluate; raises `Failed` where that is not possible."""
        key = np.asarray(x, float).tobytes()
        if self._last and self._last[0] == key and (self._last[1] or not derivatives):
            return self._last[2]
        self.evaluations += 1
        self.gradients += derivatives
        found = self._read(x, derivatives) if self.exact or not derivatives else self._by_differences(x)
        if not np.isfinite(found.objective.value).all():
            raise Failed(NOT_FINITE)
        self._last = (key, derivatives, found)
        return found

    def _read(self, x: Array, derivatives: bool) -> Evaluated:
        try:
            run = self.runs(np.asarray(x, float), derivatives)
        except (NameNotFound, UnsupportedError):
            raise
        except (AssemblyError, RunError, MechanismError) as error:
            raise Failed(error.problems[0].what) from error
        shown = run if self.exact else _Plain(run)
        count = x.size if derivatives else 0
        given = [(c.name, _number(c.value(shown), count, c.name)) for c in self.conditions]
        values: list[Any] = [_row(g) for _, g in given]
        names = [name for name, g in given for _ in range(g.size)]
        whole: Any = np.concatenate(values) if values else lifted(np.zeros(0), count)
        y = _number(self.objective(shown), count, "the objective")
        return Evaluated(y if y.ndim == 0 else _row(y), whole, run.gap, run, names)

    def _by_differences(self, x: Array) -> Evaluated:
        """Derivatives by difference quotients of fourth order of everything."""
        base = self._read(x, False)
        steps = LONG_STEP * self.variables.step_scale(x)
        parts = [base.objective.value, base.conditions.value, base.gap.value]
        slopes = [np.zeros((*p.shape, x.size)) for p in parts]
        for k in range(x.size):
            for offset, weight in FOURTH:
                shifted = x.copy()
                shifted[k] += offset * steps[k]
                near = self._read(shifted, False)
                for J, p, own in zip(slopes, (near.objective, near.conditions, near.gap), parts):
                    if p.shape != own.shape:
                        raise Failed("the number of residuals changes")
                    J[..., k] += weight * p.value / steps[k]
        made = [Differentiable(p, J) for p, J in zip(parts, slopes)]
        return Evaluated(made[0], made[1], made[2], base.run, base.names)


class _Plain:
    """A run whose series are plain arrays."""

    def __init__(self, run: Any) -> None:
        self._run = run

    def __getitem__(self, name: str) -> Array:
        return np.asarray(self._run[name].value)

    @property
    def parameters(self) -> dict[str, float]:
        return {name: float(p.value) for name, p in self._run.parameters.items()}

    def __getattr__(self, name: str) -> Any:
        return plain(getattr(self._run, name))


def _row(y: Differentiable) -> Differentiable:
    """All values one after the other."""
    row: Differentiable = y.ravel()
    return row


def _number(y: Any, count: int, what: str) -> Differentiable:
    if isinstance(y, list | tuple) and any(isinstance(one, Differentiable) for one in y):
        y = np.concatenate([np.ravel(one) for one in y])
    if y is None:
        raise UnsupportedError(Problem(f"{what} gives nothing", "return a number or an array of residuals"))
    if isinstance(y, bool | np.bool_) or getattr(y, "dtype", None) == np.dtype(bool):
        remedy = "return a number: of a condition one that must not be negative, such as 2 - x instead of x < 2"
        raise UnsupportedError(Problem(f"{what} gives true or false", remedy))
    try:
        return lifted(y, count)
    except (TypeError, ValueError):
        problem = Problem(f"{what} gives {type(y).__name__} {y!r}", "return a number or an array of residuals")
        raise UnsupportedError(problem) from None


# ---------------------------------------------------------------- conditions
def read_conditions(mechanism: Mechanism, given: Any) -> list[Condition]:
    """The conditions named by `subject_to`: functions of the run, or inequalities as text."""
    if given is None:
        return []
    listed = [given] if callable(given) or isinstance(given, str) else list(given)
    return [_condition(mechanism, one, k) for k, one in enumerate(listed, 1)]


def _condition(mechanism: Mechanism, one: Any, number: int) -> Condition:
    if isinstance(one, str):
        return _inequality(mechanism, one)
    if callable(one):
        name = getattr(one, "__name__", "")
        return Condition(f"condition {number}" if name in ("", "<lambda>") else name, one)
    what = f"subject_to: {one!r} is neither a function nor an inequality"
    raise MechanismError(Problem(what, 'give a function of the run that must not be negative, or "a + b <= c"'))


def _inequality(mechanism: Mechanism, text: str) -> Condition:
    sign = next((s for s in ("<=", ">=") if s in text), "")
    sides = text.split(sign) if sign else []
    if len(sides) != 2:
        what = f"subject_to: {text!r} is no inequality of formulas"
        raise MechanismError(Problem(what, 'write it like "crank + rod <= frame"'))
    _same_dimension(mechanism, text, f"({sides[0]}) - ({sides[1]})")
    left, right = (read_number(mechanism, side.strip(), f"subject_to: {text!r}") for side in sides)
    small, large = (left, right) if sign == "<=" else (right, left)

    def value(run: Any) -> Any:
        return large.evaluate(run.parameters) - small.evaluate(run.parameters)

    return Condition(text, value)


def _same_dimension(mechanism: Mechanism, text: str, difference: str) -> None:
    """Refuse to compare a length with an angle."""
    from snodo.math.dimensions import dimension_of
    from snodo.math.units import UnitError
    from snodo.mechanism.parameters import scope_of

    expression = read_number(mechanism, difference, f"subject_to: {text!r}")
    try:
        dimension_of(expression, scope_of(mechanism.parameters).dimensions, text)
    except UnitError as error:
        raise MechanismError([Problem(f"subject_to: {p.what}", p.remedy) for p in error.problems]) from None


def table_of(names: Sequence[str], values: Array) -> Mapping[str, float]:
    """The least value of each condition by its name."""
    found: dict[str, float] = {}
    for name, value in zip(names, values):
        found[name] = min(found.get(name, np.inf), float(value))
    return found
