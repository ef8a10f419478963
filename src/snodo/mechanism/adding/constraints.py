"""Methods that add constraints, on positions and on velocities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from snodo.mechanism import constraints, curve_constraints, transmissions
from snodo.mechanism import velocity_constraints as on_velocities
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import Bodies, DirectionLike, Formulas, FunctionLike, Place, Quantity


class AddsConstraints(Adding):
    """Constraints.

    In the examples `m` is a mechanism with points A, B and C, bodies `crank` and `rod` and joints `A` (revolute) and
    `C` (prismatic), and `space` is such a mechanism in three dimensions.
    """

    def gear(
        self,
        name: str,
        first: str,
        second: str,
        teeth: Sequence[Quantity],
        internal: bool = False,
        *,
        pressure_angle: Quantity | None = None,
        helix: Quantity = 0.0,
        hand: str = "right",
        closed: bool = True,
    ) -> constraints.Gear:
        """Put two wheels in mesh.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        first, second : str
            The revolute joints of the two wheels, with the carrier as common parent.
        teeth : sequence of two numbers
            Numbers of teeth, or pitch radii, of the two wheels.
        internal : bool, optional
            Whether the second wheel is a ring with internal teeth.
        pressure_angle : quantity, optional
            Pressure angle across the teeth [rad], such as "20 deg"; the bearings then carry the tooth forces.
        helix : quantity, optional
            Helix angle of the teeth [rad], with a pressure angle.
        hand : {"right", "left"}, optional
            Hand of the helix of the first wheel.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        Gear
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> gear = m.gear("g", "A", "B", teeth=(20, 40))
        """
        return self._put(
            constraints.Gear,
            name=name,
            joints=(first, second),
            teeth=teeth,
            internal=internal,
            pressure_angle=pressure_angle,
            helix=helix,
            hand=hand,
            closed=closed,
        )

    def belt(
        self,
        name: str,
        first: str,
        second: str,
        radii: Sequence[Quantity],
        *,
        preload: Quantity = 0.0,
        crossed: bool = False,
        mu: float | None = None,
        closed: bool = True,
    ) -> transmissions.Belt:
        """Put a belt or chain on two wheels.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        first, second : str
            The revolute joints of the two wheels, with a common parent.
        radii : sequence of two quantities
            Radii at which the belt runs on the two wheels [m].
        preload : quantity, optional
            Mean tension of its two straight parts [N].
        crossed : bool, optional
            Whether it is crossed, so that the second wheel turns the other way.
        mu : float, optional
            Coefficient of friction on the wheels, with a preload; by default it does not slip, as a chain.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        Belt
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> belt = m.belt("b", "A", "B", radii=("50 mm", "120 mm"), preload="300 N")
        """
        return self._put(
            transmissions.Belt,
            name=name,
            joints=(first, second),
            radii=radii,
            preload=preload,
            crossed=crossed,
            mu=mu,
            closed=closed,
        )

    def rack_and_pinion(
        self,
        name: str,
        first: str,
        second: str,
        radius: Quantity,
        *,
        pressure_angle: Quantity | None = None,
        closed: bool = True,
    ) -> constraints.RackAndPinion:
        """Put a pinion on a rack.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        first : str
            The revolute joint of the pinion.
        second : str
            The prismatic joint of the rack, with the same parent.
        radius : quantity
            Pitch radius of the pinion [m]; negative if the rack moves the opposite way.
        pressure_angle : quantity, optional
            Pressure angle of the teeth [rad]; bearing and guide then carry the tooth forces.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        RackAndPinion
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> rack = m.rack_and_pinion("rack", "A", "C", radius="30 mm")
        """
        return self._put(
            constraints.RackAndPinion,
            name=name,
            joints=(first, second),
            radius=radius,
            pressure_angle=pressure_angle,
            closed=closed,
        )

    def parallel(
        self, name: str, parent: str, child: str, axis: DirectionLike, *, closed: bool = True
    ) -> constraints.Parallel:
        """Keep an axis of the child parallel to one of the parent (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The first body, or "ground".
        child : str
            The second body.
        axis : direction
            The common direction as drawn.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        Parallel
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> upright = space.parallel("upright", "ground", "rod", axis="z")
        """
        return self._put(constraints.Parallel, name=name, parent=parent, child=child, axis=axis, closed=closed)

    def constant_angle(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        second: DirectionLike,
        angle: Quantity | None = None,
        *,
        closed: bool = True,
    ) -> constraints.ConstantAngle:
        """Keep the angle between a direction of the parent and one of the child constant (3-D).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The first body, or "ground".
        child : str
            The second body.
        axis : direction
            The direction on the parent.
        second : direction
            The direction on the child.
        angle : quantity, optional
            The angle between them [rad]; by default as drawn.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        ConstantAngle
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> tilt = space.constant_angle("tilt", "ground", "rod", axis="z", second="x", angle="90 deg")
        """
        return self._put(
            constraints.ConstantAngle,
            name=name,
            parent=parent,
            child=child,
            axis=axis,
            second=second,
            angle=angle,
            closed=closed,
        )

    def coupler(
        self,
        name: str,
        factors: Mapping[str, Quantity],
        value: Quantity | None = None,
        follower: str = "",
        *,
        closed: bool = True,
    ) -> constraints.Coupler:
        """Impose a linear relation between joint coordinates: Σ factor · coordinate = value.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        factors : mapping
            Factor of the coordinate of each joint, by its name.
        value : quantity, optional
            The constant sum [rad] or [m]; by default its value as drawn.
        follower : str, optional
            The joint that assembly adjusts if the relation does not hold as drawn; by default all of them.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        Coupler
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> coupler = m.coupler("c", {"A": 1, "B": -2}, follower="B")
        """
        return self._put(
            constraints.Coupler, name=name, factors=dict(factors), value=value, follower=follower, closed=closed
        )

    def on_curve(
        self,
        name: str,
        parent: str,
        child: str,
        at: Place | None = None,
        *,
        profile: str = "",
        points: Sequence[Place] = (),
        radius: Quantity = 0.0,
        closed_curve: bool = True,
        side: str = "",
        centre: Place | None = None,
        closed: bool = True,
    ) -> curve_constraints.OnCurve:
        """Let a point or a roller of the child follow a curve of the parent, which it never leaves.

        In space the curve is in the plane of x and y of the parent, its surface is straight along z, and a roller is a
        ball.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body with the curve, or "ground".
        child : str
            The body that follows it.
        at : place, optional
            The point, or the centre of the roller; by default the origin of the child's frame.
        profile : str, optional
            A table of radii [m] over the angle [rad] from x of the parent, periodic over a whole turn.
        points : sequence of places, optional
            Points of the curve instead, in order; a cubic spline goes through them.
        radius : quantity, optional
            Radius of the roller [m]; by default a point follows.
        closed_curve : bool, optional
            Whether a curve through points is closed; an open one goes on straight beyond its ends.
        side : {"outside", "inside", "left", "right"}, optional
            Side of the roller: outside or inside of a closed curve, left or right of an open one; by default outside,
            or left.
        centre : place, optional
            The centre of the radii; by default the origin of the parent's frame.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        OnCurve
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> slot = m.on_curve("slot", "ground", "rod", "C", points=["A", "B", "C"], closed_curve=False)
        """
        return self._put(
            curve_constraints.OnCurve,
            name=name,
            parent=parent,
            child=child,
            at=at,
            profile=profile,
            points=points,
            radius=radius,
            closed_curve=closed_curve,
            side=side,
            centre=centre,
            closed=closed,
        )

    def constraint(
        self,
        name: str,
        bodies: Bodies = (),
        function: Callable[..., Any] | None = None,
        formula: Formulas | None = None,
        *,
        closed: bool = True,
    ) -> constraints.UserConstraint:
        """Add a constraint of your own, as formulas over measures or as a Python function Φ(t, q) = 0.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        bodies : str or sequence of str, optional
            The bodies that a function refers to, in the order of its arguments; formulas need none.
        function : callable, optional
            Φ(t, q) with q = x, y, angle of each body [m, rad], in space x, y, z, e0, e1, e2, e3; returns one number
            or a list of numbers.
        formula : str or sequence of str, optional
            Instead, formulas that must be zero, in terms of `t`, coordinates of joints such as `A.angle`, places of
            bodies and frames such as `crank.x`, lengths of springs, and tables, such as
            `S.displacement - table(lift, A.angle)`.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        UserConstraint
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> cam = m.constraint("cam", "rod", formula="rod.y - 0.1 * cos(3 * t)")
        """
        return self._put(
            constraints.UserConstraint, name=name, bodies=bodies, function=function, formula=formula, closed=closed
        )

    # ---------------------------------------------------------------- on velocities
    def knife_edge(
        self,
        name: str,
        parent: str,
        child: str,
        axis: DirectionLike,
        at: Place | None = None,
        normal: DirectionLike | None = None,
        *,
        closed: bool = True,
    ) -> on_velocities.KnifeEdge:
        """Let a blade of the child move along its edge, not across it, on a surface of the parent.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The first body, or "ground".
        child : str
            The second body.
        axis : direction
            Direction of the edge, fixed in the child.
        at : place, optional
            The point of the edge; by default the point of the same name.
        normal : direction, optional
            Normal of the surface, fixed in the parent (3-D only).
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        KnifeEdge
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> blade = m.knife_edge("blade", "ground", "rod", axis="x", at="C")
        """
        return self._put(
            on_velocities.KnifeEdge,
            name=name,
            parent=parent,
            child=child,
            axis=axis,
            at=at,
            normal=normal,
            closed=closed,
        )

    def rolling(
        self,
        name: str,
        parent: str,
        child: str,
        radius: Quantity,
        normal: DirectionLike | None = None,
        at: Place | None = None,
        *,
        axis: DirectionLike | None = None,
        on: Place | None = None,
        surface_radius: Quantity | None = None,
        surface_axis: DirectionLike | None = None,
        closed: bool = True,
    ) -> on_velocities.Rolling:
        """Let a wheel, thin disc or ball roll on a plane or round surface of the parent without slipping.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The first body, or "ground".
        child : str
            The second body.
        radius : quantity
            Radius of the wheel or ball [m].
        normal : direction, optional
            For a plane: its normal towards the wheel, fixed in the parent.
        at : place, optional
            Centre of the wheel; by default the point of the same name.
        axis : direction, optional
            Axis of a wheel in space, fixed in the child; a ball has none.
        on : place, optional
            A point of the plane (by default the contact point as drawn), or the centre of a round surface.
        surface_radius : quantity, optional
            Radius of a round surface [m]; negative if the wheel is inside.
        surface_axis : direction, optional
            Axis of a cylinder in space, fixed in the parent.
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        Rolling
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> contact = m.rolling("contact", "ground", "crank", 0.3, normal="y", at="B")
        """
        return self._put(
            on_velocities.Rolling,
            name=name,
            parent=parent,
            child=child,
            radius=radius,
            normal=normal,
            at=at,
            axis=axis,
            on=on,
            surface_radius=surface_radius,
            surface_axis=surface_axis,
            closed=closed,
        )

    def speed_coupler(
        self, name: str, factors: Mapping[str, Quantity], value: FunctionLike = 0.0, *, closed: bool = True
    ) -> on_velocities.SpeedCoupler:
        """Impose a linear relation between speeds: Σ factor · speed = value(t).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        factors : mapping
            Factor of each speed: of a joint, by its name, or of a body, `body.vx`, `body.omega`, in space `body.wz`.
        value : number or function of time, optional
            The sum [SI units].
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        SpeedCoupler
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> coupler = m.speed_coupler("c", {"A": 1, "rod.vx": -2}, value="0.1 * sin(t)")
        """
        return self._put(on_velocities.SpeedCoupler, name=name, factors=dict(factors), value=value, closed=closed)

    def velocity_constraint(
        self,
        name: str,
        bodies: Bodies,
        function: Callable[..., Any] | None = None,
        formula: Formulas | None = None,
        *,
        closed: bool = True,
    ) -> on_velocities.VelocityConstraint:
        """Add a constraint of your own on velocities, c(t, q, v) = 0, as a Python function or as formulas.

        It need not be linear in the velocities. Its reactions are −(∂c/∂v)ᵀ λ (Chetaev).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        bodies : str or sequence of str
            The bodies it refers to, in the order of the arguments of the function.
        function : callable, optional
            c as a function of (t, q, v), such as A v − b; coordinates and velocities of each body as in `force`.
        formula : str or sequence of str, optional
            Instead, formulas that must be zero, in terms of `t`, `body.x`, …, `body.vx`, `body.vy`, `body.omega`, …
        closed : bool, optional
            Whether it holds at the start; events open and close it.

        Returns
        -------
        VelocityConstraint
            The constraint that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> blade = m.velocity_constraint("blade", "rod", formula="rod.vy * cos(rod.angle) - rod.vx * sin(rod.angle)")
        """
        return self._put(
            on_velocities.VelocityConstraint,
            name=name,
            bodies=bodies,
            function=function,
            formula=formula,
            closed=closed,
        )
