"""Dry friction frozen in its mode: what sticks is a row that is on, what slides a force in a constant direction.

The linear model of a mechanism with dry friction is that of another mechanism, in which friction that sticks is a
driver, which holds the joint where it is (a coupler, for a clutch between two joints), and friction that slides has its
constant force.  It holds as long as the modes do not change.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from snodo.analyses.equations.state import State as Place
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.bind import bind
from snodo.mechanism.checks.joints import kind_of
from snodo.mechanism.forces import Clutch, Friction
from snodo.mechanism.mechanism import Mechanism
from snodo.switching.one_state import Frozen, friction_at, refuse_machine_elements, same_place
from snodo.switching.switching import Switching

REVERSES = 1e-3
"""Of the sliding speed, over which friction reverses: tanh is one there, and its slope zero, to the last digit."""


def frozen_place(place: Place) -> Place:
    """The same state of the mechanism whose friction is frozen."""
    F, q, v, t = place.formulation, place.q, place.v, place.t
    modes = friction_at(F, q, v, t)
    if not modes:
        return place
    G = bind(frozen(F.mechanism, modes), F.name)
    return Place(G, same_place(F, G, q), v, t)


def refuse_sliding_loads(parts: list[Any]) -> None:
    """The slope of a coefficient times a reaction is not computed."""
    remedy = "give coulomb: the friction itself, at the load it has there"
    told = "slides with a coefficient times a reaction, whose derivatives are not computed"
    if parts:
        raise UnsupportedError([Problem(f"{part.title} {told}", remedy, part.where) for part in parts])


def frozen(mechanism: Mechanism, modes: list[Frozen]) -> Mechanism:
    """The mechanism with its friction in these modes."""
    refuse_sliding_loads([one.part for one in modes if one.speed and getattr(one.part, "mu", None)])
    m = mechanism.copy()
    forget_actions(m, {one.part.name for one in modes})
    for one in modes:
        part = m.forces.pop(one.part.name)
        if one.speed:
            _slide(m, part, one.speed)
        elif one.own:
            hold(m, part, one.value)
    return m


def forget_actions(m: Mechanism, names: set[str]) -> None:
    """Events that open, close or set parts which are there no more only record."""
    for name, event in m.events.items():
        if any(action.target in names for action in event.actions):
            m.events[name] = replace(event, do=("record",))


def without_friction(mechanism: Mechanism) -> Mechanism:
    """The mechanism without dry friction, clutches and brakes; viscous parts stay."""
    m, switching = mechanism.copy(), Switching(mechanism)
    refuse_machine_elements(switching)
    frictions = switching.frictions
    forget_actions(m, {dry.part.name for dry in frictions})
    for dry in frictions:
        part = m.forces.pop(dry.part.name, None)
        if isinstance(part, Friction) and part.viscous:
            m.friction(part.name, part.joint, of=part.of, viscous=part.viscous)
    return m


def hold(m: Mechanism, part: Any, value: float) -> None:
    """Hold the joint of friction, or the difference of those of a clutch, at a value [rad or m]."""
    if isinstance(part, Clutch) and len(part.joints) == 2:
        m.coupler(part.name, {part.joints[0]: 1.0, part.joints[1]: -1.0}, value=value)
        return
    joint = part.joints[0] if isinstance(part, Clutch) else part.joint
    of = getattr(part, "of", "")
    if _turns(m, joint, of):
        m.driver(part.name, joint=joint, of=of, angle=value)
    else:
        m.driver(part.name, joint=joint, of=of, displacement=value)


def _turns(m: Mechanism, joint: str, of: str) -> bool:
    return bool(kind_of(m.joints[joint], of) == "angle")


def _slide(m: Mechanism, part: Any, speed: float) -> None:
    """A constant force against the speed."""
    if isinstance(part, Friction):
        m.forces[part.name] = replace(part, smoothing=REVERSES * abs(speed), static=None)
        return
    capacity = float(part.capacity) * (1.0 if speed > 0.0 else -1.0)
    for joint, sign in zip(part.joints, (-1.0, 1.0)):
        add = m.torque if _turns(m, joint, "") else m.joint_force
        add(f"{part.name} on {joint}", sign * capacity, joint=joint)
