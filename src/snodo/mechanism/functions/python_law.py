"""Python laws over named measures: f(t, x) gives one force or torque for each driven coordinate.

A law that is one formula (found by calling it with symbols) runs as that.  One with branches or loops is compiled.  One
that can be neither is refused: it would be called in Python at every evaluation.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.byte_code import uses_time
from snodo.math.captured import Captured, captured
from snodo.math.compiled_function import CompiledOutput, compiled_outputs
from snodo.math.expression import Expression, constant, tabulated, variable
from snodo.math.repeatable import REMEDY, not_repeatable, points
from snodo.math.tracing import NotTraceable, trace
from snodo.mechanism.functions.measured_formula import MeasuredFormula

_ADVICE = (
    "use numbers, numpy's functions, if and loops only; a law that needs more is a sampled controller: "
    "m.controller(…, every=…), called in Python at its sample times"
)


class LawSource:
    """The function of a law, what it reads and how many numbers it gives."""

    def __init__(self, name: str, function: Callable[..., Any], reads: tuple[str, ...], outputs: int) -> None:
        """Find out how it runs; raises an error if it cannot be compiled."""
        self.name, self.function, self.reads, self.outputs = name, function, reads, outputs
        self.where = user_line()
        self.held: Captured | None = None
        self.expressions: list[Expression] = []
        self.why = ""
        """Why it is compiled and not a formula; empty if it is a formula."""
        self.renew()

    def renew(self) -> None:
        """Make the formulas again if something that the function reads has changed."""
        now = captured(self.function)
        if self.held is None or self.held.changed(now):
            self.expressions, self.held = self._formulas(now), now

    def _formulas(self, reads: Captured) -> list[Expression]:
        n, function = len(self.reads), self.function

        def flat(t: Any, *x: Any) -> Any:
            vector = np.empty(n, dtype=object)
            vector[:] = x
            return function(t, vector if any(not isinstance(a, float) for a in x) else vector.astype(float))

        try:
            found, self.why = trace(flat, "t", *self.reads, of=function), ""
        except NotTraceable as error:
            self.why = str(error)
            found = self._compiled(reads)
        if len(found) != self.outputs:
            what = f"law {self.name!r} returns {len(found)} numbers for {self.outputs} driven coordinates"
            raise MechanismError(Problem(what, "return one number for each, in the order of drives", self.where))
        return found

    def _compiled(self, reads: Captured) -> list[Expression]:
        n = len(self.reads)
        how = not_repeatable(lambda t, x: self.function(t, x.copy()), points(n))
        if how:
            raise MechanismError(Problem(f"law {self.name!r}: {how}", REMEDY, self.where))
        made = compiled_outputs(self.function, n, self.outputs, reads)
        if isinstance(made, str):
            what = f"law {self.name!r} cannot be compiled: as a formula: {self.why}; by numba: {made}"
            raise MechanismError(Problem(what, _ADVICE, self.where))
        time = variable("t") if uses_time(self.function) else constant(0.0)
        arguments = [time, *(variable(name) for name in self.reads)]
        curves = [CompiledOutput(self.name, self.function, made, (n, self.outputs, k)) for k in range(self.outputs)]
        return [tabulated(curve, *arguments) for curve in curves]


@dataclass(frozen=True)
class PythonLaw(MeasuredFormula):
    """One of the numbers that a Python law gives, as a function of time and measures."""

    kind: ClassVar[str] = "python_law"
    text: str = ""
    source: LawSource = field(kw_only=True, repr=False)
    index: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        """Take its formula."""
        expression = self.source.expressions[self.index]
        used = expression.variables()
        object.__setattr__(self, "expression", expression)
        object.__setattr__(self, "names", tuple(name for name in self.source.reads if name in used))
        shown = f"{self.source.name}(t, {', '.join(self.source.reads)})[{self.index}]"
        object.__setattr__(self, "text", shown if self.compiled else str(expression))

    @property
    def compiled(self) -> bool:
        """Whether it is machine code, and not a formula."""
        return bool(self.source.why)

    @property
    def held(self) -> Captured | None:
        """What its function read when the formula was made."""
        return self.source.held

    @property
    def function(self) -> Callable[..., Any]:
        """The Python function."""
        return self.source.function

    def renewed(self) -> PythonLaw:
        """The same for what its function reads now; nothing else refers to the copy."""
        source = copy.copy(self.source)
        source.renew()
        return PythonLaw(source=source, index=self.index)
