"""The run settings of a file: are they words that exist and that go together?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from snodo.constraint_methods import method_from
from snodo.errors import Problem, SnodoError
from snodo.integrators import RK4, integrator_from


def settings_problems(settings: Any) -> list[Problem]:
    """Every problem of the words in the section `run`, each with its line."""
    checks: list[Callable[[], object]] = [lambda: _integrator(settings)]
    if settings.method is not None:
        checks.append(lambda: method_from(settings.method))
    problems = []
    for check in checks:
        try:
            check()
        except SnodoError as error:
            problems += [Problem(f"run: {p.what}", p.remedy, settings.where) for p in error.problems]
    return problems


def _integrator(settings: Any) -> object:
    word = "dop853" if settings.integrator is None else str(settings.integrator)
    fixed = word.strip().lower() == "rk4"
    if fixed and settings.step is None:
        raise SnodoError(Problem("the integrator rk4 needs a step", "write run: {integrator: rk4, step: 1 ms}"))
    if fixed:
        return RK4(step=settings.step)
    found = integrator_from(word)
    if settings.step is not None:
        raise SnodoError(Problem(f"a step goes with the integrator rk4, not with {word}", "leave one of them out"))
    return found
