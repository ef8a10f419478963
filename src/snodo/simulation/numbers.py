"""States and held numbers of a run: their start, their tolerances, and which methods and integrators suit them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.given_values import one_number
from snodo.errors import MechanismError, Problem, UnsupportedError
from snodo.mechanism.part import convert

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.results.state import State
    from snodo.simulation.one_run import Choices

Array = np.ndarray
Initial = Mapping[str, Any] | None
FREE = 1e300
"""Tolerance of components of y that are not under error control."""


def without_numbers(F: Formulation, initial: Initial) -> Initial:
    """The initial values of coordinates and velocities."""
    return None if initial is None else {name: x for name, x in initial.items() if name not in F.number_names}


def start_numbers(F: Formulation, initial: Initial, state: State | None) -> Array:
    """States and held numbers at the start of a run: as described, as given, or those of another result."""
    m, values = F.mechanism, F.described_numbers.copy()
    found: dict[str, Any] = {name: x for name, x in m.initial.items() if name in m.states}
    found |= {name: x for name, x in (initial or {}).items() if name in F.number_names}
    if state is not None:
        found = _continued(F, state)
    for name, value in found.items():
        if name not in m.states:
            owner = F.builder.numbers[F.number_names.index(name)].part.title
            what = f"initial {name}: it is computed by {owner} at the first sample"
            raise MechanismError(Problem(what, "omit it; a memory starts with the value in memory"))
        try:
            values[F.number_names.index(name)] = convert(one_number(name, value), "plain")
        except (MechanismError, ValueError, TypeError) as error:
            raise MechanismError(Problem(f"initial {name}: {error}", "give a number", m.states[name].where)) from None
    return values


def _continued(F: Formulation, state: State) -> dict[str, Any]:
    """States of the row of another result; memories of controllers start anew."""
    G = state.result.formulation
    row = G.numbers_in(state.result.states[state.row])
    theirs = dict(zip(G.number_names, row.tolist()))
    missing = [name for name in F.mechanism.states if name not in theirs]
    if missing:
        what = f"start: state {missing[0]!r} is not in the result of mechanism {G.mechanism.name!r}"
        raise MechanismError(Problem(what, "start from a result with the same states", F.mechanism.where))
    if F.mechanism.controllers:
        what = f"a run with {next(iter(F.mechanism.controllers.values())).title} cannot continue another one"
        raise UnsupportedError(Problem(what, "give initial values: the memory of controllers starts anew"))
    return {name: theirs[name] for name in F.mechanism.states}


def whole_tolerances(F: Formulation, tolerances: tuple[Array, Array], rtol: float) -> tuple[Array, Array]:
    """Those of (q, v) continued by works, which are free, and by numbers, relative to their scales."""
    if not F.number_names:
        return tolerances
    works = np.full(len(F.work_names), FREE)
    own = [FREE if number.held else rtol * number.scale for number in F.builder.numbers]
    absolute, relative = tolerances
    return np.concatenate([absolute, works, own]), np.concatenate([relative, np.full(len(works) + len(own), rtol)])


def must_suit_numbers(F: Formulation, choices: Choices, checkpoint: bool = False) -> None:
    """Refuse what cannot be combined with states and controllers."""
    if not F.number_names:
        return
    why = f"the mechanism has {F.builder.numbers[0].part.title}"
    problems = []
    if choices.integrator.solves_constraints:
        what = f"integrator {choices.integrator.name} cannot integrate states, and {why}"
        problems.append(Problem(what, "use dop853, dormand_prince, bogacki_shampine or rk4"))
    elif not choices.method.switches_rows:
        what = f"method {choices.method.name} has its own equations without states, and {why}"
        problems.append(Problem(what, "use projection, augmented, or baumgarte with one gain for all rows"))
    if checkpoint:
        problems.append(Problem(f"checkpoints are not possible where {why}", "run it without a checkpoint"))
    if problems:
        raise UnsupportedError(problems)
