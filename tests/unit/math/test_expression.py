"""Formulas: reading, printing, tracing, and derivatives by jets and by the stack machine against sympy."""

import copy
import math
import operator
import pickle

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from snodo import _jit
from snodo.math import expression as ex
from snodo.math.expression import ExpressionError, apply, constant, program, variable
from snodo.math.formula_reader import parse
from snodo.math.jet import Jet, NotDifferentiable, second_order
from snodo.math.kernels.program import run
from snodo.math.tracing import NotTraceable, trace

NAMES = ("t", "crank.angle")


@_jit.entry(_jit.types.void(_jit.Floats, _jit.i8, _jit.i8, _jit.i8, _jit.i8))
def run_program(model, program_at, inputs_at, stack_at, outputs_at):
    run(model, program_at, inputs_at, stack_at, outputs_at)


def by_machine(expressions, names, jets):
    """Outputs (value, first, second) of the kernel; what lies outside its areas must stay untouched."""
    words = program(expressions, names)
    n, guard = len(words), 7.25
    length, outputs, depth = (int(w) for w in words[:3])
    assert length == n
    assert outputs == len(expressions)
    inputs_at, outputs_at = n, n + 3 * len(names)
    stack_at = outputs_at + 3 * outputs
    model = np.full(stack_at + 3 * depth + 2, guard)
    model[:n] = words
    model[inputs_at:outputs_at] = np.ravel(jets)
    with np.errstate(all="ignore"):  # uncompiled, numpy would warn of what the kernel computes in silence
        run_program(model, 0, inputs_at, stack_at, outputs_at)
    assert np.all(model[stack_at + 3 * depth :] == guard)
    assert np.array_equal(model[:n], words)
    return model[outputs_at:stack_at].reshape(-1, 3)


# ---------------------------------------------------------------- reading and printing
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3*4", 14.0),
        ("2 - 3 - 4", -5.0),
        ("24/4/3", 2.0),
        ("-2**2", -4.0),
        ("(-2)**2", 4.0),
        ("2**3**2", 512.0),
        ("2^-1", 0.5),
        ("--2", 2.0),
        ("+2 - -3", 5.0),
        ("30 deg", math.pi / 6),
        ("5 mm * 2", 0.01),
        ("3 N/mm * 2 mm", 6.0),
        ("2 m/s^2 * t", 6.0),
        ("2 mm**2", 2e-6),
        ("30 deg * sin(2*pi*t) + 1", 1.0 + math.pi / 6 * math.sin(6 * math.pi)),
        ("atan2(1, -1) + min(t, 2) + max(1, 2)", 0.75 * math.pi + 4.0),
        ("log(e**2) + sqrt(16) + abs(-3) + sign(-7)", 8.0),
        ("2*crank.angle", 10.0),
        (".5e1 + 1.e0", 6.0),
    ],
)
def test_values(text, value):
    expression = parse(text, NAMES)
    assert expression.evaluate({"t": 3.0, "crank.angle": 5.0}) == pytest.approx(value, rel=1e-14)
    assert parse(str(expression), NAMES) == expression


def test_variables_win_over_units():
    assert parse("3 m/s", ["s"]).evaluate({"s": 2.0}) == 1.5
    assert parse("3 mm/s", []).number == 0.003


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("", 0, "empty"),
        ("sin(t", 3, "'(' is not closed"),
        ("t)", 1, "closes nothing"),
        ("sin(t, 2)", 0, "sin takes one argument, 2 given"),
        ("min(t)", 0, "min takes two arguments, 1 given"),
        ("1 + tt", 4, "did you mean 't'?"),
        ("sinn(t)", 0, "did you mean 'sin'"),
        ("sin", 0, "write sin(…)"),
        ("2 t", 2, "an operator is missing before 't'"),
        ("2 foo", 2, "write 2*foo if foo is a variable"),
        ("3 degg", 2, "did you mean 'deg'?"),
        ("3 +", 3, "missing at the end"),
        ("3 * / 2", 4, "missing before '/'"),
        ("t $ 2", 2, "'$' is not allowed in a formula"),
        ("t, 2", 1, "only functions take several arguments"),
        ("t < 2", 2, "'<' is not allowed in a formula"),
        ("__import__('os')", 11, "is not allowed in a formula"),
        ("t.__class__", 0, "there is no variable 't.__class__'"),
        ("2*pi/s", 5, "there is no variable 's'"),
        ("lambda: 1", 6, "is not allowed in a formula"),
        ("1e999", 0, "too large"),
        ("9" * 9999, 0, "too large"),
        ("9**9**9**9", 4, "not a finite number"),
        ("t + 1/0", 5, "not a finite number"),
        ("log(0)", 0, "not a finite number"),
        ("(-8)**0.5", 4, "not a finite number"),
        ("(" * 200 + "t" + ")" * 200, None, "nested more than"),
        ("-" * 5000 + "t", None, "nested more than"),
        ("2**" * 3000 + "t", None, "nested more than"),
        ("t" * 10_001, None, "10001 characters"),
        (3.0, None, "is not the text of a formula"),
    ],
)
def test_mistakes_are_pointed_at(text, place, sentence):
    with pytest.raises(ExpressionError) as caught:
        parse(text, NAMES)
    message = str(caught.value)
    assert sentence in message
    assert isinstance(caught.value, ValueError)
    if place is not None:
        assert message.splitlines()[2] == " " * (6 + place) + "^"


def test_many_terms_are_no_trouble():
    expression = parse("+".join(["t"] * 4000), ["t"])
    assert expression.evaluate({"t": 0.5}) == 2000.0
    assert pickle.loads(pickle.dumps(expression)) == expression == copy.deepcopy(expression)
    assert by_machine([expression], ["t"], [[0.5, 1.0, 0.0]])[0].tolist() == [2000.0, 4000.0, 0.0]


@pytest.mark.parametrize("name", ["sin", "pi", "2t", "a b", "", "a..b"])
def test_names_that_no_variable_can_have(name):
    with pytest.raises(ExpressionError, match="a variable cannot be called"):
        parse("1", [name])


def test_expressions_are_values():
    one, two = parse("t + 0.0", ["t"]), parse("t + -0.0", ["t"])
    assert one != two
    assert one != "t + 0"
    assert len({one, parse("t+0", ["t"])}) == 1
    assert repr(one) == "Expression('t + 0')"
    assert one.variables() == {"t"}
    with pytest.raises(ExpressionError, match="not a finite"):
        constant(math.nan)


leaves = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(constant),
    st.sampled_from([-1.0, 0.0, 2.0, 3.0, math.pi, -math.e]).map(constant),
    st.sampled_from(NAMES).map(variable),
)


def safely(operation, *arguments):
    try:
        return apply(operation, *arguments)
    except ExpressionError:  # a constant part without a finite value
        return arguments[0]


def grown(children):
    one = st.sampled_from(["neg", *(f for f, n in ex.FUNCTIONS.items() if n == 1)])
    two = st.sampled_from(["+", "-", "*", "/", "**", *(f for f, n in ex.FUNCTIONS.items() if n == 2)])
    return st.builds(safely, one, children) | st.builds(safely, two, children, children)


trees = st.recursive(leaves, grown, max_leaves=12)


@settings(max_examples=300, deadline=None)
@given(trees)
def test_printed_text_parses_back(tree):
    assert parse(str(tree), NAMES) == tree
    assert [n.operation for n in parse(str(tree), NAMES).nodes()] == [n.operation for n in tree.nodes()]


# ---------------------------------------------------------------- derivatives
def by_jets(tree, jets):
    result = Jet.of(tree.evaluate({name: Jet(*jet) for name, jet in zip(NAMES, jets)}))
    return np.array([result.value, result.first, result.second])


ordinary = st.floats(-3, 3).map(lambda x: round(x, 9))  # squares of smaller numbers vanish in one of the two


@settings(max_examples=400, deadline=None)
@given(trees, ordinary, ordinary)
def test_the_machine_and_the_jets_agree(tree, t, x):
    """Two implementations of the chain rule on any formula; where it is ill-conditioned rounding may differ."""
    jets = np.array([[t, 1.0, 0.0], [x, 0.5, -2.0]])
    found, expected = by_machine([tree], NAMES, jets)[0], by_jets(tree, jets)
    with np.errstate(all="ignore"):
        moved = [by_jets(tree, jets * (1.0 + d) + [d, 0.0, 0.0]) for d in (1e-13, -1e-13)]
        spread = np.max(np.abs(np.array(moved) - expected), axis=0)
        tolerance = 1e-10 * (1.0 + np.abs(expected)) + 10.0 * spread
        comparable = np.isfinite(tolerance) & (np.abs(expected) < 1e12)
        assert np.all(np.abs(found - expected)[comparable] <= tolerance[comparable])


T = sympy.Symbol("t")
SMOOTH = [
    ("sin(3*t) + cos(t)**2", 0.7),
    ("tan(t/2)", 0.7),
    ("asin(t/3) - acos(t/4)", 0.7),
    ("asin(t)", 0.999999),
    ("atan(5*t)", -0.7),
    ("sinh(t)*cosh(2*t) - tanh(3*t)", 0.4),
    ("exp(-t**2)", 1.3),
    ("log(1 + t**2)", -1.3),
    ("sqrt(2 + sin(t))", 2.0),
    ("t**5 - 3*t**2 + t", -1.7),
    ("t**-3", -1.7),
    ("(t - 2)**3", 1.0),
    ("t**2.5", 1.7),
    ("2**t", -0.6),
    ("(1 + t**2)**sin(t)", 0.9),
    ("t/(1 + t**2)/3", 0.6),
    ("atan2(sin(t), 2 + cos(t))", 2.5),
    ("atan2(sin(2*t), cos(2*t))", 2.9),
    ("abs(t)*t", -0.8),
    ("sign(t)*t**2", -0.8),
    ("min(t, t**2)", 0.5),
    ("max(t, t**2)", 0.5),
    ("-(t - pi)*e", 0.5),
]


def by_sympy(text, t):
    """Values of the derivatives with 30 digits."""
    names = {"t": T, "abs": sympy.Abs, "min": sympy.Min, "max": sympy.Max, "e": sympy.E, "pi": sympy.pi}
    names |= {f: getattr(sympy, f) for f in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh")}
    names |= {"tanh": sympy.tanh, "exp": sympy.exp, "log": sympy.log, "sqrt": sympy.sqrt, "sign": sympy.sign}
    function = sympy.sympify(text, locals=names).subs(T, sympy.Symbol("t", real=True))
    real = sympy.Symbol("t", real=True)
    exact = [sympy.diff(function, real, k) for k in range(3)]
    return [float(d.subs(real, sympy.Float(t, 30)).doit().evalf(30)) for d in exact]


@pytest.mark.parametrize(("text", "t"), SMOOTH)
def test_derivatives_against_sympy(text, t):
    exact = by_sympy(text, t)
    expression = parse(text, ["t"])
    assert second_order(lambda x: expression.evaluate({"t": x}), t) == pytest.approx(exact, rel=1e-10, abs=1e-12)
    assert by_machine([expression], ["t"], [[t, 1.0, 0.0]])[0] == pytest.approx(exact, rel=1e-10, abs=1e-12)


smooth_leaves = st.sampled_from(["t", "2", "0.5", "3", "-1.5"])
smooth_trees = st.recursive(
    smooth_leaves,
    lambda inner: st.one_of(
        st.builds("{}({})".format, st.sampled_from(["sin", "cos", "atan", "tanh"]), inner),
        st.builds("({}) {} ({})".format, inner, st.sampled_from(["+", "-", "*"]), inner),
        st.builds("({})/(2 + sin({}))".format, inner, inner),
        st.builds("({})**{}".format, inner, st.sampled_from(["2", "3"])),
    ),
    max_leaves=5,
)


@settings(max_examples=40, deadline=None)
@given(smooth_trees, st.floats(-2, 2).map(lambda x: round(x, 3)))
def test_random_formulas_against_sympy(text, t):
    exact = by_sympy(text, t)
    expression = parse(text, ["t"])
    scale = 1.0 + max(abs(x) for x in exact)
    for found in (
        second_order(lambda x: expression.evaluate({"t": x}), t),
        by_machine([expression], ["t"], [[t, 1.0, 0.0]])[0],
    ):
        assert np.max(np.abs(np.array(found) - exact)) < 1e-10 * scale


def test_several_outputs_and_moving_inputs():
    """d²/ds² of f(x(s), y(s)) with x = s², y = sin s, against sympy."""
    s = sympy.Symbol("s")
    x, y = s**2, sympy.sin(s)
    at = 0.8
    jets = [[float(sympy.diff(f, s, k).subs(s, at)) for k in range(3)] for f in (x, y)]
    found = by_machine([parse("x*y**2", "xy"), parse("atan2(y, x)", "xy")], ["x", "y"], jets)
    for row, f in zip(found, (x * y**2, sympy.atan2(y, x))):
        assert row == pytest.approx([float(sympy.diff(f, s, k).subs(s, at)) for k in range(3)], rel=1e-12)


@pytest.mark.parametrize("text", ["max(0, t)**1.5", "sqrt(max(0, t))", "max(t, 0)**0.5 + min(1, 2)"])
def test_what_stands_still_stays_still(text):
    """0·∞ does not become not-a-number: a contact force is quiet before it touches."""
    expression = parse(text, ["t"])
    assert second_order(lambda x: expression.evaluate({"t": x}), -1.0)[1:] == (0.0, 0.0)
    assert by_machine([expression], ["t"], [[-1.0, 1.0, 0.0]])[0, 1:].tolist() == [0.0, 0.0]


# ---------------------------------------------------------------- jets of Python functions
def test_a_function_with_branches():
    def bounce(t):
        if t < 0:
            return 1.0
        return (t % 1.0) ** 2 if t > 0.5 else np.sin(t)

    assert second_order(bounce, -1.0) == (1.0, 0.0, 0.0)
    assert second_order(bounce, 0.25) == pytest.approx((math.sin(0.25), math.cos(0.25), -math.sin(0.25)))
    assert second_order(bounce, 2.75) == pytest.approx((0.5625, 1.5, 2.0))


def test_numpy_arrays_of_jets():
    weights = np.array([1.0, 2.0])
    found = second_order(lambda t: np.sum(weights * np.sin(np.array([t, 2 * t]) + 0 * t)), 1.0)
    exact = (math.sin(1) + 2 * math.sin(2), math.cos(1) + 4 * math.cos(2), -math.sin(1) - 8 * math.sin(2))
    assert found == pytest.approx(exact, rel=1e-14)
    assert second_order(lambda t: np.where(np.float64(0.5) < t, t * t, 3.0), 1.0) == (1.0, 2.0, 2.0)
    assert second_order(lambda t: np.clip(t, 0, 1) * t, 0.5) == (0.25, 1.0, 2.0)
    assert second_order(lambda t: int(t) + t, 2.5) == (4.5, 1.0, 0.0)
    assert second_order(lambda t: math.floor(t) * t + math.ceil(t), 2.5) == (8.0, 2.0, 0.0)


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (np.square, "t**2"),
        (np.reciprocal, "1/t"),
        (np.log10, "log(t)/log(10)"),
        (np.log2, "log(t)/log(2)"),
        (np.deg2rad, "t*pi/180"),
        (np.degrees, "t*180/pi"),
        (lambda t: np.hypot(t, 2.0), "sqrt(t**2 + 4)"),
        (lambda t: 2.0 ** (1 - t) / (3 + t), "2**(1 - t)/(3 + t)"),
        (lambda t: np.arctan2(t, 2.0) + abs(-t) + (+t), "atan2(t, 2) + abs(t) + t"),
    ],
)
def test_other_numpy_functions(function, text):
    assert second_order(function, 0.7) == pytest.approx(by_sympy(text, 0.7), rel=1e-12, abs=1e-14)
    assert trace(function, "t")[0].evaluate({"t": 0.7}) == pytest.approx(by_sympy(text, 0.7)[0], rel=1e-13)


@pytest.mark.parametrize("function", [math.sin, float, lambda t: np.interp(t, [0, 1], [2, 3]), np.cbrt])
def test_what_would_lose_the_derivatives_is_refused(function):
    with pytest.raises(NotDifferentiable, match=r"use numpy's functions.*np\.sin") as caught:
        second_order(function, 1.0)
    assert isinstance(caught.value, TypeError)


def test_a_result_that_is_no_number():
    with pytest.raises(NotDifferentiable, match="'fast' \\(str\\) is not a number"):
        second_order(lambda t: "fast", 1.0)
    assert repr(Jet(1, 2, 3)) == "Jet(1.0, 2.0, 3.0)"
    assert not Jet(0.0, 1.0)


# ---------------------------------------------------------------- tracing
@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda t: np.sin(2 * t) + t**2 / 3, "sin(2*t) + t**2/3"),
        (lambda t: [t, 2], "t"),
        (lambda t: np.array([-t, np.maximum(0, t)]), "-t"),
        (lambda t: sum(np.sin(k * t) for k in (1, 2)), "0 + sin(1*t) + sin(2*t)"),
        (lambda t: np.sum(np.exp(np.array([1.0, 2.0]) * t)), "exp(1*t) + exp(2*t)"),
        (lambda t: 3, "3"),
        (lambda t: np.sqrt(t), "sqrt(t)"),
    ],
)
def test_traced_functions(function, text):
    assert trace(function, "t")[0] == parse(text, ["t"])


def test_traced_function_of_two_variables():
    assert [str(e) for e in trace(lambda x, y: (x * y, y - x), "x", "y")] == ["x*y", "y - x"]


def counting():
    calls = [0]

    def function(t):
        calls[0] += 1
        return t + (calls[0] > 3)

    return function


def grows(t):
    for _ in range(100):
        t = t * t + 1
    return t


def stores(t):
    table = np.zeros(2)
    table[0] = t
    return table


@pytest.mark.parametrize(
    "function",
    [
        lambda t: t if t > 0 else 0.0,
        lambda t: 1.0 if t == 0 else np.sin(t) / t,
        lambda t: t and 1.0,
        lambda t: min(t, 1.0),
        lambda t: t % 1.0,
        lambda t: [1.0, 2.0][t],
        lambda t: np.random.default_rng().uniform() * t,
        lambda t: float(t),
        lambda t: round(t),
        lambda t: np.where(t > 1, t, 0),
        lambda t: "text",
        lambda t: None,
        lambda t: t.real,
        lambda t: np.log(-1 - t * t),
        lambda: 1.0,
        math.sin,
        np.cbrt,
        counting(),
        grows,
        stores,
    ],
)
def test_functions_that_are_not_one_formula(function):
    with pytest.raises(NotTraceable):
        trace(function, "t")


def test_operators_lead_to_the_same_formula_as_text():
    pairs = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow}
    for sign, function in pairs.items():
        assert trace(function, "x", "y") == [parse(f"x {sign} y", "xy")]
        assert trace(lambda x, function=function: function(2.0, x), "x") == [parse(f"2 {sign} x", "x")]
