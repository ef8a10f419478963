"""Methods that add forces and drivers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from snodo.mechanism import forces
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.drivers import Driver
from snodo.mechanism.input_types import Bodies, DirectionLike, Formulas, FunctionLike, Place, Quantity


class AddsForces(Adding):
    """Forces and drivers.

    In the examples `m` is a mechanism with points A, B and C, bodies `crank` and `rod` and joints `A` (revolute) and
    `C` (prismatic).
    """

    def spring(
        self,
        name: str,
        parent: str,
        child: str,
        start: Place,
        end: Place,
        *,
        stiffness: Quantity = 0.0,
        damping: Quantity = 0.0,
        length: Quantity | None = None,
        force: FunctionLike = 0.0,
        only: str = "",
        preload: Quantity = 0.0,
    ) -> forces.Spring:
        """Add a spring, damper and actuator in line between two points.

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
        stiffness : quantity, optional
            Stiffness [N/m].
        damping : quantity, optional
            Damping [N s/m].
        length : quantity, optional
            Free length [m]; by default the length as drawn.
        force : number or function of time or motion, optional
            Actuator force [N], pushing the points apart.
        only : {"push", "pull"}, optional
            Whether it acts only while it is shorter (push) or longer (pull) than its free length.
        preload : quantity, optional
            Force as drawn [N], pushing the points apart, instead of a free length.

        Returns
        -------
        Spring
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> spring = m.spring("s", "ground", "crank", start="C", end="B", stiffness="2 N/mm", damping=5.0)
        """
        return self._put(
            forces.Spring,
            name=name,
            parent=parent,
            child=child,
            start=start,
            end=end,
            stiffness=stiffness,
            damping=damping,
            length=length,
            force=force,
            only=only,
            preload=preload,
        )

    def torsional_spring(
        self,
        name: str,
        joint: str,
        *,
        stiffness: Quantity = 0.0,
        damping: Quantity = 0.0,
        angle: Quantity | None = None,
        of: str = "",
    ) -> forces.TorsionalSpring:
        """Add a torsional spring and damper on a revolute joint.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        joint : str
            The revolute joint.
        stiffness : quantity, optional
            Stiffness [N m/rad].
        damping : quantity, optional
            Damping [N m s/rad].
        angle : quantity, optional
            Joint angle at which it is relaxed [rad]; by default the angle as drawn.
        of : str, optional
            Which of the coordinates of a joint that has several: `first`, `second`, `x`, … `rz`.

        Returns
        -------
        TorsionalSpring
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> spring = m.torsional_spring("s", "A", stiffness=20.0, angle="10 deg")
        """
        return self._put(
            forces.TorsionalSpring, name=name, joint=joint, stiffness=stiffness, damping=damping, angle=angle, of=of
        )

    def joint_spring(
        self,
        name: str,
        joint: str,
        *,
        stiffness: Quantity = 0.0,
        damping: Quantity = 0.0,
        displacement: Quantity | None = None,
        of: str = "",
    ) -> forces.JointSpring:
        """Add a spring and damper along a sliding joint.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        joint : str
            The prismatic joint, or the pin in a slot.
        stiffness : quantity, optional
            Stiffness [N/m].
        damping : quantity, optional
            Damping [N s/m].
        displacement : quantity, optional
            Displacement of the joint at which it is relaxed [m]; by default as drawn.
        of : str, optional
            Which of the coordinates of a joint that has several: `first`, `second`, `x`, … `rz`.

        Returns
        -------
        JointSpring
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> spring = m.joint_spring("buffer", "C", stiffness="2 N/mm")
        """
        return self._put(
            forces.JointSpring,
            name=name,
            joint=joint,
            stiffness=stiffness,
            damping=damping,
            displacement=displacement,
            of=of,
        )

    def point_force(
        self, name: str, body: str, force: Sequence[FunctionLike], at: Place | None = None, axes: str = "world"
    ) -> forces.PointForce:
        """Add a force at a point of a body.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        body : str
            The body it acts on.
        force : sequence of numbers or functions of time or motion
            Its components [N].
        at : place, optional
            Point of action; by default the origin of the body frame.
        axes : {"world", "body"}, optional
            Axes of the components: those of the world or those of the body.

        Returns
        -------
        PointForce
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> force = m.point_force("push", "rod", (0, "-10 * sin(t)"), at="C")
        """
        return self._put(forces.PointForce, name=name, body=body, force=force, at=at, axes=axes)

    def torque(
        self,
        name: str,
        torque: FunctionLike | Sequence[FunctionLike],
        *,
        body: str = "",
        joint: str = "",
        of: str = "",
        axis: DirectionLike | None = None,
        axes: str = "world",
    ) -> forces.Torque:
        """Add a torque on a body, or between the two bodies of a joint (positive on the child).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        torque : number or function of time or motion, or sequence of three
            The torque [N m]; on a body in space about `axis`, or as three components; in a spherical joint three.
        body : str, optional
            The body it acts on.
        joint : str, optional
            Alternatively, the joint in which it acts.
        of : str, optional
            Which of the coordinates of a joint that has several: `first`, `second`, `x`, … `rz`.
        axis : direction, optional
            Axis of a torque on a body (3-D only).
        axes : {"world", "body"}, optional
            Whether axis or components are fixed in the world or in the body.

        Returns
        -------
        Torque
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> motor = m.torque("motor", 2.5, joint="A")
        """
        return self._put(forces.Torque, name=name, torque=torque, body=body, joint=joint, of=of, axis=axis, axes=axes)

    def joint_force(self, name: str, force: FunctionLike, joint: str, of: str = "") -> forces.JointForce:
        """Add an actuator force along the axis of a sliding joint (positive on its child).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        force : number or function of time or motion
            The force [N].
        joint : str
            The joint, which slides.
        of : str, optional
            Which of the coordinates of a joint that has several: `first`, `second`, `x`, … `rz`.

        Returns
        -------
        JointForce
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> piston = m.joint_force("piston", "200 * sin(10 * t)", joint="C")
        """
        return self._put(forces.JointForce, name=name, force=force, joint=joint, of=of)

    def friction(
        self,
        name: str,
        joint: str,
        *,
        viscous: Quantity = 0.0,
        coulomb: Quantity = 0.0,
        static: Quantity | None = None,
        smoothing: Quantity | None = None,
        of: str = "",
        mu: float | None = None,
        radius: Quantity | None = None,
        length: Quantity | None = None,
        preload: Quantity = 0.0,
        stribeck: Quantity | None = None,
        fit: str = "loose",
    ) -> forces.Friction:
        """Add friction in a joint, against its speed: viscous · speed, and `coulomb`, or mu times its reaction.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        joint : str
            The joint.
        viscous : quantity, optional
            Viscous coefficient [N m s/rad] or [N s/m].
        coulomb : quantity, optional
            Sliding friction torque [N m] or force [N] itself, not a coefficient.
        static : quantity, optional
            Largest friction torque [N m] or force [N] at rest, with `mu` the coefficient at rest; by default as while
            it slides.
        smoothing : quantity, optional
            Speed over which friction reverses, as coulomb · tanh(speed / smoothing) [rad/s] or [m/s]; small values make
            the equations stiff. By default friction is dry; where sticking is not computed, it reverses over 0.01.
        of : str, optional
            Which of the coordinates of a joint that has several: `first`, `second`, `x`, … `rz`.
        mu : float, optional
            Instead of `coulomb`: coefficient of sliding friction in a pin or guide, times the joint's reaction.
        radius : quantity, optional
            Radius of the pin [m]: the torque is mu · radius · reaction. For a guide in space, that of its key.
        length : quantity, optional
            Length of the guide, or of the bearing of a pin in space [m]: its ends carry F/2 ± M/length.
        preload : quantity, optional
            Force added to the load [N].
        stribeck : quantity, optional
            Speed over which the coefficient falls from `static` to `mu` [rad/s] or [m/s].
        fit : {"loose", "exact"}, optional
            Whether a pin has play, or a close fit: then the coefficient is mu/√(1 + mu²).

        Returns
        -------
        Friction
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> friction = m.friction("f", "A", viscous=0.02, coulomb="0.1 N m")
        """
        return self._put(
            forces.Friction,
            name=name,
            joint=joint,
            viscous=viscous,
            coulomb=coulomb,
            smoothing=smoothing,
            of=of,
            mu=mu,
            static=static,
            radius=radius,
            length=length,
            preload=preload,
            stribeck=stribeck,
            fit=fit,
        )

    def clutch(
        self,
        name: str,
        first: str,
        second: str | None = None,
        *,
        capacity: Quantity,
        static: Quantity | None = None,
        engaged: bool = True,
    ) -> forces.Clutch:
        """Add a dry clutch between two joints, or a brake on one.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        first : str
            The first joint.
        second : str, optional
            The second joint, which turns or slides like the first, with the same parent; without it, a brake.
        capacity : quantity
            Torque [N m] or force [N] while it slides.
        static : quantity, optional
            Largest torque [N m] or force [N] while it sticks; by default the capacity.
        engaged : bool, optional
            Whether it is engaged at the start; events open and close it.

        Returns
        -------
        Clutch
            The clutch that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> brake = m.clutch("brake", "A", capacity="12 N m", static="15 N m")
        """
        joints = (first,) if second is None else (first, second)
        return self._put(forces.Clutch, name=name, joints=joints, capacity=capacity, static=static, engaged=engaged)

    def freewheel(self, name: str, joint: str, turns: str = "forward") -> forces.Freewheel:
        """Add a freewheel, which lets a joint move in one direction only.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        joint : str
            The joint.
        turns : {"forward", "backward"}, optional
            The direction that is free: that of growing or falling coordinates.

        Returns
        -------
        Freewheel
            The freewheel that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> freewheel = m.freewheel("one_way", "A", turns="backward")
        """
        return self._put(forces.Freewheel, name=name, joint=joint, turns=turns)

    def force(
        self, name: str, bodies: Bodies, function: Callable[..., Any] | None = None, formula: Formulas | None = None
    ) -> forces.UserForce:
        """Add a force law of your own, as a Python function or as formulas.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        bodies : str or sequence of str
            The bodies it acts on, in the order of the arguments of the function.
        function : callable, optional
            A function of (t, q, v): q = x, y, angle and v = vx, vy, omega of each body [m, rad, m/s, rad/s]; returns
            fx, fy [N] and torque [N m] at the origin of each body.  In space q = x, y, z, e0, e1, e2, e3 and
            v = vx, vy, vz, wx, wy, wz; returns fx, fy, fz, mx, my, mz; all in world axes.
        formula : sequence of str, optional
            Instead, the same numbers in terms of `t`, `body.x`, …, `body.omega`.

        Returns
        -------
        UserForce
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> drag = m.force("drag", "rod", lambda t, q, v: [-0.3 * v[0], -0.3 * v[1], 0.0])
        """
        return self._put(forces.UserForce, name=name, bodies=bodies, function=function, formula=formula)

    # ---------------------------------------------------------------- drivers
    def driver(
        self,
        name: str,
        *,
        joint: str = "",
        of: str = "",
        body: str = "",
        at: Place | None = None,
        along: DirectionLike | None = None,
        angle: FunctionLike | None = None,
        displacement: FunctionLike | None = None,
        path: Sequence[FunctionLike] | None = None,
        speed: FunctionLike | None = None,
        acceleration: FunctionLike | None = None,
        rotation_vector: Sequence[FunctionLike] | None = None,
        cardan: Sequence[FunctionLike] | None = None,
    ) -> Driver:
        """Impose a motion on a joint, on the angle of a body or on a point of a body.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        joint : str, optional
            The joint whose coordinate is driven.
        of : str, optional
            The driven coordinate of a joint that has several, such as "second" or "rx".
        body : str, optional
            Alternatively, the body that is driven.
        at : place, optional
            The driven point of the body; by default its origin.
        along : direction, optional
            World direction in which that point is driven.
        angle : number or function of time, optional
            The angle [rad].
        displacement : number or function of time, optional
            The displacement [m].
        path : sequence of functions of time, optional
            World coordinates of the point [m].
        speed : number or function of time, optional
            The speed [rad/s] or [m/s]; the coordinate starts at its initial value.
        acceleration : number, ramp or polynomial, optional
            The acceleration [rad/s²] or [m/s²]; the coordinate starts with its initial value and speed.
        rotation_vector : sequence of three functions of time, optional
            Of a spherical joint: axis times angle, in the joint's frame on the parent [rad].
        cardan : sequence of three functions of time, optional
            Of a spherical joint: angles about x, then the new y, then the newest z of the joint's frame [rad].

        Returns
        -------
        Driver
            The driver that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> motor = m.driver("motor", joint="A", speed="60 rpm")
        """
        return self._put(
            Driver,
            name=name,
            joint=joint,
            of=of,
            body=body,
            at=at,
            along=along,
            angle=angle,
            displacement=displacement,
            path=path,
            speed=speed,
            acceleration=acceleration,
            rotation_vector=rotation_vector,
            cardan=cardan,
        )
