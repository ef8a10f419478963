"""Numbers in a page: 16-bit integers between a least and a largest value, deflated, in base64.

Each column is written as the differences from one row to the next, low bytes first and then high bytes: smooth motions
become a few kilobytes.  The resolution is 1/65535 of the range of each column.  Rows that are not finite are kept as
gaps, [column, first row, number of rows].
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

Array = np.ndarray
FULL = 65535
DIGITS = 7
"""Of numbers that are written as text."""


def packed(values: Array, low: Array | None = None, high: Array | None = None) -> dict[str, Any]:
    """Columns (rows, n) between their own limits, or between given ones."""
    x = np.asarray(values, float).reshape(len(values), -1)
    known = np.isfinite(x)
    held = _filled(x, known)
    low = held.min(axis=0) if low is None else np.broadcast_to(low, x.shape[1:])
    high = held.max(axis=0) if high is None else np.broadcast_to(high, x.shape[1:])
    span = np.where(high > low, high - low, 1.0)
    whole = np.clip(np.rint((held - low) / span * FULL), 0, FULL).astype(np.int64)
    steps = np.diff(whole, axis=0, prepend=0).astype(np.uint16).T  # modulo 2¹⁶, which the reader undoes
    data = np.concatenate([(steps & 255).astype(np.uint8).ravel(), (steps >> 8).astype(np.uint8).ravel()])
    found: dict[str, Any] = {"n": x.shape[1], "low": numbers(low), "span": numbers(span), "z": deflated(data)}
    gaps = [list(gap) for gap in _gaps(~known)]
    return found | ({"gaps": gaps} if gaps else {})


def unpacked(found: dict[str, Any], rows: int) -> Array:
    """The columns again (rows, n), as the page reads them."""
    data = np.frombuffer(zlib.decompress(base64.b64decode(found["z"]), -15), np.uint8)
    half = found["n"] * rows
    steps = (data[:half].astype(np.int64) + (data[half:].astype(np.int64) << 8)).reshape(found["n"], rows)
    whole = np.cumsum(steps, axis=1) & FULL
    values: Array = (np.array(found["low"])[:, None] + whole / FULL * np.array(found["span"])[:, None]).T.copy()
    for column, first, count in found.get("gaps", ()):
        values[first : first + count, column] = np.nan
    return values


def deflated(array: Array) -> str:
    """The bytes of an array, deflated without a header, in base64."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(array.tobytes()) + deflate.flush()).decode()


def numbers(x: Any, digits: int = DIGITS) -> list[float]:
    """Rounded numbers, in a row."""
    return [float(f"{v:.{digits}g}") for v in np.ravel(x)]


def _filled(x: Array, known: Array) -> Array:
    """Values that are not finite replaced by the last one before, or the first one after; 0 where there is none."""
    if known.all():
        return x
    rows = np.maximum.accumulate(np.where(known, np.arange(len(x))[:, None], -1), axis=0)
    rows = np.where(rows < 0, known.argmax(axis=0), rows)
    return np.where(known.any(axis=0), np.take_along_axis(x, rows, axis=0), 0.0)


def _gaps(missing: Array) -> Iterator[tuple[int, int, int]]:
    for column in np.flatnonzero(missing.any(axis=0)):
        edges = np.flatnonzero(np.diff(missing[:, column].astype(int), prepend=0, append=0))
        for first, last in edges.reshape(-1, 2):
            yield int(column), int(first), int(last - first)
