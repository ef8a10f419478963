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
    follow: Any


@cache
def kernels() -> Kernels:
    """Import, and on a first-ever run compile, the planar kernels."""
    from snodo import _jit

    with _jit.announced("the planar equations"):
        from snodo.formulations.planar.kernels import evaluate, kinematics, layout, matrices, project, rate

        return Kernels(
            layout,
            rate.rate,
            project.project,
            matrices.find_redundant,
            evaluate.evaluate,
            matrices.wrenches,
            kinematics.follow,
        )
