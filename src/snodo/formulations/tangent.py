"""Derivatives of the equations of motion in one state, along displacements of the coordinates and along velocities.

    R = M a + Φ_vᵀ λ − Q,     Γ = Φ_v a − γ,     σ = Φ_v v − ν          at the same a and λ

By q means by a displacement along the velocities, q ⊞ δ: column k belongs to velocity k.  They are exact: the compiled
equations run on duals (`kernels/tangents.py`).  What a user wrote is differentiated by central differences of eighth
order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.base import Array
from snodo.formulations.directions import Directions, directions_of
from snodo.math.differences import columns

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True, eq=False)
class Part:
    """Derivatives of R (nv × nv), σ and Γ (nc × nv) by one kind of variable."""

    R: Array
    sigma: Array
    gamma: Array


@dataclass(frozen=True, eq=False)
class Tangent:
    """Derivatives by the coordinates, along the velocities, and by the velocities."""

    by_q: Part
    by_v: Part


def tangent(F: Formulation, q: Array, v: Array, t: float, a: Array, multipliers: Array) -> Tangent:
    """Differentiate R, σ and Γ.

    Parameters
    ----------
    F : Formulation
        Planar, tree or spatial.
    q, v : array
        Coordinates [m, rad] and velocities [m/s, rad/s].
    t : float
        Time [s].
    a : array
        Accelerations [m/s², rad/s²].
    multipliers : array
        λ [N, N m].

    Returns
    -------
    Tangent
        `by_q` and `by_v`.
    """
    nv, nc = F.nv, F.nc
    with F.lock:
        found = _exact(F, q, v, t, a, multipliers)
        if _written(F):
            found += _differences(F, q, v, t, a, multipliers)
    parts = [Part(x[:nv], x[nv : nv + nc], x[nv + nc :]) for x in (found[:, :nv], found[:, nv:])]
    return Tangent(*parts)


def _exact(F: Any, q: Array, v: Array, t: float, a: Array, multipliers: Array) -> Array:
    """(R, σ, Γ) by (q, v), without what users wrote ((nv + 2 nc) × 2 nv)."""
    given = float(t), F.state(q, v), np.ascontiguousarray(a, float), np.ascontiguousarray(multipliers, float)
    if F.name == "tree":
        return np.asarray(_along(F, *given, np.eye(2 * F.nv)).T)
    if "_grouped_directions" not in vars(F):
        F._grouped_directions = directions_of(F)
    directions: Directions = F._grouped_directions
    return directions.spread(_along(F, *given, directions.seeds))


def _along(F: Any, t: float, y: Array, a: Array, multipliers: Array, seeds: Array) -> Array:
    """Derivatives along directions, a row for each."""
    from snodo.math.kernels.duals import DIRECTIONS, PLACES

    if not DIRECTIONS:
        raise UnsupportedError(Problem("derivatives need compiled kernels", "unset NUMBA_DISABLE_JIT"))
    run, out, n = F.entries.tangent, np.zeros((len(seeds), F.nv + 2 * F.nc)), F.model.size
    if F.name == "planar":
        model = np.zeros((1 + PLACES) * n + 3 * PLACES * F.nv)
        model[:n], model[n : (1 + PLACES) * n : PLACES] = F.model, F.model
        run(t, model, n, y, a, multipliers, seeds, out)
        return out
    slopes = np.zeros((len(seeds), F.nq + F.nv))
    if "elements of duals" not in F.kept:
        F.kept["elements of duals"] = _elements(F)
    scratch = np.zeros(PLACES * F.kept["elements of duals"])
    run(t, F.stepped_model, scratch, y, a, multipliers, seeds, slopes, out)
    return out


def _elements(F: Any) -> int:
    """Elements of the scratch of a tree or of bodies in space (`kernels/tangents.py`)."""
    from snodo.math.kernels.measures import Reading
    from snodo.math.kernels.record_layout import size

    head, layout, vectors = F.flat.header, F.layout, F.nq + 3 * F.nv + 2 * F.nc
    freedoms = F.nv * size(layout.Freedom) if F.name == "tree" else 0
    bodies = head.links if F.name == "tree" else head.bodies
    return int((bodies + 1) * size(layout.Work) + freedoms + head.measures * size(Reading) + vectors)


def elements(F: Any) -> int:
    """The same, for those who differentiate along runs."""
    return _elements(F)


def _written(F: Any) -> bool:
    return any(part.written is not None for part in (*F.flat.constraints, *F.flat.forces))


def _differences(F: Any, q: Array, v: Array, t: float, a: Array, multipliers: Array) -> Array:
    """What users wrote of (R, σ, Γ), by (q, v)."""

    def f(q: Array, v: Array) -> Array:
        out = np.zeros(F.nv + 2 * F.nc)
        status = F.entries.written(t, F.model, F.state(q, v), a, multipliers, out)
        if status:
            raise RunError(F.failure(status, t))
        return out

    by_q = columns(lambda d: f(F.moved(q, d), v), F.velocity_scale)
    by_v = columns(lambda d: f(q, v + d), F.velocity_scale)
    return np.hstack([by_q, by_v])
