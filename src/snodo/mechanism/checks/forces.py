"""Checks of forces and of users' own parts: names, numbers, units, formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from snodo.math.expression import ExpressionError
from snodo.math.formula_reader import parse
from snodo.mechanism import body as bodies
from snodo.mechanism import constraints, forces
from snodo.mechanism.checks.joints import Found, coordinate_of, exists, kind_of, units_of_joint
from snodo.mechanism.checks.measures import unknown_measure
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.joints import Free, Spherical
from snodo.mechanism.part import part_fields, unit_of
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
    if part.formula is not None:
        yield from _formula(part, m)


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
            pushes.append((f"{spec.name} {value:g} {unit}", value))
        yield from _measures(getattr(part, spec.name), m)
    if any(value < 0 for _, value in pushes):
        yield ", ".join(text for text, _ in pushes), "give them as positive numbers"


def _measures(value: Any, m: Mechanism) -> Found:
    """Names of measures in functions that do not exist."""
    for function in value if isinstance(value, tuple) else (value,):
        if isinstance(function, MeasuredFormula):
            for name in function.names:
                yield from unknown_measure(name, m)


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
    if not part.smoothing > 0:
        yield f"smoothing is {part.smoothing:g}", "give a small positive speed, such as 0.01"


_FRICTION = {
    "viscous": ("torsional_damping", "damping"),
    "coulomb": ("torque", "force"),
    "smoothing": ("angular_speed", "speed"),
}


CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {
    constraints.UserConstraint | forces.UserForce | VelocityConstraint: _written,
    forces.Force: _force,
    forces.PointForce: _point_force,
    forces.Torque: _torque,
    forces.Friction: _friction,
}
