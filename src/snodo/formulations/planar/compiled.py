"""The compiled planar kernels, imported on first use (which compiles them once on a machine, and says so)."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from snodo.formulations.connected import Verbs


class Entries(NamedTuple):
    """Entry points for results."""

    evaluate: Any
    energies: Any
    find_redundant: Any
    wrenches: Any
    update: Any


_BESIDE = (
    "snodo.integrators.ode.kernels.advance",
    "snodo.formulations.planar.kernels.evaluate",
    "snodo.formulations.kernels.projection",
)


@cache
def entries() -> Entries:
    """Import, and on a first-ever run compile, what reads results."""
    from snodo import _jit

    with _jit.announced("the planar equations", beside=_BESIDE) as wait:
        from snodo.formulations.planar.kernels import matrices

        wait()
        from snodo.formulations.planar.kernels import evaluate

        energies = evaluate.energies_of
        return Entries(evaluate.evaluate, energies, matrices.find_redundant, matrices.wrenches, matrices.update)


@cache
def verbs() -> Verbs:
    """The verbs of the plane."""
    from snodo.formulations.planar.kernels import verbs as own

    return Verbs(own.evaluate, own.factor, own.solve, own.displace, own.rates)


@cache
def terms() -> Any:
    """The terms of the equations behind an address, for methods with linear algebra of their own."""
    from snodo import _jit

    with _jit.announced("the terms of the planar equations"):
        from snodo.formulations.planar.kernels.terms import terms

        return terms
