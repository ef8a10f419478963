"""Coordinates of joints and bodies in a part used again: what their numbers become.

Most keep their numbers.  A cylindrical joint has one axis for its rotation and its displacement: in the mirror the
displacement changes its sign.  Euler parameters, and coordinates along the axes of the world, change as vectors do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism import joints
from snodo.mechanism.body import Body
from snodo.mechanism.part import GROUND
from snodo.mechanism.reader import axes_along

if TYPE_CHECKING:
    from snodo.mechanism.attaching.copying import Copying

_ALONG = {"x": 0, "y": 1, "z": 2, "vx": 0, "vy": 1, "vz": 2}
_ABOUT = {"e1": 0, "e2": 1, "e3": 2, "wx": 0, "wy": 1, "wz": 2, "rx": 0, "ry": 1, "rz": 2}


@dataclass(frozen=True)
class Change:
    """new = sign · old + offset."""

    sign: float = 1.0
    offset: float = 0.0

    @property
    def none(self) -> bool:
        """Whether the numbers stay."""
        return self.sign == 1.0 and self.offset == 0.0


SAME = Change()


def change_of(copying: Copying, part: Any, word: str) -> Change | None:
    """How a coordinate or velocity of a body or joint changes; None if it cannot be said for it alone."""
    if isinstance(part, Body):
        return _of_body(copying, word)
    if isinstance(part, joints.Cylindrical) and word in ("displacement", "speed"):
        return Change(copying.placement.hand)
    if isinstance(part, joints.PlanarJoint | joints.Oldham) and word in ("x", "y", "vx", "vy"):
        return _in_plane(copying, part, word)
    if isinstance(part, joints.Spherical):
        return _vector(copying.Q[part.child], copying.placement.hand, word)
    if isinstance(part, joints.Selection):
        return _along_world(copying, word)
    if isinstance(part, joints.Free):
        if part.parent == GROUND and copying.on == GROUND:
            return _of_body(copying, word)
        return _vector(copying.Q[part.parent], copying.placement.hand, word) if _alike(copying, part) else None
    return SAME


def _of_body(copying: Copying, word: str) -> Change | None:
    """In world axes, from the origin of the world."""
    p = copying.placement
    if p.dimension == 2 and word in ("angle", "omega"):
        return Change(1.0, p.angle if word == "angle" else 0.0)
    if p.turned:
        return None
    if word in ("x", "y", "z"):
        return Change(float(p.M[_ALONG[word], _ALONG[word]]), float([*p.at, 0.0][_ALONG[word]]))
    return _along_world(copying, word)


def _along_world(copying: Copying, word: str) -> Change | None:
    p = copying.placement
    if p.turned:
        return None
    if word in _ALONG:
        return Change(float(p.M[_ALONG[word], _ALONG[word]]))
    return Change(float(p.hand * p.M[_ABOUT[word], _ABOUT[word]])) if word in _ABOUT else SAME


def _vector(Q: np.ndarray, hand: float, word: str) -> Change | None:
    """A component of a vector in axes that change by this matrix, if it is not mixed with others."""
    if word in _ABOUT:
        sign = hand * float(Q[_ABOUT[word], _ABOUT[word]])
    elif word in _ALONG:
        sign = float(Q[_ALONG[word], _ALONG[word]])
    else:
        return SAME
    return Change(float(round(sign))) if abs(abs(sign) - 1.0) < 1e-12 else None


def _alike(copying: Copying, joint: Any) -> bool:
    """Whether the axes of both bodies of a free joint change in the same way."""
    return joint.parent != GROUND and np.allclose(copying.Q[joint.parent], copying.Q[joint.child], atol=1e-12)


def _in_plane(copying: Copying, joint: Any, word: str) -> Change | None:
    """Along axes in the plane of the joint, which follow from those of the world."""
    if joint.axis is None:
        return _along_world(copying, word)
    old = axes_along(copying.world_direction(joint.axis, joint))
    z = copying.placement.hand * copying.placement.RM @ old[:, 2]
    k = _ALONG[word]
    sign = float(axes_along(z)[:, k] @ (copying.placement.RM @ old[:, k]))
    return Change(float(round(sign))) if abs(abs(sign) - 1.0) < 1e-12 else None
