"""Functions written by the user inside a bound formulation: how they run, and what went wrong in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from snodo.errors import Problem
from snodo.mechanism.python_function import PythonFunction

ROUTES = {
    "formula": "runs compiled, as a formula",
    "compiled": "runs compiled by numba",
    "called": "is called back in Python at every evaluation (slow)",
}


class UserFunctions:
    """What formulations have in common that let Python be called back; `flat` holds the parts and what they call."""

    flat: Any

    def routes(self) -> dict[str, str]:
        """How each function written by the user runs: as a formula, compiled, or called back in Python."""
        routes = {}
        for described in self._described():
            if described.written is not None:
                routes[described.part.title] = ROUTES[described.written.route]
            for function in described.functions:
                if isinstance(function, PythonFunction):
                    routes[described.part.title] = ROUTES["formula" if function.compiled else "called"]
        return routes

    def interrupted(self) -> bool:
        """Whether Ctrl-C was pressed while Python was called back."""
        return any(isinstance(error, KeyboardInterrupt) for failure in self._failures() for error in failure)

    def forget_failures(self) -> None:
        """Forget what the user's functions raised: they may be called again."""
        for failure in self._failures():
            failure.clear()

    def raised(self, when: str) -> Problem | None:
        """The exception that a user's function raised, and whose it is; it is told once."""
        for item in self.flat.keep_alive:
            failure = getattr(item, "failure", None)
            if failure:
                part = next((x.part.title for x in self._described() if _uses(x, item)), "a function")
                error = failure[-1]
                failure.clear()
                return Problem(f"{when} {part} raised {type(error).__name__}: {error}", "mend the function")
        return None

    def user_failure(self, described: Any, t: float, q: np.ndarray, v: np.ndarray) -> Problem:
        """A user's force or constraint failed with the arguments (t, q, v): say which, and how."""
        when, part, written = f"at t = {t:.6g} s", described.part, described.written
        raised = self.raised(when)
        if raised is None and written.function is not None:
            try:
                written.function(t, q, v)
            except Exception as error:
                what = f"{when} {part.title} raised {type(error).__name__}: {error}"
                return Problem(what, "mend the function", part.where)
        what = f"{when} {part.title} gives a value that is not finite, or too few or too many values"
        return raised or Problem(what, "mend the function or formula", part.where)

    def _described(self) -> Iterator[Any]:
        yield from self.flat.constraints
        yield from self.flat.forces

    def _failures(self) -> list[list[BaseException]]:
        return [item.failure for item in self.flat.keep_alive if hasattr(item, "failure")]


def _uses(described: Any, item: object) -> bool:
    return described.written is item or any(function is item for function in described.functions)
