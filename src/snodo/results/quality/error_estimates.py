"""How accurate a result is, from its twin: the same run once more, at a tenth of the tolerance or half the step.

    e(t) ≈ c |x(t) − x_twin(t)|,    c = 1, with fixed steps of order p  c = 2^p / (2^p − 1)                  (1)

for every series x.  With a tenth of the tolerance the twin's own error is about a tenth, so that (1) is the error of
the result itself; with half the step it is 2^−p of it (Richardson).  The difference passes through zero where the two
curves cross, which says nothing about the error there: `envelope` takes the largest value in the neighbourhood.

Each series is compared with its own range.  If a series hardly changes, it is compared with a small part of what
moves in its connected group, so that rounding is not taken for an error.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.series.joint_series import rate_of
from snodo.math.running import running_maximum

if TYPE_CHECKING:
    import xarray

    from snodo.results.result import Result

Array = np.ndarray

EPS = float(np.finfo(float).eps)
NEIGHBOURHOOD = 1 / 40
"""Part of the run, to both sides, within which the largest difference counts."""
SMALL = {"q": 1e-4, "v": 1e-3, "a": 1e-2}
"""Coordinates, velocities and accelerations count as moving from this part of the largest range in their group on,"""
TINY = 1e-9
"""and from this part of their natural size on;"""
SLOW = 1e-6
"""accelerations from this part of the square of the natural rate on;"""
SAME_BODY = 1e-2
"""a direction in which a body hardly moves, from this part of its own largest range on."""
UNLOADED = 1e-3
"""A part counts as loaded from this part of the largest reaction in its group on."""
TURN = 2.0 * np.pi
FEWER_DIGITS = 1e-2
"""Accelerations and reactions follow from differences of large numbers: a hundredth of their error counts."""


@dataclass(frozen=True)
class Accuracy:
    """The estimated global error of a run.

    Attributes
    ----------
    checked
        Whether a twin was run.
    reason
        Why not, and what to do.
    twin
        The integrator of the twin, with its parameters.
    motion, motion_name
        Largest error of a coordinate or velocity, relative to its range (angles: at most a turn), and its name.
    force, force_name
        Largest error of an acceleration or a reaction, relative to its largest value, and its name.
    growth, since
        How many times a disturbance at the time `since` [s] has grown at the end (zero: not measured).
    sensitive
        Whether it grows exponentially: the motion is chaotic or unstable.
    """

    checked: bool
    reason: str = ""
    twin: str = ""
    motion: float = 0.0
    motion_name: str = ""
    force: float = 0.0
    force_name: str = ""
    growth: float = 0.0
    since: float = 0.0
    sensitive: bool = False

    @property
    def worst(self) -> float:
        """The larger of the two relative errors; of accelerations and reactions fewer digits are expected."""
        return float(np.max([self.motion, FEWER_DIGITS * self.force]))

    def __str__(self) -> str:
        if not self.checked:
            return f"accuracy not checked: {self.reason}"
        words = f"motion accurate to about {_rounded(self.motion)} of its range"
        if self.motion_name:
            words += f" ({self.motion_name})"
        if self.force_name and self.force > 0.0:
            words += f"; {self.force_name} to {_rounded(self.force)}"
        if self.sensitive:
            grows = f"a disturbance at t = {self.since:.3g} s grows {self.growth:.1g} times"
            words += f"; the motion is sensitive: {grows}"
        return words

    def as_dict(self) -> dict[str, Any]:
        """For the result's `info`."""
        return asdict(self)


def _rounded(x: float) -> str:
    return f"{x:.0e}".replace("e-0", "e-").replace("e+0", "e+") if x else "rounding"


def accuracy_of(result: Result) -> Accuracy | None:
    """The estimate that belongs to a result; None where nothing was integrated."""
    found = result.info.get("accuracy")
    return Accuracy(**found) if found else None


# ---------------------------------------------------------------- one series
def error_of(result: Result, name: str) -> xarray.DataArray:
    """Estimated error of a named series at every row, in its own unit."""
    if result.twin is None:
        found = accuracy_of(result)
        reason = str(found) if found else "nothing was integrated: there is no error to estimate"
        raise UnsupportedError(Problem(f"{name}: {reason}", "simulate with error_bars=True"))
    result.twin.info["measures"] = result.info.get("measures", {})
    ours, theirs = result[name], result.twin[name]
    bar = envelope(richardson(result) * np.abs(ours.values - theirs.values)) + _rounding(ours.values)
    return ours.copy(data=bar).assign_attrs(long_name=f"estimated error of {ours.attrs['long_name']}")


def richardson(result: Result) -> float:
    """c of (1)."""
    order = result.info.get("fixed_order", 0)
    return 2.0**order / (2.0**order - 1.0) if order else 1.0


def envelope(difference: Array) -> Array:
    """The largest difference in the neighbourhood of each row."""
    rows = difference.shape[0]
    width = 2 * max(1, int(NEIGHBOURHOOD * rows)) + 1
    if rows <= 2:
        return difference
    found = running_maximum(np.nan_to_num(difference), width)
    return np.where(np.isnan(difference), np.nan, found)


def _rounding(values: Array) -> Array:
    return 4.0 * EPS * np.nan_to_num(np.abs(values)).max(axis=0, initial=0.0)


# ---------------------------------------------------------------- all of them
def estimate(result: Result, twin: Result) -> dict[str, Any]:
    """Worst relative errors of the motion, and of accelerations and reactions, with their names."""
    result, twin = _between_events(result, twin)
    c, F = richardson(result), result.formulation
    motion = dict(zip((*F.coordinate_names, *F.velocity_names), c * _state_errors(result, twin)))
    rates = [f"{owner}.{rate_of(word)}" for owner, _, word in (name.rpartition(".") for name in F.velocity_names)]
    forces = dict(zip(rates, c * _acceleration_errors(result, twin)))
    forces |= {f"{name}.reaction": c * error for name, error in _force_errors(result, twin).items()}
    (moved, worst), (loaded, other) = _largest(motion), _largest(forces)
    return {"motion": worst, "motion_name": moved, "force": other, "force_name": loaded}


def _between_events(result: Result, twin: Result) -> tuple[Result, Result]:
    """The same without rows at which an event has happened in one of the two only: quantities jump there."""
    n = min(result.time.size, twin.time.size)
    times = [np.sort(run.events.times()) for run in (result, twin)]
    before = [np.searchsorted(found, result.time[:n]) for found in times]
    same = before[0] == before[1]
    if same.all() or times[0].size != times[1].size:
        return result, twin
    return _rows(result, n, same), _rows(twin, n, same)


def _rows(result: Result, n: int, rows: Array) -> Result:
    found = {name: values[:n][rows] for name, values in result.found.items()}
    return type(result)(result.formulation, result.time[:n][rows], result.states[:n][rows], found, result.info)


def _largest(errors: dict[str, float]) -> tuple[str, float]:
    name = max(errors, key=lambda key: errors[key], default="")
    return name, float(errors.get(name, 0.0))


def scaled_difference(one: Array, other: Array, scale: Array) -> Array:
    """Largest relative difference of the states at every row."""
    n = min(len(one), len(other))
    found: Array = np.abs((one[:n, : scale.size] - other[:n, : scale.size]) / scale).max(axis=1, initial=0.0)
    return found


def state_scale(result: Result) -> Array:
    """The range of every coordinate and velocity, at least a small part of what moves in its group."""
    F = result.formulation
    states = _with_start(result)
    spans = np.ptp(states[:, : F.nq], axis=0)
    q = np.where(np.array(F.coordinate_units) == "rad", np.minimum(spans, TURN), spans)
    v = np.abs(states[:, F.nq :]).max(axis=0, initial=0.0)
    return np.concatenate(
        [
            _floored(q, F.coordinate_units, F.coordinate_names, F.groups, "q"),
            _floored(v, F.velocity_units, F.velocity_names, F.groups, "v"),
        ]
    )


def _with_start(result: Result) -> Array:
    """Coordinates and velocities at the start and in all rows."""
    n = result.formulation.nq + result.formulation.nv
    first = np.array(result.info.get("initial_state", result.states[0]))[:n]
    return np.vstack([first, result.states[:, :n]])


def _floored(ranges: Array, units: list[str], names: list[str], groups: Any, level: str, rates: Any = None) -> Array:
    """Ranges, not below a part of the largest of the same body, of the same group, and of the natural size.

    rates: natural rate of each group [1/s], for accelerations: a length, or a radian, times its square.
    """
    of, owners = groups.of_names(names), np.array([name.partition(".")[0] for name in names])
    length = np.array(units) == "m"
    natural = np.where(length, groups.sizes[of], 1.0)
    relative, found = ranges / natural, ranges.copy()
    for k in range(groups.count):
        own = of == k
        least = TINY if rates is None else SLOW * rates[k] ** 2
        found[own] = np.maximum(found[own], max(SMALL[level] * relative[own].max(initial=0.0), least) * natural[own])
    for kind in (length, ~length):
        _, body = np.unique(owners[kind], return_inverse=True)
        largest = np.zeros(body.max(initial=-1) + 1)
        np.maximum.at(largest, body, ranges[kind])
        found[kind] = np.maximum(found[kind], SAME_BODY * largest[body])
    return np.maximum(found, 1e-300)


def _rates(result: Result) -> Array:
    """How fast each group moves, at most: speed over size, or angular velocity [1/s]."""
    F, groups = result.formulation, result.formulation.groups
    v = np.abs(_with_start(result)[:, F.nq :]).max(axis=0, initial=0.0)
    natural = np.where(np.array(F.velocity_units) == "m", groups.sizes[groups.velocities], 1.0)
    return np.array([float((v / natural)[groups.velocities == k].max(initial=0.0)) for k in range(groups.count)])


def _state_errors(result: Result, twin: Result) -> Array:
    """Of every coordinate and velocity, relative to its range."""
    n = result.formulation.nq + result.formulation.nv
    found: Array = np.abs(result.states[:, :n] - twin.states[:, :n]).max(axis=0, initial=0.0) / state_scale(result)
    return found


def _acceleration_errors(result: Result, twin: Result) -> Array:
    """Of every acceleration, relative to its largest value."""
    F, groups = result.formulation, result.formulation.groups
    a = np.nan_to_num(np.abs(result.a)).max(axis=0, initial=0.0)
    change = np.nan_to_num(np.abs(result.a - twin.a)).max(axis=0, initial=0.0)
    scale = _floored(a, F.velocity_units, F.velocity_names, groups, "a", _rates(result))
    return np.where(change > 0.0, change / scale, 0.0)


def _strength(F: Any, name: str) -> float:
    """The largest force or torque that a friction or clutch carries while it sticks; 0 of other parts."""
    part = F.mechanism.forces.get(name)
    given = [getattr(part, word, None) for word in ("static", "coulomb", "capacity")]
    return 0.0 if getattr(part, "mu", None) is not None else max(float(x or 0.0) for x in given)


def _force_errors(result: Result, twin: Result) -> dict[str, float]:
    """Of every part with rows: largest difference of its multipliers against the largest of them."""
    F = result.formulation
    if not F.nc:
        return {}
    groups = F.groups
    lever = np.array([1.0 if unit == "m" else groups.sizes[k] for unit, k in zip(F.row_units, groups.rows)])
    sizes = np.nan_to_num(np.abs(result.multipliers)).max(axis=0, initial=0.0) / lever
    errors = np.nan_to_num(np.abs(result.multipliers - twin.multipliers)).max(axis=0, initial=0.0) / lever
    weight = TINY * F.total_mass * (float(np.linalg.norm(F.mechanism.gravity)) or F.size)
    floor = {k: max(UNLOADED * float(sizes[groups.rows == k].max(initial=0.0)), weight) for k in range(groups.count)}
    found: dict[str, float] = {}
    parts = np.array(F.row_parts)
    for part in dict.fromkeys(F.row_parts):
        own = parts == part
        if part in F.mechanism.bodies:  # normalisation of Euler parameters
            continue
        largest = max(float(sizes[own].max()), floor[int(groups.rows[own][0])], _strength(F, part) / lever[own].min())
        found[part] = float(errors[own].max()) / largest
    return found
