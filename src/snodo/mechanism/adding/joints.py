"""Methods that add joints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from snodo.mechanism import joints
from snodo.mechanism.adding.adding import Adding


class AddsJoints(Adding):
    """Joints."""

    def revolute(self, name: str, parent: str, child: str, at: Any = None, **more: Any) -> joints.Revolute:
        """The child turns about a point of the parent (about `axis` in 3-D)."""
        return self.add(joints.Revolute(name=name, parent=parent, child=child, at=at, **more))

    def prismatic(self, name: str, parent: str, child: str, axis: Any, at: Any = None, **more: Any) -> joints.Prismatic:
        """The child slides along `axis` of the parent without turning."""
        return self.add(joints.Prismatic(name=name, parent=parent, child=child, axis=axis, at=at, **more))

    def fixed(self, name: str, parent: str, child: str, at: Any = None, **more: Any) -> joints.Fixed:
        """The child is welded to the parent."""
        return self.add(joints.Fixed(name=name, parent=parent, child=child, at=at, **more))

    def pin_in_slot(
        self, name: str, parent: str, child: str, axis: Any, at: Any = None, **more: Any
    ) -> joints.PinInSlot:
        """A pin on the child slides in a straight slot of the parent, along `axis`, and may turn in it."""
        return self.add(joints.PinInSlot(name=name, parent=parent, child=child, axis=axis, at=at, **more))

    def rod(
        self, name: str, parent: str, child: str, start: Any, end: Any, length: Any = None, **more: Any
    ) -> joints.Rod:
        """A massless rod of constant length [m] from `start` on the parent to `end` on the child."""
        return self.add(joints.Rod(name=name, parent=parent, child=child, start=start, end=end, length=length, **more))

    def spherical(self, name: str, parent: str, child: str, at: Any = None, **more: Any) -> joints.Spherical:
        """The child turns freely about a point of the parent (3-D)."""
        return self.add(joints.Spherical(name=name, parent=parent, child=child, at=at, **more))

    def cylindrical(
        self, name: str, parent: str, child: str, axis: Any, at: Any = None, **more: Any
    ) -> joints.Cylindrical:
        """The child slides along `axis` of the parent and turns about it (3-D)."""
        return self.add(joints.Cylindrical(name=name, parent=parent, child=child, axis=axis, at=at, **more))

    def helical(
        self, name: str, parent: str, child: str, axis: Any, pitch: Any, at: Any = None, **more: Any
    ) -> joints.Helical:
        """A screw along `axis` that advances by `pitch` [m] in one turn (3-D)."""
        return self.add(joints.Helical(name=name, parent=parent, child=child, axis=axis, pitch=pitch, at=at, **more))

    def universal(
        self, name: str, parent: str, child: str, axis: Any, second: Any, at: Any = None, **more: Any
    ) -> joints.Universal:
        """A cross with the first `axis` on the parent and the `second`, at right angles to it, on the child (3-D)."""
        return self.add(
            joints.Universal(name=name, parent=parent, child=child, axis=axis, second=second, at=at, **more)
        )

    def planar(
        self, name: str, parent: str, child: str, at: Any = None, axis: Any = None, **more: Any
    ) -> joints.PlanarJoint:
        """The child slides on a plane of the parent, with the normal `axis` in 3-D, and turns in it."""
        return self.add(joints.PlanarJoint(name=name, parent=parent, child=child, at=at, axis=axis, **more))

    def free(self, name: str, parent: str, child: str, at: Any = None) -> joints.Free:
        """The child moves freely against the parent: a floating base."""
        return self.add(joints.Free(name=name, parent=parent, child=child, at=at))

    def selection(
        self, name: str, parent: str, child: str, directions: Sequence[str], at: Any = None, **more: Any
    ) -> joints.Selection:
        """Any of the six directions x, y, z, rx, ry, rz, as a chain in this order (3-D)."""
        directions = tuple(directions)
        return self.add(joints.Selection(name=name, parent=parent, child=child, directions=directions, at=at, **more))
