"""Independent coordinates of a linear model: which displacements and which velocities, and all others by them.

Displacements η of the coordinates along the velocities, and deviations w of the velocities, satisfy

    Φ_v η = 0 (rows on positions),      Φ_v w + D_η(Φ_v v − ν) = 0 (all rows)                        (1)

With independent displacements p = C_qᵀ η and velocities u = C_vᵀ w, some of the velocities of the formulation,

    η = S_q p,      w = S_v u + T p,      T = −Φ_v⁺ D(Φ_v v − ν) S_q,  C_vᵀ T = 0                       (2)
    ṗ = C_qᵀ (w + c(η, v) + Ω η),      u̇ = C_vᵀ (δa + Ω w)                                          (3)

c is the bracket of the velocities: η̇ = w + c(η, v).  Rows on velocities alone leave more displacements than velocities.
Displacements are along the axes of the velocities, Ω = 0, along axes that stand still, or along axes that turn at a
common rate (`turning_axes`): `steadiness` chooses those in which a steady motion has a constant A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from snodo.analyses.equations.state import State as Place
from snodo.analyses.linear.row_derivatives import RowDerivatives
from snodo.analyses.linear.turning_axes import turning
from snodo.constraint_methods.independent import independent_columns
from snodo.constraint_methods.splitting import Split, along, pivots, unit_rows, unit_vectors
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.base import Array, Formulation
from snodo.formulations.rank import scaled_jacobian
from snodo.math.labelled_rows import independent_rows

LARGEST_CONDITION = 1e10
"""Condition number of the choice, in natural units, from which on it is refused."""
TURNS = 0.01
"""Part of the turning of all axes from which on an axis is considered to turn,"""
UNWANTED = 20.0
"""and the factor by which a pivot there is preferred."""
_STEP = 1e-3
_LETTERS = {"v": "shift_", "w": "turn_"}


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Independent displacements p and velocities u of a state, and η = S_q p, w = S_v u + T p."""

    place: Place
    p: list[int]
    """Columns of v along which p are measured,"""
    u: list[int]
    """and those of u."""
    C_q: Array
    """p = C_qᵀ η,"""
    C_v: Array
    """u = C_vᵀ w."""
    on_positions: Split
    """Solves Φ_v η = … for p = 0 (rows on positions),"""
    on_velocities: Split
    """and Φ_v w = … for u = 0 (all rows)."""
    slip: Array
    """D(Φ_v v − ν) (nc × nv)."""
    spin: Array | None = None
    """Angular velocity of the axes (3) [rad/s]; None for those of the velocities."""

    @property
    def formulation(self) -> Formulation:
        """The bound formulation."""
        return self.place.formulation

    @property
    def S_q(self) -> Array:
        """η by p."""
        return self.on_positions.S

    @property
    def S_v(self) -> Array:
        """w by u,"""
        return self.on_velocities.S

    @cached_property
    def T(self) -> Array:
        """and by p."""
        return self.velocities_by(self.S_q)

    def velocities_by(self, eta: Array) -> Array:
        """w (nv × k) that displacements η bring with them at u = 0."""
        return -self.on_velocities.across(self.slip @ eta)

    @cached_property
    def turning(self) -> Array:
        """Ω of (3) (nv × nv)."""
        F, s = self.formulation, self.place
        return np.zeros((F.nv, F.nv)) if self.spin is None else turning(F, s.q, s.v, self.spin)

    @property
    def position_names(self) -> list[str]:
        """Names of p: those of the coordinates, or `body.turn_x` where the coordinates are Euler parameters."""
        named = displacement_names(self.formulation, self.place.q)
        return [named[k] for k in self.p]

    @property
    def velocity_names(self) -> list[str]:
        """Names of u."""
        return [self.formulation.velocity_names[k] for k in self.u]

    @property
    def names(self) -> list[str]:
        """Names of the state x = (p, u)."""
        return [*self.position_names, *self.velocity_names]

    @property
    def scale(self) -> Array:
        """Natural sizes of the state."""
        return self.formulation.velocity_scale[[*self.p, *self.u]]

    @property
    def directions(self) -> tuple[Array, Array]:
        """η and w of each state (nv × (p + u))."""
        return np.hstack([self.S_q, np.zeros_like(self.S_v)]), np.hstack([self.T, self.S_v])

    def rates(self, eta: Array, w: Array, a: Array) -> Array:
        """Rates ṗ and u̇ by (3) ((p + u) × k), along displacements, velocities and accelerations (nv × k)."""
        F, v = self.formulation, self.place.v
        turned = np.array([F.bracket(one, v) for one in eta.T]).reshape(-1, F.nv).T
        positions = self.C_q.T @ (w + turned + self.turning @ eta)
        return np.vstack([positions, self.C_v.T @ (a + self.turning @ w)])

    def acceleration(self, a: Array) -> Array:
        """u̇ of the state itself."""
        return np.asarray(self.C_v.T @ (a + self.turning @ self.place.v))


def coordinates_of(place: Place, rows: RowDerivatives, independent: Sequence[str] | None = None) -> Coordinates:
    """The independent coordinates: chosen by the user, or left over by an elimination with complete pivoting."""
    F, J = place.formulation, rows.jacobian
    on_positions, everything = _independent_rows(place)
    spin = turning(F, place.q, place.v, np.zeros(3))
    p = _chosen(place, independent) if independent is not None else _left_over(F, J[on_positions], spin)
    if not p:
        what = f"mechanism {F.mechanism.name!r} has no degree of freedom left: nothing can deviate from this state"
        raise UnsupportedError(Problem(what, "remove a driver or a joint; positions are found by sn.assemble"))
    S_q = _basis(F, J, on_positions, unit_vectors(F.nv, p)).S
    u = _still_free(F, J, S_q, p, int(everything.sum()) - int(on_positions.sum()))
    return along_axes(place, rows, p, u, unit_vectors(F.nv, p), unit_vectors(F.nv, u))


def along_axes(
    place: Place, rows: RowDerivatives, p: list[int], u: list[int], C_q: Array, C_v: Array, spin: Array | None = None
) -> Coordinates:
    """Coordinates p = C_qᵀ η and u = C_vᵀ w, along axes that turn at `spin`, or those of the velocities."""
    F, (on_positions, everything) = place.formulation, _independent_rows(place)
    splits = _basis(F, rows.jacobian, on_positions, C_q), _basis(F, rows.jacobian, everything, C_v)
    return Coordinates(place, p, u, C_q, C_v, *splits, rows.slip_by_q, spin)


def _independent_rows(place: Place) -> tuple[Array, Array]:
    """Masks of independent rows: of those on positions, and of all."""
    F = place.formulation
    scaled = scaled_jacobian(F, place.q, place.t, place.v)
    on_positions = ~F.velocity_rows
    kept = np.zeros(F.nc, bool)
    if on_positions.any():
        kept[on_positions] = independent_rows(scaled[on_positions])
    return kept, independent_rows(scaled) if F.velocity_rows.any() else kept


def _left_over(F: Formulation, J: Array, spin: Array) -> list[int]:
    """Columns that the elimination of the rows leaves over; axes that turn are eliminated first."""
    weights = np.where(np.linalg.norm(spin, axis=0) > TURNS * np.linalg.norm(spin), UNWANTED, 1.0)
    dependent = pivots(F, J * weights, len(J))[1] if len(J) else []
    return [k for k in range(F.nv) if k not in dependent]


def _chosen(place: Place, names: Sequence[str]) -> list[int]:
    F = place.formulation
    if F.velocity_rows.any():
        what = "independent: rows on velocities leave more displacements than velocities, and names choose only one set"
        raise UnsupportedError(Problem(what, "omit it"))
    return independent_columns(F, place.q, names, place.t, place.v)


def _still_free(F: Formulation, J: Array, S_q: Array, p: list[int], more: int) -> list[int]:
    """The columns of p whose velocities are independent too: rows on velocities take some more."""
    if more <= 0:
        return list(p)
    A = unit_rows(F, J)[0] @ (S_q / F.velocity_scale[:, None] * F.velocity_scale[p])
    taken: list[int] = []
    for _ in range(more):
        r, c = (int(k) for k in np.unravel_index(np.abs(A).argmax(), A.shape))
        taken.append(c)
        A = A - np.outer(A[:, c], A[r] / A[r, c])
        A[r], A[:, c] = 0.0, 0.0
    return [column for k, column in enumerate(p) if k not in taken]


def _basis(F: Formulation, J: Array, rows: Array, C: Array) -> Split:
    """Free motions S with Cᵀ S = 1."""
    try:
        split = along(F, J, rows, C)
        good = split.condition < LARGEST_CONDITION
    except np.linalg.LinAlgError:
        good = False
    if not good:
        names = ", ".join([F.velocity_names[k] for k in np.flatnonzero(C.any(axis=1))][:6])
        what = f"{names} cannot be independent here: other velocities can move while they are at rest"
        raise UnsupportedError(Problem(what, "choose others, or omit `independent`"))
    return split


def displacement_names(F: Formulation, q: Array) -> list[str]:
    """A name for the displacement along each velocity: the coordinate it moves, or `body.turn_x`, `body.shift_x`."""
    names = []
    for k, velocity in enumerate(F.velocity_names):
        step = np.zeros(F.nv)
        step[k] = _STEP
        changed = F.moved(q, step) - q
        own = [i for i, x in enumerate(changed) if abs(x) > 1e-9 * _STEP]
        if len(own) == 1 and abs(changed[own[0]] - _STEP) < 1e-9:
            names.append(F.coordinate_names[own[0]])
            continue
        stem, _, word = velocity.rpartition(".")
        names.append(f"{stem}.{_LETTERS.get(word[:1], word[:1])}{word[1:]}")
    return names
