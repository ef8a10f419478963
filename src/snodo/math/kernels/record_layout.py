"""Where the numbers of a row stand, and rows seen from plain Python.

A row is a `NamedTuple` class of floats, ints and other such classes, laid out field after field in a flat array of
float64; an int is kept bitwise.  The builder of a model writes rows through `PythonTable`, and with
NUMBA_DISABLE_JIT=1 the kernels do too; compiled kernels see the same bytes through `records.py`.
"""

from functools import cache
from typing import get_type_hints

import numpy as np


@cache
def size(kind):
    """Numbers taken by a float, an int or a NamedTuple of those."""
    return sum(size(t) for t in hints(kind).values()) if hasattr(kind, "_fields") else 1


@cache
def hints(row):
    """Types of the fields of a row."""
    return get_type_hints(row)


@cache
def place(row, field):
    """Numbers before a field."""
    return sum(size(hints(row)[f]) for f in row._fields[: row._fields.index(field)])


def column(row, field, array, at, count):
    """One field of all rows of a table, as a view (count, size of the field)."""
    stride, first = size(row), at + place(row, field)
    rows = array[at : at + count * stride].reshape(count, stride)
    return rows[:, first - at : first - at + size(hints(row)[field])]


def places_of_whole_numbers(row, start, count):
    """Where the whole numbers of `count` rows of a table are, the first of which begins at `start`."""
    own = np.array([k for k, t in enumerate(_types(row)) if t is int], np.int64)
    return (start + size(row) * np.arange(count)[:, None] + own).ravel()


def packed(kind, rows):
    """Rows of a NamedTuple class, given as such, in a new flat array."""
    return np.array([tuple(_leaves(row)) for row in rows], _bitwise(kind)).view(np.float64)


@cache
def _bitwise(kind):
    """How the numbers of a row are kept, for numpy."""
    return np.dtype([(f"{k}", np.int64 if t is int else np.float64) for k, t in enumerate(_types(kind))])


def _types(kind):
    """The types of the numbers of a row one after the other."""
    for t in hints(kind).values():
        if hasattr(t, "_fields"):
            yield from _types(t)
        else:
            yield t


def _leaves(value):
    """The numbers of a row one after the other."""
    for part in value:
        if isinstance(part, tuple):
            yield from _leaves(part)
        else:
            yield part


class PythonTable:
    """Rows of a NamedTuple class in a flat array: `table[i].field`, also to be written."""

    def __init__(self, row, array, at, like=0.0):
        self.row, self.array, self.at = row, array, at

    def __getitem__(self, i):
        return PythonRow(self.row, self.array, self.at + i * size(self.row))


class PythonRow:
    """One row."""

    def __init__(self, row, array, at):
        self.__dict__.update(_row=row, _array=array, _at=at)

    def __getattr__(self, field):
        if field not in self._row._fields:
            raise AttributeError(field)
        return _read(self._array, self._at + place(self._row, field), hints(self._row)[field])

    def __setattr__(self, field, value):
        _write(self._array, self._at + place(self._row, field), hints(self._row)[field], value)


def _read(array, k, kind):
    if not hasattr(kind, "_fields"):
        return int(array.view(np.int64)[k]) if kind is int else float(array[k])
    parts = []
    for t in hints(kind).values():
        parts.append(_read(array, k, t))
        k += size(t)
    return kind(*parts)


def _write(array, k, kind, value):
    if not hasattr(kind, "_fields"):
        (array.view(np.int64) if kind is int else array)[k] = value
        return
    for t, part in zip(hints(kind).values(), value):
        _write(array, k, t, part)
        k += size(t)
