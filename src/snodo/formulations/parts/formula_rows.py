"""Rows Φ(t, x₁ … xₙ) = 0 that the user wrote as formulas over measures: "F.displacement - table(lift, A.angle)".

Where rows are made of measures, the inputs of the formula are the measures it names.  The planar equations take places
and angles of bodies: there each measure is written out as a formula of these,

    heading   φ_j − φ_i
    along     (R_i e) · d,   d = r_j + R_j s_j − r_i − R_i s_i
    square    d · d / 2

and the formulas are joined.  Derivatives are exact in both: the joined formula runs on jets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem, UnsupportedError
from snodo.formulations.parts.named_measures import LENGTH, VALUE, Named, named_measure
from snodo.formulations.parts.user_parts import Written, variables_of
from snodo.math.expression import Expression, apply, constant, program, variable
from snodo.math.formula_reader import parse
from snodo.mechanism.functions.measured_formula import measures_in
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.part import GROUND
from snodo.mechanism.spoken import bodies_behind, formulas_of, is_turn
from snodo.mechanism.tables import curves_of

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

ZERO = constant(0.0)


def formula_rows(builder: RowBuilder, part: Any) -> PartRows:
    """The rows of formulas: their inputs are measures."""
    expressions = read(builder, part)
    names = _variables(expressions)
    found = {name: input_of(builder, name, part) for name in names}
    lengths = {name for name, x in found.items() if x.what == LENGTH}
    expressions = [e.replaced(lambda node: _length(node, lengths)) for e in expressions]
    return _rows(part, expressions, names, [found[name].quantity for name in names])


def plane_formula_rows(builder: RowBuilder, part: Any) -> PartRows:
    """The rows of formulas: their inputs are x, y and the angle of each body."""
    expressions = read(builder, part)
    measured = {name: input_of(builder, name, part) for name in _variables(expressions)}
    written = {name: _in_bodies(x) for name, x in measured.items()}
    expressions = [e.replaced(lambda node: written.get(node.name, node)) for e in expressions]
    bodies = tuple(dict.fromkeys(name.rpartition(".")[0] for name in _variables(expressions)))
    if not bodies:
        bodies = bodies_behind(builder.mechanism, next(iter(measured)))[:1]
    words = ("x", "y", "angle")
    inputs = [builder.body_coordinate(body, word) for body in bodies for word in words]
    rows = _rows(part, expressions, variables_of(bodies, words), inputs)
    rows.bodies = bodies
    return rows


def read(builder: RowBuilder, part: Any) -> list[Expression]:
    """The formulas of a constraint, with the numbers of their tables; all mistakes at once."""
    curves, found, problems = curves_of(builder.mechanism.tables), [], []
    for text in formulas_of(part):
        try:
            found.append(parse(text, ["t", *measures_in(text)]).with_curves(curves))
        except MechanismError as error:
            problems += [Problem(f"{part.title}: {p.what}", p.remedy, part.where) for p in error.problems]
    if problems:
        raise MechanismError(problems)
    return found


def input_of(builder: RowBuilder, name: str, part: Any) -> Named:
    """The quantity behind a name, which must not be a speed."""
    stem, _, word = name.rpartition(".")
    if stem in builder.mechanism.bodies and is_turn(word):
        return Named(builder.body_coordinate(stem, word))
    found = named_measure(builder, name, part)
    if found.what not in (VALUE, LENGTH):
        what = f"{part.title} depends on {name}, a speed; it constrains positions"
        raise UnsupportedError(Problem(what, "relate coordinates, or use m.velocity_constraint(…)", part.where))
    return found


def _rows(part: Any, expressions: list[Expression], names: list[str], inputs: list[Combination]) -> PartRows:
    written = Written("formula", len(expressions), program(expressions, ["t", *names]), expressions=expressions)
    rows = [f"{part.name}.{k + 1}" for k in range(len(expressions))]
    return PartRows(part, rows, inputs, [None] * len(rows), written)


def _variables(expressions: list[Expression]) -> list[str]:
    """The variables besides t, in the order in which they are met."""
    nodes = (node for e in expressions for node in e.nodes() if node.operation == "variable")
    return list(dict.fromkeys(node.name for node in nodes if node.name != "t"))


def _length(node: Expression, lengths: set[str]) -> Expression:
    """√(2x) for a length whose input x is half its square."""
    if node.operation != "variable" or node.name not in lengths:
        return node
    return apply("sqrt", apply("*", constant(2.0), node))


# ---------------------------------------------------------------- measures of the plane, written out
def _in_bodies(x: Named) -> Expression:
    total = constant(x.quantity.constant)
    for weight, measure in x.quantity.terms:
        own = _MEASURES[measure.kind](measure)
        total = _sum(total, own if weight == 1.0 else apply("*", constant(weight), own))
    return apply("sqrt", apply("*", constant(2.0), total)) if x.what == LENGTH else total


def _sum(a: Expression, b: Expression) -> Expression:
    if a.number == 0.0 or b.number == 0.0:
        return b if a.number == 0.0 else a
    return apply("+", a, b)


def _minus(a: Expression, b: Expression) -> Expression:
    return a if b.number == 0.0 else apply("-", a, b)


def _scaled(factor: float, x: Expression) -> Expression:
    return ZERO if factor == 0.0 else x if factor == 1.0 else apply("*", constant(factor), x)


def _of(body: str, word: str) -> Expression:
    return ZERO if body == GROUND else variable(f"{body}.{word}")


def _turned(body: str, s: np.ndarray) -> tuple[Expression, Expression]:
    """R s in world axes."""
    a, b = float(s[0]), float(s[1])
    if body == GROUND or (a == 0.0 and b == 0.0):
        return constant(a), constant(b)
    sine, cosine = (apply(word, _of(body, "angle")) for word in ("sin", "cos"))
    return _minus(_scaled(a, cosine), _scaled(b, sine)), _sum(_scaled(a, sine), _scaled(b, cosine))


def _separation(m: Measure) -> tuple[Expression, Expression]:
    near, far = _turned(m.parent, m.s_i), _turned(m.child, m.s_j)
    pairs = zip("xy", near, far)
    found = [_minus(_sum(_of(m.child, w), b), _sum(_of(m.parent, w), a)) for w, a, b in pairs]
    return found[0], found[1]


def _along(m: Measure) -> Expression:
    terms = [_product(e, d) for e, d in zip(_turned(m.parent, m.e), _separation(m))]
    return _sum(*terms)


def _product(a: Expression, b: Expression) -> Expression:
    if a.number is not None:
        return _scaled(a.number, b)
    return ZERO if b.number == 0.0 else apply("*", a, b)


def _square(m: Measure) -> Expression:
    x, y = (_product(d, d) for d in _separation(m))
    return _scaled(0.5, _sum(x, y))


_MEASURES: dict[str, Callable[[Measure], Expression]] = {
    "heading": lambda m: _minus(_of(m.child, "angle"), _of(m.parent, "angle")),
    "along": _along,
    "square": _square,
}
