"""The numbers of a constraint's formula: its data, its symbols in a given state, its rows of Φ, ν, γ and Φ_q."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.planar.description import Constraint, Link
from snodo.mechanism.body import Particle
from snodo.mechanism.drivers import Driver
from snodo.mechanism.part import GROUND
from snodo.views.explain.notation import Value
from snodo.views.explain.plane.formulas import FORMULAS, SHARED, Equation, Formula

if TYPE_CHECKING:
    from snodo.formulations.planar.planar import Planar

Array = np.ndarray


@dataclass(frozen=True)
class State:
    """A bound formulation in one state, and its equations there."""

    formulation: Any
    q: Array
    v: Array
    t: float
    jacobian: Array
    """Φ_q with the three columns of the ground first."""
    phi: Array
    nu: Array
    gamma: Array
    masses: Array
    """The diagonal of M [kg, kg, kg m²]."""
    Q: Array
    """Applied forces, gravity included [N, N, N m]."""

    @classmethod
    def of(cls, F: Planar, q: Array, v: Array, t: float) -> State:
        """Evaluate everything once."""
        rows = F.jacobian(q, t, v=v, ground=True), F.constraints(q, t), F.nu(q, t, v=v), F.gamma(q, v, t)
        return cls(F, q, v, t, *rows, np.diag(F.mass_matrix(q)), F.forces(q, v, t))

    def body_name(self, b: int) -> str:
        """Name of a body by its number; the ground comes last."""
        names = self.formulation.body_names
        return GROUND if b == len(names) else str(names[b])

    def block(self, rows: slice, b: int) -> Array:
        """The three columns of body b in some rows."""
        first = 0 if b == len(self.formulation.body_names) else 3 * b + 3
        return self.jacobian[rows, first : first + 3]

    def pose(self, b: int) -> tuple[complex, complex, float, complex, float]:
        """r, A, φ, v, ω of a body; vectors and A as complex numbers."""
        if b == len(self.formulation.body_names):
            return 0j, 1 + 0j, 0.0, 0j, 0.0
        x, y, phi = (float(c) for c in self.q[3 * b : 3 * b + 3])
        vx, vy, w = (float(c) for c in self.v[3 * b : 3 * b + 3])
        return complex(x, y), complex(np.exp(1j * phi)), phi, complex(vx, vy), w


@dataclass(frozen=True)
class Explained:
    """One constraint in one state: its formula, its bodies, the values of its symbols, and its rows."""

    name: str
    formula: Formula
    bodies: list[int]
    body_names: list[str]
    rows: slice
    row_names: list[str]
    symbols: dict[str, Value]
    written: list[str] = field(default_factory=list)
    """Lines in words and numbers, for a relation without a formula of its kind (couplers, the user's own)."""
    noun: str = ""
    """Name of its kind, if several kinds share the formula."""

    @property
    def title(self) -> str:
        """`B: revolute joint of crank (i) and coupler (j)`."""
        noun = self.noun or self.formula.title
        if self.formula.equations:
            i, j = self.body_names
            return f"{self.name}: {noun} of {i} (i) and {j} (j)"
        return f"{self.name}: {noun} of {', '.join(self.body_names)}"

    def equations(self) -> Iterator[tuple[Equation, slice]]:
        """Its equations, each with its rows."""
        first = self.rows.start
        for equation in self.formula.equations:
            yield equation, slice(first, first + len(equation.on_i))
            first += len(equation.on_i)


def explained(state: State) -> list[Explained]:
    """Every constraint of the formulation."""
    flat = state.formulation.flat
    return [_explained(state, c, first) for c, first in zip(flat.constraints, flat.first_row)]


def _explained(state: State, constraint: Constraint, first: int) -> Explained:
    bodies = _bodies_of(constraint)
    rows = slice(first, first + len(constraint.rows))
    kind, part = _kind(constraint), constraint.part
    formula = FORMULAS[kind]
    return Explained(
        part.name,
        formula,
        bodies,
        [state.body_name(b) for b in bodies],
        rows,
        constraint.rows,
        _symbols(state, constraint) if formula.equations else {},
        _terms(state, constraint) if constraint.terms else _written(constraint),
        (getattr(part, "noun", "") or part.kind.replace("_", " ")) if kind in SHARED else "",
    )


def _kind(constraint: Constraint) -> str:
    """The key of its formula."""
    part, kind = constraint.part, constraint.link.kind
    if isinstance(part, Particle):
        return "particle"
    if isinstance(part, Driver) and part.motion == "path":
        return "path"
    if constraint.written is not None:
        return "written_speeds" if constraint.on_velocity else "written"
    if constraint.terms:
        described = hasattr(part, "terms") or hasattr(part, "factors")
        return part.kind if part.kind in FORMULAS and described else "sum"
    return f"held_{kind}" if kind in ("turn", "along") and not isinstance(part, Driver) else kind


def _bodies_of(constraint: Constraint) -> list[int]:
    if constraint.bodies:
        return list(dict.fromkeys(constraint.bodies))
    if constraint.terms:
        return list(dict.fromkeys(b for _, link in constraint.terms for b in (link.i, link.j)))
    return [constraint.link.i, constraint.link.j]


# ---------------------------------------------------------------- the value of every symbol
def _symbols(state: State, constraint: Constraint) -> dict[str, Value]:
    link = constraint.link
    r_i, A_i, phi_i, v_i, w_i = state.pose(link.i)
    r_j, A_j, phi_j, v_j, w_j = state.pose(link.j)
    p_i, p_j = A_i * link.s_i, A_j * link.s_j
    d = r_j + p_j - r_i - p_i
    e = d / link.c if link.kind == "rod" else A_i * link.u
    values: dict[str, Value] = {"r_i": r_i, "r_j": r_j, "φ_i": phi_i, "φ_j": phi_j, "ω_i": w_i, "ω_j": w_j}
    values |= {"s_i′": link.s_i, "s_j′": link.s_j, "u": link.u, "c": link.c, "l": link.c, "p_i": p_i, "p_j": p_j}
    values |= {"d": d, "e": e, "n": 1j * e, "e⊥": 1j * e, "p_i⊥": 1j * p_i, "p_j⊥": 1j * p_j}
    values["ḋ"] = v_j + 1j * w_j * p_j - v_i - 1j * w_i * p_i
    if constraint.function is not None:
        values |= dict(zip(("f(t)", "ḟ", "f̈"), constraint.function.derivatives(state.t)))
    return values | _components(values)


def _components(values: dict[str, Value]) -> dict[str, Value]:
    """p_ix, p_iy, e_x, … of the vectors."""
    found: dict[str, Value] = {}
    for name, value in values.items():
        if isinstance(value, complex) and name[-1] not in "′⊥":
            stem = name if "_" in name else f"{name}_"
            found |= {f"{stem}x": value.real, f"{stem}y": value.imag}
    return found


# ---------------------------------------------------------------- couplers and the user's own
def _terms(state: State, constraint: Constraint) -> list[str]:
    """`x_A = φ_crank − φ_ground = 0.3, factor 2` for each joint coordinate."""
    lines = []
    part: Any = constraint.part
    if part.kind not in FORMULAS or not hasattr(part, "terms"):
        return [f"Σ {', '.join(f'{factor:+.4g} · x_{k + 1}' for k, (factor, _) in enumerate(constraint.terms))}"]
    if constraint.on_velocity:
        return [f"{factor:+.4g} · speed of {name}" for name, factor in part.factors.items()]
    total, F = constraint.link.c, state.formulation
    for joint, factor in part.terms().items():
        link, _ = F.motion.measured(f"{joint}.{F.mechanism.joints[joint].coordinate}")
        x = float(F.motion.coordinate(link, state.q, state.v)[0])
        total += factor * link.c
        lines.append(f"{factor:+.4g} · {joint}.{_word(link)}, which is {x:.4g} {_unit(link)}")
    return [*lines, f"the sum is constant: c = {total:.4g}"]


def _word(link: Link) -> str:
    return "angle" if link.kind == "turn" else "displacement"


def _unit(link: Link) -> str:
    return "rad" if link.kind == "turn" else "m"


def _written(constraint: Constraint) -> list[str]:
    """The user's formulas, or the name of the Python function."""
    part: Any = constraint.part
    if constraint.written is None:
        return []
    if part.formula is None:
        arguments = "t, q, v" if constraint.on_velocity else "t, q"
        return [f"Python function {getattr(part.function, '__name__', 'Φ')}({arguments})"]
    several = part.formula if isinstance(part.formula, tuple) else (part.formula,)
    return [f"{formula} = 0" for formula in several]
