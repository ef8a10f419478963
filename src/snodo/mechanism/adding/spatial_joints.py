"""Methods that add joints that exist only in space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from snodo.mechanism import joints
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import DirectionLike, JointWords, Place, Quantity


class AddsSpatialJoints(Adding):
    """Joints in space.

    In the examples `space` is a mechanism in three dimensions with points A, B and C and bodies `crank` and `rod`.
    """

    def revolute_spherical(
        self,
        name: str,
        parent: str,
        child: str,
        start: Place,
        end: Place,
        axis: DirectionLike,
        length: Quantity | None = None,
        *,
        closed: bool = True,
    ) -> joints.RevoluteSpherical:
        """Join two bodies by a massless rod that rotates about an axis of the parent and ends in a ball (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body at its first end, or "ground".
        child : str
            The body at its second end.
        start : place
            Its end on the parent.
        end : place
            Its end on the child.
        axis : direction
            Axis of rotation on the parent; the rod keeps its angle with it as drawn.
        length : quantity, optional
            Its length [m]; by default the distance as drawn.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        RevoluteSpherical
            The rod that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> rod = space.revolute_spherical("link", "ground", "crank", start="C", end="B", axis="z")
        """
        return self._put(
            joints.RevoluteSpherical,
            name=name,
            parent=parent,
            child=child,
            start=start,
            end=end,
            axis=axis,
            length=length,
            closed=closed,
        )

    def point_in_plane(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        at: Place | None = None,
        **more: Unpack[JointWords],
    ) -> joints.PointInPlane:
        """Keep a point of the child in a plane of the parent (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        axis : direction
            Normal of the plane, fixed in the parent.
        at : place, optional
            Position; by default the point with the name of the joint.
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        PointInPlane
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = space.point_in_plane("B", "ground", "crank", axis="z")
        """
        return self._put(joints.PointInPlane, name=name, parent=parent, child=child, axis=axis, at=at, **more)

    def spherical(
        self, name: str, parent: str, child: str, at: Place | None = None, **more: Unpack[JointWords]
    ) -> joints.Spherical:
        """Let the child rotate freely about a point of the parent (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        at : place, optional
            Position; by default the point with the name of the joint.
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        Spherical
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = space.spherical("B", "crank", "rod")
        """
        return self._put(joints.Spherical, name=name, parent=parent, child=child, at=at, **more)

    def cylindrical(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        at: Place | None = None,
        **more: Unpack[JointWords],
    ) -> joints.Cylindrical:
        """Let the child slide along an axis of the parent and rotate about it (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        axis : direction
            Axis of sliding and rotation.
        at : place, optional
            Position; by default the point with the name of the joint.
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        Cylindrical
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = space.cylindrical("A", "ground", "crank", axis="z")
        """
        return self._put(joints.Cylindrical, name=name, parent=parent, child=child, axis=axis, at=at, **more)

    def helical(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        pitch: Quantity,
        at: Place | None = None,
        *,
        reference: Quantity = 0.0,
        closed: bool = True,
    ) -> joints.Helical:
        """Let the child rotate about an axis of the parent and advance along it: a screw (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        axis : direction
            Axis of the screw.
        pitch : quantity
            Advance per turn [m]; negative for a left-hand thread.
        at : place, optional
            Position; by default the point with the name of the joint.
        reference : quantity, optional
            Value of the joint angle as drawn [rad].
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        Helical
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> screw = space.helical("A", "ground", "crank", axis="z", pitch="5 mm")
        """
        return self._put(
            joints.Helical,
            name=name,
            parent=parent,
            child=child,
            axis=axis,
            pitch=pitch,
            at=at,
            reference=reference,
            closed=closed,
        )

    def universal(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        second: DirectionLike,
        at: Place | None = None,
        **more: Unpack[JointWords],
    ) -> joints.Universal:
        """Join two bodies by a cross with two perpendicular axes (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        axis : direction
            First axis, on the parent.
        second : direction
            Second axis, on the child; perpendicular to the first as drawn.
        at : place, optional
            Position; by default the point with the name of the joint.
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        Universal
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> cross = space.universal("B", "crank", "rod", axis="y", second="z")
        """
        return self._put(
            joints.Universal, name=name, parent=parent, child=child, axis=axis, second=second, at=at, **more
        )

    def constant_velocity(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        second: DirectionLike | None = None,
        at: Place | None = None,
        *,
        closed: bool = True,
    ) -> joints.ConstantVelocity:
        """Join two shafts that meet in a point and rotate at the same speed at any angle between them (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        axis : direction
            Shaft of the parent.
        second : direction, optional
            Shaft of the child; by default in line with that of the parent.
        at : place, optional
            Position; by default the point with the name of the joint.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        ConstantVelocity
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = space.constant_velocity("B", "crank", "rod", axis="x")
        """
        return self._put(
            joints.ConstantVelocity,
            name=name,
            parent=parent,
            child=child,
            axis=axis,
            second=second,
            at=at,
            closed=closed,
        )

    def selection(
        self,
        name: str,
        parent: str,
        child: str,
        directions: Sequence[str],
        at: Place | None = None,
        **more: Unpack[JointWords],
    ) -> joints.Selection:
        """Leave any of the six directions free, in the order of a chain (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        directions : sequence of str
            The free directions in order: translations x, y, z and rotations rx, ry, rz.
        at : place, optional
            Position; by default the point with the name of the joint.
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        Selection
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = space.selection("A", "ground", "crank", ["x", "rz"])
        """
        directions = tuple(directions)
        return self._put(joints.Selection, name=name, parent=parent, child=child, directions=directions, at=at, **more)
