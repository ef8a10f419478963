"""Chosen series of a result as a table with a row for each time: a pandas DataFrame, and what goes into a CSV file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas

Column = tuple[str, str, np.ndarray]
"""Name, unit and values."""


def columns(result: Any, names: Sequence[str] = ()) -> list[Column]:
    """The named series (default: the usual ones); one with several components gives a column for each."""
    found: list[Column] = []
    for name in names or usual(result):
        series = result[name]
        unit = series.attrs["units"]
        if series.ndim == 1:
            found.append((name, unit, series.values))
            continue
        force, _, torque = unit.partition(", ")
        labels = [str(c) for c in series[series.dims[1]].values]
        found += [
            (f"{name}.{label}", torque if torque and label[0] != "f" else force, series.values[:, k])
            for k, label in enumerate(labels)
        ]
    return found


def usual(result: Any) -> list[str]:
    """Motion of bodies and joints, and efforts of drivers; of inverse dynamics, the efforts that it found."""
    if hasattr(result, "effort_names"):
        return list(result.effort_names())
    m = result.mechanism
    words = ("x", "y", "angle") if m.dimension == 2 else ("x", "y", "z", "wx", "wy", "wz")
    names = [f"{b}.{w}" for b in m.bodies for w in words]
    names += [f"{j.name}.{w}" for j in m.joints.values() if j.coordinate for w in (j.coordinate, "speed")]
    return names + [f"{d}.effort" for d in m.drivers]


def to_dataframe(result: Any, names: Sequence[str] = ()) -> pandas.DataFrame:
    """A row for each time [s], which is the index, and a column for each series; units in `frame.attrs["units"]`."""
    import pandas

    table = columns(result, names)
    frame = pandas.DataFrame(
        {name: values for name, _, values in table}, index=pandas.Index(result.time, name="time"), dtype=float
    )
    frame.attrs["units"] = {"time": "s", **{name: unit for name, unit, _ in table}}
    return frame
