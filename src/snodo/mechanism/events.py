"""Events: when a measure reaches a value, something is recorded, stopped, opened, closed, set or called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.event_words import Action, Condition, action_of, conditions_of
from snodo.mechanism.part import Part, given

__all__ = ["Action", "Condition", "Event"]


@dataclass(kw_only=True)
class Event(Part):
    """When a condition becomes true, do something.

    Several conditions are joined by `and`; at most one of them is a crossing (`rises to`, `falls to`, `passes`), the
    others must hold at that instant.  `is above` and `is below` also happen at the start, if they hold there.
    """

    when: str = given("condition", "the condition: A.angle rises to 90 deg, slider.x is above 0.4 m, t = 2 s")
    do: Any = given(
        "actions", "what is done: record, stop, open latch, close latch, set motor.torque to 3 N m; also a list"
    )

    kind: ClassVar[str] = "event"

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What must hold at the same instant, with values in SI units."""
        return conditions_of(self.when)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is done, in this order, with values in SI units."""
        return tuple(map(action_of, self.do if isinstance(self.do, list | tuple) else (self.do,)))
