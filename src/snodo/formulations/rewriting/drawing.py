"""Which parameters change the drawing, and which only masses and forces: with these every member has the same start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from snodo.math.calculated import knowing
from snodo.math.formula_reader import bare_names
from snodo.mechanism.attaching.attach import with_own_values
from snodo.mechanism.body import Body
from snodo.mechanism.forces import Force
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.parameters import scope_of
from snodo.mechanism.part import Part

LOADS = ("mass", "density", "inertia")
"""Fields of a body that do not place it."""


def drawing_parameters(mechanism: Mechanism, path: str = "") -> set[str]:
    """The parameters, by path, in formulas of anything but masses, forces, initial values and gravity."""
    found = set[str]()
    for (section, _), written in mechanism.expressions.items():
        if section not in ("gravity", "limits"):
            found |= written.parameters
    for part in mechanism.parts():
        for word, written in part.expressions.items():
            if not _loads(part, word):
                found |= written.parameters
    for attachment in mechanism.attachments.values():
        found |= set(_names((attachment.at, attachment.angle))) & mechanism.parameters.keys()
    found = {path + name for name in found}
    for prefix, attachment in mechanism.attachments.items():
        with knowing(scope_of(mechanism.parameters)):
            own = with_own_values(attachment)
        found |= drawing_parameters(own, f"{path}{prefix}/")
    return found


def _loads(part: Part, word: str) -> bool:
    """Whether a field says only how heavy something is, or how it pulls."""
    if isinstance(part, Body):
        return word in LOADS and part.kind != "composite"
    return isinstance(part, Force)


def _names(given: Any) -> Iterable[str]:
    """The names in texts."""
    if isinstance(given, str):
        return bare_names(given)
    if isinstance(given, Mapping):
        given = list(given.values())
    return [name for one in given for name in _names(one)] if isinstance(given, list | tuple) else []
