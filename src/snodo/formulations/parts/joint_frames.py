"""Frames of joints: a frame on each body, the free motions (freedoms) between them, and their names.

The frames coincide when all coordinates are zero.  A freedom is a translation along x, y, z or a rotation rx, ry, rz in
the axes moved by the previous freedoms; spherical and free joints have Euler parameters instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.formulations.parts.particles import leaves_rotation
from snodo.math.euler_parameters import extracted
from snodo.mechanism import joints
from snodo.mechanism.body import Particle, rotation_about
from snodo.mechanism.geometry import Geometry, Pose
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND
from snodo.mechanism.reader import axes_along


@dataclass(frozen=True)
class JointFrames:
    """Frames in the axes of their bodies, and the motion between them."""

    on_parent: Pose
    on_child: Pose
    kind: str
    """revolute, prismatic, helical, spherical, free, or chain (see `letters`)."""
    coordinates: tuple[str, ...]
    velocities: tuple[str, ...]
    units: tuple[str, ...]
    """Units of the coordinates."""
    reference: tuple[float, ...]
    letters: tuple[str, ...] = ()
    """Freedoms of a chain, in order; axis of a revolute, prismatic or helical joint."""
    sign: float = 1.0
    """−1 if that axis is reversed."""
    pitch: float = 0.0
    """Advance of a screw [m/rad]."""
    about_z: bool = False
    """Whether all freedoms are along or about z, so that the inverse joint has a reversed z."""

    @property
    def velocity_units(self) -> tuple[str, ...]:
        """Units of the velocities, times seconds."""
        known = {"spherical": ("rad",) * 3, "free": ("m",) * 3 + ("rad",) * 3}
        return known.get(self.kind, self.units)

    @property
    def turns(self) -> bool:
        """Whether the child can rotate relative to the parent."""
        return self.kind not in ("prismatic", "chain") or any(letter.startswith("r") for letter in self.letters)


class Framer:
    """Finds the frames of the joints of a mechanism."""

    def __init__(self, mechanism: Mechanism, geometry: Geometry) -> None:
        self.mechanism = mechanism
        self.geometry = geometry
        self._found: dict[str, JointFrames] = {}

    def frames(self, joint: Any) -> JointFrames:
        """The frames of one joint; those of the mechanism's own joints are computed once."""
        name: str = joint.name
        if name not in self.mechanism.joints or self.mechanism.joints[name] is not joint:
            return self._frames(joint)
        if name not in self._found:
            self._found[name] = self._frames(joint)
        return self._found[name]

    def _frames(self, joint: Any) -> JointFrames:
        own = next((_KINDS[cls] for cls in type(joint).__mro__ if cls in _KINDS), Framer._of_chain)
        return own(self, joint)

    def never_turned(self, name: str) -> bool:
        """Whether it is a particle on which every joint leaves all rotations free, so that nothing rotates it."""
        if not isinstance(self.mechanism.bodies[name], Particle):
            return False
        on_it = (joint for joint in self.mechanism.joints.values() if name in (joint.parent, joint.child))
        return all(leaves_rotation(joint, name, self.mechanism.dimension) for joint in on_it)

    # ---------------------------------------------------------------- positions and axes as drawn
    def _axes(self, joint: Any, given: Any) -> tuple[np.ndarray, np.ndarray]:
        """World axes as drawn, with z along a direction, on the parent and on the child."""
        if given is None:
            return np.eye(3), np.eye(3)
        z_parent, z_child = self._directions(joint, given)
        on_parent = axes_along(z_parent)
        return on_parent, axes_along(z_child, on_parent[:, 0])

    def _directions(self, joint: Any, given: Any) -> tuple[np.ndarray, np.ndarray]:
        """A direction in world axes as drawn, of the parent and of the child."""
        first, second = (
            self.geometry.pose(body).A @ self.geometry.direction(given, body, joint)
            for body in (joint.parent, joint.child)
        )
        return first, second

    def _pair(self, joint: Any, on_parent: np.ndarray, on_child: np.ndarray) -> tuple[Pose, Pose]:
        """Frames with these world axes at the position of the joint."""
        at = joint.name if joint.at is None else joint.at
        first, second = (
            Pose(self.geometry.local(at, body, joint), self.geometry.pose(body).A.T @ axes)
            for body, axes in ((joint.parent, on_parent), (joint.child, on_child))
        )
        return first, second

    # ---------------------------------------------------------------- one axis
    def _revolute(self, joint: joints.Revolute) -> JointFrames:
        return self._one_axis(joint, joint.axis or (0.0, 0.0, 1.0), joint.reference, 0.0)

    def _prismatic(self, joint: joints.Prismatic) -> JointFrames:
        """The displacement as drawn is the reference, even if the places on the two bodies are drawn apart."""
        at = joint.name if joint.at is None else joint.at
        ends = [self.geometry.pose(b).to_world(self.geometry.local(at, b, joint)) for b in (joint.parent, joint.child)]
        apart = float(self._directions(joint, joint.axis)[0] @ (ends[1] - ends[0]))
        return self._one_axis(joint, joint.axis, 0.0, joint.reference - apart)

    def _helical(self, joint: joints.Helical) -> JointFrames:
        pitch = joint.pitch / (2 * math.pi)
        return self._one_axis(joint, joint.axis, joint.reference, pitch * joint.reference, pitch)

    def _one_axis(self, joint: Any, axis: Any, angle: float, advance: float, pitch: float = 0.0) -> JointFrames:
        """The axis is z; or, if it is parallel to a world axis as drawn, that axis, and the frames need no rotation.

        As drawn, the child is rotated by `angle` and displaced by `advance` from where the frames coincide.
        """
        first, second = self._directions(joint, axis)
        k = int(np.argmax(np.abs(first)))
        along = np.eye(3)[k] * np.sign(first[k])
        if np.abs(np.array([first, second]) - along).max() <= 1e-15:
            letter, sign, on_parent, on_child = k, float(along[k]), np.eye(3), np.eye(3)
        else:
            letter, sign, (on_parent, on_child) = 2, 1.0, self._axes(joint, axis)
        n = np.eye(3)[letter] * sign
        stands, carries = self._pair(joint, on_parent, on_child @ rotation_about(n, angle))
        stands = Pose(stands.r - stands.A @ n * advance, stands.A)
        slides = joint.coordinate == "displacement"
        return JointFrames(
            stands,
            carries,
            "prismatic" if slides else "helical" if pitch else "revolute",
            (joint.coordinate,),
            ("speed",),
            ("m" if slides else "rad",),
            (joint.reference,),
            letters=("xyz"[letter],),
            sign=sign,
            pitch=pitch,
        )

    # ---------------------------------------------------------------- several axes
    def _of_chain(self, joint: Any) -> JointFrames:
        """z is along the joint's axis, if it has one; x and y follow from the world axes as drawn."""
        if joint.chain is None:
            what = f"{joint.title}: the class {type(joint).__name__} does not define the motion between its frames"
            raise MechanismError(Problem(what, "give it a chain of freedoms, or carries = False and a method rows"))
        pair = self._pair(joint, *self._axes(joint, getattr(joint, "axis", None)))
        about_z = bool(joint.chain) and set(joint.chain) <= {"z", "rz"}
        return _chain(pair, joint.chain, joint.freedoms, joint.speeds, about_z=about_z)

    def _universal(self, joint: joints.Universal) -> JointFrames:
        """The first axis is z, the second x."""
        pose = self.geometry.pose(joint.child)
        first = self.geometry.pose(joint.parent).A @ self.geometry.direction(joint.axis, joint.parent, joint)
        second = pose.A @ self.geometry.direction(joint.second, joint.child, joint)
        if abs(first @ second) > 1e-6:
            angle = math.degrees(math.acos(min(1.0, abs(first @ second))))
            what = f"{joint.title}: the angle between its axes is {angle:.4g}° as drawn"
            raise MechanismError(Problem(what, "draw the second axis perpendicular to the first", joint.where))
        axes = axes_along(first, second)
        pair = self._pair(joint, axes, axes)
        return _chain(pair, ("rz", "rx"), joint.freedoms, joint.speeds)

    def _selection(self, joint: joints.Selection) -> JointFrames:
        """The axes of the world as drawn."""
        pair = self._pair(joint, np.eye(3), np.eye(3))
        words = tuple(joints.SPEED_OF[word] for word in joint.directions)
        return _chain(pair, joint.directions, joint.directions, words)

    def _spherical(self, joint: joints.Spherical) -> JointFrames:
        """The child's own axes."""
        axes = self.geometry.pose(joint.child).A
        pair = self._pair(joint, axes, axes)
        return JointFrames(*pair, "spherical", joint.freedoms, joint.speeds, ("",) * 4, (1.0, 0.0, 0.0, 0.0))

    def _free(self, joint: joints.Free) -> JointFrames:
        """The frames of the bodies; in the plane x, y and an angle; a particle that nothing rotates only translates."""
        base, child = self.geometry.pose(joint.parent), self.geometry.pose(joint.child)
        pair = Pose(np.zeros(3), np.eye(3)), Pose(np.zeros(3), np.eye(3))
        r, A = tuple(base.to_local(child.r).tolist()), base.A.T @ child.A
        letters = ("x", "y", "z")[: self.mechanism.dimension]
        if joint.parent == GROUND and self.never_turned(joint.child):
            words = tuple(joints.SPEED_OF[word] for word in letters)
            return _chain(pair, letters, letters, words, reference=r[: len(letters)])
        if self.mechanism.dimension == 2:
            angle = math.atan2(A[1, 0], A[0, 0])
            words = ("vx", "vy", "omega")
            return _chain(pair, ("x", "y", "rz"), ("x", "y", "angle"), words, reference=(*r[:2], angle))
        units = ("m",) * 3 + ("",) * 4
        return JointFrames(*pair, "free", joint.freedoms, joint.speeds, units, (*r, *extracted(A).tolist()))


def _chain(
    pair: tuple[Pose, Pose],
    letters: tuple[str, ...],
    coordinates: tuple[str, ...],
    velocities: tuple[str, ...],
    reference: tuple[float, ...] | None = None,
    about_z: bool = False,
) -> JointFrames:
    units = tuple("rad" if letter.startswith("r") else "m" for letter in letters)
    drawn = (0.0,) * len(letters) if reference is None else reference
    return JointFrames(*pair, "chain", coordinates, velocities, units, drawn, letters, about_z=about_z)


_KINDS: dict[type, Callable[[Framer, Any], JointFrames]] = {
    joints.Revolute: Framer._revolute,
    joints.Prismatic: Framer._prismatic,
    joints.Helical: Framer._helical,
    joints.Universal: Framer._universal,
    joints.Selection: Framer._selection,
    joints.Spherical: Framer._spherical,
    joints.Free: Framer._free,
}
