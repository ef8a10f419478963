"""Columns of numbers from text files: CSV with commas, semicolons, tabs or spaces.

Empty lines and lines that begin with # are left out; one line of headings may come first.  With semicolons a comma is a
decimal point.  Every mistake is told with the file and the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from snodo.errors import MechanismError, Problem

MAXIMUM_BYTES = 50_000_000
SKIPPED = "-"
"""In place of the unit of a column that is left out."""
Numbers = tuple[float, ...]


def columns_of(file: str, columns: Sequence[str]) -> list[Numbers]:
    """The columns of a file that are not left out."""
    wanted = [k for k, word in enumerate(columns) if word != SKIPPED]
    rows: list[list[float]] = []
    for line, cells in _cells(file):
        if not rows and not any(map(_is_number, cells)):
            continue  # headings
        if len(cells) != len(columns):
            said = f"{len(cells)} column{'s' * (len(cells) != 1)}, but columns names {len(columns)}"
            _fail(file, line, f"this line has {said}", "name every column of the file; - leaves one out")
        for k in wanted:
            if not _is_number(cells[k]):
                _fail(file, line, f"{cells[k]!r} in column {k + 1} is not a number", "write a finite number")
        rows.append([float(cells[k]) for k in wanted])
    if not rows:
        raise MechanismError(Problem(f"{file}: the file has no numbers", "give at least two lines of numbers"))
    return [tuple(column) for column in zip(*rows)]


def grid_of(file: str, columns: Sequence[Numbers]) -> tuple[Numbers, Numbers, tuple[Numbers, ...]]:
    """x, y and z[x][y] of three columns that hold every pair of x and y once."""
    values: dict[tuple[float, float], float] = {}
    for x, y, z in zip(*columns):
        if (x, y) in values:
            raise MechanismError(Problem(f"{file}: the point x = {x:g}, y = {y:g} is given twice", "keep one of them"))
        values[x, y] = z
    xs, ys = sorted(set(columns[0])), sorted(set(columns[1]))
    missing = next(((x, y) for x in xs for y in ys if (x, y) not in values), None)
    if missing is not None:
        what = f"{file}: the grid has no value at x = {missing[0]:g}, y = {missing[1]:g}"
        raise MechanismError(Problem(what, "give every pair of x and y once, one on each line"))
    return tuple(xs), tuple(ys), tuple(tuple(values[x, y] for y in ys) for x in xs)


def _cells(file: str) -> list[tuple[int, list[str]]]:
    """The lines with something on them, cut into cells, with their numbers."""
    path = Path(file)
    try:
        if path.stat().st_size > MAXIMUM_BYTES:
            raise MechanismError(Problem(f"{file}: larger than {MAXIMUM_BYTES} bytes", "leave out points"))
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise MechanismError(Problem(f"{file}: this is not a text file", "give a CSV file in UTF-8")) from None
    except OSError as error:
        what = f"{file}: the file cannot be read: {error.strerror or error}"
        raise MechanismError(Problem(what, "check its name; it is relative to the mechanism's file")) from None
    lines = [(k, line.strip()) for k, line in enumerate(text.splitlines(), 1)]
    lines = [(k, line) for k, line in lines if line and not line.startswith("#")]
    mark = next((mark for mark in (";", "\t", ",") if any(mark in line for _, line in lines)), None)
    decimal = mark == ";" and not any("." in line for _, line in lines)
    cut = [(k, [cell.strip().strip('"') for cell in line.split(mark)]) for k, line in lines]
    return [(k, [cell.replace(",", ".") for cell in cells] if decimal else cells) for k, cells in cut]


def _is_number(cell: str) -> bool:
    try:
        return abs(float(cell)) < float("inf")
    except ValueError:
        return False


def _fail(file: str, line: int, what: str, remedy: str) -> NoReturn:
    raise MechanismError(Problem(f"{file}:{line}: {what}", remedy))
