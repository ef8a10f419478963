"""Measured motion: times and series from a table, an xarray data set, or a CSV file with units in its heading.

Columns are separated by commas, semicolons or tabs; with the last two a comma may be the decimal point.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import FileError, MechanismError, Problem, UnsupportedError
from snodo.math.dimensions import of_unit
from snodo.math.units import UnitError, unit

Array = np.ndarray
FEWEST = 2


@dataclass(frozen=True)
class Measured:
    """Samples of series at common times; NaN where a sample is missing."""

    time: Array
    series: dict[str, Array]
    units: dict[str, str] = field(default_factory=dict)
    """In which they were given, where that is known; the samples are in SI units."""

    def must_be_of(self, units: Mapping[str, str]) -> None:
        """Refuse series that were measured in units of something else."""
        problems = []
        for name, given in self.units.items():
            own, expected = of_unit(given), of_unit(units[name] or "1")
            turns = own.counts_turns and own.least != expected.least
            if own.powers != expected.powers or turns:
                what = f"measured: {name} is given in {given}, but it is in {units[name] or 'plain numbers'}"
                problems.append(Problem(what, "correct its unit, or the name of the series"))
        if problems:
            raise UnsupportedError(problems)

    @property
    def samples(self) -> int:
        """Number of samples that are not missing."""
        return int(sum(np.isfinite(values).sum() for values in self.series.values()))


def read_measured(given: Any) -> Measured:
    """Measured motion in SI units; raises an error with all mistakes."""
    if isinstance(given, str | Path):
        return _checked(*_from_csv(Path(given)), f"{given}")
    if hasattr(given, "data_vars"):
        return _from_arrays({"time": given["time"], **{str(n): a for n, a in given.data_vars.items()}})
    if hasattr(given, "coords") and hasattr(given, "name"):
        if given.name is None:
            remedy = 'give it with its name, {"time": …, "A.angle": …}, or array.rename("A.angle")'
            raise MechanismError(Problem("measured is a DataArray without a name", remedy))
        return _from_arrays({"time": given["time"], str(given.name): given})
    if isinstance(given, Mapping):
        return _from_arrays(given)
    remedy = 'give a table {"time": …, "A.angle": …}, an xarray data set, or the path of a CSV file'
    raise MechanismError(Problem(f"measured is a {type(given).__name__}", remedy))


def _from_arrays(arrays: Mapping[str, Any]) -> Measured:
    """Arrays, which may be labelled with units."""
    known = {name: getattr(array, "attrs", {}).get("units") for name, array in arrays.items()}
    units = {name: str(text) for name, text in known.items() if text}
    table, problems = dict(arrays), []
    for name, text in units.items():
        try:
            table[name] = np.asarray(arrays[name], float) * unit(text).factor
        except (UnitError, TypeError, ValueError) as error:
            problems.append(Problem(f"measured: {name}: {error}", 'give its attribute "units", such as "deg"'))
    if problems:
        raise MechanismError(problems)
    return _checked(table, units, "measured")


def _checked(table: Mapping[str, Any], units: Mapping[str, str], where: str) -> Measured:
    problems = []
    columns: dict[str, Array] = {}
    for name, values in table.items():
        try:
            columns[str(name)] = np.asarray(values, float)
        except (TypeError, ValueError):
            problems.append(Problem(f"{where}: {name!r} is not an array of numbers", "give numbers, NaN where missing"))
    time = columns.pop("time", None)
    if time is None:
        listed = ", ".join(table) or "nothing"
        remedy = "give the times of the samples [s] as 'time', in a file under the heading time [s]"
        problems.append(Problem(f"{where} has no 'time', but {listed}", remedy))
    elif time.ndim != 1 or time.size < FEWEST or not np.isfinite(time).all() or (np.diff(time) <= 0.0).any():
        problems.append(Problem(f"{where}: the times do not increase", "give two or more increasing times"))
    if not columns and not problems:
        problems.append(Problem(f"{where} has no series besides the time", 'give at least one, such as "A.angle"'))
    for name, values in columns.items():
        if time is not None and values.shape != time.shape:
            what = f"{where}: {name!r} has shape {values.shape}, the time {time.shape}"
            problems.append(Problem(what, "give one number for each time, NaN where missing"))
        elif not np.isfinite(values).any():
            problems.append(Problem(f"{where}: {name!r} has no samples", "leave the series out"))
    if problems:
        raise MechanismError(problems)
    assert time is not None
    return Measured(time, columns, {name: text for name, text in units.items() if name in columns})


def _from_csv(path: Path) -> tuple[dict[str, Array], dict[str, str]]:
    """The columns of a table, and their units; headings are names with units, as `result.to_csv` writes them."""
    lines = _lines(path)
    if len(lines) < 2:
        raise FileError(Problem(f"{path} has no samples", "give a heading and one line for each time"))
    mark = next((mark for mark in ";\t" if mark in lines[0][1]), ",")
    cells = [[cell.strip() for cell in row] for row in csv.reader([text for _, text in lines], delimiter=mark)]
    problems: list[Problem] = []
    found: dict[str, Array] = {}
    units: dict[str, str] = {}
    for k, heading in enumerate(cells[0]):
        name, _, rest = heading.partition("[")
        name, text = name.strip(), rest.rstrip("] ")
        column = [_number(row[k] if k < len(row) else "", mark) for row in cells[1:]]
        wrong = next((i for i, x in enumerate(column, 1) if x is None), 0)
        if wrong:
            what = f"{path}:{lines[wrong][0]}: {cells[wrong][k]!r} under {heading!r} is not a number"
            problems.append(Problem(what, "leave the cell empty where a sample is missing"))
            continue
        try:
            found[name] = np.array(column, float) * (unit(text).factor if text else 1.0)
            units |= {name: text} if text else {}
        except UnitError as error:
            problems.append(Problem(f"{path}: column {heading!r}: {error}", 'write the heading as "A.angle [deg]"'))
    if problems:
        raise FileError(problems)
    return found, units


def _lines(path: Path) -> list[tuple[int, str]]:
    """The lines with something on them that is no comment, with their numbers."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileError(Problem(f"{path} cannot be read: {error.strerror}", "check the path")) from None
    except UnicodeDecodeError:
        raise FileError(Problem(f"{path} is not a text in UTF-8", "save it as CSV in UTF-8")) from None
    numbered = enumerate(text.splitlines(), 1)
    return [(k, line) for k, line in numbered if line.strip(" ,;\t") and not line.startswith("#")]


def _number(text: str, mark: str) -> float | None:
    """NaN of an empty cell, None of what is no number."""
    try:
        return float(text if mark == "," else text.replace(",", ".")) if text else float("nan")
    except ValueError:
        return None
