"""Go on from a state of another run: what its events had opened, closed, engaged and set until then.

Stops, contacts and friction at rest are found anew from the state itself; latches hold the position they have there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from snodo.switching.switching import Mode, ModeWriter, Switching


def by_name(switching: Switching, writer: ModeWriter, modes: Sequence[Mode]) -> list[dict[str, Any]]:
    """What events changed, from which time on, by the names of parts; empty if they change nothing."""
    latches = [latch.name for latch in switching.latches]
    places = [place.name for place in switching.places]
    found: list[dict[str, Any]] = []
    last: Mode | None = None
    closes = [places.index(name) for name in latches]
    for mode in modes:
        if last is not None and _same(last, mode, closes):
            continue
        last = mode
        on = dict(zip(places, mode.on))
        now = {
            "closed": {name: on[name] for name in latches},
            "engaged": dict(zip(places, mode.engaged)),
            "numbers": writer.numbers_by_name(mode),
        }
        if not found or any(found[-1][word] != value for word, value in now.items()):
            found.append({"time": mode.time, **now})
    return found if len(found) > 1 else []


def _same(one: Mode, other: Mode, closes: Sequence[int]) -> bool:
    """Whether what events change is alike in two modes; closes: the numbers of latches among the places."""
    if one.engaged is not other.engaged and one.engaged != other.engaged:
        return False
    if one.numbers is not other.numbers and not np.array_equal(one.numbers, other.numbers):
        return False
    return all(one.on[k] == other.on[k] for k in closes)


def in_force(changes: Sequence[Mapping[str, Any]], time: float) -> Mapping[str, Any] | None:
    """The last of them before a time [s]: a state at the time of an event is that before it."""
    before = [change for change in changes if change["time"] < time]
    return before[-1] if before else None


def resume(switching: Switching, writer: ModeWriter, change: Mapping[str, Any]) -> None:
    """Begin with these modes."""
    for latch in switching.latches:
        latch.on = bool(change["closed"].get(latch.name, latch.on))
    for place in switching.places:
        place.engaged = bool(change["engaged"].get(place.name, place.engaged))
    for name, value in change["numbers"].items():
        writer.set_number(name, float(value))
