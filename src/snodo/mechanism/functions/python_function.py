"""Python functions of t as functions of time: run as a formula where possible, called in Python otherwise.

A formula keeps the other values that the function reads as they are when it is made; it is made again if they change.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.math.captured import Captured, captured
from snodo.math.jet import Jet, NotDifferentiable, second_order
from snodo.math.repeatable import REMEDY, Witness, not_repeatable, points
from snodo.math.tracing import NotTraceable, trace
from snodo.mechanism.functions.formula_function import Formula, called, finite
from snodo.mechanism.functions.time_function import Derivatives, Function, about


@dataclass(frozen=True)
class PythonFunction(Function):
    """A Python function of t, turned into a formula where possible and called in Python otherwise.

    A called function is differentiated by calling it with jets, unless its derivatives are given as functions of t.

    Parameters
    ----------
    function : callable
        f(t), written with numpy.
    derivative : callable, optional
        f′(t).
    second_derivative : callable, optional
        f″(t).

    Raises
    ------
    MechanismError
        If it cannot be called or differentiated.

    Examples
    --------
    >>> sn.PythonFunction(lambda t: np.sin(t) + 1.0)(0.0)
    1.0
    """

    kind: ClassVar[str] = "python"
    function: Callable[[Any], Any] = field(metadata=about("f(t), written with numpy", "callable"))
    derivative: Callable[[Any], Any] | None = field(default=None, metadata=about("f′(t)", "callable"))
    second_derivative: Callable[[Any], Any] | None = field(default=None, metadata=about("f″(t)", "callable"))
    failure: list[BaseException] = field(init=False, repr=False, compare=False, default_factory=list)

    def _mistakes(self) -> Iterator[Problem]:
        for name in ("function", "derivative", "second_derivative"):
            given = getattr(self, name)
            if not callable(given) and (name == "function" or given is not None):
                yield Problem(f"{name} = {given!r} cannot be called", "give a Python function of t")
                return
        if self.second_derivative is not None and self.derivative is None:
            yield Problem("second_derivative is given without derivative", "give both")
        if not self.compiled and self.derivative is None:
            yield from self._without_derivatives()
        if not self.compiled:
            yield from self._contradictions()

    def _contradictions(self) -> Iterator[Problem]:
        """Functions that return a different value when called again."""
        for function in (self.function, self.derivative, self.second_derivative):
            how = "" if function is None else not_repeatable(partial(_of_time, function), points(0))
            if how:
                yield Problem(f"{self.name}: {how}", REMEDY)

    def _without_derivatives(self) -> Iterator[Problem]:
        try:
            second_order(self.function, 0.0)
        except NotDifferentiable as error:
            yield Problem(f"{self.name}: {error.problems[0].what}", error.problems[0].remedy)
        except Exception as error:
            if _fails_everywhere(self.function):
                yield Problem(
                    f"{self.name}(t) raises {type(error).__name__}: {error}", "it must take one number, the time"
                )

    @property
    def name(self) -> str:
        """Its name in messages."""
        return str(getattr(self.function, "__name__", repr(self.function)))

    @property
    def formula(self) -> Formula | None:
        """Its formula with the current values of everything it reads, or None if it must be called."""
        return self._traced().formula

    @property
    def why(self) -> str:
        """Why it must be called; empty if it runs as a formula."""
        return self._traced().why

    @property
    def captured(self) -> Captured:
        """The values other than t that its formula keeps."""
        return self._traced().captured

    def _traced(self) -> _Traced:
        known: _Traced | None = self.__dict__.get("_known")
        if known is None or (known.formula and known.reads and known.captured != captured(self.function)):
            known = _Traced.of(self.function)
            object.__setattr__(self, "_known", known)
        return known

    @property
    def compiled(self) -> bool:
        """Whether it runs as a formula, without calling Python."""
        return self.formula is not None

    def _value(self, t: float) -> float:
        """f(t), by calling the function."""
        return finite(self.name, t, _plain(self.function, t, self.name))[0]

    def derivatives(self, t: float) -> Derivatives:
        """f, f′, f″ from the formula, the given derivatives or jets."""
        formula = self.formula
        f, f1, f2 = formula.derivatives(t) if formula else self.called(t)
        return f, f1, f2

    def called(self, t: float) -> Derivatives:
        """f, f′, f″ by calling the function."""
        f, f1, f2 = finite(self.name, t, *self._called(t))
        return f, f1, f2

    def _called(self, t: float) -> Derivatives:
        if self.derivative is None:
            return second_order(self.function, t)
        f, f1 = _plain(self.function, t, self.name), _plain(self.derivative, t, f"derivative of {self.name}")
        if self.second_derivative is None:
            return f, f1, second_order(self.derivative, t)[1]
        return f, f1, _plain(self.second_derivative, t, f"second derivative of {self.name}")

    def callback(self, witness: Witness | None = None) -> Callable[[float, Any, Any, Any], int]:
        """A function for `_jit.address_of_python`; it writes f, f′, f″ to `out` and keeps an exception in `failure`.

        `witness`: keeps some of the calls.
        """

        def call(t: float, _first: Any, _second: Any, out: Any) -> None:
            answer = self.called(t)
            out[0], out[1], out[2] = answer
            if witness is not None:
                witness.note((t,), answer)

        return guarded(call, self.failure)

    def pack(self, address: int = 0) -> list[float]:
        """The pack of its formula, or kind and address (bitwise)."""
        formula = self.formula
        return called(address) if formula is None else formula.pack()

    @property
    def scratch(self) -> int:
        """That of its formula, or three results."""
        formula = self.formula
        return 3 if formula is None else formula.scratch


@dataclass(frozen=True)
class _Traced:
    """The result of tracing a function, and the values that it read."""

    formula: Formula | None
    why: str
    captured: Captured

    @classmethod
    def of(cls, function: Callable[[Any], Any]) -> _Traced:
        """Trace a function."""
        now = captured(function)
        try:
            traced = trace(function, "t")
        except NotTraceable as error:
            return cls(None, str(error), now)
        if len(traced) != 1:
            return cls(None, f"it gives {len(traced)} values", now)
        return cls(Formula(traced[0]), "", now)

    @property
    def reads(self) -> bool:
        """Whether the function reads anything that could change."""
        return len(self.captured.contents) > 1


def guarded(
    call: Callable[[float, Any, Any, Any], None], failure: list[BaseException]
) -> Callable[[float, Any, Any, Any], int]:
    """`call` for `_jit.address_of_python`: it returns 0, or 1 after an exception, which it keeps in `failure`.

    No exception may leave a C callback.  After Ctrl-C it is not called again, so that no shorter step is tried.
    """

    def answer(t: float, first: Any, second: Any, out: Any) -> int:
        if failure and isinstance(failure[0], KeyboardInterrupt):
            return 1
        try:
            call(t, first, second, out)
        except BaseException as error:
            failure[:] = [error]
            return 1
        return 0

    return answer


def _of_time(function: Callable[[Any], Any], t: float, _: Any) -> Any:
    return function(t)


def _plain(function: Callable[[Any], Any], t: float, name: str) -> float:
    result = function(t)
    if isinstance(result, np.ndarray) and result.size == 1:
        result = result.item()
    if isinstance(result, (numbers.Real, np.bool_)):
        return float(result)
    raise MechanismError(Problem(f"{name} returns {result!r} at t = {t:g} s, which is not a number", "return a number"))


def _fails_everywhere(function: Callable[[Any], Any]) -> bool:
    for t in (0.0, 0.1, 1.0, 10.0):
        try:
            function(Jet(t, 1.0))
        except Exception:
            continue
        return False
    return True
