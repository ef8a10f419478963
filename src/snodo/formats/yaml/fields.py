"""The fields of one part: its kind, the values after the kind, and the named fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from snodo.errors import MechanismError, Problem, suggestion
from snodo.formats.yaml.document import Node
from snodo.formats.yaml.time_functions import Note, read_function, read_motion
from snodo.formats.yaml.words import (
    SINGULAR,
    UNNAMED,
    holds_python,
    is_required,
    kind_words,
    primary_fields,
    secondary_fields,
)
from snodo.math.calculated import recording
from snodo.mechanism.part import Part, convert, part_fields, word_of
from snodo.mechanism.written import Written

_SHAPES = {dict: "a table", list: "a list", str: "a text", bool: "true or false", type(None): "nothing"}


SYNONYMS = {"ball": "spherical", "hinge": "revolute", "pin": "revolute", "slider": "prismatic", "weld": "fixed"}
SYNONYMS |= {"cardan": "universal", "hooke": "universal", "screw": "helical", "floating": "free", "wheel": "disc"}
"""Other words for kinds of joints and bodies."""


def shape_of(node: Node) -> str:
    """What a node is, in words."""
    return _SHAPES.get(type(node.value), "a number")


def kind_of(section: str, name: str, node: Node, note: Note) -> type[Part] | None:
    """The class of a part, from the one kind in its table; None after noting that there is none, or several."""
    kinds, one = kind_words(section), SINGULAR[section]
    found = [word for word in node.value if word in kinds]
    if len(found) == 1:
        return kinds[found[0]]
    if found:
        note(node.line, f"{one} {name!r} names {len(found)} kinds: {' and '.join(found)}", "keep one of them")
        return None
    if section in UNNAMED:
        return UNNAMED[section]
    strange = [w for w in node.value if not any(w in secondary_fields(cls) for cls in kinds.values())]
    said = f"; {strange[0]!r} is not a kind of {one}" if strange else ""
    meant = [SYNONYMS[word] for word in strange if SYNONYMS.get(word) in kinds]
    near = suggestion(strange[0] if strange else "", kinds).replace("known names", "kinds")
    near = f"did you mean {meant[0]!r}?" if meant else near
    note(node.line, f"{one} {name!r} has no kind{said}", near)
    return None


def read_part(
    section: str, cls: type[Part], node: Node, note: Note, quantities: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The converted fields of a part; wrong ones are noted and omitted.

    `quantities` are those of fields whose quantity depends on other parts.
    """
    table = dict(node.value)
    if cls is UNNAMED.get(section):
        return read_fields(cls, table, node.line, note, kind_words(section), quantities)
    first, rest = _primary(cls, table.pop(cls.kind), note), read_fields(cls, table, node.line, note)
    expressions = {**first.get("expressions", {}), **rest.get("expressions", {})}
    return first | rest | ({"expressions": expressions} if expressions else {})


def read_fields(
    cls: type[Part],
    table: dict[str, Node],
    line: int,
    note: Note,
    kinds: Iterable[str] = (),
    quantities: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The named fields; `kinds` are names that may have been meant as well."""
    known, values = secondary_fields(cls), _Values()
    for word, node in table.items():
        if word in known:
            values.take(known[word], node, word, note, (quantities or {}).get(word, ""))
        else:
            note(node.line, *_unknown(cls, word, [*known, *kinds]))
    for word, spec in known.items():
        if is_required(spec) and word not in table:
            note(line, f"{word} is missing", f"give {word}: {spec.metadata['doc']}")
    return values.given()


class _Values:
    """The converted fields of a part, and what was written where they were calculated from parameters."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.expressions: dict[str, Written] = {}

    def take(self, spec: Any, node: Node, word: str, note: Note, quantity: str = "") -> None:
        """Convert one field."""
        with recording() as record:
            value = _value(spec, node, word, note, quantity)
        self.values[spec.name] = value
        if record.calculated and value is not None:
            what = quantity or spec.metadata["quantity"]
            written = Written(node.plain(), value, frozenset(record.parameters), what, from_plain)
            self.expressions[spec.name] = written

    def given(self) -> dict[str, Any]:
        """Arguments of the class of the part."""
        values = {name: value for name, value in self.values.items() if value is not None}
        return values | ({"expressions": self.expressions} if self.expressions else {})


def from_plain(value: Any, what: str) -> Any:
    """The canonical form of what was written in a file, read again; raises an error if it is wrong."""
    problems: list[Problem] = []
    found = converted(_as_node(value), what, lambda _, said, remedy: problems.append(Problem(said, remedy)))
    if problems:
        raise MechanismError(problems)
    return found


def _as_node(value: Any) -> Node:
    if isinstance(value, Mapping):
        return Node({key: _as_node(inside) for key, inside in value.items()}, 0)
    return Node([_as_node(inside) for inside in value] if isinstance(value, list | tuple) else value, 0)


def _primary(cls: type[Part], node: Node, note: Note) -> dict[str, Any]:
    """The fields written after the kind."""
    specs = primary_fields(cls)
    values = _Values()
    if len(specs) == 1:
        values.take(specs[0], node, cls.kind, note)
        return values.values | values.given()
    if not isinstance(node.value, list) or len(node.value) != len(specs):
        what = f"{cls.kind}: {node.plain()!r} is not a list of {len(specs)} names"
        words = ", ".join(spec.name for spec in specs)
        note(node.line, what, f"write {cls.kind}: [{words}], as in {cls.kind}: [ground, crank]")
        return {}
    for spec, inside in zip(specs, node.value):
        values.take(spec, inside, spec.name, note)
    return values.values | values.given()


def _value(spec: Any, node: Node, word: str, note: Note, quantity: str = "") -> Any:
    """The converted value of one field, or None after noting what is wrong."""

    def noted(line: int, what: str, remedy: str) -> None:
        note(line, f"{word}: {what}", remedy or f"{word} is {spec.metadata['doc']}")

    return converted(node, quantity or spec.metadata["quantity"], noted)


def _unknown(cls: type[Part], word: str, known: list[str]) -> tuple[str, str]:
    if word in {word_of(spec) for spec in primary_fields(cls)}:
        return f"{word} is not a field of its own", f"write it after the kind: {cls.kind}: …"
    if word in {word_of(spec) for spec in part_fields(cls) if holds_python(spec)}:
        return f"{word}: a file cannot contain a Python function", "write formula: …, or build the mechanism in Python"
    near = slip_of_the_pen(word) or suggestion(word, known).replace("known names", "its fields")
    return f"there is no field {word!r} in a {cls.kind.replace('_', ' ')}", near


def slip_of_the_pen(word: str) -> str:
    """A remedy for text that comes from a decimal comma, a missing space or round brackets; otherwise empty."""
    if ":" in word:
        return "leave a space after ':'"
    if word.startswith("(") or word.endswith(")"):
        return "write lists in square brackets: [0, 0]"
    return "write decimals with a point: 1.2" if word[:1].isdigit() else ""


def converted(node: Node, what: str, note: Note, remedy: str = "") -> Any:
    """The node's value in the canonical form of the quantity `what`, or None after noting what is wrong."""
    family, _, unit = what.partition(":")
    if node.value is None:
        note(node.line, "the value is missing", remedy)
        return None
    if family == "one_or_more_functions":
        family = "functions" if isinstance(node.value, list) else "function"
    if family == "function":
        return read_function(node, unit, note)
    if family == "motion":
        return read_motion(node, unit, note)
    if family == "functions" and isinstance(node.value, list):
        parts = [read_function(item, unit, note) for item in node.value]
        return None if None in parts else _tried(parts, what, node.line, note, remedy)
    return _tried(node.plain(), what, node.line, note, remedy)


def _tried(value: Any, what: str, line: int, note: Note, remedy: str) -> Any:
    try:
        return convert(value, what)
    except MechanismError as error:
        for problem in error.problems:
            note(line, problem.what, problem.remedy or remedy)
    except (ValueError, TypeError) as error:
        note(line, str(error), remedy)
    return None
