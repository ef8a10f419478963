"""Inverse kinematics: configurations in which frames, bodies and joints are where they are wanted.

    least Σ w² |what is missed|²   with   Φ(t, q) = 0   and   lower ≤ x ≤ upper

on the manifold of the coordinates.  The iterations are compiled (`kernels/solving.py`) and run in the coordinates of
the joints, in which limits are bounds of single numbers; absolute coordinates follow from the places of the bodies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.inverse_dynamics.manifold_spline import FEWEST, rates_of
from snodo.analyses.inverse_dynamics.transferred_motion import Carried
from snodo.analyses.inverse_kinematics.goals import Goal, number_of_poses, read_goals
from snodo.analyses.inverse_kinematics.starts import at_rest, other_starts, start_of
from snodo.analyses.inverse_kinematics.task import Range, Solution, Task, read_limits
from snodo.errors import AssemblyError, MechanismError, Problem, RunError
from snodo.formulations.bind import bind
from snodo.formulations.series.elastic_joints import rigid_twin
from snodo.mechanism import not_stored
from snodo.progress import ProgressBar, silence
from snodo.results.inverse_kinematics import Configuration, ConfigurationPath, Miss, StillFound
from snodo.results.state import State
from snodo.spelling import spelled
from snodo.types import FormulationLike, MechanismLike

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from snodo.formulations.base import Formulation
    from snodo.formulations.tree.tree import Tree
    from snodo.results.result import Result

Array = np.ndarray
REACHED, OPEN, FAILED = 0, 3, 4
"""How a pose ended, as in `kernels/solving.py`."""
AT_LIMIT = 1e-9
"""Distance from a limit, in rad and sizes of the mechanism, within which a coordinate counts as being at it."""
CHUNK = 500
"""Poses of a path between two chances to press Ctrl-C."""


@spelled
def inverse_kinematics(
    mechanism: MechanismLike,
    targets: Mapping[str, Any],
    *,
    start: Result | State | Mapping[str, Any] | ArrayLike | None = None,
    weights: Mapping[str, Any] | None = None,
    limits: bool | Mapping[str, Any] = True,
    times: ArrayLike | None = None,
    tolerance: float = 1e-9,
    must_reach: bool = True,
    nearest: bool = True,
    tries: int = 20,
    iterations: int = 1000,
    formulation: FormulationLike | None = None,
    progress: bool = True,
) -> Configuration | ConfigurationPath:
    """Find the configuration in which frames, bodies and joints are where they are wanted; or a path of them.

    The least weighted squares of what is missed are found by damped Gauss–Newton steps; loops stay closed, and joints
    within their limits.  Arrays of targets are a path: each pose is searched from the one before, so that the path
    stays on its branch.  Of all configurations that reach the targets, the one nearest to the start (on a path, to the
    pose before) is found: with the least Σ (x − x_start)² over the coordinates x of the joints, lengths divided by the
    size of the mechanism.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism.  Its constraints and drivers hold; what constrains only velocities does not count.
    targets : mapping
        What is wanted, by the names of frames, bodies (also `body.com`) and joints: a position [m] (None leaves a
        component free), an `sn.Rotation`, both as (position, rotation), as a pose or as a 4 × 4 matrix, in the plane
        also (position, angle); or coordinates, `{"elbow.angle": "30 deg", "hand.z": 0.2}` [m, rad].  Arrays with one
        row for each pose are a path.
    start : Result, State, mapping or array, optional
        Where the search begins: a state, the last row of a result, values by name (the others as drawn), or the
        coordinates q; by default as drawn, with the initial values of the mechanism.
    weights : mapping, optional
        Weights of targets, 1 by default: a number, or one for the position and one for the rotation.  A radian counts
        as much as the size of the mechanism.
    limits : bool or mapping, optional
        Whether joints keep within the limits of the mechanism (`m.limits`, from URDF files); a table such as
        `{"elbow.angle": (0, "150 deg")}` sets or replaces some of them.
    times : float or array, optional
        Time of the pose, or of each pose of a path [s]: of drivers, and of the rows of the path; by default 0, and for
        a path 0, 1, 2, ….  If times are given for six poses or more, velocities and accelerations are those of splines
        through the path; otherwise they are zero.
    tolerance : float, optional
        How closely targets must be met, in radians and sizes of the mechanism.
    must_reach : bool, optional
        Whether to raise an error if a target is missed; if not, the closest configuration is returned.
    nearest : bool, optional
        Whether to find the configuration nearest to the start if several reach the targets.
    tries : int, optional
        Number of other starts to try if the targets are not reached (on a path, those of the first pose).
    iterations : int, optional
        Most iterations for one pose and start.
    formulation : str or class, optional
        Coordinates of the answer; by default planar in the plane and tree in space.
    progress : bool, optional
        Whether to show a progress bar for long paths.

    Returns
    -------
    Configuration or ConfigurationPath
        For one pose a state with `q`, `residuals`, `reached` and `iterations`, from which `sn.simulate` can start; for
        a path a result with the same, one for each pose.

    Raises
    ------
    RunError
        If a target is missed: which, and by how much; `error.result` is the closest configuration or path.
    AssemblyError
        If the mechanism does not close within the limits.
    SnodoError
        If a target does not exist or is not a position, rotation or number.

    Examples
    --------
    >>> found = sn.inverse_kinematics(pendulum, {"A.angle": "30 deg"})
    >>> round(found["A.angle"], 6)
    0.523599
    """
    F = bind(mechanism, formulation)
    not_stored.refuse(F.mechanism)
    F.must_be_current()
    tolerance, tries, iterations = _checked(tolerance, tries, iterations)
    with F.lock, silence(not progress):
        tree = _tree_of(F)
        goals = read_goals(tree, targets, weights)
        moments = _moments(times)
        poses = number_of_poses(goals, moments)
        task = Task(tree, goals, read_limits(tree, limits), tolerance, iterations, nearest)
        rows = _rows(moments, poses)
        tree.forget_failures()
        begin = start_of(F, tree, start, float(rows[0]))
        solved = _solved(task, rows, begin, tries)
        given = moments is not None and poses is not None and poses >= FEWEST
        answer = _Answer(F, task, rows, solved, given).read(one=poses is None)
    if must_reach and not np.all(answer.reached):
        error = RunError(_missed(task, answer, solved, rows))
        error.result = answer
        raise error
    return answer


# ---------------------------------------------------------------- arguments
def _checked(tolerance: Any, tries: Any, iterations: Any) -> tuple[float, int, int]:
    for name, value, least in (("tolerance", tolerance, 1e-14), ("tries", tries, 0), ("iterations", iterations, 1)):
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value < np.inf:
            raise MechanismError(Problem(f"{name} = {value!r}", f"give a number from {least:g} on"))
    return float(tolerance), int(tries), int(iterations)


def _moments(times: Any) -> Array | None:
    """The given times [s]."""
    if times is None:
        return None
    try:
        found = np.array(times, float)
    except (TypeError, ValueError):
        found = np.full((), np.nan)
    if found.ndim > 1 or not np.isfinite(found).all() or (found.ndim and (np.diff(found) <= 0).any()):
        raise MechanismError(Problem(f"times = {times!r}", "give a time, or rising times with one for each pose [s]"))
    return found


def _rows(moments: Array | None, poses: int | None) -> Array:
    if moments is None:
        return np.arange(float(poses or 1))
    return np.array(np.broadcast_to(moments, poses or 1), float)


def _tree_of(F: Formulation) -> Tree:
    """The tree in which the iterations run: its elastic joints are rigid."""
    from snodo.formulations.tree.tree import Tree

    rigid = not any(joint.elastic for joint in F.mechanism.joints.values())
    if isinstance(F, Tree) and rigid:
        return F
    if "inverse kinematics" not in F.kept:
        tree = F if isinstance(F, Tree) else Tree(F.mechanism)
        F.kept["inverse kinematics"] = rigid_twin(tree) or tree
    found: Tree = F.kept["inverse kinematics"]
    return found


# ---------------------------------------------------------------- the search
def _solved(task: Task, times: Array, start: Array, tries: int) -> Solution:
    """The poses, the first from several starts if need be."""
    wanted = task.numbers(times.size)
    best = task.solve(wanted[:1], times[:1], start, start)
    others = other_starts(task.tree, start, task.ranges, tries)
    while best.report[0, 0] != REACHED and (other := next(others, None)) is not None:
        found = task.solve(wanted[:1], times[:1], other, start)
        if found.done and (not best.done or found.report[0, 3] < best.report[0, 3] * (1 - 1e-6)):
            best = found
    _must_close(task, best, times[:1])
    parts = [best]
    at, length = 1, 1 if task.tree.flat.counters else CHUNK
    with ProgressBar(0.0, times.size, "inverse kinematics", "poses") as bar:
        while at < times.size:
            bar(at)
            before = task.tree.count_turns(parts[-1].q[-1].copy())
            rows = slice(at, at + length)
            found = task.solve(wanted[rows], times[rows], before, before)
            _must_close(task, found, times[rows])
            parts.append(found)
            at += length
    q, report, misses = (np.concatenate([part[k] for part in parts]) for k in range(3))
    return Solution(q, report, misses, times.size)


def _must_close(task: Task, found: Solution, times: Array) -> None:
    """Refuse positions in which loops or limits cannot be kept."""
    if found.done == len(found.q):
        return
    T, k = task.tree, found.done
    t = float(times[k])
    if found.report[k, 0] == FAILED:
        phi = T.constraints(found.q[k], t)  # raises what is wrong with a function of the user's
        T.forget_failures()
        raise RunError(Problem(f"the constraints are not numbers: {phi}", "start from another configuration"))
    phi = np.abs(T.constraints(found.q[k], t) / T.row_scale) if T.nc else np.zeros(0)
    what = f"the mechanism does not close within its limits at t = {t:g} s"
    if phi.size and phi.max() > 1e-9:
        part = T.mechanism[T.row_parts[int(phi.argmax())]]
        what += f": {part.title} stays open by {phi.max():.3g} (in radians, or sizes of the mechanism)"
    raise AssemblyError(Problem(what, "start from a configuration within the limits, or use limits=False"))


# ---------------------------------------------------------------- the answer
class _Answer:
    """What was found, in the coordinates that were asked for."""

    def __init__(self, F: Formulation, task: Task, times: Array, solved: Solution, moving: bool) -> None:
        self.F, self.task, self.times, self.solved, self.moving = F, task, times, solved, moving

    def read(self, one: bool) -> Configuration | ConfigurationPath:
        """One configuration, or a path."""
        T, times, solved = self.task.tree, self.times, self.solved
        for row in solved.q if T.flat.counters else ():
            T.count_turns(row)
        path = self._path(solved.q)
        path.reached = solved.report[:, 0] == REACHED
        path.iterations = (solved.report[:, 1] + solved.report[:, 2]).astype(int)
        path.residuals = {goal.name: self._miss(k, goal) for k, goal in enumerate(self.task.goals)}
        if not one:
            return path
        residuals = {name: Miss(float(x.distance[0]), float(x.angle[0])) for name, x in path.residuals.items()}
        limits = tuple(at_limits(T, self.task.ranges, solved.q[0]))
        state = (path, 0, float(times[0]))
        return Configuration(*state, residuals, bool(path.reached[0]), int(path.iterations[0]), limits)

    def _miss(self, k: int, goal: Goal) -> Miss:
        first, second = self.solved.misses[:, 2 * k], self.solved.misses[:, 2 * k + 1]
        return Miss(second, first) if goal.coordinate and goal.unit != "m" else Miss(first, second)

    def _path(self, q: Array) -> ConfigurationPath:
        """The path as a result of the formulation; velocities and accelerations are those of splines."""
        F, T, times = self.F, self.task.tree, self.times
        v, a = np.zeros((times.size, T.nv)), np.zeros((times.size, T.nv))
        if self.moving:
            for place in T.flat.places:
                _, v[:, place.v], a[:, place.v] = rates_of(place, times, q[:, place.q])
        if T is not F:
            moved = at_rest(T, times, q)
            moved.states[:, T.nq : T.nq + T.nv], moved.found["acceleration"][:] = v, a
            q, v, a = Carried(F, moved).arrays()
        states = np.hstack([q, v, np.zeros((times.size, len(F.work_names)))])
        info = {
            "kind": "inverse kinematics",
            "formulation": F.name,
            "method": "none (inverse kinematics)",
            "integrator": "none (inverse kinematics)",
            "status": "finished",
            "cut_joints": list(F.cut_joints),
            "user_functions": F.routes(),
        }
        return ConfigurationPath(F, times, states, StillFound(F, times, states, a), info)


def at_limits(tree: Tree, ranges: list[Range], q: Array) -> list[str]:
    """Coordinates that are at one of their limits."""
    found = []
    for own in ranges:
        near = AT_LIMIT * (tree.size if tree.mechanism.coordinate(own.coordinate)[2] == "length" else 1.0)
        x = _value(tree, own.coordinate, q)
        if x <= own.lower + near or x >= own.upper - near:
            found.append(own.coordinate)
    return found


def _value(tree: Tree, coordinate: str, q: Array) -> float:
    """A coordinate of a joint, which may close a loop."""
    if coordinate in tree.coordinate_names:
        return float(q[tree.coordinate_names.index(coordinate)])
    rest = np.zeros((1, tree.nv))
    return float(tree.motion.joint(coordinate.rpartition(".")[0], q[None], rest, rest)[0][0])


def _missed(task: Task, answer: Any, solved: Solution, times: Array) -> list[Problem]:
    """Which targets are missed, by how much, and what stands in the way."""
    T, path = task.tree, isinstance(answer, ConfigurationPath)
    missed = np.flatnonzero(~np.atleast_1d(answer.reached))
    k = int(missed[0])
    where = f" in pose {k} (t = {times[k]:g} s; {missed.size} of {times.size} poses are missed)" if path else ""
    held = at_limits(T, task.ranges, solved.q[k])
    remedy = "error.result is the closest; must_reach=False returns it"
    if held:
        remedy += f"; at a limit there: {', '.join(held)}"
    if T.mechanism.drivers:
        remedy += f"; the drivers hold: {', '.join(map(repr, T.mechanism.drivers))}"
    problems = []
    for goal in task.goals:
        miss = Miss(*(np.atleast_1d(x)[k] for x in answer.residuals[goal.name]))
        if max(miss.distance / T.size, miss.angle) > task.tolerance:
            problems.append(Problem(f"target {goal.name!r} is missed by {miss}{where}", remedy, T.mechanism.where))
    return problems or [Problem(f"the targets are missed{where}", remedy, T.mechanism.where)]
