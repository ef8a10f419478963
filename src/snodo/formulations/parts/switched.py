"""Rows that are switched on and off along a run: stops, contacts, friction that sticks, latches, and rows that only
measure.

A formulation that is bound while `SWITCHED` has some has them behind its other rows.  They are off at first: only their
Φ and Φ̇ are evaluated.  Who runs the formulation in time switches them (`switching/`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.measures import Combination, PartRows
from snodo.mechanism.part import Part
from snodo.mechanism.transmissions import Belt

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism


@dataclass(kw_only=True)
class StopPart(Part):
    """The owner of a row that is not a part of the mechanism, such as one end of the limits of a joint."""

    kind: ClassVar[str] = "stop"

    def __post_init__(self) -> None:
        """Its name has a dot."""


@dataclass(frozen=True)
class SwitchedRow:
    """A row Φ = quantity that may be off."""

    name: str
    part: Part
    quantity: Callable[[RowBuilder], Combination]
    on_velocity: bool = False
    pushes: bool = False
    """Whether its force is a series of results: that of a stop or contact."""
    function: Callable[[RowBuilder], Function | None] | None = None
    """A function of time that is subtracted, if any."""
    acts: bool = True
    """False: it only measures, and is never on."""

    def rows(self, builder: RowBuilder) -> PartRows:
        """As other rows are given."""
        x, function = self.quantity(builder), None if self.function is None else self.function(builder)
        acts, exact = "sometimes" if self.acts else "never", function is None
        speeds = [self.on_velocity]
        return PartRows(self.part, [self.name], [x], [function], on_velocity=speeds, exact=exact, acts=acts)


@dataclass(frozen=True)
class LatchRows:
    """The rows of a joint or constraint that events open and close."""

    part: Any

    def rows(self, builder: RowBuilder) -> PartRows:
        """Those between frames are along axes of the parent, so that a latch can hold any position."""
        if getattr(self.part, "carries", False):
            found = builder.rows_in_parent_axes(self.part)
            found.exact = True
        else:
            found = self.part.rows(builder)
        found.acts = "sometimes"
        return found


Switched = SwitchedRow | LatchRows
SWITCHED: ContextVar[Sequence[Switched]] = ContextVar("switched", default=())
"""The switched rows of formulations that are bound now."""


def openable(mechanism: Mechanism) -> set[str]:
    """Joints, constraints and cylinders that events open or close, cylinders that yield, and belts that slip."""
    parts = {**mechanism.joints, **mechanism.constraints}
    found = {name for name, part in parts.items() if not getattr(part, "closed", True)}
    found |= {belt.name for belt in slipping_belts(mechanism)}
    cylinders = {name: part for name, part in mechanism.forces.items() if isinstance(part, LinearActuator)}
    found |= {name for name, part in cylinders.items() if part.relief is not None}
    parts |= cylinders
    for event in getattr(mechanism, "events", {}).values():
        found |= {action.target for action in event.actions if action.kind in ("open", "close")} & set(parts)
    return found


def slipping_belts(mechanism: Mechanism) -> list[Belt]:
    """Belts with a coefficient of friction."""
    return [part for part in mechanism.constraints.values() if isinstance(part, Belt) and part.mu is not None]
