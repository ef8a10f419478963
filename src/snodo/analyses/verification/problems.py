"""The verification problems by name."""

from __future__ import annotations

from functools import cache

from snodo.analyses.verification.articulated_bodies import articulated_bodies
from snodo.analyses.verification.benchmark_problems import benchmark_problems
from snodo.analyses.verification.bicycle import bicycle
from snodo.analyses.verification.closed_forms import closed_forms
from snodo.analyses.verification.linkage import linkage
from snodo.analyses.verification.problem import MotionProblem, StateProblem
from snodo.errors import NameNotFound, Problem, suggestion

AnyProblem = MotionProblem | StateProblem


@cache
def problems() -> dict[str, AnyProblem]:
    """All of them, benchmark problems first."""
    found: tuple[AnyProblem, ...] = (
        *benchmark_problems(),
        *bicycle(),
        *linkage(),
        *articulated_bodies(),
        *closed_forms(),
    )
    return {one.name: one for one in found}


def named(names: list[str]) -> list[AnyProblem]:
    """The problems of these names, in any case of letters; unknown ones are refused, all at once."""
    known = {name.lower(): one for name, one in problems().items()}
    spelled = {name: _key(name) for name in names}
    strange = [name for name, key in spelled.items() if key not in known]
    if strange:
        raise NameNotFound(
            [Problem(f"there is no verification problem {name!r}", suggestion(_key(name), known)) for name in strange]
        )
    return [known[key] for key in spelled.values()]


def _key(name: object) -> str:
    return str(name).strip().lower().replace("-", "_").replace(" ", "_")
