"""Names of measures in formulas: whether they exist, and what to write instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snodo.errors import suggestion
from snodo.mechanism import forces, joints
from snodo.mechanism.checks.joints import Found

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

RATE_OF = {"vx": "x", "vy": "y", "vz": "z", "omega": "angle", "wx": "wx", "wy": "wy", "wz": "wz"}
"""Velocities of bodies and frames, and the coordinates whose rates they are; those about axes are rates of nothing."""
_PLACES = {2: ("x", "y", "angle", "vx", "vy", "omega"), 3: ("x", "y", "z", "vx", "vy", "vz")}
_BODIES = {2: _PLACES[2], 3: (*_PLACES[3], "wx", "wy", "wz")}
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
        return ("length", "speed") if isinstance(m.forces[stem], forces.Spring) else ()
    if stem in m.bodies:
        return _BODIES[m.dimension]
    return _PLACES[m.dimension] if stem in m.frames else None


def unknown_measure(name: str, m: Mechanism) -> Found:
    """Nothing if there is such a measure."""
    stem, _, word = name.rpartition(".")
    words = measure_words(m, stem)
    if words is None:
        known = [*m.bodies, *m.joints, *m.frames, *(x for x in m.forces if measure_words(m, x))]
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
