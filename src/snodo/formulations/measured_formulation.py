"""What formulations have in common whose rows are made of measures between bodies (`parts/measures.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import Problem
from snodo.formulations.base import Array
from snodo.formulations.in_time import InTime
from snodo.formulations.parts.alike_directions import AlikeDirections
from snodo.formulations.unknown_place import unknown_place
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS
from snodo.mechanism.part import GROUND


class MeasuredFormulation(InTime, abstract=True):
    """Rows made of measures, places by name, and counted turns."""

    motion: Any

    # ---------------------------------------------------------------- rows
    def count_turns(self, q: Array) -> Array:
        """Set the coordinates that count whole turns to the angles in q, by the turns that they say."""
        for name, k in self.flat.counters.items():
            q[k] = self._counted(name, q, np.zeros(self.nv))[0]
        return q

    def drawn_with_turns(self, values: Mapping[str, float]) -> Array:
        """The coordinates as drawn, with the whole turns of the wanted angles, by their names."""
        q, known = self.reference()[0], {**self.builder.initial, **values}
        for name, k in self.flat.counters.items():
            q[k] = self.builder.counted_as_drawn(name, known)
        return q

    def counting_rates(self, q: Array, v: Array) -> Array:
        """Rates of the coordinates that count whole turns [rad/s]."""
        return np.array([self._counted(name, q, v)[1] for name in self.flat.counters])

    def _counted(self, name: str, q: Array, v: Array) -> tuple[float, float]:
        """A counted angle and its rate."""
        from snodo.mechanism.measures import Combination

        angle, rate, _ = self.motion.along(Combination([(1.0, self.builder.counter(name))]), q, v, np.zeros(self.nv))
        return float(angle), float(rate)

    def turned_around(self, q: Array) -> list[str]:
        """Joints whose rows hold in q although a body is turned around."""
        return self._directions.turned_around(self.motion.all_axes(q)) if self._directions.parts else []

    @cached_property
    def _directions(self) -> AlikeDirections:
        return AlikeDirections(self.flat.constraints, self.flat.bodies)

    def failed_law(self) -> Problem:
        """The message about the user's force that failed in the last evaluation."""
        head, n = self.flat.header, self.mechanism.dimension
        law = self.flat.forces[head.culprit]
        places, speeds = (len(law.bodies) * len(words[n]) for words in (POSITION_WORDS, VELOCITY_WORDS))
        q, v = np.split(self.model[head.user_at : head.user_at + places + speeds].copy(), [places])
        return self.user_failure(law, head.time, q, v)

    def failed_row(self) -> Problem:
        """The message about the user's constraint that failed in the last evaluation."""
        head = self.flat.header
        part_rows = next(c for c in self.flat.constraints if c.part.name == self.row_parts[head.culprit])
        n = len(part_rows.quantities)
        q, v = np.split(self.model[head.row_user_at : head.row_user_at + 2 * n].copy(), [n])
        return self.user_failure(part_rows, head.time, q, v)

    # ---------------------------------------------------------------- places by name
    def _where(self, name: str) -> tuple[int, Array, Array]:
        """Number of the body (in a tree, of its link), place and rotation there, of a body, frame or joint."""
        found = self._found.get(name)
        if found is None:
            body, s, A = self._on_body(name)
            link, placed = self.flat.bodies[body]
            found = self._found[name] = link, placed.to_world(s), placed.A @ A
        return found

    @cached_property
    def _found(self) -> dict[str, tuple[int, Array, Array]]:
        """Places that were looked up."""
        return {}

    def _on_body(self, name: str) -> tuple[str, Array, Array]:
        m, stem = self.mechanism, name.removesuffix(".com")
        if name == GROUND or name in m.bodies:
            return name, np.zeros(3), np.eye(3)
        if stem in m.bodies:
            return stem, np.array(self.geometry.bodies[stem].inertia.com), np.eye(3)
        if name in m.frames:
            return self.geometry.frame(name)
        if name in m.joints:
            return m.joints[name].child, self.builder.place_on_child(m.joints[name]), np.eye(3)
        raise unknown_place(m, name)

    # ---------------------------------------------------------------- along a motion
    def measured_forces(self) -> dict[str, bool]:
        """Forces that act along a coordinate, by name; whether it is the length of a spring."""
        from snodo.formulations.series.efforts import measured_forces

        return measured_forces(self)

    def effort_along(self, name: str, times: Array, q: Array, v: Array) -> tuple[Array, Array, Array, bool]:
        """Coordinate, speed and force (or torque) of a spring, joint torque, friction …; and whether it is an angle."""
        from snodo.formulations.series.efforts import effort_along

        return effort_along(self, name, times, q, v)
