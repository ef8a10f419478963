"""Monte Carlo: the scatter of outputs where tolerances are not small, from points of a scrambled Sobol sequence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from snodo.design.given_types import Outputs
from snodo.design.goal import Failed, Goal
from snodo.design.motion_choices import MotionChoices
from snodo.design.runs import runs_of
from snodo.design.spreads import SHAPES, Spreads, read_outputs, read_spreads
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.mechanism.mechanism import Mechanism
from snodo.notebook import letter
from snodo.progress import ProgressBar, silence
from snodo.spelling import spelled
from snodo.types import Time

Array = np.ndarray


@dataclass(eq=False)
class MonteCarlo:
    """Samples of outputs; `found["tip.x"]` has a row for each member (NaN where it failed)."""

    names: tuple[str, ...]
    """The parameters."""
    values: Array
    """Their values (member, parameter), in SI units."""
    samples: dict[str, Array]
    """Outputs (member, …)."""
    reasons: dict[int, str]
    """Members that failed, with the reason."""

    def __getitem__(self, name: str) -> Array:
        """The samples of one output."""
        return self.samples[name]

    def mean(self, name: str) -> Array:
        """The mean of an output, of the members that did not fail."""
        return np.asarray(np.nanmean(self.samples[name], axis=0))

    def std(self, name: str) -> Array:
        """The standard deviation of an output."""
        return np.asarray(np.nanstd(self.samples[name], axis=0, ddof=1))

    def band(self, name: str, low: float = 0.05, high: float = 0.95) -> tuple[Array, Array]:
        """Between two quantiles of an output, at each position or time."""
        y = self.samples[name]
        return np.asarray(np.nanquantile(y, low, axis=0)), np.asarray(np.nanquantile(y, high, axis=0))

    def __str__(self) -> str:
        lines = [f"{len(self.values)} members, {len(self.reasons)} failed; varied: {', '.join(self.names)}"]
        for name in self.samples:
            low, high = self.band(name)
            k = int(np.argmax(high - low)) if np.ndim(low) else 0
            mean, std = np.ravel(self.mean(name))[k], np.ravel(self.std(name))[k]
            ends = f"{np.ravel(low)[k]:.6g} … {np.ravel(high)[k]:.6g}"
            where = f" (sample {k + 1} of {np.size(low)}, the widest)" if np.size(low) > 1 else ""
            lines.append(f"{name}{where}: mean {mean:.6g}, standard deviation {std:.3g}, 90% within {ends}")
        lines += [f"  member {k}: {reason}" for k, reason in list(self.reasons.items())[:5]]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


@spelled
def monte_carlo(
    mechanism: Mechanism,
    spreads: Mapping[str, Any],
    *,
    outputs: Outputs,
    samples: int = 256,
    seed: int = 0,
    shape: str = "normal",
    sigmas: float = 3.0,
    positions: Mapping[str, Any] | None = None,
    duration: Time | None = None,
    analysis: str = "simulate",
    initial: Mapping[str, Any] | None = None,
    progress: bool = True,
    **choices: Unpack[MotionChoices],
) -> MonteCarlo:
    """Compute outputs of many members of a family whose parameters scatter.

    Parameters
    ----------
    mechanism : Mechanism
        A mechanism with parameters.
    spreads : mapping
        How each parameter scatters: a tolerance as in `sn.tolerances`, or a distribution of scipy.stats.
    outputs : list or mapping
        Names of series, and functions of the run as in `sn.optimize`.
    samples : int, optional
        Number of members; powers of two are spread most evenly.
    seed : int, optional
        Seed; the same seed gives the same members.
    shape : str, optional
        "normal", or "uniform" over the tolerance.
    sigmas : float, optional
        How many standard deviations a tolerance is, of normal ones.
    positions : mapping, optional
        Positions, as in `sn.optimize` [m, rad].
    duration : quantity, optional
        Duration of a motion instead [s].
    analysis : str, optional
        "simulate", or "kinematics" for the motion of a driven mechanism.
    initial : mapping, optional
        Initial values of the motion [m, rad, m/s, rad/s].
    progress : bool, optional
        Whether to show a progress bar.
    **choices : str, quantity or mapping, optional
        Choices of the runs, as in `sn.simulate`.

    Returns
    -------
    MonteCarlo
        The samples, with means, standard deviations and bands; members that failed have NaN and a reason.

    Raises
    ------
    MechanismError
        If a spread is not understood.

    Examples
    --------
    >>> m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    >>> length = m.parameter("length", 0.5, unit="m")
    >>> m.add_points(A=(0, 0), B=("length", 0))
    >>> arm = m.bar("arm", "A", "B", mass=1)
    >>> joint = m.revolute("A", "ground", "arm")
    >>> tip = m.frame("tip", on="arm", at="B")
    >>> many = sn.monte_carlo(m, {"length": "±3 mm"}, outputs=["tip.x"], positions={"A.angle": [0]}, progress=False)
    >>> round(float(many.std("tip.x")[0]), 4)
    0.001
    """
    read = read_spreads(mechanism, spreads, distributions=True)
    must_suit(samples, shape)
    must_be_sigmas(sigmas)
    _, runs = runs_of(mechanism, read.variables, positions, duration, analysis, initial, dict(choices))
    values = read.sampled(sobol_points(samples, read.variables.values.size, seed), shape, sigmas)
    with silence(not progress):
        found, reasons = computed_members(runs, read_outputs(outputs), read, values)
    return MonteCarlo(read.variables.names, values, found, reasons)


def must_suit(samples: int, shape: str) -> None:
    """Refuse too few samples and unknown shapes."""
    if shape not in SHAPES:
        raise UnsupportedError(Problem(f"shape={shape!r} is not known", f"choose one of {', '.join(SHAPES)}"))
    if not isinstance(samples, int | np.integer) or samples < 4:
        raise UnsupportedError(Problem(f"samples = {samples!r}", "give a whole number, 4 or more"))


def must_be_sigmas(sigmas: float) -> None:
    """Refuse tolerances of no or less than no standard deviations."""
    if not 0.0 < sigmas < np.inf:
        raise UnsupportedError(Problem(f"sigmas = {sigmas!r}", "give a positive number, such as 3"))


def sobol_points(samples: int, dimensions: int, seed: int) -> Array:
    """Points of a scrambled Sobol sequence, without 0 and 1."""
    from scipy.stats import qmc

    power = int(np.ceil(np.log2(samples)))
    unit: Array = qmc.Sobol(dimensions, seed=seed).random_base2(power)[:samples]
    return np.clip(unit, 1e-12, 1 - 1e-12)


def computed_members(
    runs: Any, outputs: Mapping[str, Any], read: Spreads, values: Array
) -> tuple[dict[str, Array], dict[int, str]]:
    """The outputs of all members, NaN for those that fail, and why."""
    names, reasons = list(outputs), {}
    rows: list[list[Array] | None] = []
    goal = Goal(lambda run: 0.0, [], runs, read.variables, exact=True)
    with ProgressBar(0.0, float(len(values)), "sampling", "members") as bar:
        for k, x in enumerate(values):
            bar(float(k))
            try:
                found = goal.at(x)
                if found.run.ended_early:
                    raise Failed(found.run.ended_early)
                rows.append([_finite(name, outputs[name](found.run)) for name in names])
            except Failed as reason:
                reasons[k] = str(reason)
                rows.append(None)
    first = next((row for row in rows if row is not None), None)
    if first is None:
        problem = Problem(f"no member could be computed: {next(iter(reasons.values()))}", "give smaller spreads")
        raise RunError(problem)
    blank = [np.full_like(y, np.nan) for y in first]
    return {name: np.stack([(row or blank)[j] for row in rows]) for j, name in enumerate(names)}, reasons


def _finite(name: str, y: Any) -> Array:
    """An output of a member; it fails if nothing of it is a number."""
    found = np.asarray(getattr(y, "value", y), float)
    if not np.isfinite(found).any():
        raise Failed(f"{name} is not a finite number")
    return found
