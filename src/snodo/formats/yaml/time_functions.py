"""Functions of time in files: a number, a formula, or a table such as {harmonic: {amplitude: 30 deg, frequency: 2 Hz}}.

What a `value` and a `rate` are depends on the use: the values of an angle are angles, its rates are angular speeds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import partial
from typing import Any

from snodo.errors import FileError, MechanismError, Problem, suggestion
from snodo.formats.yaml.document import Node
from snodo.math.units import UnitError, quantity
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import KINDS, Constant
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.python_law import PythonLaw
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.part import convert

Note = Callable[[int, str, str], None]
"""Takes the line, what is wrong and the remedy."""

FUNCTION_WORDS: dict[str, type[Function]] = {word: cls for word, cls in KINDS.items() if cls is not PythonFunction}
_RATE = {"angle": "angular_speed", "length": "speed"}
_RATE |= {"angular_speed": "angular_acceleration", "speed": "acceleration"}


def function_fields(cls: type[Function]) -> dict[str, Any]:
    """The fields of a function that the user gives."""
    return {spec.name: spec for spec in fields(cls) if spec.init}  # type: ignore[arg-type]


def quantity_of(spec: Any, use: str) -> str:
    """The quantity of a field of a function whose values are of the quantity `use`."""
    what = spec.metadata["quantity"]
    if what == "value":
        return use or "number"
    return _RATE.get(use, "number") if what == "rate" else str(what)


# ---------------------------------------------------------------- reading
def read_function(node: Node, use: str, note: Note) -> Function | None:
    """The function that a node describes, or None after noting what is wrong."""
    if not isinstance(node.value, dict):
        return _noted(lambda: convert(node.plain(), f"function:{use}"), node.line, "", note)
    if len(node.value) != 1 or next(iter(node.value)) not in FUNCTION_WORDS:
        words = ", ".join(node.value) or "nothing"
        near = suggestion(words, FUNCTION_WORDS)
        note(node.line, f"a function of time must be one of {', '.join(FUNCTION_WORDS)}, but is {words}", near)
        return None
    word, inside = next(iter(node.value.items()))
    given = _given(FUNCTION_WORDS[word], inside, use, note)
    if given is None:
        return None
    return _noted(lambda: FUNCTION_WORDS[word](**given), inside.line, "", note)


def read_motion(node: Node, use: str, note: Note) -> Function | None:
    """A speed or acceleration (`use`) of a coordinate of unknown kind: a rotation or a translation."""
    attempts: list[list[tuple[int, str, str]]] = []
    for kind in (f"angular_{use}", use):
        mistakes: list[tuple[int, str, str]] = []
        found = read_function(node, kind, lambda *noted, into=mistakes: into.append(noted))
        if found is not None:
            return found
        attempts.append(mistakes)
    for noted in min(attempts, key=len):
        note(*noted)
    return None


def _given(cls: type[Function], node: Node, use: str, note: Note) -> dict[str, Any] | None:
    """The values of a function's fields in SI units."""
    specs = function_fields(cls)
    if not isinstance(node.value, dict):
        if len(specs) != 1:
            example = f"write {cls.kind}: {{{', '.join(f'{word}: …' for word in specs)}}}"
            note(node.line, f"{cls.kind}: {node.plain()!r} is not a table", example)
            return None
        node = Node({next(iter(specs)): node}, node.line)
    given, good = {}, True
    for word, inside in node.value.items():
        if word not in specs:
            note(inside.line, f"{cls.kind} has no field {word!r}", suggestion(word, specs))
            good = False
            continue
        make = partial(_field, inside.plain(), specs[word], use)
        given[word] = _noted(make, inside.line, f"{cls.kind}: {word}: ", note)
        good = good and given[word] is not None
    for word, spec in specs.items():
        if spec.default is MISSING and word not in node.value:
            note(node.line, f"{cls.kind} has no {word}", f"give {word}: {spec.metadata['doc']}")
            good = False
    return given if good else None


def _field(value: Any, spec: Any, use: str) -> Any:
    what = quantity_of(spec, use)
    if what == "flag":
        return convert(value, "flag")
    if what == "text":
        return convert(value, "body")
    if not spec.metadata["many"]:
        return quantity(value, what)
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is not a list of numbers")
    return [quantity(v, what) for v in value]


def _noted(make: Callable[[], Any], line: int, prefix: str, note: Note) -> Any:
    """The result of `make`, or None after noting its errors."""
    try:
        return make()
    except MechanismError as error:
        for problem in error.problems:
            note(line, prefix + problem.what, problem.remedy)
    except (ValueError, TypeError) as error:
        note(line, prefix + str(error), "")
    return None


# ---------------------------------------------------------------- writing
def function_data(function: Function, use: str) -> Any:
    """A function as plain data for a file: a number, the text of a formula, or a table with one word."""
    if isinstance(function, PythonFunction):
        function = formula_of(function)
    if isinstance(function, Constant):
        return function.value
    if isinstance(function, PythonLaw) and function.compiled:
        what = f"the Python function of law {function.source.name!r} cannot be written as a formula"
        raise FileError(Problem(what, "write a formula or a table instead"))
    if isinstance(function, MeasuredFormula):
        return function.text
    if isinstance(function, Formula) and reads_as_formula(str(function.text), use):
        return str(function.text)
    values = {}
    for word, spec in function_fields(type(function)).items():
        value = getattr(function, word)
        if spec.default is MISSING or value != spec.default:
            values[word] = list(value) if isinstance(value, tuple) else value
    single = len(function_fields(type(function))) == 1
    return {function.kind: next(iter(values.values())) if single else values}


def reads_as_formula(text: str, use: str) -> bool:
    """Whether the bare text is read back as a formula, and not as a number with a unit."""
    try:
        return isinstance(convert(text, f"function:{use}"), Formula)
    except (UnitError, MechanismError):
        return False


def formula_of(function: PythonFunction) -> Formula:
    """The formula of a traced Python function; raises an error if it has none."""
    if function.formula is None:
        what = f"the Python function {function.name!r} cannot be written as a formula"
        raise FileError(Problem(what, "write a formula or a table instead"))
    return function.formula
