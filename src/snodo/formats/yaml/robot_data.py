"""Sections of a file by joint or body: `limits` of joints, and `visuals`, additional shapes of bodies for pictures.

    limits:
      elbow: {lower: -90 deg, upper: 90 deg, effort: 30 N*m, speed: 2 rad/s}
      door: {lower: 0 deg, upper: 95 deg, restitution: 0.2}
    visuals:
      arm: [{cylinder: [40 mm, 0.3], at: [0, 0, 0.15], color: [0.2, 0.2, 0.8, 1]}, {mesh: arm.stl}]

A cylinder is [radius, length] along z, a box its edges, a sphere its radius; a mesh is the name of a file, not opened.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from snodo.errors import MechanismError, suggestion
from snodo.formats.yaml.document import Node
from snodo.formats.yaml.fields import converted, shape_of
from snodo.formats.yaml.time_functions import Note
from snodo.math.calculated import knowing
from snodo.mechanism.limits import LIMITS, Limits, limit_quantity, made_limits
from snodo.mechanism.limits import read_limits as read_again
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.parameters import scope_of
from snodo.mechanism.part import GROUND
from snodo.mechanism.visual import Visual
from snodo.mechanism.written import plain_copy, same

KINDS = {"box": 3, "cylinder": 2, "sphere": 1, "mesh": 0}
"""The kinds of pieces, and how many lengths each has."""
NO_TURN = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
LIMIT_EXAMPLE = "elbow: {lower: -90 deg, upper: 90 deg, effort: 30 N*m}"
VISUAL_EXAMPLE = "arm: [{cylinder: [0.04, 0.3], at: [0, 0, 0.15]}]"


# ---------------------------------------------------------------- writing
def limits_data(mechanism: Mechanism) -> dict[str, Any]:
    """The limits of every joint that has some, without missing values."""
    usual = asdict(Limits())
    return {
        joint: written_as(mechanism, "limits", joint, limits)
        or {word: value for word, value in asdict(limits).items() if value != usual[word]}
        for joint, limits in mechanism.limits.items()
    }


def written_as(mechanism: Mechanism, section: str, name: str, value: Any) -> Any:
    """What was written for a point, gravity, limits or visuals, if it is a formula that still holds; else None."""
    written = mechanism.expressions.get((section, name))
    if written is None:
        return None
    with knowing(scope_of(mechanism.parameters)):
        now = read_again(mechanism.joints[name], written.text) if section == "limits" else written.value
    return plain_copy(written.text) if same(now, value) else None


def visuals_data(mechanism: Mechanism) -> dict[str, Any]:
    """The pieces of every body that has some."""
    return {
        body: written_as(mechanism, "visuals", body, pieces) or [_piece_data(piece) for piece in pieces]
        for body, pieces in mechanism.visuals.items()
    }


def _piece_data(piece: Visual) -> dict[str, Any]:
    size: Any = piece.size[0] if piece.kind == "sphere" else list(piece.size)
    data: dict[str, Any] = {piece.kind: piece.file if piece.kind == "mesh" else size}
    if piece.kind == "mesh" and any(x != 1 for x in piece.size):
        data["scale"] = size
    if any(piece.at):
        data["at"] = list(piece.at)
    if piece.rotation != NO_TURN:
        data["rotation"] = [list(row) for row in piece.rotation]
    if piece.color is not None:
        data["color"] = list(piece.color)
    return data | ({"link": piece.link} if piece.link else {})


# ---------------------------------------------------------------- reading limits
def read_limits(name: str, node: Node, mechanism: Mechanism, note: Note) -> Limits | None:
    """The limits of one joint, or None after noting what is wrong."""
    if name not in mechanism.joints:
        note(node.line, f"there is no joint {name!r}", suggestion(name, mechanism.joints))
        return None
    if not isinstance(node.value, dict):
        note(node.line, f"it is {shape_of(node)}, but a table is expected", f"write {LIMIT_EXAMPLE}")
        return None
    values: dict[str, Any] = {}
    for word, inside in node.value.items():
        if word not in LIMITS:
            note(inside.line, f"there is no limit {word!r}", suggestion(word, LIMITS))
            return None
        values[word] = converted(inside, limit_quantity(mechanism.joints[name], word), note)
    if None in values.values():
        return None
    try:
        return made_limits(values)
    except MechanismError as error:
        note(node.line, error.problems[0].what, error.problems[0].remedy)
        return None


# ---------------------------------------------------------------- reading visuals
def read_visuals(name: str, node: Node, mechanism: Mechanism, note: Note) -> list[Visual] | None:
    """The pieces of one body (or of the ground), or None after noting what is wrong."""
    if name != GROUND and name not in mechanism.bodies:
        note(node.line, f"there is no body {name!r}", suggestion(name, mechanism.bodies))
        return None
    if not isinstance(node.value, list) or not all(isinstance(item.value, dict) for item in node.value):
        note(node.line, f"it is {shape_of(node)}, but a list of tables is expected", f"write {VISUAL_EXAMPLE}")
        return None
    pieces = [_read_piece(item, note) for item in node.value]
    return None if None in pieces else [piece for piece in pieces if piece is not None]


def pieces_from(value: Any, _: str) -> list[Visual]:
    """The pieces of a body from what was written, read again."""
    return [
        Visual(kind, _size(kind, plain), **_rest(plain, kind)) for plain in value for kind in KINDS if kind in plain
    ]


def _read_piece(node: Node, note: Note) -> Visual | None:
    kinds = [word for word in node.value if word in KINDS]
    known = {"at", "rotation", "color", "link", *kinds, *(["scale"] if kinds == ["mesh"] else [])}
    strange = [word for word in node.value if word not in known]
    if len(kinds) != 1 or strange:
        what = f"there is no field {strange[0]!r}" if strange else f"{len(kinds)} kinds are named"
        note(
            node.line,
            what,
            f"name one of {', '.join(KINDS)}; also at, rotation, color, link, and for a mesh scale",
        )
        return None
    plain = node.plain()
    try:
        return Visual(kinds[0], _size(kinds[0], plain), **_rest(plain, kinds[0]))
    except (TypeError, ValueError) as error:
        note(node.line, str(error), f"write {VISUAL_EXAMPLE}")
        return None


def _size(kind: str, plain: dict[str, Any]) -> tuple[float, ...]:
    if kind == "mesh":
        return _numbers(plain.get("scale", [1.0, 1.0, 1.0]), "scale", 3, "number")
    given = plain[kind]
    return _numbers(given if isinstance(given, list) else [given], kind, KINDS[kind], "length")


def _rest(plain: dict[str, Any], kind: str) -> dict[str, Any]:
    rows = plain.get("rotation", NO_TURN)
    if not isinstance(rows, list | tuple) or len(rows) != 3:
        raise ValueError(f"rotation: {rows!r} is not a table of three rows")
    return {
        "at": _numbers(plain.get("at", [0.0, 0.0, 0.0]), "at", 3, "length"),
        "rotation": tuple(_numbers(row, "rotation", 3, "number") for row in rows),
        "file": _text(plain[kind], kind) if kind == "mesh" else "",
        "color": _numbers(plain["color"], "color", 4, "number") if "color" in plain else None,
        "link": _text(plain.get("link", ""), "link"),
    }


def _numbers(value: Any, word: str, count: int, what: str) -> tuple[float, ...]:
    from snodo.math.units import quantity

    if not isinstance(value, list | tuple) or len(value) != count:
        raise ValueError(f"{word}: {value!r} is not a list of {count} numbers")
    return tuple(quantity(x, what) for x in value)


def _text(value: Any, word: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{word}: {value!r} is not a name")
    return value


# ---------------------------------------------------------------- the schema and the reference
def limits_schema(ref: Any) -> dict[str, Any]:
    """The JSON schema of the limits of one joint; `ref` makes that of a quantity."""
    words = {spec.name: {"anyOf": [ref(kind) for kind in LIMITS[spec.name]]} for spec in fields(Limits)}
    return {"type": "object", "properties": words, "additionalProperties": False}


def visuals_schema(ref: Any) -> dict[str, Any]:
    """The JSON schema of the pieces of one body."""

    def several(kind: str, count: int) -> dict[str, Any]:
        return {"type": "array", "items": ref(kind), "minItems": count, "maxItems": count}

    row = several("number", 3)
    words = {
        "box": several("length", 3),
        "cylinder": several("length", 2),
        "sphere": ref("length"),
        "mesh": {"type": "string"},
        "scale": row,
        "at": several("length", 3),
        "rotation": {"type": "array", "items": row, "minItems": 3, "maxItems": 3},
        "color": several("number", 4),
        "link": {"type": "string"},
    }
    return {"type": "array", "items": {"type": "object", "properties": words, "additionalProperties": False}}
