"""Quasi-velocities: equations of motion along a basis of the free motions that turns with the mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.constraint_methods.dense import ProjectedMethod


@dataclass(frozen=True)
class QuasiVelocities(ProjectedMethod):
    """v = S u + Φ_v⁺ ν with an orthonormal basis S of the free motions, in natural units.

        v̇ = S w + Φ_v⁺ γ,                     w = u̇ + Sᵀ d/dt (Φ_v⁺ ν)
        Sᵀ M S w = Sᵀ (Q − M Φ_v⁺ γ),        Φ_vᵀ λ = Q − M v̇

    Differentiating Φ_v S = 0 gives Φ_v Ṡ = −Φ̇_v S, and the basis that turns no more than it must has no further part:
    Ṡ = −Φ_v⁺ Φ̇_v S.  Ṡ u lies across the free motions, where Φ_v v̇ = γ says everything: it is a part of Φ_v⁺ γ.
    Without rheonomic rows w is u̇.  S is the last basis projected on the free motions of the moment: continuous in
    time, of any number of freedoms, without a partition to choose again.
    `result.quasi_velocities()` gives u along a motion.

    projection, tolerance: correct q and v after every step, to this part of the mechanism's size
    """

    name: ClassVar[str] = "quasi_velocities"
    equations: ClassVar[str] = "snodo.constraint_methods.kernels.quasi_velocities"
