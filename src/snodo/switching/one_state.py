"""Which friction sticks and which slides in one state, outside of any run: what analyses of one state freeze."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.cables import Cable
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.transmissions import Belt
from snodo.switching.dynamics import Dynamics
from snodo.switching.holding import Holding
from snodo.switching.places import Dry, Latch, Rub
from snodo.switching.resting import DEPENDENT
from snodo.switching.switching import ModeWriter, Switching

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
AT_REST = 1e-9
"""Speeds below this, relative to the largest one, are at rest."""
SLOWEST = 1e-12
"""The same where nothing moves, in natural sizes a second."""


@dataclass(frozen=True)
class Frozen:
    """Friction in one state."""

    part: Any
    value: float
    """Its coordinate, or the difference of those of a clutch [rad or m],"""
    speed: float
    """and how fast it slides; zero while it sticks [rad/s or m/s]."""
    own: bool
    """Whether it sticks by itself; not if other places hold it."""


def friction_at(F: Formulation, q: Array, v: Array, t: float) -> list[Frozen]:
    """The dry friction, engaged clutches and brakes of a mechanism in a state of a formulation of it."""
    switching = Switching(F.mechanism)
    if not any(dry.engaged for dry in switching.frictions):
        return []
    _refuse_rubbing(switching)
    G = switching.bind(F.name)
    switching.found_in(G)
    q = same_place(F, G, q)
    writer, at = ModeWriter(G, switching), Dynamics(G, t, q, v)
    speeds = at.speeds(v)
    fastest = float((np.abs(v) / G.velocity_scale).max(initial=0.0))
    held = []
    for dry in switching.frictions:
        still = max(AT_REST * fastest, SLOWEST) * float(G.row_scale[dry.at[0]])
        at_rest = abs(dry.speed(speeds)) <= still
        dry.direction = 0.0 if at_rest or not dry.engaged else float(np.sign(dry.speed(speeds)))
        held += [dry] if at_rest and dry.engaged else []
    holding, bilateral = Holding(cast(Any, _bound(G)), switching, writer), _bilateral(switching, G.nc)
    problem = holding.decide(at, bilateral, [], held)
    if problem is not None:
        raise UnsupportedError(problem)
    if held:
        holding.mark(at, bilateral, held)
    _refuse_beginning(held)
    phi = G.constraints(q, t)
    return [
        Frozen(dry.part, float(phi[dry.at[0]]), 0.0 if dry.still else dry.speed(speeds), dry.on)
        for dry in switching.frictions
        if dry.engaged
    ]


def held_at(F: Formulation, q: Array, t: float) -> list[Frozen]:
    """The same as if all of it held in a position; places that others hold do not hold by themselves."""
    switching = Switching(F.mechanism)
    _refuse_rubbing(switching)
    G = switching.bind(F.name)
    switching.found_in(G)
    q = same_place(F, G, q)
    at, phi, on, found = Dynamics(G, t, q, np.zeros(G.nv)), G.constraints(q, t), _bilateral(switching, G.nc), []
    for dry in switching.frictions:
        if dry.engaged:
            free, mobility = at.compliance(np.array(dry.at), on)
            own = bool(free[0, 0] > DEPENDENT * mobility[0])
            on = np.append(on, dry.at) if own else on
            found.append(Frozen(dry.part, float(phi[dry.at[0]]), 0.0, own))
    return found


def same_place(F: Formulation, G: Formulation, q: Array) -> Array:
    """Coordinates of one formulation in another of the same kind, which may count other whole turns."""
    if G.nq == F.nq:
        return q
    own = F.nq - len(getattr(F.flat, "counters", ()))
    return G.count_turns(np.concatenate([q[:own], np.zeros(G.nq - own)]))


def _bound(G: Formulation) -> SimpleNamespace:
    """What decides which places hold asks of a constraint method."""
    return SimpleNamespace(formulation=G, extra_works=())


def _bilateral(switching: Switching, rows: int) -> Array:
    """Rows that always hold, and those of latches that are closed."""
    own = np.ones(rows, bool)
    for place in switching.places:
        own[place.at] = isinstance(place, Latch) and place.on
    return np.flatnonzero(own)


def refuse_machine_elements(switching: Switching) -> None:
    """Cylinders with a relief, and belts and cables that slip, are not frozen in one state."""
    kinds = {LinearActuator: "omit its relief", Belt: "omit its mu", Cable: "omit its mu"}
    parts = [(dry.part, kinds[type(dry.part)]) for dry in switching.frictions if type(dry.part) in kinds]
    if parts:
        told = "yields or slips, which is not frozen in one state"
        raise UnsupportedError([Problem(f"{part.title} {told}", remedy, part.where) for part, remedy in parts])


def _refuse_rubbing(switching: Switching) -> None:
    """Rigid contacts are not part of analyses of one state, and so is their friction."""
    refuse_machine_elements(switching)
    parts = {rub.part.name: rub.part for rub in switching.frictions if isinstance(rub, Rub)}
    if parts:
        remedy = "make it compliant (stiffness) without mu, or replace it by a joint"
        told = "rubs, and rigid contacts are not frozen in one state"
        raise UnsupportedError([Problem(f"{part.title} {told}", remedy, part.where) for part in parts.values()])


def _refuse_beginning(held: list[Dry]) -> None:
    """Friction that is at rest and cannot hold has no linear model: the direction in which it slides has just begun."""
    wrong = [dry.part for dry in held if not dry.still and dry.direction]
    if wrong:
        remedy = "take a state in which it slides, or one in which it holds"
        told = "is at rest here and cannot hold: it begins to slip"
        raise UnsupportedError([Problem(f"{part.title} {told}", remedy, part.where) for part in wrong])
