"""What an optimisation found: values, how good they are, and what was checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.design.checks import Check
from snodo.design.search import Search
from snodo.design.variables import Variables
from snodo.notebook import letter

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
MOST_STARTS = 8
"""Starts that are listed when an optimum is printed."""


@dataclass(eq=False)
class Optimum:
    """The best design that was found.

    `found.mechanism` is the mechanism with these parameters, `found["crank"]` one of their values in SI units.
    """

    variables: Variables
    x: Array
    """Values of the parameters, in SI units."""
    objective: float
    """The least objective; of residuals, the sum of their squares."""
    residuals: Array
    """The residuals, or none."""
    gradient: Array
    """Derivative of the objective by each parameter."""
    conditions: dict[str, float]
    """The least value of each condition: negative if it is violated, zero if it is active."""
    checks: list[Check]
    """What was checked about this design."""
    starts: list[Search]
    """How the search ended from each start; `reason` says why one failed."""
    best: int
    """Number of the start that led here."""
    message: str
    """Why the search ended."""
    runs: int
    """Mechanisms that were made and computed, those for derivatives included."""
    mechanism: Mechanism = field(repr=False)
    """The mechanism with these parameters."""
    run: Any = field(repr=False, default=None)
    """The run of this design, as the objective saw it."""

    def __getitem__(self, name: str) -> float:
        """The value of one of the parameters that were varied, in SI units."""
        return self.values[name]

    @property
    def values(self) -> dict[str, float]:
        """The parameters by name, in SI units."""
        return self.variables.table(self.x)

    @property
    def history(self) -> list[float]:
        """The objective on the way of the best start."""
        return self.starts[self.best].history

    @property
    def gradient_norm(self) -> float:
        """Length of the gradient over the ranges of the parameters, without parts that point out of a range."""
        g = self.gradient * self.variables.scale
        sides = self.variables.at_bounds(self.x)
        low = np.array([sides.get(name) == "smallest value" for name in self.variables.names])
        high = np.array([sides.get(name) == "largest value" for name in self.variables.names])
        g = np.where(low, np.minimum(g, 0.0), np.where(high, np.maximum(g, 0.0), g))
        return float(np.linalg.norm(g))

    @property
    def active(self) -> list[str]:
        """Ranges and conditions that hold the optimum where it is."""
        sides = [f"{name} at its {side}" for name, side in self.variables.at_bounds(self.x).items()]
        return sides + [name for name, value in self.conditions.items() if abs(value) < 1e-6]

    @property
    def good(self) -> bool:
        """Whether all checks are good."""
        return all(check.good for check in self.checks)

    @property
    def failed_starts(self) -> dict[int, str]:
        """Starts that led to no mechanism, with the reason."""
        return {k: one.reason for k, one in enumerate(self.starts) if one.reason}

    def __str__(self) -> str:
        kind = "sum of squares" if self.residuals.size else "objective"
        lines = [f"{kind} {self.objective:.8g}   ({self.message}; {self.runs} mechanisms computed)"]
        lines += _table(self.variables, self.x)
        lines.append(f"gradient {self.gradient_norm:.1e} over the ranges")
        if self.active:
            lines.append("active: " + "; ".join(self.active))
        lines += [str(check) for check in self.checks]
        return "\n".join([*lines, *self._starts()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))

    def _starts(self) -> list[str]:
        if len(self.starts) == 1:
            return []
        good = sorted((one.value, k) for k, one in enumerate(self.starts) if one.usable)
        reached = sum(value <= self.objective * (1 + 1e-6) + 1e-20 for value, _ in good)
        shown = ", ".join(f"{value:.4g}" for value, _ in good[:MOST_STARTS]) + (
            ", …" if len(good) > MOST_STARTS else ""
        )
        lines = [f"{len(self.starts)} starts, {reached} of them led here; objectives {shown}"]
        failed = list(self.failed_starts.items())
        lines += [f"start {k + 1} failed: {reason}" for k, reason in failed[:MOST_STARTS]]
        return lines + (
            [f"… and {len(failed) - MOST_STARTS} more (.failed_starts)"] if len(failed) > MOST_STARTS else []
        )


def _table(variables: Variables, x: Array) -> list[str]:
    """One line for each parameter, with its unit and range."""
    names, values = max(map(len, variables.names)), [f"{value:.7g}" for value in x]
    wide = max(map(len, values))
    lines = []
    for k, name in enumerate(variables.names):
        a, b = variables.low[k], variables.high[k]
        ends = f"   {a:.4g} … {b:.4g}" if np.isfinite(a) or np.isfinite(b) else ""
        lines.append(f"  {name:<{names}}  {values[k]:>{wide}} {variables.units[k]:<4}{ends}".rstrip())
    return lines
