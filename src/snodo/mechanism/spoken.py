"""What the formulas of a constraint speak of: measures, and the bodies and joints behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.math.formula_reader import parse
from snodo.mechanism.checks.measures import called_measure
from snodo.mechanism.functions.measured_formula import measures_in
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

TURNS = ("e0", "e1", "e2", "e3")
"""Euler parameters of bodies, which constraints may use and forces not."""


def is_turn(word: str) -> bool:
    """Whether a word means an Euler parameter."""
    return word in TURNS


def formulas_of(part: Any) -> tuple[str, ...]:
    """The texts of the formulas of a user's constraint."""
    if part.formula is None:
        return ()
    return (str(part.formula),) if not isinstance(part.formula, list | tuple) else tuple(map(str, part.formula))


def joints_spoken_of(part: Any, m: Mechanism) -> list[str]:
    """Joints whose coordinates the formulas of a constraint use."""
    names = [name for text in formulas_of(part) for name in measures_in(text)]
    return list(dict.fromkeys(stem for stem in (name.rpartition(".")[0] for name in names) if stem in m.joints))


def spoken_tables(part: Any) -> list[str]:
    """Tables that the formulas of a part use, by name."""
    texts = formulas_of(part) if hasattr(part, "formula") else ()
    return list(dict.fromkeys(node.name for text in texts for node in parse(text, ["t", *measures_in(text)]).tables()))


def bodies_spoken_of(part: Any, m: Mechanism) -> tuple[str, ...]:
    """The bodies that a user's constraint acts on: those listed, else those behind the measures of its formulas."""
    if part.bodies:
        return tuple(part.bodies)
    names = (name for text in formulas_of(part) for name in measures_in(text))
    return tuple(dict.fromkeys(body for name in names for body in bodies_behind(m, name)))


def bodies_behind(m: Mechanism, name: str) -> tuple[str, ...]:
    """The bodies whose motion a measure depends on, without the ground."""
    places = called_measure(name)
    if places is not None:
        return tuple(dict.fromkeys(body for body in (body_of(m, place) for place in places) if body != GROUND))
    stem = name.rpartition(".")[0]
    part: Any = m.joints.get(stem) or m.forces.get(stem)
    if part is not None:
        return tuple(body for body in (part.child, part.parent) if body != GROUND)
    if stem in m.frames:
        return tuple(body for body in (m.frames[stem].on,) if body != GROUND)
    contact = next((c for c in m.contacts.values() if stem in c.names(m.dimension)), None)
    if contact is not None:
        return tuple(body for body in (contact.body, contact.against) if body != GROUND)
    return (stem,) if stem in m.bodies else ()


def body_of(m: Mechanism, place: str) -> str:
    """The body of a place in a distance, by the first of these that it is.

    A body (its origin), a frame, a joint (its place on the child), `body.com`, `body.point`; a point is on the ground.
    """
    body, _, _ = place.rpartition(".")
    if place not in m.bodies and place in m.frames:
        return str(m.frames[place].on)
    if place not in m.bodies and place in m.joints:
        return str(m.joints[place].child)
    return body if body else place if place in m.bodies else GROUND
