"""The rows of a result between two times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.math.units import quantity
from snodo.mechanism.input_types import Quantity

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
Between: TypeAlias = tuple[Quantity, Quantity] | None
"""Start and end of a part of a run [s]; None means all of it."""


def rows_between(result: Result, between: Any, fewest: int, what: str) -> Array:
    """Numbers of the rows from one time to another [s], both included; None means all rows."""
    time = result.time
    rows = np.arange(time.size)
    if between is not None:
        start, end = _ends(between)
        rows = rows[(time >= start) & (time <= end)]
    if rows.size < fewest:
        where = "the result" if between is None else f"t = {start:g} … {end:g} s"
        remedy = "run longer, or with a smaller output=" if between is None else _span(time)
        raise UnsupportedError(Problem(f"{where} has {rows.size} rows, and {what} needs {fewest} or more", remedy))
    return rows


def _ends(between: Any) -> tuple[float, float]:
    try:
        start, end = (quantity(x, "time") for x in between)
    except (TypeError, ValueError, SnodoError):
        raise UnsupportedError(
            Problem(f"between is {between!r}", "give two times [s], as in between=(1.0, 3.0)")
        ) from None
    if not start < end:
        raise UnsupportedError(Problem(f"between ends at {end:g} s, before its start at {start:g} s", "swap them"))
    return start, end


def _span(time: Array) -> str:
    return f"the result covers t = {time[0]:g} … {time[-1]:g} s" if time.size else "the result is empty"
