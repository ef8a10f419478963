"""A formulation in time: its model connected to the compiled verbs, its rows, and what a run leaves in given states.

All rows and scratch are in one flat `model`, which begins alike in every formulation (`kernels/verbs.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from snodo.compiled import Compiled, Family, by_address
from snodo.errors import Problem
from snodo.formulations.base import Array, Formulation
from snodo.formulations.connected import FACTORS, connect
from snodo.formulations.loads import LoadNumbers
from snodo.formulations.pivots import SoftPlaces, permutation_at
from snodo.math.kernels.record_layout import PythonTable
from snodo.mechanism.geometry import Pose
from snodo.mechanism.part import GROUND

READINGS = Compiled("snodo.formulations.kernels", Family("what controllers read", "readings.readings"))
FLOAT = np.dtype(float)
MODERATE = 1e30
"""Sum of the squares of the numbers in a state above which it is looked at closely."""
UNIT = 1e-14
"""By how much the squared length of Euler parameters may differ from one, beside rounding."""
LEAST_PIVOT = 1e-14
"""Relative pivot of S taken for a singular position."""


class InTime(Formulation, abstract=True):
    """Gains, redundant rows, pivots, and everything in the states of a motion."""

    entries: Compiled
    """Compiled functions: the verbs that the model is connected to (`kernels/verbs.py`), and what reads results."""
    load_numbers: LoadNumbers | None = None
    """Forces that follow reactions, once the model is connected."""
    numbers_now: Array | None = None
    """States and held numbers that were set; None: as described."""
    _connected = False
    _kind: tuple[int, ...] = ()
    """What kernels of results are told about the velocities in the state."""

    @abstractmethod
    def _evaluate(self, rate: Any, times: Array, states: Array, out: Array) -> int:
        """Fill a row for each state; returns 0, or 1 + the row that failed."""

    def connect(self) -> None:
        """Put the addresses of the compiled verbs into the model, once."""
        if not self._connected:
            connect(self)
            self._connected = True

    def connect_method(self, numbers: Array) -> None:
        """Put the address of the numbers of a method with linear algebra of its own into the model."""
        self._of_method = numbers  # kept alive
        self.flat.header.method = numbers.ctypes.data

    @abstractmethod
    def body_number(self, name: str) -> int:
        """Number of a body, or of the ground, in the tables of loads."""

    def body_frame(self, name: str) -> Pose:
        """A body's own frame in the one that its number stands for: here that of its centre of mass, with its axes."""
        centre = (0.0, 0.0, 0.0) if name == GROUND else self.geometry.bodies[name].inertia.com
        return Pose(-np.array(centre, float), np.eye(3))

    def factor(self, y: Array, t: float) -> int:
        """Factor the kept rows' S = J M⁻¹ Jᵀ in the state y at time t [s]; returns a status."""
        self.connect()
        return int(FACTORS.factor_state(t, y, self.model))

    def straight_state(self, q: Any, v: Any) -> Array | None:
        """`state` of arrays of float64 with numbers of moderate size; None for others, which want a closer look."""
        nq, nv = self.nq, self.nv
        try:
            if q.shape != (nq,) or v.shape != (nv,) or q.dtype != FLOAT or v.dtype != FLOAT:
                return None
        except AttributeError:
            return None
        y = np.zeros(nq + nv + len(self.work_names) + len(self.number_names))
        y[:nq], y[nq : nq + nv] = q, v
        if not y @ y < MODERATE or not self._has_unit_attitudes(y):
            return None
        if len(self.number_names):
            self.numbers_in(y)[:] = self.numbers_given
        return y

    def _has_unit_attitudes(self, y: Array) -> bool:
        """Whether the Euler parameters in a state have length one; here there are none."""
        return True

    # ---------------------------------------------------------------- states and held numbers
    @property
    def number_names(self) -> list[str]:
        """Names of the states and held numbers in y, behind the works (`parts/numbers.py`)."""
        return list(self.builder.number_names)

    @cached_property
    def described_numbers(self) -> Array:
        """Their values at the start as described,"""
        return np.array([number.initial for number in self.builder.numbers], float)

    @property
    def numbers_given(self) -> Array:
        """and as they were set last."""
        return self.described_numbers if self.numbers_now is None else self.numbers_now

    def numbers_in(self, states: Array) -> Array:
        """Their columns of rows (q, v, works, numbers, …)."""
        first = self.nq + self.nv + len(self.work_names)
        return states[..., first : first + len(self.number_names)]

    def readings(self, t: float, y: Array, keys: Sequence[str]) -> Array:
        """Formulas of controllers and conditions in the state y at t [s], by their keys (`parts/numbers.py`)."""
        self.connect()
        places, out = self.builder.reading_places, np.zeros(len(keys))
        status = READINGS.readings(t, y, self.model, np.array([places[key] for key in keys], float), out)
        return out if status == 0 else np.full(len(keys), np.nan)

    def with_numbers(self, states: Array) -> Array:
        """Rows that have no numbers, with those as described."""
        lacks = states.shape[1] < self.nq + self.nv + len(self.work_names) + len(self.number_names)
        rows = np.broadcast_to(self.numbers_given, (len(states), self.numbers_given.size))
        return np.ascontiguousarray(np.hstack([states, rows])) if lacks else states

    def set_numbers(self, values: Array) -> None:
        """Put values into the model, for evaluations that are not given a whole state y."""
        self.numbers_now = np.array(values, float)
        if len(self.number_names):
            from snodo.formulations.kernels.states import States

            own = PythonTable(States, self.model, self.flat.header.states_at)[0]
            self.model[own.values_at : own.values_at + len(values)] = values

    @property
    def driver_rows(self) -> Array:
        """Row and work (n × 2) of each row that may do work."""
        head = self.flat.header
        return self.model.view(np.int64)[head.driver_at : head.driver_at + 2 * head.drivers].reshape(-1, 2)

    def set_gains(self, alpha: float, beta: float) -> None:
        """Baumgarte's gains [1/s]; α also holds Euler parameters at length one."""
        self.flat.header.alpha, self.flat.header.beta = alpha, beta

    @property
    def gains(self) -> tuple[float, float]:
        """Baumgarte's gains α and β [1/s], as they are set."""
        return float(self.flat.header.alpha), float(self.flat.header.beta)

    @cached_property
    def layout_places(self) -> Any:
        """The header as it was made: sizes and places, which never change (others of its numbers do)."""
        head = self.flat.header
        return self.layout.Header(*(getattr(head, word) for word in self.layout.Header._fields))

    @property
    def kept_rows(self) -> Array:
        """Boolean mask of the rows that are neither redundant nor off."""
        return self._rows("mask_at") > 0.0

    @property
    def off_rows(self) -> Array:
        """Boolean mask of the rows that are switched off (`parts/switched.py`)."""
        return self._rows("mask_at") < 0.0

    def switch_rows(self, off: Any) -> None:
        """Switch off these rows, and switch on all others; which of them are redundant is then to be found out."""
        first, count = self.layout_places.mask_at, self.layout_places.rows
        self.model[first : first + count] = np.where(np.asarray(off)[:count], -1.0, 1.0)
        self.forget_factors()

    def set_row_sizes(self, sizes: Mapping[int, float]) -> None:
        """Set the natural size of some rows, relative to which the projection closes them."""
        for row, size in sizes.items():
            self.model[self.flat.header.scale_at + row] = size

    def set_kept_rows(self, kept: Any) -> None:
        """Leave out redundant rows in the compiled rate; decided in a closed configuration."""
        first, count = self.layout_places.mask_at, self.layout_places.rows
        self.model[first : first + count] = np.where(self.off_rows[:count], -1.0, np.asarray(kept, float)[:count])

    def find_redundant(self, q: Any, t: float, tolerance: float, v: Any = None) -> None:
        """Leave out the rows that depend on others in the configuration q: those of a smaller relative pivot."""
        y = self.state(q, self.velocities_of_rows(v))
        self.entries.find_redundant(*self._kind, float(t), y, self.model, tolerance)

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
        return int(self.layout_places.report_at)

    @cached_property
    def soft_places(self) -> SoftPlaces:
        """Where the model keeps what belongs to soft rows."""
        from snodo.math.kernels.record_layout import place

        head = self.flat.header
        tables = [getattr(head, f"{name}_at") for name in ("soft", "trail", "S", "diagonal")]
        tables += [permutation_at(self.model, head.plan_at), head.x_at]
        return SoftPlaces(head.rows, head.nv, place(self.layout.Header, "gap"), *tables)

    @property
    def sizes_of_first_rows(self) -> int:
        """How many numbers behind those sizes are the same for some of the first rows alone (`first_rows.py`)."""
        return sum(2 * own["rows"] for own in self.flat.shorter)

    @cached_property
    def factored_at(self) -> int:
        """Where in the model it stands whether there are factors."""
        from snodo.math.kernels.record_layout import place

        return int(place(self.layout.Header, "factored"))

    def weakest_row(self) -> str:
        """The row nearest to depending on the others in the last evaluation, in words; empty if none is near."""
        pivot, row = self.model[self.pivot_at : self.pivot_at + 2]
        if not 0 <= row < self.nc or pivot > 1e-4:
            return ""
        return f"row {self.row_names[int(row)]!r} nearly depends on the others (relative pivot {pivot:.1e})"

    def row_not_finite(self, t: float) -> Problem:
        """Which row had no finite Φ, ν or γ in the last evaluation, in words."""
        from snodo.formulations.kernels.statuses import NOT_FINITE

        return self.failure(NOT_FINITE, t)

    def failure(self, status: int, t: float, *, pivot: float | None = None, body: str = "") -> Problem:
        """What a status other than zero means, in words; with what a method knows of its pivots and accelerations."""
        from snodo.formulations.failures import explain

        return explain(self, status, t, pivot, body)

    @abstractmethod
    def failed_law(self) -> Problem:
        """The message about the user's force that failed in the last evaluation."""

    @abstractmethod
    def failed_row(self) -> Problem:
        """The message about the user's constraint that failed in the last evaluation."""

    def body_at_fault(self) -> str:
        """The body whose acceleration was not finite in the last evaluation; empty if that is not known."""
        return self.body_names[min(int(self.flat.header.culprit), len(self.body_names) - 1)]

    def unresisted(self) -> Problem | None:
        """Which joint no inertia resisted in the last evaluation, in words."""
        return None

    def _rows(self, name: str) -> Array:
        """A table with a number for each row of joints, constraints and drivers."""
        first = getattr(self.layout_places, name)
        return self.model[first : first + self.layout_places.rows].copy()

    def evaluate(self, rate: Any, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers, violations, energies and powers in each of the states (time, nq + nv + works)."""
        nv, nc, works = self.nv, self.nc, len(self.work_names)
        times, states = np.ascontiguousarray(times, float), np.ascontiguousarray(self.with_numbers(states), float)
        out = np.zeros((times.size, nv + 3 * nc + 3 + works))
        failed = self._evaluate(by_address(rate), times, states, out)
        if self.interrupted():
            self.forget_failures()
            raise KeyboardInterrupt
        if failed:
            out[failed - 1 :] = np.nan
        names = ("acceleration", "multiplier", "violation", "violation_rate", "energy", "power")
        ends = np.cumsum([nv, nc, nc, nc, 3])
        found = dict(zip(names, np.split(out, ends, axis=1)))
        return found if self.load_numbers is None else found | self.load_numbers.along(rate, times, states)

    def last_powers(self) -> Array:
        """Powers of the applied forces without potential in the last evaluation [W]; not those of drivers."""
        first = self.flat.header.power_at
        return self.model[first : first + len(self.work_names)].copy()
