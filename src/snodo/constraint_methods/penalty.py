"""Penalty: constraints as springs and dampers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.constraint_methods.bound import Array
from snodo.constraint_methods.dense import DenseBound, DenseMethod, accelerated
from snodo.constraint_methods.gains import Gain, checked_gain, of_rows, shown
from snodo.constraint_methods.method import must_be
from snodo.constraint_methods.time_scales import effective_masses, fastest_rate, fastest_vibration
from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True)
class Penalty(DenseMethod):
    """Every constraint row is a spring K with a damper D: it is violated slightly, by about λ / K::

        V = ½ Φᵀ K Φ,     dissipation ½ Φ̇ᵀ D Φ̇,     λ = K Φ + D Φ̇,     M v̇ = Q − Φ_vᵀ λ

    The rank is not needed: redundant rows share their forces like parallel springs, and singular positions are passed.
    The motion converges to that of rigid constraints like 1/K; the stiffness of the equations grows like √K.  Rows on
    velocities only, A v = b, have no Φ: they are dampers with the force −D (A v − b) and slip by λ / D, and the motion
    converges like 1/D.

    The energy of the springs counts as elastic energy, the work of the dampers as that of `constraint dampers`.

    Parameters
    ----------
    factor : float, optional
        Ratio of the fastest vibration of the rows to the mechanism's fastest natural or driven rate Ω, both at the
        start: K_r = k m_r with the effective mass m_r = 1 / (Φ_v M⁻¹ Φ_vᵀ)_rr of row r, and k such that the largest
        eigenvalue of M⁻¹ Φ_vᵀ K Φ_v is ω² = (factor Ω)².
    damping_ratio : float, optional
        ζ of that vibration; D = (2 ζ / ω) K, so that slower vibrations are damped less.
    stiffness : float, sequence, mapping or matrix, optional
        K instead [N/m; N m/rad for angles]: one for all rows, one for each, {part or row: value}, or a symmetric
        positive semidefinite matrix (rows × rows), for springs that couple rows.
    damping : float, sequence, mapping or matrix, optional
        D instead [N s/m; N m s/rad], in the same way.
    projection : bool, optional
        Only False: a projection would remove the strain of the springs.
    """

    factor: float = 1000.0
    damping_ratio: float = 1.0
    stiffness: Gain = None
    damping: Gain = None
    projection: bool = False

    name: ClassVar[str] = "penalty"
    cites: ClassVar[tuple[str, ...]] = ("GarciaDeJalonBayo1994",)
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.penalty"
    rigid: ClassVar[bool] = False
    elastic: ClassVar[bool] = True
    least_norm: ClassVar[bool] = False
    extra_works: ClassVar[tuple[str, ...]] = ("constraint dampers",)

    def __post_init__(self) -> None:
        """Check the parameters."""
        if self.projection is not False:
            remedy = "use sn.AugmentedLagrangian(projection=True), or omit the projection"
            raise UnsupportedError(Problem("Penalty: a projection would remove the strain of the springs", remedy))
        must_be("Penalty", "factor", self.factor, 1.0, 1e8, "a number from 1 to 1e8")
        must_be("Penalty", "damping_ratio", self.damping_ratio, 0.0, 100.0, "a number from 0 to 100")
        for word, unit in (("stiffness", "N/m (N m for angles)"), ("damping", "N s/m (N m s for angles)")):
            object.__setattr__(
                self, word, checked_gain(f"Penalty: {word}", getattr(self, word), unit, semidefinite=True)
            )

    def __repr__(self) -> str:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return f"{type(self).__name__}({', '.join(f'{word}={shown(x)}' for word, x in given.items())})"

    @property
    def needs_rank(self) -> bool:
        """No."""
        return False

    def bind(self, formulation: Formulation, q: Array, v: Array, t: float = 0.0) -> PenaltyBound:
        """Bind the method to a formulation for a run from the state (q, v) at time t [s]."""
        return PenaltyBound(self, formulation, q, v, t)

    def start(self, formulation: Formulation) -> None:
        """Set the gain that keeps Euler parameters at length one, since nothing is projected."""
        formulation.set_gains(1.0, 0.0)

    def parameters(self, formulation: Formulation, q: Array, v: Array, t: float) -> dict[str, Any]:
        """K and D as matrices of rows × rows."""
        masses = effective_masses(formulation, q, v, t)
        wanted = self.factor * fastest_rate(formulation, q, v, t)
        k = (wanted / fastest_vibration(formulation, np.diag(masses), q, v, t)) ** 2
        K = matrix_of(formulation, "stiffness", self.stiffness, np.diag(k * masses))
        D = 2.0 * self.damping_ratio / fastest_vibration(formulation, K, q, v, t) * K
        return {"stiffness_at": K.ravel(), "damping_at": matrix_of(formulation, "damping", self.damping, D).ravel()}

    def solved(self, x: Any) -> tuple[Array, Array]:
        """Accelerations M v̇ = Q − Φ_vᵀ λ and the forces λ = K Φ + D Φ̇ in one state, given its terms."""
        found = self.parameters(x.F, x.q, x.v, x.t)
        K, D = (found[word].reshape(x.F.nc, x.F.nc) for word in ("stiffness_at", "damping_at"))
        force = K @ x.phi + D @ x.phi_dot
        M, Q = x.F.dense_terms(x.q, x.v, x.Q, x.gamma)
        return accelerated(M, Q - x.J.T @ force), force + x.F.known_multipliers(x.q, x.v)


class PenaltyBound(DenseBound):
    """A formulation with elastic constraints."""

    def recover(self, times: Array, states: Array) -> dict[str, Array]:
        """As for all methods; the energy of the constraints is added to the elastic energy."""
        found = super().recover(times, states)
        nc, phi = self.formulation.nc, found["violation"]
        K = self.vector("stiffness_at", nc * nc).reshape(nc, nc)
        found["energy"][:, 2] += 0.5 * ((phi @ K) * phi).sum(axis=1)
        return found


def matrix_of(F: Formulation, word: str, given: Gain, default: Array) -> Array:
    """A matrix (rows × rows) from a number, one for each row, a mapping by names of parts and rows, or a matrix."""
    if given is None:
        return default
    if isinstance(given, Mapping):
        return _by_names(F, given, default)
    K = of_rows(F, word, given, "Penalty")
    return K if np.ndim(K) == 2 else np.diag(np.broadcast_to(K, F.nc))


def _by_names(F: Formulation, given: Mapping[str, float], default: Array) -> Array:
    """The default with the rows that are named in its place; where one is, its coupling to others is omitted."""
    known = [*dict.fromkeys(F.row_parts), *F.row_names]
    for name in given:
        if name not in known:
            raise NameNotFound(Problem(f"Penalty: there is no constraint {name!r}", suggestion(name, known)))
    K = default.copy()
    for k, (row, part) in enumerate(zip(F.row_names, F.row_parts)):
        value = given.get(row, given.get(part))
        if value is not None:
            K[k], K[:, k], K[k, k] = 0.0, 0.0, value
    return K
