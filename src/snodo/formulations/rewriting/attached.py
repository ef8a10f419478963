"""A part used again, with its numbers on the tape: those of its own file, mirrored, turned and moved as its copy is.

    place r' = R M r + d     direction e' = ± R M e     axes A' = R M A M     in a body s' = Q s, Q = A'ᵀ R M A

(`mechanism/attaching`).  Where a number of the copy is not what follows from that, it is taken as it is.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.rewriting.described import Described
from snodo.formulations.rewriting.masses import Mass
from snodo.formulations.rewriting.tape import NotRecorded, Recorded, Value, number
from snodo.formulations.rewriting.vectors import (
    Matrix,
    Placed,
    Vector,
    plain,
    plain_matrix,
    plus,
    product,
    rotation,
    scaled,
    times,
    turned,
)
from snodo.mechanism.attaching.attach import COPIED, Attachment, copied
from snodo.mechanism.attaching.copying import is_polar
from snodo.mechanism.part import GROUND, Part, part_fields

if TYPE_CHECKING:
    from snodo.formulations.rewriting.drawn import Drawn

SAME = 1e-11
"""Largest difference from the number of the copy, relative to it if it is larger than one."""


class Attached:
    """One part used again; names are those in its own file."""

    def __init__(self, around: Drawn, attachment: Attachment) -> None:
        from snodo.formulations.rewriting.drawn import Drawn

        prefix, described = f"{attachment.prefix}/", around.described
        self.around, self.prefix = around, prefix
        self.copying = copied(around.mechanism, attachment).copying
        self.part, self.placement = self.copying.part, self.copying.placement
        still = frozenset(name.removeprefix(prefix) for name in around.still if name.startswith(prefix))
        inside = Described(self.part, described.tape, described.inputs, f"{described.path}{prefix}")
        self.own = Drawn(inside, self.copying.geometry, still)
        self._at = plain(described.merged(attachment.at or self.placement.at, self.placement.at))
        self._RM = self._turned(described.merged(attachment.angle, self.placement.angle))

    def _turned(self, angle: Value) -> Matrix:
        """R M."""
        if not isinstance(angle, Recorded):
            return plain_matrix(self.placement.RM)
        axis = (0.0, 0.0, 1.0) if self.placement.axis is None else self.placement.axis
        return product(rotation(plain(axis), angle), plain_matrix(self.placement.M))

    # ---------------------------------------------------------------- places
    def place(self, r: Vector) -> Vector:
        """A place in world coordinates."""
        return plus(times(self._RM, r), self._at)

    def point(self, name: str) -> Vector:
        """A point of the copy."""
        return self.place(plain(self.own.point(name)))

    # ---------------------------------------------------------------- bodies
    def pose(self, name: str) -> Placed:
        """A body's frame, if its axes do not follow from its ends or corners."""
        own = self.own.pose(name)
        return Placed(self.place(own.r), product(product(self._RM, own.A), plain_matrix(self.placement.M)))

    def mass(self, name: str) -> Mass:
        """m, Q c and Q J Qᵀ."""
        own, Q = self.own.mass(name), self._change(name)
        return Mass(own.mass, times(Q, own.com), product(product(Q, own.tensor), turned(Q)))

    def extent(self, name: str) -> Value:
        """How far a body reaches from its origin."""
        return self.own.extent(self.part.bodies[name])

    def _change(self, name: str) -> Matrix:
        """Q of a body."""
        Q = self.copying.Q[name]
        if np.array_equal(np.abs(Q), np.eye(3)):
            return plain_matrix(Q)
        theirs = self.around.pose(self.prefix + name).A
        return product(turned(theirs), product(self._RM, self.own.pose(name).A))

    def _local(self, body: str, s: Vector) -> Vector:
        """Coordinates in a body."""
        if body == GROUND:
            return self.around.pose(self.copying.on).inward(self.place(s))
        return times(self._change(body), s)

    # ---------------------------------------------------------------- fields
    def field(self, part: Part, word: str) -> Any:
        """The value of a field of the copy."""
        value, theirs = getattr(part, word), self._original(part)
        if theirs is None or value is None or getattr(theirs, word, None) is None:
            return value
        family = next((str(f.metadata["quantity"]) for f in part_fields(type(part)) if f.name == word), "")
        found = self._changed(theirs, word, family.partition(":")[0], value)
        return found if alike(found, value) else value

    def _original(self, part: Part) -> Part | None:
        """What a part of the mechanism around is a copy of."""
        name = part.name.removeprefix(self.prefix)
        for section in COPIED:
            if type(getattr(self.around.mechanism, section).get(part.name)) is type(part):
                found: Part | None = getattr(self.part, section).get(name)
                return found
        return None

    def _changed(self, theirs: Part, word: str, family: str, value: Any) -> Any:
        own = self.own.field(theirs, word)
        if family == "point":
            return self._where(own, value)
        if family == "points" and len(own) == len(value):
            return tuple(self._where(a, b) for a, b in zip(own, value))
        if family == "direction":
            return self._direction(own, value, is_polar(theirs, word))
        return _signed(own, value)

    def _where(self, own: Any, value: Any) -> Any:
        if isinstance(own, str):
            return value
        n = self.placement.dimension
        if isinstance(own, dict):
            return {self.copying.body(b): tuple(self._local(b, plain(s))[:n]) for b, s in own.items()}
        return tuple(self.place(plain(own))[:n])

    def _direction(self, own: Any, value: Any, polar: bool) -> Any:
        hand = 1.0 if polar else self.placement.hand
        if isinstance(own, dict):
            turned_by = {body: product(turned(self.around.pose(self.copying.on).A), self._RM) for body in own}
            turned_by |= {body: self._change(body) for body in own if body != GROUND}
            return {self.copying.body(b): tuple(scaled(hand, times(turned_by[b], plain(v)))) for b, v in own.items()}
        if isinstance(own[0], str):
            return value
        return tuple(scaled(hand, times(self._RM, plain(own)))[: len(value)])

    # ---------------------------------------------------------------- everything
    def see(self) -> None:
        """Put on the tape what its fields and initial values lead to."""
        self.own.see()
        for name, value in self.part.initial_values().items():
            with suppress(NotRecorded):
                own = self.own.described.initial(name, value)
                for x in self._at:  # a place in world axes moves with the part
                    if isinstance(own, Recorded) or isinstance(x, Recorded):
                        _ = x + own, x - own


def _signed(own: Any, value: Any) -> Any:
    """Numbers that the copy has with the same or the other sign."""
    if isinstance(own, Recorded) and isinstance(value, int | float):
        return own if own.value == value else 0.0 - own
    if isinstance(own, list | tuple) and isinstance(value, list | tuple) and len(own) == len(value):
        return tuple(_signed(a, b) for a, b in zip(own, value))
    return value


def alike(found: Any, value: Any) -> bool:
    """Whether what was found has the numbers of the copy."""
    if isinstance(found, Recorded | int | float) and isinstance(value, int | float):
        return abs(number(found) - value) <= SAME * max(1.0, abs(value))
    if isinstance(found, dict) and isinstance(value, dict):
        return found.keys() == value.keys() and all(alike(found[key], value[key]) for key in found)
    if isinstance(found, list | tuple) and isinstance(value, list | tuple):
        both = list(zip(found, value))
        return len(found) == len(value) and all(alike(a, b) for a, b in both)
    return found is value or bool(found == value)
