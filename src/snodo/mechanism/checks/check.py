"""Find all mistakes in a description at once, with one small function for each kind of part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem, suggestion
from snodo.math.calculated import knowing
from snodo.mechanism import body as bodies
from snodo.mechanism import not_stored
from snodo.mechanism.checks import contacts, drivers, elements, events, forces, joints, numbers, velocities
from snodo.mechanism.checks.joints import Found, exists
from snodo.mechanism.checks.limits import limits_problems
from snodo.mechanism.checks.parameters import gravity_problems, parameter_problems
from snodo.mechanism.checks.places import attachments, places
from snodo.mechanism.checks.tables import tables_of
from snodo.mechanism.frame import Frame
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.joints import Revolute
from snodo.mechanism.parameters import scope_of
from snodo.mechanism.part import GROUND, Part
from snodo.mechanism.shapes.inertia import Inertia
from snodo.mechanism.velocity_constraints import Rolling

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

_CHECKS = {
    **joints.CHECKS,
    **velocities.CHECKS,
    **forces.CHECKS,
    **elements.CHECKS,
    **drivers.CHECKS,
    **contacts.CHECKS,
}
_CHECKS |= {**events.CHECKS, **numbers.CHECKS}


def problems_of(mechanism: Mechanism) -> tuple[Geometry, list[Problem]]:
    """The geometry, as far as it can be determined, and all problems of the description and its parameters."""
    problems = parameter_problems(mechanism)
    with knowing(scope_of(mechanism.parameters)):
        geometry, others = _problems_of(mechanism)
    return geometry, problems + others


def _problems_of(mechanism: Mechanism) -> tuple[Geometry, list[Problem]]:
    """The geometry, as far as it can be determined, and all problems of the description.

    Fields may have changed since the parts were made, so each is converted again first; nothing else is checked until
    all fields are valid.
    """
    problems = [problem for part in (*mechanism.parts(), mechanism.run) for problem in part.convert()]
    problems += gravity_problems(mechanism)
    if problems:
        without_bodies = mechanism.copy()
        without_bodies.bodies = {}
        return Geometry(without_bodies), problems
    problems = [Problem(what, remedy, where) for what, remedy, where in _whole(mechanism)]
    problems += limits_problems(mechanism)
    geometry = Geometry(mechanism)
    problems += geometry.problems
    for name, placed in geometry.bodies.items():
        body = mechanism.bodies[name]
        problems += [Problem(p.what, p.remedy, body.where) for p in _mass(body, placed.inertia)]
    for part in mechanism.parts():
        problems += [Problem(f"{part.title}: {what}", remedy, part.where) for what, remedy in _part(part, mechanism)]
    if not problems:
        problems = list(places(mechanism, geometry))
    problems += not_stored.problems(mechanism)
    for values in (mechanism.initial_values, mechanism.guess_values):
        try:
            values()
        except MechanismError as error:
            problems += error.problems
    return geometry, problems


def _mass(part: bodies.Body, inertia: Inertia) -> list[Problem]:
    """Reasons why the mass properties are impossible for a real body; an idealised body only needs numbers."""
    if part.idealised:
        numbers = (inertia.mass, *inertia.com, *inertia.tensor[0], *inertia.tensor[1], *inertia.tensor[2])
        if inertia.mass >= 0 and np.isfinite(numbers).all():
            return []
    found = inertia.problems(part.title)
    if not found and not isinstance(part, bodies.Particle) and not np.trace(inertia.tensor) > 0:
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
    for name in mechanism.visuals:
        if name not in mechanism.bodies and name != GROUND:
            yield f"visuals: there is no body {name!r}", suggestion(name, mechanism.bodies), mechanism.where
    for name, xyz in mechanism.points.items():
        if len(xyz) != n:
            line = mechanism.point_lines.get(name, "")
            yield (
                f"point {name!r} has {len(xyz)} coordinates in a {n}-D mechanism",
                f"give {n} coordinates, with a point in decimals (0.1, not 0,1), or set dimension: {len(xyz)}",
                line,
            )


def _part(part: Part, m: Mechanism) -> Found:
    """Problems of one part, apart from its position."""
    yield from _dimension(part, m)
    yield from _points(part, m)
    yield from tables_of(part, m)
    for cls, check in _CHECKS.items():
        if isinstance(part, cls):
            yield from check(part, m)


def _flat_directions(part: Part) -> Found:
    """Directions with two components, in space."""
    for word in ("axis", "second", "along"):
        value = getattr(part, word, None)
        for vector in value.values() if isinstance(value, dict) else [value]:
            if isinstance(vector, tuple) and len(vector) == 2 and not isinstance(vector[0], str):
                yield f"{word} has 2 components in a 3-D mechanism", "give 3, such as [0, 0, 1]"


def _dimension(part: Part, m: Mechanism) -> Found:
    n = m.dimension
    for word in ("at", "start", "end", "point", "com", *(("on",) if isinstance(part, Rolling) else ())):
        value = getattr(part, word, None)
        tuples = value.values() if isinstance(value, dict) else [value]
        for xyz in tuples:
            if isinstance(xyz, tuple) and len(xyz) != n:
                what = f"{word} has {len(xyz)} coordinates in a {n}-D mechanism"
                yield what, f"give {n} coordinates, with a point in decimals (0.1, not 0,1)"
    if n == 3:
        yield from _flat_directions(part)
    axis = getattr(part, "axis", None)
    if n == 2 and isinstance(part, bodies.Body) and part.idealised:
        yield (
            "is idealised, which needs three dimensions",
            "give it a mass and a moment of inertia, or set dimension: 3",
        )
    if n == 2 and isinstance(part, bodies.Body | Frame | Revolute) and axis is not None:
        yield "axis is given, but in a 2-D mechanism all rotations are about z", "omit it, or set dimension: 3"
    if n == 2 and isinstance(axis, tuple) and len(axis) == 3 and not isinstance(axis[0], str) and axis[2] != 0:
        yield f"its axis {axis} leaves the plane of a 2-D mechanism", "give two components, or set dimension: 3"
    if n == 3 and isinstance(part, Revolute) and axis is None:
        yield "has no axis", "give axis: x, y, z or a vector of three numbers"


def _points(part: Any, m: Mechanism) -> Found:
    """Points that a part refers to but that do not exist (the geometry reports those of bodies)."""
    ends = [where for _, where in attachments(part, m) if where != part.name]
    for direction in (getattr(part, word, None) for word in ("axis", "along", "normal", "surface_axis")):
        ends += direction if isinstance(direction, tuple) else ()
    for name in dict.fromkeys(p for p in ends if isinstance(p, str)):
        if name not in m.frames:
            yield from exists(name, m.points, "point")
