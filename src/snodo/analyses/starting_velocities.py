"""Velocities at the start: those with Φ_v v = ν and the wanted speeds that move the joints as little as they can.

Of all of them, Σ w² ẋ² is least over the rates ẋ of all joint coordinates (`joint_moves`): with v₀ one of them and the
columns of Z the free directions,

    v = v₀ + Z z,     z = −(X Z)⁺ X v₀,     ẋ = X v.                                     (1)

Every direction moves a joint, but at singular attitudes of a joint: there v₀, the shortest by natural sizes, decides.
In an open tree the joints that nobody speaks of stay at rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.closing import LARGEST_DENSE
from snodo.analyses.joint_moves import JointMoves
from snodo.analyses.linear import free_directions, least_norm, responsible
from snodo.analyses.wanted_values import Wanted
from snodo.errors import AssemblyError, Problem

Array = np.ndarray


def starting_velocities(F: Any, q: Array, t: float, wanted: list[Wanted], moves: JointMoves) -> Array:
    """The velocities; contradictions are named."""
    right = np.concatenate([F.nu(q, t), [w.value for w in wanted]])
    if not np.all(np.isfinite(right)):
        raise AssemblyError(F.row_not_finite(t))
    if not np.any(right):
        return np.zeros(F.nv)
    rows = np.array([w.read(F, q)[1] for w in wanted]).reshape(-1, F.nv)
    if F.nc > LARGEST_DENSE:
        return _many_velocities(F, q, t, rows, right)
    J = np.vstack([F.jacobian(q, t), rows])
    sizes = 1.0 / F.velocity_scale
    v, residual = least_norm(J, right, sizes)
    _refuse_contradictions(F, wanted, right, residual)
    return v if F.nv > LARGEST_DENSE else moves.least(q, v, free_directions(J, sizes))


def _refuse_contradictions(F: Any, wanted: list[Wanted], right: Array, residual: Array) -> None:
    names = [*F.row_names, *[f"wanted {w.name}" for w in wanted]]
    size = np.array([F.size if unit == "m" else 1.0 for unit in [*F.row_units, *[w.unit for w in wanted]]])
    worst = float(np.abs(residual).max(initial=0.0))
    if np.any(np.abs(residual) / size > 1e-8 * max(1.0, (np.abs(right) / size).max())):
        who = responsible(residual, names)
        prescribed = [n for n in who if n.startswith("wanted") or n.rpartition(".")[0] in F.mechanism.drivers]
        remedy = f"the joints leave no freedom for {', '.join(prescribed)}: remove it, or a joint"
        if len(prescribed) > 1:
            who, remedy = prescribed, "two drivers or initial speeds prescribe the same motion differently: remove one"
        what = f"the velocities contradict one another by {worst:.3g}: {', '.join(who)} cannot hold together"
        raise AssemblyError(Problem(what, remedy, _where_of(F, who)))


def _many_velocities(F: Any, q: Array, t: float, rows: Array, right: Array) -> Array:
    """For large mechanisms: of least kinetic energy, with sparse rows."""
    from scipy.sparse import csc_array, diags_array, vstack
    from scipy.sparse.linalg import lsmr

    J = vstack([F.jacobian(q, t, sparse=True), csc_array(rows)])
    metric = F.metric(q)
    weights = metric if metric.ndim == 1 else np.linalg.norm(metric, axis=0)
    scaled = csc_array(J) @ diags_array(1.0 / weights)
    return lsmr(scaled, right, atol=1e-14, btol=1e-14, maxiter=50 * F.nv)[0] / weights


def _where_of(F: Any, names: list[str]) -> str:
    for name in names:
        part = name.rpartition(".")[0]
        if part in F.mechanism.drivers:
            return str(F.mechanism.drivers[part].where)
    return ""
