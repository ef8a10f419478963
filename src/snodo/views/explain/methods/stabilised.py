"""Methods that answer violations with forces: Baumgarte, penalty, augmented Lagrangian."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods.augmented_lagrangian import AugmentedLagrangian
from snodo.constraint_methods.baumgarte import Baumgarte, stabilised
from snodo.constraint_methods.penalty import Penalty
from snodo.constraint_methods.time_scales import fastest_rate, fastest_vibration
from snodo.formulations.solving import Terms
from snodo.views.explain.methods.pieces import Formula, Piece, Section, Table, Words, by_row, by_velocity, number, rows
from snodo.views.explain.notation import show

if TYPE_CHECKING:
    from snodo.views.explain.methods.explanation import MethodExplanation


def _terms(e: MethodExplanation) -> Terms:
    s = e.state
    return Terms.of(s.formulation, s.q, s.v, s.t, None, None)


def _gains(e: MethodExplanation, symbol: str, K: Any, unit: str) -> list[Piece]:
    """A gain: one number, one for each row, or a matrix."""
    if np.ndim(K) == 0:
        return [Formula(f'{symbol} = {show(float(K))} "{unit}"')]
    if np.count_nonzero(K) <= np.count_nonzero(np.diagonal(K)):
        return [Table(f"{symbol}, diagonal [{unit}]", rows(e.state, **{symbol: np.diagonal(K)}))]
    return [Table(f"{symbol} [{unit}]", by_row(e.state, K))]


# ---------------------------------------------------------------- Baumgarte
def baumgarte(e: MethodExplanation) -> list[Section]:
    """The gains, γ* and the roots of the decay."""
    s, method = e.state, e.method
    assert isinstance(method, Baumgarte)
    chosen = method.chosen(s.formulation, s.q, s.v, s.t)
    K_D, K_P = method.gains(s.formulation, s.q, s.v, s.t)
    gamma = stabilised(_terms(e), K_D, K_P)
    root, motion = chosen.fastest_root, fastest_rate(s.formulation, s.q, s.v, s.t)
    pieces: list[Piece] = [
        Words("Violations are fed back into the rows, so that they decay like damped oscillators (Baumgarte 1972):"),
        Formula("Φ_v v̇ = γ*,   γ* = γ − K_D Φ̇ − K_P Φ"),
        Words(f"The method with its numbers: {chosen!r}."),
        *_gains(e, "K_D", K_D, "1/s"),
        *_gains(e, "K_P", K_P, "1/s²"),
    ]
    if s.formulation.nc:
        pieces.append(Table("γ and γ*", rows(s, **{"γ": s.gamma, "γ*": gamma})))
    drift = (
        f"The largest root of det(s² + K_D s + K_P) = 0 is |s| = {number(root)} 1/s; the fastest rate of the motion is "
        f"{number(motion)} 1/s.  Roots far above it make the equations stiff: the steps of an explicit integrator are "
        "then limited to about 3 / |s|.  A small gap remains, where the errors of the steps and their decay balance."
    )
    return [
        Section("Baumgarte's stabilisation", pieces),
        Section("Drift", [Formula("Φ̈ + K_D Φ̇ + K_P Φ = 0"), Words(drift)]),
    ]


# ---------------------------------------------------------------- penalty
def penalty(e: MethodExplanation) -> list[Section]:
    """K and D, the forces of the springs and dampers, their energy and power."""
    s, method = e.state, e.method
    assert isinstance(method, Penalty)
    F = s.formulation
    found = method.parameters(F, s.q, s.v, s.t)
    K, D = (found[word].reshape(F.nc, F.nc) for word in ("stiffness_at", "damping_at"))
    energy, power = 0.5 * e.phi @ K @ e.phi, -(e.phi_dot @ D @ e.phi_dot)
    pieces: list[Piece] = [
        Words("Every row is a spring K with a damper D; there are no rows to satisfy:"),
        Formula("V = ½ Φᵀ K Φ,   λ = K Φ + D Φ̇,   M v̇ = Q − Φ_vᵀ λ"),
        Words(f"The method: {method!r}."),
        *_gains(e, "K", K, "N/m or N m/rad"),
        *_gains(e, "D", D, "N s/m or N m s/rad"),
    ]
    if F.nc:
        forces = rows(s, **{"K Φ": K @ e.phi, "D Φ̇": D @ e.phi_dot, "λ": K @ e.phi + D @ e.phi_dot})
        pieces.append(Table("forces of springs and dampers", forces))
    pieces.append(Words(f"Energy of the springs {number(energy)} J, power of the dampers {number(power)} W."))
    omega, motion = fastest_vibration(F, K, s.q, s.v, s.t), fastest_rate(F, s.q, s.v, s.t)
    drift = (
        "Rows are violated by about λ / K and nothing is projected.  Their fastest vibration is "
        f"ω = {number(omega)} 1/s, {number(omega / motion)} times the fastest rate of the motion: the steps must "
        "resolve it.  The springs start unstrained: accelerations differ from those of rigid constraints until they "
        "are loaded."
    )
    return [Section("Penalty: elastic and damped constraints", pieces), Section("Drift", [Words(drift)])]


# ---------------------------------------------------------------- augmented Lagrangian
def augmented_lagrangian(e: MethodExplanation) -> list[Section]:
    """α, the sweeps and what they leave."""
    s, method = e.state, e.method
    assert isinstance(method, AugmentedLagrangian)
    F = s.formulation
    found = method.parameters(F, s.q, s.v, s.t)
    alpha = found["stiffness_at"]
    gamma = stabilised(_terms(e), 2.0 * found["alpha"], found["beta"] ** 2)
    left = s.jacobian @ e.acceleration.array - gamma
    pieces: list[Piece] = [
        Words("A penalty on the accelerations' violations, and multipliers that take over its force, sweep by sweep:"),
        Formula("(M + Φ_vᵀ α Φ_v) Δv̇ = Q − M v̇ − Φ_vᵀ (λ + α (Φ_v v̇ − γ*))"),
        Formula("λ ← λ + α (Φ_v v̇ − γ*),   γ* = γ − 2 ζ ω Φ̇ − ω² Φ"),
        Words(f"The method: {method!r}; ω = {number(found['beta'])} 1/s."),
        Table("M + Φ_vᵀ α Φ_v", _stiffened(e, alpha)),
    ]
    if F.nc:
        told = rows(s, **{"α": alpha, "γ*": gamma, "Φ_v v̇ − γ*": left, "λ": e.multipliers.array})
        pieces.append(Table("the rows after the sweeps", told))
    if method.projection:
        drift = "After each step q and v are corrected, as little as possible in the mass metric."
    else:
        drift = "Violations decay with ω and ζ; nothing is projected."
    why = "  The matrix is positive definite for any rank of the rows: singular positions are passed."
    return [Section("Augmented Lagrangian", pieces), Section("Drift", [Words(drift + why)])]


def _stiffened(e: MethodExplanation, alpha: np.ndarray) -> Any:
    s = e.state
    return by_velocity(s, s.mass + s.jacobian.T @ (alpha[:, None] * s.jacobian))
