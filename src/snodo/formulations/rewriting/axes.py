"""Axes of joints and attitudes of bodies with numbers on a tape, as `parts/joint_frames.py` completes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from snodo.formulations.rewriting.drawn import Drawn
from snodo.formulations.rewriting.tape import NotRecorded, Value, applied, number
from snodo.formulations.rewriting.vectors import (
    UNIT,
    Matrix,
    Vector,
    columns,
    cross,
    dot,
    length,
    minus,
    numbers,
    plain,
    plain_matrix,
    product,
    rotation,
    scaled,
    times,
    turned,
    unit,
)
from snodo.mechanism import joints
from snodo.mechanism.reader import ALIKE

SAME = 1e-11
"""Largest difference from the axes that a formulation has found."""
X, Y = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]


def axes_on(drawn: Drawn, joint: Any, body: str, found: np.ndarray) -> Matrix:
    """A joint's axes on one of its bodies, which are `found` at the moment, in the axes of the body."""
    mine = drawn.geometry.pose(body).A @ found
    if np.abs(mine - np.eye(3)).max() < SAME:
        world = UNIT
    else:
        world = plain_matrix(mine)
        for way in _ways(drawn, joint):
            axes = _tried(way, body == joint.child)
            if axes is not None and np.abs(numbers(axes) - mine).max() < SAME:
                world = axes
                break
    return product(turned(drawn.pose(body).A), world)


def _tried(way: Callable[[bool], Matrix], on_child: bool) -> Matrix | None:
    try:
        return way(on_child)
    except (NotRecorded, AttributeError, TypeError, KeyError, ZeroDivisionError):
        return None


def _ways(drawn: Drawn, joint: Any) -> list[Callable[[bool], Matrix]]:
    """How the axes of a kind of joints may be completed, in world axes."""

    def along(on_child: bool) -> Matrix:
        given = drawn.field(joint, "axis") if joint.axis is not None else (0.0, 0.0, 1.0)
        first = in_world(drawn, joint, given, joint.parent)
        on_parent = axes_along(first)
        if not on_child:
            return on_parent
        return axes_along(in_world(drawn, joint, given, joint.child), [row[0] for row in on_parent])

    def turned_by_reference(on_child: bool) -> Matrix:
        axes = along(on_child)
        return product(axes, rotation([0.0, 0.0, 1.0], drawn.field(joint, "reference"))) if on_child else axes

    def both(on_child: bool) -> Matrix:
        second = in_world(drawn, joint, drawn.field(joint, "second"), joint.child)
        return axes_along(in_world(drawn, joint, drawn.field(joint, "axis"), joint.parent), second)

    def childs(on_child: bool) -> Matrix:
        return drawn.pose(joint.child).A

    if isinstance(joint, joints.Universal):
        return [both]
    return [childs] if isinstance(joint, joints.Spherical) else [along, turned_by_reference]


def in_world(drawn: Drawn, part: Any, along: Any, body: str) -> Vector:
    """A direction on a body, in world axes as drawn."""
    return times(drawn.pose(body).A, drawn.direction(along, body, part))


def axes_along(z: Vector, x: Vector | None = None) -> Matrix:
    """Axes with this z, and x as close as possible to the given one."""
    if x is None:
        x = X if applied("abs", z[0]) < 0.9 else Y
    x = unit(minus(x, scaled(dot(x, z), z)))
    return columns(x, cross(z, x), z)


def across(e: Vector) -> tuple[Vector, Vector]:
    """Two directions perpendicular to e, as `mechanism/reader.py` chooses them."""
    least = 0
    for k in (1, 2):
        if _smaller(applied("abs", e[k]) + ALIKE, applied("abs", e[least])):
            least = k
    first = unit(cross(e, plain(np.eye(3)[least])))
    return first, cross(e, first)


def _smaller(a: Value, b: Value) -> bool:
    return bool(a < b) if hasattr(a, "tape") else bool(b > a)


def euler_parameters(A: Matrix) -> Vector:
    """p of a rotation matrix, e0 ≥ 0 (`math/euler_parameters.py`): the column of 4 p pᵀ that is largest now."""
    trace = A[0][0] + A[1][1] + A[2][2]
    S: Matrix = [[0.0] * 4 for _ in range(4)]
    S[0][0] = 1.0 + trace
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        S[1 + i][1 + i] = 1.0 + A[i][i] - A[j][j] - A[k][k]
        S[0][1 + i] = S[1 + i][0] = A[k][j] - A[j][k]
        S[1 + i][1 + j] = S[1 + j][1 + i] = A[i][j] + A[j][i]
    best = max(range(4), key=lambda n: number(S[n][n]))
    p = [row[best] for row in S]
    long = length(p)
    p = [x / long for x in p]
    return p if p[0] > 0.0 else [0.0 - x for x in p]
