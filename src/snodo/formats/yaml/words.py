"""The words of the file format, taken from the parts themselves: sections, kinds and fields.

Reading, writing, the JSON schema and the reference all speak these words, so that nothing is said twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any

from snodo.mechanism.body import BODIES, Body
from snodo.mechanism.drivers import Driver
from snodo.mechanism.frame import Frame
from snodo.mechanism.part import Part, part_fields, primary_names, word_of
from snodo.registry import CONSTRAINTS, FORCES, JOINTS

SECTIONS: dict[str, Mapping[str, type[Part]]] = {
    "bodies": dict(BODIES),
    "frames": {"": Frame},
    "joints": JOINTS,
    "constraints": CONSTRAINTS,
    "forces": FORCES,
    "drivers": {"": Driver},
}
"""The kinds of part in each section of a file."""

SINGULAR = {"bodies": "body", "frames": "frame", "joints": "joint"}
SINGULAR |= {"constraints": "constraint", "forces": "force", "drivers": "driver"}

EXAMPLES = {
    "bodies": "{bar: [A, B], mass: 1 kg}",
    "frames": "{on: crank, at: A}",
    "joints": "{revolute: [ground, crank]}",
    "constraints": "{gear: [A, B], teeth: [20, 40]}",
    "forces": "{spring: [ground, crank], from: A, to: B, stiffness: 2 N/mm}",
    "drivers": "{joint: A, speed: 60 rpm}",
}
"""One part of each section, for messages."""

_SETTINGS = ("mechanism", "description", "dimension", "gravity", "include", "urdf", "base")
ALL_SECTIONS = (*_SETTINGS, "points", *SECTIONS, "limits", "visuals", "initial", "initial_guess", "run")
"""Everything that may stand at the left margin of a file, in the order in which it is written."""

UNNAMED: dict[str, type[Part]] = {"bodies": Body, "frames": Frame, "drivers": Driver}
"""What a part is that names no kind."""


def kind_words(section: str) -> dict[str, type[Part]]:
    """The words that say the kind of a part of this section."""
    return {word: cls for word, cls in SECTIONS[section].items() if cls is not UNNAMED.get(section)}


def file_fields(cls: type[Part]) -> dict[str, Any]:
    """The fields of a part by their words, without those that hold Python functions."""
    return {word_of(spec): spec for spec in part_fields(cls) if not holds_python(spec)}


def holds_python(spec: Any) -> bool:
    """Whether a field holds a Python function, which a file cannot."""
    return "Callable" in str(spec.type)


def is_required(spec: Any) -> bool:
    """Whether a field must be given."""
    return spec.default is MISSING and spec.default_factory is MISSING


def primary_fields(cls: type[Part]) -> list[Any]:
    """The fields that stand behind the kind's word."""
    by_name = {spec.name: spec for spec in part_fields(cls)}
    return [by_name[name] for name in primary_names(cls)]


def secondary_fields(cls: type[Part]) -> dict[str, Any]:
    """The fields with words of their own."""
    return {word: spec for word, spec in file_fields(cls).items() if spec.name not in primary_names(cls)}
