"""The parameters of a bound formulation, as a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from snodo.formulations.rewriting.member import rewriting_of


@dataclass(frozen=True)
class ParameterRow:
    """One parameter of a bound formulation."""

    name: str
    value: float
    """In SI units."""
    unit: str
    low: float | None
    high: float | None
    numbers: int
    """How many numbers of the equations are calculated from it."""
    fast: bool
    """Whether a change rewrites these numbers; else the mechanism is bound again."""
    how: str
    """How a change is made, in words."""


class ParameterTable(Mapping[str, ParameterRow]):
    """The parameters of a bound formulation by name."""

    def __init__(self, F: Any) -> None:
        rewriting, later = rewriting_of(F), F.__dict__.get("_later")
        values = rewriting.resolved(later.given if later is not None else {})
        known = [(one.name, one.parameter) for one in rewriting.inputs.values()]
        self._rows = {
            name: ParameterRow(
                name,
                float(value),
                p.unit,
                p.bounds[0],
                p.bounds[1],
                rewriting.entries(name),
                name not in rewriting.slow,
                _how(rewriting, name),
            )
            for (name, p), value in zip(known, values)
        }

    def __getitem__(self, name: str) -> ParameterRow:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __str__(self) -> str:
        if not self._rows:
            return "no parameters"
        rows = [(row.name, f"{row.value:g} {row.unit}".rstrip(), _range(row), row.how) for row in self._rows.values()]
        wide = [max(len(row[k]) for row in rows) for k in range(3)]
        return "\n".join("  ".join([*(x.ljust(w) for x, w in zip(row, wide)), row[3]]).rstrip() for row in rows)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def _how(rewriting: Any, name: str) -> str:
    if name in rewriting.slow:
        return f"bound again: {rewriting.slow[name]}"
    count = rewriting.entries(name)
    own = f"rewrites {count} number{'' if count == 1 else 's'}" if count else "no number of the equations depends on it"
    return own + _beyond(rewriting, name)


def _beyond(rewriting: Any, name: str) -> str:
    """Where it does not reach, in words."""
    low, high = (float(ends[rewriting.place[name]]) for ends in rewriting.reach)
    words = [f"below {low:.3g}"] if math.isfinite(low) else []
    words += [f"above {high:.3g}"] if math.isfinite(high) else []
    return f"; {' and '.join(words)} bound again" if words else ""


def _range(row: ParameterRow) -> str:
    if row.low is None and row.high is None:
        return ""
    low, high = ("" if x is None else f"{x:g}" for x in (row.low, row.high))
    return f"{low} .. {high}".strip()
