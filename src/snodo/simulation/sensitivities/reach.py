"""What a parameter reaches: whether places and directions follow from it, or only inertias and forces.

Inertias and forces take no part in positions and velocities: where nothing else follows from a parameter, the start
stays, and so does everything that is read from places in given states.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from snodo.math.formula_reader import bare_names
from snodo.simulation.sensitivities.variants import Variants

Array = np.ndarray
INERTIAS = ("mass", "density", "inertia")
"""Fields of a body that say nothing of places."""
PLACED = ("angle", "displacement", "speed", "x", "y", "z", "vx", "vy", "vz", "omega", "wx", "wy", "wz")
"""Words of series that are read from places and their motion."""


def only_inertias_and_forces(F: Any, points: Variants) -> bool:
    """Whether nothing else follows from a parameter, initial values included."""
    if F.mechanism.attachments or any(own not in ("inertia", "force") for own in _reached(F.mechanism, points.name)):
        return False
    drawn = F.reference()[0]  # of the centres of mass, in some formulations
    return all(np.array_equal(point.bound.reference()[0], drawn) for point in points.points)


def read_from_places(F: Any, name: str) -> bool:
    """Whether a series is read from places and motions of bodies, joints and frames, not from forces."""
    owner, _, word = name.rpartition(".")
    m = F.mechanism
    return word in PLACED and owner in (*m.bodies, *m.joints, *m.frames)


def _reached(m: Any, name: str) -> Iterator[str]:
    """What follows from a parameter: inertia, force, or something else."""
    names = following_from(m, name)
    for (section, _), written in m.expressions.items():
        if written.parameters & names:
            yield "force" if section == "gravity" else section
    for part in (*m.parts(), m.run):
        for word, written in part.expressions.items():
            if written.parameters & names:
                yield _kind(m, part, word)
    for text in (*m.initial.values(), *m.initial_guess.values()):
        if isinstance(text, str) and names & set(bare_names(text)):
            yield "initial"


def following_from(m: Any, name: str) -> set[str]:
    """The parameter, and those whose formulas depend on it."""
    names = {name}
    for _ in m.parameters:
        names |= {p.name for p in m.parameters.values() if p.depends_on & names}
    return names


def _kind(m: Any, part: Any, word: str) -> str:
    if m.bodies.get(part.name) is part and word in INERTIAS:
        return "inertia"
    if m.forces.get(part.name) is part and (word == "force" or not hasattr(part, "rows")):
        return "force"
    return word  # also of a cylinder whose length is given: it holds the mechanism
