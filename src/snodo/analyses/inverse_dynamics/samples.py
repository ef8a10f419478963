"""Samples as given by the user: increasing times, and tables of finite numbers with one row per time."""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError

Array = np.ndarray


def checked_times(times: Any) -> Array:
    """Times as an array of increasing numbers."""
    try:
        found = np.array(times, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros((0, 0))
    if found.ndim != 1 or not found.size:
        raise UnsupportedError(Problem("the motion has no times", "give an array of times in s, one for each row"))
    if not np.isfinite(found).all():
        k = int(np.flatnonzero(~np.isfinite(found))[0])
        raise UnsupportedError(Problem(f"time {k} is {found[k]}", "give times in s"))
    wrong = np.flatnonzero(np.diff(found) <= 0)
    if wrong.size:
        k = int(wrong[0])
        what = f"times do not increase: {found[k]:g} s is followed by {found[k + 1]:g} s"
        raise UnsupportedError(Problem(what, "sort the samples by time and remove repeated ones"))
    return found


def checked_noise(noise: Any) -> float:
    """A standard deviation."""
    if isinstance(noise, (int, float)) and 0 <= noise < np.inf:
        return float(noise)
    what = f"noise = {noise!r}"
    raise UnsupportedError(Problem(what, "give the standard deviation of the coordinates [m, rad], or 0"))


def checked_tolerance(tolerance: Any) -> float:
    """A small positive number."""
    if isinstance(tolerance, (int, float)) and 0 < tolerance < 1:
        return float(tolerance)
    raise UnsupportedError(Problem(f"tolerance = {tolerance!r}", "give a number between 0 and 1, such as 1e-6"))


def is_function(given: Any) -> bool:
    """Whether it is a number, the text of one or of a formula, or a function of time."""
    return isinstance(given, str) or callable(given) or (np.ndim(given) == 0 and not isinstance(given, np.ndarray))


def rows_of(given: Any, times: Array, names: list[str], word: str) -> Array:
    """A table (time, names) of finite numbers; one row, or a number for each time of a single name, will do."""
    table = numbers_of(given, times, names, word)
    if table.shape == (len(names),) and (len(names) > 1 or times.size == 1):
        table = np.tile(table, (times.size, 1))
    elif len(names) == 1 and table.shape == times.shape:
        table = table[:, None]
    if table.shape != (times.size, len(names)):
        raise UnsupportedError(Problem(f"{word} has the shape {table.shape}", _shape(times, names)))
    if not np.isfinite(table).all():
        k, j = np.argwhere(~np.isfinite(table))[0]
        what = f"{word}: {names[j]} is {table[k, j]} at t = {times[k]:g} s"
        raise UnsupportedError(Problem(what, "fill the gap, or omit the sample"))
    return table


def numbers_of(given: Any, times: Array, names: list[str], word: str) -> Array:
    """An array of numbers, or the values of a function at the times, of whatever shape."""
    try:
        return np.array([given(float(t)) for t in times] if callable(given) else given, dtype=float)
    except Exception as error:
        what = f"{word} is not an array of numbers"
        if callable(given):
            what += f": the function gives {type(error).__name__}: {error}"
        raise UnsupportedError(Problem(what, _shape(times, names))) from None


def _shape(times: Array, names: list[str]) -> str:
    listed = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return f"give an array ({times.size}, {len(names)}): one row per time, with {listed}"
