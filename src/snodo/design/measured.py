"""Measured motion: times and series from a table, an xarray data set, or a CSV file with units in its heading."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import FileError, MechanismError, Problem
from snodo.math.units import UnitError, unit

Array = np.ndarray
FEWEST = 2


@dataclass(frozen=True)
class Measured:
    """Samples of series at common times; NaN where a sample is missing."""

    time: Array
    series: dict[str, Array]

    @property
    def samples(self) -> int:
        """Number of samples that are not missing."""
        return int(sum(np.isfinite(values).sum() for values in self.series.values()))


def read_measured(given: Any) -> Measured:
    """Measured motion in SI units; raises an error with all mistakes."""
    if isinstance(given, str | Path):
        return _checked(_from_csv(Path(given)), f"{given}")
    if hasattr(given, "data_vars"):
        table = {"time": given["time"].values, **{str(n): a.values for n, a in given.data_vars.items()}}
        return _checked(table, "measured")
    if hasattr(given, "coords") and getattr(given, "name", None) is not None:
        return _checked({"time": given["time"].values, str(given.name): given.values}, "measured")
    if isinstance(given, Mapping):
        return _checked(given, "measured")
    remedy = 'give a table {"time": …, "A.angle": …}, an xarray data set, or the path of a CSV file'
    raise MechanismError(Problem(f"measured is a {type(given).__name__}", remedy))


def _checked(table: Mapping[str, Any], where: str) -> Measured:
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
        problems.append(Problem(f"{where} has no 'time', but {listed}", "give the times of the samples [s] as 'time'"))
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
    return Measured(time, columns)


def _from_csv(path: Path) -> dict[str, Array]:
    """The columns of a table; their headings are names with units, as `result.to_csv` writes them."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = [row for row in csv.reader(file) if row]
    except OSError as error:
        raise FileError(Problem(f"{path} cannot be read: {error.strerror}", "check the path")) from None
    if len(rows) < 2:
        raise FileError(Problem(f"{path} has no samples", "give a heading and one line for each time"))
    found, problems = {}, []
    for k, heading in enumerate(rows[0]):
        name, _, rest = heading.partition("[")
        try:
            factor = unit(rest.rstrip("] ")).factor if rest.strip() else 1.0
            found[name.strip()] = np.array([_cell(row, k) for row in rows[1:]]) * factor
        except (UnitError, ValueError) as error:
            problems.append(Problem(f"{path}: column {heading!r}: {error}", 'write the heading as "A.angle [deg]"'))
    if problems:
        raise FileError(problems)
    return found


def _cell(row: list[str], k: int) -> float:
    text = row[k].strip() if k < len(row) else ""
    return float(text) if text else float("nan")
