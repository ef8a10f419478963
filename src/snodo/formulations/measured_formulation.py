"""What formulations in space have in common behind the seam between equations and time.

All rows and scratch stand in one flat `model` whose `Header` has the same words in every formulation; `kernels` are its
compiled functions.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import Problem
from snodo.formulations.base import Array, Formulation, unknown_place
from snodo.formulations.parts.alike_directions import AlikeDirections
from snodo.formulations.soft_rows import SoftPlaces, permutation_at
from snodo.formulations.user_functions import UserFunctions
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS
from snodo.mechanism.part import GROUND

LEAST_PIVOT = 1e-14
"""Relative pivot of S taken for a singular position."""


class InSpace(UserFunctions, Formulation):
    """Stabilisation, redundant rows, pivots, and everything in the states of a motion."""

    closer: Any
    motion: Any
    kernels: Any
    work_names: list[str]
    singular_times: list[float] = []
    """States of the last evaluation in which rows depended on one another for a moment [s]."""

    @abstractmethod
    def state(self, q: Any, v: Any) -> Array:
        """y = (q, v, works) with the works at zero."""

    @abstractmethod
    def failure(self, status: int, t: float) -> Problem:
        """What a status other than zero means, in words."""

    @abstractmethod
    def _evaluate(self, times: Array, states: Array, out: Array) -> int:
        """Fill a row for each state; returns 0, or 1 + the row that failed."""

    # ---------------------------------------------------------------- rows
    def set_gains(self, alpha: float, beta: float) -> None:
        """Baumgarte's gains [1/s]; α also holds Euler parameters at length one."""
        self.flat.header.alpha, self.flat.header.beta = alpha, beta

    @property
    def kept_rows(self) -> Array:
        """Boolean mask of the rows that are not redundant."""
        return self._rows("mask_at") != 0.0

    def set_kept_rows(self, kept: Any) -> None:
        """Leave out redundant rows in the compiled rate; decided in a closed configuration."""
        first, count = self.flat.header.mask_at, self.flat.header.rows
        self.model[first : first + count] = np.asarray(kept, float)[:count]

    def find_redundant(self, q: Any, t: float, tolerance: float) -> None:
        """Leave out the rows that depend on others in the configuration q: those of a smaller relative pivot."""
        y = self.state(q, np.zeros(self.nv))
        self.kernels.find_redundant(self.kernels.rate, float(t), y, np.empty_like(y), self.model, tolerance)

    @property
    def smallest_pivot(self) -> float:
        """Smallest relative pivot of S = J M⁻¹ Jᵀ among the kept rows in the last evaluation."""
        return float(self.model[self.pivot_at])

    @property
    def least_pivot(self) -> float:
        """Relative pivot below which the compiled equations refuse the kept rows as singular."""
        return float(self.flat.header.least_pivot)

    @least_pivot.setter
    def least_pivot(self, value: float) -> None:
        self.flat.header.least_pivot = value

    @property
    def pivot_at(self) -> int:
        """Where in the model the smallest relative pivot stands."""
        return int(self.flat.header.report_at)

    @property
    def soft_places(self) -> SoftPlaces:
        """Where the model keeps what belongs to soft rows."""
        from snodo.math.kernels.record_layout import place

        head = self.flat.header
        tables = [getattr(head, f"{name}_at") for name in ("soft", "trail", "S", "diagonal")]
        tables += [permutation_at(self.model, head.plan_at), self.accelerations_at]
        return SoftPlaces(head.rows, head.nv, place(self.kernels.layout.Header, "soft_rows"), *tables)

    @property
    def accelerations_at(self) -> int:
        """Where the model has the accelerations of the last evaluation; −1: they stand in ẏ only."""
        return -1

    @property
    def factored_at(self) -> int:
        """Where in the model it stands whether there are factors."""
        from snodo.math.kernels.record_layout import place

        return int(place(self.kernels.layout.Header, "factored"))

    def count_turns(self, q: Array) -> Array:
        """Set the coordinates that count whole turns to the angles in q, by the turns that they say."""
        for name, k in self.flat.counters.items():
            q[k] = self._counted(name, q, np.zeros(self.nv))[0]
        return q

    def drawn_with_turns(self, values: Mapping[str, float]) -> Array:
        """The coordinates as drawn, with the whole turns of the wanted angles, by their names."""
        q, known = self.reference()[0], {**self.closer.initial, **values}
        for name, k in self.flat.counters.items():
            q[k] = self.closer.counted_as_drawn(name, known)
        return q

    def counting_rates(self, q: Array, v: Array) -> Array:
        """Rates of the coordinates that count whole turns [rad/s]."""
        return np.array([self._counted(name, q, v)[1] for name in self.flat.counters])

    def _counted(self, name: str, q: Array, v: Array) -> tuple[float, float]:
        """A counted angle and its rate."""
        from snodo.formulations.parts.measures import Quantity

        angle, rate, _ = self.motion.along(Quantity([(1.0, self.closer.counter(name))]), q, v, np.zeros(self.nv))
        return float(angle), float(rate)

    def turned_around(self, q: Array) -> list[str]:
        """Joints whose rows hold in q although a body is turned around."""
        return self._directions.turned_around(self.motion.all_axes(q)) if self._directions.parts else []

    @cached_property
    def _directions(self) -> AlikeDirections:
        return AlikeDirections(self.flat.constraints, self.flat.bodies)

    def weakest_row(self) -> str:
        """The row nearest to depending on the others in the last evaluation, in words; empty if none is near."""
        pivot, row = self.model[self.pivot_at : self.pivot_at + 2]
        if not 0 <= row < self.nc or pivot > 1e-4:
            return ""
        return f"row {self.row_names[int(row)]!r} nearly depends on the others (relative pivot {pivot:.1e})"

    def row_not_finite(self, t: float) -> Problem:
        """Which row had no finite Φ, ν or γ in the last evaluation, in words."""
        return self.failure(self.kernels.layout.NOT_FINITE, t)

    def failed_law(self) -> Problem:
        """Which force of the user's failed in the last evaluation, at which time, and how."""
        head, n = self.flat.header, self.mechanism.dimension
        law = self.flat.forces[head.culprit]
        places, speeds = (len(law.bodies) * len(words[n]) for words in (POSITION_WORDS, VELOCITY_WORDS))
        q, v = np.split(self.model[head.user_at : head.user_at + places + speeds].copy(), [places])
        return self.user_failure(law, head.time, q, v)

    def failed_row(self) -> Problem:
        """Which constraint of the user's failed in the last evaluation, at which time, and how."""
        head = self.flat.header
        closure = next(c for c in self.flat.constraints if c.part.name == self.row_parts[head.culprit])
        n = len(closure.quantities)
        q, v = np.split(self.model[head.row_user_at : head.row_user_at + 2 * n].copy(), [n])
        return self.user_failure(closure, head.time, q, v)

    def unfinished_row(self, when: str) -> Problem | None:
        """The first row whose Φ, ν or Φ̈ is not finite in the last evaluation, in words."""
        tables = [self._rows(name) for name in ("phi_at", "nu_at", "phi_ddot_at")] if self.nc else [np.zeros(0)]
        bad = np.flatnonzero(~np.isfinite(tables).all(axis=0))
        if not bad.size:
            return None
        part = self.mechanism[self.row_parts[bad[0]]]
        what = f"{when} {part.title}: row {self.row_names[bad[0]]!r} has no finite value or derivative"
        return Problem(what, "look at its function: it must be smooth where it is used", part.where)

    def _rows(self, name: str) -> Array:
        """A table with a number for each row of joints, constraints and drivers."""
        first = getattr(self.flat.header, name)
        return self.model[first : first + self.flat.header.rows].copy()

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
            return m.joints[name].child, self.closer.place_on_child(m.joints[name]), np.eye(3)
        raise unknown_place(m, name)

    # ---------------------------------------------------------------- along a motion
    def evaluate(self, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers, violations, energies and powers in each of the states (time, nq + nv + works)."""
        nv, nc, works = self.nv, self.nc, len(self.work_names)
        out = np.zeros((times.size, nv + 3 * nc + 3 + works))
        failed = self._evaluate(times, states, out)
        if self.interrupted():
            self.forget_failures()
            raise KeyboardInterrupt
        if failed:
            out[failed - 1 :] = np.nan
        names = ("acceleration", "multiplier", "violation", "violation_rate", "energy", "power")
        ends = np.cumsum([nv, nc, nc, nc, 3])
        return dict(zip(names, np.split(out, ends, axis=1)))

    def last_powers(self) -> Array:
        """Powers of the applied forces without potential in the last evaluation [W]; not those of drivers."""
        first = self.flat.header.power_at
        return self.model[first : first + len(self.work_names)].copy()

    def measured_forces(self) -> dict[str, bool]:
        """Forces that act along a coordinate, by name; whether it is the length of a spring."""
        from snodo.formulations.series.efforts import measured_forces

        return measured_forces(self)

    def effort_along(self, name: str, times: Array, q: Array, v: Array) -> tuple[Array, Array, Array, bool]:
        """Coordinate, speed and force (or torque) of a spring, joint torque, friction …; and whether it turns."""
        from snodo.formulations.series.efforts import effort_along

        return effort_along(self, name, times, q, v)
