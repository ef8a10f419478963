"""Checks of forces and of users' own parts: names, numbers, units, formulas."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from snodo.math.expression import ExpressionError
from snodo.math.formula_reader import parse
from snodo.mechanism import body as bodies
from snodo.mechanism import constraints, forces
from snodo.mechanism.checks.joints import Found, coordinate_of, exists, joint_with, kind_of, units_of_joint
from snodo.mechanism.checks.measures import is_speed, unknown_measure
from snodo.mechanism.checks.numbers import names_of_function
from snodo.mechanism.functions.measured_formula import measures_in
from snodo.mechanism.joints import Free, Prismatic, Revolute, Spherical
from snodo.mechanism.laws import ZERO
from snodo.mechanism.part import part_fields, unit_of
from snodo.mechanism.spoken import formulas_of, is_turn
from snodo.mechanism.states import compliant_forces
from snodo.mechanism.velocity_constraints import VelocityConstraint

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def _written(part: Any, m: Mechanism) -> Found:
    """A user's own force or constraint."""
    for name in part.bodies:
        yield from exists(name, m.bodies, "body")
    if len(set(part.bodies)) < len(part.bodies):
        yield f"names a body twice: {', '.join(part.bodies)}", "name each body once"
    if (part.formula is None) == (part.function is None):
        yield "needs a formula or a Python function, and not both", "give one of them"
    if part.function is not None and not callable(part.function):
        yield f"{part.function!r} is not a function", "give a Python function"
    if isinstance(part, constraints.UserConstraint):
        yield from _constraint(part, m)
    elif part.formula is not None:
        yield from _formula(part, m)


def _constraint(part: constraints.UserConstraint, m: Mechanism) -> Found:
    """Formulas over measures, or a function of listed bodies."""
    if part.function is not None and not part.bodies:
        yield "has a Python function but no bodies", "name the bodies whose coordinates it is given: bodies=[…]"
    texts = formulas_of(part)
    spoken = [name for text in texts for name in measures_in(text)]
    for text in texts:
        try:
            parse(text, ["t", *measures_in(text)])
        except ExpressionError as error:
            yield from ((f"formula: {p.what}", p.remedy) for p in error.problems)
            return
    for name in dict.fromkeys(spoken):
        stem, _, word = name.rpartition(".")
        if m.dimension == 3 and stem in m.bodies and is_turn(word):
            continue
        wrong = list(unknown_measure(name, m))
        yield from wrong
        if not wrong and is_speed(name, m):
            remedy = "relate coordinates, or relate speeds by a velocity constraint"
            yield f"depends on {name!r}, a speed, but it constrains positions", remedy
        elif not wrong and name in compliant_forces(m):
            yield f"depends on {name!r}, a force, but it constrains positions", "name its gap instead"
    if texts and not spoken:
        yield "its formulas name no coordinate", "name at least one, such as A.angle or crank.x"


def _formula(part: Any, m: Mechanism) -> Found:
    """Check that the formulas can be read, and their number."""
    is_force, n = isinstance(part, forces.UserForce), m.dimension
    speeds = is_force or isinstance(part, VelocityConstraint)
    words = forces.POSITION_WORDS[n] + (forces.VELOCITY_WORDS[n] if speeds else ())
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
    elif is_force:
        yield from _turned_particles(part, formulas, m)


def _turned_particles(part: forces.UserForce, formulas: Any, m: Mechanism) -> Found:
    """Formulas for torques on particles that are not zero."""
    words = forces.WRENCH_WORDS[m.dimension]
    for (body, word), text in zip(((body, word) for body in part.bodies for word in words), formulas):
        if isinstance(m.bodies.get(body), bodies.Particle) and not word.startswith("f") and not _is_zero(text):
            what = f"its {word} {text!r} acts on particle {body!r}, which does not rotate"
            yield what, "give 0, or make it a body with a moment of inertia"


def _is_zero(text: str) -> bool:
    try:
        return float(text) == 0.0
    except ValueError:
        return False


def _force(part: forces.Force, m: Mechanism) -> Found:
    """For any force: its joint has the coordinate it needs, and its coefficients have the right sign."""
    pushes = []
    for spec in part_fields(type(part)):
        family, _, coordinate = spec.metadata["quantity"].partition(":")
        if family == "joint" and coordinate:
            yield from coordinate_of(part, getattr(part, spec.name), getattr(part, "of", ""), m, coordinate)
        if spec.name in ("stiffness", "damping"):
            value, unit = getattr(part, spec.name), unit_of(family).replace("*", " ")
            if not isinstance(value, float | int):
                continue
            pushes.append((f"{spec.name} {value:g} {unit}", value))
        yield from names_of_function(getattr(part, spec.name), m)
    if any(value < 0 for _, value in pushes):
        yield ", ".join(text for text, _ in pushes), "give them as positive numbers"


def _spring(part: forces.Spring, m: Mechanism) -> Found:
    if part.preload and part.length is not None:
        yield "has a length and a preload", "give one of them"
    if part.preload and not part.stiffness:
        yield "has a preload but no stiffness", "give its stiffness, or the force itself: force: 200 N"
    if not part.only:
        return
    if part.force != ZERO:
        yield f"only {part.only}es, and has a force", 'write both into force: "max(0, …)", or use two springs'
    if not part.stiffness:
        yield f"only {part.only}es, but has no stiffness", "give its stiffness"
    if not re.fullmatch(r"[A-Za-z_]\w*", part.name):
        yield "its name is not a word, which a spring with `only` needs", "use letters, digits and _"


def _point_force(part: forces.PointForce, m: Mechanism) -> Found:
    yield from exists(part.body, m.bodies, "body")
    if len(part.force) != m.dimension:
        yield f"force has {len(part.force)} components in a {m.dimension}-D mechanism", f"give {m.dimension}"


def _torque(part: forces.Torque, m: Mechanism) -> Found:
    if bool(part.body) == bool(part.joint):
        yield "needs a body or a joint, and not both", "give body: … or joint: …"
    elif part.body:
        yield from exists(part.body, m.bodies, "body")
        if part.of:
            yield f"acts on a body, which has no coordinate {part.of!r} of its own", "omit of, or give joint: …"
        if isinstance(m.bodies.get(part.body), bodies.Particle):
            yield f"acts on particle {part.body!r}, which does not rotate", "make it a body with a moment of inertia"
    elif isinstance(part.torque, tuple):
        yield from _in_ball_joint(part, m)
        return
    else:
        yield from coordinate_of(part, part.joint, part.of, m, "angle")
    yield from _torque_axis(part, m)


def _in_ball_joint(part: forces.Torque, m: Mechanism) -> Found:
    """Three components in a joint that turns about all axes."""
    joint = m.joints.get(part.joint)
    if joint is None:
        yield from exists(part.joint, m.joints, "joint")
    elif not isinstance(joint, Spherical | Free) or m.dimension == 2:
        kind = joint.kind.replace("_", " ")
        yield f"joint {part.joint!r} is a {kind}, which takes one torque", "give one number or function, not a list"
    elif len(part.torque) != 3 or part.axis is not None or part.of:
        yield f"joint {part.joint!r} turns about all axes", "give three components, without axis and of"


def _torque_axis(part: forces.Torque, m: Mechanism) -> Found:
    """The axis: it must be given for a body in space, elsewhere it is known."""
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


def _friction(part: forces.Friction, m: Mechanism) -> Found:
    wrong = list(coordinate_of(part, part.joint, part.of, m, "angle or displacement"))
    wrong += [] if wrong else list(units_of_joint(part, kind_of(m.joints[part.joint], part.of), _FRICTION))
    if wrong:
        yield from wrong
        return
    if part.viscous < 0 or part.coulomb < 0:
        yield f"viscous {part.viscous:g}, coulomb {part.coulomb:g}", "give them as positive numbers"
    if part.smoothing is not None and not part.smoothing > 0:
        yield f"smoothing is {part.smoothing:g}", "give a small positive speed, such as 0.01, or omit it: dry friction"
    if part.static is not None and part.smoothing is not None and part.mu is None:
        yield "static and smoothing are both given, but smooth friction never rests", "omit one of them"
    yield from _without_mu(part) if part.mu is None else _mu(part, m)


def _without_mu(part: forces.Friction) -> Found:
    """Static friction, and words that belong to a coefficient."""
    if part.static is not None and part.static < part.coulomb:
        what = f"static {part.static:g} is less than coulomb {part.coulomb:g}"
        yield what, "friction at rest is at least that of sliding: give static >= coulomb, or omit it"
    elif part.static and not part.coulomb:
        yield f"static is {part.static:g}, but coulomb is zero", "give coulomb: …, the friction while it slides"
    words = [w for w in ("radius", "length", "stribeck") if getattr(part, w) is not None]
    words += ["preload"] if part.preload else []
    words += ["fit"] if part.fit != "loose" else []
    if words:
        yield f"has {', '.join(words)} but no coefficient", "give mu: 0.1, or leave these words out"


def _mu(part: forces.Friction, m: Mechanism) -> Found:
    """A coefficient times the reaction of a joint."""
    joint = m.joints[part.joint]
    turns = kind_of(joint, part.of) == "angle"
    if not isinstance(joint, Revolute | Prismatic) or joint.elastic:
        yield (
            f"mu acts in {joint.title}",
            "use a rigid revolute or prismatic joint, or give coulomb: the friction itself",
        )
    if part.coulomb:
        yield "has a coefficient mu and coulomb", "give one of them"
    mu = part.mu or 0.0
    if mu < 0 or (part.static is not None and part.static < mu):
        yield f"mu {mu:g}, static {part.static or mu:g}", "give mu as a positive number, and static not below"
    if turns and part.radius is None:
        yield "has a coefficient mu, but its pin has no radius", "give radius: 8 mm"
    if not turns and m.dimension == 2 and part.radius is not None:
        yield "gives a radius for a guide in the plane", "give its length: 80 mm"
    if not turns and part.fit != "loose":
        yield "gives a fit for a guide", "leave fit out"
    sizes = [w for w in ("radius", "length", "stribeck") if getattr(part, w) is not None and not getattr(part, w) > 0]
    yield from ((f"{word} is {getattr(part, word):g}", "give a positive number") for word in sizes)
    if part.preload < 0:
        yield f"preload is {part.preload:g} N", "give a positive force"
    if part.stribeck is not None and part.static is None:
        yield "has stribeck without static", "give static, the coefficient at rest"


_FRICTION = {
    "viscous": ("torsional_damping", "damping"),
    "coulomb": ("torque", "force"),
    "static": ("torque", "force"),
    "smoothing": ("angular_speed", "speed"),
    "stribeck": ("angular_speed", "speed"),
}


def _clutch(part: forces.Clutch, m: Mechanism) -> Found:
    names = part.joints
    if len(names) > 2 or len(set(names)) < len(names):
        yield f"its joints are {', '.join(names)}", "give two different ones, clutch: [A, B], or one for a brake"
        return
    wrong = [problem for name in names for problem in joint_with(part, name, m, "angle or displacement")]
    if wrong:
        yield from wrong
        return
    own = [m.joints[name] for name in names]
    kinds, parents = {joint.coordinate for joint in own}, sorted({joint.parent for joint in own})
    if len(kinds) > 1:
        yield f"joint {names[0]!r} and joint {names[1]!r} do not both turn or both slide", "give joints of one kind"
        return
    if len(parents) > 1:
        remedy = "let one body carry both, or give the one joint between the two parts: clutch: A"
        yield f"its joints have different parents ({', '.join(parents)})", remedy
    yield from _capacity(part, kinds.pop())


def _capacity(part: forces.Clutch, coordinate: str) -> Found:
    wrong = list(units_of_joint(part, coordinate, {"capacity": ("torque", "force"), "static": ("torque", "force")}))
    yield from wrong
    if wrong:
        return
    if not part.capacity > 0:
        yield f"capacity is {part.capacity:g}", "give a positive number; a clutch that is open has engaged: no"
    elif part.static is not None and part.static < part.capacity:
        what = f"static {part.static:g} is less than capacity {part.capacity:g}"
        yield what, "a clutch that sticks holds at least what it has while it slides: give more, or omit it"


def _freewheel(part: forces.Freewheel, m: Mechanism) -> Found:
    wrong = list(joint_with(part, part.joint, m, "angle or displacement"))
    yield from wrong
    driver = next((d for d in m.drivers.values() if d.joint == part.joint), None)
    if not wrong and driver is not None:
        yield f"{driver.title} imposes the motion of its joint", "replace the driver by a torque or force"
    other = next((f for f in m.forces.values() if isinstance(f, forces.Freewheel) and f.joint == part.joint), part)
    if other is not part:
        what = f"{other.title} is in the same joint" + (", and both together lock it" * (other.turns != part.turns))
        yield what, "keep one of them"


CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {
    constraints.UserConstraint | forces.UserForce | VelocityConstraint: _written,
    forces.Force: _force,
    forces.Spring: _spring,
    forces.PointForce: _point_force,
    forces.Torque: _torque,
    forces.Friction: _friction,
    forces.Clutch: _clutch,
    forces.Freewheel: _freewheel,
}
