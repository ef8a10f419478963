"""Tables of keys for the reference of the file format: key, value, default and meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import MISSING
from typing import Any

from snodo.formats.yaml.words import is_required
from snodo.math.units import SI_UNIT
from snodo.mechanism.functions.functions import Constant
from snodo.registry import REGISTRIES

_PLACE, _DIRECTION = "[place](values.md#say-where)", "[direction](values.md#give-a-direction)"
_FUNCTION = "[function](functions.md)"
_SIMPLE = {
    "body": "body",
    "joint": "joint",
    "table": "table",
    "file": "file",
    "names": "names",
    "units": "units",
    "point": _PLACE,
    "points": "list of [places](values.md#say-where)",
    "direction": _DIRECTION,
    "flag": "true or false",
    "terms": "table of numbers",
    "formulas": "formula, or a list",
    "formula": "formula",
    "plain": "number",
    "outputs": "table of formulas",
    "table_of_formulas": "table of formulas",
    "table_of_numbers": "table of numbers",
    "count": "whole number",
    "condition": "condition",
    "actions": "action, or a list",
    "anything": "",
}
_BY_DOC = {"density": "kg/m³ or material", "composite": "list"}
_DEFAULT = re.compile(r";? ?\(?default: ([^);]*)\)?")
_SUPERSCRIPTS = str.maketrans("23", "²³")


_HEAD = ["| key | value | default | meaning |", "|---|---|---|---|"]


def table(rows: Iterable[tuple[str, Any]], first: str = "") -> list[str]:
    """The lines of a table with one row for each key and its field, after a first row that is given."""
    return [*_HEAD, *filter(None, [first]), *(_row(key, spec) for key, spec in rows), ""]


def kind_row(kind: str, specs: list[Any]) -> str:
    """The row of a kind: what follows it, one value or a list of names as in `revolute: [ground, crank]`."""
    names = ", ".join(spec.name for spec in specs)
    value = f"[{names}]" if len(specs) > 1 else _value(kind, specs[0])
    return f"| `{kind}` | {value} | **required** | {'; '.join(_meaning(spec) for spec in specs)} |"


def pretty(unit: str) -> str:
    """A unit as it is printed: kg*m^2 as kg m²."""
    return re.sub(r"\^(\d)", lambda power: power[1].translate(_SUPERSCRIPTS), unit).replace("*", " ")


def function_field(spec: Any) -> str:
    """A field of a function of time, with its default."""
    default = "" if spec.default is MISSING else f" ({_plain(spec.default)})"
    return f"`{spec.name}`: {spec.metadata['doc']}{default}"


def _row(key: str, spec: Any) -> str:
    return f"| `{key}` | {_value(key, spec)} | {_default(spec)} | {_meaning(spec)} |"


def _value(key: str, spec: Any) -> str:
    """The unit of a number, or the kind of value."""
    family, _, inner = spec.metadata["quantity"].partition(":")
    if family in _SIMPLE:
        return _BY_DOC.get(key, _SIMPLE[family])
    if family in ("word", "registered"):
        words = inner.split("|") if family == "word" else REGISTRIES[inner].built_in()
        return ", ".join(f"`{word}`" for word in words)
    if family == "motion":
        return f"{_FUNCTION}, {_unit(f'angular_{inner}')} or {_unit(inner)}"
    if family == "stiffnesses":
        return "list, " + " and ".join(_unit(kind) for kind in inner.split("|"))
    if family == "either":
        return " or ".join(_unit(kind) for kind in inner.split("|"))
    unit = _unit(inner or ("inertia" if family == "tensor" else family))
    kinds = {
        "function": f"{_FUNCTION}, {unit}",
        "functions": f"list of [functions](functions.md), {unit}",
        "one_or_more_functions": f"{_FUNCTION}, {unit}",
        "vector": f"list, {unit}",
        "numbers": "list of numbers" if inner == "number" else f"list, {unit}",
    }
    return kinds.get(family, unit)


def _unit(kind: str) -> str:
    return "number" if kind == "number" else pretty(SI_UNIT[kind])


def _default(spec: Any) -> str:
    told = _DEFAULT.search(spec.metadata["doc"])
    if is_required(spec):
        return "**required**"
    if told:
        return told[1]
    if spec.default in (None, "", (), MISSING):
        return "–"
    return f"{spec.default.value:g}" if isinstance(spec.default, Constant) else _plain(spec.default)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else f"{value}"


def _meaning(spec: Any) -> str:
    """The sentence without unit and default, which have columns of their own."""
    family, _, inner = spec.metadata["quantity"].partition(":")
    kinds = {kind for word in (inner or family).split("|") for kind in (word, f"angular_{word}")} | {
        "inertia",
        "density",
    }
    units = "|".join(re.escape(f"[{pretty(SI_UNIT[kind])}]") for kind in sorted(kinds) if kind in SI_UNIT)
    text = re.sub(rf" (?:{units})(?: or (?:{units}))*", "", _DEFAULT.sub("", spec.metadata["doc"]))
    return text.replace(", in the order of the arguments of the function", "").replace("|", "/")
