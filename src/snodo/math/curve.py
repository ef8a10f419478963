"""Curves through points and surfaces over a grid: piecewise polynomials with exact derivatives.

Kinds of curve:  cubic     cubic spline, not-a-knot; f″ is continuous
                 monotone  PCHIP (Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5, 1984): never overshoots; f″ jumps
                 linear    straight lines; f′ jumps
Of surfaces:     cubic     tensor product of cubic splines; second derivatives are continuous
                 linear    bilinear

The compiled twin of the evaluation is `kernels/curves.py`; the pack of numbers is defined there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from snodo.math.jet import Jet, Operators

Array = np.ndarray

KINDS = ("cubic", "monotone", "linear")
OUTSIDE = ("constant", "linear", "error")
_ENDS = {"linear": 0, "periodic": 1, "constant": 2, "error": 3, "extended": 4}
JUMP = 1e-9
"""Fraction of the largest derivative of a curve above which a jump of it counts."""


def coefficients(x: Any, y: Any, kind: str, ends: str = "not-a-knot") -> Array:
    """a₀ … a₃ of each piece of a curve; ends: not-a-knot, clamped (zero slope) or periodic."""
    from scipy.interpolate import CubicHermiteSpline, CubicSpline

    knots, values = np.asarray(x, float), np.asarray(y, float)
    if kind == "linear":
        slopes = np.diff(values) / np.diff(knots)
        return np.column_stack([values[:-1], slopes, np.zeros((knots.size - 1, 2))])
    if kind == "monotone":
        spline = CubicHermiteSpline(knots, values, _monotone_slopes(knots, values, ends))
    else:
        spline = CubicSpline(knots, values, bc_type=ends)
    found: Array = np.asarray(spline.c)[::-1].T
    return found


def _monotone_slopes(x: Array, y: Array, ends: str) -> Array:
    from scipy.interpolate import PchipInterpolator

    if ends == "periodic":
        period, n = x[-1] - x[0], x.size - 1
        wide = np.concatenate([x[:-1] - period, x, x[1:] + period])
        repeated = np.concatenate([y[:-1], y, y[1:]])
        found: Array = PchipInterpolator(wide, repeated)(wide, 1)[n : 2 * n + 1]
        return found
    slopes: Array = PchipInterpolator(x, y)(x, 1)
    if ends == "clamped":
        slopes[[0, -1]] = 0.0
    return slopes


class Curve:
    """A piecewise polynomial of one variable; called with a number, an array, a jet or a symbol."""

    arguments, code = 1, "CURVE"

    def __init__(self, name: str, knots: Any, pieces: Array, ends: str) -> None:
        """Knots, coefficients of each piece (a row), and what holds outside: `_ENDS`."""
        self.name, self.ends = name, ends
        self.knots, self.pieces = np.asarray(knots, float), np.asarray(pieces, float)

    @cached_property
    def pack(self) -> Array:
        """The numbers for the kernel."""
        header = [self.knots.size, _ENDS[self.ends], self.pieces.shape[1]]
        return np.concatenate([header, self.knots, self.pieces.ravel()])

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for curves with equal numbers."""
        return (self.name, self.pack.tobytes())

    def captured_key(self) -> tuple[Any, ...]:
        """What a Python function that reads it depends on."""
        return self.key

    @property
    def ranges(self) -> tuple[tuple[float, float], ...]:
        """For each argument, where it has points; everywhere if it repeats."""
        if self.ends in ("periodic", "extended"):
            return ((-math.inf, math.inf),)
        return ((float(self.knots[0]), float(self.knots[-1])),)

    def derivatives(self, x: Any) -> tuple[Any, Any, Any]:
        """f, f′, f″ at a number or at each number of an array."""
        x = np.asarray(x, float)
        x, inside = _within(self.knots, self.ends, x)
        piece = np.clip(np.searchsorted(self.knots, inside, side="right") - 1, 0, self.knots.size - 2)
        s = inside - self.knots[piece]
        f = f1 = f2 = np.zeros_like(s)
        for k in range(self.pieces.shape[1] - 1, -1, -1):
            f, f1, f2 = f * s + self.pieces[piece, k], f1 * s + f, f2 * s + 2.0 * f1
        beyond = x - inside
        if self.ends == "error":
            none = np.where(beyond == 0.0, 0.0, np.nan)
            return f + none, f1 + none, f2 + none
        kept = 1.0 if self.ends == "linear" else np.where(beyond == 0.0, 1.0, 0.0)
        return f + f1 * kept * beyond, f1 * kept, np.where(beyond == 0.0, f2, 0.0)

    def __call__(self, x: Any) -> Any:
        """f(x)."""
        return _called(self, x)

    def jet(self, x: Jet) -> Jet:
        """By the chain rule."""
        return x.chained(*map(float, self.derivatives(x.value)))

    def sharp(self) -> Array:
        """Knots at which f, f′ or f″ jumps, in one period if it repeats."""
        steps = np.diff(self.knots)
        after, before = self._at(np.zeros_like(steps)), self._at(steps)
        outside = {"linear": (1.0, 1.0, 0.0), "constant": (1.0, 0.0, 0.0)}.get(self.ends)
        jumps = np.zeros(self.knots.size, bool)
        for k in range(3):
            left, right = np.append(np.nan, before[k]), np.append(after[k], np.nan)
            if outside is None:
                left[0], right[-1] = before[k][-1], after[k][0]
            else:
                left[0], right[-1] = outside[k] * after[k][0], outside[k] * before[k][-1]
            size = max(np.abs(left).max(), np.abs(right).max())
            jumps |= np.abs(left - right) > JUMP * size
        return np.asarray(self.knots[jumps])

    def _at(self, s: Array) -> list[Array]:
        """f, f′, f″ of every piece, at a distance from its knot."""
        c = self.pieces
        powers = range(c.shape[1])
        f = sum(c[:, k] * s**k for k in powers)
        f1 = sum((k * c[:, k] * s ** (k - 1) for k in powers if k), np.zeros_like(s))
        f2 = sum((k * (k - 1) * c[:, k] * s ** (k - 2) for k in powers if k > 1), np.zeros_like(s))
        return [np.asarray(f), f1, f2]

    def integral(self) -> tuple[Curve, float]:
        """A curve F and a slope c with (F(x) + c x)′ = f(x) everywhere; c is zero unless the curve repeats."""
        knots, pieces = self.knots, self.pieces
        if self.ends in ("linear", "constant"):
            knots, pieces = self._with_ends()
        steps = np.diff(knots)
        raised = np.column_stack([np.zeros(len(pieces)), pieces / np.arange(1, pieces.shape[1] + 1)])
        areas = sum(raised[:, k] * steps**k for k in range(raised.shape[1]))
        start = np.append(0.0, np.cumsum(areas))
        raised[:, 0] = start[:-1]
        slope = 0.0
        if self.ends == "periodic":
            slope = float(start[-1] / (knots[-1] - knots[0]))
            raised[:, 0] -= slope * (knots[:-1] - knots[0])
            raised[:, 1] -= slope
        ends = "extended" if self.ends in ("linear", "constant") else self.ends
        return Curve(f"integral of {self.name}", knots, raised, ends), slope

    def _with_ends(self) -> tuple[Array, Array]:
        """Knots and pieces with one more piece on either side, that holds outside."""
        (first, slope, _), (last, end_slope, _) = (self.derivatives(x) for x in (self.knots[0], self.knots[-1]))
        if self.ends == "constant":
            slope = end_slope = 0.0
        width, rest = self.knots[-1] - self.knots[0], np.zeros(self.pieces.shape[1] - 2)
        knots = np.concatenate([[self.knots[0] - width], self.knots, [self.knots[-1] + width]])
        before = [first - slope * width, slope, *rest]
        return knots, np.vstack([before, self.pieces, [last, end_slope, *rest]])


class Surface:
    """A piecewise polynomial of two variables over a grid."""

    arguments, code = 2, "SURFACE"

    def __init__(self, name: str, x: Sequence[float], y: Sequence[float], z: Array, kind: str, ends: str) -> None:
        """Points z[i, j] at x[i], y[j]; `ends` of x may be periodic, those of y are then constant."""
        self.name = name
        self.x, self.y, z = np.asarray(x, float), np.asarray(y, float), np.asarray(z, float)
        along = "periodic" if ends.startswith("periodic") else "not-a-knot"
        ends_x, _, ends_y = ends.partition(" ")
        self.ends = (ends_x, ends_y or ends_x)
        n, m = self.x.size - 1, self.y.size - 1
        rows = np.stack([coefficients(self.x, z[:, j], kind, along) for j in range(m + 1)])  # y, piece, k
        patches = np.zeros((n, m, 4, 4))
        for i in range(n):
            for k in range(4):
                patches[i, :, k, :] = coefficients(self.y, rows[:, i, k], kind)
        self.patches = patches

    @cached_property
    def pack(self) -> Array:
        """The numbers for the kernel."""
        header = [self.x.size, self.y.size, _ENDS[self.ends[0]], _ENDS[self.ends[1]]]
        return np.concatenate([header, self.x, self.y, self.patches.ravel()])

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for surfaces with equal numbers."""
        return (self.name, self.pack.tobytes())

    def captured_key(self) -> tuple[Any, ...]:
        """What a Python function that reads it depends on."""
        return self.key

    @property
    def ranges(self) -> tuple[tuple[float, float], ...]:
        """For each argument, where it has points; everywhere if it repeats."""
        x = (-math.inf, math.inf) if self.ends[0] == "periodic" else (float(self.x[0]), float(self.x[-1]))
        return x, (float(self.y[0]), float(self.y[-1]))

    def derivatives(self, x: Any, y: Any) -> tuple[Any, ...]:
        """f, f_x, f_y, f_xx, f_xy, f_yy at numbers or at each pair of two arrays."""
        given = [np.asarray(a, float) for a in np.broadcast_arrays(x, y)]
        places, powers = [], []
        for knots, ends, at in zip((self.x, self.y), self.ends, given):
            at, inside = _within(knots, ends, at)
            places.append(np.clip(np.searchsorted(knots, inside, side="right") - 1, 0, knots.size - 2))
            powers.append(_powers(inside - knots[places[-1]], at - inside, ends))
        a = self.patches[places[0], places[1]]
        wanted = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
        return tuple(np.einsum("...kl,k...,l...->...", a, powers[0][d], powers[1][e]) for d, e in wanted)

    def __call__(self, x: Any, y: Any) -> Any:
        """f(x, y)."""
        return _called(self, x, y)

    def jet(self, x: Jet, y: Jet) -> Jet:
        """By the chain rule."""
        f, fx, fy, fxx, fxy, fyy = map(float, self.derivatives(x.value, y.value))
        first = fx * x.first + fy * y.first
        second = fxx * x.first**2 + 2.0 * fxy * x.first * y.first + fyy * y.first**2
        return Jet(f, first, second + fx * x.second + fy * y.second)


def _called(curve: Any, *arguments: Any) -> Any:
    """Its value for numbers, arrays, jets or symbols."""
    special = next((a for a in arguments if isinstance(a, Operators)), None)
    if special is not None:
        return type(special).tabulated(curve, *arguments)
    arrays = np.broadcast_arrays(*arguments)
    if arrays[0].dtype == object:
        return np.frompyfunc(lambda *x: _called(curve, *x), len(arrays), 1)(*arrays)
    value = curve.derivatives(*arrays)[0]
    return value if arrays[0].ndim else np.float64(value)


def _within(knots: Array, ends: str, x: Array) -> tuple[Array, Array]:
    """The argument, moved by whole periods if the curve repeats, and the nearest one at which it has a piece."""
    first, last = knots[0], knots[-1]
    if ends == "periodic":
        x = np.clip(x - (last - first) * np.floor((x - first) / (last - first)), first, last)
    return x, x if ends == "extended" else np.clip(x, first, last)


def _powers(s: Array, beyond: Array, ends: str) -> tuple[Array, Array, Array]:
    """1, s, s², s³ with two derivatives; beyond the end of a piece as the end says."""
    one, none = np.ones_like(s), np.zeros_like(s)
    b = np.stack([one, s, s * s, s**3])
    b1 = np.stack([none, one, 2.0 * s, 3.0 * s * s])
    b2 = np.stack([none, none, 2.0 * one, 6.0 * s])
    out = beyond != 0.0
    if ends == "error":
        return np.where(out, np.nan, b), np.where(out, np.nan, b1), np.where(out, np.nan, b2)
    if ends == "linear":
        return b + b1 * beyond, b1, np.where(out, 0.0, b2)
    return b, np.where(out, 0.0, b1), np.where(out, 0.0, b2)
