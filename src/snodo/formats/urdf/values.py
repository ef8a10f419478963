"""The values of a URDF: numbers, places and names from attributes, with every mistake noted by its line."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable

import numpy as np

from snodo.errors import FileError, Problem, suggestion
from snodo.formats.urdf.xml import Element
from snodo.formats.yaml.reading import LONGEST, MAXIMUM_PROBLEMS, in_order
from snodo.mechanism.geometry import Pose

_NUMBER = re.compile(r"[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?", re.ASCII)
_SHOWN = 60
_LARGEST = 1e30
HERE = Pose(np.zeros(3), np.eye(3))
"""No displacement, no rotation."""


class Notes:
    """Collects the mistakes of a file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def at(self, line: int) -> str:
        """`file:line`."""
        return f"{self.file}:{line}"

    def note(self, line: int, what: str, remedy: str = "") -> None:
        """Note one mistake; after very many, reading stops."""
        what = what if len(what) <= LONGEST else f"{what[:LONGEST]} …"
        self.problems.append(Problem(what, remedy[:LONGEST], self.at(line)))
        if len(self.problems) == MAXIMUM_PROBLEMS:
            self.problems.append(Problem("… and possibly more: reading stopped here", "", self.at(line)))
            self.raise_all()

    def raise_all(self) -> None:
        """Raise everything that has been noted, by line."""
        if self.problems:
            raise FileError(in_order(self.problems, [self.file]))


def name_of(element: Element, notes: Notes, word: str = "name") -> str:
    """An attribute that names something; empty after noting that it is missing."""
    name = element.attributes.get(word, "").strip()
    if not name:
        notes.note(element.line, f"<{element.tag}> has no {word}", f'write <{element.tag} {word}="…">')
    return name


def only(element: Element, tag: str, notes: Notes) -> Element | None:
    """The one element inside with this tag, if there is one; a second one is noted."""
    found = list(element.all(tag))
    for second in found[1:]:
        name = element.attributes.get("name", "")
        notes.note(
            second.line,
            f"{element.tag} {name!r} has a second <{tag}>",
            f"the first is in line {found[0].line}: keep one",
        )
    return found[0] if found else None


def look_for_slips(element: Element, known: Iterable[str], notes: Notes) -> None:
    """Note misspelt tags, such as <inertail>; others are extensions and are ignored."""
    known = list(known)
    for child in {child.tag: child for child in reversed(element.children)}.values():
        if child.tag not in known and difflib.get_close_matches(child.tag.lower(), known, n=1, cutoff=0.8):
            notes.note(
                child.line, f"<{child.tag}> is not known in <{element.tag}>", suggestion(child.tag.lower(), known)
            )


def numbers(element: Element, word: str, default: tuple[float, ...], notes: Notes) -> tuple[float, ...]:
    """As many numbers as the default has; the default if there is none, or after noting what is wrong."""
    text = element.attributes.get(word)
    if text is None:
        return default
    words = text.split()
    wrong = [w for w in words if not _NUMBER.fullmatch(w) or not abs(float(w)) < _LARGEST]
    if wrong:
        remedy = (
            "expand the file with xacro first"
            if "$" in wrong[0]
            else "write numbers of a sensible size, with a decimal point"
        )
        notes.note(element.line, f"<{element.tag}> {word}: {wrong[0][:_SHOWN]!r} is not a number", remedy)
    elif len(words) != len(default):
        wanted = f"write {len(default)}, separated by spaces" if len(default) > 1 else "write one"
        notes.note(element.line, f"<{element.tag}> {word} has {len(words)} numbers: {text[:_SHOWN]!r}", wanted)
    else:
        return tuple(float(w) for w in words)
    return default


def number(element: Element, word: str, default: float, notes: Notes) -> float:
    """One number; the default if there is none, or after noting what is wrong."""
    return numbers(element, word, (default,), notes)[0]


def required(element: Element, word: str, notes: Notes) -> float:
    """One required number."""
    if word not in element.attributes:
        notes.note(element.line, f"<{element.tag}> has no {word}", f'write <{element.tag} {word}="…">')
    return number(element, word, 0.0, notes)


def optional(element: Element, word: str, notes: Notes) -> float | None:
    """One number, or None if there is none."""
    return number(element, word, 0.0, notes) if word in element.attributes else None


def origin(element: Element, notes: Notes) -> Pose:
    """The place <origin xyz=… rpy=…> inside an element; without it, no displacement."""
    inside = only(element, "origin", notes)
    if inside is None:
        return HERE
    xyz = numbers(inside, "xyz", (0.0, 0.0, 0.0), notes)
    return Pose(np.array(xyz), roll_pitch_yaw(*numbers(inside, "rpy", (0.0, 0.0, 0.0), notes)))


def roll_pitch_yaw(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Rotation about the fixed axes x, then y, then z: A = A_z(yaw) A_y(pitch) A_x(roll)."""
    (cr, cp, cy), (sr, sp, sy) = ([f(a) for a in (roll, pitch, yaw)] for f in (math.cos, math.sin))
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def after(first: Pose, second: Pose) -> Pose:
    """The place `second`, given in the frame `first`, seen from where `first` is given."""
    return Pose(first.to_world(second.r), first.A @ second.A)


def back(pose: Pose) -> Pose:
    """The inverse of a place."""
    return Pose(-pose.A.T @ pose.r, pose.A.T)
