"""Methods that add contacts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from snodo.mechanism import contacts
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import ContactWords, DirectionLike, Place, Quantity, Vector


class AddsContacts(Adding):
    """Contacts.

    In the examples `m` is a mechanism with gravity along −y, points A, B and C, and bodies `crank` and `rod`.
    """

    def point_contact(
        self,
        name: str,
        at: Place,
        body: str,
        *,
        against: str = "ground",
        plane_point: Place | None = None,
        normal: DirectionLike | None = None,
        **more: Unpack[ContactWords],
    ) -> contacts.PointContact:
        """Let a point of a body touch a plane.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        at : place
            The point.
        body : str
            The body that touches.
        against : str, optional
            The body with the plane, by default the ground.
        plane_point : place, optional
            A point of the plane; by default the origin.
        normal : direction, optional
            Normal of the plane, towards the side that is free; by default against gravity.
        **more : quantity, optional
            `restitution` 0 … 1, and `restitution_by` energy, impulse or speed; `impacts` "in turn" or "together", where
            others touch in the same instant; `mu` and `static`, the coefficients of friction of sliding and at rest; of
            a compliant contact `stiffness` [N/m] or `depth` [m], `exponent`,
            `damping` [s/m] or `restitution` with `at_speed` [m/s], and `bristle` [m], the way of its friction before it
            slips.

        Returns
        -------
        PointContact
            The contact that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> contact = m.point_contact("tip", "C", "rod", restitution=0.6)
        """
        return self._put(
            contacts.PointContact,
            name=name,
            at=at,
            body=body,
            against=against,
            plane_point=plane_point,
            normal=normal,
            **more,
        )

    def sphere_contact(
        self,
        name: str,
        body: str,
        radius: Quantity,
        at: Place | None = None,
        *,
        against: str = "ground",
        plane_point: Place | None = None,
        normal: DirectionLike | None = None,
        **more: Unpack[ContactWords],
    ) -> contacts.SphereContact:
        """Let a sphere on a body, in the plane a disc, touch a plane.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        body : str
            The body that touches.
        radius : quantity
            Radius of the sphere [m].
        at : place, optional
            Its centre; by default the origin of the body frame.
        against : str, optional
            The body with the plane, by default the ground.
        plane_point : place, optional
            A point of the plane; by default the origin.
        normal : direction, optional
            Normal of the plane, towards the side that is free; by default against gravity.
        **more : quantity, optional
            `restitution` 0 … 1, and `restitution_by` energy, impulse or speed; `impacts` "in turn" or "together", where
            others touch in the same instant; `mu` and `static`, the coefficients of friction of sliding and at rest; of
            a compliant contact `stiffness` [N/m] or `depth` [m], `exponent`,
            `damping` [s/m] or `restitution` with `at_speed` [m/s], and `bristle` [m], the way of its friction before it
            slips.

        Returns
        -------
        SphereContact
            The contact that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> contact = m.sphere_contact("heel", "rod", "30 mm", at="C", depth="4 mm", restitution=0.3, at_speed=1.0)
        """
        return self._put(
            contacts.SphereContact,
            name=name,
            body=body,
            radius=radius,
            at=at,
            against=against,
            plane_point=plane_point,
            normal=normal,
            **more,
        )

    def spheres_contact(
        self,
        name: str,
        body: str,
        against: str,
        radii: Sequence[Quantity],
        centres: Sequence[Place] | None = None,
        **more: Unpack[ContactWords],
    ) -> contacts.SpheresContact:
        """Let two spheres on two bodies, in the plane two discs, touch one another from outside.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        body : str
            The body of the first sphere.
        against : str
            The body of the second sphere, or "ground".
        radii : sequence of two quantities
            Their radii [m].
        centres : sequence of two places, optional
            Their centres; by default the origins of the bodies.
        **more : quantity, optional
            `restitution` 0 … 1, and `restitution_by` energy, impulse or speed; `impacts` "in turn" or "together", where
            others touch in the same instant; `mu` and `static`, the coefficients of friction of sliding and at rest; of
            a compliant contact `stiffness` [N/m] or `depth` [m], `exponent`,
            `damping` [s/m] or `restitution` with `at_speed` [m/s], and `bristle` [m], the way of its friction before it
            slips.

        Returns
        -------
        SpheresContact
            The contact that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> contact = m.spheres_contact("click", "crank", "rod", radii=("20 mm", "20 mm"), restitution=0.9)
        """
        return self._put(
            contacts.SpheresContact, name=name, body=body, against=against, radii=radii, centres=centres, **more
        )

    def curve_contact(
        self,
        name: str,
        body: str,
        at: Place | None = None,
        *,
        against: str,
        profile: str = "",
        points: Sequence[Place] = (),
        radius: Quantity = 0.0,
        closed_curve: bool = True,
        side: str = "",
        centre: Place | None = None,
        **more: Unpack[ContactWords],
    ) -> contacts.CurveContact:
        """Let a point or a roller of a body touch a curve on another body: a cam, a track, a hollow.

        In space the curve is in the plane of x and y of its body, its surface is straight along z, and a roller is a
        ball.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        body : str
            The body that touches.
        at : place, optional
            The point, or the centre of the roller; by default the origin of the body frame.
        against : str
            The body with the curve, or "ground".
        profile : str, optional
            A table of radii [m] over the angle [rad] from x of that body, periodic over a whole turn.
        points : sequence of places, optional
            Points of the curve instead, in order; a cubic spline goes through them.
        radius : quantity, optional
            Radius of the roller [m]; by default a point touches.
        closed_curve : bool, optional
            Whether a curve through points is closed; an open one goes on straight beyond its ends.
        side : {"outside", "inside", "left", "right"}, optional
            The free side: outside or inside of a closed curve, left or right of an open one; by default outside, or
            left.
        centre : place, optional
            The centre of the radii; by default the origin of the body frame.
        **more : quantity, optional
            `restitution` 0 … 1, and `restitution_by` energy, impulse or speed; `impacts` "in turn" or "together", where
            others touch in the same instant; `mu` and `static`, the coefficients of friction of sliding and at rest; of
            a compliant contact `stiffness` [N/m] or `depth` [m], `exponent`,
            `damping` [s/m] or `restitution` with `at_speed` [m/s], and `bristle` [m], the way of its friction before it
            slips.

        Returns
        -------
        CurveContact
            The contact that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> cam = m.table("cam", x=[0, 90, 180, 270, 360], y=[20, 22, 26, 22, 20], units=("deg", "mm"), periodic=True)
        >>> contact = m.curve_contact("follower", "rod", "C", against="crank", profile="cam", radius="5 mm")
        """
        return self._put(
            contacts.CurveContact,
            name=name,
            body=body,
            at=at,
            against=against,
            profile=profile,
            points=points,
            radius=radius,
            closed_curve=closed_curve,
            side=side,
            centre=centre,
            **more,
        )

    def box_contact(
        self,
        name: str,
        body: str,
        size: Vector,
        at: Place | None = None,
        *,
        against: str = "ground",
        plane_point: Place | None = None,
        normal: DirectionLike | None = None,
        **more: Unpack[ContactWords],
    ) -> contacts.BoxContact:
        """Let the corners of a box on a body, in the plane of a rectangle, touch a plane.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        body : str
            The body that touches.
        size : sequence of quantities
            Its edges along the axes of the body [m]: two in the plane, three in space.
        at : place, optional
            Its centre; by default the origin of the body frame.
        against : str, optional
            The body with the plane, by default the ground.
        plane_point : place, optional
            A point of the plane; by default the origin.
        normal : direction, optional
            Normal of the plane, towards the side that is free; by default against gravity.
        **more : quantity, optional
            `restitution` 0 … 1, and `restitution_by` energy, impulse or speed; `impacts` "in turn" or "together", where
            others touch in the same instant; `mu` and `static`, the coefficients of friction of sliding and at rest; of
            a compliant contact `stiffness` [N/m] or `depth` [m], `exponent`,
            `damping` [s/m] or `restitution` with `at_speed` [m/s], and `bristle` [m], the way of its friction before it
            slips.

        Returns
        -------
        BoxContact
            The contact that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> contact = m.box_contact("corners", "rod", ("0.5 m", "0.1 m"), mu=0.5)
        """
        return self._put(
            contacts.BoxContact,
            name=name,
            body=body,
            size=size,
            at=at,
            against=against,
            plane_point=plane_point,
            normal=normal,
            **more,
        )

    def cylinder_contact(
        self,
        name: str,
        body: str,
        radius: Quantity,
        axis: DirectionLike,
        length: Quantity = 0.0,
        at: Place | None = None,
        *,
        against: str = "ground",
        plane_point: Place | None = None,
        normal: DirectionLike | None = None,
        **more: Unpack[ContactWords],
    ) -> contacts.CylinderContact:
        """Let the edges of a cylinder or disc on a body touch a plane, in space.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        body : str
            The body that touches.
        radius : quantity
            Its radius [m].
        axis : direction
            Its axis, fixed in the body.
        length : quantity, optional
            Its length [m]; by default it is a thin disc with one edge.
        at : place, optional
            Its centre; by default the origin of the body frame.
        against : str, optional
            The body with the plane, by default the ground.
        plane_point : place, optional
            A point of the plane; by default the origin.
        normal : direction, optional
            Normal of the plane, towards the side that is free; by default against gravity.
        **more : quantity, optional
            `restitution` 0 … 1, and `restitution_by` energy, impulse or speed; `impacts` "in turn" or "together", where
            others touch in the same instant; `mu` and `static`, the coefficients of friction of sliding and at rest; of
            a compliant contact `stiffness` [N/m] or `depth` [m], `exponent`,
            `damping` [s/m] or `restitution` with `at_speed` [m/s], and `bristle` [m], the way of its friction before it
            slips.

        Returns
        -------
        CylinderContact
            The contact that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> space = sn.Mechanism("coin", dimension=3, gravity=(0, 0, -9.81))
        >>> coin = space.cylinder("coin", (0, 0, 0.1), (0, 0, 0.102), "10 mm", mass=0.01)
        >>> contact = space.cylinder_contact("rim", "coin", "10 mm", axis="z", mu=0.5)
        """
        return self._put(
            contacts.CylinderContact,
            name=name,
            body=body,
            radius=radius,
            axis=axis,
            length=length,
            at=at,
            against=against,
            plane_point=plane_point,
            normal=normal,
            **more,
        )
