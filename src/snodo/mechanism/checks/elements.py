"""Checks of machine elements: cylinders, bushings, cables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.units import UnitError
from snodo.mechanism.cables import HOW, Cable
from snodo.mechanism.checks.joints import Found, exists, joint_with, placed
from snodo.mechanism.elements import Bushing, LinearActuator, MotorInertia, Ratchet
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def _cylinder(part: LinearActuator, m: Mechanism) -> Found:
    given = [word for word in ("force", "length", "speed") if getattr(part, word) is not None]
    if len(given) > 1:
        yield f"has {' and '.join(given)}", "give one of them; the others follow"
    if part.locked and part.driven:
        yield f"is locked, and its {given[-1]} is given", "omit locked: an imposed length is held"
    if part.relief is not None:
        yield from _relief(part, m)
    if not 0.0 <= part.restitution <= 1.0:
        yield f"restitution is {part.restitution:g}", "give a number from 0 to 1"
    if part.stops is None:
        if part.restitution:
            yield "has a restitution but no stops", "give stops: [1.1 m, 1.9 m]"
    elif len(part.stops) != 2 or not 0.0 < part.stops[0] < part.stops[1]:
        told = ", ".join(f"{x:g} m" for x in part.stops)
        yield f"its stops are {told}", "give its least and its greatest length: stops: [1.1 m, 1.9 m]"
    elif part.driven:
        yield f"its {given[-1]} is given, which no stop can end", "omit stops, or give its force instead"


def _relief(part: LinearActuator, m: Mechanism) -> Found:
    given = part.relief or ()
    if len(given) not in (1, 2) or not all(x > 0.0 for x in given):
        told = ", ".join(f"{x:g} N" for x in given)
        yield f"relief is {told or 'empty'}", "give one positive force, or two, for pushing and pulling"
        return
    done = [a for event in m.events.values() for a in event.actions if a.target == part.name]
    switched = any(action.kind in ("open", "close") for action in done)
    if part.force is not None:
        yield "has a force and a relief", "omit relief: its force is given; max(…) and min(…) bound a law"
    elif not part.closed and not switched:
        yield "has a relief, but nothing holds it", "give its length or speed, or locked: yes"
    if part.relief_range[0] and switched:
        yield "is opened and closed by events, and its relief differs between pushing and pulling", "give one relief"


def _bushing(part: Bushing, m: Mechanism) -> Found:
    n, words = (3, "x, y and the angle") if m.dimension == 2 else (6, "x, y, z, rx, ry and rz")
    yield from placed(part, m)
    if part.stiffness is None and part.damping is None and part.preload is None:
        yield "has no stiffness, damping or preload", f"give stiffness: {n} numbers, for {words}"
    for word in ("stiffness", "damping", "preload"):
        value = getattr(part, word)
        if value is None:
            continue
        if len(value) != n:
            yield f"{word} has {len(value)} numbers in a {m.dimension}-D mechanism", f"give {n}, for {words}"
        elif word == "preload":
            if any(isinstance(x, tuple) for x in value):
                yield "preload is a matrix", f"give {n} numbers"
        else:
            yield from _matrix(part.matrix(word, n), word)
            for name in part.tables(word).values():
                yield from _resists(name, word, m)


def _resists(name: str, word: str, m: Mechanism) -> Found:
    """A table of forces over a deflection or its rate exists, takes one argument, and is zero at zero."""
    yield from exists(name, m.tables, "table")
    table = m.tables.get(name)
    if table is None:
        return
    if table.arguments != 1:
        yield f"{word}: table {name!r} takes two arguments", "give one of a force over a deflection"
        return
    least = float(table(0.0))
    if abs(least) > 1e-9 * max(map(abs, table.y)):
        remedy = "let it pass through zero; a force as drawn is the preload"
        yield f"{word}: table {name!r} is {least:g} at zero", remedy


def _matrix(K: np.ndarray, word: str) -> Found:
    """Symmetric, and without negative eigenvalues: it would give energy away."""
    size = float(np.abs(K).max())
    if np.abs(K - K.T).max() > 1e-12 * size:
        yield f"its {word} is not symmetric", "give a symmetric matrix"
    elif size and np.linalg.eigvalsh(K).min() < -1e-12 * size:
        yield f"its {word} is negative in some direction", "give positive numbers"


def _cable(part: Cable, m: Mechanism) -> Found:
    try:
        nodes = part.nodes()
    except (ValueError, UnitError) as error:
        yield str(error), ""
        return
    if len(nodes) < 2 or nodes[0].radius or nodes[-1].radius:
        yield f"its path is {', '.join(part.path)}", f"begin and end it at a point; {HOW}"
        return
    for node in nodes:
        if node.axis and m.dimension == 2:
            yield f"pulley {node.point!r} has an axis", "omit it: in the plane all axes are z"
        yield from exists(node.point, m.points | m.frames, "point")
        if node.body != GROUND:
            yield from exists(node.body, m.bodies, "body")
    if not any(node.body != GROUND for node in nodes):
        yield "all its points are on the ground", "write the body of a point: P on boom"
    yield from _cable_numbers(part)
    yield from _capstan(part)


def _capstan(part: Cable) -> Found:
    """Friction on a wheel that does not turn."""
    if part.mu is None:
        if part.static is not None:
            yield "has static, but no mu", "give mu too"
        return
    static = part.mu if part.static is None else part.static
    if not 0.0 < part.mu <= static:
        yield f"mu is {part.mu:g}, static {static:g}", "give a positive coefficient, and static not below it"
    if sum(bool(node.radius) for node in part.nodes()) != 1:
        yield "rubs, and has not one wheel", "give one: over C, 60 mm; make other cables for more of them"
    if part.stiffness is not None:
        yield "rubs, and stretches", "omit stiffness: only a cable that does not stretch rubs on its wheel"


def _cable_numbers(part: Cable) -> Found:
    if part.stiffness is None and (part.damping or part.preload):
        yield "does not stretch, and has damping or preload", "give its stiffness"
    if part.preload and part.length is not None:
        yield "has a length and a preload", "give one of them"
    if (part.stiffness is not None and not part.stiffness > 0) or part.damping < 0 or part.preload < 0:
        yield "stiffness, damping or preload is negative", "give positive numbers"
    if not 0.0 <= part.restitution <= 1.0 or (part.restitution and part.stiffness is not None):
        what = f"restitution is {part.restitution:g}"
        yield what, "give a number from 0 to 1, to a cable that does not stretch"


def _motor(part: MotorInertia, m: Mechanism) -> Found:
    yield from joint_with(part, part.joint, m, "angle or displacement")
    joint = m.joints.get(part.joint)
    if joint is not None and joint.elastic:
        yield f"its joint {part.joint!r} is elastic", "make it rigid, and add a torsional spring"
    if not part.inertia > 0 or not part.ratio:
        yield f"inertia {part.inertia:g} kg m², ratio {part.ratio:g}", "give a positive inertia, and a ratio not zero"


def _ratchet(part: Ratchet, m: Mechanism) -> Found:
    wrong = list(joint_with(part, part.joint, m, "angle or displacement"))
    yield from wrong
    if wrong:
        return
    word, other, write = ("teeth", "pitch", "teeth: 24")
    if m.joints[part.joint].coordinate != "angle":
        word, other, write = ("pitch", "teeth", "pitch: 5 mm")
    if getattr(part, other) is not None:
        yield f"has {other}, and joint {part.joint!r} has an {m.joints[part.joint].coordinate}", f"give {write}"
    elif getattr(part, word) is None or not getattr(part, word) > 0.0:
        yield f"{word} is {getattr(part, word)}", f"give {write}"
    elif part.teeth is not None and (part.teeth < 1 or part.teeth != int(part.teeth)):
        yield f"teeth is {part.teeth:g}", "give a whole number"
    driver = next((d for d in m.drivers.values() if d.joint == part.joint), None)
    if driver is not None:
        yield f"{driver.title} imposes the motion of its joint", "replace the driver by a torque or force"
    if not 0.0 <= part.restitution <= 1.0:
        yield f"restitution is {part.restitution:g}", "give a number from 0 to 1"


CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {
    LinearActuator: _cylinder,
    Bushing: _bushing,
    Cable: _cable,
    MotorInertia: _motor,
    Ratchet: _ratchet,
}
