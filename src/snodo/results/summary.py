"""Peaks and means of series, in a table: smallest and largest value and when, mean, rms, peak to peak.

Means are over time, by the trapezoidal rule; where a series is not defined (NaN) they leave the gap out.  Peaks are
those of the rows.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.math.labelled import aligned, written
from snodo.notebook import table as html_table
from snodo.results.files.frame import columns_of, usual
from snodo.results.row_ranges import rows_between
from snodo.results.runs import Runs, speaking_of
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.whole_files import must_end, write_whole

if TYPE_CHECKING:
    import pandas

Array = np.ndarray


@dataclass(frozen=True)
class Extremes:
    """One line of the table, in the unit shown; times in seconds."""

    name: str
    unit: str
    min: float
    min_time: float
    max: float
    max_time: float
    mean: float
    rms: float
    peak_to_peak: float
    missing: int
    """Rows in which the series is not defined."""


HEADS = {
    "min": "smallest",
    "min_time": "at [s]",
    "max": "largest",
    "max_time": "at [s]",
    "mean": "mean",
    "rms": "rms",
    "peak_to_peak": "peak to peak",
}


@dataclass(frozen=True, repr=False)
class Summary:
    """Peaks and means of series: `summary["A.angle"].max`, `print(summary)`, `.to_dataframe()`, `.to_csv(path)`."""

    lines: Sequence[Extremes]

    def __getitem__(self, name: str) -> Extremes:
        found = {line.name: line for line in self.lines}
        if name not in found:
            raise NameNotFound(Problem(f"the table has no {name!r}", suggestion(name, found)))
        return found[name]

    def __len__(self) -> int:
        return len(self.lines)

    def to_dataframe(self) -> pandas.DataFrame:
        """A row for each series, a column for each number."""
        import pandas

        rows = [{word: getattr(line, word) for word in ("unit", *HEADS, "missing")} for line in self.lines]
        return pandas.DataFrame(rows, index=pandas.Index([line.name for line in self.lines], name="series"))

    def to_csv(self, path: str | Path) -> Path:
        """Write the table to a file that ends in .csv."""
        target, text = must_end(path, ".csv", "a table"), StringIO(newline="")
        csv.writer(text).writerows(
            [
                ["series", "unit", *(f"{w} [s]" if w.endswith("time") else w for w in HEADS), "missing"],
                *(
                    [line.name, line.unit, *(repr(float(getattr(line, w))) for w in HEADS), line.missing]
                    for line in self.lines
                ),
            ]
        )
        return write_whole(target, text.getvalue())

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        heads = [*HEADS.values(), *(["missing rows"] if any(line.missing for line in self.lines) else [])]
        words = [*HEADS, "missing"][: len(heads)]
        return heads, [[written(float(getattr(line, word))) for word in words] for line in self.lines]

    def __str__(self) -> str:
        heads, cells = self._cells()
        names = [f"{line.name} [{line.unit}]" for line in self.lines]
        return "\n".join(aligned([["", *heads]], names, cells))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        heads, cells = self._cells()
        return html_table("", ["series", "unit", *heads], [[x.name, x.unit, *row] for x, row in zip(self.lines, cells)])


def summary(runs: Runs, names: Sequence[str], between: Any, units: UnitsLike) -> Summary:
    """The table of series of one result, or of several, whose names stand before those of the series."""
    shown, found = ShownUnits(units), []
    for name in names or usual(next(iter(runs.values()))):
        for run, result in runs.items():
            with speaking_of(run):
                rows, series = rows_between(result, between, 1, "a table"), result[name]
            for label, own, values in columns_of(name, series):
                unit, values = shown.converted(label, own, values)
                found.append(extremes(f"{run}: {label}" if run else label, unit, result.time[rows], values[rows]))
    shown.check()
    return Summary(found)


def extremes(name: str, unit: str, time: Array, values: Array) -> Extremes:
    """Peaks and means of one series."""
    known = np.isfinite(values)
    missing = int(values.size - known.sum())
    if not known.any():
        nan = float("nan")
        return Extremes(name, unit, nan, nan, nan, nan, nan, nan, nan, missing)
    low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
    least, most = float(values[low]), float(values[high])
    rms = float(np.sqrt(_mean(time, values**2)))
    when = float(time[low]), float(time[high])
    return Extremes(name, unit, least, when[0], most, when[1], _mean(time, values), rms, most - least, missing)


def _mean(time: Array, values: Array) -> float:
    """Mean over time, of the intervals at both ends of which there are values."""
    steps, middles = np.diff(time), 0.5 * (values[1:] + values[:-1])
    whole = np.isfinite(middles)
    span = float(steps[whole].sum())
    if span == 0.0:
        return float(np.nanmean(values))
    return float((steps[whole] * middles[whole]).sum() / span)
