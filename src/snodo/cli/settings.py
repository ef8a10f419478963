"""Check the run settings of a file: known names, and compatible with one another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from snodo.constraint_methods import method_from
from snodo.errors import Problem, SnodoError
from snodo.integrators.base import integrator_from
from snodo.registry import INTEGRATORS


def settings_problems(settings: Any) -> list[Problem]:
    """All problems in the section `run`, each with its line."""
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
    return integrator_from(str(settings.integrator or INTEGRATORS.default), step=settings.step)
