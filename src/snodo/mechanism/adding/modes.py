"""Methods for what switches: limits that act, and events."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from snodo.errors import MechanismError, Problem, suggestion, user_line
from snodo.math.calculated import recording
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.events import Event
from snodo.mechanism.forces import Friction
from snodo.mechanism.input_types import Do, Quantity
from snodo.mechanism.limits import Limits, limit_quantity, made_limits
from snodo.mechanism.part import convert
from snodo.mechanism.written import Written


class AddsModes(Adding):
    """What switches.

    In the examples `m` is a mechanism with points A, B and C, bodies `crank` and `rod` and joints `A` (revolute) and
    `C` (prismatic).
    """

    joints: dict[str, Any]
    drivers: dict[str, Any]
    limits: dict[str, Limits]
    expressions: dict[tuple[str, str], Written]
    limit_lines: dict[str, str]

    def limit(
        self,
        joint: str,
        *,
        lower: Quantity | None = None,
        upper: Quantity | None = None,
        effort: Quantity | None = None,
        speed: Quantity | None = None,
        damping: Quantity | None = None,
        friction: Quantity | None = None,
        act: bool | None = None,
        restitution: float | None = None,
        stiffness: Quantity | None = None,
        stop_damping: Quantity | None = None,
    ) -> Limits:
        """Set limits of a joint; with `act` or a word of the stops, the joint stops at them.

        Limits that the joint already has, such as those of a robot's file, are kept where nothing new is given.

        Parameters
        ----------
        joint : str
            The joint.
        lower : quantity, optional
            Smallest coordinate [rad or m].
        upper : quantity, optional
            Largest coordinate [rad or m].
        effort : quantity, optional
            Largest torque or force of its drive [N m or N]; data only.
        speed : quantity, optional
            Largest speed [rad/s or m/s]; data only.
        damping : quantity, optional
            Viscous damping of the joint [N m s/rad or N s/m]; data only.
        friction : quantity, optional
            Dry friction of the joint [N m or N]; data only.
        act : bool, optional
            Whether `lower` and `upper` are stops; by default only if one of the next three is given.
        restitution : float, optional
            Speed after the impact on a rigid stop, divided by that before it, 0 … 1.
        stiffness : quantity, optional
            Stiffness of a compliant stop [N m/rad or N/m].
        stop_damping : quantity, optional
            Damping of a compliant stop [N m s/rad or N s/m].

        Returns
        -------
        Limits
            All limits of the joint, in SI units.

        Raises
        ------
        MechanismError
            If there is no such joint, a value is wrong, or `act` contradicts the others.

        Examples
        --------
        >>> limits = m.limit("A", lower="-10 deg", upper="90 deg", restitution=0.2)
        >>> limits.act
        True
        """
        given = {
            **{"lower": lower, "upper": upper, "effort": effort, "speed": speed, "damping": damping},
            **{"friction": friction, "act": act, "restitution": restitution},
            **{"stiffness": stiffness, "stop_damping": stop_damping},
        }
        limits = _merged(self, joint, {word: value for word, value in given.items() if value is not None})
        self.limits[joint] = limits
        self.limit_lines[joint] = user_line()
        return limits

    def act_limits(self, *, restitution: float = 0.0, stops: bool = True, friction: bool = True) -> list[str]:
        """Let the limits of all joints act: ranges as stops, damping and friction as forces.

        Limits of a robot's file are data until this is called.  Joints whose motion is imposed, and joints with several
        coordinates, are left as they are.  Friction is dry: a joint at rest sticks.

        Parameters
        ----------
        restitution : float, optional
            Speed after the impact on a stop, divided by that before it, 0 … 1.
        stops : bool, optional
            Whether ranges become rigid stops.
        friction : bool, optional
            Whether damping and friction become forces, named as the joint with `_friction` behind.

        Returns
        -------
        list of str
            The joints that changed.

        Raises
        ------
        MechanismError
            If a value is wrong or a name is taken.

        Examples
        --------
        >>> limits = m.limit("A", lower="-170 deg", upper="170 deg", friction="0.2 N m")
        >>> m.act_limits()
        ['A']
        """
        imposed = {driver.joint for driver in self.drivers.values()}
        changed = []
        for name, limits in list(self.limits.items()):
            joint = self.joints.get(name)
            if joint is None or not getattr(joint, "coordinate", "") or name in imposed:
                continue
            ranged = stops and (limits.lower is not None or limits.upper is not None)
            if ranged:
                given = {"act": True} | ({"restitution": restitution} if limits.rigid and restitution else {})
                self.limits[name] = _merged(self, name, given)
            rubs = friction and bool(limits.damping or limits.friction)
            if rubs:
                self._put(
                    Friction, name=f"{name}_friction", joint=name, viscous=limits.damping, coulomb=limits.friction
                )
            changed += [name] if ranged or rubs else []
        return changed

    def event(self, name: str, *, when: str, do: Do) -> Event:
        """Do something at the instant at which a condition becomes true.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        when : str
            The condition: a measure that `rises to`, `falls to`, `passes`, `is above` or `is below` a value with its
            unit, or `t = 2 s`; several are joined by `and`.
        do : str, callable or sequence of these
            What is done: `record`, `stop`, `open latch`, `close latch`, `set motor.torque to 3 N m`, or a Python
            function, which cannot be written to a file.

        Returns
        -------
        Event
            The event that was added.

        Raises
        ------
        MechanismError
            If the condition or an action cannot be read, or the name is taken.

        Examples
        --------
        >>> event = m.event("enough", when="A.angle rises to 90 deg", do="stop")
        >>> event.conditions
        (Condition(measure='A.angle', relation='rises', value=1.5707963267948966),)
        """
        return self._put(Event, name=name, when=when, do=do)


def _merged(m: AddsModes, name: str, given: dict[str, Any]) -> Limits:
    """The limits that a joint has, with what is given now."""
    line = user_line()
    if name not in m.joints:
        raise MechanismError(Problem(f"limits: there is no joint {name!r}", suggestion(name, m.joints), line))
    values, problems, calculated = {}, [], set[str]()
    for word, value in given.items():
        try:
            with m._knowing(), recording() as record:
                values[word] = convert(value, limit_quantity(m.joints[name], word))
            calculated |= record.parameters
        except MechanismError as error:
            problems += [Problem(f"limits of {name!r}: {word}: {p.what}", p.remedy, line) for p in error.problems]
        except ValueError as error:
            problems.append(Problem(f"limits of {name!r}: {word}: {error}", "give True or False", line))
    if problems:
        raise MechanismError(problems)
    known = _known(m.limits.get(name))
    before = m.expressions.get(("limits", name))
    if calculated or before is not None:
        text = {**known, **({} if before is None else before.text), **given}
        written = Written(text, None, frozenset(calculated), "anything")
        m.expressions = {**m.expressions, ("limits", name): written}
    try:
        return made_limits({**known, **values})
    except MechanismError as error:
        p = error.problems[0]
        raise MechanismError(Problem(f"limits of {name!r}: {p.what}", p.remedy, line)) from None


def _known(limits: Limits | None) -> dict[str, Any]:
    """The words of limits that differ from their defaults."""
    if limits is None:
        return {}
    usual = asdict(Limits())
    return {word: value for word, value in asdict(limits).items() if value != usual[word] and value is not None}
