"""The section `parameters` of a file, read and written.

parameters:
  crank:   {value: 120 mm, from: 80 mm, to: 200 mm, description: length of the crank}
  coupler: 2*crank + 5 mm
"""

from __future__ import annotations

from typing import Any

from snodo.errors import suggestion
from snodo.formats.yaml.document import Document, Node
from snodo.formats.yaml.fields import shape_of
from snodo.formats.yaml.time_functions import Note
from snodo.mechanism.parameters import Parameter, given_text, name_problem

WORDS = {
    "value": "the value: a number, text with a unit, or a formula of other parameters",
    "from": "smallest value that is allowed",
    "to": "largest value that is allowed",
    "description": "what it means",
}
EXAMPLE = "parameters: {crank: 120 mm, coupler: 2*crank + 5 mm}"


def read_parameter(name: str, node: Node, document: Document, note: Note) -> Parameter | None:
    """One parameter, or None after noting what is wrong."""
    refused = name_problem(name)
    if refused:
        note(node.line, *refused)
        return None
    table = node.value if isinstance(node.value, dict) else {"value": node}
    found: dict[str, Any] = {}
    for word, inside in table.items():
        if word not in WORDS:
            note(inside.line, f"parameter {name!r}: there is no field {word!r}", suggestion(word, WORDS))
            return None
        if isinstance(inside.value, bool) or not isinstance(inside.value, int | float | str) or inside.value == "":
            what = f"parameter {name!r}: {word} is {shape_of(inside)}, but a number is expected"
            note(inside.line, what, f"write {name}: 120 mm, or {name}: {{value: 120 mm, from: 80 mm, to: 200 mm}}")
            return None
        found[word] = str(inside.value) if word == "description" else given_text(inside.value)
    if "value" not in found:
        note(node.line, f"parameter {name!r} has no value", f"write {name}: {{value: 120 mm, …}}")
        return None
    line = document.at(node.line)
    return Parameter(name, found["value"], found.get("from"), found.get("to"), found.get("description", ""), line, line)


def parameters_data(parameters: dict[str, Parameter]) -> dict[str, Any]:
    """The parameters as plain data for a file."""
    return {name: _data(parameter) for name, parameter in parameters.items()}


def _data(parameter: Parameter) -> Any:
    table = {"value": parameter.given, "from": parameter.low, "to": parameter.high}
    table["description"] = parameter.description or None
    given = {word: value for word, value in table.items() if value is not None}
    return parameter.given if len(given) == 1 else given
