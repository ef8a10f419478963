"""Where a search begins: as drawn, at given values, in a state; and other starts where that leads to no solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.analyses.assembly.continued_start import transferred
from snodo.analyses.inverse_kinematics.task import Range
from snodo.errors import MechanismError, Problem
from snodo.formulations.tree import manifold
from snodo.results.inverse_kinematics import StillFound
from snodo.results.result import Result
from snodo.results.state import State

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray


def start_of(F: Formulation, tree: Tree, start: Any, t: float) -> Array:
    """Coordinates of the tree at which the search begins."""
    if start is None or isinstance(start, Mapping):
        if start is None and not tree.nc and not tree.mechanism.initial:
            return tree.reference()[0]
        return assemble(tree, initial_guess=start, t=t).q
    if isinstance(start, Result):
        start = start.state()
    if isinstance(start, State):
        return np.ascontiguousarray(transferred(tree, start)[0])
    try:
        q = np.array(start, float)
    except (TypeError, ValueError):
        q = np.zeros((0, 0))
    if q.shape != (F.nq,) or not np.isfinite(q).all():
        what = f"start = {start!r} is not a start"
        remedy = (
            f"give a state, a result, values by name, or {F.nq} finite numbers: {', '.join(F.coordinate_names[:3])}, …"
        )
        raise MechanismError(Problem(what, remedy))
    if tree is F:
        return manifold.normalised(tree.flat.places, q)
    return np.ascontiguousarray(transferred(tree, State(at_rest(F, np.array([t]), q[None]), 0, t))[0])


def at_rest(F: Formulation, times: Array, q: Array) -> Result:
    """A result whose rows are these coordinates, at rest."""
    states = np.zeros((times.size, F.nq + F.nv + len(F.work_names)))
    states[:, : F.nq] = q
    info = {"kind": "inverse kinematics", "formulation": F.name, "status": "finished"}
    return Result(F, times, states, StillFound(F, times, states, np.zeros((times.size, F.nv))), info)


def other_starts(tree: Tree, q: Array, ranges: list[Range], count: int) -> Iterator[Array]:
    """Starts farther and farther from q; angles and displacements within their limits."""
    random = np.random.default_rng(5)
    limits = {r.coordinate: r for r in ranges}
    reach = np.where(np.array(tree.velocity_units) == "m", tree.size, np.pi)
    for k in range(1, count + 1):
        step = random.uniform(-1.0, 1.0, tree.nv) * reach * min(1.0, 2 * k / count)
        found = manifold.integrate(tree.flat.places, q, step, 1.0)
        for j, name in enumerate(tree.coordinate_names):
            own = limits.get(name)
            if own is not None and not own.lower <= found[j] <= own.upper:
                ends = np.array([own.lower, own.upper])
                low, high = np.where(np.isfinite(ends), ends, q[j] + np.array([-np.pi, np.pi]))
                found[j] = random.uniform(min(low, high), max(low, high))
        yield tree.count_turns(found)
