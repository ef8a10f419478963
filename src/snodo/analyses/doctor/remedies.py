"""Remedies for redundant constraints: freedoms that can be given to joints without adding mobility.

Row k can be released without adding a motion if and only if it is part of a self-stress: then it follows from the
others.  Releasing it removes one self-stress.  Rows are released one after the other until no self-stress is left:
first drivers; then, joint by joint from the last one described, the directions in which a real joint is most compliant
(rotations across its axis, then sliding along it); then everything else.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from snodo.analyses.doctor.free_bodies import FreeBodies, Row
from snodo.analyses.doctor.row_words import direction, noun
from snodo.mechanism.drivers import Driver

Array = np.ndarray
PRESENT = 1e-7


def cure(bodies: FreeBodies, stress: Array) -> list[Row]:
    """Rows whose release leaves no redundant row and adds no motion."""
    left, released = stress * bodies.lengths[:, None], []
    for k in sorted(range(len(bodies.rows)), key=lambda k: _reluctance(bodies, k)):
        if left.shape[1] and np.abs(left[k]).max() > PRESENT:
            left = _without(left, k)
            released.append(bodies.rows[k])
    return released


def _without(stress: Array, k: int) -> Array:
    """The self-stresses that do not need row k."""
    column = int(np.argmax(np.abs(stress[k])))
    rest = np.delete(stress, column, axis=1) - np.outer(
        stress[:, column], np.delete(stress[k], column) / stress[k, column]
    )
    return np.linalg.qr(rest)[0] if rest.shape[1] else rest


def _reluctance(bodies: FreeBodies, k: int) -> tuple[int, int, int]:
    """Sort key, rows to be released first come first: kind of row, later parts first, then position in the joint."""
    row = bodies.rows[k]
    part = list(dict.fromkeys(r.part.name for r in bodies.rows)).index(row.part.name)
    if isinstance(row.part, Driver):
        return 0, -part, k
    if row.part.name not in bodies.joints:
        return 1, -part, k
    if row.word.startswith("r"):
        return 2, -part, k
    if row.word == _axis(bodies, row):
        return 2, -part, len(bodies.rows) + k
    return 3, -part, k


def _axis(bodies: FreeBodies, row: Row) -> str:
    """The letter of a joint's axis, if it has one."""
    if row.part.kind not in ("revolute", "prismatic"):
        return ""
    return bodies.framer.frames(row.part).letters[0]


# ---------------------------------------------------------------- in words
def remedies(bodies: FreeBodies, released: Sequence[Row]) -> list[str]:
    """How to release these rows, one sentence for each part."""
    parts: dict[str, list[Row]] = {}
    for row in released:
        parts.setdefault(row.part.name, []).append(row)
    return [_sentence(bodies, rows) for rows in parts.values()]


def _sentence(bodies: FreeBodies, rows: list[Row]) -> str:
    part = rows[0].part
    if len(rows) == len(bodies.own(part.name)):
        return f"remove {noun(part)}: it adds no constraint"
    instead = _replacement(bodies, part.kind, {row.word for row in rows}, _axis(bodies, rows[0]))
    if instead:
        return f"replace {noun(part)} by {instead}"
    freedoms = " and ".join(_infinitive(direction(bodies, row)) for row in rows)
    return f"give {noun(part)} the freedom {freedoms}"


def _infinitive(words: str) -> str:
    return words.replace("moving", "to move").replace("turning", "to turn").replace("leaving", "to leave")


def _replacement(bodies: FreeBodies, kind: str, released: set[str], axis: str) -> str:
    """The joint that has these additional freedoms; empty if it has no name."""
    if bodies.dimension == 2:
        return f"a pin in a slot along {min(released)}" if kind == "revolute" else ""
    turns = {word for word in released if word.startswith("r")}
    if kind == "spherical" and len(released) == 1:
        return f"a ball in a slot along {min(released)}"
    if kind == "prismatic" and released == {f"r{axis}"}:
        return "a cylindrical joint"
    if kind != "revolute":
        return ""
    slides = released - turns
    known = {(2, 0): "a ball joint", (1, 0): "a universal joint", (0, 1): "a cylindrical joint"}
    known[2, 1] = "a ball in a slot along its axis"
    return known.get((len(turns), len(slides)), "") if slides <= {axis} else ""
