"""Methods with exact accelerations: augmented, projection, geometric, embedding, quasi-velocities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.equations.embedding import embedding as embedded
from snodo.analyses.equations.equations import Equations
from snodo.analyses.equations.quasi_velocities import quasi_velocities as along_free_motions
from snodo.analyses.equations.state import Array
from snodo.math.labelled import Labelled
from snodo.views.explain.methods.pieces import (
    Formula,
    Piece,
    Section,
    Table,
    Words,
    by_row,
    by_velocity,
    columns,
    number,
    size,
    velocities,
)

if TYPE_CHECKING:
    from snodo.views.explain.methods.explanation import MethodExplanation


CLOSED = 1e-12
"""Violation, relative to the natural sizes, that is rounding."""


# ---------------------------------------------------------------- augmented, projection
def augmented(e: MethodExplanation) -> list[Section]:
    """The system with its inverse by blocks, and Φ̈ = 0."""
    drift = (
        "Only Φ̈ = 0 is demanded, which has the solutions Φ = c₀ + c₁ t.  Every step of an integrator adds an error to "
        "the velocities that nothing removes: the gap grows like t²."
    )
    return [_system(e), Section("Drift", [Formula("Φ̈ = 0"), Words(drift), *_violations(e)])]


def projection(e: MethodExplanation) -> list[Section]:
    """The same system, and the corrections after a step."""
    said = Words(
        "After each step the smallest corrections in the mass metric bring positions and velocities back to the "
        f"constraints, to {number(e.method.tolerance)} of the size of the mechanism."  # type: ignore[attr-defined]
    )
    formulas = [Formula("Δq = −Φ_v⁺ Φ"), Formula("Δv = −Φ_v⁺ (Φ_v v − ν)")]
    return [_system(e), Section("Drift", [said, *formulas, *_corrections(e)])]


def _system(e: MethodExplanation) -> Section:
    s, system = e.state, Equations(e.state)
    room = columns([*s.formulation.velocity_names, *s.formulation.row_names], b=system.right_side.array)
    whole = Labelled(
        system.matrix.rows, [*system.matrix.columns, "b"], np.column_stack([system.matrix.array, room.array])
    )
    pieces: list[Piece] = [
        Words("One linear system for accelerations and multipliers, solved by its block inverse:"),
        Formula("S λ = Φ_v M⁻¹ Q − γ,   S = Φ_v M⁻¹ Φ_vᵀ,   v̇ = M⁻¹ (Q − Φ_vᵀ λ)"),
        Table("[A] and b of [A]{x} = {b}", whole),
    ]
    if s.formulation.nc and system.regular_mass:
        S = s.jacobian @ np.linalg.solve(s.mass, s.jacobian.T)
        pieces.append(Table("S", by_row(s, S)))
    told = ", ".join(f"{word} {number(x)}" for word, x in system.condition.items())
    return Section("The augmented system", [*pieces, Words(f"Condition numbers, in natural units: {told}.")])


def _violations(e: MethodExplanation) -> list[Piece]:
    F = e.formulation
    if not F.nc:
        return []
    gap, speed = size(e.phi, F.row_scale), size(e.phi_dot, F.row_scale)
    return [
        Words(f"Here the largest gap is {number(gap)} of the size, and it opens at {number(speed)} of it per second.")
    ]


def _corrections(e: MethodExplanation) -> list[Piece]:
    s = e.state
    if not s.formulation.nc:
        return []
    F = s.formulation
    if max(size(e.phi, F.row_scale), size(e.phi_dot, F.row_scale)) < CLOSED:
        return [Words("In this state there is nothing to correct: Φ and Φ̇ are zero to rounding.")]
    inverse = _weighted(e)
    dq, dv = -inverse @ e.phi, -inverse @ e.phi_dot
    return [Table("corrections in this state", velocities(s, **{"Δq": dq, "Δv": dv}))]


def _weighted(e: MethodExplanation) -> Any:
    """Φ_v⁺ in the mass metric; the first step of the correction of positions is linear."""
    system = Equations(e.state)
    if system.redundant or system.regular_mass:
        return system.weighted_pseudo_inverse.array
    return system.weighted_inverse.array


# ---------------------------------------------------------------- geometric
def geometric(e: MethodExplanation) -> list[Section]:
    """The projectors, and the two parts of forces and accelerations."""
    s, found = e.state, Equations(e.state).projectors
    working, absorbed = found.working @ s.forces, found.absorbed @ s.forces
    prescribed = _weighted(e) @ s.gamma
    parts = velocities(s, **{"P Q": working, "(1 − P) Q": absorbed, "Φ_v⁺ γ": prescribed})
    split = Section(
        "Geometric projection",
        [
            Words(
                "A projector splits the forces into a part that works along free motions and a part that is absorbed:"
            ),
            Formula("P = 1 − Φ_vᵀ (Φ_v M⁻¹ Φ_vᵀ)⁺ Φ_v M⁻¹,   P² = P,   P M = M Pᵀ"),
            Formula("v̇ = M⁻¹ P Q + Φ_v⁺ γ,   Φ_v⁺ = M⁻¹ Φ_vᵀ (Φ_v M⁻¹ Φ_vᵀ)⁺"),
            Table("P", by_velocity(s, found.working)),
            Table("the two parts of Q, and what γ prescribes of v̇", parts),
            Words(f"Rank of P: {s.formulation.nv - found.rank}.{_orthogonal(e, working, absorbed)}"),
        ],
    )
    return [split, _projected(e)]


def _orthogonal(e: MethodExplanation, working: Array, absorbed: Array) -> str:
    """How orthogonal the two parts are; nothing where M has no inverse."""
    if not Equations(e.state).regular_mass:
        return ""
    inverse = np.linalg.inv(e.state.mass)
    whole = abs(working @ inverse @ working) or 1.0
    product = number(abs(working @ inverse @ absorbed) / whole)
    return f"  The parts are orthogonal in M⁻¹: their product is {product} of that of the working part with itself."


# ---------------------------------------------------------------- embedding, quasi-velocities
def embedding(e: MethodExplanation) -> list[Section]:
    """The choice, B and the reduced system."""
    s = e.state
    x = embedded(s.formulation, s.q, s.v, s.t, independent=getattr(e.method, "independent", None))
    whole = Labelled(x.B.rows, [*x.independent, "b", "g"], np.column_stack([x.B, x.b, x.residual_acceleration]))
    reduced = Labelled(
        x.independent, [*x.independent, "Bᵀ (Q − M g)", "v̇_i"], np.column_stack([x.mass, x.force, x.acceleration])
    )
    section = Section(
        "Embedding",
        [
            Words(f"Independent: {', '.join(x.independent) or 'none'}; {x.why}."),
            Formula("v_d = −J_d⁻¹ J_i v_i + J_d⁻¹ ν:   v = B v_i + b,   v̇ = B v̇_i + g"),
            Table("B, b and g", whole),
            Formula("(Bᵀ M B) v̇_i = Bᵀ (Q − M g),   J_dᵀ λ = (Q − M v̇)_d"),
            Table("the reduced system: Bᵀ M B, its right side and its solution", reduced),
        ],
    )
    return [section, _projected(e)]


def quasi_velocities(e: MethodExplanation) -> list[Section]:
    """S, Ṡ and the reduced system."""
    s = e.state
    x = along_free_motions(s.formulation, s.q, s.v, s.t, along=getattr(e.method, "along", None))
    names = [f"u{k}" for k in range(1, len(x.names) + 1)]
    heads = [*(f"S of {name}" for name in names), *(f"Ṡ of {name}" for name in names), "p", "g"]
    whole = np.column_stack([x.S, x.S_dot, x.particular, x.residual_acceleration])
    reduced = np.column_stack([x.mass, x.force, x.nu, x.acceleration])
    section = Section(
        "Quasi-velocities",
        [
            Words(f"{x.why[0].upper()}{x.why[1:]}."),
            Formula("v = S u + p,   Φ_v S = 0,   Ṡ = −Φ_v⁺ Φ̇_v S,   v̇ = S u̇ + g"),
            Table("S, Ṡ, p and g", Labelled(x.S.rows, heads, whole)),
            Formula("(Sᵀ M S) u̇ = Sᵀ (Q − M g),   Φ_vᵀ λ = Q − M v̇"),
            Table(
                "the reduced system: Sᵀ M S, its right side, u and u̇",
                Labelled(names, [*names, "Sᵀ (Q − M g)", "u", "u̇"], reduced),
            ),
        ],
    )
    return [section, _projected(e)]


def _projected(e: MethodExplanation) -> Section:
    """What the three dense methods do about drift."""
    if getattr(e.method, "reduced", False):
        return Section("The reduced state", _reduced(e))
    if not e.method.projects:
        return Section(
            "Drift", [Words("projection=False: q and v are not corrected, and drift like those of augmented.")]
        )
    told = Words("After each step q and v are corrected, as little as possible in the mass metric.")
    return Section("Drift", [told, *_corrections(e)])


def _reduced(e: MethodExplanation) -> list[Piece]:
    """What is integrated, and what is done about drift."""
    told = f"reduced=True: of the {e.formulation.nv} velocities only those of the reduced system are integrated"
    drift = "After each step positions are closed, as little as possible in the mass metric"
    if not e.method.projects:
        drift = "projection=False: positions are not corrected, and drift"
    return [Words(f"{told}.  The others follow from them and satisfy the rows exactly.  {drift}."), *_corrections(e)]
