"""The table of what happened along a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from snodo.notebook import letter


@dataclass(frozen=True)
class EventRow:
    """One event of a run.

    Parameters
    ----------
    time : float
        When it happened [s].
    name : str
        The stop, friction, contact or event.
    what : str
        What happened: impact, rests, parts, sticks, slips, recorded, stop, …
    before, after : float, optional
        Speeds of approach and separation of an impact [m/s or rad/s], or the value that an event waited for.
    impulse : float, optional
        Impulse of an impact [N s or N m s].
    loss : float, optional
        Energy lost in an impact [J].
    friction : float, optional
        Impulse of friction in an impact [N s]: in the plane with its sign, along the normal turned clockwise.
    """

    time: float
    name: str
    what: str
    before: float = float("nan")
    after: float = float("nan")
    impulse: float = 0.0
    loss: float = 0.0
    friction: float = 0.0


class EventTable(list[EventRow]):
    """Events in the order of time; a list, printed as a table.

    Examples
    --------
    >>> from snodo.results.event_table import EventTable
    >>> EventTable.of([{"time": 1.5, "name": "A.lower", "what": "impact"}]).times("A.lower")
    array([1.5])
    """

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> EventTable:
        """The table of rows as results store them."""
        return cls(EventRow(**row) for row in rows)

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return EventTable(found) if isinstance(key, slice) else found

    def named(self, name: str, what: str = "") -> EventTable:
        """The events of one name, and of one kind if `what` is given."""
        return EventTable(row for row in self if row.name == name and what in ("", row.what))

    def times(self, name: str = "", what: str = "") -> np.ndarray:
        """Times of the events [s], of all or of one name and kind."""
        return np.array([row.time for row in self if name in ("", row.name) and what in ("", row.what)])

    def __str__(self) -> str:
        if not self:
            return "no events"
        heads = [field.name for field in fields(EventRow)]
        rows = [[_shown(getattr(row, head), head) for head in heads] for row in self]
        widths = [max(len(x) for x in column) for column in zip(heads, *rows)]
        lines = ["  ".join(x.ljust(w) for x, w in zip(row, widths)).rstrip() for row in [heads, *rows]]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


def _shown(x: Any, head: str) -> str:
    """A number in nine digits; impulses and losses that are zero are not shown."""
    if not isinstance(x, float):
        return str(x)
    return "" if x != x or (x == 0.0 and head in ("impulse", "loss")) else f"{x:.9g}"
