"""Chosen series of a result as a table with a row for each time: a pandas DataFrame, and what goes into a CSV file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.rows_on_disk import folder_of, moved_to_disk
from snodo.results.shown_units import ShownUnits, UnitsLike

if TYPE_CHECKING:
    import pandas

Column = tuple[str, str, np.ndarray]
"""Name, unit and values."""


def columns(result: Any, names: Sequence[str] = (), units: UnitsLike = None) -> Iterator[Column]:
    """The named series (default: the usual ones) in the units wanted; one with several components gives a column each.

    Those of a result on disk are put there, too, one after the other: no two of them are in memory.
    """
    folder, shown = folder_of(getattr(result, "states", None)), ShownUnits(units)
    for name in names or usual(result):
        for label, own, values in columns_of(name, result[name]):
            unit, values = shown.converted(label, own, values)
            yield label, unit, values if folder is None else moved_to_disk(values, folder)
    shown.check()


def columns_of(name: str, series: Any) -> Iterator[Column]:
    """One series, or its components with the unit of each."""
    unit = series.attrs["units"]
    if series.ndim == 1:
        yield name, unit, series.values
        return
    force, _, torque = unit.partition(", ")
    for k, label in enumerate(map(str, series[series.dims[1]].values)):
        yield f"{name}.{label}", torque if torque and label[0] != "f" else force, series.values[:, k]


def usual(result: Any) -> list[str]:
    """Motion of bodies and joints, and efforts of drivers; of inverse dynamics, the efforts that it found."""
    if hasattr(result, "effort_names"):
        return list(result.effort_names())
    m = result.mechanism
    words = ("x", "y", "angle") if m.dimension == 2 else ("x", "y", "z", "wx", "wy", "wz")
    names = [f"{b}.{w}" for b in m.bodies for w in words]
    names += [f"{j.name}.{w}" for j in m.joints.values() if j.coordinate for w in (j.coordinate, "speed")]
    return names + [f"{d}.effort" for d in m.drivers]


def to_dataframe(result: Any, names: Sequence[str] = (), units: UnitsLike = None) -> pandas.DataFrame:
    """A row for each time [s], which is the index, and a column for each series; units in `frame.attrs["units"]`."""
    import pandas

    table = list(columns(result, names, units))
    frame = pandas.DataFrame(
        {name: values for name, _, values in table}, index=pandas.Index(result.time, name="time"), dtype=float
    )
    frame.attrs["units"] = {"time": "s", **{name: unit for name, unit, _ in table}}
    return frame
