"""Functions of time for drivers, forces and torques, each with its exact first and second derivative.

The closed forms are here; formulas are in `formula_function.py`, Python functions in `python_function.py`.
"""

from __future__ import annotations

import math
import numbers
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.curve import Curve, coefficients
from snodo.math.expression import Expression
from snodo.mechanism.functions.formula_function import Formula, called
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.time_function import Derivatives, Function, about, tag


@dataclass(frozen=True)
class Constant(Function):
    """A value that never changes.

    Parameters
    ----------
    value : float
        The value.

    Examples
    --------
    >>> sn.Constant(2.0)(t=7.0)
    2.0
    """

    kind: ClassVar[str] = "constant"
    value: float = field(metadata=about("the value"))

    def derivatives(self, t: float) -> Derivatives:
        """f = value."""
        return self.value, 0.0, 0.0

    def pack(self, address: int = 0) -> list[float]:
        """Kind, value."""
        return [tag(self.kind), self.value]

    def __str__(self) -> str:
        """The number."""
        return f"{self.value:g}"


@dataclass(frozen=True)
class Ramp(Function):
    """A value that grows at a constant rate from the start: start + rate t.

    Parameters
    ----------
    start : float, optional
        Value at t = 0.
    rate : float, optional
        Growth per second.

    Examples
    --------
    >>> sn.Ramp(1.0, rate=0.5)(2.0)
    2.0
    """

    kind: ClassVar[str] = "ramp"
    start: float = field(default=0.0, metadata=about("value at t = 0"))
    rate: float = field(default=1.0, metadata=about("growth per second", "rate"))

    def derivatives(self, t: float) -> Derivatives:
        """f = start + rate t."""
        return self.start + self.rate * t, self.rate, 0.0

    def pack(self, address: int = 0) -> list[float]:
        """Kind, start, rate."""
        return [tag(self.kind), self.start, self.rate]


@dataclass(frozen=True)
class Polynomial(Function):
    """A polynomial in t: c₀ + c₁ t + c₂ t² + ….

    Parameters
    ----------
    coefficients : sequence of float
        c₀, c₁, c₂ …, lowest first, in SI units.

    Raises
    ------
    MechanismError
        If there are no coefficients.

    Examples
    --------
    >>> sn.Polynomial([1, 0, 2])(3.0)
    19.0
    """

    kind: ClassVar[str] = "polynomial"
    coefficients: Sequence[float] = field(
        metadata=about("c₀, c₁, c₂ …, lowest first, in SI units", "number", many=True)
    )

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
        return [*shape(self.kind), float(len(self.coefficients)), *self.coefficients]


@dataclass(frozen=True)
class Harmonic(Function):
    """An oscillation about a mean: mean + amplitude sin(2π frequency t + phase).

    Parameters
    ----------
    amplitude : float
        Largest deviation from the mean.
    frequency : float
        Oscillations per second [Hz].
    phase : float, optional
        Phase angle at t = 0 [rad].
    mean : float, optional
        Value about which it oscillates.

    Examples
    --------
    >>> round(sn.Harmonic(0.1, 2.0)(0.125), 9)
    0.1
    """

    kind: ClassVar[str] = "harmonic"
    amplitude: float = field(metadata=about("largest deviation from the mean"))
    frequency: float = field(metadata=about("oscillations per second, in Hz", "frequency"))
    phase: float = field(default=0.0, metadata=about("phase angle at t = 0, in rad", "angle"))
    mean: float = field(default=0.0, metadata=about("value about which it oscillates"))

    def derivatives(self, t: float) -> Derivatives:
        """f = mean + amplitude sin(2π f t + phase)."""
        omega = 2.0 * math.pi * self.frequency
        sine, cosine = math.sin(omega * t + self.phase), math.cos(omega * t + self.phase)
        return self.mean + self.amplitude * sine, self.amplitude * omega * cosine, -self.amplitude * omega**2 * sine

    def pack(self, address: int = 0) -> list[float]:
        """Kind, mean, amplitude, angular frequency, phase."""
        return [*shape(self.kind), self.mean, self.amplitude, 2.0 * math.pi * self.frequency, self.phase]


@dataclass(frozen=True)
class Rise(Function):
    """A value that changes from start to end within a duration, constant before and after (the base of the rises)."""

    start: float = field(default=0.0, metadata=about("value before the rise"))
    end: float = field(default=1.0, metadata=about("value after the rise"))
    begin: float = field(default=0.0, metadata=about("time at which the rise begins, in s", "time"))
    duration: float = field(default=1.0, metadata=about("duration of the rise, in s", "time"))

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

    @abstractmethod
    def shape(self, s: float) -> Derivatives:
        """The rise from 0 to 1 for s from 0 to 1, and its derivatives by s."""

    def pack(self, address: int = 0) -> list[float]:
        """Kind, start, end, begin, duration."""
        return [*shape(self.kind), self.start, self.end, self.begin, self.duration]


@dataclass(frozen=True)
class SmoothStep(Rise):
    """A smooth step from start to end, 10 s³ − 15 s⁴ + 6 s⁵: velocity and acceleration vanish at both ends.

    Parameters
    ----------
    start : float, optional
        Value before the rise.
    end : float, optional
        Value after the rise.
    begin : float, optional
        Time at which the rise begins [s].
    duration : float, optional
        Duration of the rise [s].

    Raises
    ------
    MechanismError
        If the duration is not positive.

    Examples
    --------
    >>> sn.SmoothStep(0.0, 1.0, begin=0.5)(1.0)
    0.5
    """

    kind: ClassVar[str] = "smooth_step"

    def shape(self, s: float) -> Derivatives:
        """g = 10 s³ − 15 s⁴ + 6 s⁵."""
        return 10 * s**3 - 15 * s**4 + 6 * s**5, 30 * s**2 - 60 * s**3 + 30 * s**4, 60 * s - 180 * s**2 + 120 * s**3


@dataclass(frozen=True)
class Cycloid(Rise):
    """A cycloidal rise from start to end, s − sin(2πs)/2π, as in cam design: its acceleration is one full sine.

    Parameters
    ----------
    start : float, optional
        Value before the rise.
    end : float, optional
        Value after the rise.
    begin : float, optional
        Time at which the rise begins [s].
    duration : float, optional
        Duration of the rise [s].

    Raises
    ------
    MechanismError
        If the duration is not positive.

    Examples
    --------
    >>> round(sn.Cycloid(0.0, 1.0)(0.5), 9)
    0.5
    """

    kind: ClassVar[str] = "cycloid"

    def shape(self, s: float) -> Derivatives:
        """g = s − sin(2πs)/2π."""
        angle = 2.0 * math.pi * s
        return s - math.sin(angle) / (2.0 * math.pi), 1.0 - math.cos(angle), 2.0 * math.pi * math.sin(angle)


@dataclass(frozen=True)
class Table(Function):
    """A smooth curve through points in time (cubic spline, not-a-knot), extended by straight lines outside.

    Parameters
    ----------
    times : sequence of float
        Times of the points, increasing [s].
    values : sequence of float
        Values at these times.
    periodic : bool, optional
        Whether the table is repeated forever.
    monotone : bool, optional
        Whether it never overshoots between two points (PCHIP); the acceleration jumps at the points.
    clamped : bool, optional
        Whether the slope is zero at both ends.

    Raises
    ------
    MechanismError
        If the points do not make a curve.

    Examples
    --------
    >>> round(sn.Table([0, 1, 2], [0.0, 1.0, 4.0])(1.5), 9)
    2.25
    """

    kind: ClassVar[str] = "table"
    times: Sequence[float] = field(metadata=about("times of the points, increasing, in s", "time", many=True))
    values: Sequence[float] = field(metadata=about("values at these times", many=True))
    periodic: bool = field(default=False, metadata=about("repeat the table forever", "flag"))
    monotone: bool = field(
        default=False,
        metadata=about("never overshoot between two points (PCHIP); the acceleration jumps at the points", "flag"),
    )
    clamped: bool = field(default=False, metadata=about("zero slope at both ends", "flag"))

    def _mistakes(self) -> Iterator[Problem]:
        for word in ("periodic", "monotone", "clamped"):
            if not isinstance(getattr(self, word), bool):
                yield Problem(f"{word} = {getattr(self, word)!r} is neither true nor false", "write true or false")
        if len(self.times) != len(self.values):
            counts = f"{len(self.times)} times but {len(self.values)} values"
            yield Problem(f"it has {counts}", "give one value for each time")
        elif len(self.times) < (3 if self.periodic else 2):
            points = "1 point" if len(self.times) == 1 else f"{len(self.times)} points"
            yield Problem(f"it has {points}", f"give at least {3 if self.periodic else 2}")
        elif self.periodic:
            yield from self._seam()
        for k, (before, after) in enumerate(zip(self.times, self.times[1:])):
            if not after > before:
                pair = f"times[{k}] = {before:g} s is followed by times[{k + 1}] = {after:g} s"
                yield Problem(pair, "the times must increase; sort the points and remove duplicates")

    def _seam(self) -> Iterator[Problem]:
        """A periodic table is smooth where it repeats."""
        if self.values[0] != self.values[-1]:
            ends = f"{self.values[0]:g} and ends with {self.values[-1]:g}"
            yield Problem(f"it is periodic but begins with {ends}", "make the last value equal to the first")
        for word in ("monotone", "clamped"):
            if getattr(self, word):
                yield Problem(
                    f"it is periodic and {word}",
                    "keep one of them: a periodic table has a continuous slope where it repeats",
                )

    @cached_property
    def curve(self) -> Curve:
        """The piecewise cubic."""
        kind = "monotone" if self.monotone else "cubic"
        ends = "periodic" if self.periodic else "clamped" if self.clamped else "not-a-knot"
        pieces = coefficients(self.times, self.values, kind, ends)
        return Curve("table", self.times, pieces, "periodic" if self.periodic else "linear")

    def derivatives(self, t: float) -> Derivatives:
        """The spline; outside the table the straight line with the slope of its end."""
        f, f1, f2 = self.curve.derivatives(t)
        return float(f), float(f1), float(f2)

    def pack(self, address: int = 0) -> list[float]:
        """Kind and curve."""
        return [*shape(self.kind), *self.curve.pack.tolist()]


KINDS: dict[str, type[Function]] = {
    cls.kind: cls for cls in (Constant, Ramp, Polynomial, Harmonic, SmoothStep, Cycloid, Table, Formula, PythonFunction)
}


def as_function(value: Any) -> Function:
    """A number, a function of time, an expression, the text of a formula or a Python function as a `Function`."""
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


def shape(kind: str) -> list[float]:
    """The beginning of the pack of a function that is called by its address, with the number of its shape."""
    from snodo.math.kernels import function_shapes

    return [*called(function_shapes.shaped.address), float(getattr(function_shapes, kind.upper()))]
