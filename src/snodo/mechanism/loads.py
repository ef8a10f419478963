"""Forces that follow reactions (load laws): friction µN, the forces of teeth and belts.

    force = coefficient · load,   the load N being a preload and a sum of lengths of parts of a joint's reaction

A part defines them in `loads(reader)`, once for all formulations; `formulations/kernels/loads.py` has the equations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from snodo.mechanism.part import GROUND, Part

Array = np.ndarray


def _none() -> Array:
    return np.zeros(3)


@dataclass
class Push:
    """A force and a moment on a body, at a point: in the axes of the body `frame`, the point from its origin [m]."""

    body: str
    frame: str
    point: Array
    force: Array = field(default_factory=_none)
    moment: Array = field(default_factory=_none)


@dataclass
class Component:
    """force · F + moment · M of the wrench (F, M) of the rows of a joint or constraint on a body, at a point."""

    of: str
    body: str
    frame: str
    point: Array
    force: Array = field(default_factory=_none)
    moment: Array = field(default_factory=_none)


@dataclass
class Pressed:
    """weight · the multiplier of a row: −1 for the force with which a contact pushes."""

    row: str
    weight: float = -1.0


@dataclass
class Group:
    """weight · length of the vector of some components; or, signed, weight · the only component."""

    components: list[Component] | list[Pressed]
    weight: float = 1.0
    signed: bool = False


@dataclass
class Load:
    """A force −coefficient · N along the sum of its pushes."""

    part: Part
    name: str
    pushes: list[Push]
    groups: list[Group]
    preload: float = 0.0
    friction: bool = True
    """Whether it acts against the speed along its pushes; otherwise always in their direction."""
    mu: float = 1.0
    """Coefficient; of friction in a pin, times the radius [m]."""
    static: float = 1.0
    stribeck: float = 0.0
    smoothing: float = 0.0
    """Speed over which friction reverses; zero: true dry friction."""
    joint: str = ""
    """The joint whose reaction it follows."""
    rows: tuple[str, ...] = ()
    """Names of one row, or of two rows across one another, along which it acts; it then has no pushes."""
    group: int = 0
    """Loads along rows with the same number stick together."""


def pin(
    joint: str, body: str, frame: str, point: Array, across: list[tuple[Array, Array]], length: float | None
) -> list[Group]:
    """The load of a pin or guide along e, from the force F and the moment M in it.

    Without a length it is |F|; with one the two ends carry p, q = F/2 ± (M × e)/ℓ, and the load is |p| + |q|.
    """
    if length is None:
        return [Group([Component(joint, body, frame, point, force=d) for d, _ in across])]
    return [
        Group([Component(joint, body, frame, point, d / 2, sign * turn / length) for d, turn in across])
        for sign in (1.0, -1.0)
    ]


def exact_fit(mu: float) -> float:
    """Coefficient in a bore with a close fit: the pin climbs until R is on the friction circle, µ / √(1 + µ²)."""
    return mu / math.sqrt(1.0 + mu * mu)


def moved_body(parent: str, child: str) -> str:
    """The body on which the reaction of a joint is read: any that is not the ground."""
    return child if child != GROUND else parent
