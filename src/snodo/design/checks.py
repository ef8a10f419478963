"""Checks of a design that was found: an optimum that is no mechanism is worthless, so every optimum is checked.

A search sees a mechanism in a few positions only.  Between them it may not close, or be on another branch; its angles
may be out of order; its gradient may be wrong.  Each check says what it looked at and what it found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.design.following import Following
from snodo.design.goal import Evaluated, Failed, Goal, table_of
from snodo.design.members import FOURTH
from snodo.design.positions import PositionRun, Positions
from snodo.design.timed import TimedRun
from snodo.design.variables import Variables

Array = np.ndarray
BETWEEN = 20
"""Positions that are looked at between two given ones."""
AGREES = 1e-4
"""Relative difference of the gradient from a difference quotient that is still right."""
VIOLATION = 1e-6


@dataclass(frozen=True)
class Check:
    """One check of a design: what was looked at, whether it is good, and what was found."""

    name: str
    good: bool
    detail: str = ""

    def __str__(self) -> str:
        return f"{'ok ' if self.good else 'NOT'} {self.name}" + (f": {self.detail}" if self.detail else "")


def checks_of(goal: Goal, found: Evaluated, x: Array, over: Mapping[str, Any] | None) -> list[Check]:
    """All checks of a design."""
    run = found.run
    made = [_ranges(goal.variables, x)]
    if found.names:
        made.append(_conditions(found))
    made += _of_positions(run, over) if isinstance(run, PositionRun) else _of_motion(run)
    return [*made, _gradient(goal, found, x)]


def _ranges(variables: Variables, x: Array) -> Check:
    inside = (x >= variables.low) & (x <= variables.high)
    out = [name for name, good in zip(variables.names, inside) if not good]
    return Check("parameters are in their ranges", not out, ", ".join(out))


def _conditions(found: Evaluated) -> Check:
    least = table_of(found.names, found.conditions.value)
    size = 1e-8 * max(1.0, float(np.abs(found.conditions.value).max(initial=1.0)))
    broken = [f"{name} is violated by {-value:.3g}" for name, value in least.items() if value < -size]
    return Check("conditions hold", not broken, "; ".join(broken))


# ---------------------------------------------------------------- positions
def _of_positions(run: PositionRun, over: Mapping[str, Any] | None) -> list[Check]:
    made = [Check("closes in all positions, on one branch and circuit", not run.ended_early, run.ended_early)]
    if run.ended_early:
        return made
    made += _orders(run)
    made.append(_range(run, over))
    return made


def _orders(run: PositionRun) -> list[Check]:
    """Whether the values of each coordinate are in order, within one turn."""
    x = run.wanted.value
    made = []
    for k, name in enumerate(run.positions.names):
        steps = np.diff(x[:, k])
        if not run.positions.varies[k] or steps.size < 2:
            continue
        ordered = bool((steps > 0.0).all() or (steps < 0.0).all())
        turned = abs(x[-1, k] - x[0, k]) < 2 * np.pi or not name.endswith("angle")
        detail = "" if ordered and turned else "not in order" if not ordered else "more than one turn"
        made.append(Check(f"values of {name} are in order", ordered and turned, detail))
    return made


def _range(run: PositionRun, over: Mapping[str, Any] | None) -> Check:
    """Whether the mechanism closes all along the way."""
    if over:
        positions = Positions(run.mechanism, over)
        where = "over " + ", ".join(f"{name} = {_ends(positions, k)}" for k, name in enumerate(positions.names))
        x, times, names = positions.at({}, 0).value, positions.times, positions.names
    else:
        where, names = "between the positions", run.positions.names
        x, times = _refined(run.wanted.value), _refined(run.time[:, None])[:, 0]
    following = Following(run.formulation, names, run.formulation.size)
    followed = following.along(x, times)
    open_at = np.flatnonzero(followed.gap)
    detail = ""
    if open_at.size:
        reached = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, followed.x[open_at[0]]))
        detail = f"dead point at {reached}"
    return Check(f"closes {where}", not open_at.size, detail)


def _ends(positions: Positions, k: int) -> str:
    column = [one for one in positions.columns[k] if isinstance(one, float)]
    return f"{min(column):.4g} … {max(column):.4g}" if column else "formulas"


def _refined(x: Array) -> Array:
    at = np.arange(len(x))
    fine = np.linspace(0, len(x) - 1, BETWEEN * max(len(x) - 1, 0) + 1)
    return np.stack([np.interp(fine, at, column) for column in x.T], 1) if x.shape[1] else np.zeros((fine.size, 0))


# ---------------------------------------------------------------- motions
def _of_motion(run: TimedRun) -> list[Check]:
    made = [Check("the run finished", not run.ended_early, run.ended_early)]
    violation = run.result.found["violation"]
    largest = float(np.abs(violation).max(initial=0.0)) / max(run.result.formulation.size, 1e-300)
    made.append(Check("the mechanism stays closed", largest < VIOLATION, f"largest gap {largest:.1e} of its size"))
    passes = run.result.singular_passes
    if passes:
        times = ", ".join(f"{p['time']:.4g} s" for p in passes[:3] if "time" in p)
        made.append(Check("no singular position was passed", False, f"at {times}" if times else ""))
    return made


def _gradient(goal: Goal, found: Evaluated, x: Array) -> Check:
    """The derivative of the objective along one direction against a difference quotient."""
    name, how = "gradient agrees with differences", getattr(found.run, "gradient_kind", "exact")
    if not goal.exact:
        return Check("gradient is that of differences", True)
    direction = np.random.default_rng(0).uniform(0.5, 1.0, x.size) * goal.variables.step_scale(x)
    step = 1e-3
    try:
        rows = [w * goal.at(x + o * step * direction).objective.value for o, w in FOURTH]
    except Failed as reason:
        return Check(name, True, f"not compared: {reason}")
    quotient, exact = sum(rows) / step, found.objective.slopes @ direction
    size = max(float(np.abs(exact).max(initial=0.0)), float(np.abs(quotient).max(initial=0.0)), 1e-300)
    error = float(np.abs(quotient - exact).max(initial=0.0)) / size
    return Check(name, error < AGREES, f"to {error:.0e}" + ("" if how == "exact" else f" ({how})"))
