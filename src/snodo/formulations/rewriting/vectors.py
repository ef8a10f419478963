"""Vectors and rotations of three dimensions whose numbers may be on a tape: lists, and matrices as lists of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from snodo.formulations.rewriting.tape import Recorded, Value, applied, number, root

Vector = list[Value]
Matrix = list[Vector]
UNIT: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
ZERO: Vector = [0.0, 0.0, 0.0]


class Placed(NamedTuple):
    """A frame: origin r, and A from its axes to those in which r is."""

    r: Vector
    A: Matrix

    def outward(self, s: Sequence[Value]) -> Vector:
        """r + A s."""
        return plus(self.r, times(self.A, s))

    def inward(self, p: Sequence[Value]) -> Vector:
        """Aᵀ (p − r)."""
        return times(turned(self.A), minus(p, self.r))


WORLD = Placed(ZERO, UNIT)


def plain(values: Any) -> Vector:
    """A vector of two or three plain or recorded numbers, as three."""
    listed = [x if isinstance(x, Recorded) else float(x) for x in values]
    return [*listed, 0.0][:3]


def plain_matrix(A: np.ndarray) -> Matrix:
    """An array as rows."""
    return [[float(x) for x in row] for row in A]


def plus(a: Sequence[Value], b: Sequence[Value]) -> Vector:
    """a + b."""
    return [_sum(x, y) for x, y in zip(a, b)]


def minus(a: Sequence[Value], b: Sequence[Value]) -> Vector:
    """a − b."""
    return [x - y if not _zero(y) else x for x, y in zip(a, b)]


def scaled(f: Value, a: Sequence[Value]) -> Vector:
    """f a."""
    return [_product(f, x) for x in a]


def dot(a: Sequence[Value], b: Sequence[Value]) -> Value:
    """a · b."""
    found: Value = 0.0
    for x, y in zip(a, b):
        found = _sum(found, _product(x, y))
    return found


def cross(a: Sequence[Value], b: Sequence[Value]) -> Vector:
    """a × b."""
    return [_product(a[i], b[j]) - _product(a[j], b[i]) for i, j in ((1, 2), (2, 0), (0, 1))]


def length(a: Sequence[Value]) -> Value:
    """|a|."""
    others = [x for x in a if not _zero(x)]
    if len(others) == 1:
        return applied("abs", others[0])
    return root(dot(a, a))


def unit(a: Sequence[Value]) -> Vector:
    """a / |a|."""
    long = length(a)
    return [0.0 if _zero(x) else x / long for x in a]


def turned(A: Matrix) -> Matrix:
    """Aᵀ."""
    return [[A[i][j] for i in range(3)] for j in range(3)]


def times(A: Matrix, s: Sequence[Value]) -> Vector:
    """A s."""
    return [dot(row, s) for row in A]


def product(A: Matrix, B: Matrix) -> Matrix:
    """A B."""
    columns = turned(B)
    return [[dot(row, column) for column in columns] for row in A]


def columns(x: Sequence[Value], y: Sequence[Value], z: Sequence[Value]) -> Matrix:
    """The matrix with these columns."""
    return turned([list(x), list(y), list(z)])


def rotation(axis: Sequence[Value], angle: Value) -> Matrix:
    """Rodrigues' formula, as `rotation_about` has it."""
    if _zero(angle):
        return UNIT
    x, y, z = unit(axis)
    s, c = applied("sin", angle), applied("cos", angle)
    tilde = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
    square = product(tilde, tilde)
    return [
        [_sum(_sum(UNIT[i][j], _product(s, tilde[i][j])), _product(1.0 - c, square[i][j])) for j in range(3)]
        for i in range(3)
    ]


def _zero(x: Value) -> bool:
    return not isinstance(x, Recorded) and x == 0.0


def _sum(x: Value, y: Value) -> Value:
    return y if _zero(x) else x if _zero(y) else x + y


def _product(x: Value, y: Value) -> Value:
    return 0.0 if _zero(x) or _zero(y) else x * y


def numbers(values: Any) -> np.ndarray:
    """The numbers of the moment."""
    return np.array([numbers(x) if isinstance(x, list | tuple) else number(x) for x in values], float)
