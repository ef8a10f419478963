"""A mechanism as a table, for `print(mechanism)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING
from typing import TYPE_CHECKING, Any

from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.limits import Limits
from snodo.mechanism.parameters import Parameter
from snodo.mechanism.part import Part, part_fields, primary_names, unit_of, word_of
from snodo.mechanism.written import Written
from snodo.notebook import card, paragraph, table

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

_SECTIONS: tuple[str, ...] = ("bodies", "frames", "joints", "constraints", "forces", "drivers", "contacts", "events")
_SECTIONS += ("states", "signals", "controllers", "tables")


LONGEST = 16
"""Numbers of a list that are all shown."""
Section = tuple[str, list[tuple[str, ...]]]
"""Its title, and for each part its name, kind and details."""


def as_table(mechanism: Mechanism) -> str:
    """The whole mechanism, one part per line."""
    lines = [_title(mechanism)]
    for title, rows in _sections(mechanism):
        lines.append(title)
        lines += [_line(*row) for row in rows]
    return "\n".join(lines)


def _line(name: str, *words: str) -> str:
    kind = f"{words[0]:<16} " if len(words) == 2 else ""
    return f"  {name:<12} {kind}{words[-1]}".rstrip()


def as_html(mechanism: Mechanism) -> str:
    """The whole mechanism for a notebook, a table for each kind of part."""
    said = [paragraph(mechanism.description)] if mechanism.description else []
    return card(_title(mechanism), *said, *(table(title, (), rows) for title, rows in _sections(mechanism)))


def _title(mechanism: Mechanism) -> str:
    gravity = "(" + ", ".join(f"{g:g}" for g in mechanism.gravity) + ") m/s²"
    return f"mechanism {mechanism.name!r}: {mechanism.dimension}-D, gravity {gravity}"


def _sections(mechanism: Mechanism) -> Iterator[Section]:
    """All parts, section by section, without empty sections."""
    if mechanism.parameters:
        yield "parameters", [(p.name, _parameter(p)) for p in mechanism.parameters.values()]
    if mechanism.attachments:
        yield "parts", [(prefix, _attachment(a)) for prefix, a in mechanism.attachments.items()]
    if mechanism.points:
        written = mechanism.expressions
        yield (
            "points",
            [(name, f"{_show(xyz)} m{_as(written.get(('points', name)))}") for name, xyz in mechanism.points.items()],
        )
    for section in _SECTIONS:
        parts = getattr(mechanism, section)
        if parts:
            yield section, [(p.name, p.kind.replace("_", " "), details(p)) for p in parts.values()]
    acting = {name: limits for name, limits in mechanism.limits.items() if limits.act}
    if acting:
        yield "limits", [(name, _stops(limits, mechanism.joints.get(name))) for name, limits in acting.items()]
    for section in ("initial", "initial_guess"):
        values = getattr(mechanism, section)
        if values:
            yield section, [(name, str(value)) for name, value in values.items()]


def _stops(limits: Limits, joint: Any) -> str:
    """The range of a joint with stops, and what they are like."""
    unit = "rad" if getattr(joint, "coordinate", "") == "angle" else "m"
    ends = [
        f"{word} {value:g} {unit}"
        for word, value in (("lower", limits.lower), ("upper", limits.upper))
        if value is not None
    ]
    if limits.rigid:
        return ", ".join([*ends, f"restitution {limits.restitution:g}"])
    return ", ".join([*ends, f"stiffness {limits.stiffness:g}", f"stop_damping {limits.stop_damping or 0.0:g}"])


def details(part: Part) -> str:
    """The fields of a part that differ from their defaults, with units."""
    words = []
    for spec in part_fields(type(part)):
        value = getattr(part, spec.name)
        if value is None or value == "" or (spec.default is not MISSING and value == spec.default):
            continue
        unit = unit_of(spec.metadata["quantity"]).removeprefix("1")
        primary = spec.name in primary_names(type(part))
        said = _as(part.expressions.get(spec.name))
        words.append(_show(value) if primary else f"{word_of(spec)} {_show(value)}{' ' + unit if unit else ''}{said}")
    return ", ".join(words)


def _attachment(attachment: Any) -> str:
    """Where a part used again comes from and how it is put there."""
    name = attachment.file.rpartition("/")[2] or attachment.part.name
    at = f"at {_show(tuple(attachment.at))} m" if len(attachment.at) else ""
    turned = f"turned {attachment.angle}" if attachment.angle else ""
    words = [name, at, turned, f"mirror {attachment.mirror}" if attachment.mirror else "", f"on {attachment.on}"]
    words += [f"{word} = {_show(value)}" for word, value in attachment.set.items()]
    words += [f"its {word} is not used" for word in attachment.ignored]
    return ", ".join(word for word in words if word)


def _parameter(parameter: Parameter) -> str:
    """Its value, its formula and its range."""
    said = f"{parameter.value:g} {parameter.unit}".rstrip()
    if parameter.depends_on:
        said += f" = {parameter.given}"
    if parameter.low is not None or parameter.high is not None:
        low, high = ("" if end is None else _show(end) for end in (parameter.low, parameter.high))
        said += f", {low} .. {high}"
    return said + (f", {parameter.description}" if parameter.description else "")


def _as(written: Written | None) -> str:
    """What a value follows from, if it is a formula of parameters."""
    return f" = {_show(written.text)}" if written is not None and written.parameters else ""


def _show(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Function):
        return str(value)
    if isinstance(value, tuple | list) and len(value) > LONGEST:
        return f"({_show(value[0])}, {_show(value[1])} … {_show(value[-1])}: {len(value)} numbers)"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(_show(v) for v in value) + ")"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {_show(v)}" for k, v in value.items()) + "}"
    if callable(value):
        return f"function {getattr(value, '__name__', value)!s}"
    return str(value)
