"""The formulas of the rows in space as data: every row is a sum of measures between two bodies i and j.

    d = r_j + p_j − r_i − p_i,   p_i = A_i s_i′       from the point of i to that of j, arms from the centres of mass
    e = A_i e′,  g = A_i g′,  f = A_j f′             directions fixed in i, and in j

A measure x has the derivative  ẋ = Φ_r ṙ + Φ_θ ω′  with ω′ in body axes, and γ is −ẍ without accelerations.  All
formulas are in world components; a block Φ_θ ends in A, which brings it to body axes.  They are written in the linear
notation of `notation.py`; the tests evaluate every one of them against the compiled kernels.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MeasureFormula:
    """One kind of measure: its value, its blocks (Φ_r, Φ_θ) on i and on j, γ, and the symbols that they use."""

    title: str
    says: str
    x: str
    on_i: tuple[str, str]
    on_j: tuple[str, str]
    gamma: str
    given: tuple[str, ...]
    where: tuple[str, ...] = ()
    """Definitions of its own symbols."""


_TURNING = "ω_j × (ω_j × p_j) − ω_i × (ω_i × p_i)"
_SECOND = "(ω_i × (ω_i × e))·f + 2 (ω_i × e)·(ω_j × f) + e·(ω_j × (ω_j × f))"
_TURN = MeasureFormula(
    "turn",
    "the angle of the direction f of j in the plane of the directions e and g of i; counted with all its turns",
    "∠(f, e, g)",
    ("0", "−nᵀ A_i"),
    ("0", "nᵀ A_j"),
    "{b ä − a b̈ + 2 ẋ (a ȧ + b ḃ)}/{a² + b²}",
    ("e", "g", "f", "n"),
    (
        "a = e·f,  b = g·f,  tan x = {b}/{a}",
        "n = {a f × g − b f × e}/{a² + b²}",
        "ẋ = n·(ω_j − ω_i)",
        f"ä = {_SECOND}",
        f"b̈ = {_SECOND.replace('e', 'g')}",
    ),
)
MEASURES: dict[str, MeasureFormula] = {
    "along": MeasureFormula(
        "along",
        "the component of d, from the point of i to that of j, along a direction e of i",
        "e·d",
        ("−eᵀ", "−((p_i + d) × e)ᵀ A_i"),
        ("eᵀ", "(p_j × e)ᵀ A_j"),
        f"−e·({_TURNING}) − 2 (ω_i × e)·ḋ − (ω_i × (ω_i × e))·d",
        ("e", "p_i", "p_j", "d", "ḋ"),
    ),
    "across": MeasureFormula(
        "across",
        "the cosine of the angle between a direction e of i and a direction f of j: zero at right angles",
        "e·f",
        ("0", "−(f × e)ᵀ A_i"),
        ("0", "(f × e)ᵀ A_j"),
        "−e·(ω_j × (ω_j × f)) − 2 (ω_i × e)·(ω_j × f) − f·(ω_i × (ω_i × e))",
        ("e", "f"),
    ),
    "turn": _TURN,
    "middle": MeasureFormula(
        "tilt",
        "the middle one of three turns: the angle by which f of j rises above the plane across e of i; beyond a right "
        "angle n, u and ü have the opposite sign",
        "sin⁻¹(e·f)",
        ("0", "−nᵀ A_i"),
        ("0", "nᵀ A_j"),
        "−{ü + u ẋ²}/{c}",
        ("e", "f", "n"),
        (
            "u = e·f,  c² = 1 − u²",
            "n = {f × e}/{c}",
            "ẋ = n·(ω_j − ω_i)",
            f"ü = {_SECOND}",
        ),
    ),
    "square": MeasureFormula(
        "square",
        "half the square of the distance between the point of i and that of j",
        "{1}/{2} d·d",
        ("−dᵀ", "−(p_i × d)ᵀ A_i"),
        ("dᵀ", "(p_j × d)ᵀ A_j"),
        f"−ḋ·ḋ − d·({_TURNING})",
        ("p_i", "p_j", "d", "ḋ"),
    ),
    "attitude": MeasureFormula(
        "attitude",
        "an Euler parameter e_k of j; G_k is the column k of its matrix G",
        "e_k",
        ("0", "0"),
        ("0", "{1}/{2} G_kᵀ"),
        "{1}/{4} (ω_j·ω_j) e_k",
        ("e_k",),
    ),
}
"""By the kind of measure; angles that count turns are measured as a turn."""
SAME = {"counted": "turn", "outer": "turn", "heading": "turn"}
"""Kinds that are measured as another."""

IN_WORDS = {
    "edge": "the speed of the contact point of a wheel's edge, along the edge or across it",
    "ball": "the speed of the contact point of a ball on a plane",
    "barrel": "the speed of the contact point of a ball on a cylinder",
    "rim": "the height of a wheel's centre above the plane on which its rim stands",
    "reach": "the distance of a ball's centre from the axis of a cylinder",
    "profile": "the distance of a point of j from a curve of i, along its normal at the nearest place",
    "turning": "a component of the angular velocity of j against i",
}
"""Measures that are explained in words; `math/kernels/rolling.py` has their equations."""

DEFINITIONS = (
    ("A = E Gᵀ", "transforms a vector from body to world axes; it follows from the Euler parameters of the body"),
    ("p_i = A_i s_i′", "the arm from the centre of mass r_i to the joint point s_i′ of body i"),
    ("d = r_j + p_j − r_i − p_i", "from the point on body i to the point on body j"),
    ("ḋ = ṙ_j + ω_j × p_j − ṙ_i − ω_i × p_i", "its rate"),
    ("e = A_i e′, g = A_i g′", "directions fixed in body i"),
    ("f = A_j f′", "a direction fixed in body j"),
    ("ω = A ω′", "the angular velocity in world axes; ω′ in body axes is the velocity of the state"),
)
EULER_DEFINITIONS = (
    ("G = (−e, −ẽ + e_0 1)", "3 × 4, with p = (e_0, e); E has + ẽ in its place"),
    ("ω′ = 2 G ṗ", "the angular velocity in body axes of the rates of the Euler parameters"),
    ("Φ_p = 2 Φ_θ G", "the columns of p instead of those of the virtual rotation in body axes"),
)
"""The symbols used below, each with an explanation."""

EQUATIONS_OF_MOTION = {
    "angular": ("M v̇ + Φ_vᵀ λ = Q", "Φ_v v̇ = γ", "v = (ṙ, ω′),  Φ_v = (Φ_r, Φ_θ)"),
    "euler": ("M v̇ + Φ_vᵀ λ = Q", "Φ_v v̇ = γ", "v = (ṙ, ṗ),  Φ_v = (Φ_r, Φ_p)"),
}
MASS_WORDS = {
    "angular": "M has m, m, m and J′ (about the centre of mass, in body axes) of each body on its diagonal; "
    "Q = (F, n′ − ω′ × J′ ω′) has all applied forces",
    "euler": "M has m, m, m and 4 Gᵀ J′ G (4 × 4, singular along p) of each body on its diagonal; "
    "Q = (F, 2 Gᵀ n′ + 8 Ġᵀ J′ Ġ p) has all applied forces",
}
NORMALISATION = ("{1}/{2} (pᵀp − 1)", "pᵀ", "−ṗᵀṗ")
"""Φ, Φ_p and γ of the row that keeps the Euler parameters of a body at length one."""

LETTERS = {
    "revolute": "R",
    "prismatic": "P",
    "fixed": "F",
    "spherical": "S",
    "cylindrical": "C",
    "universal": "U",
    "rod": "L",
    "revolute_spherical": "L",
    "gear": "G",
    "coupler": "G",
}
"""Letters in the block picture, by the kind of part; D for drivers, V on velocities, N normalisation, J other joints,
H what holds a body in its plane, A the user's own."""
