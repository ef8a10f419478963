"""States and held numbers along a motion, for whoever reads the laws of forces with arrays.

Most readers are given times, coordinates and velocities alone.  A result that has states says so around such a reading:

    with numbers_along(times, values):
        …

and one in which something switched

    with set_along(times, {"motor": values}):
        …
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

Array = np.ndarray
_SET: ContextVar[tuple[Array, dict[str, Array]] | None] = ContextVar("set along", default=None)
_ALONG: ContextVar[tuple[Array, Array] | None] = ContextVar("numbers along", default=None)


@contextmanager
def numbers_along(times: Array, values: Array) -> Iterator[None]:
    """Numbers (time, numbers) at these times [s], while the context lasts."""
    token = _ALONG.set((times, values))
    try:
        yield
    finally:
        _ALONG.reset(token)


@contextmanager
def set_along(times: Array, values: dict[str, Array]) -> Iterator[None]:
    """What modes say at these times [s], while the context lasts.

    These are the constant forces and torques of parts that events set, by name, and the directions of dry friction, by
    `name.sliding`: 1, −1, or 0 where it sticks.
    """
    token = _SET.set((times, values))
    try:
        yield
    finally:
        _SET.reset(token)


def as_set(name: str, times: Array) -> Array | None:
    """One of them at some of the times of the motion; None if modes say nothing of it."""
    known, values = _SET.get() or (times, {})
    if name not in values:
        return None
    return values[name][np.clip(np.searchsorted(known, times), 0, max(known.size - 1, 0))]


def number_at(F: Any, index: int, times: Array) -> Array:
    """A number at some of the times of the motion; without one, as described."""
    along = _ALONG.get()
    if along is None:
        return np.full(np.shape(times), float(F.numbers_given[index]))
    known, values = along
    row = np.clip(np.searchsorted(known, times), 0, max(known.size - 1, 0))
    found: Array = values[row, index]
    return found
