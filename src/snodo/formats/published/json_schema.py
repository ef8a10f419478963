"""The JSON schema (draft 2020-12) of the file format, made from the fields of the parts.

`snodo.schema.json` next to this file is its text, for editors; `python -m snodo.formats.published.publish` writes it.
"""

from __future__ import annotations

import json
from dataclasses import MISSING
from typing import Any

from snodo.formats.yaml.parameter_section import WORDS as OF_PARAMETERS
from snodo.formats.yaml.parts_section import WORDS as OF_PARTS
from snodo.formats.yaml.robot_data import limits_schema, visuals_schema
from snodo.formats.yaml.sweep_section import WORDS as OF_SWEEPS
from snodo.formats.yaml.time_functions import FUNCTION_WORDS, function_fields, quantity_of
from snodo.formats.yaml.words import SECTIONS, UNNAMED, is_required, primary_fields, secondary_fields
from snodo.math.units import SI_UNIT
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.part import Part
from snodo.mechanism.run_settings import RunSettings
from snodo.mechanism.sweep_settings import SAMPLINGS
from snodo.registry import REGISTRIES

_NUMBER_TEXT = r"^\s*[-+(]*\s*(\d|\.\d|[^\W\d])"
"""Text that begins as a number with a unit or as a formula of parameters does."""
_NAME = {"type": "string", "minLength": 1}
_FLAG = {"enum": [True, False, "yes", "no"]}
_RATES = ("speed", "angular_speed", "acceleration", "angular_acceleration")
_USES = ("angle", "length", "force", "torque", *_RATES)
Schema = dict[str, Any]
_URDF: Schema = {
    "type": "object",
    "properties": {
        "file": {**_NAME, "description": "name of the URDF, relative to this file"},
        "inertia": {"enum": ["check", "keep"], "description": "keep accepts impossible mass properties"},
        "mimic": {
            "enum": ["couple", "ignore"],
            "description": "ignore lets joints that mimic others move freely",
        },
    },
    "required": ["file"],
    "additionalProperties": False,
}

_GIVEN = {"type": ["number", "string"]}
_PARAMETER: Schema = {
    "anyOf": [
        _GIVEN,
        {
            "type": "object",
            "properties": {word: {**_GIVEN, "description": told} for word, told in OF_PARAMETERS.items()},
            "required": ["value"],
            "additionalProperties": False,
        },
    ]
}
_TURNED: Schema = {
    "type": "object",
    "properties": {"axis": {"type": ["string", "array"]}, "angle": _GIVEN},
    "required": ["angle"],
    "additionalProperties": False,
}
_PART_FIELDS: dict[str, Schema] = {
    "use": _NAME,
    "at": {"type": "array", "items": _GIVEN, "minItems": 2, "maxItems": 3},
    "turned": {"anyOf": [_GIVEN, _TURNED]},
    "mirror": {"enum": ["x", "y", "z"]},
    "on": _NAME,
    "set": {"type": "object", "additionalProperties": _GIVEN},
}
_PART: Schema = {
    "type": "object",
    "properties": {word: {**_PART_FIELDS[word], "description": told} for word, told in OF_PARTS.items()},
    "required": ["use"],
    "additionalProperties": False,
}
_VALUES: Schema = {"anyOf": [_GIVEN, {"type": "array", "items": _GIVEN, "minItems": 1}]}
_SWEEP_FIELDS: dict[str, Schema] = {
    "vary": {"type": "object", "additionalProperties": _VALUES, "minProperties": 1},
    "outputs": {"anyOf": [_NAME, {"type": "array", "items": _NAME, "minItems": 1}]},
    "sampling": {"enum": list(SAMPLINGS)},
    "members": {"type": "integer", "minimum": 1},
    "seed": {"type": "integer", "minimum": 0},
}
_SWEEP: Schema = {
    "type": ["object", "null"],
    "description": "what `snodo sweep` varies and keeps",
    "properties": {word: {**_SWEEP_FIELDS[word], "description": told} for word, told in OF_SWEEPS.items()},
    "additionalProperties": False,
}


def schema() -> Schema:
    """The JSON schema of the file format."""
    properties: dict[str, Schema] = {
        "mechanism": {"type": ["string", "number"], "description": "its name"},
        "description": {"type": ["string", "number"], "description": "a sentence or two about it"},
        "dimension": {"enum": [2, 3], "default": 2, "description": "planar or spatial"},
        "gravity": {**_vector("acceleration"), "description": "acceleration of gravity [m/s²]"},
        "include": {
            "anyOf": [_NAME, {"type": "array", "items": _NAME}],
            "description": "files whose parts are added first",
        },
        "urdf": {
            "anyOf": [_NAME, _URDF],
            "description": "the URDF file of a robot to start from; the other sections are added to it",
        },
        "base": {"enum": ["fixed", "free"], "default": "fixed", "description": "how the robot's root is held"},
        "parameters": {**_table(_PARAMETER), "description": "named numbers that formulas may use"},
        "parts": {**_table(_PART), "description": "files used as parts, by prefix"},
        "points": {**_table(_vector("length")), "description": "named points in world coordinates as drawn [m]"},
    }
    for section in SECTIONS:
        kinds = [{"$ref": f"#/$defs/{_key(section, cls)}"} for cls in SECTIONS[section].values()]
        properties[section] = _table(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})
    text = {"type": ["string", "number"], "description": "a formula"}
    properties["signals"] = _table({"anyOf": [text, {"$ref": "#/$defs/signals_signal"}]})
    told = "limits of joints: data, unless they act as stops"
    properties["limits"] = {**_table(limits_schema(_ref)), "description": told}
    properties["visuals"] = {**_table(visuals_schema(_ref)), "description": "shapes of bodies for pictures only"}
    for word, told in (
        ("initial", "initial values of coordinates, speeds and states: A.angle, crank.omega, i"),
        ("initial_guess", "coordinates near which the search for a closed start begins; they select the branch"),
    ):
        properties[word] = {
            **_table({"type": ["number", "string"]}),
            "propertyNames": {"pattern": r"^[^.]+(\.[^.]+)?$" if word == "initial" else r"^[^.]+\.[^.]+$"},
            "description": told,
        }
    properties["run"] = {**_fields(RunSettings, {}, []), "type": ["object", "null"]}
    properties["sweep"] = _SWEEP
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A mechanism for Snodo",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "minProperties": 1,
        "$defs": _definitions(),
    }


def schema_text() -> str:
    """The schema as the text of the published file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _definitions() -> dict[str, Schema]:
    definitions = {kind: _quantity(kind) for kind in SI_UNIT}
    definitions["flag"] = _FLAG
    definitions["place"] = {"anyOf": [_NAME, _vector("length"), _one(_vector("length"))]}
    for use in _USES:
        definitions[f"function_{use}"] = _function(use)
    for section, kinds in SECTIONS.items():
        for cls in kinds.values():
            definitions[_key(section, cls)] = _kind(section, cls)
    return definitions


def _key(section: str, cls: type[Part]) -> str:
    return f"{section}_{cls.kind}"


def _kind(section: str, cls: type[Part]) -> Schema:
    """A part: its kind with the primary fields, then the named fields."""
    description = (cls.__doc__ or "").split("\n")[0]
    if cls is UNNAMED.get(section):
        return {**_fields(cls, {}, []), "description": description, "minProperties": 1}
    primary = primary_fields(cls)
    if len(primary) == 1:
        behind = _field(primary[0])
    else:
        told = ", ".join(spec.metadata["doc"] for spec in primary)
        names = {"description": told, "type": "array", "prefixItems": [_field(spec) for spec in primary]}
        behind = {**names, "minItems": len(primary), "maxItems": len(primary)}
    return {**_fields(cls, {cls.kind: behind}, [cls.kind]), "description": description}


def _fields(cls: type[Part], properties: dict[str, Schema], required: list[str]) -> Schema:
    known = secondary_fields(cls)
    return {
        "type": "object",
        "properties": {**properties, **{word: _field(spec) for word, spec in known.items()}},
        "required": required + [word for word, spec in known.items() if is_required(spec)],
        "additionalProperties": False,
    }


def _field(spec: Any) -> Schema:
    family, _, unit = spec.metadata["quantity"].partition(":")
    text_only = family == "anything" and str(spec.type).startswith("str")
    found: Schema = {"type": "string"} if text_only else _FAMILIES.get(family, _ref)(unit or family)
    return {"description": spec.metadata["doc"], **found}


def _ref(kind: str) -> Schema:
    return {"$ref": f"#/$defs/{kind}"}


def _quantity(kind: str) -> Schema:
    unit = SI_UNIT[kind]
    description = (
        "a plain number, or a formula of parameters"
        if kind == "number"
        else f"a number in {unit}, text with a unit, or a formula of parameters"
    )
    return {"description": description, "anyOf": [{"type": "number"}, {"type": "string", "pattern": _NUMBER_TEXT}]}


def _vector(unit: str) -> Schema:
    return {"type": "array", "items": _ref(unit), "minItems": 2, "maxItems": 3}


def _table(entry: Schema) -> Schema:
    return {"type": ["object", "null"], "additionalProperties": entry}


def _one(entry: Schema) -> Schema:
    return {"type": "object", "additionalProperties": entry, "minProperties": 1}


def _direction(_: str) -> Schema:
    axis = {"type": "string", "description": "x, y, z, -x, …, or an angle against x"}
    points = {"type": "array", "items": _NAME, "minItems": 2, "maxItems": 2}
    return {"anyOf": [axis, _vector("number"), points, _one(_vector("number"))]}


def _tensor(_: str) -> Schema:
    three = {"type": "array", "items": _ref("inertia"), "minItems": 3, "maxItems": 3}
    return {"anyOf": [_ref("inertia"), three, {"type": "array", "items": three, "minItems": 3, "maxItems": 3}]}


def _stiffnesses(units: str) -> Schema:
    """A list of numbers with two units, or a matrix."""
    along, about = (_ref(unit) for unit in units.split("|"))
    rows = {"type": "array", "items": {"type": "number"}}
    tables = [] if units.startswith("force") else [{"type": "string", "pattern": "^table\\(.*\\)$"}]
    return {"type": "array", "items": {"anyOf": [along, about, *tables, rows]}, "minItems": 3, "maxItems": 6}


def _function(use: str) -> Schema:
    """A number, a formula, or a table with one function word."""
    words = {word: _function_word(cls, use) for word, cls in FUNCTION_WORDS.items()}
    table = {
        "type": "object",
        "properties": words,
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    }
    return {"anyOf": [{"type": ["number", "string"]}, table]}


def _function_word(cls: type[Function], use: str) -> Schema:
    specs = function_fields(cls)
    fields = {word: _function_field(spec, use) for word, spec in specs.items()}
    required = [word for word, spec in specs.items() if spec.default is MISSING]
    table = {"type": "object", "properties": fields, "required": required, "additionalProperties": False}
    described = {"description": (cls.__doc__ or "").split("\n")[0]}
    return {**described, "anyOf": [next(iter(fields.values())), table]} if len(specs) == 1 else {**described, **table}


def _function_field(spec: Any, use: str) -> Schema:
    what = quantity_of(spec, use)
    plain: dict[str, Schema] = {"text": _NAME, "flag": {"type": "boolean"}}
    simple = plain.get(what) or _ref(what)
    found = {"type": "array", "items": simple} if spec.metadata["many"] else simple
    return {"description": spec.metadata["doc"], **found}


_FAMILIES: dict[str, Any] = {
    "body": lambda _: _NAME,
    "joint": lambda _: _NAME,
    "table": lambda _: _NAME,
    "file": lambda _: _NAME,
    "units": lambda _: {"type": "array", "items": {"anyOf": [{"type": "string"}, {"const": 1}]}, "minItems": 2},
    "names": lambda _: {"anyOf": [_NAME, {"type": "array", "items": _NAME, "minItems": 1}]},
    "point": lambda _: _ref("place"),
    "points": lambda _: {"type": "array", "items": _ref("place")},
    "direction": _direction,
    "function": lambda use: _ref(f"function_{use}"),
    "either": lambda kinds: {"anyOf": [_ref(kind) for kind in kinds.split("|")]},
    "motion": lambda use: {"anyOf": [_ref(f"function_angular_{use}"), _ref(f"function_{use}")]},
    "functions": lambda use: {"type": "array", "items": _ref(f"function_{use}"), "minItems": 2, "maxItems": 3},
    "one_or_more_functions": lambda use: {"anyOf": [_ref(f"function_{use}"), _FAMILIES["functions"](use)]},
    "flag": lambda _: _ref("flag"),
    "word": lambda choices: {"enum": choices.split("|")},
    "registered": lambda kind: {"type": "string", "examples": REGISTRIES[kind].built_in()},
    "tensor": _tensor,
    "stiffnesses": _stiffnesses,
    "terms": lambda _: _one(_ref("number")),
    "numbers": lambda unit: {"anyOf": [_ref(unit), {"type": "array", "items": _ref(unit)}]},
    "vector": _vector,
    "formulas": lambda _: {"type": ["string", "number", "array"], "items": {"type": ["string", "number"]}},
    "formula": lambda _: {"type": ["string", "number"]},
    "plain": lambda _: {"anyOf": [{"type": "number"}, {"type": "string", "pattern": _NUMBER_TEXT}]},
    "outputs": lambda _: _one({"type": ["string", "number"]}),
    "table_of_formulas": lambda _: _one({"type": ["string", "number"]}),
    "table_of_numbers": lambda _: _one({"anyOf": [{"type": "number"}, {"type": "string", "pattern": _NUMBER_TEXT}]}),
    "count": lambda _: {"type": "integer", "minimum": 0},
    "condition": lambda _: _NAME,
    "actions": lambda _: {"anyOf": [_NAME, {"type": "array", "items": _NAME, "minItems": 1}]},
    "anything": lambda _: {"type": ["string", "number", "array"]},
}
