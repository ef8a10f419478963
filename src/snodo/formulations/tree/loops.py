"""Dynamics of a tree whose joints are tied by constraint rows: cut joints, couplers (mimics), constraints, drivers.

M a + h + Φ_vᵀ λ = τ + (external wrenches),     Φ_v a = γ(t, q, v)

Accelerations under given joint forces are unique and obey the rows.  The converse is not: many joint forces and
multipliers give the same accelerations.  What has no one answer is refused, unless the open tree, with the rows
ignored, is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, UnsupportedError, suggestion
from snodo.formulations.base import Array
from snodo.formulations.constrained import constrained
from snodo.formulations.solving import root

if TYPE_CHECKING:
    from snodo.formulations.tree.dynamics import Dynamics

OBEY, IGNORE = "obey", "ignore"
"""Values of `loops`."""
SHOWN = 4
"""Parts with rows that an error names."""
INSTEAD = {
    "inverse_dynamics": "many joint forces give the same motion: sn.inverse_dynamics finds those of chosen actuators",
    "joint_wrenches": "with loops they need multipliers: tree.reaction, or result.reaction after sn.simulate, has them",
    "articulated_inertia": "a body in a loop has no articulated inertia of its own",
    "articulated_bias": "a body in a loop has no articulated inertia of its own",
    "sweeps": "the sweeps run through an open tree, and a body in a loop has no articulated inertia of its own",
    "inverse_dynamics_derivatives": "many joint forces give the same motion, so they have no derivatives",
    "forward_dynamics_derivatives": "with rows they need third derivatives: use differences of forward_dynamics",
}
"""Why a function is not available with rows, and what to use instead."""


def obeyed(tree: Dynamics, loops: str) -> bool:
    """Whether rows are to be obeyed: there are some, and they are not to be ignored."""
    if loops not in (OBEY, IGNORE):
        raise NameNotFound(Problem(f"loops = {loops!r}", suggestion(str(loops), (OBEY, IGNORE))))
    return loops == OBEY and tree.nc > 0


def refuse(tree: Dynamics, function: str, loops: str) -> None:
    """Refuse a function of open trees where there are rows, unless they are to be ignored."""
    if obeyed(tree, loops):
        parts = list(dict.fromkeys(tree.mechanism[part].title for part in tree.row_parts))
        named = ", ".join(parts[:SHOWN]) + (", …" if len(parts) > SHOWN else "")
        what = (
            f"{function}: the joints of {tree.mechanism.name!r} are connected by {tree.nc} constraint rows of {named}"
        )
        remedy = f'{INSTEAD[function]}; for the open tree, without these rows, use loops="ignore"'
        raise UnsupportedError(Problem(what, remedy, tree.mechanism.where))


def forward_dynamics(tree: Dynamics, q: Any, v: Any, tau: Any, external: Mapping[str, Any] | None, t: float) -> Array:
    """Accelerations that obey the rows; one row per state for a batch."""
    from snodo.formulations.tree import batches

    if not batches.given(q, v, tau, external):
        with tree.lock:
            return _one(tree, q, v, tau, external, t)
    batch = batches.Batch(tree, 1, external, q=q, v=v, tau=tau)
    out = np.empty((batch.count, tree.nv))
    for k in range(batch.count):
        q, v, tau, wrenches = batch.state(k)
        try:
            with tree.lock:
                out[k] = _one(tree, q, v, tau, wrenches, t)
        except SnodoError as error:
            problems = [Problem(f"row {k}: {p.what}", p.remedy, p.where) for p in error.problems]
            raise type(error)(problems) from None
    return out


def _one(tree: Any, q: Any, v: Any, tau: Any, external: Mapping[str, Any] | None, t: float) -> Array:
    """Of one state."""
    from snodo.formulations.tree import arguments

    Q = arguments.velocities(tree, tau, "tau") - tree.inverse_dynamics(q, v, np.zeros(tree.nv), external, loops=IGNORE)
    J, gamma = tree.jacobian(q, t, v=v), tree.gamma(q, v, t)
    R, Q = root(tree.mass_matrix(q), J, Q, gamma)
    return constrained(R, J, Q, gamma, tree.row_sizes(J))[0]
