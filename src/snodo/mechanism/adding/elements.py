"""Methods that add machine elements: cylinders, bushings, cables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from snodo.mechanism import cables, elements
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import FunctionLike, Place, Quantity


class AddsElements(Adding):
    """Machine elements.

    In the examples `m` is a mechanism with points A, B and C, bodies `crank` and `rod` and joints `A` (revolute) and
    `C` (prismatic).
    """

    def linear_actuator(
        self,
        name: str,
        parent: str,
        child: str,
        start: Place,
        end: Place,
        *,
        force: FunctionLike | None = None,
        length: FunctionLike | None = None,
        speed: FunctionLike | None = None,
        stops: Sequence[Quantity] | None = None,
        restitution: float = 0.0,
        locked: bool = False,
        relief: Quantity | Sequence[Quantity] | None = None,
    ) -> elements.LinearActuator:
        """Add a cylinder or linear actuator between two points; in files, the force `cylinder`.

        Give its force, or its length or its speed.  With none of them it is free, and inverse dynamics finds its force.

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
        force : number or function of time or motion, optional
            Its force [N], pushing the points apart.
        length : number or function of time, optional
            Instead, its length [m].
        speed : number or function of time, optional
            Instead, the rate of its length [m/s], from the length as drawn.
        stops : sequence of two quantities, optional
            Its least and greatest length [m], where it meets rigid stops.
        restitution : float, optional
            Speed after an impact on a stop, divided by that before it.
        locked : bool, optional
            Whether its length is held at the start; events lock it by `close` and release it by `open`.
        relief : quantity or sequence of two, optional
            Largest force with which it is held or moved as given: pushing, and pulling if that differs [N].  Beyond it
            yields, and pushes with this force, until its speed is the given one again.

        Returns
        -------
        LinearActuator
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> ram = m.linear_actuator("ram", "ground", "crank", start="C", end="B", force="200 N", stops=("0.1 m", "2 m"))
        """
        return self._put(
            elements.LinearActuator,
            name=name,
            parent=parent,
            child=child,
            start=start,
            end=end,
            force=force,
            length=length,
            speed=speed,
            stops=stops,
            restitution=restitution,
            locked=locked,
            relief=relief,
        )

    def bushing(
        self,
        name: str,
        parent: str,
        child: str,
        *,
        at: Place | None = None,
        stiffness: Sequence[Any] | None = None,
        damping: Sequence[Any] | None = None,
        preload: Sequence[Quantity] | None = None,
    ) -> elements.Bushing:
        """Add a bushing: springs and dampers along and about the axes of the parent.

        Numbers are for x, y, z and the rotations about them; in the plane for x, y and the angle.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parent : str
            The body whose axes it has, or "ground".
        child : str
            The other body.
        at : place, optional
            Its place; by default the point with its name.
        stiffness : sequence, optional
            Six stiffnesses [N/m, N m/rad], or a symmetric matrix of six rows; in the plane three.  In a list,
            "table(rubber)" is a force that resists over the deflection [N over m, N m over rad].
        damping : sequence, optional
            The same for the damping [N s/m, N m s/rad]; a table is over the rate of the deflection.
        preload : sequence of quantities, optional
            Force and moment on the child as drawn [N, N m].

        Returns
        -------
        Bushing
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> mount = m.bushing("mount", "ground", "crank", at="B", stiffness=["2 kN/mm", "2 kN/mm", "3 kN m/rad"])
        """
        return self._put(
            elements.Bushing,
            name=name,
            parent=parent,
            child=child,
            at=at,
            stiffness=stiffness,
            damping=damping,
            preload=preload,
        )

    def cable(
        self,
        name: str,
        path: Sequence[str],
        *,
        stiffness: Quantity | None = None,
        damping: Quantity = 0.0,
        length: Quantity | None = None,
        preload: Quantity = 0.0,
        restitution: float = 0.0,
        mu: float | None = None,
        static: float | None = None,
    ) -> cables.Cable:
        """Add a cable through points and over pulleys, which only pulls.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        path : sequence of str
            Points and pulleys from end to end: "P on boom" is a point, "over C on mast, 60 mm" a pulley, whose side may
            follow: "over C on mast, 60 mm, left".  Without "on" they are on the ground.  In space a pulley has an axis,
            "over C on mast, 60 mm, about y", by default across the lines to its neighbours as drawn.
        stiffness : quantity, optional
            Stiffness [N/m]; by default it does not stretch.
        damping : quantity, optional
            Damping [N s/m].
        length : quantity, optional
            Length without tension [m]; by default the length as drawn.
        preload : quantity, optional
            Tension as drawn, instead of a length [N].
        restitution : float, optional
            Of a cable that does not stretch: speed after it came taut, divided by that before.
        mu : float, optional
            Coefficient of friction on its only wheel, which then does not turn.
        static : float, optional
            The same at rest; by default `mu`.

        Returns
        -------
        Cable
            The force that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> cable = m.cable("c", ["B on crank", "over C, 20 mm", "A"], stiffness="40 N/mm")
        """
        return self._put(
            cables.Cable,
            name=name,
            path=path,
            stiffness=stiffness,
            damping=damping,
            length=length,
            preload=preload,
            restitution=restitution,
            mu=mu,
            static=static,
        )

    def ratchet(
        self,
        name: str,
        joint: str,
        teeth: float | None = None,
        *,
        pitch: Quantity | None = None,
        turns: str = "forward",
        restitution: float = 0.0,
    ) -> elements.Ratchet:
        """Add a ratchet: a joint moves in one direction, and back at most to the tooth that it has passed last.

        Teeth are where the coordinate of the joint is a multiple of 2π/teeth, or of the pitch.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        joint : str
            The joint, which turns or slides.
        teeth : number, optional
            Number of teeth around a joint that turns.
        pitch : quantity, optional
            Distance of the teeth of a joint that slides [m].
        turns : {"forward", "backward"}, optional
            The direction that is free: that of growing or falling coordinates.
        restitution : float, optional
            Speed after an impact on a tooth, divided by that before it.

        Returns
        -------
        Ratchet
            The ratchet that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> ratchet = m.ratchet("pawl", "A", teeth=24)
        """
        return self._put(
            elements.Ratchet, name=name, joint=joint, teeth=teeth, pitch=pitch, turns=turns, restitution=restitution
        )

    def motor_inertia(self, name: str, joint: str, inertia: Quantity, ratio: Quantity = 1.0) -> elements.MotorInertia:
        """Add the inertia of a motor behind a transmission: ratio² times that of its rotor (armature).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        joint : str
            The joint that the motor drives, which turns or slides.
        inertia : quantity
            Moment of inertia of the rotor [kg m²].
        ratio : number, optional
            Turns of the rotor for a turn of the joint; of a sliding joint, rad per m.

        Returns
        -------
        MotorInertia
            The part that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> rotor = m.motor_inertia("rotor", "A", inertia="2e-5 kg m^2", ratio=100)
        """
        return self._put(elements.MotorInertia, name=name, joint=joint, inertia=inertia, ratio=ratio)
