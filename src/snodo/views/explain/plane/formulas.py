"""The formulas of the constraint rows as data: a sentence about the joint, its Φ, the blocks of Φ_q, and γ.

Notation, as in the docstring of the kernels' `rows.py`, with two bodies i and j and a point on each:

    A = (cos φ, −sin φ; sin φ, cos φ)     from body to world axes
    p_i = A_i s_i′                        arm from the centre of mass to the joint point
    d = r_j + p_j − r_i − p_i             from the point on i to the point on j
    e = A_i u,  n = e⊥                    direction fixed in body i, and across it; p⊥ is p turned left by 90°

A formula is written in the linear notation of `explain_notation`, which shows it as text or as MathML: `r_i` has a
subscript, `{a}/{b}` is a fraction.  The tests evaluate every formula here against the compiled kernels.
"""

from __future__ import annotations

from dataclasses import dataclass

Block = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Equation:
    """One equation Φ = 0: equal ways of writing Φ, the blocks of Φ_q on i and j (a row for each component), and γ."""

    phi: tuple[str, ...]
    on_i: Block
    on_j: Block
    gamma: str


@dataclass(frozen=True)
class Formula:
    """A sentence about one kind of constraint, its letter in the block picture, and the symbols of its data."""

    title: str
    letter: str
    says: str
    given: tuple[str, ...] = ()
    equations: tuple[Equation, ...] = ()
    relation: tuple[str, str] = ("", "")
    """Without equations: the relation, and γ."""

    @property
    def rows(self) -> int:
        """Number of rows of Φ."""
        return sum(len(equation.on_i) for equation in self.equations)


DEFINITIONS = (
    ("A = (cos φ, −sin φ; sin φ, cos φ)", "transforms a vector from body to world axes"),
    ("p_i = A_i s_i′", "the arm from the centre of mass r_i to the joint point s_i′ of body i"),
    ("d = r_j + p_j − r_i − p_i", "from the point on body i to the point on body j"),
    ("ḋ = v_j + ω_j p_j⊥ − v_i − ω_i p_i⊥", "its rate"),
    ("e = A_i u", "a direction fixed in body i"),
    ("n = e⊥", "the direction across it; p⊥ = (−p_y, p_x) is p turned left by 90°"),
)
"""The symbols used below, each with an explanation; shown once on a page."""

EQUATIONS_OF_MOTION = ("M q̈ + Φ_qᵀ λ = Q", "Φ_q q̈ = γ")

_VELOCITY = "(ω_i² p_i − ω_j² p_j)"

_SAME_POINT = Equation(
    ("r_i + A_i s_i′ − r_j − A_j s_j′", "r_i + p_i − r_j − p_j"),
    (("1", "0", "−p_iy"), ("0", "1", "p_ix")),
    (("−1", "0", "p_jy"), ("0", "−1", "−p_jx")),
    "ω_i² p_i − ω_j² p_j",
)
_SAME_ANGLE = Equation(("φ_i − φ_j + c",), (("0", "0", "1"),), (("0", "0", "−1"),), "0")
_ACROSS = Equation(
    ("n·d",),
    (("−n_x", "−n_y", "−e·(p_i + d)"),),
    (("n_x", "n_y", "e·p_j"),),
    f"−n·{_VELOCITY} + 2 ω_i e·ḋ + ω_i² n·d",
)
_DISTANCE = Equation(
    ("{d·d − l²}/{2 l}",),
    (("−e_x", "−e_y", "−e·p_i⊥"),),
    (("e_x", "e_y", "e·p_j⊥"),),
    f"−{{ḋ·ḋ}}/{{l}} − e·{_VELOCITY}",
)
_TURN = Equation(("φ_j − φ_i + c − f(t)",), (("0", "0", "−1"),), (("0", "0", "1"),), "f̈")
_ALONG = Equation(
    ("e·d + c − f(t)",),
    (("−e_x", "−e_y", "e⊥·(p_i + d)"),),
    (("e_x", "e_y", "e·p_j⊥"),),
    f"f̈ − e·{_VELOCITY} − 2 ω_i e⊥·ḋ + ω_i² e·d",
)
_PATH = Equation(
    ("e·(r_j + p_j) − f(t)",),
    (("−e_x", "−e_y", "e⊥·d"),),
    (("e_x", "e_y", "e·p_j⊥"),),
    "f̈ + ω_j² e·p_j",
)
_HELD_TURN = Equation(("φ_j − φ_i + c",), (("0", "0", "−1"),), (("0", "0", "1"),), "0")
_HELD_ALONG = Equation(
    ("e·d + c",),
    (("−e_x", "−e_y", "e⊥·(p_i + d)"),),
    (("e_x", "e_y", "e·p_j⊥"),),
    f"−e·{_VELOCITY} − 2 ω_i e⊥·ḋ + ω_i² e·d",
)
_NO_TURN = Equation(("φ_j − φ_i",), (("0", "0", "−1"),), (("0", "0", "1"),), "0")

_ARMS = ("s_i′", "s_j′", "p_i", "p_j")

COUPLED = ("Φ = Σ a_k x_k − c = 0", "Σ a_k γ_k")
WRITTEN = ("Φ(t, q) = 0", "−(Φ_q q̇)_q q̇ − 2 Φ_qt q̇ − Φ_tt")
NO_SLIP = ("m·u = 0, u = v_j + ω_j (P − r_j)⊥ − v_i − ω_i (P − r_i)⊥", "−ṁ·u − m·u̇")
ROLLING = ("e·d − R = 0 and e⊥·u = 0 at P = r_j + p_j − R e", "−e·d̈ − 2 ė·ḋ − ë·d and −ė⊥·u − e⊥·u̇")
ROUND = ("{d·d − l²}/{2 l} = 0 and e⊥·u = 0, e = d/|d|, at P = r_j + p_j ∓ R e", "that of a rod, and −ė⊥·u − e⊥·u̇")
SPEEDS = ("Σ a_k ẋ_k = b(t)", "ḃ + Σ a_k γ_k")
WRITTEN_SPEEDS = ("c(t, q, v) = 0", "−(c_t + c_q q̇)")
"""Relations without equations of two bodies, and their γ."""

FORMULAS: dict[str, Formula] = {
    "revolute": Formula("revolute joint", "R", "a point of i and a point of j coincide", _ARMS, (_SAME_POINT,)),
    "prismatic": Formula(
        "prismatic joint",
        "P",
        "the point of j stays on the line through the point of i along e, and the bodies rotate together",
        (*_ARMS, "u", "e", "n", "d", "c"),
        (_ACROSS, _SAME_ANGLE),
    ),
    "fixed": Formula(
        "fixed joint",
        "F",
        "a point of i and a point of j coincide, and the bodies rotate together",
        (*_ARMS, "c"),
        (_SAME_POINT, _SAME_ANGLE),
    ),
    "slot": Formula(
        "pin in slot",
        "S",
        "the point of j stays on the line through the point of i along e",
        (*_ARMS, "u", "e", "n", "d"),
        (_ACROSS,),
    ),
    "rod": Formula(
        "rod",
        "L",
        "the distance of a point of i and a point of j is the length l; here e = d / l, and λ is the force in the rod",
        (*_ARMS, "l", "d", "e"),
        (_DISTANCE,),
    ),
    "held_turn": Formula("joint that fixes an angle", "H", "j does not rotate relative to i", ("c",), (_HELD_TURN,)),
    "held_along": Formula(
        "joint that fixes a displacement",
        "H",
        "the point of j does not move along e relative to i",
        (*_ARMS, "u", "e", "d", "c"),
        (_HELD_ALONG,),
    ),
    "sum": Formula("joint that fixes a sum", "H", "a sum of displacements and angles is constant", relation=COUPLED),
    "profile": Formula(
        "point or roller on a curve",
        "C",
        "the distance of the point of j from the nearest place of a curve on i is the radius of the roller",
        relation=("n·(d − C) − R = 0", "γ follows from the curvature at the nearest place"),
    ),
    "turn": Formula(
        "driver of an angle",
        "D",
        "the angle of j relative to i is the given function of time",
        ("c", "f(t)", "ḟ", "f̈"),
        (_TURN,),
    ),
    "along": Formula(
        "driver of a displacement",
        "D",
        "the displacement of the point of j along e relative to i is the given function of time",
        (*_ARMS, "u", "e", "d", "c", "f(t)", "ḟ", "f̈"),
        (_ALONG,),
    ),
    "path": Formula(
        "driver along a path",
        "D",
        "one world coordinate of the point of j is the given function of time",
        ("s_j′", "p_j", "e", "f(t)", "ḟ", "f̈"),
        (_PATH,),
    ),
    "particle": Formula("particle", "N", "a particle does not rotate", ("φ_j",), (_NO_TURN,)),
    "gear": Formula(
        "gear",
        "G",
        "the wheels roll on one another: the row relates only angles, so it exerts torques on the wheels but no tooth "
        "forces on their bearings",
        relation=COUPLED,
    ),
    "rack_and_pinion": Formula(
        "rack and pinion",
        "K",
        "the pinion rolls on the rack: the row relates its angle to the displacement of the rack",
        relation=COUPLED,
    ),
    "coupler": Formula("coupler", "C", "a linear relation between joint coordinates", relation=COUPLED),
    "edge": Formula(
        "knife edge",
        "E",
        "the point of j has no velocity relative to i across the edge: the row constrains velocities",
        relation=NO_SLIP,
    ),
    "rolling": Formula(
        "rolling wheel",
        "W",
        "the wheel j touches the line of i, and its contact point has no velocity relative to i",
        relation=ROLLING,
    ),
    "round": Formula(
        "wheel on a circle",
        "W",
        "the wheel j touches the circle of i, and its contact point has no velocity relative to i",
        relation=ROUND,
    ),
    "speed_coupler": Formula("coupler of speeds", "V", "a linear relation between speeds", relation=SPEEDS),
    "written_speeds": Formula(
        "user's constraint on velocities",
        "U",
        "the user's own relation between velocities; its row is ∂c/∂v; derivatives are exact, by jets",
        relation=WRITTEN_SPEEDS,
    ),
    "written": Formula(
        "user's constraint", "U", "the user's own relation; derivatives are exact, by jets", relation=WRITTEN
    ),
}

SHARED = ("held_turn", "held_along", "sum")
"""Formulas shared by several kinds of joints."""
COORDINATES = {"turn": "φ_j − φ_i + c_k", "along": "e·d + c_k"}
"""A joint coordinate x_k, an angle or a displacement."""
