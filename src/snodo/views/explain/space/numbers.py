"""A mechanism in space in one state: its equations there, and every row with its measures and their symbols."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from snodo.mechanism import joints
from snodo.mechanism.body import Body
from snodo.mechanism.drivers import Driver
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.part import GROUND
from snodo.views.explain.space.formulas import LETTERS, MEASURES, SAME, MeasureFormula

Array = np.ndarray
Symbols = dict[str, Any]


@dataclass(frozen=True)
class Moving:
    """A body in motion: centre of mass, axes, velocities in world axes, and the centre of mass in its own frame."""

    r: Array
    A: Array
    v: Array
    w: Array
    com: Array


@dataclass(frozen=True)
class State:
    """A bound formulation in one state, and its equations there."""

    formulation: Any
    q: Array
    v: Array
    t: float
    jacobian: Array
    phi: Array
    nu: Array
    gamma: Array
    mass: Array
    Q: Array

    @classmethod
    def of(cls, F: Any, q: Array, v: Array, t: float) -> State:
        """Evaluate everything once."""
        rows = F.jacobian(q, t, v=v), F.constraints(q, t), F.nu(q, t, v=v), F.gamma(q, v, t)
        return cls(F, q, v, t, *rows, F.mass_matrix(q), F.forces(q, v, t))

    @property
    def kind(self) -> str:
        """Which velocities it has: angular or euler."""
        return "euler" if self.formulation.euler else "angular"

    @property
    def width(self) -> int:
        """Number of velocities of a body."""
        return 7 if self.formulation.euler else 6

    @property
    def turning(self) -> list[str]:
        """Names of the rotational velocities of a body."""
        return ["ė0", "ė1", "ė2", "ė3"] if self.formulation.euler else ["ω1′", "ω2′", "ω3′"]

    @property
    def turning_block(self) -> str:
        """The symbol of the rotational columns."""
        return "Φ_p" if self.formulation.euler else "Φ_θ"

    def block(self, rows: slice, body: str) -> tuple[Array, Array]:
        """The columns of a body in some rows: Φ_r, and Φ_θ or Φ_p."""
        own = self.formulation.velocity_slice(self.formulation.flat.bodies[body][0])
        block = self.jacobian[rows, own]
        return block[:, :3], block[:, 3:]

    def body(self, name: str) -> Moving:
        """A body in motion; the ground stands still."""
        if name == GROUND:
            return Moving(np.zeros(3), np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3))
        along = self.formulation.motion._along(self.formulation.flat.bodies[name][0], self.q, self.v)
        com = np.array(self.formulation.geometry.bodies[name].inertia.com)
        return Moving(along.r, along.R, along.v, along.w, com)


# ---------------------------------------------------------------- rows
@dataclass(frozen=True)
class Term:
    """A measure with its weight in a row."""

    weight: float
    measure: Measure
    formula: MeasureFormula | None
    """None: it is explained in words."""
    symbols: Symbols


@dataclass(frozen=True)
class Row:
    """One row: its measures, its constant and its function of time."""

    name: str
    index: int
    unit: str
    terms: list[Term]
    constant: float
    driven: tuple[float, float, float] | None
    """f, ḟ and f̈."""
    on_velocity: bool = False
    """Whether it constrains velocities only: it has no Φ, only its rate."""

    @property
    def symbol(self) -> str:
        """Φ, or Φ̇ of a row on velocities."""
        return "Φ̇" if self.on_velocity else "Φ"

    def value(self, state: State) -> float:
        """Φ of the row, or Φ̇ = Φ_v v − ν of a row on velocities."""
        if self.on_velocity:
            return float(state.jacobian[self.index] @ state.v - state.nu[self.index])
        return float(state.phi[self.index])

    @property
    def formula(self) -> str:
        """Φ as a formula: `e·d − f(t)`, or a sum of measures x_1, x_2, …"""
        signed = ["" if not k and w == 1 else _weight(w, k) for k, w in enumerate(t.weight for t in self.terms)]
        names = [_value(term, k, len(self.terms), self.on_velocity) for k, term in enumerate(self.terms, 1)]
        written = "".join(sign + name for sign, name in zip(signed, names))
        if self.constant:
            written += f" {'+' if self.constant > 0 else '−'} {abs(self.constant):.4g}"
        return written + (" − f(t)" if self.driven else "")


def _weight(w: float, k: int) -> str:
    sign = ("− " if w < 0 else "+ ") if k else ("−" if w < 0 else "")
    return f"{' ' if k else ''}{sign}" + ("" if abs(w) == 1 else f"{abs(w):.4g} ")


def _value(term: Term, k: int, count: int, rate: bool) -> str:
    if term.formula is None or count > 1 or rate:
        return f"{'ẋ' if rate else 'x'}_{'abcdefgh'[k - 1]}" if k <= 8 else "x"
    return term.formula.x


@dataclass(frozen=True)
class Explained:
    """The rows of one part in one state."""

    name: str
    part: Any
    letter: str
    bodies: list[str]
    rows: list[Row] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    """The user's own relation, in the user's words."""

    @property
    def pair(self) -> tuple[str, str] | None:
        """Bodies i and j, if all its measures are between the same two."""
        found = {(t.measure.parent, t.measure.child) for row in self.rows for t in row.terms}
        return found.pop() if len(found) == 1 else None

    @property
    def title(self) -> str:
        """`B: spherical joint of crank (i) and coupler (j)`."""
        noun = _noun(self.part) if not self.holds_body else self.holds_body[0]
        if self.pair:
            return f"{self.name}: {noun} of {self.pair[0]} (i) and {self.pair[1]} (j)"
        return f"{self.name}: {noun} of {', '.join(self.bodies)}"

    @property
    def says(self) -> str:
        """A sentence about its kind."""
        if self.holds_body:
            return self.holds_body[1]
        words = (type(self.part).__doc__ or "").strip().splitlines()[0].rstrip(".")
        return words[0].lower() + words[1:]

    @property
    def holds_body(self) -> tuple[str, str] | None:
        """Rows of a body itself, what they are called and what they say."""
        if not isinstance(self.part, Body):
            return None
        if any(row.name.endswith(".z") for row in self.rows):
            return "planar hold", "the body stays in the plane of the mechanism and turns about z alone"
        return "particle", "a particle does not turn"

    @property
    def kinds(self) -> list[str]:
        """Names of the measures that it uses."""
        return list(dict.fromkeys(t.measure.kind for row in self.rows for t in row.terms))


def explained(state: State) -> list[Explained]:
    """Every joint, constraint and driver that has rows."""
    found, first = [], 0
    for part_rows in state.formulation.flat.constraints:
        found.append(_explained(state, part_rows, first))
        first += len(part_rows.rows)
    return found


def _explained(state: State, part_rows: PartRows, first: int) -> Explained:
    part: Any = part_rows.part
    rows = slice(first, first + len(part_rows.rows))
    moved = [body for body in state.formulation.body_names if np.any(np.hstack(state.block(rows, body)))]
    if part_rows.written is not None:
        bare = [Row(name, first + k, "", [], 0.0, None) for k, name in enumerate(part_rows.rows)]
        return Explained(part.name, part, _letter(part_rows), moved, bare, _own_words(part))
    own = []
    functions = part_rows.function_of or [None] * len(part_rows.rows)
    for k, (name, x, f) in enumerate(zip(part_rows.rows, part_rows.quantities, functions)):
        terms = [_term(state, weight, measure) for weight, measure in x.terms]
        driven = None if f is None else _three(f.derivatives(state.t))
        own.append(Row(name, first + k, x.unit, terms, _constant(x), driven, part_rows.levels[k]))
    return Explained(part.name, part, _letter(part_rows), moved, own)


def _three(values: Any) -> tuple[float, float, float]:
    f, rate, second = (float(x) for x in values)
    return f, rate, second


def _constant(x: Combination) -> float:
    return 0.0 if abs(x.constant) < 1e-15 else float(x.constant)


def _letter(part_rows: PartRows) -> str:
    part: Any = part_rows.part
    if isinstance(part, Driver):
        return "D"
    if part_rows.written is not None:
        return "A"
    if any(part_rows.levels):
        return "V"
    if isinstance(part, Body):
        return "H"
    return LETTERS.get(part.kind, "J" if isinstance(part, joints.Connection) else "G")


def _noun(part: Any) -> str:
    if isinstance(part, Driver):
        return "driver"
    noun = part.kind.replace("_", " ")
    return f"{noun} joint" if isinstance(part, joints.Joint) else noun


def _own_words(part: Any) -> list[str]:
    if part.formula is None:
        return [f"Python function {getattr(part.function, '__name__', 'Φ')}"]
    return [f"{line} = 0" for line in (part.formula if isinstance(part.formula, tuple) else (part.formula,))]


# ---------------------------------------------------------------- symbols
def _term(state: State, weight: float, m: Measure) -> Term:
    formula = MEASURES.get(SAME.get(m.kind, m.kind))
    return Term(weight, m, formula, {} if formula is None else Reading(state, m).symbols)


class Reading:
    """The symbols of one measure in a state, in world components."""

    def __init__(self, state: State, m: Measure) -> None:
        self.state, self.m = state, m
        self.i, self.j = state.body(m.parent), state.body(m.child)

    @cached_property
    def symbols(self) -> Symbols:
        """By the names of the formulas."""
        i, j, m = self.i, self.j, self.m
        p_i, p_j = i.A @ (m.s_i - i.com), j.A @ (m.s_j - j.com)
        e, g, f = (i.A @ m.e, i.A @ m.g, j.A @ m.f)
        if m.kind == "heading":
            e, g, f = i.A @ np.eye(3)[0], i.A @ np.eye(3)[1], j.A @ np.eye(3)[0]
        found: Symbols = {
            "A_i": i.A,
            "A_j": j.A,
            "ω_i": i.w,
            "ω_j": j.w,
            "p_i": p_i,
            "p_j": p_j,
            "e": e,
            "g": g,
            "f": f,
        }
        found["d"] = j.r + p_j - i.r - p_i
        found["ḋ"] = j.v + np.cross(j.w, p_j) - i.v - np.cross(i.w, p_i)
        if m.kind == "attitude":
            return found | self._attitude()
        if m.kind == "middle":
            return found | self._tilt(e, f)
        return found | self._turn(e, g, f) if SAME.get(m.kind, m.kind) == "turn" else found

    def _product(self, e: Array, f: Array) -> tuple[float, float, float]:
        """e·f, its rate, and its second rate without accelerations."""
        w, u = self.i.w, self.j.w
        rate = np.cross(w, e) @ f + e @ np.cross(u, f)
        second = np.cross(w, np.cross(w, e)) @ f + 2 * np.cross(w, e) @ np.cross(u, f) + e @ np.cross(u, np.cross(u, f))
        return float(e @ f), float(rate), float(second)

    def _turn(self, e: Array, g: Array, f: Array) -> Symbols:
        (a, a_dot, a_ddot), (b, b_dot, b_ddot) = self._product(e, f), self._product(g, f)
        n = (a * np.cross(f, g) - b * np.cross(f, e)) / (a * a + b * b)
        found: Symbols = {"a": a, "b": b, "ȧ": a_dot, "ḃ": b_dot, "ä": a_ddot, "b̈": b_ddot, "n": n}
        return found | {"ẋ": float(n @ (self.j.w - self.i.w))}

    def _tilt(self, e: Array, f: Array) -> Symbols:
        u, _, second = self._product(e, f)
        c = float(np.linalg.norm(np.cross(e, f)))
        over = -1.0 if self.state.formulation.motion.turned_over(self.m.joint, self.state.q) else 1.0
        n = over * np.cross(f, e) / c
        return {"u": over * u, "ü": over * second, "c": c, "n": n, "ẋ": float(n @ (self.j.w - self.i.w))}

    def _attitude(self) -> Symbols:
        from snodo.math.euler_parameters import matrix_G

        number = self.state.formulation.flat.bodies[self.m.child][0]
        p = self.state.q[7 * number - 4 : 7 * number]
        return {"e_k": float(p[self.m.index]), "G_k": matrix_G(p)[:, self.m.index]}
