"""A mechanism as a table, for `print(mechanism)`."""

from __future__ import annotations

from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.part import Part, part_fields, unit_of, word_of

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

_SECTIONS = ("bodies", "frames", "joints", "constraints", "forces", "drivers")


def as_table(mechanism: Mechanism) -> str:
    """The whole mechanism, one part to a line."""
    gravity = "(" + ", ".join(f"{g:g}" for g in mechanism.gravity) + ") m/s²"
    lines = [f"mechanism {mechanism.name!r}: {mechanism.dimension}-D, gravity {gravity}"]
    if mechanism.points:
        lines.append("points")
        lines += [f"  {name:<12} {_show(xyz)} m" for name, xyz in mechanism.points.items()]
    for section in _SECTIONS:
        parts = getattr(mechanism, section)
        if parts:
            lines.append(section)
            lines += [f"  {p.name:<12} {p.kind.replace('_', ' '):<16} {_details(p)}".rstrip() for p in parts.values()]
    for section in ("initial", "initial_guess"):
        if getattr(mechanism, section):
            lines.append(section)
            lines += [f"  {name:<12} {value}" for name, value in getattr(mechanism, section).items()]
    return "\n".join(lines)


def _details(part: Part) -> str:
    words = []
    for spec in part_fields(type(part)):
        value = getattr(part, spec.name)
        if value is None or value == "" or (spec.default is not MISSING and value == spec.default):
            continue
        unit = unit_of(spec.metadata["quantity"])
        primary = spec.name in part.primary
        words.append(_show(value) if primary else f"{word_of(spec)} {_show(value)}{' ' + unit if unit else ''}")
    return ", ".join(words)


def _show(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Function):
        return str(value)
    if isinstance(value, tuple | list):
        return "(" + ", ".join(_show(v) for v in value) + ")"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_show(v)}" for k, v in value.items()) + "}"
    if callable(value):
        return f"function {getattr(value, '__name__', value)!s}"
    return str(value)
