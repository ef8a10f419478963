"""Tables that do not fit into memory: rows appended to a file, and mapped into memory to be read.

They are written like any file, so that a full disk is an error; pages of a mapped file that cannot be written kill the
process.  A mapped table is an array like any other, of which the system reads what is looked at.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np

Array = np.ndarray
Evaluate = Callable[[Array, Array], dict[str, Array]]
LARGE = 64_000_000
"""Bytes from which on rows stay on disk."""
BLOCK = 1_000_000
"""Numbers that are worked on at a time."""
PAGE_OUT = 21
"""Linux: write pages to where they belong, and free them."""


def on_disk(rows: Array) -> bool:
    """Whether rows are mapped from a file, as they are or in an array of another kind."""
    return _of_file(rows) is not None


def folder_of(rows: Array | None) -> Path | None:
    """Where rows are mapped from; None if they are in memory."""
    file = _of_file(rows)
    return None if file is None else Path(str(file.filename)).parent


def _of_file(rows: Any) -> np.memmap | None:
    """The mapped rows that these are a view of."""
    while rows is not None and not isinstance(rows, np.memmap):
        rows = getattr(rows, "base", None)
    return rows


def mapped(path: Path | str, first: int, last: int, width: int, mode: Literal["r", "c"] = "r") -> Array:
    """Rows of a file of float64.  Mode "c": they can be written to, which leaves the file as it is."""
    if last <= first or not width:
        return np.zeros((max(last - first, 0), width))
    if 8 * (last - first) * width < LARGE:
        with open(path, "rb") as file:
            file.seek(8 * first * width)
            return np.fromfile(file, np.float64, (last - first) * width).reshape(-1, width)
    return np.memmap(path, np.float64, mode, 8 * first * width, (last - first, width))


def blocks(rows: Array) -> Iterator[slice]:
    """Slices of rows to be worked on one after the other; all at once if they are in memory."""
    count = max(1, len(rows) if not on_disk(rows) else BLOCK // max(1, rows[:1].size))
    for first in range(0, len(rows), count):
        yield slice(first, min(first + count, len(rows)))
        forget_pages(rows)


def largest(rows: Array, scale: Array | float = 1.0) -> Array:
    """The largest absolute value in each column, over the scales of the columns; a column with NaN gives NaN."""
    found = np.zeros(rows.shape[1])
    for part in blocks(rows):
        found = np.maximum(found, np.abs(rows[part] / scale).max(axis=0, initial=0.0))
    return found


def forget_pages(rows: Array) -> None:
    """Let go of the pages that were read from a file; they are read again when somebody looks at them."""
    file = _of_file(rows)
    pages = None if file is None else getattr(file, "_mmap", None)
    if file is None or pages is None or not hasattr(mmap, "MADV_DONTNEED"):
        return
    if file.mode == "r":
        pages.madvise(mmap.MADV_DONTNEED)
    elif sys.platform.startswith("linux"):  # what was changed must stay
        with contextlib.suppress(OSError):  # not every kernel can do that
            pages.madvise(PAGE_OUT)


def in_blocks(evaluate: Evaluate, times: Array, states: Array) -> dict[str, Array]:
    """`evaluate(times, states)`, a table for each name, block by block and on the disk of the states.

    Raises OSError if that is full.
    """
    folder = folder_of(states)
    assert folder is not None
    tables: dict[str, _Table] = {}
    try:
        for rows in blocks(states):
            for name, values in evaluate(times[rows], np.array(states[rows])).items():
                if name not in tables:
                    tables[name] = _Table(folder, values.shape[1])
                tables[name].append(values)
        return {name: table.rows() for name, table in tables.items()}
    finally:
        for table in tables.values():
            table.close()


def moved_to_disk(rows: Array, folder: Path) -> Array:
    """The same rows (n,) or (n, width), on the disk of a folder if they are large.  Raises OSError if that is full."""
    table = _Table(folder, rows[0].size if len(rows) else 0)
    try:
        table.append(rows)
        return table.rows().reshape(rows.shape)
    finally:
        table.close()


class _Table:
    """Rows in a file without a name, whose space is free again when nobody uses them."""

    def __init__(self, folder: Path, width: int) -> None:
        self.width, self.count = width, 0
        handle, self.path = tempfile.mkstemp(dir=folder, prefix=".snodo-", suffix=".rows")
        self.file: IO[bytes] = os.fdopen(handle, "wb")

    def append(self, rows: Array) -> None:
        self.file.write(np.ascontiguousarray(rows, float).data)
        self.count += len(rows)

    def rows(self) -> Array:
        self.file.flush()
        return mapped(self.path, 0, self.count, self.width, "c")

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.file.close()
        with contextlib.suppress(OSError):  # where open files cannot be removed
            os.unlink(self.path)
