"""A task of inverse kinematics as one flat array, and its compiled solution (`kernels/layout.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.analyses.inverse_kinematics.goals import CUT_KINDS, Goal
from snodo.compiled import Compiled, Family
from snodo.errors import MechanismError, NameNotFound, Problem, SnodoError, suggestion

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
KERNELS = Compiled("snodo.analyses.inverse_kinematics.kernels", Family("inverse kinematics", "solving.solve"))
_ZERO, _AXES = (0.0, 0.0, 0.0), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class Range(NamedTuple):
    """Limits of a coordinate [m or rad]."""

    coordinate: str
    lower: float
    upper: float


class Solution(NamedTuple):
    """What came out for the poses that were done: see `kernels/solving.py`."""

    q: Array
    report: Array
    misses: Array
    done: int


@dataclass
class Task:
    """The flat array of one tree, its targets and its limits."""

    tree: Tree
    goals: list[Goal]
    ranges: list[Range]
    tolerance: float
    most: int
    nearest: bool

    def __post_init__(self) -> None:
        self.columns = 0
        key = (tuple(self.ranges), self.tolerance, self.most, self.nearest, tuple(goal.key for goal in self.goals))
        kept = self.tree.kept.get("task")
        if kept is None or kept[0] != key:  # the next call seldom wants something else
            written = self._written()
            kept = self.tree.kept["task"] = (key, written, self.columns)
        self.W: Array = kept[1]
        self.columns = kept[2]

    # ---------------------------------------------------------------- the array
    def _written(self) -> Array:
        from snodo.analyses.inverse_kinematics.kernels import layout as at
        from snodo.math.kernels.record_layout import PythonTable, packed, size

        T, targets = self.tree, []
        wanted: list[float] = []
        for goal in self.goals:
            target, weights = self._target(at, goal, len(wanted))
            targets.append(target)
            wanted += weights
        limits = [self._limit(at, r) for r in self.ranges]
        n, m, rows, bounds = T.nv, len(wanted), T.nc, len(limits)
        one_slot = at.places(0, T.nq, n, rows, m, bounds).B + bounds * n
        small = min(m, n)
        sizes = {
            "target_at": len(targets) * size(at.Target),
            "limit_at": bounds * size(at.Limit),
            "scale_at": n,
            "factor_at": rows,
            "allowed_at": m,
            "first_at": one_slot,
            "second_at": one_slot,
            "start_at": T.nq,
            "rest_at": n,
            "U_at": n * n,
            "L_at": n * n,
            "y_at": n,
            "owner_at": n,
            "state_at": bounds,
            "P_at": m * n,
            "N_at": small * small,
            "right_at": m + n,
            "delta_at": n,
            "slope_at": n,
            "force_at": n,
            "change_at": n,
            "move_at": T.nq,
        }
        first = size(at.Task)
        ends = first + np.cumsum(list(sizes.values()))
        W = np.zeros(int(ends[-1]))
        head = PythonTable(at.Task, W, 0)[0]
        for name, end in zip(sizes, ends):
            setattr(head, name, int(end) - sizes[name])
        head.nq, head.nv, head.rows, head.wanted = T.nq, n, rows, m
        head.targets, head.limits, head.most, head.nearest = len(targets), bounds, self.most, int(self.nearest)
        factor = np.where(T.velocity_rows, 0.0, 1.0 / T.row_scale[:rows]) if rows else np.zeros(0)
        for place, values in (
            (head.scale_at, T.velocity_scale),
            (head.factor_at, factor),
            (head.allowed_at, self.tolerance * np.array(wanted)),
            (head.target_at, packed(at.Target, targets)),
            (head.limit_at, packed(at.Limit, limits) if limits else np.zeros(0)),
        ):
            W[place : place + values.size] = values
        return W

    def _target(self, at: Any, goal: Goal, first: int) -> tuple[Any, list[float]]:
        """The record of a target, and the weights of its rows, in natural units."""
        T, size = self.tree, self.tree.size
        start, zero = self.columns, at.Vec3(*_ZERO)
        if goal.coordinate:
            natural = goal.weights[0]
            self.columns += 1
            weight = natural / size if goal.unit == "m" else natural
            return at.Target(first, start, zero, zero, weight, self._joint(at, goal.coordinate)), [natural]
        self.columns += 12
        link, s, A = T._where(goal.place)
        along, about = np.zeros(3), np.zeros(3)
        if goal.position is not None:
            along = np.where(np.isnan(np.atleast_2d(goal.position)[0]), 0.0, goal.weights[0])
        if goal.attitude is not None:
            about[(2 if T.mechanism.dimension == 2 else 0) :] = goal.weights[1]
        joint = _joint(at, at.PLACE, j=link, s_j=s, A_j=A)
        natural_rows = [float(w) for w in (*along, *about) if w]
        return at.Target(first, start, at.Vec3(*(along / size)), at.Vec3(*about), 1.0, joint), natural_rows

    def _limit(self, at: Any, given: Range) -> Any:
        joint = self._joint(at, given.coordinate)
        unit = 1.0 / self.tree.size if self._is_length(given.coordinate) else 1.0
        return at.Limit(given.lower * unit, given.upper * unit, unit, joint)

    def _is_length(self, coordinate: str) -> bool:
        quantity = self.tree.mechanism.coordinate(coordinate)[2]
        return quantity == "length"

    def _joint(self, at: Any, coordinate: str) -> Any:
        """The record of a coordinate of a joint."""
        T, name = self.tree, coordinate.rpartition(".")[0]
        if name in T.joint_places:
            iq = T.coordinate_names.index(coordinate)
            place = T.joint_places[name]
            return _joint(at, at.COORDINATE, iq=iq, iv=place.v.start + iq - place.q.start)
        part: Any = T.mechanism.joints[name]
        frames = T.builder.framer.frames(part)
        kind = at.TURN if CUT_KINDS[frames.kind] == "turn" else at.SLIDE
        (i, on_i), (j, on_j) = (T.flat.bodies[body] for body in (part.parent, part.child))
        return _joint(
            at,
            kind,
            i=i,
            j=j,
            letter="xyz".index(frames.letters[0]),
            sign=frames.sign,
            s_i=on_i.to_world(frames.on_parent.r),
            A_i=on_i.A @ frames.on_parent.A,
            s_j=on_j.to_world(frames.on_child.r),
            A_j=on_j.A @ frames.on_child.A,
        )

    # ---------------------------------------------------------------- the poses
    def numbers(self, poses: int) -> Array:
        """What is wanted in each of the poses."""
        out = np.zeros((poses, self.columns))
        k = 0
        for goal in self.goals:
            if goal.coordinate:
                out[:, k] = goal.values
                k += 1
                continue
            if goal.position is not None:
                out[:, k : k + 3] = np.nan_to_num(goal.position)
            out[:, k + 3 : k + 12] = np.eye(3).ravel()
            if goal.attitude is not None:
                out[:, k + 3 : k + 12] = np.swapaxes(goal.attitude, -1, -2).reshape(*goal.attitude.shape[:-2], 9)
            k += 12
        return out

    def solve(self, wanted: Array, times: Array, begin: Array, start: Array) -> Solution:
        """Solve the poses, one after the other; the first search begins at `begin`."""
        count = times.size
        Q, report = np.zeros((count, self.tree.nq)), np.zeros((count, 4))
        misses = np.zeros((count, 2 * len(self.goals)))
        Q[0] = begin
        done = int(KERNELS.solve(self.tree.model, self.W, wanted, times, start, Q, report, misses))
        return Solution(Q, report, misses, done)


def _joint(
    at: Any,
    kind: int,
    iq: int = 0,
    iv: int = 0,
    i: int = 0,
    j: int = 0,
    letter: int = 0,
    sign: float = 1.0,
    s_i: Any = _ZERO,
    A_i: Any = _AXES,
    s_j: Any = _ZERO,
    A_j: Any = _AXES,
) -> Any:
    """A record, with matrices by their columns."""
    axes = [at.Mat3(*(at.Vec3(*map(float, column)) for column in np.asarray(A, float).T)) for A in (A_i, A_j)]
    places = [at.Vec3(*map(float, s)) for s in (s_i, s_j)]
    return at.Joint(kind, iq, iv, i, j, letter, float(sign), places[0], axes[0], places[1], axes[1])


# ---------------------------------------------------------------- limits
def read_limits(tree: Tree, limits: Any) -> list[Range]:
    """Limits of the coordinates: those of the mechanism (True), none (False), or others for some of them."""
    if limits is False:
        return []
    mechanism, ranges = tree.mechanism, {}
    for name, own in mechanism.limits.items():
        joint: Any = mechanism.joints.get(name)
        word = getattr(joint, "coordinate", "")
        if word and (name in tree.joint_places or tree.builder.framer.frames(joint).kind in CUT_KINDS):
            ranges[f"{name}.{word}"] = (own.lower, own.upper)
    if limits is not True:
        ranges.update(_given(tree, limits))
    found = []
    for coordinate, (lower, upper) in ranges.items():
        if coordinate.rpartition(".")[0] not in tree.joint_places and coordinate.endswith("angle"):
            lower, upper = _half_a_turn(lower, upper)
        low, high = (-np.inf if lower is None else lower), (np.inf if upper is None else upper)
        if np.isfinite([low, high]).any():
            found.append(Range(coordinate, float(low), float(high)))
    return found


def _half_a_turn(lower: float | None, upper: float | None) -> tuple[float | None, float | None]:
    """Limits of an angle whose turns are not counted, of a joint that closes a loop: the one not given is far away."""
    if lower is not None and upper is None:
        return lower, lower + np.pi
    return (upper - np.pi, upper) if upper is not None and lower is None else (lower, upper)


def _given(tree: Tree, limits: Any) -> dict[str, tuple[float | None, float | None]]:
    from snodo.math.units import quantity

    if not isinstance(limits, Mapping):
        what = f"limits = {limits!r}"
        raise MechanismError(Problem(what, 'give True, False, or a table: {"elbow.angle": (0, "150 deg")}'))
    ranges: dict[str, tuple[float | None, float | None]] = {}
    problems: list[SnodoError] = []
    for name, pair in limits.items():
        joint = str(name).rpartition(".")[0]
        part: Any = tree.mechanism.joints.get(joint)
        own = [] if part is None else [f"{joint}.{w}" for w in tree.builder.framer.frames(part).coordinates]
        quaternion = part is not None and tree.builder.framer.frames(part).kind in ("spherical", "free")
        cut = part is not None and joint not in tree.joint_places
        several = cut and tree.builder.framer.frames(part).kind not in CUT_KINDS
        if name not in own or quaternion or several:
            known = [n for n in tree.coordinate_names if n not in tree.flat.counters]
            what = f"limits: there is no coordinate {name!r} that can be limited"
            problems.append(NameNotFound(Problem(what, suggestion(str(name), known))))
            continue
        kind = tree.mechanism.coordinate(name)[2]
        try:
            low, high = (None if x is None else float(quantity(x, kind)) for x in pair)
            good = not any(x is not None and np.isnan(x) for x in (low, high))
            good = good and (low is None or high is None or low <= high)
        except (TypeError, ValueError):
            good = False
        if not good:
            what = f"limits: {name!r} has {pair!r}"
            remedy = "give the lower and the upper limit; None where there is none"
            problems.append(MechanismError(Problem(what, remedy)))
            continue
        ranges[name] = (low, high)
    if problems:
        raise type(problems[0])([p for error in problems for p in error.problems])
    return ranges
