"""Checks of joints, constraints and frames: names, numbers, dimensions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from snodo.errors import suggestion
from snodo.math.units import UnitError, quantity
from snodo.mechanism import constraints, forces, joints
from snodo.mechanism.elements import Bushing, LinearActuator
from snodo.mechanism.frame import Frame
from snodo.mechanism.part import GROUND, part_fields
from snodo.mechanism.transmissions import Belt

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

RIGHT_ANGLE = math.pi / 2
Found = Iterator[tuple[str, str]]
"""The problem and its remedy."""


def exists(name: str, known: Any, what: str) -> Found:
    """Check that a part of this name exists."""
    if name not in known:
        yield f"there is no {what} {name!r}", suggestion(name, known)


def two_bodies(part: Any, m: Mechanism) -> Found:
    """Check that parent and child exist and differ."""
    for name in {part.parent: None, part.child: None}:
        if name != GROUND:
            yield from exists(name, m.bodies, "body")
    if part.parent == part.child:
        yield f"joins {part.parent!r} to itself", "give two different bodies"


def placed(part: Any, m: Mechanism) -> Found:
    """Check that it has a position: its own, or the point with its name."""
    if part.at is None and part.name not in m.points:
        yield "has no position", f"give at: …, or a point named {part.name!r}"


def _placed_joint(part: joints.Joint, m: Mechanism) -> Found:
    """Check that it has a position and, in space, an axis if it needs one."""
    yield from placed(part, m)
    yield from _axis(part, m)


def _elastic(part: joints.Connection, m: Mechanism) -> Found:
    """Check that an elastic joint has a stiffness for everything it constrains, and for nothing else."""
    if part.elastic and not part.may_be_elastic:
        yield f"a {part.kind.replace('_', ' ')} cannot be elastic", "omit stiffness and torsional_stiffness"
        return
    for stiffness, damping, held, what in (
        ("stiffness", "damping", "slides", "displacements"),
        ("torsional_stiffness", "torsional_damping", "turns", "rotations"),
    ):
        k, d = getattr(part, stiffness), getattr(part, damping)
        if k is not None and not k > 0:
            yield f"{stiffness} is {k:g}", "give a positive number, or omit it for a rigid joint"
        if d < 0 or (d and k is None):
            yield f"{damping} is {d:g}", f"give zero or more, together with {stiffness}"
        if k is not None and held not in part.holds(m.dimension):
            yield f"takes no {stiffness}: it constrains no {what}", "omit it"
        elif part.elastic and k is None and held in part.holds(m.dimension):
            yield f"is elastic, but has no {stiffness}", f"also give {stiffness}: it constrains {what} too"


def _rod(part: joints.Rod, m: Mechanism) -> Found:
    if part.length is not None and not part.length > 0:
        yield f"length is {part.length:g} m", "give a positive length; for zero length use a revolute"


def _spatial(part: Any, m: Mechanism) -> Found:
    if m.dimension == 2 and part.needs_space:
        yield "needs three dimensions", "set dimension: 3, or use revolute, prismatic, fixed, planar or free"


def _axis(part: Any, m: Mechanism) -> Found:
    """Check that a joint in space has its axis, if its kind has one."""
    if m.dimension == 3 and part.chain is not None and getattr(part, "axis", ()) is None:
        spec = next(spec for spec in part_fields(type(part)) if spec.name == "axis")
        yield "has no axis", f"give axis: {spec.metadata['doc'].removesuffix(' (3-D only)')}"


def _helical(part: joints.Helical, m: Mechanism) -> Found:
    if part.pitch == 0:
        yield "its pitch is zero", "give the advance per turn, or use a revolute"


def _selection(part: joints.Selection, m: Mechanism) -> Found:
    words = ("x", "y", "z", "rx", "ry", "rz")
    unknown = [d for d in part.directions if d not in words]
    if unknown or len(set(part.directions)) < len(part.directions):
        yield f"directions are {', '.join(part.directions)}", f"give each at most once, out of {', '.join(words)}"


def _frame(part: Frame, m: Mechanism) -> Found:
    if part.on != GROUND:
        yield from exists(part.on, m.bodies, "body")


def joint_with(part: Any, name: str, m: Mechanism, coordinate: str) -> Found:
    """Check that a joint exists and has this coordinate (`angle`, `displacement` or `angle or displacement`)."""
    if name not in m.joints:
        yield f"there is no joint {name!r}", suggestion(name, m.joints)
    elif not m.joints[name].coordinate or m.joints[name].coordinate not in coordinate:
        yield (
            f"joint {name!r} is a {m.joints[name].kind.replace('_', ' ')}, which has no {coordinate}",
            "give a joint that has one",
        )


def coordinate_of(part: Any, name: str, of: str, m: Mechanism, wanted: str) -> Found:
    """Check that a joint exists and has the coordinate `of`, or exactly one, of the wanted kind."""
    if not of or name not in m.joints:
        yield from joint_with(part, name, m, wanted)
        several = [] if of or name not in m.joints else positions(m.joints[name], m.dimension)
        if len(several) > 1:
            yield f"joint {name!r} has several coordinates", f"say of which: of: {' | '.join(several)}"
        return
    known = positions(m.joints[name], m.dimension)
    if of not in known:
        yield f"joint {name!r} has no coordinate {of!r}", f"it has {', '.join(known) or 'none that a force acts along'}"
    elif kind_of(m.joints[name], of) not in wanted:
        yield f"{of!r} of joint {name!r} is no {wanted}", f"give one of {', '.join(known)} that is"


def positions(joint: Any, dimension: int) -> list[str]:
    """Coordinates of a joint whose rates are its velocities: all but those of spherical and free ones."""
    words = list(joint.words(dimension)) if isinstance(joint, joints.Joint) else []
    return [] if len(words) % 2 else words[: len(words) // 2]


def kind_of(joint: Any, word: str) -> str:
    """Whether a coordinate is an angle or a displacement."""
    word = word or joint.coordinate
    return "angle" if joints.QUANTITY.get(word, word) == "angle" else "displacement"


def units_of_joint(part: Any, coordinate: str, kinds: dict[str, tuple[str, str]]) -> Found:
    """Read fields whose unit depends on whether the joint rotates or slides."""
    for word, (turning, sliding) in kinds.items():
        value = getattr(part, word)
        if value is None:
            continue
        try:
            part.read_further(word, quantity(value, turning if coordinate == "angle" else sliding))
        except UnitError as error:
            yield f"{word}: {error.problems[0].what}", error.problems[0].remedy


def _gear(part: constraints.Gear, m: Mechanism) -> Found:
    if len(part.joints) != 2 or len(part.teeth) != 2:
        yield (
            f"has {len(part.joints)} joints and {len(part.teeth)} numbers of teeth",
            "give two of each: gear: [A, B], teeth: [20, 40]",
        )
        return
    if min(part.teeth) <= 0:
        yield (
            f"numbers of teeth are {part.teeth[0]:g} and {part.teeth[1]:g}",
            "give positive numbers; for a ring set internal: true",
        )
    yield from _teeth(part)
    for name in part.joints:
        yield from joint_with(part, name, m, "angle")
    parents = {m.joints[name].parent for name in part.joints if name in m.joints}
    if len(parents) > 1:
        yield (
            f"its joints have different parents ({', '.join(sorted(parents))})",
            "make the carrier of both wheels the parent of both joints",
        )


def _teeth(part: constraints.Gear) -> Found:
    """Angles of the teeth."""
    yield from _pressure_angle(part)
    if part.helix and part.pressure_angle is None:
        yield "has a helix but no pressure angle", "give pressure_angle: 20 deg, the angle across the teeth"
    if not 0.0 <= part.helix < RIGHT_ANGLE:
        yield f"helix is {part.helix:g} rad", "give an angle from 0 to less than 90 deg, and its hand: right or left"


def _pressure_angle(part: constraints.Gear | constraints.RackAndPinion) -> Found:
    if part.pressure_angle is not None and not 0.0 <= part.pressure_angle < RIGHT_ANGLE:
        yield f"pressure_angle is {part.pressure_angle:g} rad", "give an angle such as 20 deg"


def _belt(part: Belt, m: Mechanism) -> Found:
    if len(part.joints) != 2 or len(part.radii) != 2:
        yield f"has {len(part.joints)} joints and {len(part.radii)} radii", "give two of each"
        return
    if min(part.radii) <= 0:
        yield (
            f"its radii are {part.radii[0]:g} and {part.radii[1]:g} m",
            "give positive numbers; crossed: yes reverses it",
        )
    if part.preload < 0:
        yield f"preload is {part.preload:g} N", "give a positive force: a belt only pulls"
    if part.mu is not None and not part.mu > 0.0:
        yield f"mu is {part.mu:g}", "give a positive coefficient, or omit it: the belt does not slip"
    elif part.mu is not None and not part.preload:
        yield "has a coefficient of friction, but no preload", "give the preload that presses it on the wheels"
    for name in part.joints:
        yield from joint_with(part, name, m, "angle")
    parents = {m.joints[name].parent for name in part.joints if name in m.joints}
    if len(parents) > 1:
        yield (
            f"its joints have different parents ({', '.join(sorted(parents))})",
            "make the body with both bearings the parent of both joints",
        )


def _rack(part: constraints.RackAndPinion, m: Mechanism) -> Found:
    if len(part.joints) != 2:
        yield f"has {len(part.joints)} joints", "give two: rack_and_pinion: [pinion, rack], radius: 20 mm"
        return
    if part.radius == 0:
        yield "its radius is zero", "give the pitch radius of the pinion"
    yield from _pressure_angle(part)
    for name, coordinate in zip(part.joints, ("angle", "displacement")):
        yield from joint_with(part, name, m, coordinate)
    parents = {m.joints[name].parent for name in part.joints if name in m.joints}
    if len(parents) > 1:
        remedy = "make the body with the bearing of the pinion and the guide of the rack the parent of both joints"
        yield f"its joints have different parents ({', '.join(sorted(parents))})", remedy


def _coupler(part: constraints.Coupler, m: Mechanism) -> Found:
    for name in part.factors:
        yield from joint_with(part, name, m, "angle or displacement")
    if not any(part.factors.values()):
        yield "all factors are zero", "give at least one that is not"
    if part.follower and not part.factors.get(part.follower):
        known = [name for name, factor in part.factors.items() if factor]
        yield f"its follower {part.follower!r} has no factor in it", suggestion(part.follower, known)
    kinds = {m.joints[name].coordinate for name in part.factors if name in m.joints}
    if len(kinds) == 1:
        yield from units_of_joint(part, kinds.pop(), {"value": ("angle", "length")})
    elif isinstance(part.value, str):
        yield f"value {part.value!r} has a unit, but its joints mix angles and lengths", "give a number in SI units"


CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {
    joints.Joint
    | joints.Rod
    | forces.Spring
    | LinearActuator
    | Bushing
    | constraints.Parallel
    | constraints.ConstantAngle: two_bodies,
    joints.Joint: _placed_joint,
    joints.Connection: _elastic,
    joints.Rod: _rod,
    joints.Connection | constraints.Constraint: _spatial,
    joints.Selection: _selection,
    joints.Helical: _helical,
    Frame: _frame,
    constraints.Gear: _gear,
    constraints.RackAndPinion: _rack,
    Belt: _belt,
    constraints.Coupler: _coupler,
}
