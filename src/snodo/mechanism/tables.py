"""Tables of measured or designed numbers, by name: `table(gas, A.angle)` in a formula reads them.

A table has one argument (points x, y) or two (a grid x, y with the values z).  Its numbers come from lists or from a
CSV file; units are those of `units`, and of `columns` for a file.  After reading, x, y and z are plain SI numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.math.curve import Curve, Surface, coefficients
from snodo.math.units import UnitError
from snodo.math.units import unit as unit_named
from snodo.mechanism.part import Part, given
from snodo.mechanism.table_file import SKIPPED, columns_of, grid_of

NAME = re.compile(r"[^\W\d]\w*")


@dataclass(kw_only=True)
class NamedTable(Part):
    """A curve through points, or a surface over a grid, that formulas refer to by its name."""

    x: tuple[float, ...] = given("numbers:number", "values of the argument, increasing", ())
    y: tuple[float, ...] = given(
        "numbers:number", "values at these points; of a table with two arguments, values of the second, increasing", ()
    )
    z: tuple[tuple[float, ...], ...] = given(
        "anything", "of a table with two arguments: for each x a list with one value for each y", ()
    )
    file: str = given("file", "a file with columns of numbers instead, relative to the mechanism's file", "")
    columns: tuple[str, ...] = given(
        "units", "the unit of each column of the file, 1 for plain numbers, - for a column that is left out", ()
    )
    units: tuple[str, ...] = given("units", "units of the lists x, y (and z)", ())
    interpolation: str = given(
        "word:cubic|monotone|linear",
        "smooth spline, one that never overshoots, or straight lines",
        "cubic",
        yaml="kind",
    )
    periodic: bool = given("flag", "whether the table repeats in its first argument", False)
    outside: str = given("word:constant|linear|error", "what holds outside the points", "constant")
    _curve: Any = field(default=None, init=False, repr=False, compare=False)

    kind: ClassVar[str] = "table"

    def _convert(self) -> list[tuple[str, str]]:
        """Read the file, convert the units, and check the points."""
        problems = super()._convert()
        self._curve = None
        if not NAME.fullmatch(str(self.name)):
            problems.append((f"{self.name!r} cannot be the name of a table", "use letters, digits and '_'"))
        if problems:
            return problems
        try:
            self._read_file()
            self._apply_units()
        except MechanismError as error:
            return [(p.what, p.remedy) for p in error.problems]
        found = list(self._mistakes())
        if not found:
            found = list(self._grid_mistakes() if self.z else self._point_mistakes())
        return found

    # ---------------------------------------------------------------- numbers
    def _read_file(self) -> None:
        if not self.file:
            if self.columns:
                raise MechanismError(Problem("has columns but no file", "write file: numbers.csv, or x and y"))
            return
        if self.x or self.y or self.z or self.units:
            raise MechanismError(Problem("has a file and lists of numbers", "give file and columns, or x, y and units"))
        if not self.columns:
            raise MechanismError(
                Problem("columns is missing", "give the unit of each column: columns: [deg, bar], 1 for plain numbers")
            )
        wanted = [word for word in self.columns if word != SKIPPED]
        if len(wanted) not in (2, 3):
            raise MechanismError(
                Problem(f"columns names {len(wanted)} columns", "name two (x, y) or three (x, y, z); - leaves one out")
            )
        _factors(wanted)
        found = columns_of(self.file, self.columns)
        self.units, self.columns = tuple(wanted), ()
        if len(found) == 3:
            self.x, self.y, self.z = grid_of(self.file, found)
        else:
            self.x, self.y = found
        self.file = ""

    def _apply_units(self) -> None:
        self.z = tuple(tuple(map(_number, row)) for row in _rows(self.z))
        if not self.units:
            return
        wanted = 3 if self.z else 2
        if len(self.units) != wanted:
            said = f"units: {len(self.units)} given for {wanted} columns"
            raise MechanismError(Problem(said, f"give {wanted}: units: [{', '.join(['deg', 'rpm', 'N*m'][-wanted:])}]"))
        factors = _factors(self.units)
        self.x, self.y = (tuple(f * v for v in values) for f, values in zip(factors, (self.x, self.y)))
        self.z = tuple(tuple(factors[-1] * v for v in row) for row in self.z)
        self.units = ()

    # ---------------------------------------------------------------- mistakes
    def _mistakes(self) -> Iterator[tuple[str, str]]:
        if not self.x or not self.y:
            yield "has no points", "give x: […] and y: […], or file: numbers.csv"
            return
        numbers = [*self.x, *self.y, *(v for row in self.z for v in row)]
        if not np.isfinite(numbers).all():
            yield "has a number that is not finite", "give finite numbers"
            return
        for word in ("x", "y") if self.z else ("x",):
            values = getattr(self, word)
            for k, (before, after) in enumerate(pairwise(values)):
                if not after > before:
                    said = f"{word}[{k}] = {before:g} is followed by {word}[{k + 1}] = {after:g}"
                    yield said, f"{word} must increase; sort the points and remove duplicates"
                    break

    def _point_mistakes(self) -> Iterator[tuple[str, str]]:
        least = 3 if self.periodic else 2
        if len(self.x) != len(self.y):
            yield f"has {len(self.x)} x but {len(self.y)} y", "give one y for each x"
        elif len(self.x) < least:
            yield f"has {len(self.x)} point{'s' * (len(self.x) > 1)}", f"give at least {least}"
        elif self.periodic and self.y[0] != self.y[-1]:
            yield f"is periodic but begins with {self.y[0]:g} and ends with {self.y[-1]:g}", _SEAM

    def _grid_mistakes(self) -> Iterator[tuple[str, str]]:
        n, m = len(self.x), len(self.y)
        lengths = {len(row) for row in self.z}
        if len(self.z) != n or lengths != {m}:
            shape = f"{len(self.z)} rows of {' or '.join(map(str, sorted(lengths)))} numbers"
            yield f"z has {shape}", f"give {n} rows (one for each x) of {m} numbers (one for each y)"
        elif min(n, m) < 2:
            yield f"is a grid of {n} by {m} points", "give at least two in each direction"
        elif self.interpolation == "monotone":
            yield "has two arguments and is monotone", "a grid is cubic or linear: choose one of them"
        elif self.periodic and self.z[0] != self.z[-1]:
            yield "is periodic, but its first and last rows of z differ", _SEAM

    # ---------------------------------------------------------------- use
    @property
    def arguments(self) -> int:
        """How many arguments it takes."""
        return 2 if self.z else 1

    @property
    def curve(self) -> Any:
        """The curve or surface: callable, with exact derivatives."""
        key = (self.x, self.y, self.z, self.interpolation, self.periodic, self.outside)
        if self._curve is None or self._curve[0] != key:
            self._curve = (key, self._surface() if self.z else self._line())
        return self._curve[1]

    def captured_key(self) -> tuple[Any, ...]:
        """What a Python function that reads it depends on."""
        key: tuple[Any, ...] = self.curve.key
        return key

    def __call__(self, *arguments: Any) -> Any:
        """Its value; also for arrays, and in Python functions of forces and constraints."""
        return self.curve(*arguments)

    def _line(self) -> Curve:
        ends = "periodic" if self.periodic else "not-a-knot"
        pieces = coefficients(self.x, self.y, self.interpolation, ends)
        return Curve(self.name, self.x, pieces, "periodic" if self.periodic else self.outside)

    def _surface(self) -> Surface:
        ends = f"periodic {self.outside}" if self.periodic else self.outside
        return Surface(self.name, self.x, self.y, np.array(self.z), self.interpolation, ends)


_SEAM = "make the last value equal to the first: both are the same point"


def curves_of(tables: Any) -> dict[str, Any]:
    """The curves and surfaces of the tables of a mechanism, by name."""
    return {name: table.curve for name, table in tables.items()}


def _rows(z: Any) -> Sequence[Any]:
    if isinstance(z, np.ndarray):
        z = z.tolist()
    if not isinstance(z, list | tuple) or not all(isinstance(row, list | tuple) for row in z):
        raise MechanismError(Problem("z is not a list of lists", "give one list for each x: z: [[1, 2], [3, 4]]"))
    return z


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.floating | np.integer):
        raise MechanismError(Problem(f"z: {value!r} is not a number", "give plain numbers, and their unit in units"))
    return float(value)


def _factors(words: Sequence[str]) -> list[float]:
    """Factors of units to SI; 1 is no unit."""
    factors = []
    for word in words:
        try:
            factors.append(1.0 if word == "1" else unit_named(word).factor)
        except UnitError as error:
            raise MechanismError([Problem(f"unit: {p.what}", p.remedy) for p in error.problems]) from None
    return factors
