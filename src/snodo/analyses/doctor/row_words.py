"""Constraint rows in words: `P4.rz` is "hinge P4: turning about z"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from snodo.analyses.doctor.free_bodies import FreeBodies, Row
from snodo.mechanism.drivers import Driver

DIRECTIONS = {
    "across": "moving across its axis",
    "across_1": "moving across its axis (first direction)",
    "across_2": "moving across its axis (second direction)",
    "angle": "turning",
    "turn": "turning",
    "length": "changing its length",
    "screw": "leaving its thread",
    "sum": "leaving its ratio",
    "displacement": "moving",
    "height": "leaving its surface",
    "forward": "slipping along its way",
    "sideways": "slipping sideways",
    "along_1": "slipping (first direction)",
    "along_2": "slipping (second direction)",
    "around": "slipping around its cylinder",
    "along": "slipping along its cylinder",
    "speed": "leaving its ratio of speeds",
}
"""What a row forbids, by the last word of its name."""


def noun(part: Any) -> str:
    """A part in words, such as `hinge P4`."""
    return f"{getattr(part, 'noun', '') or part.kind} {part.name}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def direction(bodies: FreeBodies, row: Row) -> str:
    """What a row forbids, such as `turning about z`."""
    word, part = row.word, row.part
    if isinstance(part, Driver):
        return f"its prescribed {word}"
    if word in DIRECTIONS:
        return DIRECTIONS[word]
    letter = word.removeprefix("r")
    if letter not in ("x", "y", "z"):
        return f"row {word}"
    own = part.name in bodies.joints and not np.allclose(bodies.axes(part), np.eye(3), atol=1e-6)
    return f"{'turning about' if word.startswith('r') else 'moving along'} {'its own ' if own else ''}{letter}"


def in_words(bodies: FreeBodies, rows: Sequence[Row]) -> str:
    """Rows, gathered by their parts: `all of hinge P1; hinge P2: moving along x and y, turning about z`."""
    parts: dict[str, list[Row]] = {}
    for row in rows:
        parts.setdefault(row.part.name, []).append(row)
    whole = [noun(own[0].part) for name, own in parts.items() if 1 < len(own) == len(bodies.own(name))]
    rest = [own for name, own in parts.items() if not 1 < len(own) == len(bodies.own(name))]
    told = [f"all of {listed(whole)}"] if whole else []
    return "; ".join([*told, *(f"{noun(own[0].part)}: {_gathered(bodies, own)}" for own in rest)])


def _gathered(bodies: FreeBodies, rows: Sequence[Row]) -> str:
    """`moving along x and y, turning about z`"""
    groups: dict[str, list[str]] = {}
    for row in rows:
        verb, _, axis = direction(bodies, row).rpartition(" ")
        groups.setdefault(verb, []).append(axis)
    return ", ".join(f"{verb} {listed(axes)}".strip() for verb, axes in groups.items())
