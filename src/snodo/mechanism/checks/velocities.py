"""Checks of constraints on velocities: knife edges, wheels and speed couplers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from snodo.errors import suggestion
from snodo.mechanism import forces
from snodo.mechanism.checks.joints import Found, placed, two_bodies
from snodo.mechanism.velocity_constraints import KnifeEdge, Rolling, SpeedCoupler

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def _on_surface(part: KnifeEdge | Rolling, m: Mechanism) -> Found:
    """Check that a knife edge or a wheel has a position, and what its surface needs."""
    yield from two_bodies(part, m)
    yield from placed(part, m)
    normal = part.normal
    if m.dimension == 2 and isinstance(normal, tuple) and not isinstance(normal[0], str) and any(normal[2:]):
        yield f"its normal {normal} leaves the plane of a 2-D mechanism", "give two components, or set dimension: 3"
    if isinstance(part, KnifeEdge) and (normal is None) != (m.dimension == 2):
        remedy = "give normal: …, that of the surface, fixed in the parent" if normal is None else "omit it"
        yield f"{'has no normal' if normal is None else 'takes no normal in 2-D'}", remedy
    if isinstance(part, Rolling):
        yield from _rolling(part, m)


def _rolling(part: Rolling, m: Mechanism) -> Found:
    if m.dimension == 2 and (part.axis is not None or part.surface_axis is not None):
        yield "an axis is given, but in a 2-D mechanism all rotations are about z", "omit it"
    if not part.radius > 0:
        yield f"its radius is {part.radius:g} m", "give the positive radius of the wheel or ball"
    if (part.normal is None) == (part.surface_radius is None):
        yield "has no surface, or two of them", "give normal: …, or surface_radius: … with on: its centre"
    elif part.normal is not None and part.surface_axis is not None and m.dimension == 3:
        yield "has a normal and a surface_axis: a plane has no axis", "omit one; a cylinder has a surface_radius"
    elif part.surface_radius is not None:
        yield from _round(part, part.surface_radius, m)


def _round(part: Rolling, radius: float, m: Mechanism) -> Found:
    if part.on is None:
        yield "its round surface has no position", "give on: its centre"
    if part.axis is not None:
        yield "a disc on a round surface is not supported", "omit the axis: a ball can roll there"
    if m.dimension == 3 and part.surface_axis is None:
        yield "its cylinder has no axis", "give surface_axis: …"
    if radius == 0 or -part.radius <= radius < 0:
        yield f"a wheel of {part.radius:g} m does not fit inside {abs(radius):g} m", "give a larger surface_radius"


BODIES = "use speeds of bodies, such as cart.vx, or a velocity_constraint"


def _speed_of_joint(name: str, m: Mechanism) -> Found:
    if name not in m.joints:
        yield f"there is no joint {name!r}", suggestion(name, m.joints)
    elif not m.joints[name].coordinate:
        kind = m.joints[name].kind.replace("_", " ")
        yield f"joint {name!r} is a {kind}, but only a joint with one coordinate has a speed", BODIES


def _speed_coupler(part: SpeedCoupler, m: Mechanism) -> Found:
    words = forces.VELOCITY_WORDS[m.dimension]
    for name in part.factors:
        body, dot, word = name.rpartition(".")
        if not dot:
            yield from _speed_of_joint(name, m)
        elif body in m.joints:
            remedy = f"write {body}: the name of a joint is its speed" if m.joints[body].coordinate else BODIES
            yield f"{name!r} refers to joint {body!r}", remedy
        elif body not in m.bodies:
            yield f"there is no body {body!r}", suggestion(body, m.bodies)
        elif word not in words:
            yield f"body {body!r} has no speed {word!r}", f"it has {', '.join(words)}"
    if not any(part.factors.values()):
        yield "all factors are zero", "give at least one that is not"


CHECKS: dict[Any, Callable[[Any, Mechanism], Found]] = {
    KnifeEdge | Rolling: _on_surface,
    SpeedCoupler: _speed_coupler,
}
