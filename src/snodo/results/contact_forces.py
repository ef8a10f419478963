"""Contacts along a motion: gap, normal force, friction and slip at each of their places, and where they act.

The force of a rigid contact is the multiplier of its row.  Its friction is that of its rows of slip while it sticks,
and µ N against the slip while it slides.  Forces of compliant contacts are their laws (`parts/soft_stops.py`,
`parts/bristles.py`).  All act on the body of the contact, and reversed on the body it is against.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.loads import slip_rows
from snodo.formulations.parts.contact_slips import contact_slips, normal_drawn
from snodo.formulations.parts.named_measures import SPEED, Named
from snodo.formulations.series.efforts import drives
from snodo.mechanism.contacts import CurveContact, CylinderContact, SpheresContact
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import GROUND
from snodo.mechanism.profiles import centre_of, profile_of
from snodo.mechanism.reader import directions_across
from snodo.results.attitude import matrices
from snodo.results.numbers import with_numbers

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
SLIDES = 1e-9
"""Slips below this, relative to the largest one, do not slide."""


class Touching:
    """One place of a contact along a motion."""

    def __init__(self, result: Result, contact: Any, name: str) -> None:
        self.result, self.contact, self.name = result, contact, name
        self.F = result.formulation
        self.s = contact.places(self.F.geometry)[name]

    # ---------------------------------------------------------------- geometry
    def _point(self, body: str, s: Array) -> Array:
        """World coordinates (time, 3) of a point of a body."""
        if body == GROUND:
            return np.broadcast_to(s, (self.result.time.size, 3))
        origin = self.result.position(body).values
        origin = np.pad(origin, ((0, 0), (0, 3 - origin.shape[1])))
        return np.asarray(origin + matrices(self.result, body) @ s)

    def _turned(self, direction: Array) -> Array:
        """A direction (3) or (time, 3) of the body it is against, in world axes."""
        if self.contact.against == GROUND:
            return np.broadcast_to(direction, (self.result.time.size, 3))
        A = matrices(self.result, self.contact.against)
        return np.asarray(A @ direction if direction.ndim == 1 else np.einsum("tij,tj->ti", A, direction))

    @cached_property
    def centre(self) -> Array:
        """The point, corner or centre (time, 3) [m]."""
        return self._point(self.contact.body, self.s)

    @cached_property
    def normal(self) -> Array:
        """Away from the body it is against (time, 3)."""
        if isinstance(self.contact, SpheresContact):
            d = self.centre - self._point(self.contact.against, self.contact.second_centre(self.F.geometry))
            return np.asarray(d / np.linalg.norm(d, axis=1)[:, None])
        if isinstance(self.contact, CurveContact):
            return self._turned(self._foot[1])
        return self._turned(self.contact.plane(self.F.geometry, self.F.mechanism)[1])

    @cached_property
    def _foot(self) -> tuple[Array, Array]:
        """The distance from a curve (time), and its normal (time, 3) in the axes of its body."""
        contact, geometry = self.contact, self.F.geometry
        origin = self._point(contact.against, centre_of(contact, contact.against, geometry))
        axes = np.stack([self._turned(e) for e in np.eye(3)], axis=2)
        d = np.einsum("tji,tj->ti", axes, self.centre - origin)[:, :2]
        c, n, _ = profile_of(contact, contact.against, geometry, self.F.mechanism).foot(d)
        return ((d - c) * n).sum(axis=1), np.pad(n, ((0, 0), (0, 1)))

    @cached_property
    def place(self) -> Array:
        """Where it touches (time, 3) [m]."""
        if isinstance(self.contact, CylinderContact):
            return np.asarray(self.centre - self.contact.radius * np.cross(self.axis, self._way))
        spheres = isinstance(self.contact, SpheresContact)
        radius = self.contact.radii[0] if spheres else self.contact.radius
        return np.asarray(self.centre - radius * self.normal)

    @cached_property
    def axis(self) -> Array:
        """The axis of a cylinder (time, 3)."""
        return np.asarray(matrices(self.result, self.contact.body) @ self.contact.along(self.F.geometry))

    @property
    def _way(self) -> Array:
        """(n × a)/|n × a| of the edge of a cylinder (time, 3)."""
        across = np.cross(self.normal, self.axis)
        return np.asarray(across / np.linalg.norm(across, axis=1)[:, None])

    @cached_property
    def ways(self) -> list[Array]:
        """Directions across the normal along which it slips (time, 3)."""
        if isinstance(self.contact, SpheresContact | CurveContact):
            return self._round_ways()
        if isinstance(self.contact, CylinderContact):
            return [-self._way, -np.cross(self.normal, self._way)]
        n = self.contact.plane(self.F.geometry, self.F.mechanism)[1]
        plane = self.F.mechanism.dimension == 2
        return [self._turned(t) for t in ([np.array([n[1], -n[0], 0.0])] if plane else directions_across(n))]

    def _round_ways(self) -> list[Array]:
        """Those on a curve or a sphere, which turn with the normal (`math/kernels/grazing.py`)."""
        n = self.normal
        if self.F.mechanism.dimension == 2:
            return [np.column_stack([n[:, 1], -n[:, 0], 0.0 * n[:, 0]])]
        if isinstance(self.contact, CurveContact):
            local = self._foot[1]
            t = self._turned(np.column_stack([local[:, 1], -local[:, 0], local[:, 2]]))
            return [t, np.cross(n, t)]
        drawn, ways = normal_drawn(self.F.geometry, self.contact, self.s)
        first = self._turned(drawn)
        share = (first + n) / (1.0 + (first * n).sum(axis=1))[:, None]
        return [t - (t * n).sum(axis=1)[:, None] * share for t in map(self._turned, ways)]

    @cached_property
    def gap(self) -> Array:
        """Distance (time) [m]; negative where it is pressed in."""
        if isinstance(self.contact, SpheresContact):
            second = self._point(self.contact.against, self.contact.second_centre(self.F.geometry))
            return np.asarray(np.linalg.norm(self.centre - second, axis=1) - sum(self.contact.radii))
        if isinstance(self.contact, CurveContact):
            return self._foot[0] - self.contact.radius
        point = self._point(self.contact.against, self.contact.plane(self.F.geometry, self.F.mechanism)[0])
        radius = self.contact.radius
        if isinstance(self.contact, CylinderContact):
            radius = radius * np.linalg.norm(np.cross(self.normal, self.axis), axis=1)
        return np.asarray(((self.centre - point) * self.normal).sum(axis=1) - radius)

    @cached_property
    def slips(self) -> Array:
        """Speeds of the slip (time, ways) [m/s]."""
        if not self.ways:
            return np.zeros((self.result.time.size, 0))
        return np.stack([self._rate(x) for x in contact_slips(self.F.builder, self.contact)[self.name]], axis=1)

    def _rate(self, x: Combination) -> Array:
        q, v, total = self.result.q, self.result.v, np.zeros(self.result.time.size)
        for weight, measure in x.terms:
            unit = "rad" if measure.kind == "heading" else "m"
            total = total + weight * self.F.motion.read(Named(Combination([(1.0, measure)], unit=unit), SPEED), q, v)
        return total

    # ---------------------------------------------------------------- forces
    @cached_property
    def force(self) -> Array:
        """Normal force (time) [N]."""
        if self.contact.rigid:
            if self.name not in self.F.row_names:
                return np.zeros(self.result.time.size)
            return np.asarray(-self.result.multipliers[:, self.F.row_names.index(self.name)])
        return self._law(self.name)

    def _law(self, row: str) -> Array:
        """The force of a law (time) [N]."""
        result = self.result
        law = next(law for law in self.F.flat.forces if law.row == row)
        with with_numbers(result):
            return np.asarray(drives(self.F, law, result.time, result.q, result.v)[..., 0])

    @cached_property
    def friction(self) -> Array:
        """Friction along the ways (time, ways) [N]."""
        n = self.F.mechanism.dimension
        if not self.contact.mu or not self.ways:
            return np.zeros_like(self.slips)
        if not self.contact.rigid:
            words = ("friction",) if n == 2 else ("friction_1", "friction_2")
            weights = [x.terms[0][0] for x in contact_slips(self.F.builder, self.contact)[self.name]]
            laws = [self._law(f"{self.name}.{word}") / weight for word, weight in zip(words, weights)]
            return np.stack(laws, axis=1)
        rows = [row for row in slip_rows(self.name, n) if row in self.F.row_names]
        if not rows:
            return np.zeros_like(self.slips)
        own = [self.F.row_names.index(row) for row in rows]
        held = -self.result.multipliers[:, own]
        if "rub" in self.result.found:
            return np.asarray(held - self.result.found["rub"][:, own])
        speed = np.linalg.norm(self.slips, axis=1)  # a file of an earlier version
        slides = (speed > SLIDES * max(speed.max(initial=0.0), 1e-300)) & ~held.any(axis=1)
        way = self.slips / np.where(slides, speed, 1.0)[:, None]
        return np.where(slides[:, None], -self.contact.mu * self.force[:, None] * way, held)

    @property
    def rub(self) -> Array:
        """Friction on the body, in world axes (time, 3) [N]."""
        return np.asarray(sum((f[:, None] * way for f, way in zip(self.friction.T, self.ways)), np.zeros((1, 3))))

    @property
    def total(self) -> Array:
        """Force on the body, in world axes (time, 3) [N]."""
        return np.asarray(self.force[:, None] * self.normal + self.rub)


def touching(result: Result) -> Iterator[Touching]:
    """All places of contact of a mechanism."""
    m = result.mechanism
    for contact in m.contacts.values():
        for name in contact.names(m.dimension):
            yield Touching(result, contact, name)


def touching_series(result: Result) -> Iterator[tuple[str, Any]]:
    """`heel.gap`, `heel.slip`, and `heel.friction` in world axes."""
    n = result.mechanism.dimension
    for place in touching(result):
        name = place.name
        yield f"{name}.gap", partial(_labelled, place, "gap", f"gap of {name}", "m")
        if place.contact.mu:
            yield f"{name}.slip", partial(_slip, place)
            yield f"{name}.friction", partial(_rub, place, n)


def _labelled(place: Touching, word: str, label: str, unit: str) -> Any:
    return place.result.labelled(getattr(place, word), label, unit)


def _slip(place: Touching) -> Any:
    return place.result.labelled(np.linalg.norm(place.slips, axis=1), f"speed of the slip of {place.name}", "m/s")


def _rub(place: Touching, n: int) -> Any:
    values = np.broadcast_to(place.rub, (place.result.time.size, 3))[:, :n]
    return place.result._vector(values, f"friction on {place.contact.body} at {place.name}", "N")
