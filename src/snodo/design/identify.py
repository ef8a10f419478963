"""Identify: the parameters of a mechanism from its measured motion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Unpack

import numpy as np

from snodo.design.checks import checks_of
from snodo.design.given_types import MeasuredMotion
from snodo.design.goal import Goal
from snodo.design.identification import Identification, covariance_of
from snodo.design.measured import Measured, read_measured
from snodo.design.members import Members
from snodo.design.motion_choices import MotionChoices
from snodo.design.optimize import starting_values
from snodo.design.runs import motion_of
from snodo.design.search import Search, Settings, search
from snodo.design.timed import TimedRun
from snodo.design.variables import Variables, read_over
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.math.labelled import Labelled
from snodo.mechanism.mechanism import Mechanism
from snodo.progress import ProgressBar, silence
from snodo.spelling import spelled

Array = np.ndarray
ROUNDS = 3
"""How often the noise of several series is estimated again."""
SETTLED = 0.01
"""Relative change of the estimated noise at which it is good."""


@spelled
def identify(
    mechanism: Mechanism,
    measured: MeasuredMotion,
    *,
    over: str | Iterable[str] | Mapping[str, Any] | None = None,
    noise: float | Mapping[str, float] | None = None,
    confidence: float = 0.95,
    analysis: str = "simulate",
    starts: int | Sequence[Any] = 1,
    seed: int = 0,
    precision: float = 1e-12,
    iterations: int = 100,
    initial: Mapping[str, Any] | None = None,
    progress: bool = True,
    **choices: Unpack[MotionChoices],
) -> Identification:
    """Identify parameters of a mechanism from measured motion, with their uncertainties.

    The least sum of squares of computed less measured series is searched from the values that the mechanism has.  The
    noise of the samples is taken as independent and normal.

    Parameters
    ----------
    mechanism : Mechanism
        A mechanism with parameters; initial values may be formulas of these too.
    measured : mapping, xarray.Dataset, xarray.DataArray or path
        Times and series, `{"time": t, "A.angle": y}` [s, SI units], with the names of series of a result, NaN where a
        sample is missing; or a CSV file whose heading has names and units, as `result.to_csv` writes it.  Data sets may
        have units, too: `array.attrs["units"]`.
    over : str, list or mapping, optional
        The parameters to be identified, or their ranges by name; by default all parameters that have a range.
    noise : float or mapping, optional
        Standard deviation of the noise of each series [SI units]; by default it is estimated.
    confidence : float, optional
        Probability of the confidence intervals.
    analysis : str, optional
        "simulate", or "kinematics" for the motion of a driven mechanism.
    starts : int or list, optional
        Number of starts, or starts, as in `sn.optimize`.
    seed : int, optional
        Seed of random starts.
    precision : float, optional
        Relative change at which the search ends.
    iterations : int, optional
        Most iterations of each start.
    initial : mapping, optional
        Initial values of the motion [m, rad, m/s, rad/s].
    progress : bool, optional
        Whether to show a progress bar over the starts.
    **choices : str, quantity or mapping, optional
        Choices of the runs, as in `sn.simulate`, but for the output, which is at the measured times; the default
        tolerance is 1e-10.

    Returns
    -------
    Identification
        Values, standard errors, intervals, covariance and correlation; printed as a table, with warnings where the data
        do not tell parameters apart.

    Raises
    ------
    MechanismError
        If parameters or measured data are not understood.
    RunError
        If no start leads to a motion over all measured times.

    Examples
    --------
    >>> m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    >>> length = m.parameter("length", 0.5, unit="m", low=0.1, high=2)
    >>> m.add_points(A=(0, 0), B=("length", 0))
    >>> arm = m.bar("arm", "A", "B", mass=1)
    >>> joint = m.revolute("A", "ground", "arm")
    >>> motion = sn.simulate(m.with_parameters(length=0.6), 0.5, output=0.05, progress=False)
    >>> found = sn.identify(m, {"time": motion.time, "A.angle": motion["A.angle"]}, noise=1e-3, progress=False)
    >>> round(found["length"], 6)
    0.6
    """
    data = read_measured(measured)
    variables = read_over(mechanism, over)
    _check(data, variables, noise, confidence, choices)
    how: dict[str, Any] = dict(choices)
    members = Members(mechanism, variables, how.get("formulation"))
    fit = _Fit.of(members, data, motion_of(analysis, None, initial, how), noise)
    settings = Settings("least_squares", precision, iterations)
    with silence(not progress):
        ends = fit.searched(starts, seed, settings)
        best = _best(ends)
        for _ in range(ROUNDS if noise is None and len(data.series) > 1 else 0):
            if not fit.estimate_noise(best):
                break
            again = search(fit.goal, best.x, settings)
            best = again if again.usable else best
    return _identified(fit, members, best, confidence)


def _check(data: Measured, variables: Variables, noise: Any, confidence: float, choices: Mapping[str, Any]) -> None:
    problems = []
    if "output" in choices:
        problems.append(Problem("output is given", "leave it out: the samples are at the measured times"))
    if not 0.0 < confidence < 1.0:
        problems.append(Problem(f"confidence = {confidence}", "give a probability between 0 and 1, such as 0.95"))
    given = noise if isinstance(noise, Mapping) else {} if noise is None else dict.fromkeys(data.series, noise)
    missing = [name for name in data.series if noise is not None and name not in given]
    if missing:
        problems.append(Problem(f"noise lacks {', '.join(missing)}", "give one for each series, or none"))
    strange = [name for name in given if name not in data.series]
    if strange:
        problems.append(Problem(f"noise names {strange[0]}, which is not measured", f"name {', '.join(data.series)}"))
    wrong = [name for name, value in given.items() if not _positive(value)]
    if wrong:
        what = f"the noise of {wrong[0]} is {given[wrong[0]]!r}, which is no positive number"
        problems.append(Problem(what, "give its standard deviation, a number in SI units"))
    if data.samples <= variables.values.size:
        what = f"{data.samples} samples do not determine {variables.values.size} parameters with their errors"
        problems.append(Problem(what, "measure more, or identify fewer"))
    if problems:
        raise UnsupportedError(problems)


def _positive(value: Any) -> bool:
    try:
        return not isinstance(value, str) and 0.0 < float(value) < float("inf")
    except (TypeError, ValueError):
        return False


@dataclass
class _Fit:
    """The least-squares problem of an identification."""

    members: Members
    data: Measured
    goal: Goal
    scale: dict[str, float]
    """Standard deviation by which residuals are divided."""
    given: bool

    @classmethod
    def of(cls, members: Members, data: Measured, motion: Any, noise: Any) -> _Fit:
        times = data.time if data.time[0] <= 0.0 else np.concatenate([[0.0], data.time])
        motion.duration, motion.choices["output"] = None, times
        table = noise if isinstance(noise, Mapping) else dict.fromkeys(data.series, noise or 1.0)
        scale = {name: float(table[name]) for name in data.series}
        if noise is None and len(scale) > 1:
            scale = {name: max(float(np.nanstd(y)), 1e-12) for name, y in data.series.items()}
        goal: Any = None
        fit = cls(members, data, goal, scale, noise is not None)
        fit.goal = Goal(fit.residuals, [], partial(TimedRun, members, motion), members.variables, exact=True)
        return fit

    def residuals(self, run: TimedRun) -> Any:
        """(computed − measured)/σ, of all series one after the other."""
        self.data.must_be_of({name: str(run.result[name].attrs.get("units", "")) for name in self.data.units})
        rows = []
        first = len(run.time) - len(self.data.time) if not run.ended_early else 0
        for name, y in self.data.series.items():
            there = np.flatnonzero(np.isfinite(y))
            if run.ended_early and there.size:
                there = there[there + first < len(run.time)]
            rows.append((run[name][there + first] - y[there]) / self.scale[name])
        return np.concatenate(rows)

    def searched(self, starts: Any, seed: int, settings: Settings) -> list[Search]:
        """How the search ended from each start."""
        begins, ends = starting_values(self.goal, starts, seed, "least_squares"), []
        with ProgressBar(0.0, float(len(begins)), "identifying") as bar:
            for k, begin in enumerate(begins):
                bar(float(k))
                ends.append(search(self.goal, begin, settings))
        return ends

    def estimate_noise(self, best: Search) -> bool:
        """Set the noise of each series to the scatter of its residuals; whether it changed."""
        new = {name: max(float(np.sqrt(np.nanmean(r**2))), 1e-12) for name, r in self.missed(best).items()}
        changed = any(abs(new[name] / self.scale[name] - 1.0) > SETTLED for name in new)
        self.scale.update(new)
        self.goal.forget()
        return changed

    def missed(self, best: Search) -> dict[str, Array]:
        """Computed less measured, of each series."""
        assert best.found is not None
        found, at = {}, 0
        for name, y in self.data.series.items():
            r = np.full(y.shape, np.nan)
            there = np.isfinite(y)
            count = int(there.sum())
            r[there] = best.found.objective.value[at : at + count] * self.scale[name]
            found[name], at = r, at + count
        return found


def _best(ends: list[Search]) -> Search:
    usable = [one for one in ends if one.usable]
    if not usable:
        reasons = dict.fromkeys(one.reason for one in ends)
        remedy = "start nearer to the measured motion, give ranges, or more starts"
        raise RunError([Problem(f"no start leads to a motion over the measured times: {r}", remedy) for r in reasons])
    return min(usable, key=lambda one: one.value)


def _identified(fit: _Fit, members: Members, best: Search, confidence: float) -> Identification:
    found, variables = best.found, members.variables
    assert found is not None
    freedom = fit.data.samples - variables.values.size
    s2 = 1.0 if fit.given else found.value / freedom
    covariance, unseen = covariance_of(found.objective.slopes, variables, best.x, s2)
    names = list(variables.names)
    noise = dict(fit.scale) if fit.given else {name: s * float(np.sqrt(s2)) for name, s in fit.scale.items()}
    checks = checks_of(fit.goal, found, best.x, None)
    return Identification(
        variables, best.x, Labelled(names, names, covariance), confidence, freedom, noise, fit.given, fit.missed(best),
        fit.data.time, checks, unseen, best.message, members.count, members.final(best.x), found.run,
    )  # fmt: skip
