"""Functions of time as formulas, where they are joined with others: drivers of ball joints."""

from __future__ import annotations

from collections.abc import Sequence

from snodo.errors import MechanismError, Problem
from snodo.math.expression import Expression, apply, constant, tabulated
from snodo.math.formula_reader import parse
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import Constant, Cycloid, Harmonic, Polynomial, Ramp, Rise, SmoothStep, Table
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.time_function import Function

T = parse("t", ["t"])
_SHAPES = {SmoothStep: "{c}**3*(10 - {c}*(15 - 6*{c}))", Cycloid: "({c} - sin(2*pi*{c})/(2*pi))"}
Matrix = list[list[Expression]]


def as_expression(function: Function) -> Expression:
    """A function of time as a formula in t; raises an error if it is none."""
    if isinstance(function, PythonFunction) and function.formula is not None:
        return function.formula.expression
    if isinstance(function, Formula):
        return function.expression
    if isinstance(function, Table):
        return tabulated(function.curve, T)
    text = _text(function)
    if text is None:
        what = f"a {function.kind} function cannot be joined with others"
        raise MechanismError(Problem(what, "give a formula or a table of time"))
    return parse(text, ["t"])


def _text(function: Function) -> str | None:
    if isinstance(function, Constant):
        return f"({function.value!r})"
    if isinstance(function, Ramp):
        return f"({function.start!r}) + ({function.rate!r})*t"
    if isinstance(function, Polynomial):
        return " + ".join(f"({c!r})*t**{k}" for k, c in enumerate(function.coefficients))
    if isinstance(function, Harmonic):
        wave = f"sin(2*pi*({function.frequency!r})*t + ({function.phase!r}))"
        return f"({function.mean!r}) + ({function.amplitude!r})*{wave}"
    if isinstance(function, Rise) and type(function) in _SHAPES:
        inside = f"min(max((t - ({function.begin!r}))/({function.duration!r}), 0), 1)"
        return (
            f"({function.start!r}) + ({function.end - function.start!r})*({_SHAPES[type(function)].format(c=inside)})"
        )
    return None


# ---------------------------------------------------------------- rotations of time
def cardan_matrix(angles: Sequence[Expression]) -> Matrix:
    """R = R_x(α) R_y(β) R_z(γ): about x, then about the new y, then about the newest z."""
    found = [_about(k, angle) for k, angle in enumerate(angles)]
    return times(times(found[0], found[1]), found[2])


def vector_matrix(phi: Sequence[Expression]) -> Matrix:
    """R = I + S φ̃ + C φ̃ φ̃ with u = φ·φ, S = sin √u / √u and C = (1 − cos √u)/u (Rodrigues)."""
    u = _sum([_product(p, p) for p in phi])
    s, c = (_function(word, u) for word in ("sinc_root", "cosc_root"))
    x, y, z = phi
    zero = constant(0.0)
    tilde = [[zero, _negative(z), y], [z, zero, _negative(x)], [_negative(y), x, zero]]
    square = times(tilde, tilde)
    unit = [[constant(float(i == j)) for j in range(3)] for i in range(3)]
    return [
        [_sum([unit[i][j], _product(s, tilde[i][j]), _product(c, square[i][j])]) for j in range(3)] for i in range(3)
    ]


def times(a: Matrix, b: Matrix) -> Matrix:
    """The product of two matrices."""
    return [[_sum([_product(a[i][k], b[k][j]) for k in range(3)]) for j in range(3)] for i in range(3)]


def departure(R: Matrix, target: Matrix) -> list[Expression]:
    """The axial vector of R targetᵀ: the small rotation by which R departs from the target."""
    E = times(R, [list(row) for row in zip(*target)])
    pairs = ((2, 1), (0, 2), (1, 0))
    return [_product(constant(0.5), _sum([E[i][j], _negative(E[j][i])])) for i, j in pairs]


def _about(k: int, angle: Expression) -> Matrix:
    s, c = _function("sin", angle), _function("cos", angle)
    i, j = (k + 1) % 3, (k + 2) % 3
    R = [[constant(float(a == b)) for b in range(3)] for a in range(3)]
    R[i][i], R[i][j], R[j][i], R[j][j] = c, _negative(s), s, c
    return R


def _function(word: str, x: Expression) -> Expression:
    found = apply(word, x)
    return found if found.number is None else constant(found.number)


def _negative(x: Expression) -> Expression:
    return constant(-x.number) if x.number is not None else apply("neg", x)


def _product(a: Expression, b: Expression) -> Expression:
    for one, other in ((a, b), (b, a)):
        if one.number == 0.0:
            return constant(0.0)
        if one.number == 1.0:
            return other
    return apply("*", a, b)


def _sum(terms: Sequence[Expression]) -> Expression:
    total = constant(0.0)
    for term in terms:
        if term.number != 0.0:
            total = term if total.number == 0.0 else apply("+", total, term)
    return total
