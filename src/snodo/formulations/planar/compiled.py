"""The compiled planar kernels, imported on first use (which compiles them once on a machine, and says so)."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple


class Kernels(NamedTuple):
    """Entry points of the planar kernels."""

    layout: ModuleType
    rate: Any
    project: Any
    find_redundant: Any
    evaluate: Any
    wrenches: Any


_BESIDE = (
    "snodo.integrators.ode.kernels.advance",
    "snodo.formulations.planar.kernels.evaluate",
    "snodo.formulations.planar.kernels.matrices",
)


@cache
def kernels() -> Kernels:
    """Import, and on a first-ever run compile, the planar kernels."""
    from snodo import _jit

    with _jit.announced("the planar equations", beside=_BESIDE) as wait:
        from snodo.formulations.planar.kernels import layout, project, rate

        wait()
        from snodo.formulations.planar.kernels import evaluate, matrices

        return Kernels(
            layout,
            rate.rate,
            project.project,
            matrices.find_redundant,
            evaluate.evaluate,
            matrices.wrenches,
        )


@cache
def terms() -> Any:
    """The terms of the equations behind an address, for methods with linear algebra of their own."""
    from snodo import _jit

    with _jit.announced("the terms of the planar equations"):
        from snodo.formulations.planar.kernels.terms import terms

        return terms
