"""Tolerances: how far the outputs of a mechanism scatter when its dimensions do.

With the derivatives J of an output by the parameters at their nominal values, and deviations −b ≤ δ ≤ a,

    worst case      Δ⁺ = Σ max(J a, −J b),   Δ⁻ = Σ min(J a, −J b)                               (1)
    statistical     σ² = Σ (J (a + b)/(2 n))²,   tolerances of ± n standard deviations            (2)

Both are linear in δ.  The outputs in the worst corners, computed with the mechanism itself, show how far that holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Unpack

import numpy as np

from snodo.design.given_types import Outputs
from snodo.design.goal import Failed, Goal
from snodo.design.motion_choices import MotionChoices
from snodo.design.runs import runs_of
from snodo.design.scatter import must_be_sigmas
from snodo.design.spreads import Spreads, read_outputs, read_spreads
from snodo.errors import Problem, RunError
from snodo.mechanism.mechanism import Mechanism
from snodo.notebook import letter
from snodo.spelling import spelled
from snodo.types import Time

Array = np.ndarray


@dataclass(eq=False)
class OutputTolerance:
    """The scatter of one output; arrays have one value for each position or time."""

    name: str
    value: Array
    """Nominal values."""
    slopes: Array
    """Derivatives by the parameters (last axis)."""
    low: Array
    """Least value in the worst case (1)."""
    high: Array
    """Largest value in the worst case (1)."""
    sigma: Array
    """Standard deviation (2)."""
    shares: dict[str, float]
    """Share of each parameter in the variance, where the scatter is largest."""
    corner: tuple[float, float]
    """Least and largest value where the scatter is largest, computed in the worst corners; NaN if they fail."""

    @property
    def worst(self) -> int:
        """Number of the position or sample with the largest scatter."""
        return int(np.argmax(self.high - self.low))


@dataclass(eq=False)
class Tolerances:
    """How far the outputs scatter; `found["tip.x"]` has the numbers of one, and print shows a table."""

    spreads: Spreads
    sigmas: float
    """Standard deviations in a tolerance."""
    outputs: dict[str, OutputTolerance] = field(default_factory=dict)

    def __getitem__(self, name: str) -> OutputTolerance:
        """One of the outputs."""
        return self.outputs[name]

    def __str__(self) -> str:
        lines = [f"tolerances of {', '.join(self.spreads.variables.names)}; ±{self.sigmas:g} standard deviations each"]
        for name, one in self.outputs.items():
            k = one.worst
            value, low, high = one.value.flat[k], one.low.flat[k], one.high.flat[k]
            where = f" (sample {k + 1} of {one.value.size}, the widest)" if one.value.size > 1 else ""
            lines.append(f"{name} = {value:.6g}{where}")
            lines.append(f"  worst case   {low - value:+.4g} … {high - value:+.4g}")
            computed = [end - value for end in one.corner]
            lines.append(f"  computed     {computed[0]:+.4g} … {computed[1]:+.4g} in the worst corners")
            lines.append(f"  statistical  ±{self.sigmas * one.sigma.flat[k]:.4g} ({self.sigmas:g} standard deviations)")
            shares = sorted(one.shares.items(), key=lambda item: -item[1])[:6]
            lines.append("  variance     " + ", ".join(f"{parameter} {share:.0%}" for parameter, share in shares))
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


@spelled
def tolerances(
    mechanism: Mechanism,
    deviations: Mapping[str, Any],
    *,
    outputs: Outputs,
    positions: Mapping[str, Any] | None = None,
    duration: Time | None = None,
    analysis: str = "simulate",
    sigmas: float = 3.0,
    initial: Mapping[str, Any] | None = None,
    **choices: Unpack[MotionChoices],
) -> Tolerances:
    """Compute how far outputs of a mechanism scatter when its parameters do, in the worst case and statistically.

    Parameters
    ----------
    mechanism : Mechanism
        A mechanism with parameters, at their nominal values.
    deviations : mapping
        The tolerance of each parameter: "±0.1 mm", deviations ("-0.05 mm", "0.1 mm"), or a number in SI units.
    outputs : list or mapping
        Names of series, and functions of the run as in `sn.optimize`.
    positions : mapping, optional
        Positions, as in `sn.optimize` [m, rad].
    duration : quantity, optional
        Duration of a motion instead [s].  Without both, the outputs are those of the assembled drawing.
    analysis : str, optional
        "simulate", or "kinematics" for the motion of a driven mechanism.
    sigmas : float, optional
        How many standard deviations a tolerance is; 3 by default.
    initial : mapping, optional
        Initial values of the motion [m, rad, m/s, rad/s].
    **choices : str, quantity or mapping, optional
        Choices of the runs, as in `sn.simulate`.

    Returns
    -------
    Tolerances
        Derivatives, limits of the worst case, standard deviations and shares of each output; printed as a table.

    Raises
    ------
    MechanismError
        If a tolerance is not understood.
    RunError
        If the mechanism does not reach all positions with its nominal values.

    Examples
    --------
    >>> m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    >>> length = m.parameter("length", 0.5, unit="m")
    >>> m.add_points(A=(0, 0), B=("length", 0))
    >>> arm = m.bar("arm", "A", "B", mass=1)
    >>> joint = m.revolute("A", "ground", "arm")
    >>> tip = m.frame("tip", on="arm", at="B")
    >>> found = sn.tolerances(m, {"length": "±0.1 mm"}, outputs=["tip.y"], positions={"A.angle": [np.pi / 6]})
    >>> round(float(found["tip.y"].high[0] - found["tip.y"].value[0]), 9)
    5e-05
    """
    must_be_sigmas(sigmas)
    spreads = read_spreads(mechanism, deviations, distributions=False)
    _, runs = runs_of(mechanism, spreads.variables, positions, duration, analysis, initial, dict(choices))
    found = Tolerances(spreads, float(sigmas))
    for name, read in read_outputs(outputs).items():
        goal = Goal(read, [], runs, spreads.variables, exact=True)
        found.outputs[name] = _output(name, goal, spreads, found.sigmas)
    return found


def _output(name: str, goal: Goal, spreads: Spreads, sigmas: float) -> OutputTolerance:
    nominal = goal.variables.values
    try:
        at = goal.at(nominal, derivatives=True)
    except Failed as reason:
        remedies = [p.remedy for p in getattr(reason.__cause__, "problems", [])]
        remedy = remedies[0] if remedies and remedies[0] else "change its parameters"
        raise RunError(Problem(f"the nominal mechanism fails: {reason}", remedy)) from None
    if at.open_gap:
        raise RunError(Problem(f"the nominal mechanism fails: {at.run.ended_early}", "change the positions"))
    value, J = at.objective.value, at.objective.slopes
    up, down = J * spreads.above, -J * spreads.below
    low, high = value + np.minimum(up, down).sum(-1), value + np.maximum(up, down).sum(-1)
    each = J * (0.5 * (spreads.above + spreads.below) / sigmas)
    variance = (each**2).sum(-1)
    k = int(np.argmax(high - low))
    parts = (each.reshape(-1, nominal.size)[k] ** 2) / max(float(variance.flat[k]), 1e-300)
    corner = tuple(_in_corner(goal, spreads, sign * J.reshape(-1, nominal.size)[k], k) for sign in (-1.0, 1.0))
    shares = {parameter: float(part) for parameter, part in zip(goal.variables.names, parts)}
    return OutputTolerance(name, value, J, low, high, np.sqrt(variance), shares, (corner[0], corner[1]))


def _in_corner(goal: Goal, spreads: Spreads, slopes: Array, k: int) -> float:
    """An output in the corner in which it is largest, to first order along the slopes."""
    x = goal.variables.values + np.where(slopes >= 0.0, spreads.above, -spreads.below)
    try:
        return float(goal.at(x).objective.value.flat[k])
    except Failed:
        return float("nan")
