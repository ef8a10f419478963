"""Reactions that are not determined: one choice among all that balance the loads.

With a particular solution r₀ and the self-stresses N, every r = r₀ + N z balances.  The one chosen has the least

    Σ r_k² / k_k,

twice the elastic energy in joints of stiffness k_k: Castigliano's theorem, for slightly elastic joints and rigid
bodies.  If all joints are equally stiff, this is the solution of least norm, which is no more physical than that
assumption.  A joint of stiffness k [N/m] has the torsional stiffness k L², where L is the size of the mechanism.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from snodo.analyses.doctor.free_bodies import FreeBodies
from snodo.analyses.doctor.solvability import undetermined_rows
from snodo.errors import NameNotFound, Problem, SnodoError, suggestion

Array = np.ndarray
RESOLUTIONS = ("least norm", "elastic")


def resolved(bodies: FreeBodies, stress: Array, resolution: str, stiffness: Any, axes: str) -> dict[str, Array]:
    """Every joint's reaction at rest, under gravity and the forces of the mechanism [N, N m]."""
    if resolution not in RESOLUTIONS:
        raise NameNotFound(Problem(f"there is no resolution {resolution!r}", suggestion(resolution, RESOLUTIONS)))
    if axes not in ("joint", "world"):
        raise NameNotFound(Problem(f"there are no axes {axes!r}", "use joint or world"))
    if (resolution == "elastic") != (stiffness is not None):
        remedy = 'say resolution="elastic", stiffness=1e6 or {"A": 1e6, …} [N/m]'
        raise SnodoError(Problem("a stiffness is needed for the elastic resolution, and for no other", remedy))
    per_row = _stiffness(bodies, 1.0 if stiffness is None else stiffness, undetermined_rows(bodies, stress))
    r = _least(particular(bodies), stress, per_row)
    return {joint: bodies.carried(joint, axes) @ r[bodies.own(joint)] for joint in bodies.joints}


def _least(r: Array, stress: Array, stiffness: Array) -> Array:
    """r + N z with the least Σ r²/k."""
    if not stress.shape[1]:
        return r
    weights = 1.0 / np.sqrt(stiffness)
    z = np.linalg.lstsq(weights[:, None] * stress, -weights * r, rcond=None)[0]
    balanced: Array = r + stress @ z
    return balanced


def particular(bodies: FreeBodies) -> Array:
    """Reactions of all rows that balance the loads and inertia forces at rest, as the formulation finds them."""
    F, rest = bodies.F, np.zeros(bodies.F.nv)
    a, multipliers = F.solve(bodies.q, rest, bodies.t)
    found = {"acceleration": a[None], "multiplier": multipliers[None]}
    return row_reactions(bodies, found)


def row_reactions(bodies: FreeBodies, found: Mapping[str, Array]) -> Array:
    """Reactions of all rows from the accelerations and multipliers of the formulation at rest."""
    F = bodies.F
    times, states = np.array([bodies.t]), F.state(bodies.q, bodies.v)[None]
    r = np.zeros(len(bodies.rows))
    for joint in bodies.joints:
        wrench = F.reaction(joint, times, states, found)[0]
        r[bodies.own(joint)] = np.linalg.lstsq(bodies.carried(joint, "world"), wrench, rcond=None)[0]
    own = dict(zip(F.row_names, found["multiplier"][0]))
    for k, row in enumerate(bodies.rows):
        if row.part.name not in bodies.joints:
            r[k] = -own[row.name]
    return r


def _stiffness(bodies: FreeBodies, given: Any, needed: Array) -> Array:
    """Stiffness of every row [N/m, N m/rad]; a mapping must name all parts whose reactions depend on it."""
    table = given if isinstance(given, Mapping) else {row.part.name: given for row in bodies.rows}
    known = dict.fromkeys(row.part.name for row in bodies.rows)
    wrong = [name for name in table if name not in known]
    if wrong:
        raise NameNotFound(Problem(f"stiffness: there is no joint {wrong[0]!r} with rows", suggestion(wrong[0], known)))
    for name, k in table.items():
        if not (isinstance(k, int | float) and np.isfinite(k) and k > 0):
            raise SnodoError(Problem(f"stiffness of {name!r} is {k!r}", "give a positive number [N/m]"))
    missing = dict.fromkeys(r.part.name for r, n in zip(bodies.rows, needed) if n and r.part.name not in table)
    if missing:
        what = f"stiffness: none is given for {', '.join(missing)}, whose reactions depend on it"
        raise SnodoError(Problem(what, "give a stiffness [N/m] for each of them, or one number for all"))
    size = bodies.F.size
    return np.array([table.get(r.part.name, 1.0) * (size**2 if r.unit == "rad" else 1.0) for r in bodies.rows])
