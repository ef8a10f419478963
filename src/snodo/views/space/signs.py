"""Joints in space as small solids, one for each kind, as the viewer draws them (`viewer/src/space/signs.js`).

revolute      an axle with pale ends            universal     a cross with four bearings
prismatic     a box with two tips               spherical     a ball with a pale ring
cylindrical   a rod with a ring and two tips    planar        a disc across its normal
helical       a rod with threads                others        a small ball
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from snodo.mechanism.body import frame_along
from snodo.views.space import solids
from snodo.views.space.sketch import JointSign
from snodo.views.space.solids import Z_TO_X, Solid

Array = np.ndarray
STEEL, WHITE = "#6E7683", "#F2F3F5"
Pieces = Iterator[tuple[Solid, str]]
"""Solids with their colours."""


def sign_of(joint: JointSign, h: float) -> Pieces:
    """The solids of a joint in the frame of its child, for links of half width h [m]."""
    turn = np.eye(3) if joint.axis is None else frame_along(joint.axis) @ Z_TO_X
    if joint.kind in ("universal", "constant_velocity", "oldham") and joint.axis is not None:
        turn, pieces = np.eye(3), _universal(joint, h)
    else:
        pieces = _SIGNS.get(joint.kind, _other)(h)
    for solid, color in pieces:
        yield solid.moved(joint.at, turn), color


def _revolute(h: float) -> Pieces:
    yield solids.tube(0.78 * h, 3.2 * h), STEEL
    for z in (-1.62, 1.62):
        yield _up(solids.tube(0.4 * h, 0.12 * h), z * h), WHITE


def _prismatic(h: float) -> Pieces:
    yield solids.box((1.1 * h, 1.1 * h, 3.6 * h)), STEEL
    yield from _tips(h)


def _cylindrical(h: float) -> Pieces:
    yield solids.tube(0.6 * h, 3.6 * h), STEEL
    yield solids.ring(1.0 * h, 0.2 * h), STEEL
    yield from _tips(h)


def _helical(h: float) -> Pieces:
    yield solids.tube(0.5 * h, 4.0 * h), STEEL
    for k in range(-3, 4):
        yield _up(solids.ring(0.72 * h, 0.16 * h), 0.5 * k * h), STEEL


def _spherical(h: float) -> Pieces:
    yield solids.ball(1.05 * h), STEEL
    yield solids.ring(1.02 * h, 0.14 * h), WHITE


def _planar(h: float) -> Pieces:
    yield solids.tube(2.2 * h, 0.2 * h), STEEL


def _other(h: float) -> Pieces:
    yield solids.ball(0.8 * h), STEEL


def _universal(joint: JointSign, h: float) -> Pieces:
    first = joint.axis if joint.axis is not None else np.array([1.0, 0.0, 0.0])
    second = joint.second if joint.second is not None else frame_along(first)[:, 1]
    yield solids.ball(0.62 * h), STEEL
    for axis in (first, second):
        turn = frame_along(axis) @ Z_TO_X
        yield solids.tube(0.36 * h, 3.2 * h).moved(np.zeros(3), turn), STEEL
        for z in (-1.5, 1.5):
            yield _up(solids.tube(0.62 * h, 0.5 * h), z * h).moved(np.zeros(3), turn), STEEL


def _tips(h: float) -> Pieces:
    tip = _up(solids.cone(0.75 * h, 1.3 * h), 1.95 * h)
    yield tip, STEEL
    yield tip.moved(np.zeros(3), np.diag([1.0, -1.0, -1.0])), STEEL


def _up(solid: Solid, z: float) -> Solid:
    return solid.moved(np.array([0.0, 0.0, z]), np.eye(3))


_SIGNS: dict[str, Callable[[float], Pieces]] = {
    "revolute": _revolute,
    "prismatic": _prismatic,
    "cylindrical": _cylindrical,
    "helical": _helical,
    "spherical": _spherical,
    "planar": _planar,
    "point_in_plane": _planar,
}
