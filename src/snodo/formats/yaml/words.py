"""The words of the file format, taken from the parts themselves: sections, kinds and fields.

Reading, writing, the JSON schema and the reference all use these names, so each is defined once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any

from snodo.mechanism.body import BODIES, Body
from snodo.mechanism.controllers import Controller
from snodo.mechanism.drivers import Driver
from snodo.mechanism.events import Event
from snodo.mechanism.frame import Frame
from snodo.mechanism.part import Part, part_fields, primary_names, word_of
from snodo.mechanism.states import Signal, State
from snodo.mechanism.tables import NamedTable
from snodo.registry import CONSTRAINTS, CONTACTS, FORCES, JOINTS

SECTIONS: dict[str, Mapping[str, type[Part]]] = {
    "bodies": dict(BODIES),
    "frames": {"": Frame},
    "joints": JOINTS,
    "constraints": CONSTRAINTS,
    "forces": FORCES,
    "drivers": {"": Driver},
    "contacts": CONTACTS,
    "events": {"": Event},
    "states": {"": State},
    "signals": {"": Signal},
    "controllers": {"": Controller},
    "tables": {"": NamedTable},
}
"""The kinds of part in each section of a file."""

SINGULAR = {"bodies": "body", "frames": "frame", "joints": "joint"}
SINGULAR |= {"constraints": "constraint", "forces": "force", "drivers": "driver"}
SINGULAR |= {"contacts": "contact", "events": "event"}
SINGULAR |= {"states": "state", "signals": "signal", "controllers": "controller"}
SINGULAR |= {"tables": "table"}

EXAMPLES = {
    "bodies": "{bar: [A, B], mass: 1 kg}",
    "frames": "{on: crank, at: A}",
    "joints": "{revolute: [ground, crank]}",
    "constraints": "{gear: [A, B], teeth: [20, 40]}",
    "forces": "{spring: [ground, crank], from: A, to: B, stiffness: 2 N/mm}",
    "drivers": "{joint: A, speed: 60 rpm}",
    "contacts": "{sphere: foot, at: H, radius: 30 mm}",
    "events": "{when: A.angle rises to 90 deg, do: stop}",
    "states": "{rate: (5 - x)/0.1, initial: 0, scale: 1}",
    "signals": "2*A.speed",
    "controllers": "{every: 1 ms, gives: {u: 5*(1 - A.angle)}}",
    "tables": "{x: [0, 90, 180], y: [0, 5, 0], units: [deg, mm]}",
}
"""One part of each section, for messages."""

_SETTINGS = ("mechanism", "description", "dimension", "gravity", "include", "urdf", "base")
ALL_SECTIONS = (
    *_SETTINGS,
    "parameters",
    "parts",
    "points",
    *SECTIONS,
    "limits",
    "visuals",
    "initial",
    "initial_guess",
    "run",
    "sweep",
)
"""All sections of a file, in the order in which they are written."""

UNNAMED: dict[str, type[Part]] = {"bodies": Body, "frames": Frame, "drivers": Driver, "events": Event}
UNNAMED |= {"states": State, "signals": Signal, "controllers": Controller, "tables": NamedTable}
"""The class of a part without a kind."""


def kind_words(section: str) -> dict[str, type[Part]]:
    """The kinds of part of this section."""
    return {word: cls for word, cls in SECTIONS[section].items() if cls is not UNNAMED.get(section)}


def file_fields(cls: type[Part]) -> dict[str, Any]:
    """The fields of a part by name, without those that contain Python functions."""
    return {word_of(spec): spec for spec in part_fields(cls) if not holds_python(spec)}


def holds_python(spec: Any) -> bool:
    """Whether a field contains a Python function, which cannot be written to a file."""
    return "Callable" in str(spec.type)


def is_required(spec: Any) -> bool:
    """Whether a field is required."""
    return spec.default is MISSING and spec.default_factory is MISSING


def primary_fields(cls: type[Part]) -> list[Any]:
    """The fields written after the kind."""
    by_name = {spec.name: spec for spec in part_fields(cls)}
    return [by_name[name] for name in primary_names(cls)]


def secondary_fields(cls: type[Part]) -> dict[str, Any]:
    """The named fields."""
    return {word: spec for word, spec in file_fields(cls).items() if spec.name not in primary_names(cls)}
