"""Bodies and frames of a part used again: A' = R M A M, com' = Q com, J' = Q J Qᵀ.

A body whose axes follow from its ends or corners has other axes of its own after it was put elsewhere; Q = A'ᵀ R M A
says how coordinates in them change.  A shape that has no mirror image of its own kind, or cannot be turned, becomes
a body with the same mass, centre of mass and inertia.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism import body as bodies
from snodo.mechanism.attaching.placement import Placement, plain, three
from snodo.mechanism.axis_angle import axis_angle
from snodo.mechanism.body import rotation_about

if TYPE_CHECKING:
    from snodo.mechanism.attaching.copying import Copying

_BY_CORNERS = (bodies.Bar, bodies.Plate, bodies.Particle, bodies.Composite)


def needs_numbers(copying: Copying, body: Any) -> bool:
    """Whether a body keeps only its mass properties."""
    p = copying.placement
    flat = np.array_equal(p.R[2], [0.0, 0.0, 1.0])
    if isinstance(body, bodies.Composite):
        return bool(p.mirror or p.turned or p.moved)
    if isinstance(body, bodies.Plate):
        return not flat
    return isinstance(body, bodies.Mesh) and bool(p.mirror)


def as_numbers(copying: Copying, body: Any) -> bodies.Body:
    """The same body given by its mass properties, where it is drawn."""
    placed = copying.geometry.bodies[body.name]
    axis, angle = axis_angle(placed.pose.A)
    inertia = placed.inertia
    return bodies.Body(
        name=body.name,
        where=body.where,
        mass=inertia.mass,
        com=plain(inertia.com, copying.placement.dimension),
        inertia=inertia.izz if copying.placement.dimension == 2 else inertia.tensor,
        at=plain(placed.pose.r, copying.placement.dimension),
        angle=angle,
        axis=axis,
        idealised=body.idealised,
    )


def put_body(copying: Copying, old: Any, new: Any) -> None:
    """Place a body; `Q` of it is known afterwards."""
    p, pose = copying.placement, copying.geometry.bodies[old.name].pose
    if not isinstance(old, _BY_CORNERS):
        new.at = plain(p.place(pose.r), p.dimension)
        new.axis, new.angle = _turn(p, old.axis, old.angle, p.attitude(pose.A))
        Q = p.M
    else:
        ends = new.rotation(lambda where: _world(copying, where))
        Q = ends.T @ p.RM @ pose.A
        Q = np.where(np.abs(Q - np.round(Q)) < 1e-15, np.round(Q) + 0.0, Q)
    copying.Q[old.name] = Q
    if old.com is not None:
        new.com = plain(Q @ three(old.com), p.dimension)
    if isinstance(old.inertia, tuple):
        J = Q @ np.array(old.inertia) @ Q.T
        new.inertia = tuple(plain(row) for row in 0.5 * (J + J.T))


def put_frame(copying: Copying, old: Any, new: Any) -> None:
    """Turn a frame on its body: F' = Q F M."""
    Q, p = copying.Q[old.on], copying.placement
    axis = three((0.0, 0.0, 1.0) if old.axis is None else old.axis)
    F = Q @ rotation_about(axis, old.angle) @ p.M
    simple = np.array_equal(Q, p.M)
    new.axis, new.angle = _about(p, old.axis, old.angle) if simple else _axis_angle(F, p.dimension)


def _turn(p: Placement, axis: Any, angle: float, A: np.ndarray) -> tuple[Any, float]:
    """Axis and angle of a body frame; without a turn the numbers themselves are mirrored."""
    return _about(p, axis, angle) if not p.turned else _axis_angle(A, p.dimension)


def _about(p: Placement, axis: Any, angle: float) -> tuple[Any, float]:
    """A mirrored rotation: about the axis det(M) M u, by the same angle."""
    if not p.mirror or not angle:
        return axis, angle
    return plain(-p.M @ three((0.0, 0.0, 1.0) if axis is None else axis)), angle


def _axis_angle(A: np.ndarray, dimension: int) -> tuple[Any, float]:
    if dimension == 2:
        return None, float(np.arctan2(A[1, 0], A[0, 0]))
    return axis_angle(A)


def _world(copying: Copying, where: Any) -> np.ndarray:
    """A place of the copy in world coordinates; named points and frames follow from those of the original."""
    if isinstance(where, str):
        old = where.removeprefix(f"{copying.prefix}/")
        part = copying.part
        if old in part.points:
            return copying.placement.place(three(part.points[old]))
        on, s, _ = copying.geometry.frame(old)
        return copying.placement.place(copying.geometry.pose(on).to_world(s))
    if isinstance(where, dict):
        new, s = next(iter(where.items()))
        if new == copying.on:
            return np.asarray(copying.host.to_world(three(s)))
        old = new.removeprefix(f"{copying.prefix}/")
        pose = copying.geometry.pose(old)
        return copying.placement.place(pose.to_world(copying.Q[old].T @ three(s)))
    return three(where)
