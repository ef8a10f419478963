"""A matrix or vector with a name for each row and column: it computes like an array and prints as a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from snodo.errors import NameNotFound, Problem, suggestion

Array = np.ndarray
MOST = 30
"""Rows and columns that are printed; beyond, a table is truncated and says so."""
ZERO = 1e-12
"""Size, relative to the largest entry of a table, below which an entry is printed as a dot."""

_CELL = "text-align:right;padding:0.1em 0 0.1em 1em"


@dataclass(frozen=True, eq=False, repr=False)
class Labelled(NDArrayOperatorsMixin):
    """A matrix with a name for each row and each column; a vector has no columns.

    `array` is the plain array.  Sums, products and numpy functions give plain arrays too.  Names select entries:
    `B["rocker.omega", "crank.omega"]`, or a row, `B["rocker.omega"]`.
    """

    rows: list[str]
    columns: list[str]
    array: Array

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return self.array.shape

    @property
    def T(self) -> Labelled:
        """The transpose; a vector is its own."""
        return Labelled(self.columns, self.rows, self.array.T) if self.array.ndim == 2 else self

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self.array, dtype=dtype) if copy or dtype else self.array

    def __array_ufunc__(self, ufunc: Any, how: str, *inputs: Any, **options: Any) -> Any:
        plain = (x.array if isinstance(x, Labelled) else x for x in inputs)
        return getattr(ufunc, how)(*plain, **options)

    def __getitem__(self, key: Any) -> Any:
        keys = key if isinstance(key, tuple) else (key,)
        names = (self.rows, self.columns)
        return self.array[tuple(_place(k, names[at]) if isinstance(k, str) else k for at, k in enumerate(keys))]

    def __len__(self) -> int:
        return len(self.array)

    def __str__(self) -> str:
        return "\n".join(lines(self))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self)


def _place(name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise NameNotFound(Problem(f"the table has no {name!r}", suggestion(name, names)))
    return list(names).index(name)


def entries(x: Labelled) -> list[list[str]]:
    """The entries as text, at most MOST rows and columns; entries that are rounding errors are dots."""
    array = np.atleast_2d(x.array.T).T if x.array.ndim == 1 else x.array
    shown = array[:MOST, :MOST]
    least = ZERO * float(np.abs(shown[np.isfinite(shown)]).max(initial=0.0))
    return [["·" if abs(number) <= least else _number(number) for number in row] for row in shown]


def _number(x: Any) -> str:
    """A real or complex number."""
    if not np.iscomplexobj(x):
        return written(float(x))
    sign = "−" if x.imag < 0.0 else "+"
    return f"{written(float(x.real))} {sign} {written(abs(float(x.imag)))} i"


def written(x: float) -> str:
    """A number with four digits."""
    return f"{x:.4g}".replace("-", "−")


def heads(x: Labelled) -> list[str]:
    """Headings of the columns that are printed; none for a vector."""
    return list(x.columns[:MOST]) if x.array.ndim == 2 else []


def lines(x: Labelled) -> list[str]:
    """The table as lines of text."""
    return [*aligned([["", *heads(x)]] if heads(x) else [], list(x.rows), entries(x)), *_cut(x)]


def aligned(top: list[list[str]], names: list[str], cells: list[list[str]]) -> list[str]:
    """Lines of text: names to the left, cells to the right."""
    table = [*top, *([name, *row] for name, row in zip(names, cells))]
    widths = [max(map(width, column)) for column in zip(*table)]
    return ["  ".join(_padded(w, n, k == 0) for k, (w, n) in enumerate(zip(row, widths))).rstrip() for row in table]


def width(word: str) -> int:
    """Width in characters; dots above letters take no room."""
    return sum(1 for letter in word if not unicodedata.combining(letter))


def _padded(word: str, room: int, left: bool) -> str:
    space = " " * (room - width(word))
    return word + space if left else space + word


def _cut(x: Labelled) -> list[str]:
    if max(x.shape, default=0) <= MOST:
        return []
    whole = " × ".join(map(str, x.shape))
    return [f"… the first {MOST} of {whole}; all are in .array"]


def as_html(x: Labelled) -> str:
    """The table in HTML, without style sheets."""
    top = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in heads(x))
    head = f"<thead><tr><th></th>{top}</tr></thead>" if top else ""
    body = "".join(
        f'<tr><th scope="row" style="text-align:left">{escape(name)}</th>'
        + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in row)
        + "</tr>"
        for name, row in zip(x.rows, entries(x))
    )
    more = "".join(f"<div>{escape(line)}</div>" for line in _cut(x))
    return f"<table>{head}<tbody>{body}</tbody></table>{more}"
