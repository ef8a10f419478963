"""Connected groups of bodies, and the characteristic length of each body.

Two bodies belong to one group if a joint, constraint, force or driver acts on both of them.  The ground connects
nothing: a flywheel and a pendulum on the same base are two independent groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import SnodoError
from snodo.formulations.series.reactions import bodies_of
from snodo.mechanism.forces import UserForce
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray

SMALLEST_PART = 1e-4
"""Smallest length of a body, relative to the size of its group."""


class Groups:
    """The groups of a bound formulation.

    bodies                           group of each body, by name
    coordinates, velocities, rows    group of each coordinate, velocity and constraint row
    works                            group of each work integral of the formulation
    sizes                            characteristic length of each group [m]
    """

    def __init__(self, F: Formulation) -> None:
        m = F.mechanism
        self._mechanism, self._geometry, self._fallback = m, F.geometry, F.size
        acting = {part.name: _acted_on(m, part) for part in _parts(m)}
        self.bodies = _connected(list(m.bodies), acting.values())
        self.count = max(self.bodies.values(), default=-1) + 1
        self._owner = {name: bodies[-1] for name, bodies in acting.items() if bodies} | {b: b for b in m.bodies}
        self._owner |= {contact.name: contact.body for contact in m.contacts.values()}
        self._places = self._places_of_bodies(acting)
        self.coordinates = self.of_names(F.coordinate_names)
        self.velocities = self.of_names(F.velocity_names)
        self.rows = self.of_names(F.row_parts)
        self.works = self.of_names(F.work_names)
        self.sizes = np.array([self._size(k) for k in range(self.count)])
        self._lengths = {body: self._length(body) for body in m.bodies}

    def lengths(self, names: list[str]) -> Array:
        """For coordinates or velocities by name: the length of the body that each one moves [m]."""
        return np.array([self._lengths[self._owner[name.partition(".")[0]]] for name in names])

    def of_names(self, names: list[str]) -> Array:
        """Group of coordinates, velocities or parts, by their names."""
        return np.array([self.bodies[self._owner[name.partition(".")[0]]] for name in names], int)

    # ---------------------------------------------------------------- lengths
    def _size(self, group: int) -> float:
        """The diagonal of the box around all places of a group; that of the mechanism if the group has no extent."""
        own = [place for body, places in self._places.items() if self.bodies[body] == group for place in places]
        return self._diagonal(own) or self._fallback

    def _length(self, body: str) -> float:
        """The extent of a body and its attachments; the size of its group if it is a single point."""
        size = float(self.sizes[self.bodies[body]])
        return max(self._diagonal(self._places[body]) or size, SMALLEST_PART * size)

    def _diagonal(self, places: list[Array]) -> float:
        box = np.ptp(np.array(places), axis=0)[: self._mechanism.dimension]
        return float(np.linalg.norm(box))

    def _places_of_bodies(self, acting: dict[str, list[str]]) -> dict[str, list[Array]]:
        """World coordinates as drawn of each body's origin, centre of mass, outline and attachments."""
        places: dict[str, list[Array]] = {body: list(self._outline(body)) for body in self._mechanism.bodies}
        for part in _parts(self._mechanism):
            found = list(self._located(part))
            for body in acting[part.name]:
                places[body] += found
        for frame in self._mechanism.frames.values():
            if frame.on in places:
                places[frame.on] += list(self._located(frame))
        return places

    def _outline(self, body: str) -> Iterator[Array]:
        placed = self._geometry.bodies[body]
        yield placed.pose.r
        yield placed.pose.to_world(np.array(placed.inertia.com))
        if placed.shape is not None:
            yield from (placed.pose.r + placed.shape.extent() * e for e in (np.ones(3), -np.ones(3)))

    def _located(self, part: Any) -> Iterator[Array]:
        """Where a part acts; a user's law may depend on world coordinates, so the world's origin is included."""
        if isinstance(part, UserForce):
            yield np.zeros(3)
        for attribute in ("at", "start", "end"):
            where = getattr(part, attribute, None)
            if where is not None:
                try:
                    yield self._geometry.world(where, part)
                except SnodoError:  # a place on a body that is described by its own coordinates
                    continue


def _parts(mechanism: Mechanism) -> list[Any]:
    m = mechanism
    return [*m.joints.values(), *m.constraints.values(), *m.forces.values(), *m.drivers.values()]


def _acted_on(mechanism: Mechanism, part: Any) -> list[str]:
    """The bodies that a part acts on, without the ground."""
    return [body for body in bodies_of(mechanism, part) if body != GROUND]


def _connected(names: list[str], acting: Any) -> dict[str, int]:
    """Number of the group of each name (union-find)."""
    root = {name: name for name in names}

    def find(name: str) -> str:
        while root[name] != name:
            root[name] = root[root[name]]
            name = root[name]
        return name

    for bodies in acting:
        for body in bodies[1:]:
            root[find(body)] = find(bodies[0])
    numbers: dict[str, int] = {}
    return {name: numbers.setdefault(find(name), len(numbers)) for name in names}
