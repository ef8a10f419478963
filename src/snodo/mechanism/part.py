"""A part of a mechanism: a name, typed fields with units, and the user's line.

Every kind of body, joint, constraint, force and driver is a dataclass derived from `Part`.  The metadata of its fields
(what quantity, one sentence) is the single source for conversion of units, the file format, its JSON schema and the
documentation: everything is defined once.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.calculated import Record, formula_with_numbers, known_parameters, recording, with_numbers
from snodo.math.expression import CONSTANTS, FUNCTIONS, Expression
from snodo.math.units import SI_UNIT, UnitError, any_quantity, quantity
from snodo.mechanism.event_words import as_actions, as_condition
from snodo.mechanism.functions.functions import as_function
from snodo.mechanism.functions.measured_formula import MEASURED, MeasuredFormula, measures_in, names_in
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.shapes.material import LARGEST_LENGTH
from snodo.mechanism.written import Written, only_parameters, plain_copy

GROUND = "ground"

Where = str | tuple[float, ...] | dict[str, tuple[float, ...]]
"""A place: the name of a point or frame, world coordinates as drawn, or {body: coordinates in its frame}."""

Direction = tuple[float, ...] | tuple[str, str] | dict[str, tuple[float, ...]]
"""A direction: a vector in world axes as drawn, two points, or {body: vector in its frame}."""

_DIRECTIONS = "give x, y, z, -x, …, a vector [0, 0, 1], two points [A, B], or in the plane an angle from x (30 deg)"
_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def given(what: str, doc: str, default: Any = MISSING, *, yaml: str = "", factory: Any = MISSING) -> Any:
    """A field of a part: its quantity, one sentence, and its name in files if that differs."""
    metadata = {"quantity": what, "doc": doc, "yaml": yaml}
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(kw_only=True)
class Part:
    """Anything with a name; `where` is the user's line that made it."""

    name: str
    where: str = field(default="", compare=False, repr=False)
    expressions: dict[str, Written] = field(default_factory=dict, compare=False, repr=False)
    """Fields that were written as formulas of parameters, each with its text (`Written`)."""

    kind: ClassVar[str] = ""
    without: ClassVar[tuple[str, ...]] = ()
    """Fields of its base that this kind does not have."""
    primary: ClassVar[tuple[str, ...]] = ()
    """Fields filled, in order, by the values after the kind in a file: `revolute: [ground, crank]`."""

    def __post_init__(self) -> None:
        self.where = self.where or user_line()
        problems = self.convert()
        if problems:
            raise MechanismError(problems)

    def convert(self) -> list[Problem]:
        """Convert every field to its canonical form, also after a change; return what cannot be converted."""
        return [Problem(f"{self.title}: {text}", remedy, self.where) for text, remedy in self._convert()]

    @property
    def title(self) -> str:
        """Its name in messages: `revolute 'B'`."""
        return f"{self.kind.replace('_', ' ')} {self.name!r}"

    def _convert(self) -> list[tuple[str, str]]:
        problems = []
        if not isinstance(self.name, str) or not self.name or "." in self.name or self.name != self.name.strip():
            problems.append((f"{self.name!r} cannot be a name", "use a word without dots or spaces around it"))
        for spec in fields(self):
            if spec.name in self.without and getattr(self, spec.name) != spec.default:
                problems.append(
                    (f"a {self.kind} has no field {word_of(spec)}", "it follows from the other fields: omit it")
                )
        for spec in part_fields(type(self)):
            value = getattr(self, spec.name)
            if value is spec.default:
                continue
            try:
                with recording() as record:
                    self.keep(spec.name, convert(value, spec.metadata["quantity"]), value, record)
            except MechanismError as error:
                problems += [(f"{word_of(spec)}: {p.what}", p.remedy) for p in error.problems]
            except (UnitError, ValueError, TypeError) as error:
                problems.append((f"{word_of(spec)}: {error}", ""))
        return problems

    def keep(self, word: str, value: Any, written: Any = None, record: Record | None = None) -> None:
        """Set a field; if it was calculated, keep what was written, and forget that if the field was changed since."""
        setattr(self, word, value)
        if record is not None and record.calculated:
            new = Written(plain_copy(written), value, frozenset(record.parameters), "anything")
            self.expressions = {**self.expressions, word: new}
        elif word in self.expressions and not self.expressions[word].still(value):
            self.expressions = {key: old for key, old in self.expressions.items() if key != word}

    def read_further(self, word: str, value: Any) -> None:
        """Set a field whose text could be read only beside other parts; what was written stays."""
        setattr(self, word, value)
        if word in self.expressions:
            self.expressions = {**self.expressions, word: replace(self.expressions[word], value=value)}

    def calculate(self) -> list[Problem]:
        """Calculate the fields that depend on parameters again; return what cannot be calculated.

        A field that was changed since it was calculated stays as it was changed.
        """
        problems = []
        for word, written in self.expressions.items():
            if not written.still(getattr(self, word)):
                continue
            try:
                new = written.read(lambda text, _: text)
            except MechanismError as error:
                problems += [Problem(f"{self.title}: {word}: {p.what}", p.remedy, self.where) for p in error.problems]
                continue
            self.expressions = {**self.expressions, word: new}
            setattr(self, word, new.value)
        return problems or self.convert()


def undefined(part: Part, what: str, method: str) -> MechanismError:
    """The error of a part whose class lacks a method."""
    problem = f"{part.title}: the class {type(part).__name__} does not define {what}"
    return MechanismError(Problem(problem, f"add a method {method} to it", part.where))


def part_fields(cls: type[Part]) -> list[Any]:
    """The fields of a part that the user gives (not its name, not its line)."""
    return [f for f in fields(cls) if "quantity" in f.metadata and f.name not in cls.without]


def primary_names(cls: type[Part]) -> tuple[str, ...]:
    """Fields behind the kind's word in a file: those the class names, else its two bodies or its first field."""
    if cls.primary or not hasattr(cls, "registry"):
        return cls.primary
    names = tuple(spec.name for spec in part_fields(cls))
    base = next(c for c in reversed(cls.__mro__) if issubclass(c, Part) and hasattr(c, "registry"))
    own = [name for name in names if name not in {spec.name for spec in fields(base)}]
    return ("parent", "child") if {"parent", "child"} <= set(names) else tuple(own[:1]) or names[:1]


def word_of(spec: Any) -> str:
    """The name of a field in files and messages."""
    return str(spec.metadata.get("yaml") or spec.name)


def axis_problems(axis: Any) -> list[tuple[str, str]]:
    """What is wrong with the axis of a frame's rotation, which is a plain vector, and the remedy."""
    if isinstance(axis, dict) or (isinstance(axis, tuple) and isinstance(axis[0], str)):
        return [(f"axis: {axis!r} is not a vector", "give x, y, z or three numbers")]
    return []


# ---------------------------------------------------------------- conversion of what the user gives
def convert(value: Any, what: str) -> Any:
    """Convert what the user gave to the canonical form of the quantity `what`, or raise an error with a message."""
    family, _, unit = what.partition(":")
    if family in _CONVERTERS:
        return _CONVERTERS[family](value, unit)
    return quantity(value, what)


def coordinates(value: Any, unit: str = "length") -> tuple[float, ...]:
    """Two or three numbers, with units where written."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        commas = isinstance(value, list | tuple) and len(value) > 3
        hint = "; decimals are written with a point: [0.1, 0.2]" if commas else ""
        raise ValueError(f"{value!r} is not a list of two or three numbers{hint}")
    numbers = tuple(quantity(x, unit) for x in value)
    if unit == "length" and max(map(abs, numbers)) > LARGEST_LENGTH:
        largest = max(numbers, key=abs)
        raise ValueError(f"{largest:g} m is out of range; give lengths of at most {LARGEST_LENGTH:g} m")
    return numbers


def _text(value: Any, _: str) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is not a name")
    return value


def _file(value: Any, _: str) -> str:
    if not isinstance(value, str | os.PathLike) or not os.fspath(value):
        raise ValueError(f"{value!r} is not the name of a file")
    return str(os.fspath(value))


def _names(value: Any, _: str) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"{value!r} is not a list of names" if value else "a name is missing")
    return tuple(_text(v, "") for v in value)


def _units(value: Any, _: str) -> tuple[str, ...]:
    """A list of units; the number 1 is none."""
    several = [value] if isinstance(value, str | int) else value
    if not isinstance(several, list | tuple) or any(not isinstance(v, str) and v != 1 for v in several):
        raise ValueError(f"{value!r} is not a list of units")
    return tuple(str(int(v)) if not isinstance(v, str) else v for v in several)


def _where(value: Any, _: str) -> Where:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping) and value:
        return {_text(body, ""): coordinates(xyz) for body, xyz in value.items()}
    if isinstance(value, list | tuple) and any(isinstance(v, Mapping) for v in value):
        what = f"{value!r} is a list of places where one place is expected"
        raise MechanismError(Problem(what, "places on several bodies are one table: {crank: [0.1, 0], rod: [0, 0]}"))
    return coordinates(value)


def _places(value: Any, _: str) -> tuple[Where, ...]:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple):
        raise ValueError(f"{value!r} is not a list of points")
    return tuple(_where(v, "") for v in value)


def _direction(value: Any, _: str) -> Direction:
    if isinstance(value, str):
        sign, letter = (-1.0, value[1:]) if value.startswith("-") else (1.0, value)
        if letter in _AXES:
            return tuple(sign * x for x in _AXES[letter])
        try:
            angle = quantity(value, "angle")
        except UnitError as error:
            what = error.problems[0].what if value[:1].isdigit() else f"{value!r} is not a direction"
            raise MechanismError(Problem(what, _DIRECTIONS)) from None
        return (math.cos(angle), math.sin(angle), 0.0)
    if isinstance(value, Mapping) and value:
        return {_text(body, ""): _unit_vector(vector) for body, vector in value.items()}
    if (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(v, str) and not _numeric(v) for v in value)
    ):
        return (value[0], value[1])
    return _unit_vector(value)


def _numeric(text: str) -> bool:
    try:
        quantity(text, "length")
    except UnitError:
        return False
    return True


def _unit_vector(value: Any) -> tuple[float, ...]:
    if not isinstance(value, list | tuple | np.ndarray) or len(value) not in (2, 3):
        raise MechanismError(Problem(f"{value!r} is not a direction", _DIRECTIONS))
    vector = coordinates(value, "number")
    if not any(vector):
        raise ValueError("a direction cannot be the zero vector")
    return vector


def _function(value: Any, unit: str) -> Function:
    if isinstance(value, str):
        if _of_parameters(value):
            return as_function(quantity(value, unit or "number"))
        value = formula_with_numbers(value)
    measures = measures_in(value)
    if unit in MEASURED and names_in(value):
        return MeasuredFormula(value)
    if measures:
        what = f"formula {value} depends on {', '.join(measures)}, but here only a function of time t is possible"
        raise MechanismError(Problem(what, "forces and torques can depend on the motion; relate motions by a coupler"))
    if isinstance(value, MeasuredFormula):
        if unit not in MEASURED:
            return _function(value.text, unit)
        return value
    if isinstance(value, str):
        try:
            value = quantity(value, unit or "number")
        except UnitError:
            if not re.search(r"\bt\b|\(", value):
                raise
    return as_function(value)


def _motion(value: Any, _: str) -> Function | str:
    """A function of time, or text whose unit depends on the joint: `check` reads it."""
    if not isinstance(value, str):
        return as_function(value)
    return with_numbers(value) if _of_parameters(value) else formula_with_numbers(value)


def _of_parameters(text: str) -> bool:
    """Whether a text is a number that is calculated from parameters, and no function of time or motion."""
    return only_parameters(text, known_parameters(), {**FUNCTIONS, **CONSTANTS})


def _either(value: Any, kinds: str) -> float | str:
    """A number, or text with one of two kinds of unit, depending on the joint: `check` reads it."""
    problems = []
    for kind in kinds.split("|"):
        try:
            number = quantity(value, kind)
        except UnitError as error:
            problems.append(error)
            continue
        return with_numbers(value) if isinstance(value, str) else number
    raise problems[0]


def _functions(value: Any, unit: str) -> tuple[Function, ...]:
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise ValueError(f"{value!r} is not a list of two or three numbers or functions of time")
    return tuple(_function(v, unit) for v in value)


def _one_or_more_functions(value: Any, unit: str) -> Function | tuple[Function, ...]:
    return _functions(value, unit) if isinstance(value, list | tuple) else _function(value, unit)


def _flag(value: Any, _: str) -> bool:
    """True or false; in files also yes or no."""
    value = {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is not true or false")
    return value


def _word(value: Any, choices: str) -> str:
    if value not in choices.split("|"):
        raise ValueError(f"{value!r} is not one of {', '.join(choices.split('|'))}")
    return str(value)


def _tensor(value: Any, _: str) -> float | tuple[tuple[float, ...], ...]:
    """One number (about z), three principal moments, or a 3 × 3 table."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, list | tuple):
        if len(value) == 3 and all(isinstance(row, list | tuple) and len(row) == 3 for row in value):
            return tuple(tuple(quantity(x, "inertia") for x in row) for row in value)
        if len(value) == 3:
            a, b, c = (quantity(x, "inertia") for x in value)
            return ((a, 0.0, 0.0), (0.0, b, 0.0), (0.0, 0.0, c))
        raise ValueError(f"{value!r} is not a moment of inertia, three of them, or a 3 × 3 table")
    return quantity(value, "inertia")


def _terms(value: Any, _: str) -> dict[str, float]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError(f"{value!r} is not a table of joint: factor")
    return {_text(joint, ""): quantity(factor, "number") for joint, factor in value.items()}


def _numbers(value: Any, unit: str) -> tuple[float, ...]:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, list | tuple):
        value = [value]
    return tuple(quantity(v, unit or "number") for v in value)


def _stiffnesses(value: Any, units: str) -> tuple[Any, ...]:
    """Three or six numbers along and about axes, or as many rows; entries of rows are numbers in SI units.

    Instead of a number a stiffness or damping may be a table of forces, `table(rubber)`; of a matrix it cannot.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    along, about = units.split("|")
    if not isinstance(value, list | tuple) or len(value) not in (3, 6):
        raise ValueError(f"{value!r} is not a list of six numbers, in the plane three")
    if any(isinstance(row, list | tuple) for row in value):
        if not all(isinstance(row, list | tuple) and len(row) == len(value) for row in value):
            raise ValueError(f"{value!r} is not a matrix of {len(value)} rows with as many numbers")
        tables = [x for row in value for x in row if isinstance(x, str) and x.strip().startswith("table(")]
        if tables:
            what = f"{tables[0]} is an entry of a matrix, and tables couple no directions"
            raise MechanismError(Problem(what, f"give a list of {len(value)} numbers or tables"))
        return tuple(tuple(quantity(x, "number") for x in row) for row in value)
    linear = 2 if len(value) == 3 else 3
    named = [along != "force" and isinstance(x, str) and bool(_TABLE.fullmatch(x.strip())) for x in value]
    return tuple(
        " ".join(x.split()) if table else quantity(x, along if k < linear else about)
        for k, (x, table) in enumerate(zip(value, named))
    )


_TABLE = re.compile(r"table\(\s*[^\W\d]\w*\s*\)")
"""A table by name."""


def _formulas(value: Any, _: str) -> str | tuple[str, ...]:
    """The text of a formula or several of them; a number is a formula too."""
    several = value if isinstance(value, list | tuple) else [value]
    for one in several:
        if isinstance(one, bool) or not isinstance(one, str | float | int | Expression):
            raise ValueError(f"{one!r} is not a formula")
    texts = tuple(formula_with_numbers(str(one)) for one in several)
    return texts if isinstance(value, list | tuple) else texts[0]


def _formula(value: Any, _: str) -> str:
    """The text of one formula of t, measures, states, signals and outputs; a number is a formula too."""
    if isinstance(value, bool) or not isinstance(value, str | float | int):
        raise ValueError(f"{value!r} is not a formula")
    text = formula_with_numbers(" ".join(str(value).split()))
    MeasuredFormula(text)
    return text


def _plain(value: Any, _: str) -> float:
    """A number of any kind, also with a unit, which may be an electrical one."""
    return any_quantity(value) if isinstance(value, str) else quantity(value, "number")


def _outputs(value: Any, _: str) -> dict[str, str]:
    """Outputs of a controller: a table of formulas, or a list of names."""
    if isinstance(value, Mapping):
        return _table_of_formulas(value, "")
    return dict.fromkeys(_names(value, ""), "")


def _table_of_formulas(value: Any, _: str) -> dict[str, str]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError(f"{value!r} is not a table of name: formula")
    return {_plain_name(name): _formula(text, "") if text != "" else "" for name, text in value.items()}


def _table_of_numbers(value: Any, _: str) -> dict[str, float]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError(f"{value!r} is not a table of name: number")
    return {_plain_name(name): _plain(number, "") for name, number in value.items()}


def _plain_name(value: Any) -> str:
    if not isinstance(value, str) or not value.isidentifier():
        raise ValueError(f"{value!r} cannot be a name: use letters, digits and '_'")
    return value


def _count(value: Any, _: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value) or value < 0:
        raise ValueError(f"{value!r} is not a whole number of samples, zero or more")
    return int(value)


def _chosen(value: Any, _: str) -> str:
    """The name of something registered; the known names are in `registry.py`."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a word")
    return value


def _anything(value: Any, _: str) -> Any:
    return tuple(value) if isinstance(value, list) else value


_CONVERTERS: dict[str, Callable[[Any, str], Any]] = {
    "body": _text,
    "joint": _text,
    "table": _text,
    "file": _file,
    "names": _names,
    "units": _units,
    "point": _where,
    "points": _places,
    "direction": _direction,
    "function": _function,
    "functions": _functions,
    "one_or_more_functions": _one_or_more_functions,
    "motion": _motion,
    "either": _either,
    "flag": _flag,
    "word": _word,
    "registered": _chosen,
    "tensor": _tensor,
    "terms": _terms,
    "numbers": _numbers,
    "stiffnesses": _stiffnesses,
    "vector": lambda value, unit: coordinates(value, unit or "length"),
    "formulas": _formulas,
    "formula": _formula,
    "plain": _plain,
    "outputs": _outputs,
    "table_of_formulas": _table_of_formulas,
    "table_of_numbers": _table_of_numbers,
    "count": _count,
    "condition": lambda value, _: as_condition(value),
    "actions": lambda value, _: as_actions(value),
    "anything": _anything,
}


_UNITS_INSIDE = ("word", "registered", "motion", "either", "joint", "stiffnesses")
"""Families whose unit is not that of one quantity."""


def unit_of(what: str) -> str:
    """The SI unit of a field's quantity, for tables and labels; empty if it has none."""
    family, _, unit = what.partition(":")
    return SI_UNIT.get(unit or family, "") if family not in _UNITS_INSIDE else ""
