"""Optimise: the parameters of a mechanism that make an objective least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Unpack

import numpy as np

from snodo.design.checks import checks_of
from snodo.design.given_types import Conditions, OfRun
from snodo.design.goal import NOT_FINITE, Goal, read_conditions, table_of
from snodo.design.members import Members
from snodo.design.motion_choices import MotionChoices
from snodo.design.optimum import Optimum
from snodo.design.runs import runs_of
from snodo.design.search import Search, Settings
from snodo.design.search import search as search_from
from snodo.design.variables import as_vector, read_over
from snodo.errors import MechanismError, Problem, RunError, UnsupportedError
from snodo.mechanism.mechanism import Mechanism
from snodo.progress import ProgressBar, silence
from snodo.spelling import spelled
from snodo.types import Time

Array = np.ndarray
SEARCHES = ("auto", "least_squares", "slsqp", "trust-constr", "l-bfgs-b", "global")
GRADIENTS = ("auto", "differences")


@spelled
def optimize(
    mechanism: Mechanism,
    objective: OfRun,
    *,
    over: str | Iterable[str] | Mapping[str, Any] | None = None,
    subject_to: Conditions | None = None,
    positions: Mapping[str, Any] | None = None,
    duration: Time | None = None,
    analysis: str = "simulate",
    starts: int | Sequence[Any] = 1,
    seed: int = 0,
    search: str = "auto",
    gradient: str = "auto",
    precision: float = 1e-12,
    iterations: int = 200,
    check_over: Mapping[str, Any] | None = None,
    initial: Mapping[str, Any] | None = None,
    progress: bool = True,
    **choices: Unpack[MotionChoices],
) -> Optimum:
    """Find the parameters of a mechanism that make an objective least.

    The objective reads a run as it reads a result: `run["tip.x"]` is an array over positions or times, and
    `run.parameters["crank"]` a parameter.  Written in plain numpy it has exact gradients, because these arrays carry
    their derivatives.  Every evaluation starts from the drawing, so that the branch is that of the drawing.  Positions
    that the mechanism cannot reach, and runs that end early, are conditions of the search, not errors.  Ctrl-C returns
    the best of the starts that are done.

    Parameters
    ----------
    mechanism : Mechanism
        A mechanism with parameters (`m.parameter`, or `parameters:` in its file).
    objective : callable
        Gives a number that is made small, or an array of residuals, of which the sum of squares is made small.
    over : str, list or mapping, optional
        The parameters that are varied, or their ranges by name, `{"crank": ("80 mm", "200 mm")}`; by default all
        parameters that have a range.
    subject_to : list, optional
        Conditions: functions of the run whose values must not be negative, and inequalities between formulas of
        parameters, `"r1 + r2 <= r3 + r4"`.
    positions : mapping, optional
        Positions instead of a motion: values of coordinates, `{"A.angle": [0, 0.5, 1.0]}` [m, rad], numbers or formulas
        of parameters; with `"time"` also the times of drivers [s].  They must leave no freedom, and are reached one
        after the other from the drawing.
    duration : quantity, optional
        Duration of the motion [s].  Without duration and positions, the objective sees the assembled drawing.
    analysis : str, optional
        "simulate", or "kinematics" for the motion of a driven mechanism.
    starts : int or list, optional
        Number of starts: the first is the mechanism as it is, the others are drawn at random from the ranges.  Or a
        list of starts, each a mapping or the values in the order of `over`.
    seed : int, optional
        Seed of the random starts, which are the same for the same seed.
    search : str, optional
        "least_squares" for residuals (default), "slsqp" for a number (default), "trust-constr", "l-bfgs-b", or
        "global": scipy's differential evolution, then a search with gradients from its best.
    gradient : str, optional
        "auto", or "differences": the objective then gets plain arrays and may call anything.
    precision : float, optional
        Relative change of objective and parameters at which a search ends.
    iterations : int, optional
        Most iterations of each start.
    check_over : mapping, optional
        Positions over which the design must close, such as `{"A.angle": np.linspace(0, 2*np.pi, 361)}` [m, rad]; by
        default between the positions.
    initial : mapping, optional
        Initial values of the motion [m, rad, m/s, rad/s].
    progress : bool, optional
        Whether to show a progress bar over the starts.
    **choices : str, quantity or mapping, optional
        Choices of the runs, as in `sn.simulate`; the default tolerance is 1e-10.

    Returns
    -------
    Optimum
        The values, with objective, gradient, active conditions, checks and `mechanism`; printed as a table.

    Raises
    ------
    MechanismError
        If a parameter, condition or position is not understood.
    RunError
        If no start leads to a mechanism; with the reasons, and `error.result` the best of them.

    Examples
    --------
    >>> m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    >>> length = m.parameter("length", 0.5, unit="m", low=0.1, high=2)
    >>> m.add_points(A=(0, 0), B=("length", 0))
    >>> arm = m.bar("arm", "A", "B", mass=1)
    >>> joint = m.revolute("A", "ground", "arm")
    >>> tip = m.frame("tip", on="arm", at="B")
    >>> found = sn.optimize(m, lambda run: run["tip.y"] - 0.7, positions={"A.angle": [np.pi / 6]}, progress=False)
    >>> round(found["length"], 9)
    1.4
    """
    variables = read_over(mechanism, over)
    _check_words(search, gradient)
    members, runs = runs_of(mechanism, variables, positions, duration, analysis, initial, dict(choices))
    goal = Goal(objective, read_conditions(mechanism, subject_to), runs, variables, gradient == "auto")
    settings = Settings("auto" if search == "global" else search, precision, iterations)
    begins = starting_values(goal, starts, seed, search)
    with silence(not progress):
        ends = _from_all(goal, begins, settings)
    return _best(goal, members, ends, check_over)


def _check_words(search: str, gradient: str) -> None:
    problems = []
    for word, given, known in (("search", search, SEARCHES), ("gradient", gradient, GRADIENTS)):
        if given not in known:
            problems.append(Problem(f"{word}={given!r} is not known", f"choose one of {', '.join(known)}"))
    if problems:
        raise UnsupportedError(problems)


# ---------------------------------------------------------------- starts
def starting_values(goal: Goal, starts: Any, seed: int, search: str) -> list[Array]:
    """The values from which searches begin."""
    variables = goal.variables
    if not isinstance(starts, int | np.integer):
        listed = [as_vector(variables, one) for one in starts]
        if not listed:
            raise MechanismError(Problem("starts is empty", "give at least one, or a number of starts"))
        return listed
    if starts < 1:
        raise MechanismError(Problem(f"starts = {starts}", "give 1 or more"))
    begins = [variables.values]
    if search == "global":
        from snodo.design.evolution import evolved

        variables.must_be_bounded("the global search")
        begins.append(evolved(goal, seed))
    if starts > 1:
        variables.must_be_bounded("a search from several starts")
        from scipy.stats import qmc

        unit = qmc.LatinHypercube(variables.values.size, seed=seed).random(starts - 1)
        begins += [variables.at_random(row) for row in unit]
    return begins


def _from_all(goal: Goal, begins: list[Array], settings: Settings) -> list[Search]:
    ends = []
    with ProgressBar(0.0, float(len(begins)), "searching") as bar:
        for k, begin in enumerate(begins):
            bar(float(k))
            try:
                ends.append(search_from(goal, begin, settings))
            except KeyboardInterrupt:
                if not ends:
                    raise
                break
    return ends


def _best(goal: Goal, members: Members, ends: list[Search], check_over: Any) -> Optimum:
    usable = [k for k, one in enumerate(ends) if one.usable]
    order = usable or [k for k, one in enumerate(ends) if one.found is not None]
    if not order:
        raise RunError(_no_start(ends))
    best = min(order, key=lambda k: ends[k].value)
    optimum = _optimum(goal, members, ends, best, check_over)
    if not usable:
        error = RunError(_no_start(ends))
        error.result = optimum
        raise error
    return optimum


def _optimum(goal: Goal, members: Members, ends: list[Search], best: int, check_over: Any) -> Optimum:
    end = ends[best]
    found = end.found
    assert found is not None
    residuals = found.objective.value if found.objective.ndim else np.zeros(0)
    return Optimum(
        goal.variables, end.x, found.value, residuals, found.slope,
        dict(table_of(found.names, found.conditions.value)), checks_of(goal, found, end.x, check_over), ends, best,
        end.message, members.count, members.final(end.x), found.run,
    )  # fmt: skip


def _no_start(ends: list[Search]) -> list[Problem]:
    """What went wrong from each start, the same reason once."""
    reasons = dict.fromkeys(one.reason for one in ends)
    return [_no_end(reason) for reason in list(reasons)[:5]]


def _no_end(reason: str) -> Problem:
    """Why a start led nowhere, and what to do about it."""
    if " is violated by " in reason:
        what = f"no start led to a mechanism that holds the conditions: {reason}"
        return Problem(what, "loosen the condition, start nearer to where it holds, give more starts, or wider ranges")
    if reason == NOT_FINITE:
        what = f"no start led to a mechanism with an objective: {reason}"
        return Problem(what, "look at what it returns for the mechanism as it is, or start elsewhere")
    remedy = "start nearer to a mechanism that works, give more starts, or wider ranges"
    return Problem(f"no start led to a mechanism: {reason}", remedy)
