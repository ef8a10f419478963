"""The compiled equations in space, imported on first use (which compiles them once on a machine, and says so)."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple


class Entries(NamedTuple):
    """Entry points for results."""

    evaluate: Any
    find_redundant: Any
    closure_wrenches: Any


class Kernels(NamedTuple):
    """The functions behind the seam between equations and time."""

    layout: ModuleType
    rate: Any
    project: Any


@cache
def entries() -> Entries:
    """Import, and on a first-ever run compile, what reads results."""
    from snodo import _jit

    with _jit.announced("the results of spatial mechanisms"):
        from snodo.formulations.spatial.kernels import results

        return Entries(results.evaluate, results.find_redundant, results.closure_wrenches)


@cache
def terms() -> Any:
    """The terms of the equations behind an address, for methods with linear algebra of their own."""
    from snodo import _jit

    with _jit.announced("the terms of the equations of spatial mechanisms"):
        from snodo.formulations.spatial.kernels.terms import terms

        return terms


@cache
def in_time(euler: bool) -> Kernels:
    """Import, and on a first-ever run compile, the equations for v = (ṙ, ω′) or (ṙ, ṗ)."""
    from snodo import _jit

    with _jit.announced(f"the equations of spatial mechanisms{' in Euler parameters' if euler else ''}"):
        from snodo.formulations.spatial.kernels import layout

        if euler:
            from snodo.formulations.spatial.kernels import euler_rate

            return Kernels(layout, euler_rate.rate, euler_rate.project)
        from snodo.formulations.spatial.kernels import rate

        return Kernels(layout, rate.rate, rate.project)
