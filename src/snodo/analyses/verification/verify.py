"""The verification problems by every formulation × constraint method × integrator that applies to them.

The truth is known here: published digits, or a closed form.  Each run says how far from it it is, at what cost, and how
far it thinks it is (its error bars).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from snodo.analyses.compare.compare import listed
from snodo.analyses.verification.problem import MotionProblem, StateProblem
from snodo.analyses.verification.problems import AnyProblem, named, problems
from snodo.analyses.verification.rows import NONE, Combination, motion_row, state_row
from snodo.constraint_methods import method_from
from snodo.constraint_methods.method import must_be
from snodo.errors import SnodoError
from snodo.formulations.base import Formulation
from snodo.formulations.bind import bind, default_formulation
from snodo.integrators.base import Integrator, integrator_from, is_fixed
from snodo.progress import Progress, ProgressBar, silence
from snodo.registry import FORMULATIONS, INTEGRATORS, METHODS
from snodo.results.verification import Verification, VerificationRow
from snodo.simulation.one_run import must_move
from snodo.spelling import spelled
from snodo.types import FormulationLike, IntegratorLike, MethodLike

HIGH_ORDER = 5
"""Order from which on an integrator is also run with the best setting."""


@dataclass(frozen=True)
class _Choices:
    """What is run."""

    formulations: list[str]
    methods: list[Any]
    integrators: list[Any]
    quick: bool
    patience: float | None


@spelled
def verify(
    names: Sequence[str] | str | None = None,
    quick: bool = False,
    *,
    formulations: Sequence[FormulationLike] | str | None = None,
    methods: Sequence[MethodLike] | str | None = None,
    integrators: Sequence[IntegratorLike] | str | None = None,
    patience: float | None = None,
    progress: bool = True,
) -> Verification:
    """Solve problems whose solution is known, by all choices, and compare.

    Each problem is one of the example files (`snodo examples`) with published digits or a closed form.  Every
    combination is run with the tolerances that it has by default; the default method also with tight tolerances, if
    the order of the integrator is 5 or more.  Combinations that fail are rows with their reason.  Ctrl-C returns what
    is done.

    Parameters
    ----------
    names : sequence of str, optional
        Names of problems, such as "A01"; by default all (quick: those that are cheap).
    quick : bool, optional
        Whether to run less: the default method and integrator alone, for a shorter time.
    formulations : sequence, optional
        Names; by default all.
    methods : sequence, optional
        Names or objects; by default all.
    integrators : sequence, optional
        Names or objects, such as `sn.DOP853(rtol=1e-10)`; by default all.
    patience : float, optional
        Process time after which a run is stopped [s]; by default 3 s, or what the problem says.
    progress : bool, optional
        Whether to show a progress bar, and which problem is being solved.

    Returns
    -------
    Verification
        One row per combination; print it for a summary.

    Raises
    ------
    NameNotFound
        If a problem or a choice does not exist.
    SnodoError
        If a list is empty, or the patience is not positive.

    Examples
    --------
    >>> found = sn.verify("trammel", quick=True, formulations="planar", progress=False)
    >>> found.default("trammel").verdict
    'reached'
    """
    if patience is not None:
        must_be("verify", "patience", patience, 1e-3, float("inf"), "a time in s")
    chosen = _chosen(names, quick)
    choices = _Choices(
        [FORMULATIONS[word].name for word in listed(formulations, FORMULATIONS)],
        [method_from(one) for one in listed(methods, (METHODS.default,) if quick else METHODS)],
        listed(integrators, (INTEGRATORS.default,) if quick else INTEGRATORS),
        quick,
        patience,
    )
    for one in choices.integrators:
        _checked(one)
    goals, sources = {one.name: one.goal for one in chosen}, {one.name: one.source for one in chosen}
    found = Verification([], goals, sources, interrupted=True)
    with suppress(KeyboardInterrupt), silence(not progress), ProgressBar(0.0, len(chosen), things="problems") as bar:
        for k, problem in enumerate(chosen):
            for row in _rows(problem, choices, bar, bar.part(k, 0.0, len(choices.formulations))):
                found.rows.append(row)
        found.interrupted = False
    return found


def _chosen(names: Sequence[str] | str | None, quick: bool) -> list[AnyProblem]:
    """The problems of these names; none: all, or all that are quick."""
    if names is not None:
        return named(listed(names, ()))
    return [one for one in problems().values() if not quick or one.quick]


def _checked(integrator: Any) -> None:
    """Refuse an unknown word before anything runs."""
    if isinstance(integrator, str):
        INTEGRATORS[integrator]
    else:
        integrator_from(integrator)


# ---------------------------------------------------------------- combinations
def _rows(problem: AnyProblem, choices: _Choices, bar: ProgressBar, shown: Progress) -> Iterator[VerificationRow]:
    """All combinations on one problem; of a formulation that does not support it, one row with the reason.

    shown: called with the formulations that are done.
    """
    mechanism = problem.mechanism()
    usual = default_formulation(mechanism)
    usual = usual if usual in choices.formulations else choices.formulations[0]
    for k, word in enumerate(choices.formulations):
        try:
            F = bind(mechanism, word)
            must_move(F)
        except SnodoError as error:
            reason = error.problems[0].what.splitlines()[0]
            yield VerificationRow(problem.name, word, NONE, NONE, problem_met=reason)
            continue
        combinations = list(_combinations(problem, F, choices, word == usual))
        for j, combination in enumerate(combinations):
            words = [w for w in list(combination.words.values())[:3] if w != NONE]
            bar.label = f"{problem.name}: {' × '.join(words)},"
            shown(k + j / len(combinations))
            if isinstance(problem, StateProblem):
                yield state_row(problem, combination)
            else:
                yield motion_row(problem, combination, choices.quick, choices.patience or problem.patience)


def _combinations(problem: AnyProblem, F: Formulation, choices: _Choices, usual: bool) -> Iterator[Combination]:
    """All methods and integrators for a formulation; usual: the one that is chosen by default."""
    if isinstance(problem, StateProblem):
        methods = choices.methods if problem.by_methods and F.nc else choices.methods[:1]
        for k, method in enumerate(methods):
            yield Combination(F, method, None, "default", usual and k == 0)
        return
    for i, choice in enumerate(choices.integrators):
        for k, method in enumerate(_methods(F, choice, choices.methods)):
            if (not usual) + (i > 0) + (k > 0) > problem.apart:
                continue
            for integrator, setting in _settings(problem, choice, method, choices):
                yield Combination(F, method, integrator, setting, usual and i == k == 0 and setting != "tight")


def _methods(F: Formulation, integrator: Any, methods: list[Any]) -> list[Any]:
    """The methods that make a difference; an integrator that solves the constraints takes none."""
    cls = INTEGRATORS[integrator] if isinstance(integrator, str) else integrator
    if getattr(cls, "solves_constraints", False):
        return [None]
    return methods if F.nc else methods[:1]


def _settings(problem: MotionProblem, choice: Any, method: Any, choices: _Choices) -> Iterator[tuple[Integrator, str]]:
    """The integrator as it comes, and with tight tolerances where that pays."""
    if not isinstance(choice, str):
        yield integrator_from(choice), "given"
    elif is_fixed(choice):
        yield integrator_from(choice, step=problem.step), "default"
    else:
        yield integrator_from(choice), "default"
        if getattr(INTEGRATORS[choice], "order", HIGH_ORDER) >= HIGH_ORDER and method in (None, choices.methods[0]):
            yield integrator_from(choice, rtol=max(problem.tight, _smallest(choice))), "tight"


def _smallest(choice: Any) -> float:
    """The smallest tolerance of an integrator, by name or class; none has to be smaller than rounding."""
    found = INTEGRATORS[choice] if isinstance(choice, str) else choice
    return float(getattr(found, "smallest_rtol", 0.0))
