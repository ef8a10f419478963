"""Rows in absolute coordinates, and angles with all their turns.

Euler parameters give an angle only up to whole turns.  For every angle of a joint (in the plane, for every body) a
coordinate of its own runs along behind those of the bodies, q̇ = θ̇, and says how many turns there were; the angle itself
is always measured.  A tree does the same for the joints that it cuts (`constraint_rows.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from snodo.formulations.parts.constraint_rows import RowBuilder
from snodo.formulations.parts.joint_frames import Framer
from snodo.mechanism.body import Particle
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND

X, Y, Z = np.eye(3)


class AbsoluteRowBuilder(RowBuilder):
    """Every joint becomes rows; in the plane every body is held in it, and particles do not turn."""

    def __init__(self, mechanism: Mechanism, geometry: Geometry) -> None:
        super().__init__(mechanism, geometry, Framer(mechanism, geometry))
        if self.plane:
            self.counted = [f"{body}.angle" for body in mechanism.bodies]

    def fixed_rows(self) -> Iterator[PartRows]:
        """Rows that are not switched; those that hold bodies in the plane come last."""
        yield from super().fixed_rows()
        if self.plane:
            yield from map(self._in_plane, self.mechanism.bodies.values())
        for body in self.mechanism.bodies.values():
            if isinstance(body, Particle) and (self.plane or self.framer.never_turned(body.name)):
                yield self._untwisted(body)

    def _in_plane(self, body: Any) -> PartRows:
        """The body's origin stays at z = 0, its z axis along the world's."""
        along = Combination([(1.0, Measure("along", GROUND, body.name, e=Z))])
        across = [Combination([(1.0, Measure("across", GROUND, body.name, e=Z, f=f))], unit="rad") for f in (X, Y)]
        return PartRows(body, [f"{body.name}.{word}" for word in ("z", "ry", "rx")], [along, *across], [None] * 3)

    def _untwisted(self, body: Any) -> PartRows:
        """A particle keeps its axes: in the plane its angle, in space all three."""
        if self.plane:
            angle = Combination([(1.0, Measure("heading", GROUND, body.name))], -self.angles[body.name], unit="rad")
            return PartRows(body, [f"{body.name}.turn"], [angle], [None])
        pairs = (("rx", Y, Z), ("ry", Z, X), ("rz", X, Y))
        rows = [Combination([(1.0, Measure("across", GROUND, body.name, e=e, f=f))], unit="rad") for _, e, f in pairs]
        return PartRows(body, [f"{body.name}.{word}" for word, _, _ in pairs], rows, [None] * 3)

    def counter(self, name: str) -> Measure:
        """The measured angle behind a coordinate that counts turns; in the plane, of a body."""
        if not self.plane:
            return super().counter(name)
        return Measure("counted", GROUND, name.removesuffix(".angle"), e=X, g=Y, f=X, joint=name)

    def counted_as_drawn(self, name: str, values: Mapping[str, float] | None = None) -> float:
        """A counted angle as drawn, in space with the whole turns of its wanted value."""
        return self.angles[name.removesuffix(".angle")] if self.plane else super().counted_as_drawn(name, values)
