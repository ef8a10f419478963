"""The table of events of a run, and the words for modes that cycle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from snodo.errors import Problem

MOST_AT_ONCE = 40
"""Events without advance in time; beyond, the modes are taken to cycle."""
NO_TIME = 1e-13
"""Advances below this, relative to the time, are none."""


class Happened(NamedTuple):
    """One line of the table of events."""

    time: float
    name: str
    what: str
    before: float = np.nan
    after: float = np.nan
    impulse: float = 0.0
    loss: float = 0.0
    friction: float = 0.0


@dataclass
class Log:
    """What happened so far."""

    happened: list[Happened] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    """What a reader should know, one sentence for each place."""
    last: float = -np.inf
    """Time of the last event [s],"""
    at_once: int = 0
    """and how many have happened at it."""

    def note(self, time: float, name: str, what: str, **numbers: float) -> None:
        """One more line."""
        self.happened.append(Happened(time, name, what, **numbers))

    def cycles(self, t: float) -> Problem | None:
        """Count an event at t; the problem if too many have followed one another without any time between them."""
        self.at_once = self.at_once + 1 if t <= self.last + NO_TIME * max(abs(t), 1e-3) else 0
        self.last = t
        if self.at_once <= MOST_AT_ONCE:
            return None
        last = ", ".join(dict.fromkeys(f"{x.name} {x.what}" for x in self.happened[-MOST_AT_ONCE:]))
        what = f"{MOST_AT_ONCE} events followed one another without any time between them: {last}"
        return Problem(what, "remove one of these, or make it compliant (stiffness) or smooth (smoothing)")

    def table(self) -> list[dict[str, Any]]:
        """The events, in the order of time."""
        listed = sorted(self.happened, key=lambda x: x.time)
        return [{k: v for k, v in x._asdict().items() if v == v} for x in listed]
