"""Measures by name, as formulas of force laws refer to them: quantities made of measures between bodies.

A.angle  A.displacement  U.first  A.speed      coordinates and speeds of joints
hand.x  hand.angle  hand.vx  hand.omega        of bodies and frames; in space also .e0 … .e3 and .wx .wy .wz of bodies
s.length  s.speed                              of springs
distance(P, Q)  distance(P, Q).speed           of frames, bodies, joints, rod.com, points of bodies (rod.B) and ground
hand.roll  hand.pitch  hand.yaw                of bodies in space, and hand.roll_speed …
heel.gap  heel.gap_speed                       of contacts
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.contact_gaps import contact_gaps
from snodo.mechanism.checks.measures import ATTITUDE, RATE_OF, called_measure
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.part import GROUND, Part
from snodo.mechanism.spoken import body_of

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

VALUE, SPEED, LENGTH, STRETCHING, HELD = 0, 1, 2, 3, 4
"""What is read of a quantity x: x, ẋ, √2x, or the rate of that; or a number in the state y (`numbers.py`)."""

GAP = {"gap": VALUE, "gap_speed": SPEED}
"""What is read of the gap of a contact."""


@dataclass(frozen=True)
class Named:
    """A measure that a law depends on."""

    quantity: Combination
    what: int = VALUE
    index: int = -1
    """Of a number in the state y, its place among these."""


def read(what: int, x: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """What is read of a quantity and its rate."""
    if what in (VALUE, SPEED):
        return x if what == VALUE else rate
    length = np.sqrt(2.0 * x)
    return length if what == LENGTH else rate / np.where(length > 0.0, length, np.inf)


def named_measure(builder: RowBuilder, name: str, part: Part) -> Named:
    """The quantity behind a name that `mechanism/checks/measures.py` has found to exist; `part` refers to it."""
    stem, _, word = name.rpartition(".")
    m = builder.mechanism
    places = called_measure(name)
    if places is not None:
        return Named(_distance(builder, places, part), STRETCHING if word == "speed" else LENGTH)
    if stem in m.bodies and word.removesuffix("_speed") in ATTITUDE:
        return Named(_attitude(stem, word.removesuffix("_speed")), VALUE if word in ATTITUDE else SPEED)
    contact = next((c for c in m.contacts.values() if word in GAP and stem in c.names(m.dimension)), None)
    if contact is not None:
        return Named(contact_gaps(builder, contact)[stem], GAP[word])
    if stem in m.joints:
        return _of_joint(builder, m.joints[stem], word, part)
    if stem in m.forces:
        return _of_spring(builder, m.forces[stem], word)
    what = SPEED if word in RATE_OF else VALUE
    if stem in m.frames:
        return Named(_of_frame(builder, stem, RATE_OF.get(word, word)), what)
    return Named(builder.body_coordinate(stem, RATE_OF.get(word, word)), what)


def _distance(builder: RowBuilder, places: tuple[str, str], part: Part) -> Combination:
    (i, s_i), (j, s_j) = ((body_of(builder.mechanism, place), _local(builder, place, part)) for place in places)
    return Combination([(1.0, Measure("square", i, j, s_i, s_j))])


def _local(builder: RowBuilder, place: str, part: Part) -> np.ndarray:
    """Where a place is, in the frame of its body (`mechanism/spoken.py`)."""
    m, geometry, (body, _, point) = builder.mechanism, builder.geometry, place.rpartition(".")
    if place in m.bodies:
        return np.zeros(3)
    if place in m.frames:
        return geometry.frame(place)[1]
    if place in m.joints:
        return builder.place_on_child(m.joints[place])
    if point == "com":
        return np.array(geometry.bodies[body].inertia.com)
    return geometry.local(point, body or GROUND, part)


def _attitude(body: str, word: str) -> Combination:
    """Of R = R_z(yaw) R_y(pitch) R_x(roll): yaw = atan2(R₁₀, R₀₀), pitch = −asin R₂₀, roll = atan2(R₂₁, R₂₂)."""
    x, y, z = np.eye(3)
    found = {
        "yaw": Measure("turn", GROUND, body, e=x, g=y, f=x),
        "pitch": Measure("tilt", GROUND, body, e=-z, f=x),
        "roll": Measure("turn", body, GROUND, e=z, g=y, f=z),
    }
    return Combination([(1.0, found[word])], unit="rad")


def _of_joint(builder: RowBuilder, joint: Any, word: str, part: Part) -> Named:
    words = list(joint.words(builder.mechanism.dimension))
    half, index = len(words) // 2, words.index(word)
    if len(words) % 2:  # spherical and free joints: their velocities are not the rates of their coordinates
        what = f"{part.title} depends on {joint.name}.{word}, which cannot be measured"
        raise UnsupportedError(Problem(what, f"use {joint.child}.wx of the body, or a joint with angles", part.where))
    quantity = builder.coordinate(joint, words[index % half])
    if quantity.period and index < half:
        what = f"{part.title} depends on {joint.name}.{word}; this joint closes a loop and does not count its turns"
        raise UnsupportedError(Problem(what, "cut the loop at another joint", part.where))
    return Named(quantity, SPEED if index >= half else VALUE)


def _of_spring(builder: RowBuilder, spring: Any, word: str) -> Named:
    s_i, s_j = builder.ends(spring)
    square = Combination([(1.0, Measure("square", spring.parent, spring.child, s_i, s_j))])
    return Named(square, LENGTH if word == "length" else STRETCHING)


def _of_frame(builder: RowBuilder, frame: str, word: str) -> Combination:
    body, s, A = builder.geometry.frame(frame)
    if word == "angle":
        own = builder.body_coordinate(body, "angle")
        return Combination(own.terms, own.constant + float(np.arctan2(A[1, 0], A[0, 0])), unit="rad")
    axis = np.eye(3)["xyz".index(word)]
    return Combination([(1.0, Measure("along", GROUND, body, s_j=s, e=axis))])
