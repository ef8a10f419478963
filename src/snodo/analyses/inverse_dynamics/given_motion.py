"""A motion as it is given: coordinates of a tree at times, with velocities and accelerations given or found.

It is an array of coordinates, a table of joints and coordinates by name, or a result.  In a table, a number or a
function of time is differentiated exactly (but for the coordinates of spherical and free joints), an array with a
number for each time by the splines of `manifold_spline.py`; what is not in it stays as drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.analyses.inverse_dynamics.manifold_spline import FEWEST, rates_of, spline
from snodo.analyses.inverse_dynamics.samples import checked_noise, checked_times, is_function, numbers_of, rows_of
from snodo.errors import MechanismError, NameNotFound, Problem, SnodoError, UnsupportedError, suggestion
from snodo.formulations.tree import manifold
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.part import convert
from snodo.results.result import Result

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
LARGEST_MISFIT = 1e-3
"""Largest deviation of given Euler parameters from length one."""
QUATERNIONS = ("spherical", "free")


class Motion(NamedTuple):
    """Times [s], and coordinates, velocities and accelerations at them."""

    times: Array
    q: Array
    v: Array
    a: Array


def given_motion(
    tree: Tree, motion: Any, times: Any, velocities: Any = None, accelerations: Any = None, noise: float = 0.0
) -> Motion:
    """The motion of a tree; raises SnodoError for whatever cannot be one."""
    if isinstance(motion, Result):
        refuse_with_result(times, velocities, accelerations, noise)
        return of_result(tree, motion)
    if velocities is None and accelerations is not None:
        raise UnsupportedError(Problem("accelerations are given without velocities", "give both, or velocities alone"))
    reader = _Reader(tree, checked_times(times), checked_noise(noise))
    reader.read(motion)
    if velocities is None:
        return reader.motion()
    return reader.with_rates(velocities, accelerations)


# ---------------------------------------------------------------- from a result
def refuse_with_result(*others: Any) -> None:
    """Raise if anything is given beside a result."""
    if any(other is not None and not (isinstance(other, float) and other == 0.0) for other in others):
        what = "a result brings its own times, velocities and accelerations"
        raise UnsupportedError(Problem(what, "leave the others out, or give result.time and result.q as arrays"))


def of_result(bound: Formulation, result: Result) -> Motion:
    """The motion of a result of any formulation, and of any mechanism with the same bodies and joints."""
    if not np.isfinite(result.states).all() or not np.isfinite(result.a).all():
        raise UnsupportedError(Problem("the result has rows that are not finite", "leave these rows out"))
    F = result.formulation
    if F.name == bound.name and {*bound.coordinate_names, *bound.velocity_names} <= _all_names(F):
        columns = [F.coordinate_names.index(name) for name in bound.coordinate_names]
        speeds = [F.velocity_names.index(name) for name in bound.velocity_names]
        return Motion(result.time, result.q[:, columns], result.v[:, speeds], result.a[:, speeds])
    from snodo.analyses.inverse_dynamics.transferred_motion import Carried

    return Motion(result.time, *Carried(bound, result).arrays())


def _all_names(F: Formulation) -> set[str]:
    return {*F.coordinate_names, *F.velocity_names}


# ---------------------------------------------------------------- from arrays and tables
class _Reader:
    """Fills the coordinates, and knows which of their derivatives are exact."""

    def __init__(self, tree: Tree, times: Array, noise: float) -> None:
        self.tree, self.times, self.noise = tree, times, noise
        rows = (times.size, 1)
        self.q = np.tile(tree.reference()[0], rows)
        self.v = np.zeros((times.size, tree.nv))
        self.a = np.zeros((times.size, tree.nv))
        self.exact = np.ones(tree.nq, dtype=bool)
        self.counted = not tree.flat.counters
        """Whether the whole turns of cut joints are known."""

    def read(self, motion: Any) -> None:
        """An array, or a table by name."""
        if isinstance(motion, Mapping):
            self._table(motion)
        else:
            self.q = rows_of(motion, self.times, self.tree.coordinate_names, "q")
            self.counted = True
            self.exact[:] = np.ndim(motion) == 1
        problems = [p for place in self.tree.flat.places for p in self._unnormalised(place)]
        if problems:
            raise UnsupportedError(problems)

    def motion(self) -> Motion:
        """With the derivatives of the splines where they are not exact."""
        sampled = [place for place in self.tree.flat.places if not self.exact[place.q].all()]
        self._refuse_too_few(sampled)
        problems = [p for place in sampled for p in self._jumps(place)]
        if problems:
            raise UnsupportedError(problems)
        for place in sampled:
            found = rates_of(place, self.times, self.q[:, place.q], self.noise)
            keep = self._keep(place)
            for mine, theirs, columns in zip((self.q, self.v, self.a), found, (place.q, place.v, place.v)):
                mine[:, columns] = np.where(keep, mine[:, columns], theirs)
        return Motion(self.times, self._with_turns(), self.v, self.a)

    def with_rates(self, velocities: Any, accelerations: Any) -> Motion:
        """With given velocities; accelerations given, or from the splines of these."""
        tree = self.tree
        v = rows_of(velocities, self.times, tree.velocity_names, "velocities")
        if accelerations is None:
            self._refuse_too_few([None])
            v, a, _ = spline(self.times, v, self.noise)
        else:
            a = rows_of(accelerations, self.times, tree.velocity_names, "accelerations")
        return Motion(self.times, self._with_turns(), v, a)

    def _with_turns(self) -> Array:
        """The coordinates, with the turns of cut joints followed from sample to sample."""
        if not self.counted:
            columns = list(self.tree.flat.counters.values())
            for k, q in enumerate(self.q):
                q[columns] = self.q[max(k - 1, 0), columns]
                self.tree.count_turns(q)
        return self.q

    # ---------------------------------------------------------------- a table
    def _table(self, motion: Mapping[str, Any]) -> None:
        problems: list[Problem] = []
        for name, given in motion.items():
            try:
                self._named(name, given)
            except SnodoError as error:
                problems += error.problems
        if problems:
            raise MechanismError(problems)

    def _named(self, name: str, given: Any) -> None:
        tree = self.tree
        if name in tree.joint_places:
            self._whole_joint(name, given)
        elif name not in tree.coordinate_names or name in tree.flat.counters:
            own = [name for name in tree.coordinate_names if name not in tree.flat.counters]
            known = [*own, *tree.joint_places]
            raise NameNotFound(
                Problem(f"there is no coordinate or joint {name!r} in the tree", suggestion(name, known))
            )
        elif is_function(given):
            self._function(name, given)
        else:
            k = tree.coordinate_names.index(name)
            self.q[:, k] = rows_of(given, self.times, [name], name)[:, 0]
            self.exact[k] = False

    def _function(self, name: str, given: Any) -> None:
        """A number or function of time, with its derivatives; Euler parameters and their joint are only sampled."""
        joint = name.rpartition(".")[0]
        place, k = self.tree.joint_places[joint], self.tree.coordinate_names.index(name)
        try:
            function = convert(given, f"function:{self.tree.mechanism.coordinate(name)[2]}")
            values = np.array([function.derivatives(float(t)) for t in self.times])
        except SnodoError as error:
            raise MechanismError([Problem(f"{name}: {p.what}", p.remedy) for p in error.problems]) from None
        self.q[:, k] = values[:, 0]
        if place.frames.kind in QUATERNIONS:
            self.exact[k] = isinstance(function, Constant)
        else:
            j = place.v.start + k - place.q.start
            self.v[:, j], self.a[:, j] = values[:, 1], values[:, 2]

    def _whole_joint(self, joint: str, given: Any) -> None:
        """All coordinates of a joint; of a spherical one, a rotation vector serves too."""
        place = self.tree.joint_places[joint]
        names = self.tree.coordinate_names[place.q]
        values = numbers_of(given, self.times, names, joint)
        if place.frames.kind == "spherical" and values.shape[-1:] == (3,):
            turns = rows_of(values, self.times, [f"{joint}.r{axis}" for axis in "xyz"], joint)
            self.q[:, place.q] = [manifold.exponential(turn) for turn in turns]
        else:
            self.q[:, place.q] = rows_of(values, self.times, names, joint)
        self.exact[place.q] = np.ndim(values) == 1

    # ---------------------------------------------------------------- what cannot be a motion
    def _keep(self, place: Any) -> Any:
        """Columns that are exact already; Euler parameters and their joint only all together."""
        return False if place.frames.kind in QUATERNIONS else self.exact[place.q]

    def _refuse_too_few(self, sampled: list[Any]) -> None:
        if sampled and self.times.size < FEWEST:
            what = f"the motion has {self.times.size} samples, and its derivatives need at least {FEWEST}"
            remedy = "give more samples, or velocities and accelerations, or functions of time"
            raise UnsupportedError(Problem(what, remedy))

    def _unnormalised(self, place: Any) -> Iterator[Problem]:
        if place.frames.kind not in QUATERNIONS:
            return
        p = self.q[:, place.q][:, -4:]
        length = np.linalg.norm(p, axis=1)
        k = int(np.abs(length - 1).argmax())
        if abs(length[k] - 1) > LARGEST_MISFIT:
            what = f"the Euler parameters of {place.branch.joint.name!r} have the length {length[k]:.6g}"
            yield Problem(f"at t = {self.times[k]:g} s {what}", "give all four, e0² + e1² + e2² + e3² = 1")
        else:
            self.q[:, place.q.stop - 4 : place.q.stop] = p / length[:, None]

    def _jumps(self, place: Any) -> Iterator[Problem]:
        """Turns from one sample to the next that no spline can follow."""
        q, joint = self.q[:, place.q], place.branch.joint.name
        if place.frames.kind in QUATERNIONS:
            p = q[:, -4:]
            turns = 2 * np.arccos(np.clip(np.abs((p[1:] * p[:-1]).sum(axis=1)), 0.0, 1.0))
            yield from self._jump(joint, turns, np.pi / 2, "give more samples")
        else:
            for word, unit, x in zip(place.frames.coordinates, place.frames.units, q.T):
                if unit == "rad":
                    remedy = "let the angle run on over whole turns (np.unwrap), or give more samples"
                    yield from self._jump(f"{joint}.{word}", np.abs(np.diff(x)), np.pi, remedy)

    def _jump(self, name: str, turns: Array, limit: float, remedy: str) -> Iterator[Problem]:
        if turns.size and turns.max() > limit:
            k = int(turns.argmax())
            what = f"{name} turns by {np.degrees(turns[k]):.4g}° from t = {self.times[k]:g} to {self.times[k + 1]:g} s"
            yield Problem(what, remedy)
