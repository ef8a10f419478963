"""The formulas of the sweeps and of the constraint rows of a tree, as data in the notation of `notation.py`.

A link has the link before it (p) and the links it carries (c).  A row is made of measures between two bodies i and j
(`math/kernels/measures.py`); the tests evaluate every formula here against the compiled rows.
"""

from __future__ import annotations

from typing import NamedTuple

EQUATIONS_OF_MOTION = ("M v̇ + h + Φ_vᵀ λ = τ", "Φ_v v̇ = γ")
OPEN = ("M v̇ + h = τ",)
"""Without rows."""

DEFINITIONS = (
    ("P", "the joint's matrix, one column for each freedom, at the link it carries"),
    ("S", "carries a motion (v, ω) of the link before it to this one: (R, −r̃ R; 0, R)"),
    ("T = Sᵀ", "carries a wrench (f, μ) back to the link before it"),
    ("M = (m, −m r̃; m r̃, I)", "the inertia about the joint, r to the centre of mass"),
    ("v_p, v_c", "subscripts: of the link before this one (a_dp is its a_d), and of the links that it carries"),
    ("U = Δ P,  D = Pᵀ Δ P", "D: the denominators of the text, a matrix for joints of several freedoms"),
)
"""The symbols, each with an explanation; shown once on a page."""


class Step(NamedTuple):
    """A line of a sweep: its number in the source texts, what it sets, its formula, and the attribute with it."""

    number: str
    formula: str
    attribute: str


OUTWARD = (
    Step("1.3", "v_rel = P q̇", "v_rel"),
    Step("table 1.2", "v = S v_p + v_rel", "v"),
    Step("1.11", "a_r = S a_rp + Ṡ v_p + Ṗ q̇", "a_r"),
    Step("2.7", "F = (m ω × (ω × r), ω × I ω)", "F"),
)
INWARD = (
    Step("2.12", "Δ = M + Σ T_c (Δ_c − U_c D_c⁻¹ U_cᵀ) S_c", "Delta"),
    Step("2.13", "δ = M a_r + F − F_ext + Σ T_c (δ_c + U_c D_c⁻¹ (τ_c − P_cᵀ δ_c))", "delta"),
)
AGAIN = (
    Step("2.14", "q̈ = D⁻¹ (τ − Pᵀ (Δ S a_dp + δ))", "q_dd"),
    Step("1.10", "a_d = S a_dp + P q̈", "a_d"),
    Step("1.8", "a_rel = Ṡ v_p + Ṗ q̇ + P q̈", "a_rel"),
    Step("1.9", "a = S a_p + a_rel = a_d + a_r", "a"),
    Step("2.11", "F_p = Δ a_d + δ", "wrench"),
)
SWEEPS = {"outward": OUTWARD, "inward": INWARD, "outward again": AGAIN}
VECTORS = tuple(step for steps in SWEEPS.values() for step in steps if step.attribute not in ("Delta", "q_dd"))
"""Steps whose result has six numbers."""
TIED = (
    "Here the rows that tie the joints act as the joint forces −Φ_vᵀ λ, so that motions are exact; wrenches between "
    "the links are not among these numbers: result.reaction(joint) gives them."
)
"""Why there are no wrenches (2.11) in a tree with rows."""
FREE_BASE = "a_d = −Δ⁻¹ δ"


class RowFormula(NamedTuple):
    """A measure between two bodies: a sentence, Φ, its row of Φ_v, and γ; J are Jacobians of the bodies."""

    says: str
    phi: str
    row: str
    gamma: str


MEASURES = {
    "along": RowFormula(
        "e is a direction fixed in i, d leads from a point of i to one of j; both Jacobians are taken at the latter",
        "e · d",
        "eᵀ (J_j − J_i)",
        "−(e · d̈ + 2 ė · ḋ + ë · d)",
    ),
    "across": RowFormula(
        "e is a direction fixed in i, f one fixed in j; the Jacobians are those of the angular velocities",
        "e · f",
        "(f × e)ᵀ (J_j − J_i)",
        "−(e · f̈ + 2 ė · ḟ + ë · f)",
    ),
    "square": RowFormula(
        "d leads from a point of i to a point of j, and each Jacobian is taken at its own point",
        "{d · d}/{2}",
        "dᵀ (J_j − J_i)",
        "−(ḋ · ḋ + d · d̈)",
    ),
    "heading": RowFormula("φ is the angle of a body in the plane", "φ_j − φ_i", "J_j − J_i", "0"),
    "coordinate": RowFormula("x is a coordinate of a joint of the tree", "x", "{∂x}/{∂v}", "−ẍ"),
}
"""γ with the accelerations that velocities alone give; of other measures only the numbers are shown."""
