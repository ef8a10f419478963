"""Functions of time for drivers, forces and torques, each with its exact first and second derivative.

Values are plain SI numbers.  What a value is (an angle, a length, a force) depends on where the function is used; each
field says in its metadata which quantity it is: `value` (of the use), `rate` (that per second), `time`, `frequency`,
`angle`, `number`; `flag`, `text` and `callable` are not converted.  The compiled twin of every `derivatives` lives in
`snodo/math/kernels/time_functions.py`.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.expression import Expression, ExpressionError, NotTraceable, parse, program, trace
from snodo.math.jet import Jet, NotDifferentiable, second_order

Derivatives = tuple[float, float, float]
_NUMERIC = ("value", "rate", "time", "frequency", "angle", "number")


def _doc(doc: str, quantity: str = "value", many: bool = False) -> dict[str, Any]:
    return {"quantity": quantity, "doc": doc, "many": many}


class Function:
    """A function of time t in s with exact first and second derivative."""

    kind: ClassVar[str]

    def __post_init__(self) -> None:
        """Make every numeric field a float (or a tuple of floats), then check; all problems are raised at once."""
        problems = [problem for item in fields(self) for problem in self._converted(item)]  # type: ignore[arg-type]
        problems = problems or list(self._mistakes())
        if problems:
            where = user_line()
            raise MechanismError([Problem(f"{self.kind} function: {p.what}", p.remedy, where) for p in problems])

    def __call__(self, t: float) -> float:
        """f(t)."""
        return self.derivatives(t)[0]

    def derivatives(self, t: float) -> Derivatives:
        """f(t), f′(t), f″(t)."""
        raise NotImplementedError

    def pack(self, address: int = 0) -> list[float]:
        """The numbers for the kernel, the kind first; `address` is that of a called Python function."""
        raise NotImplementedError

    @property
    def scratch(self) -> int:
        """How many numbers of scratch the kernel needs to evaluate it."""
        return 0

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


def _tag(kind: str) -> float:
    from snodo.math.kernels import time_functions

    return float(getattr(time_functions, kind.upper()))


@dataclass(frozen=True)
class Constant(Function):
    """A value that never changes."""

    kind: ClassVar[str] = "constant"
    value: float = field(metadata=_doc("the value"))

    def derivatives(self, t: float) -> Derivatives:
        """f = value."""
        return self.value, 0.0, 0.0

    def pack(self, address: int = 0) -> list[float]:
        """Kind, value."""
        return [_tag(self.kind), self.value]


@dataclass(frozen=True)
class Ramp(Function):
    """A value that grows at a constant rate from the start: start + rate t."""

    kind: ClassVar[str] = "ramp"
    start: float = field(default=0.0, metadata=_doc("value at t = 0"))
    rate: float = field(default=1.0, metadata=_doc("growth per second", "rate"))

    def derivatives(self, t: float) -> Derivatives:
        """f = start + rate t."""
        return self.start + self.rate * t, self.rate, 0.0

    def pack(self, address: int = 0) -> list[float]:
        """Kind, start, rate."""
        return [_tag(self.kind), self.start, self.rate]


@dataclass(frozen=True)
class Polynomial(Function):
    """A polynomial in t: c₀ + c₁ t + c₂ t² + …"""

    kind: ClassVar[str] = "polynomial"
    coefficients: Sequence[float] = field(metadata=_doc("c₀, c₁, c₂ …, lowest first, in SI units", "number", many=True))

    def _mistakes(self) -> Iterator[Problem]:
        if not self.coefficients:
            yield Problem("it has no coefficients", "give at least c₀")

    def derivatives(self, t: float) -> Derivatives:
        """Sums of powers, term by term."""
        c = list(enumerate(self.coefficients))
        first = math.fsum(k * ck * t ** (k - 1) for k, ck in c[1:])
        second = math.fsum(k * (k - 1) * ck * t ** (k - 2) for k, ck in c[2:])
        return math.fsum(ck * t**k for k, ck in c), first, second

    def pack(self, address: int = 0) -> list[float]:
        """Kind, number of coefficients, coefficients."""
        return [_tag(self.kind), float(len(self.coefficients)), *self.coefficients]


@dataclass(frozen=True)
class Harmonic(Function):
    """An oscillation about a mean: mean + amplitude sin(2π frequency t + phase)."""

    kind: ClassVar[str] = "harmonic"
    amplitude: float = field(metadata=_doc("largest deviation from the mean"))
    frequency: float = field(metadata=_doc("oscillations per second, in Hz", "frequency"))
    phase: float = field(default=0.0, metadata=_doc("phase angle at t = 0, in rad", "angle"))
    mean: float = field(default=0.0, metadata=_doc("value about which it oscillates"))

    def derivatives(self, t: float) -> Derivatives:
        """f = mean + amplitude sin(2π f t + phase)."""
        omega = 2.0 * math.pi * self.frequency
        sine, cosine = math.sin(omega * t + self.phase), math.cos(omega * t + self.phase)
        return self.mean + self.amplitude * sine, self.amplitude * omega * cosine, -self.amplitude * omega**2 * sine

    def pack(self, address: int = 0) -> list[float]:
        """Kind, mean, amplitude, angular frequency, phase."""
        return [_tag(self.kind), self.mean, self.amplitude, 2.0 * math.pi * self.frequency, self.phase]


@dataclass(frozen=True)
class Rise(Function):
    """A value that goes from start to end within a duration, constant before and after (the base of the rises)."""

    start: float = field(default=0.0, metadata=_doc("value before the rise"))
    end: float = field(default=1.0, metadata=_doc("value after the rise"))
    begin: float = field(default=0.0, metadata=_doc("time at which the rise begins, in s", "time"))
    duration: float = field(default=1.0, metadata=_doc("how long the rise takes, in s", "time"))

    def _mistakes(self) -> Iterator[Problem]:
        if self.duration <= 0.0:
            yield Problem(
                f"duration = {self.duration:g} s is not positive", "a rise takes time: give a positive duration"
            )

    def derivatives(self, t: float) -> Derivatives:
        """Start + (end − start) g(s) with s = (t − begin)/duration."""
        s, rise = (t - self.begin) / self.duration, self.end - self.start
        if s <= 0.0 or s >= 1.0:
            return (self.start if s <= 0.0 else self.end), 0.0, 0.0
        g, g1, g2 = self.shape(s)
        return self.start + rise * g, rise * g1 / self.duration, rise * g2 / self.duration**2

    def shape(self, s: float) -> Derivatives:
        """The rise from 0 to 1 for s from 0 to 1, and its derivatives by s."""
        raise NotImplementedError

    def pack(self, address: int = 0) -> list[float]:
        """Kind, start, end, begin, duration."""
        return [_tag(self.kind), self.start, self.end, self.begin, self.duration]


@dataclass(frozen=True)
class SmoothStep(Rise):
    """A smooth step from start to end, 10 s³ − 15 s⁴ + 6 s⁵: velocity and acceleration vanish at both ends."""

    kind: ClassVar[str] = "smooth_step"

    def shape(self, s: float) -> Derivatives:
        """g = 10 s³ − 15 s⁴ + 6 s⁵."""
        return 10 * s**3 - 15 * s**4 + 6 * s**5, 30 * s**2 - 60 * s**3 + 30 * s**4, 60 * s - 180 * s**2 + 120 * s**3


@dataclass(frozen=True)
class Cycloid(Rise):
    """A cycloidal rise from start to end, s − sin(2πs)/2π, as in cam design: its acceleration is one full sine."""

    kind: ClassVar[str] = "cycloid"

    def shape(self, s: float) -> Derivatives:
        """g = s − sin(2πs)/2π."""
        angle = 2.0 * math.pi * s
        return s - math.sin(angle) / (2.0 * math.pi), 1.0 - math.cos(angle), 2.0 * math.pi * math.sin(angle)


@dataclass(frozen=True)
class Table(Function):
    """A smooth curve through points in time (cubic spline, not-a-knot), extended by straight lines outside."""

    kind: ClassVar[str] = "table"
    times: Sequence[float] = field(metadata=_doc("times of the points, increasing, in s", "time", many=True))
    values: Sequence[float] = field(metadata=_doc("values at these times", many=True))
    periodic: bool = field(default=False, metadata=_doc("repeat the table for ever", "flag"))

    def _mistakes(self) -> Iterator[Problem]:
        least = 3 if self.periodic else 2
        if not isinstance(self.periodic, bool):
            yield Problem(f"periodic = {self.periodic!r} is neither true nor false", "write true or false")
        if len(self.times) != len(self.values):
            counts = f"{len(self.times)} times but {len(self.values)} values"
            yield Problem(f"it has {counts}", "give one value for each time")
        elif len(self.times) < least:
            yield Problem(f"it has {len(self.times)} point(s)", f"give at least {least}")
        elif self.periodic and self.values[0] != self.values[-1]:
            ends = f"{self.values[0]:g} and ends with {self.values[-1]:g}"
            yield Problem(f"it is periodic but begins with {ends}", "make the last value equal to the first")
        for k, (before, after) in enumerate(zip(self.times, self.times[1:])):
            if not after > before:
                pair = f"times[{k}] = {before:g} s is followed by times[{k + 1}] = {after:g} s"
                yield Problem(pair, "the times must increase; sort the points and remove doubles")

    @cached_property
    def spline(self) -> Any:
        """The cubic spline (scipy)."""
        from scipy.interpolate import CubicSpline

        return CubicSpline(self.times, self.values, bc_type="periodic" if self.periodic else "not-a-knot")

    def derivatives(self, t: float) -> Derivatives:
        """The spline; outside the table the straight line with the slope of its end."""
        first, last = self.times[0], self.times[-1]
        t = min(first + (t - first) % (last - first), last) if self.periodic else t
        inside = min(max(t, first), last)
        f, f1 = float(self.spline(inside)), float(self.spline(inside, 1))
        return f + f1 * (t - inside), f1, float(self.spline(inside, 2)) if inside == t else 0.0

    def pack(self, address: int = 0) -> list[float]:
        """Kind, number of points, periodic, times, four coefficients for each piece."""
        pieces = np.asarray(self.spline.c)[::-1].T.ravel().tolist()
        return [_tag(self.kind), float(len(self.times)), float(self.periodic), *self.times, *pieces]


@dataclass(frozen=True)
class Formula(Function):
    """A formula in t, such as "30 deg * sin(2*pi*t)"."""

    kind: ClassVar[str] = "formula"
    text: str | Expression = field(metadata=_doc("the formula, in the variable t (time in s)", "text"))
    expression: Expression = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Read the text, or take the expression as it is."""
        try:
            expression = self.text if isinstance(self.text, Expression) else parse(self.text, ["t"])
        except ExpressionError as error:
            raise MechanismError([Problem(p.what, p.remedy, user_line()) for p in error.problems]) from None
        others = sorted(expression.variables() - {"t"})
        if others:
            what = f"formula {expression} uses {', '.join(others)}"
            raise MechanismError(Problem(what, "a function of time knows the variable t only", user_line()))
        object.__setattr__(self, "expression", expression)
        object.__setattr__(self, "text", str(self.text))

    def __call__(self, t: float) -> float:
        """f(t); raises where the formula has no finite value."""
        return _finite(f"formula {self.text}", t, float(self.expression.evaluate({"t": t})))[0]

    def derivatives(self, t: float) -> Derivatives:
        """f, f′, f″ by jets; raises where one of them is not finite."""
        f, f1, f2 = _finite(f"formula {self.text}", t, *second_order(lambda x: self.expression.evaluate({"t": x}), t))
        return f, f1, f2

    def pack(self, address: int = 0) -> list[float]:
        """Kind, the address of what runs programs (bitwise), program."""
        from snodo.math.kernels.formula import time_formula

        return [*_called(time_formula.address), *program([self.expression], ["t"]).tolist()]

    @property
    def scratch(self) -> int:
        """Input and output jets, and the stack."""
        return 6 + 3 * int(program([self.expression], ["t"])[2])


def _called(address: int) -> list[float]:
    """The pack of a function behind an address (bitwise)."""
    return [_tag("called"), float(np.array([address], dtype=np.int64).view(np.float64)[0])]


def _finite(who: str, t: float, *numbers: float) -> tuple[float, ...]:
    if not all(math.isfinite(x) for x in numbers):
        found = ", ".join(f"{name} = {x:g}" for name, x in zip(("f", "f′", "f″"), numbers))
        remedy = "change the function so that it is smooth there, or leave that time out"
        raise MechanismError(Problem(f"{who} has no finite value at t = {t:g} s: {found}", remedy))
    return numbers


@dataclass(frozen=True)
class PythonFunction(Function):
    """A Python function of t, turned into a formula where possible and called back otherwise.

    A called function is differentiated by calling it with jets, unless its derivatives are given as functions of t.
    """

    kind: ClassVar[str] = "python"
    function: Callable[[Any], Any] = field(metadata=_doc("f(t), written with numpy", "callable"))
    derivative: Callable[[Any], Any] | None = field(default=None, metadata=_doc("f′(t)", "callable"))
    second_derivative: Callable[[Any], Any] | None = field(default=None, metadata=_doc("f″(t)", "callable"))
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
        """How the function is called in messages."""
        return str(getattr(self.function, "__name__", repr(self.function)))

    @cached_property
    def formula(self) -> Formula | None:
        """The formula it computes, or None if it must be called."""
        try:
            traced = trace(self.function, "t")
        except NotTraceable:
            return None
        return Formula(traced[0]) if len(traced) == 1 else None

    @property
    def compiled(self) -> bool:
        """Whether it runs as a formula, without calling Python."""
        return self.formula is not None

    def __call__(self, t: float) -> float:
        """f(t), by calling the function."""
        return _finite(self.name, t, _plain(self.function, t, self.name))[0]

    def derivatives(self, t: float) -> Derivatives:
        """f, f′, f″ from the formula, the given derivatives or jets."""
        f, f1, f2 = self.formula.derivatives(t) if self.formula else _finite(self.name, t, *self._called(t))
        return f, f1, f2

    def _called(self, t: float) -> Derivatives:
        if self.derivative is None:
            return second_order(self.function, t)
        f, f1 = _plain(self.function, t, self.name), _plain(self.derivative, t, f"derivative of {self.name}")
        if self.second_derivative is None:
            return f, f1, second_order(self.derivative, t)[1]
        return f, f1, _plain(self.second_derivative, t, f"second derivative of {self.name}")

    def callback(self) -> Callable[[float, Any, Any, Any], int]:
        """A function for `_jit.address_of_python`; it writes f, f′, f″ to `out` and keeps an exception in `failure`."""

        def call(t: float, _first: Any, _second: Any, out: Any) -> int:
            try:
                out[0], out[1], out[2] = self.derivatives(t)
            except BaseException as error:  # nothing may leave a C callback; it is raised again after the run
                self.failure.append(error)
                return 1
            return 0

        return call

    def pack(self, address: int = 0) -> list[float]:
        """The pack of its formula, or kind and address (bitwise)."""
        if self.formula is not None:
            return self.formula.pack()
        return _called(address)

    @property
    def scratch(self) -> int:
        """That of its formula, or three results."""
        return self.formula.scratch if self.formula is not None else 3


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


KINDS: dict[str, type[Function]] = {
    cls.kind: cls for cls in (Constant, Ramp, Polynomial, Harmonic, SmoothStep, Cycloid, Table, Formula, PythonFunction)
}


def as_function(value: Any) -> Function:
    """A number, a function of this file, an expression, the text of a formula or a Python function as a `Function`."""
    if isinstance(value, Function):
        return value
    if isinstance(value, (str, Expression)):
        return Formula(value)
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        return Constant(float(value))
    if callable(value):
        return PythonFunction(value)
    remedy = "give a number, the text of a formula in t, a Python function of t, or for instance Harmonic(1.0, 2.0)"
    raise MechanismError(Problem(f"{value!r} is not a function of time", remedy, user_line()))
