"""The compiled equations in space, imported on first use (which compiles them once on a machine, and says so)."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from snodo.formulations.connected import Verbs


class Entries(NamedTuple):
    """Entry points for results."""

    evaluate: Any
    energies: Any
    find_redundant: Any
    closure_wrenches: Any
    update: Any


@cache
def entries() -> Entries:
    """Import, and on a first-ever run compile, what reads results."""
    from snodo import _jit

    with _jit.announced("the results of spatial mechanisms"):
        from snodo.formulations.spatial.kernels import equations, results

        wrenches, energies = results.closure_wrenches, results.energies_of
        return Entries(results.evaluate, energies, results.find_redundant, wrenches, equations.update)


@cache
def terms() -> Any:
    """The terms of the equations behind an address, for methods with linear algebra of their own."""
    from snodo import _jit

    with _jit.announced("the terms of the equations of spatial mechanisms"):
        from snodo.formulations.spatial.kernels.terms import terms

        return terms


@cache
def verbs(euler: bool) -> Verbs:
    """The verbs for v = (ṙ, ω′) or (ṙ, ṗ)."""
    from snodo.formulations.spatial.kernels import euler_verbs
    from snodo.formulations.spatial.kernels import verbs as usual

    own = euler_verbs if euler else usual
    return Verbs(own.evaluate, usual.factor, usual.solve, own.displace, own.rates)
