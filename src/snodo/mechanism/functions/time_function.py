"""Base of all functions of time: values with exact first and second derivatives, checked on creation.

Values are plain SI numbers.  What a value is (an angle, a length, a force) depends on where the function is used; each
field says in its metadata which quantity it is: `value` (of the use), `rate` (that per second), `time`, `frequency`,
`angle`, `number`; `flag`, `text` and `callable` are not converted.  The compiled twin of every `derivatives` lives in
`snodo/math/kernels/time_functions.py`.
"""

from __future__ import annotations

import math
import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, overload

import numpy as np

from snodo.errors import MechanismError, Problem, user_line

if TYPE_CHECKING:
    from snodo.mechanism.functions.breaks import Breaks

Derivatives = tuple[float, float, float]
_NUMERIC = ("value", "rate", "time", "frequency", "angle", "number")


def about(doc: str, quantity: str = "value", many: bool = False) -> dict[str, Any]:
    """Metadata of a field: its quantity, one sentence, and whether it is a list."""
    return {"quantity": quantity, "doc": doc, "many": many}


class Function(ABC):
    """A function of time t in s with exact first and second derivative."""

    kind: ClassVar[str]

    def __post_init__(self) -> None:
        """Convert every numeric field to float (or a tuple of floats), then check; all problems are raised at once."""
        problems = [problem for item in fields(self) for problem in self._converted(item)]  # type: ignore[arg-type]
        problems = problems or list(self._mistakes())
        if problems:
            where = user_line()
            raise MechanismError([Problem(f"{self.kind} function: {p.what}", p.remedy, where) for p in problems])

    @overload
    def __call__(self, t: float) -> float: ...
    @overload
    def __call__(self, t: np.ndarray | Sequence[float]) -> np.ndarray: ...

    def __call__(self, t: float | np.ndarray | Sequence[float]) -> float | np.ndarray:
        """f(t) at a time [s], or at each time of an array."""
        if not isinstance(t, Sequence | np.ndarray):
            return self._value(t)
        times = np.asarray(t, float)
        values = np.array([self._value(float(x)) for x in times.ravel()])
        return values.reshape(times.shape) if times.ndim else float(values[0])

    def _value(self, t: float) -> float:
        """f(t) at one time [s]."""
        return self.derivatives(t)[0]

    @abstractmethod
    def derivatives(self, t: float) -> Derivatives:
        """f(t), f′(t), f″(t)."""

    @abstractmethod
    def pack(self, address: int = 0) -> list[float]:
        """The numbers for the kernel, the kind first; `address` is that of a called Python function."""

    @property
    def scratch(self) -> int:
        """Number of scratch values that the kernel needs to evaluate it."""
        return 3

    def breaks(self, start: float, end: float) -> Breaks:
        """Where it jumps, and where it has narrow features, from start to end [s]: see `breaks.py`."""
        from snodo.mechanism.functions.breaks import breaks_of

        return breaks_of(self, start, end)

    def _mistakes(self) -> Iterator[Problem]:
        return iter(())

    def _converted(self, item: Any) -> Iterator[Problem]:
        if item.metadata.get("quantity") not in _NUMERIC:
            return
        given = getattr(self, item.name)
        if not item.metadata["many"]:
            yield from _not_a_number(item.name, given)
        elif isinstance(given, (str, dict)) or not isinstance(given, (Sequence, np.ndarray)):
            yield Problem(f"{item.name} = {given!r} is not a list of numbers", "write a list, such as [0, 1, 2]")
            return
        else:
            for k, number in enumerate(given):
                yield from _not_a_number(f"{item.name}[{k}]", number)
        self._set(item.name, given, item.metadata["many"])

    def _set(self, name: str, given: Any, many: bool) -> None:
        try:
            value = tuple(float(x) for x in given) if many else float(given)
        except (TypeError, ValueError, OverflowError):
            return  # already reported as a problem
        object.__setattr__(self, name, value)


def _not_a_number(name: str, value: Any) -> Iterator[Problem]:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        yield Problem(f"{name} = {value!r} is not a number", "give a number in SI units (m, rad, N, s, Hz)")
        return
    try:
        finite = math.isfinite(value)
    except OverflowError:
        finite = False
    if not finite:
        yield Problem(f"{name} = {str(value)[:40]} is not finite", "give a finite number")


def tag(kind: str) -> float:
    """The number by which the kernel knows a kind."""
    from snodo.math.kernels import time_functions

    return float(getattr(time_functions, kind.upper()))
