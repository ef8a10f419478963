"""Functions written by the user inside a bound formulation: how they run, and what went wrong in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem, RunError
from snodo.math.captured import captured
from snodo.math.repeatable import REMEDY
from snodo.mechanism import not_stored
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.python_law import PythonLaw

ROUTES = {
    "formula": "runs compiled, as a formula",
    "compiled": "runs compiled by numba",
    "called": "is called in Python at every evaluation (slow)",
}
_BIND_AGAIN = "bind the mechanism again (give it, not the bound formulation, to sn.simulate), or restore the old value"


class UserFunctions:
    """What formulations have in common that let Python be called back; `flat` holds the parts and what they call."""

    flat: Any
    mechanism: Any

    def routes(self) -> dict[str, str]:
        """Report how each user function runs: as a formula, compiled, or called in Python; and why.

        Returns
        -------
        dict of str
            By the name of the part.

        Examples
        --------
        >>> planar.routes()
        {}
        """
        routes = {}
        for described in self.described():
            if described.written is not None:
                routes[described.part.title] = _route(described.written.route, described.written.why)
            for function in described.functions:
                if isinstance(function, PythonFunction):
                    route = "formula" if function.compiled else "called"
                    routes[described.part.title] = _route(route, function.why)
                if isinstance(function, PythonLaw):
                    route = "compiled" if function.compiled else "formula"
                    routes[described.part.title] = _route(route, function.source.why)
        return routes

    def must_be_current(self) -> None:
        """Refuse to go on where a formula or compiled function holds what has changed since it was bound.

        A function that is not there, because a file could not hold it, is refused too.
        """
        not_stored.refuse(self.mechanism)
        for item in self.flat.keep_alive:
            before = getattr(item, "held", None)
            changed = before.changed(captured(item.function)) if before is not None else []
            if changed:
                what = f"{self._title(item)} reads {', '.join(changed)}, which changed after the mechanism was bound"
                raise MechanismError(Problem(what, _BIND_AGAIN))

    def must_have_repeated(self) -> None:
        """After a run: refuse it if a function now gives something else, or if what was held in formulas changed."""
        self.must_be_current()
        for item in self.flat.keep_alive:
            witness = getattr(item, "witness", None)
            how = witness.contradicts() if witness is not None else ""
            if how:
                raise RunError(Problem(f"{self._title(item)}: {how}", REMEDY))

    def function_remarks(self) -> list[str]:
        """Functions that keep a state of their own."""
        remarks = []
        for item in self.flat.keep_alive:
            called = getattr(item, "witness", None) is not None
            kept = captured(item.function).keeps if called else ()
            if kept:
                what = f"{self._title(item)} stores and reads {', '.join(kept)}"
                remarks.append(f"{what}: if its values depend on that, the result depends on the steps that were tried")
        return remarks

    def _title(self, item: Any) -> str:
        item = getattr(item, "of", item)
        return next((x.part.title for x in self.described() if _uses(x, item)), "a function")

    def interrupted(self) -> bool:
        """Whether Ctrl-C was pressed while Python was called back."""
        return any(isinstance(error, KeyboardInterrupt) for failure in self._failures() for error in failure)

    def forget_failures(self) -> None:
        """Forget what the user's functions raised: they may be called again."""
        for failure in self._failures():
            failure.clear()

    def raised(self, when: str) -> Problem | None:
        """The exception raised by a user function, and its part; it is reported once."""
        for item in self.flat.keep_alive:
            failure = getattr(item, "failure", None)
            if failure:
                error = failure[-1]
                failure.clear()
                return Problem(f"{when} {self._title(item)} raised {type(error).__name__}: {error}", "fix the function")
        return None

    def user_failure(self, described: Any, t: float, q: np.ndarray, v: np.ndarray) -> Problem:
        """A user's force or constraint failed with the arguments (t, q, v): say which, and how."""
        when, part, written = f"at t = {t:.6g} s", described.part, described.written
        raised = self.raised(when)
        if raised is None and written.route == "compiled":
            try:
                written.function(t, q, v)
            except Exception as error:
                what = f"{when} {part.title} raised {type(error).__name__}: {error}"
                return Problem(what, "fix the function", part.where)
        what = f"{when} {part.title} gives a value that is not finite, or too few or too many values"
        return raised or Problem(what, "fix the function or formula", part.where)

    def described(self) -> Iterator[Any]:
        """Constraints and forces as they were described."""
        yield from self.flat.constraints
        yield from self.flat.forces

    def _failures(self) -> list[list[BaseException]]:
        return [item.failure for item in self.flat.keep_alive if hasattr(item, "failure")]


def _route(route: str, why: str) -> str:
    return f"{ROUTES[route]}: {why}" if why else ROUTES[route]


def _uses(described: Any, item: object) -> bool:
    return described.written is item or any(function is item for function in described.functions)
