"""What a formulation promises to those who run it in time: states, rows, pivots, and what went wrong."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from snodo.errors import Problem
from snodo.formulations.pivots import SoftPlaces

Array = np.ndarray


class RunsInTime(ABC):
    """The compiled side of a formulation, as constraint methods, integrators and results see it."""

    model: Array
    flat: Any
    """The flat model: the array, and the objects behind it."""
    work_names: list[str]
    """Works that are integrated along a run: of drivers, and of forces without a potential."""
    number_names: Any
    """Names of the states and held numbers in y, behind the works (`parts/numbers.py`)."""
    numbers_given: Any
    """Their values as set last, or as described,"""
    described_numbers: Any
    """and as described."""
    singular_times: list[float] = []
    """States of the last evaluation in which rows depended on one another for a moment [s]."""
    least_pivot: float
    """Relative pivot below which the compiled equations refuse the kept rows as singular."""
    load_numbers: Any
    """Forces that follow reactions, once the model is connected (`loads.py`)."""
    layout: Any
    """What is stored where in the model."""

    @abstractmethod
    def state(self, q: Any, v: Any) -> Array:
        """y = (q, v, works, numbers) with the works at zero, and the numbers as described."""

    @abstractmethod
    def numbers_in(self, states: Array) -> Array:
        """The columns of states and held numbers in rows (q, v, works, numbers, …)."""

    @abstractmethod
    def with_numbers(self, states: Array) -> Array:
        """Rows (q, v, works), completed by states and held numbers if they lack these."""

    @abstractmethod
    def set_numbers(self, values: Array) -> None:
        """Put values of states and held numbers into the model, for evaluations that are not given a whole y."""

    @abstractmethod
    def readings(self, t: float, y: Array, keys: Sequence[str]) -> Array:
        """Formulas of controllers and conditions in the state y at t [s], by their keys (`parts/numbers.py`)."""

    @abstractmethod
    def evaluate(self, rate: Any, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers, violations, energies and powers in each of the states (time, nq + nv + works).

        rate: compiled, as `constraint_methods/in_time.py` has it for every formulation.
        """

    @property
    def shorter_equations(self) -> Any:
        """Compiled `rate` and `project` of its own where there are no rows (an open tree), or None,"""
        return None

    in_lanes: Any = None
    """Compiled verbs for several mechanisms of one structure in lanes (`members.py`), or None."""

    def obstacles_to_lanes(self) -> Iterator[str]:
        """What of the mechanism cannot run in lanes, beside what holds for every formulation, in words."""
        return iter(())

    def tables(self) -> list[tuple[Any, int, int, tuple[str, ...]]]:
        """Tables of the model: class of the rows, place, count, and the fields that are places of functions of time."""
        return []

    @property
    def sizes_of_first_rows(self) -> int:
        """How many numbers behind the sizes of the rows are the same for some of the first rows (`first_rows.py`)."""
        return 0

    @property
    def equations_without_rows(self) -> Any:
        """and where all rows are off (`first_rows.py`)."""
        return None

    @property
    def stepped(self) -> Any:
        """The flat model with which a run takes its steps, if nothing switches along it: `flat`, or a smaller one."""
        return self.flat

    @property
    def stepped_model(self) -> Array:
        """Its array."""
        model: Array = self.stepped.model
        return model

    @abstractmethod
    def connect(self) -> None:
        """Put the addresses of the compiled verbs into the model."""

    @abstractmethod
    def connect_method(self, numbers: Array) -> None:
        """Put the address of the numbers of a method with linear algebra of its own into the model."""

    @abstractmethod
    def factor(self, y: Array, t: float) -> int:
        """Factor the kept rows' S = J M⁻¹ Jᵀ in the state y at time t [s]; returns a status."""

    @abstractmethod
    def failure(self, status: int, t: float, *, pivot: float | None = None, body: str = "") -> Problem:
        """What a status other than zero means, in words; with what a method knows of its pivots and accelerations."""

    @abstractmethod
    def row_not_finite(self, t: float) -> Problem:
        """Which row had no finite Φ, ν or γ in the last evaluation, in words."""

    @abstractmethod
    def weakest_row(self) -> str:
        """The row nearest to depending on the others in the last evaluation, in words; empty if none is near."""

    @abstractmethod
    def set_gains(self, alpha: float, beta: float) -> None:
        """Baumgarte's gains [1/s]; α also holds Euler parameters at length one."""

    @property
    @abstractmethod
    def gains(self) -> tuple[float, float]:
        """Baumgarte's gains α and β [1/s], as they are set."""

    @abstractmethod
    def set_kept_rows(self, kept: Any) -> None:
        """Leave out redundant rows in the compiled rate; decided in a closed configuration."""

    @abstractmethod
    def set_row_sizes(self, sizes: Mapping[int, float]) -> None:
        """Set the natural size of some rows, relative to which the projection closes them."""

    @abstractmethod
    def find_redundant(self, q: Any, t: float, tolerance: float, v: Any = None) -> None:
        """Leave out the rows that depend on others in the configuration q: those of a smaller relative pivot.

        Rows that are not linear in the velocities need v, too.
        """

    @property
    @abstractmethod
    def smallest_pivot(self) -> float:
        """Smallest relative pivot of S = J M⁻¹ Jᵀ among the kept rows in the last evaluation."""

    @property
    @abstractmethod
    def pivot_at(self) -> int:
        """Index in `model` of the smallest relative pivot."""

    @abstractmethod
    def moved_by(self, k: int) -> str:
        """The body that velocity k moves."""

    @abstractmethod
    def last_powers(self) -> Array:
        """Powers of the applied forces without potential in the last evaluation [W]; not those of drivers."""

    @abstractmethod
    def measured_forces(self) -> dict[str, bool]:
        """Forces that act along a coordinate, by name; whether it is the length of a spring."""

    @abstractmethod
    def effort_along(self, name: str, times: Array, q: Array, v: Array) -> tuple[Array, Array, Array, bool]:
        """Coordinate, speed and force (or torque) of a spring, joint torque, friction …; and whether it is an angle."""

    @property
    @abstractmethod
    def terms(self) -> Any:
        """The verb that writes the terms from index `what` on: terms(what, t, model*, y*, out*) → status."""

    @property
    @abstractmethod
    def layout_places(self) -> Any:
        """The header of the model as it was made: sizes and places, which never change."""

    @property
    @abstractmethod
    def soft_places(self) -> SoftPlaces:
        """Where the model keeps what belongs to soft rows."""

    @property
    @abstractmethod
    def driver_rows(self) -> Array:
        """Row and work (n × 2) of each row that may do work."""

    @property
    @abstractmethod
    def kept_rows(self) -> Array:
        """Boolean mask of the rows that are not redundant."""

    @property
    @abstractmethod
    def off_rows(self) -> Array:
        """Boolean mask of the rows that are switched off."""

    @abstractmethod
    def switch_rows(self, off: Any) -> None:
        """Switch off these rows, and switch on all others; which of them are redundant is then to be found out."""

    @property
    @abstractmethod
    def factored_at(self) -> int:
        """Index in `model` of the flag that the factorisation is current."""

    @abstractmethod
    def energies(self, times: Array, states: Array) -> Array:
        """Kinetic, gravitational and elastic energy in each of the states [J], without solving for accelerations."""
