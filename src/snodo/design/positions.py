"""Runs through given positions: what an objective reads of a mechanism in positions, with derivatives.

With the positions q(p) closed, r(q, p) = 0, the derivatives of q follow from the implicit function theorem,

    dq/dp = −(∂r/∂q)⁺ ∂r/∂p,                                                                      (1)

and that of a series s(q, p) along a parameter from its values at (q ± h dq/dp, p ± h).  ∂r/∂p and ds/dp are central
difference quotients of explicit functions over 1e-5 of a parameter: nothing is solved for them, and about ten digits
remain.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.design.following import Followed, Following, pivot, rank_of
from snodo.design.members import CENTRAL, STEP, Members
from snodo.design.variables import ParameterValues, read_number
from snodo.errors import MechanismError, NameNotFound, Problem, UnsupportedError
from snodo.math.differentiable import Differentiable, lifted
from snodo.results.result import Result
from snodo.simulation.family_outputs import Along, place_or_coordinate

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.rewriting.rewriting import Rewriting
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
OF_POSITIONS = ("m", "rad", "", "1", "J")
"""Units of series that positions determine."""


class Positions:
    """Which positions: rows of wanted coordinates, numbers or formulas of parameters, and times of drivers."""

    def __init__(self, mechanism: Mechanism, given: Mapping[str, Any]) -> None:
        self.mechanism = mechanism
        times = given.get("time")
        self.names = [name for name in given if name != "time"]
        columns = [_column(mechanism, name, given[name]) for name in self.names]
        lengths = {len(column) for column in columns} | (set() if times is None else {np.size(times)})
        if len(lengths) > 1:
            what = f"positions: the coordinates have {', '.join(map(str, sorted(lengths)))} values"
            raise MechanismError(Problem(what, "give the same number of values for each"))
        self.count = lengths.pop() if lengths else 1
        self.columns = columns
        self.varies = [any(not isinstance(one, float) for one in column) for column in columns]
        """Which coordinates follow from parameters."""
        self.times = np.zeros(self.count) if times is None else np.asarray(times, float).reshape(-1)
        self.followed_first: Following | None = None
        """How they were followed by the first member."""

    def at(self, values: Mapping[str, Differentiable], count: int) -> Differentiable:
        """The wanted coordinates, a row for each position."""
        x, slopes = np.zeros((self.count, len(self.names))), np.zeros((self.count, len(self.names), count))
        for j, column in enumerate(self.columns):
            for i, one in enumerate(column):
                number = one if isinstance(one, float) else lifted(one.evaluate(values), count)
                x[i, j] = number if isinstance(number, float) else number.value
                slopes[i, j] = 0.0 if isinstance(number, float) else number.slopes
        return Differentiable(x, slopes)


def _column(mechanism: Mechanism, name: str, given: Any) -> list[Any]:
    """The values of one coordinate: numbers in SI units, or expressions of parameters."""
    quantity = mechanism.coordinate(name)[2]
    if quantity not in ("angle", "length"):
        raise MechanismError(Problem(f"positions: {name} is a {quantity.replace('_', ' ')}", "name coordinates"))
    if isinstance(given, str) or np.ndim(given) == 0:
        given = [given]
    return [read_number(mechanism, v, f"positions: {name}") if isinstance(v, str) else float(v) for v in given]


class PositionRun:
    """A mechanism in given positions: `run["tip.x"]` is an array with one value for each position.

    `run.parameters["crank"]` is a parameter, `run.gap` what is missing for a position to close [rad, sizes of the
    mechanism], and `run.closing` a smooth measure that is positive where it closes and vanishes at dead points.
    """

    def __init__(self, members: Members, positions: Positions, x: Array, derivatives: bool) -> None:
        self._members, self.positions, self._x = members, positions, x
        self.derivatives = derivatives
        self.count = x.size if derivatives else 0
        self._all = ParameterValues(members.mechanism, members.variables)
        self.parameters = self._all.at(x, derivatives)
        self.formulation: Formulation = members.bound(x)
        self.wanted = positions.at(self.parameters, self.count)
        self._following = Following(self.formulation, positions.names, members.size or 1.0, positions.followed_first)
        positions.followed_first = positions.followed_first or self._following
        self.followed: Followed = self._following.along(self.wanted.value, positions.times)
        self._base = self._posed(self.formulation, self.followed.q)
        self._stencils: dict[int, list[tuple[float, Posed]]] = {}
        self._must_be_determined()

    # ---------------------------------------------------------------- what an objective reads
    def __getitem__(self, name: str) -> Differentiable:
        """A series by its name, with its derivatives."""
        if name in self.parameters and "." not in name:
            return self.parameters[name]
        value = self._read(self._base, name)
        slopes = np.zeros((*value.shape, self.count))
        for k in range(self.count):
            slopes[..., k] = sum(w * self._read(posed, name) for w, posed in self._stencil(k)) / self._steps[k]
        return Differentiable(value, slopes)

    @property
    def result_names(self) -> list[str]:
        """Names of the series that positions have, and of others that need a motion."""
        return self._base.result.names()

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism with these parameters."""
        return self.formulation.mechanism

    @property
    def time(self) -> Array:
        """Times of the positions, for drivers [s]."""
        return self.positions.times

    @property
    def ended_early(self) -> str:
        """Why not all positions were reached; empty if they were."""
        if self.followed.start_gap:
            return f"the drawing does not close: it is short of {self.followed.start_gap * self._following.size:.3g} m"
        missing = np.flatnonzero(self.followed.gap)
        if not missing.size:
            return ""
        first = int(missing[0])
        wanted = ", ".join(f"{n} = {x:.6g}" for n, x in zip(self.positions.names, self.wanted.value[first]))
        reached = ", ".join(f"{x:.6g}" for x in self.followed.x[first])
        return f"position {first + 1} ({wanted}) is behind a dead point at {reached}"

    @cached_property
    def gap(self) -> Differentiable:
        """What is missing for each position to close [rad, sizes of the mechanism]; 0 where it closes."""
        slopes = np.zeros((self.positions.count, self.count))
        for i in np.flatnonzero(self.followed.gap):
            slopes[i] = self._gap_slopes(int(i))
        return Differentiable(self.followed.gap, slopes)

    @cached_property
    def closing(self) -> Differentiable:
        """The square of the smallest pivot in each position, less the gap: negative where it does not close."""
        return self["closing"]

    # ---------------------------------------------------------------- values
    def _read(self, posed: Posed, name: str) -> Array:
        if name == "closing":
            return self._pivots(posed.F, posed.q) - self.followed.gap
        quick = posed.from_numbers(name)
        if quick is not None:
            return quick
        try:
            series = posed.result[name]
        except KeyError as error:
            if isinstance(error, NameNotFound):
                raise
            raise UnsupportedError(_of_motion(name)) from None
        if series.attrs.get("units", "") not in OF_POSITIONS:
            raise UnsupportedError(_of_motion(name))
        return np.asarray(series.values, float)

    def _posed(self, F: Formulation, q: Array) -> Posed:
        return Posed(F, q, self.positions.times, self._members.numbers_of(F))

    def _pivots(self, F: Formulation, q: Array) -> Array:
        following = Following(F, self.positions.names, self._following.size, self._following)
        each = zip(q, self._each)
        return np.array([pivot(following.jacobian(row, x, t), self._rank) for row, (_, x, t) in each])

    @property
    def _each(self) -> list[tuple[Array, Array, float]]:
        """Coordinates, wanted coordinates and time of each position."""
        return [(q, x, float(t)) for q, x, t in zip(self.followed.q, self.followed.x, self.positions.times)]

    @cached_property
    def _jacobians(self) -> list[Array]:
        return [self._following.jacobian(*one) for one in self._each]

    @cached_property
    def _rank(self) -> int:
        J = self._jacobians[0]
        return rank_of(J) if not self.followed.gap.any() else min(J.shape)

    def _must_be_determined(self) -> None:
        """Positions must leave no freedom."""
        J = self._jacobians[0]
        free = J.shape[1] - (J.shape[0] if self.followed.gap.any() else rank_of(J))
        if free > 0:
            named = ", ".join(self.positions.names) or "no coordinate"
            what = f"positions name {named}: the mechanism keeps {free} degree(s) of freedom"
            raise MechanismError(Problem(what, "name more coordinates in positions, or add drivers"))

    # ---------------------------------------------------------------- derivatives
    @cached_property
    def _steps(self) -> Array:
        return STEP * self._members.variables.step_scale(self._x)

    def _shifted(self, k: int, offset: int) -> Array:
        x = self._x.copy()
        x[k] += offset * self._steps[k]
        return x

    @cached_property
    def _neighbours(self) -> list[list[tuple[float, Formulation]]]:
        """For each parameter the weights and formulations of its difference quotient."""
        moving = self._members.moving
        made = []
        for k in range(self.count):
            each = [
                (w, self._members.bound(self._shifted(k, o)) if moving[k] else self.formulation) for o, w in CENTRAL
            ]
            made.append(each)
        return made

    @cached_property
    def _row_slopes(self) -> Array:
        """∂r/∂p at fixed q (position, row, parameter), in natural units."""
        count, rows = self.positions.count, self._jacobians[0].shape[0]
        slopes = np.zeros((count, rows, self.count))
        for k in range(self.count):
            for weight, F in self._neighbours[k]:
                if F is not self.formulation:
                    slopes[:, :, k] += weight * self._rows(F) / self._steps[k]
        wanted = len(self.positions.names)
        if wanted:
            slopes[:, rows - wanted :, :] -= self.wanted.slopes / self._following.natural[:, None]
        return slopes

    def _rows(self, F: Formulation) -> Array:
        """r of another member in the positions of this one."""
        following = Following(F, self.positions.names, self._following.size, self._following)
        return np.array([following.rows(*one) for one in self._each])

    @cached_property
    def _moves(self) -> Array:
        """(1): the change of each position (position, velocity, parameter)."""
        moves = np.zeros((self.positions.count, self.formulation.nv, self.count))
        scale = self._following.natural_velocities()[:, None]
        for i, (J, slopes) in enumerate(zip(self._jacobians, self._row_slopes)):
            cut = 1e-3 if self.followed.gap[i] else 1e-12
            moves[i] = -np.linalg.lstsq(J, slopes, rcond=cut)[0] * scale
        return moves

    def _stencil(self, k: int) -> list[tuple[float, Posed]]:
        """Weights and positions of the difference quotient of a parameter."""
        if k not in self._stencils:
            h, made = self._steps[k], []
            for (offset, _), (weight, F) in zip(CENTRAL, self._neighbours[k]):
                made.append((weight, self._posed(F, self._moved(F, offset * h, k))))
            self._stencils[k] = made
        return self._stencils[k]

    def _moved(self, F: Formulation, h: float, k: int) -> Array:
        return np.array([F.moved(q, h * move[:, k]) for q, move in zip(self.followed.q, self._moves)])

    def _gap_slopes(self, i: int) -> Array:
        """d gap/dp, by (2) of `following.py`; of a drawing that does not close, that of the length of r."""
        slopes = self._row_slopes[i]
        if self.followed.start_gap:
            rows = self._following.rows(*self._each[i])
            rows = rows[: rows.size - len(self.positions.names)]
            found: Array = rows @ slopes[: rows.size] / max(float(np.linalg.norm(rows)), 1e-300)
            return found
        away = (self.wanted.value[i] - self.followed.x[i]) / self._following.natural
        way = away / np.linalg.norm(away)
        fixed = slopes.copy()
        fixed[fixed.shape[0] - way.size :] += self.wanted.slopes[i] / self._following.natural[:, None]
        null = np.linalg.svd(self._jacobians[i])[0][:, -1]
        along = float(null[null.size - way.size :] @ way)
        dead = null @ fixed / along if abs(along) > 1e-12 else np.zeros(self.count)
        wanted: Array = way @ (self.wanted.slopes[i] / self._following.natural[:, None])
        return wanted - dead


class Posed:
    """A member in its positions, to be read."""

    def __init__(self, F: Formulation, q: Array, times: Array, numbers: tuple[Rewriting, Array] | None) -> None:
        self.F, self.q, self.times = F, q, times
        self._numbers = numbers

    @cached_property
    def states(self) -> Array:
        """The positions, at rest."""
        still = np.zeros(self.F.nv)
        return np.array([self.F.state(row, still) for row in self.q])

    @cached_property
    def result(self) -> Result:
        """The positions as rows of a result."""
        return Result(self.F, self.times, self.states, _at_rest(self.F, self.times, self.states), {})

    def from_numbers(self, name: str) -> Array | None:
        """A place or a joint coordinate, straight from the numbers of the member; None if it needs a result."""
        if self._numbers is None or self.F.name != "planar":
            return None
        rewriting, numbers = self._numbers
        quick = place_or_coordinate(rewriting.pattern, rewriting.base, name)
        return None if quick is None else quick[0](Along(self.F, numbers, self.times, self.states))


def _at_rest(F: Formulation, times: Array, states: Array) -> dict[str, Array]:
    """What a result has besides the states; positions know of it only the energies."""
    widths = {"acceleration": F.nv, "multiplier": F.nc, "violation": F.nc, "violation_rate": F.nc}
    found = {name: np.zeros((times.size, width)) for name, width in widths.items()}
    found["power"] = np.zeros((times.size, len(F.work_names)))
    found["energy"] = F.energies(times, states)
    return found


def _of_motion(name: str) -> Problem:
    what = f"{name!r} needs a motion: positions alone have no velocities and forces"
    return Problem(what, "give a duration instead of positions, or read a position or an energy")
