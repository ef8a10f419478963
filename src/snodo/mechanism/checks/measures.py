"""Names of measures in formulas: whether they exist, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from snodo.errors import suggestion
from snodo.math.expression import CALLED
from snodo.mechanism import forces, joints
from snodo.mechanism.checks.joints import Found
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.states import compliant_forces, plain_names

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

RATE_OF = {"vx": "x", "vy": "y", "vz": "z", "omega": "angle", "wx": "wx", "wy": "wy", "wz": "wz"}
"""Velocities of bodies and frames, and the coordinates whose rates they are; those about axes are rates of nothing."""
_PLACES = {2: ("x", "y", "angle", "vx", "vy", "omega"), 3: ("x", "y", "z", "vx", "vy", "vz")}
ATTITUDE = ("roll", "pitch", "yaw")
"""Angles of a body in space: about z, then the new y, then the newest x; all three are unknown at pitch = ±90°."""
_ATTITUDES = (*ATTITUDE, *(f"{word}_speed" for word in ATTITUDE))
_BODIES = {2: _PLACES[2], 3: (*_PLACES[3], "wx", "wy", "wz", *_ATTITUDES)}
_NOT_MEASURED = {
    **dict.fromkeys(("e0", "e1", "e2", "e3"), "Euler parameters have two signs: use an angle of a joint"),
    **dict.fromkeys(("acceleration", "ax", "ay", "az", "alpha"), "accelerations follow from the forces"),
    **dict.fromkeys(
        ("fx", "fy", "fz", "mx", "my", "mz", "torque", "reaction", "force"), "reactions follow from forces"
    ),
}
"""Series of results that laws cannot depend on, and why."""


def measure_words(m: Mechanism, stem: str) -> tuple[str, ...] | None:
    """What can be measured of a part, None if there is no such part."""
    if stem in m.joints:
        joint = m.joints[stem]
        return tuple(joint.words(m.dimension)) if isinstance(joint, joints.Joint) else ()
    if stem in m.forces:
        return ("length", "speed") if isinstance(m.forces[stem], forces.Spring | LinearActuator) else ()
    if stem in m.bodies:
        return _BODIES[m.dimension]
    if stem in gaps(m):
        return ("gap", "gap_speed", "force") if f"{stem}.force" in compliant_forces(m) else ("gap", "gap_speed")
    return _PLACES[m.dimension] if stem in m.frames else None


def called_measure(name: str) -> tuple[str, str] | None:
    """The two places of a measure such as distance(P, Q); None for another name."""
    if not re.fullmatch(CALLED, name):
        return None
    first, second = name[name.index("(") + 1 : name.index(")")].split(",")
    return first.strip(), second.strip()


def _unknown_places(name: str, m: Mechanism) -> Found:
    """Places of a distance that do not exist: bodies, frames, joints, body.com, body.point, points of the ground."""
    places = called_measure(name) or ("", "")
    for place in places:
        body, _, point = place.rpartition(".")
        if not body and any(place in known for known in (m.bodies, m.frames, m.joints, m.points)):
            continue
        if body in m.bodies and (point == "com" or point in m.points):
            continue
        known = [*m.frames, *m.bodies, *m.joints, *m.points, *(f"{b}.{p}" for b in m.bodies for p in m.points)]
        yield f"depends on {name!r}, but there is no place {place!r}", suggestion(place, known)
    if places[0] == places[1]:
        yield f"depends on {name!r}, the distance of a place from itself", "name two places"


def is_speed(name: str, m: Mechanism) -> bool:
    """Whether an existing measure is a velocity."""
    stem, _, word = name.rpartition(".")
    if called_measure(name):
        return word == "speed"
    if stem in m.joints:
        words = list(m.joints[stem].words(m.dimension))
        return words.index(word) >= (len(words) + 1) // 2
    return word in RATE_OF or word.endswith("_speed") or (stem in m.forces and word == "speed")


def carried_quantity(name: str, m: Mechanism) -> str | None:
    """Of the force of a cylinder, or the effort of a driver, which events can wait for: its quantity; else None."""
    stem, _, word = name.rpartition(".")
    if word == "force" and isinstance(m.forces.get(stem), LinearActuator):
        return "force"
    driver = m.drivers.get(stem)
    if word != "effort" or driver is None or driver.motion in ("path", "ball joint"):
        return None
    if driver.motion == "joint" and driver.joint in m.joints:
        words = m.joints[driver.joint].words(m.dimension)
        return "torque" if words.get(driver.drives(m.joints[driver.joint], m.dimension)[0]) == "angle" else "force"
    return "torque" if driver.motion == "body angle" else "force"


def event_quantity(name: str, m: Mechanism) -> str | None:
    """The quantity of a measure in the condition of an event; None if there is no such measure."""
    if name in plain_names(m):
        return "any"
    if carried_quantity(name, m):
        return carried_quantity(name, m)
    stem, _, word = name.rpartition(".")
    if called_measure(name):
        return None if list(_unknown_places(name, m)) else "speed" if word == "speed" else "length"
    if word.removesuffix("_speed") in ATTITUDE and stem in m.bodies and m.dimension == 3:
        return "angle" if word in ATTITUDE else "angular_speed"
    if stem in gaps(m) and word in (measure_words(m, stem) or ()):
        return {"gap": "length", "gap_speed": "speed", "force": "force"}[word]
    if word not in (measure_words(m, stem) or ()):
        return None
    if stem in m.joints:
        return str(m.joints[stem].words(m.dimension)[word])
    return joints.QUANTITY.get(word, "length")


def gaps(m: Mechanism) -> list[str]:
    """Names of the gaps of all contacts, without the word `gap`; one with several corners has one for each."""
    return [name for part in m.contacts.values() for name in part.names(m.dimension)]


def unknown_in_event(name: str, m: Mechanism) -> Found:
    """What is wrong with a measure in the condition of an event."""
    if called_measure(name):
        yield from _unknown_places(name, m)
        return
    stem = name.rpartition(".")[0]
    if name in ("time", "T"):
        yield f"there is no measure {name!r}", "the time is called t"
    elif stem.partition(".")[0] in m.contacts:
        yield from _of_a_contact(name, m)
    elif not stem:
        known = [f"{x}.{w}" for x in (*m.bodies, *m.joints) for w in measure_words(m, x) or ()] + [*plain_names(m)]
        yield f"there is no measure {name!r}", suggestion(name, known)
    else:
        for what, remedy in unknown_measure(name, m, [*m.contacts]):
            yield what.replace("depends on", "it speaks of").replace("which no law can", "which no event can"), remedy


def _of_a_contact(name: str, m: Mechanism) -> Found:
    """What is wrong with a measure of a contact."""
    stem, _, word = name.rpartition(".")
    places = [gap for gap in gaps(m) if gap.partition(".")[0] == stem.partition(".")[0]]
    known = [f"{place}.{w}" for place in places for w in measure_words(m, place) or ()]
    if stem in m.contacts and stem not in places and any(x.endswith(f".{word}") for x in known):
        own = [x for x in known if x.endswith(f".{word}")]
        yield f"contact {stem!r} has a {word} at each of its corners", f"name one of {', '.join(own)}"
    elif word == "force" and stem in places:
        what = f"{name!r} cannot be known in advance: contact {stem!r} is rigid, and its force follows from the motion"
        yield what, f"make it compliant: give it a stiffness, or use {stem}.gap"
    else:
        yield f"contact {stem!r} has no {word!r}", suggestion(name, known)


def unknown_measure(name: str, m: Mechanism, others: Sequence[str] = ()) -> Found:
    """Nothing if there is such a measure; others: more parts that may have been meant."""
    if called_measure(name):
        yield from _unknown_places(name, m)
        return
    stem, _, word = name.rpartition(".")
    words = measure_words(m, stem)
    if stem.partition(".")[0] in m.contacts and word not in (words or ()):
        yield from ((f"depends on {name!r}: {what}", remedy) for what, remedy in _of_a_contact(name, m))
    elif words is None:
        known = [*m.bodies, *m.joints, *m.frames, *(x for x in m.forces if measure_words(m, x)), *others]
        yield f"depends on {name!r}, but there is no {stem!r}", suggestion(stem, known)
    elif not words:
        kind = (m.joints.get(stem) or m.forces[stem]).title
        yield f"depends on {name!r}, but {kind} has no coordinate", "use a measure of a body, a joint or a spring"
    elif word not in words:
        known = [f"{stem}.{w}" for w in words]
        if word in _NOT_MEASURED:
            yield f"depends on {name!r}, which no law can: {_NOT_MEASURED[word]}", f"use one of {', '.join(known)}"
            return
        yield f"depends on {name!r}, but {stem!r} has no {word!r}", suggestion(name, known)
