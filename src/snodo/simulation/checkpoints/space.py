"""Space for the outputs of a run, of which only those that are not on disk yet take memory.

The compiled loop writes the output k into row k.  The rows are virtual memory: pages come into being when they are
written to, and are given back once they are on disk.
"""

from __future__ import annotations

import mmap
import sys

import numpy as np

from snodo.math.rows_on_disk import LARGE

Array = np.ndarray
_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000)


class Space:
    """Rows that can be given back."""

    def __init__(self, count: int, width: int) -> None:
        self._row, size = 8 * width, 8 * count * width
        self._pages: mmap.mmap | None = None
        if size < LARGE or not sys.platform.startswith("linux"):
            self.rows = np.empty((count, width))
            return
        self._pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE)
        self.rows = np.frombuffer(self._pages, np.float64).reshape(count, width)

    def give_back(self, first: int, last: int) -> None:
        """Rows first … last − 1 are not needed any more."""
        if self._pages is None:
            return
        begin, end = (x * self._row // mmap.PAGESIZE * mmap.PAGESIZE for x in (first, last))
        if end > begin:
            self._pages.madvise(mmap.MADV_DONTNEED, begin, end - begin)
