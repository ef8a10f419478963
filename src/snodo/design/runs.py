"""The runs of a family: in positions or in time, for values of the varied parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.design.members import Members
from snodo.design.positions import PositionRun, Positions
from snodo.design.timed import Motion, TimedRun
from snodo.design.variables import Variables
from snodo.errors import Problem, UnsupportedError

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
Runs = Callable[[Array, bool], Any]
"""Makes the run for values of the parameters, with or without derivatives."""
ANALYSES = ("simulate", "kinematics")
RUN_TOLERANCE = 1e-10
"""Tolerance of the runs of an objective, unless it is given: their errors limit the gradients."""
OF_KINEMATICS = {"output", "initial_guess", "formulation"}


def runs_of(
    mechanism: Mechanism,
    variables: Variables,
    positions: Mapping[str, Any] | None,
    duration: Any,
    analysis: str,
    initial: Mapping[str, Any] | None,
    choices: MutableMapping[str, Any],
) -> tuple[Members, Runs]:
    """The members of the family, and what makes the run of one; raises an error with all wrong choices."""
    _check(positions, duration, analysis, initial, choices)
    members = Members(mechanism, variables, choices.get("formulation"))
    if duration is None:
        return members, partial(PositionRun, members, Positions(mechanism, positions or {}))
    return members, partial(TimedRun, members, motion_of(analysis, duration, initial, choices))


def motion_of(analysis: str, duration: Any, initial: Mapping[str, Any] | None, choices: Mapping[str, Any]) -> Motion:
    """The motion that is computed for each member."""
    given = dict(choices)
    if initial is not None:
        given["initial"] = initial
    if analysis == "simulate":
        given.setdefault("tolerance", RUN_TOLERANCE)
    return Motion(analysis, duration, given)


def _check(positions: Any, duration: Any, analysis: str, initial: Any, choices: Mapping[str, Any]) -> None:
    problems = []
    if analysis not in ANALYSES:
        problems.append(Problem(f"analysis={analysis!r} is not known", f"choose one of {', '.join(ANALYSES)}"))
    if positions is not None and duration is not None:
        problems.append(Problem("both positions and a duration are given", "give one of them"))
    of_motion = sorted(set(choices) - {"formulation"}) + (["initial"] if initial is not None else [])
    if duration is None and of_motion:
        what = f"{', '.join(of_motion)} choose how a motion is computed, but there is no duration"
        problems.append(Problem(what, "give a duration"))
    strange = sorted(set(choices) - OF_KINEMATICS)
    if analysis == "kinematics" and strange:
        problems.append(Problem(f"sn.kinematics takes no {', '.join(strange)}", "leave it out"))
    if problems:
        raise UnsupportedError(problems)
