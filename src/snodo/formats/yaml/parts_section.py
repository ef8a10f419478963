"""The section `parts` of a file: mechanisms of other files used as parts, read and written.

parts:
  left:  {use: suspension.yaml, at: [0, 0.7, 0], on: chassis}
  right: {use: suspension.yaml, at: [0, -0.7, 0], on: chassis, mirror: y, set: {arm: 0.31}}
  rear:  {use: suspension.yaml, at: [-2.4, 0.6, 0], turned: {axis: z, angle: 180 deg}}
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from snodo.errors import suggestion
from snodo.formats.yaml.document import Document, Node
from snodo.formats.yaml.fields import shape_of
from snodo.formats.yaml.time_functions import Note
from snodo.mechanism.attaching.attach import Attachment, copied, is_unchanged, tables_of
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND
from snodo.mechanism.recalculating import without_parameters
from snodo.mechanism.written import same

WORDS = {
    "use": "name of the file, relative to this file",
    "at": "where its origin is put [m]; default: at the origin",
    "turned": "how it is turned about its origin: an angle about z, or {axis: …, angle: …}",
    "mirror": "the axis across the mirror, x, y or z (3-D only); it is mirrored first, then turned, then moved",
    "on": "the body that its ground becomes; default: the ground",
    "set": "other values of its parameters: {arm: 0.31}; formulas of the parameters of this file are allowed",
}
EXAMPLE = "parts: {left: {use: suspension.yaml, at: [0, 0.7, 0], mirror: y}}"


def used_files(root: Node) -> list[tuple[str, Node]]:
    """The names of the parts of a document, with the nodes of their files."""
    node = root.value.get("parts") if isinstance(root.value, dict) else None
    table = node.value if node is not None and isinstance(node.value, dict) else {}
    found = [(name, inside.value.get("use")) for name, inside in table.items() if isinstance(inside.value, dict)]
    return [(name, use) for name, use in found if use is not None]


def read_attachment(name: str, node: Node, document: Document, note: Note) -> Attachment | None:
    """One part, or None after noting what is wrong; its file has been read already."""
    if not isinstance(node.value, dict) or "use" not in node.value:
        what = f"part {name!r} has no file" if isinstance(node.value, dict) else f"part {name!r} is {shape_of(node)}"
        note(node.line, what, f"write {name}: {{use: suspension.yaml, at: [0, 0.7, 0]}}")
        return None
    for word, inside in node.value.items():
        if word not in WORDS:
            note(inside.line, f"part {name!r}: there is no field {word!r}", suggestion(word, WORDS))
            return None
    if name not in document.used:
        return None  # that has been noted
    plain = {word: inside.plain() for word, inside in node.value.items()}
    angle, axis = _turn(plain.get("turned", 0.0))
    values = plain.get("set") or {}
    if angle is None or not isinstance(values, dict):
        wrong, remedy = ("turned", "{axis: z, angle: 180 deg}") if angle is None else ("set", "{arm: 0.31}")
        note(node.value[wrong].line, f"part {name!r}: {wrong} is {plain[wrong]!r}", f"write {wrong}: {remedy}")
        return None
    mirror, on = str(plain.get("mirror") or ""), str(plain.get("on") or GROUND)
    part: Mechanism = document.used[name]
    where = document.at(node.line)
    return Attachment(name, part, plain.get("at", ()), angle, axis, mirror, values, on, part.source, where)


def _turn(given: Any) -> tuple[Any, Any]:
    """Angle and axis; None if it is neither an angle nor a table of these."""
    if not isinstance(given, Mapping):
        return (given, None) if isinstance(given, int | float | str) else (None, None)
    return (given["angle"], given.get("axis")) if set(given) <= {"angle", "axis"} and "angle" in given else (None, None)


# ---------------------------------------------------------------- writing
def splits(mechanism: Mechanism, flat: bool) -> tuple[Mechanism, dict[str, Any]]:
    """A mechanism without the parts that are read from files, and the section `parts`.

    A part that was built in Python, or changed since, stays written out; so do all parts if the text must stand on
    its own (`flat`).  If such a part follows from parameters, everything is written out with numbers: in the file the
    part would no longer follow them.
    """
    named = {} if flat else {p: a for p, a in mechanism.attachments.items() if a.file and is_unchanged(mechanism, a)}
    kept = [a for prefix, a in mechanism.attachments.items() if prefix not in named]
    if any(_is_calculated(a) for a in kept):
        return without_parameters(mechanism), {}
    rest = mechanism.copy()
    for attachment in named.values():
        for there, made in tables_of(rest, copied(mechanism, attachment)):
            for name, value in made.items():
                if same(there.get(name), value):
                    del there[name]
    return rest, {prefix: _data(attachment) for prefix, attachment in named.items()}


def _is_calculated(attachment: Attachment) -> bool:
    texts = [*attachment.set.values(), *(attachment.at or ()), attachment.angle]
    return any(isinstance(x, str) for x in texts)


def _data(attachment: Attachment) -> dict[str, Any]:
    data: dict[str, Any] = {"use": attachment.file}
    if len(attachment.at):
        data["at"] = list(attachment.at)
    if attachment.angle:
        turn = {"axis": attachment.axis, "angle": attachment.angle}
        data["turned"] = attachment.angle if attachment.axis is None else turn
    more = {"mirror": attachment.mirror, "on": attachment.on if attachment.on != GROUND else "", "set": attachment.set}
    return data | {word: dict(value) if word == "set" else value for word, value in more.items() if value}  # type: ignore[arg-type]


def name_files_from(data: dict[str, Any], folder: Path) -> None:
    """Make the names of the files of parts relative to the folder where the file will be."""
    for part in data.get("parts", {}).values():
        try:
            part["use"] = Path(os.path.relpath(part["use"], os.path.abspath(folder))).as_posix()
        except ValueError:  # on another drive
            continue
