"""By which route each function written by the user runs, in words for the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.mechanism.python_function import PythonFunction

if TYPE_CHECKING:
    from snodo.formulations.planar.flatten import Flat

WORDS = {
    "formula": "runs compiled, as a formula",
    "compiled": "runs compiled by numba",
    "called": "is called back in Python at every evaluation (slow)",
}


def routes_of(flat: Flat) -> dict[str, str]:
    """Part by name: how its Python function or formula runs."""
    routes = {}
    described: Any
    for described in (*flat.constraints, *flat.forces):
        if described.written is not None:
            routes[described.part.title] = WORDS[described.written.route]
        for function in (described.function, getattr(described, "function_2", None)):
            if isinstance(function, PythonFunction):
                routes[described.part.title] = WORDS["formula" if function.compiled else "called"]
    return routes
