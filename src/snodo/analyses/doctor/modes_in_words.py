"""What switches in a mechanism, in words: when each stop, contact, friction and latch acts, and what holds together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism.contacts import Contact
from snodo.mechanism.forces import Clutch, Freewheel
from snodo.switching.dynamics import Dynamics
from snodo.switching.places import Dry, Latch, Relief, Rub, Slip, Stop, Teeth
from snodo.switching.switching import Switching

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.events import Event

Array = np.ndarray
DEPENDENT = 1e-9
"""Part of its mobility below which friction that sticks is held by others."""


def modes_in_words(F: Formulation, q: Array, v: Array) -> list[str]:
    """One sentence for everything that can switch, in the state (q, v) at the start; empty if nothing does."""
    switching = Switching(F.mechanism)
    if not switching:
        return []
    G = switching.bind(F.name)
    phi = G.constraints(q, 0.0)
    words = [_stop(G, stop, float(phi[stop.at[0]])) for stop in switching.stops]
    words += [_friction(G, dry) for dry in switching.frictions if not isinstance(dry, Rub)]
    words += [_latch(switching, latch) for latch in switching.latches]
    for soft in switching.soft:
        words.append(f"{soft.name} yields: it pushes while its gap, now {_number(G, soft.at[0], phi)}, is negative")
    words += [f"event {event.name}: when {event.when}, {_done(event)}" for event in F.mechanism.events.values()]
    return [*words, *_together(G, switching, q, v)]


def _stop(G: Formulation, stop: Stop, gap: float) -> str:
    if isinstance(stop.part, Freewheel):
        return f"{stop.name} lets {stop.part.joint} move {stop.part.turns} only: it holds while it is pushed back"
    if isinstance(stop, Teeth):
        unit = G.row_units[stop.at[0]]
        part: Any = stop.part
        return f"{stop.name} holds {part.joint} at teeth {stop.pitch:.4g} {unit} apart, and lets it move {part.turns}"
    what = "is a rigid contact" if isinstance(stop.part, Contact) else "is a rigid stop"
    rub = f", friction {stop.part.mu:g}" if isinstance(stop.part, Contact) and stop.part.mu else ""
    unit = G.row_units[stop.at[0]]
    where = (
        "closed at the start" if abs(gap) <= 1e-9 * G.row_scale[stop.at[0]] else f"{gap:.4g} {unit} open at the start"
    )
    return f"{stop.name} {what}, {where.replace('  ', ' ')}, restitution {stop.restitution:g}{rub}"


def _friction(G: Formulation, dry: Dry) -> str:
    part: Any = dry.part
    if dry.load:
        static = part.mu if part.static is None else part.static
        return f"{dry.name} sticks at rest up to {static:g} times the load of {part.joint}, and slides with {part.mu:g}"
    unit = "N m" if G.row_units[dry.at[0]] == "rad" else "N"
    engaged = "" if dry.engaged else "; it is not engaged at the start"
    if isinstance(dry, Relief):
        middle, reach = part.relief_range
        forces = f"{reach + middle:g} N pushing and {reach - middle:g} N pulling"
        return f"cylinder {dry.name} is held with at most {forces}, and yields with these forces{engaged}"
    kind = "clutch" if isinstance(part, Clutch) else "belt" if isinstance(dry, Slip) else "friction"
    return (
        f"{kind} {dry.name} sticks at rest up to {dry.static:g} {unit}, and slides with {dry.sliding:g} {unit}{engaged}"
    )


def _latch(switching: Switching, latch: Latch) -> str:
    events = switching.mechanism.events.values()
    by = [e.name for e in events if any(a.target == latch.name and a.kind in ("open", "close") for a in e.actions)]
    state = "closed" if latch.on else "open"
    return f"{latch.part.title} is {state} at the start; events open and close it: {', '.join(by)}"


def _done(event: Event) -> str:
    return ", ".join(f"{a.kind} {a.target}".strip() for a in event.actions)


def _number(G: Formulation, row: int, phi: Array) -> str:
    return f"{phi[row]:.4g} {G.row_units[row]}".rstrip()


def _together(G: Formulation, switching: Switching, q: Array, v: Array) -> Iterator[str]:
    """Friction that holds the same motion: rows of places that stick depend on one another."""
    frictions = [dry for dry in switching.frictions if dry.engaged and not isinstance(dry, Rub)]
    if len(frictions) < 2:
        return
    on = np.flatnonzero(~np.isin(np.arange(G.nc), [row for place in switching.places for row in place.at]))
    at, free = Dynamics(G, 0.0, q, v), 0
    held: list[int] = []
    for dry in frictions:
        D, mobility = at.compliance(np.array(dry.at), np.concatenate([on, held]).astype(int))
        if D[0, 0] > DEPENDENT * mobility[0]:
            held, free = [*held, *dry.at], free + 1
    if free < len(frictions):
        names = ", ".join(dry.name for dry in frictions)
        motions = "the same motion" if free == 1 else f"only {free} motions"
        yield f"the frictions {names} hold {motions}: while all of them stick, their shares of it are not determined"
