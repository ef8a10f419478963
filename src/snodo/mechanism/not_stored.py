"""Parts of a loaded result whose Python function is not in the file.

The file has zero in place of the function (`record` in place of one that an event calls), which is enough to read the
stored series.  Such a part is marked: nothing is computed with it until the function is set again, or the part is
removed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.controllers import Controller
from snodo.mechanism.events import Event
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.part import Part, part_fields

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

_MARK = "not_stored"


def mark(part: Part) -> None:
    """Mark the placeholder of the function."""
    values = {spec.name: getattr(part, spec.name) for spec in part_fields(type(part))}
    if isinstance(part, Controller):
        placed = {"gives": part.gives}
    elif "function" in values:
        placed = {word: values[word] for word in ("function", "formula")}
    elif isinstance(part, Event):
        placed = {"do": part.do}
    else:
        placed = {word: value for word, value in values.items() if _is_zero(value)}
    setattr(part, _MARK, placed)


def marked(mechanism: Mechanism) -> list[Part]:
    """Parts that still have zero in place of their function."""
    return [part for part in mechanism.parts() if _still_missing(part)]


def problems(mechanism: Mechanism) -> list[Problem]:
    """One for each part without its function."""
    return [Problem(_what(part), _remedy(part), part.where) for part in marked(mechanism)]


def refuse(mechanism: Mechanism) -> None:
    """Raise UnsupportedError if a part is without its function."""
    found = problems(mechanism)
    if found:
        raise UnsupportedError(found)


def forget(mechanism: Mechanism) -> None:
    """Remove the marks, to write what the file can contain."""
    for part in mechanism.parts():
        part.__dict__.pop(_MARK, None)


def _still_missing(part: Part) -> bool:
    placed: dict[str, Any] = part.__dict__.get(_MARK, {})
    return bool(placed) and all(getattr(part, word) == value for word, value in placed.items())


def _is_zero(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_zero, value))
    return isinstance(value, Constant) and value.value == 0.0


def _what(part: Part) -> str:
    return f"{part.title}: its Python function was not stored with the result"


def _remedy(part: Part) -> str:
    if isinstance(part, Controller):
        return "remove it, or use the original mechanism"
    if "function" in part.__dict__[_MARK]:
        return "set it again, .function = … and .formula = None, remove the part, or use the original mechanism"
    words = " and ".join(f".{word} = …" for word in part.__dict__[_MARK])
    return f"set it again, {words}, remove the part, or use the original mechanism"
