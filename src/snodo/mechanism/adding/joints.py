"""Methods that add joints."""

from __future__ import annotations

from typing import Unpack

from snodo.mechanism import joints
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import DirectionLike, JointWords, Place, Quantity


class AddsJoints(Adding):
    """Joints.

    In the examples `m` is a mechanism with points A, B and C and bodies `crank` and `rod`, and `space` is such a one in
    three dimensions.
    """

    def revolute(
        self,
        name: str,
        parent: str,
        child: str,
        at: Place | None = None,
        *,
        axis: DirectionLike | None = None,
        reference: Quantity = 0.0,
        **more: Unpack[JointWords],
    ) -> joints.Revolute:
        """Let the child rotate about a point of the parent, in space about an axis.

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
        axis : direction, optional
            Axis of rotation (3-D only).
        reference : quantity, optional
            Value of the joint angle as drawn [rad].
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        Revolute
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = m.revolute("A", "ground", "crank", reference="30 deg")
        """
        return self._put(
            joints.Revolute, name=name, parent=parent, child=child, at=at, axis=axis, reference=reference, **more
        )

    def prismatic(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        at: Place | None = None,
        *,
        reference: Quantity = 0.0,
        **more: Unpack[JointWords],
    ) -> joints.Prismatic:
        """Let the child slide along an axis of the parent without rotating.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        axis : direction
            Axis of sliding, fixed in the parent.
        at : place, optional
            Position; by default the point with the name of the joint.
        reference : quantity, optional
            Value of the displacement as drawn [m].
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        Prismatic
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = m.prismatic("C", "ground", "rod", axis="x")
        """
        return self._put(
            joints.Prismatic, name=name, parent=parent, child=child, axis=axis, at=at, reference=reference, **more
        )

    def fixed(
        self, name: str, parent: str, child: str, at: Place | None = None, **more: Unpack[JointWords]
    ) -> joints.Fixed:
        """Weld the child to the parent.

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
        Fixed
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> bushing = m.fixed("B", "crank", "rod", stiffness="200 N/mm", torsional_stiffness=50.0)
        """
        return self._put(joints.Fixed, name=name, parent=parent, child=child, at=at, **more)

    def pin_in_slot(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        at: Place | None = None,
        *,
        reference: Quantity = 0.0,
        **more: Unpack[JointWords],
    ) -> joints.PinInSlot:
        """Let a pin on the child slide and rotate in a straight slot of the parent.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body it is fixed to, or "ground".
        child : str
            The body it carries.
        axis : direction
            Direction of the slot, fixed in the parent.
        at : place, optional
            Position; by default the point with the name of the joint.
        reference : quantity, optional
            Value of the displacement along the slot as drawn [m].
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        PinInSlot
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = m.pin_in_slot("B", "crank", "rod", axis=("A", "B"))
        """
        return self._put(
            joints.PinInSlot, name=name, parent=parent, child=child, axis=axis, at=at, reference=reference, **more
        )

    def rod(
        self,
        name: str,
        parent: str,
        child: str,
        start: Place,
        end: Place,
        length: Quantity | None = None,
        **more: Unpack[JointWords],
    ) -> joints.Rod:
        """Join two bodies by a massless rod of constant length with a pin or ball at each end.

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
        length : quantity, optional
            Its length [m]; by default the distance as drawn.
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        Rod
            The rod that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> rod = m.rod("link", "ground", "crank", start="C", end="B")
        """
        return self._put(joints.Rod, name=name, parent=parent, child=child, start=start, end=end, length=length, **more)

    def planar(
        self,
        name: str,
        parent: str,
        child: str,
        at: Place | None = None,
        axis: DirectionLike | None = None,
        **more: Unpack[JointWords],
    ) -> joints.PlanarJoint:
        """Let the child slide on a plane of the parent and rotate about its normal.

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
        axis : direction, optional
            Normal of the plane (3-D only).
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        PlanarJoint
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = space.planar("A", "ground", "crank", axis="z")
        """
        return self._put(joints.PlanarJoint, name=name, parent=parent, child=child, at=at, axis=axis, **more)

    def free(self, name: str, parent: str, child: str, at: Place | None = None) -> joints.Free:
        """Let the child move freely relative to the parent: a floating base.

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

        Returns
        -------
        Free
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = m.free("A", "ground", "crank")
        """
        return self._put(joints.Free, name=name, parent=parent, child=child, at=at)

    def oldham(
        self,
        name: str,
        parent: str,
        child: str,
        at: Place | None = None,
        *,
        axis: DirectionLike | None = None,
        **more: Unpack[JointWords],
    ) -> joints.Oldham:
        """Let the child move across an axis of the parent while both rotate together: an Oldham coupling.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body of the first shaft, or "ground".
        child : str
            The body of the second shaft.
        at : place, optional
            Point where the shafts meet as drawn; by default the point with the name of the joint.
        axis : direction, optional
            Axis of the shafts (3-D only).
        **more : quantity or bool, optional
            `stiffness` [N/m], `damping` [N s/m], `torsional_stiffness` [N m/rad] and `torsional_damping` [N m s/rad] of
            an elastic joint; it is rigid without them. `closed`: whether it holds at the start.

        Returns
        -------
        Oldham
            The joint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> joint = m.oldham("K", "crank", "rod", at="B")
        """
        return self._put(joints.Oldham, name=name, parent=parent, child=child, at=at, axis=axis, **more)
