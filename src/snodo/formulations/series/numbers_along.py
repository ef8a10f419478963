"""States and held numbers along a motion, for whoever reads the laws of forces with arrays.

Most readers are given times, coordinates and velocities alone.  A result that has states says so around such a reading:

    with numbers_along(times, values):
        …
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

Array = np.ndarray
_ALONG: ContextVar[tuple[Array, Array] | None] = ContextVar("numbers along", default=None)


@contextmanager
def numbers_along(times: Array, values: Array) -> Iterator[None]:
    """Numbers (time, numbers) at these times [s], while the context lasts."""
    token = _ALONG.set((times, values))
    try:
        yield
    finally:
        _ALONG.reset(token)


def number_at(F: Any, index: int, times: Array) -> Array:
    """A number at some of the times of the motion; without one, as described."""
    along = _ALONG.get()
    if along is None:
        return np.full(np.shape(times), float(F.numbers_given[index]))
    known, values = along
    row = np.clip(np.searchsorted(known, times), 0, max(known.size - 1, 0))
    found: Array = values[row, index]
    return found
