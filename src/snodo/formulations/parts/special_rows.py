"""Rows of joints and constraints that are not frames with freedoms between them: each a few measures.

Homokinetic joints, rods on a hinge, points in planes, parallel axes and constant angles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.joint_frames import axes_along
from snodo.mechanism import constraints as relations
from snodo.mechanism import joints
from snodo.mechanism.measures import Combination, Measure, PartRows

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

Array = np.ndarray


# ---------------------------------------------------------------- joints
def revolute_spherical(closer: RowBuilder, part: joints.RevoluteSpherical) -> PartRows:
    """The length of the rod, (d·d − l²)/2l = 0, and the height of its ball over the plane in which it turns."""
    s_i, s_j = _points(closer, part, part.start, part.end)
    d = _drawn(closer, part, s_i, s_j)
    length = float(np.linalg.norm(d)) if part.length is None else part.length
    e = closer.geometry.direction(part.axis, part.parent, part)
    height = float(closer.geometry.pose(part.parent).A @ e @ d)
    quantities = [
        Combination([(1.0 / length, Measure("square", part.parent, part.child, s_i, s_j))], -0.5 * length),
        Combination([(1.0, Measure("along", part.parent, part.child, s_i, s_j, e=e))], -height),
    ]
    return PartRows(part, [f"{part.name}.length", f"{part.name}.height"], quantities, [None, None])


def point_in_plane(closer: RowBuilder, part: joints.PointInPlane) -> PartRows:
    """The height of the point over the plane."""
    at = part.name if part.at is None else part.at
    s_i, s_j = _points(closer, part, at, at)
    e = closer.geometry.direction(part.axis, part.parent, part)
    height = Combination([(1.0, Measure("along", part.parent, part.child, s_i, s_j, e=e))])
    return PartRows(part, [f"{part.name}.height"], [height], [None])


def constant_velocity(closer: RowBuilder, part: joints.ConstantVelocity) -> PartRows:
    """A ball, and no twist: with z along both shafts, x and y swung from one to the other, x_j·y_i = y_j·x_i.

    That is 4 e0 e3 = 0 for the Euler parameters of the child's frame in the parent's: the axis of the relative rotation
    stays at right angles to the shafts' bisector, and they turn at the same speed.
    """
    at = part.name if part.at is None else part.at
    s_i, s_j = _points(closer, part, at, at)
    A, B = _swung(closer, part)
    along = [Combination([(1.0, Measure("along", part.parent, part.child, s_i, s_j, e=n))]) for n in A.T]
    twist = [
        (0.5, Measure("across", part.parent, part.child, e=A[:, 1], f=B[:, 0])),
        (-0.5, Measure("across", part.parent, part.child, e=A[:, 0], f=B[:, 1])),
    ]
    rows = [f"{part.name}.{word}" for word in ("x", "y", "z", "twist")]
    return PartRows(part, rows, [*along, Combination(twist, unit="rad")], [None] * 4)


def _swung(closer: RowBuilder, part: joints.ConstantVelocity) -> tuple[Array, Array]:
    """Axes with z along the shafts, in the axes of parent and child; x is the axis about which they are bent."""
    a, b = (closer.geometry.pose(body).A for body in (part.parent, part.child))
    first = a @ closer.geometry.direction(part.axis, part.parent, part)
    second = first if part.second is None else b @ closer.geometry.direction(part.second, part.child, part)
    bend = np.cross(first, second)
    straight = axes_along(first, bend if np.linalg.norm(bend) > 1e-9 else None)
    return a.T @ straight, b.T @ axes_along(second, straight[:, 0])


# ---------------------------------------------------------------- relations
def parallel(closer: RowBuilder, part: relations.Parallel) -> PartRows:
    """Two directions of the child, at right angles to its axis, stay so to that of the parent."""
    e, f = (closer.geometry.direction(part.axis, body, part) for body in (part.parent, part.child))
    across = [Measure("across", part.parent, part.child, e=e, f=n) for n in directions_across(f)]
    rows = [f"{part.name}.across_1", f"{part.name}.across_2"]
    alike = [Measure("across", part.parent, part.child, e=e, f=f)]
    return PartRows(part, rows, [Combination([(1.0, m)], unit="rad") for m in across], [None, None], alike=alike)


def constant_angle(closer: RowBuilder, part: relations.ConstantAngle) -> PartRows:
    """e·f − cos θ = 0."""
    e = closer.geometry.direction(part.axis, part.parent, part)
    f = closer.geometry.direction(part.second, part.child, part)
    drawn = float((closer.geometry.pose(part.parent).A @ e) @ (closer.geometry.pose(part.child).A @ f))
    cosine = drawn if part.angle is None else float(np.cos(part.angle))
    if abs(cosine) > 1 - 1e-10:
        what = f"{part.title}: its directions are parallel, which this one row cannot hold"
        raise UnsupportedError(Problem(what, "use parallel: [parent, child], axis: …", part.where))
    row = Combination([(1.0, Measure("across", part.parent, part.child, e=e, f=f))], -cosine, unit="rad")
    return PartRows(part, [f"{part.name}.angle"], [row], [None])


# ---------------------------------------------------------------- places and directions
def _points(closer: RowBuilder, part: Any, first: Any, second: Any) -> tuple[Array, Array]:
    """A place on the parent and one on the child, in their axes."""
    local = closer.geometry.local
    return local(first, part.parent, part), local(second, part.child, part)


def _drawn(closer: RowBuilder, part: Any, s_i: Array, s_j: Array) -> Array:
    """From one place to the other, in world axes as drawn."""
    pose = closer.geometry.pose
    d: Array = pose(part.child).to_world(s_j) - pose(part.parent).to_world(s_i)
    return d


def directions_across(e: Array) -> list[Array]:
    """Two directions at right angles to e and to one another."""
    first = np.cross(e, np.eye(3)[int(np.argmin(np.abs(e)))])
    first = first / np.linalg.norm(first)
    return [first, np.cross(e, first)]
