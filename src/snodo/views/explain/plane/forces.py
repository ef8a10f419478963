"""The applied forces of an explanation: the law of each with its numbers, and its contribution to Q of its bodies.

    spring            f = −k (l − l₀) − c l̇ + F(t)                      along e = d / l, pushing its ends apart
    joint coordinate  f = −k (x − x₀) − c ẋ − T tanh(ẋ/ε) + F(t)        and τ likewise on an angle θ
    point force       F(t), in world axes or in body axes

Terms that a force does not have are omitted.  Sums and signs are those of the kernels' `forces.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.formulations.planar.description import ZERO, Force
from snodo.formulations.planar.efforts import MEASURED, effort_of
from snodo.formulations.series.efforts import drives
from snodo.views.explain.notation import Value, show, substitute
from snodo.views.explain.plane.numbers import State

Array = np.ndarray

_COORDINATE = {"spring": ("l", "l̇"), "turn": ("θ", "θ̇"), "along": ("x", "ẋ")}
"""The coordinate of a law and its rate."""
_SHARES = {
    "spring": ("−(f e, p_i × f e)", "(f e, p_j × f e)"),
    "turn": ("(0, 0, −τ)", "(0, 0, τ)"),
    "along": ("f (−e, e⊥·(p_i + d))", "f (e, e·p_j⊥)"),
    "point": ("", "(F, p_j × F)"),
}
"""Contributions of a force to bodies i and j."""


@dataclass(frozen=True)
class Share:
    """Contribution of a force to one body: (Q_x, Q_y, Q_φ) as a formula and as numbers [N, N, N m]."""

    body: str
    letter: str
    formula: str
    numbers: Array


@dataclass(frozen=True)
class Applied:
    """One force in one state: `symbol = law`, the values of its symbols, and its contributions to Q."""

    name: str
    title: str
    says: str
    symbol: str = ""
    law: str = ""
    symbols: dict[str, Value] = field(default_factory=dict)
    value: Value = 0.0
    shares: list[Share] = field(default_factory=list)
    written: list[str] = field(default_factory=list)

    @property
    def filled(self) -> str:
        """The law with its numbers, and the result."""
        numbers, end = substitute(self.law, self.symbols), show(self.value)
        return numbers if numbers == end else f"{numbers} = {end}"


def applied_forces(state: State) -> list[Applied]:
    """Every force of the formulation except gravity."""
    return [_applied(state, force) for force in state.formulation.flat.forces]


def _applied(state: State, force: Force) -> Applied:
    if force.written is not None:
        return _user_s(state, force)
    return _along_coordinate(state, force) if force.link.kind in MEASURED else _at_point(state, force)


def _what(part: Any) -> str:
    return part.noun or part.kind.replace("_", " ")


def _title(state: State, force: Force) -> str:
    """`work: spring of ground (i) and ram (j)`."""
    i, j = (state.body_name(b) for b in (force.link.i, force.link.j))
    if force.row:
        return f"{force.row}: elastic joint of {i} (i) and {j} (j), instead of a row"
    what = _what(force.part)
    return f"{force.part.name}: {what} of {i} (i) and {j} (j)"


# ---------------------------------------------------------------- springs, and forces on a joint coordinate
def _along_coordinate(state: State, force: Force) -> Applied:
    F, kind = state.formulation, force.link.kind
    q, v, t = state.q[None], state.v[None], np.array([state.t])
    x, rate, effort, turns = effort_of(F, force, t, q, v)
    symbol, (name, dotted) = "τ" if turns else "f", _COORDINATE[kind]
    symbols: dict[str, Value] = {name: float(x[0]), dotted: float(rate[0]), f"{name}_0": force.free}
    symbols |= {"k": force.stiffness, "c": force.damping, "T": force.coulomb, "ε": force.smoothing}
    symbols[_drive_symbol(force)] = float(drives(F, force, t, q, v)[0, 0])
    value = float(np.atleast_1d(effort)[0])
    shares = _spring_shares(state, force, value) if kind == "spring" else _coordinate_shares(state, force, value)
    says = {
        "spring": "f acts along e = d / l, from the point of i to the point of j, and pushes them apart",
        "turn": "τ acts on j and −τ on i; θ is the angle of j relative to i",
        "along": "f acts on j along e, the axis on i, and −f on i; x is the displacement",
    }[kind]
    return Applied(
        force.row or force.part.name, _title(state, force), says, symbol, _law(force), symbols, value, shares
    )


def _law(force: Force) -> str:
    """The terms that the force has."""
    x, rate = _COORDINATE[force.link.kind]
    terms = [f"− k ({x} − {x}_0)"] if force.stiffness else []
    terms += [f"− c {rate}"] if force.damping else []
    terms += [f"− T tanh({{{rate}}}/{{ε}})"] if force.coulomb else []
    terms += [f"+ {_drive_symbol(force)}"] if force.function != ZERO else []
    law = " ".join(terms)
    return f"−{law[2:]}" if law.startswith("−") else law[2:] or "0"


def _drive_symbol(force: Force) -> str:
    """The force itself: of time, or of time and motion."""
    return "F(t, q, v)" if force.measures else "F(t)"


def _spring_shares(state: State, force: Force, f: float) -> list[Share]:
    link = force.link
    (r_i, A_i, *_), (r_j, A_j, *_) = state.pose(link.i), state.pose(link.j)
    p_i, p_j = A_i * link.s_i, A_j * link.s_j
    d = r_j + p_j - r_i - p_i
    push = f * d / abs(d) if d else 0j
    return _shares(state, force, [_wrench(-push, p_i), _wrench(push, p_j)])


def _coordinate_shares(state: State, force: Force, f: float) -> list[Share]:
    gradient = state.formulation.motion.coordinate(force.link, state.q, state.v)[1]
    whole = np.append(f * gradient, np.zeros(3))
    return _shares(state, force, [whole[3 * b : 3 * b + 3] for b in (force.link.i, force.link.j)])


# ---------------------------------------------------------------- point forces and the user's own
def _at_point(state: State, force: Force) -> Applied:
    _, A, *_ = state.pose(force.link.j)
    given = complex(*drives(state.formulation, force, np.array([state.t]), state.q[None], state.v[None])[0])
    F = A * given if force.body_axes else given
    says = "F acts at a point of j, in its axes" if force.body_axes else "F acts at a point of j, in world axes"
    title = f"{force.part.name}: point force on {state.body_name(force.link.j)} (j)"
    shares = _shares(state, force, [np.zeros(3), _wrench(F, A * force.link.s_j)])
    symbols: dict[str, Value] = {"F′": given, "p_j": A * force.link.s_j}
    law = "A_j F′" if force.body_axes else ""
    return Applied(force.part.name, title, says, "F", law, symbols, F, shares)


def _user_s(state: State, force: Force) -> Applied:
    part: Any = force.part
    bodies = ", ".join(part.bodies)
    says = "force and torque at each body's origin, from the user's own law; they are included in Q above"
    if part.formula is None:
        written = [f"Python function {getattr(part.function, '__name__', 'f')}(t, q, v)"]
    else:
        several = part.formula if isinstance(part.formula, tuple | list) else (part.formula,)
        words = [f"{body}.{word}" for body in part.bodies for word in ("fx", "fy", "torque")]
        written = [f"{word} = {formula}" for word, formula in zip(words, several)]
    return Applied(part.name, f"{part.name}: {_what(part)} on {bodies}", says, written=written)


def _wrench(F: complex, p: complex) -> Array:
    """(F, p × F)."""
    return np.array([F.real, F.imag, (p.conjugate() * F).imag])


def _shares(state: State, force: Force, numbers: list[Array]) -> list[Share]:
    """The contributions to the moving bodies."""
    ground, formulas = len(state.formulation.body_names), _SHARES[force.link.kind]
    both = zip((force.link.i, force.link.j), "ij", formulas, numbers)
    return [Share(state.body_name(b), letter, formula, n) for b, letter, formula, n in both if b != ground and formula]
