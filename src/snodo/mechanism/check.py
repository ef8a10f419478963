"""Every mistake in a description, found at once: one small function for each kind of part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem, suggestion
from snodo.math.expression import ExpressionError
from snodo.math.formula_reader import parse
from snodo.math.units import UnitError, quantity
from snodo.mechanism import body as bodies
from snodo.mechanism import constraints, forces, joints
from snodo.mechanism.drivers import Driver
from snodo.mechanism.frame import Frame
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.inertia import Inertia
from snodo.mechanism.part import GROUND, Part, convert

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

Found = Iterator[tuple[str, str]]
"""What is wrong, and the remedy."""

_INTEGRATED = ("speed", "acceleration")
_MOTIONS = ("angle", "displacement", "path", *_INTEGRATED)


def problems_of(mechanism: Mechanism) -> tuple[Geometry, list[Problem]]:
    """The geometry as far as it goes, and every problem of the description.

    Fields may have been changed since they were made: each is converted again first, and nothing else is looked at
    before all of them are good.
    """
    problems = [problem for part in (*mechanism.parts(), mechanism.run) for problem in part.convert()]
    if problems:
        without_bodies = mechanism.copy()
        without_bodies.bodies = {}
        return Geometry(without_bodies), problems
    problems = [Problem(what, remedy, where) for what, remedy, where in _whole(mechanism)]
    geometry = Geometry(mechanism)
    problems += geometry.problems
    for name, placed in geometry.bodies.items():
        part = mechanism.bodies[name]
        problems += [Problem(p.what, p.remedy, part.where) for p in _mass(part, placed.inertia)]
    for part in mechanism.parts():
        problems += [Problem(f"{part.title}: {what}", remedy, part.where) for what, remedy in _part(part, mechanism)]
    if not problems:
        problems = list(_places(mechanism, geometry))
    try:
        mechanism.initial_values()
    except MechanismError as error:
        problems += error.problems
    return geometry, problems


def _mass(part: bodies.Body, inertia: Inertia) -> list[Problem]:
    """What keeps mass properties from being those of a real body; an idealised one needs no more than numbers."""
    if part.idealised:
        numbers = (inertia.mass, *inertia.com, *inertia.tensor[0], *inertia.tensor[1], *inertia.tensor[2])
        if inertia.mass >= 0 and np.isfinite(numbers).all():
            return []
    found = inertia.problems(part.title)
    if not found and not isinstance(part, bodies.Particle) and not inertia.izz > 0:
        what = f"{part.title} has no moment of inertia about its centre of mass"
        return [Problem(what, "give inertia: … kg m^2; a point mass is a particle: {particle: P, mass: …}")]
    return found


def _whole(mechanism: Mechanism) -> Iterator[tuple[str, str, str]]:
    n = mechanism.dimension
    if not mechanism.bodies:
        yield (
            f"mechanism {mechanism.name!r} has no bodies",
            "add at least one, as in bar: [A, B], mass: 1 kg",
            mechanism.where,
        )
    if len(mechanism.gravity) != n:
        yield (
            f"gravity has {len(mechanism.gravity)} components in a {n}-D mechanism",
            f"give {n} components",
            mechanism.where,
        )
    for section, known, what in (("limits", mechanism.joints, "joint"), ("visuals", mechanism.bodies, "body")):
        for name in getattr(mechanism, section):
            if name not in known and name != GROUND:
                yield f"{section}: there is no {what} {name!r}", suggestion(name, known), mechanism.where
    for name, xyz in mechanism.points.items():
        if len(xyz) != n:
            line = mechanism.point_lines.get(name, "")
            yield (
                f"point {name!r} has {len(xyz)} coordinates in a {n}-D mechanism",
                f"give {n} coordinates, with a point in decimals (0.1, not 0,1), or set dimension: {len(xyz)}",
                line,
            )


def _part(part: Part, m: Mechanism) -> Found:
    """What is wrong with one part, apart from its place."""
    yield from _dimension(part, m)
    yield from _points(part, m)
    for cls, check in _CHECKS.items():
        if isinstance(part, cls):
            yield from check(part, m)


def _dimension(part: Part, m: Mechanism) -> Found:
    n = m.dimension
    for word in ("at", "start", "end", "point", "com"):
        value = getattr(part, word, None)
        tuples = value.values() if isinstance(value, dict) else [value]
        for xyz in tuples:
            if isinstance(xyz, tuple) and len(xyz) != n:
                what = f"{word} has {len(xyz)} coordinates in a {n}-D mechanism"
                yield what, f"give {n} coordinates, with a point in decimals (0.1, not 0,1)"
    axis = getattr(part, "axis", None)
    if n == 2 and isinstance(part, bodies.Body) and part.idealised:
        yield (
            "is idealised, which needs three dimensions",
            "give it a mass and a moment of inertia, or set dimension: 3",
        )
    if n == 2 and isinstance(part, bodies.Body | Frame | joints.Revolute) and axis is not None:
        yield "axis is given, but in a 2-D mechanism everything turns about z", "leave it out, or set dimension: 3"
    if n == 2 and isinstance(axis, tuple) and len(axis) == 3 and not isinstance(axis[0], str) and axis[2] != 0:
        yield f"its axis {axis} leaves the plane of a 2-D mechanism", "give two components, or set dimension: 3"
    if n == 3 and isinstance(part, joints.Revolute) and axis is None:
        yield "has no axis", "give axis: x, y, z or a vector of three numbers"


def _points(part: Any, m: Mechanism) -> Found:
    """Points that a part speaks of and that do not exist (those of bodies are found by the geometry)."""
    places = [where for _, where in attachments(part, m) if where != part.name]
    for direction in (getattr(part, "axis", None), getattr(part, "along", None)):
        places += direction if isinstance(direction, tuple) else ()
    for name in dict.fromkeys(p for p in places if isinstance(p, str)):
        if name not in m.frames:
            yield from _known(name, m.points, "point")


def _known(name: str, known: Any, what: str) -> Found:
    if name not in known:
        yield f"there is no {what} {name!r}", suggestion(name, known)


def _two_bodies(part: Any, m: Mechanism) -> Found:
    for name in {part.parent: None, part.child: None}:
        if name != GROUND:
            yield from _known(name, m.bodies, "body")
    if part.parent == part.child:
        yield f"joins {part.parent!r} to itself", "name two different bodies"


def _joint(part: Any, m: Mechanism) -> Found:
    if part.at is None and part.name not in m.points:
        yield "has no place", f"give at: …, or a point named {part.name!r}"


def _elastic(part: joints.Holding, m: Mechanism) -> Found:
    """Stiffness for all that an elastic joint holds, and for nothing else."""
    for stiffness, damping, held, what in (
        ("stiffness", "damping", "slides", "displacements"),
        ("torsional_stiffness", "torsional_damping", "turns", "rotations"),
    ):
        k, d = getattr(part, stiffness), getattr(part, damping)
        if k is not None and not k > 0:
            yield f"{stiffness} is {k:g}", "an elastic joint needs a positive one; a rigid joint none"
        if d < 0 or (d and k is None):
            yield f"{damping} is {d:g}", f"give zero or more, together with {stiffness}"
        if k is not None and not part.may_be_elastic:
            yield f"a {part.kind.replace('_', ' ')} cannot be elastic", f"leave {stiffness} out"
        elif k is not None and held not in part.holds(m.dimension):
            yield f"takes no {stiffness}: it holds no {what}", "leave it out"
        elif part.elastic and k is None and held in part.holds(m.dimension):
            yield f"is elastic, but has no {stiffness}", f"give {stiffness} as well: it also holds {what}"


def _rod(part: joints.Rod, m: Mechanism) -> Found:
    if part.length is not None and not part.length > 0:
        yield f"length is {part.length:g} m", "a rod needs a positive length; for zero length use a revolute"


def _spatial(part: Any, m: Mechanism) -> Found:
    if m.dimension == 2:
        yield "needs three dimensions", "set dimension: 3, or use revolute, prismatic, fixed, planar or free"


def _plane(part: joints.PlanarJoint, m: Mechanism) -> Found:
    if m.dimension == 3 and part.axis is None:
        yield "has no axis", "give axis: the normal of the plane"


def _helical(part: joints.Helical, m: Mechanism) -> Found:
    if part.pitch == 0:
        yield "its pitch is zero", "give the advance in one turn, or use a revolute"


def _selection(part: joints.Selection, m: Mechanism) -> Found:
    words = ("x", "y", "z", "rx", "ry", "rz")
    unknown = [d for d in part.directions if d not in words]
    if unknown or len(set(part.directions)) < len(part.directions):
        yield f"directions are {', '.join(part.directions)}", f"give each at most once, out of {', '.join(words)}"


def _frame(part: Frame, m: Mechanism) -> Found:
    if part.on != GROUND:
        yield from _known(part.on, m.bodies, "body")


def _joint_with(part: Any, name: str, m: Mechanism, coordinate: str) -> Found:
    """The named joint exists and has the wanted coordinate (`angle`, `displacement` or `angle or displacement`)."""
    if name not in m.joints:
        yield f"there is no joint {name!r}", suggestion(name, m.joints)
    elif not m.joints[name].coordinate or m.joints[name].coordinate not in coordinate:
        yield (
            f"joint {name!r} is a {m.joints[name].kind.replace('_', ' ')}, which has no {coordinate}",
            "name a joint that has one",
        )


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
    for name in part.joints:
        yield from _joint_with(part, name, m, "angle")
    parents = {m.joints[name].parent for name in part.joints if name in m.joints}
    if len(parents) > 1:
        yield (
            f"its joints have different parents ({', '.join(sorted(parents))})",
            "both wheels must turn on the same carrier: make it the parent of both joints",
        )


def _rack(part: constraints.RackAndPinion, m: Mechanism) -> Found:
    if len(part.joints) != 2:
        yield f"has {len(part.joints)} joints", "give two: rack_and_pinion: [pinion, rack], radius: 20 mm"
        return
    if part.radius == 0:
        yield "its radius is zero", "give the pitch radius of the pinion"
    for name, coordinate in zip(part.joints, ("angle", "displacement")):
        yield from _joint_with(part, name, m, coordinate)
    parents = {m.joints[name].parent for name in part.joints if name in m.joints}
    if len(parents) > 1:
        remedy = "the pinion's bearing and the rack's guide must be on the same body: make it the parent of both joints"
        yield f"its joints have different parents ({', '.join(sorted(parents))})", remedy


def _coupler(part: constraints.Coupler, m: Mechanism) -> Found:
    for name in part.factors:
        yield from _joint_with(part, name, m, "angle or displacement")
    if not any(part.factors.values()):
        yield "all factors are zero", "give at least one that is not"
    kinds = {m.joints[name].coordinate for name in part.factors if name in m.joints}
    if len(kinds) == 1:
        yield from _units_of_joint(part, kinds.pop(), {"value": ("angle", "length")})
    elif isinstance(part.value, str):
        yield f"value {part.value!r} has a unit, but turning and sliding joints are mixed", "give a number in SI units"


def _written(part: Any, m: Mechanism) -> Found:
    """A user's own force or constraint."""
    for name in part.bodies:
        yield from _known(name, m.bodies, "body")
    if len(set(part.bodies)) < len(part.bodies):
        yield f"names a body twice: {', '.join(part.bodies)}", "name each body once"
    if (part.formula is None) == (part.function is None):
        yield "needs a formula or a Python function, and not both", "give one of them"
    if part.function is not None and not callable(part.function):
        yield f"{part.function!r} is not a function", "give a Python function"
    if part.formula is not None:
        yield from _formula(part, m)


def _formula(part: Any, m: Mechanism) -> Found:
    """The formulas can be read, and there are as many as are needed."""
    is_force, n = isinstance(part, forces.UserForce), m.dimension
    words = forces.POSITION_WORDS[n] + (forces.VELOCITY_WORDS[n] if is_force else ())
    formulas = [part.formula] if isinstance(part.formula, str) else part.formula
    for text in formulas:
        try:
            parse(text, ["t", *(f"{body}.{word}" for body in part.bodies for word in words)])
        except ExpressionError as error:
            yield from ((f"formula: {p.what}", p.remedy) for p in error.problems)
    wrench = forces.WRENCH_WORDS[n]
    if is_force and len(formulas) != len(wrench) * len(part.bodies):
        count = f"{len(part.bodies)} {'body' if len(part.bodies) == 1 else 'bodies'}"
        yield f"has {len(formulas)} formulas for {count}", f"give {', '.join(wrench)} for each body"


def _spring(part: forces.Spring, m: Mechanism) -> Found:
    if part.stiffness < 0 or part.damping < 0:
        yield f"stiffness {part.stiffness:g} N/m, damping {part.damping:g} N s/m", "give them as positive numbers"


def _torsional(part: forces.TorsionalSpring, m: Mechanism) -> Found:
    yield from _joint_with(part, part.joint, m, "angle")
    if part.stiffness < 0 or part.damping < 0:
        yield (
            f"stiffness {part.stiffness:g} N m/rad, damping {part.damping:g} N m s/rad",
            "give them as positive numbers",
        )


def _point_force(part: forces.PointForce, m: Mechanism) -> Found:
    yield from _known(part.body, m.bodies, "body")
    if len(part.force) != m.dimension:
        yield f"force has {len(part.force)} components in a {m.dimension}-D mechanism", f"give {m.dimension}"


def _torque(part: forces.Torque, m: Mechanism) -> Found:
    if bool(part.body) == bool(part.joint):
        yield "needs a body or a joint, and not both", "give body: … or joint: …"
    elif part.body:
        yield from _known(part.body, m.bodies, "body")
        if isinstance(m.bodies.get(part.body), bodies.Particle):
            yield f"acts on particle {part.body!r}, which does not turn", "make it a body with a moment of inertia"
    else:
        yield from _joint_with(part, part.joint, m, "angle")
    yield from _torque_axis(part, m)


def _torque_axis(part: forces.Torque, m: Mechanism) -> Found:
    """About which axis: on a body in space it must be said, elsewhere it is known."""
    several, spatial = isinstance(part.torque, tuple), m.dimension == 3 and bool(part.body)
    if not spatial and (several or part.axis is not None or part.axes != "world"):
        known = "that of the joint" if part.joint else "z"
        yield f"its axis is {known}", "give one number or function, without axis and axes"
    elif several and (part.axis is not None or len(part.torque) != 3):
        yield (
            f"has {len(part.torque)} components{' and an axis' if part.axis is not None else ''}",
            ("give three components, or one number or function with axis: …"),
        )
    elif spatial and not several and part.axis is None:
        yield "has no axis", "give axis: x, y, z or a vector, or three components: torque: [0, 0, 1]"


def _joint_force(part: forces.JointForce, m: Mechanism) -> Found:
    yield from _joint_with(part, part.joint, m, "displacement")


def _friction(part: forces.Friction, m: Mechanism) -> Found:
    wrong = list(_joint_with(part, part.joint, m, "angle or displacement"))
    wrong += [] if wrong else list(_units_of_joint(part, m.joints[part.joint].coordinate, _FRICTION))
    if wrong:
        yield from wrong
        return
    if part.viscous < 0 or part.coulomb < 0:
        yield f"viscous {part.viscous:g}, coulomb {part.coulomb:g}", "give them as positive numbers"
    if not part.smoothing > 0:
        yield f"smoothing is {part.smoothing:g}", "give a small positive speed, such as 0.01"


_FRICTION = {
    "viscous": ("torsional_damping", "damping"),
    "coulomb": ("torque", "force"),
    "smoothing": ("angular_speed", "speed"),
}


def _units_of_joint(part: Any, coordinate: str, kinds: dict[str, tuple[str, str]]) -> Found:
    """Read fields whose unit depends on whether the joint turns or slides."""
    for word, (turning, sliding) in kinds.items():
        value = getattr(part, word)
        if value is None:
            continue
        try:
            setattr(part, word, quantity(value, turning if coordinate == "angle" else sliding))
        except UnitError as error:
            yield f"{word}: {error.problems[0].what}", error.problems[0].remedy


def _driver(part: Driver, m: Mechanism) -> Found:
    if bool(part.joint) == bool(part.body):
        yield "needs a joint or a body, and not both", "give joint: A, or body: crank"
        return
    given = [word for word in _MOTIONS if getattr(part, word) is not None]
    if len(given) != 1:
        yield f"needs one motion and has {', '.join(given) or 'none'}", f"give one of {', '.join(_MOTIONS)}"
        return
    yield from _driven_joint(part, given[0], m) if part.joint else _driven_body(part, given[0], m)


def _driven_joint(part: Driver, motion: str, m: Mechanism) -> Found:
    if motion == "path" or part.along is not None or part.at is not None:
        yield "drives a joint, which takes no path, along or at", "drive a body's point instead: body: …, at: …"
        return
    if part.of:
        yield from _one_of_several(part, motion, m)
        return
    coordinate = m.joints[part.joint].coordinate if part.joint in m.joints else ""
    if coordinate and motion in ("angle", "displacement") and motion != coordinate:
        kind = m.joints[part.joint].kind.replace("_", " ")
        yield (
            f"joint {part.joint!r} is a {kind}, which has no {motion}",
            f"a {kind} has its {coordinate}: use {coordinate}",
        )
        return
    yield from _joint_with(part, part.joint, m, "angle or displacement")
    if motion in _INTEGRATED and coordinate:
        yield from _integrated(part, motion, coordinate)


def _one_of_several(part: Driver, motion: str, m: Mechanism) -> Found:
    """A driver of one of several coordinates of a joint."""
    if part.joint not in m.joints:
        yield f"there is no joint {part.joint!r}", suggestion(part.joint, m.joints)
        return
    joint = m.joints[part.joint]
    turning = joint.kind in ("spherical", "free")  # their velocities are not the rates of coordinates
    words = list(joint.words(m.dimension)) if hasattr(joint, "words") and m.dimension == 3 and not turning else []
    if part.of not in words[: len(words) // 2]:
        known = ", ".join(words[: len(words) // 2]) or "none that can be driven"
        yield f"joint {part.joint!r} has no coordinate {part.of!r}", f"it has {known}"
        return
    coordinate = "angle" if joints.QUANTITY[part.of] == "angle" else "displacement"
    if motion in ("angle", "displacement") and motion != coordinate:
        yield f"{part.of!r} of joint {part.joint!r} is no {motion}", f"use {coordinate}"
    elif motion in _INTEGRATED:
        yield from _integrated(part, motion, coordinate)


def _driven_body(part: Driver, motion: str, m: Mechanism) -> Found:
    yield from _known(part.body, m.bodies, "body")
    if motion == "path" and len(part.path or ()) != m.dimension:
        yield f"path has {len(part.path or ())} components in a {m.dimension}-D mechanism", f"give {m.dimension}"
    if motion == "displacement" and part.along is None:
        yield "has a displacement but no direction", "give along: x, or a vector"
    if motion in ("angle", "path") and part.along is not None:
        yield f"has {motion} and along", "along goes with displacement, speed or acceleration"
    if part.motion == "body angle" and isinstance(m.bodies.get(part.body), bodies.Particle):
        yield f"turns particle {part.body!r}, which does not turn", "drive its place instead"
    if motion in _INTEGRATED:
        yield from _integrated(part, motion, "angle" if part.along is None else "displacement")


def _integrated(part: Driver, motion: str, coordinate: str) -> Found:
    """A speed or acceleration is read in units of what it moves, and can be integrated."""
    kind = f"angular_{motion}" if coordinate == "angle" else motion
    try:
        setattr(part, motion, convert(getattr(part, motion), f"function:{kind}"))
        part.coordinate(0.0, 0.0)
    except MechanismError as error:
        yield from ((f"{motion}: {p.what}", p.remedy) for p in error.problems)


_CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {
    joints.Joint | joints.Rod | forces.Spring | constraints.Parallel | constraints.ConstantAngle: _two_bodies,
    joints.Joint: _joint,
    joints.Holding: _elastic,
    joints.Rod: _rod,
    joints.Cylindrical | joints.Helical | joints.Universal | joints.Spherical | joints.Selection: _spatial,
    joints.RevoluteSpherical | joints.PointInPlane | joints.ConstantVelocity: _spatial,
    constraints.Parallel | constraints.ConstantAngle: _spatial,
    joints.PlanarJoint: _plane,
    joints.Selection: _selection,
    joints.Helical: _helical,
    Frame: _frame,
    constraints.Gear: _gear,
    constraints.RackAndPinion: _rack,
    constraints.Coupler: _coupler,
    constraints.UserConstraint | forces.UserForce: _written,
    forces.Spring: _spring,
    forces.TorsionalSpring: _torsional,
    forces.PointForce: _point_force,
    forces.Torque: _torque,
    forces.JointForce: _joint_force,
    forces.Friction: _friction,
    Driver: _driver,
}


# ---------------------------------------------------------------- places: only when all names are right
def _places(m: Mechanism, geometry: Geometry) -> Iterator[Problem]:
    """Points that do not exist, ends that coincide, things attached to a particle away from it."""
    seen: dict[str, Driver] = {}
    for part in m.parts():
        try:
            yield from _place(part, m, geometry)
        except MechanismError as error:
            yield from error.problems
        if isinstance(part, Driver) and part.motion in ("joint", "body angle"):
            what = f"{part.joint}.{part.of}" if part.of else part.joint or part.body
            if what in seen:
                yield Problem(
                    f"{part.title} and {seen[what].title} both drive {what!r}", "keep one of them", part.where
                )
            seen[what] = part


def _place(part: Any, m: Mechanism, geometry: Geometry) -> Iterator[Problem]:
    for body, where in attachments(part, m):
        s = geometry.local(where, body, part)
        if isinstance(m.bodies.get(body), bodies.Particle) and np.linalg.norm(s) > 1e-9 * geometry.size():
            yield Problem(
                f"{part.title} is attached to particle {body!r} at {np.linalg.norm(s):.4g} m from it",
                "attach it at the particle itself, or make it a body with a moment of inertia",
                part.where,
            )
    holder = part.body if isinstance(part, forces.Torque) else getattr(part, "parent", "")
    if holder and getattr(part, "axis", None) is not None:
        geometry.direction(part.axis, holder, part)
    if isinstance(part, joints.Rod | forces.Spring):
        ends = [geometry.pose(b).to_world(geometry.local(w, b, part)) for b, w in attachments(part, m)]
        if part.length is None and not np.linalg.norm(ends[1] - ends[0]) > 1e-12 * geometry.size():
            yield Problem(
                f"{part.title}: its ends coincide as drawn", "give two different points, or a length", part.where
            )


def attachments(part: Any, m: Mechanism) -> list[tuple[str, Any]]:
    """The bodies a part is attached to, and where."""
    if isinstance(part, joints.Joint):
        at = part.name if part.at is None else part.at
        return [(part.parent, at), (part.child, at)]
    if isinstance(part, joints.Rod | forces.Spring):
        return [(part.parent, part.start), (part.child, part.end)]
    if isinstance(part, Frame):
        return [(part.on, part.at)]
    if isinstance(part, forces.PointForce | Driver) and part.body and part.at is not None:
        return [(part.body, part.at)]
    return []
