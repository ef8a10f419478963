"""Time functions: exact derivatives against sympy and differences, the kernel against plain Python, every mistake."""

import ctypes
import math
from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from snodo import _jit
from snodo.errors import MechanismError
from snodo.math.formula_reader import parse
from snodo.math.kernels.time_functions import evaluate
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import (
    KINDS,
    Constant,
    Cycloid,
    Harmonic,
    Polynomial,
    Ramp,
    SmoothStep,
    Table,
    as_function,
)
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.time_function import Function

f8, i8 = _jit.f8, _jit.i8


@_jit.entry(_jit.types.UniTuple(f8, 3)(_jit.Floats, i8, f8, i8))
def evaluate_packed(model, at, t, stack_at):
    return evaluate(model, at, t, stack_at)


def by_kernel(function: Function, times, address: int = 0):
    """The kernel at many times; the pack lies somewhere inside the model and nothing else is written."""
    pack = function.pack(address)
    assert all(type(number) is float for number in pack)
    stack_at = 4 + len(pack) + 1
    model = np.full(stack_at + function.scratch + 2, 7.25)
    model[4 : 4 + len(pack)] = pack
    rows = np.array([evaluate_packed(model, 4, t, stack_at) for t in times])
    assert np.all(model[:4] == 7.25)
    assert np.all(model[stack_at + function.scratch :] == 7.25)
    assert model[stack_at - 1] == 7.25
    assert model[4 : 4 + len(pack)].tobytes() == np.array(pack).tobytes()
    return rows


def saw(t):
    return (t % 0.75) ** 2 if t > 0.3 else np.sin(t)


TIMES = (0.0, 0.4, 1.0, 1.7, 2.0)
VALUES = (1.0, -0.5, 2.0, 0.25, 1.0)
FUNCTIONS = [
    Constant(2.5),
    Ramp(1.0, -3.0),
    Polynomial([1.0, -2.0, 0.5, 4.0, -1.0]),
    Polynomial([3.0]),
    Harmonic(0.3, 2.0, phase=0.7, mean=-1.0),
    SmoothStep(1.0, -2.0, 0.5, 1.25),
    Cycloid(-1.0, 2.0, 0.5, 1.25),
    Table(TIMES, VALUES),
    Table(TIMES, VALUES, periodic=True),
    Table([0.0, 2.0], [1.0, 5.0]),
    Table([0.0, 1.0, 2.0], [1.0, 5.0, -1.0]),
    Formula("30 deg * sin(2*pi*t) + t**2*exp(-t)"),
    Formula("max(0, t - 0.5)**3"),
    PythonFunction(lambda t: np.cos(3 * t) * t),
    Table(TIMES, VALUES, monotone=True),
    Table(TIMES, VALUES, clamped=True),
    Table(TIMES, VALUES, monotone=True, clamped=True),
    Table([0.0, 2.0], [1.0, 5.0], monotone=True),
]
BREAKS = [0.0, 0.4, 0.5, 1.0, 1.7, 1.75, 2.0, 4.0, -2.0]
GRID = [*np.linspace(-2.5, 4.5, 57), *BREAKS, *np.nextafter(BREAKS, 9), *np.nextafter(BREAKS, -9)]
names = [f"{f.kind}{k}" for k, f in enumerate(FUNCTIONS)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=names)
def test_kernel_equals_plain_python(function):
    plain = np.array([function.derivatives(t) for t in GRID])
    found = by_kernel(function, GRID)
    scale = 1.0 + np.max(np.abs(plain), axis=0)
    assert np.max(np.abs(found - plain) / scale) < 1e-13
    assert [function(t) for t in GRID] == pytest.approx(plain[:, 0].tolist(), rel=1e-14, abs=1e-14)


@pytest.mark.parametrize("function", FUNCTIONS, ids=names)
def test_derivatives_against_differences(function):
    """Eighth-order central differences (Fornberg 1988), away from the places where a derivative jumps."""
    weights = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0.0, 4 / 5, -1 / 5, 4 / 105, -1 / 280])
    h = 1e-3
    for t in (-1.3, 0.23, 0.77, 1.41, 1.9, 3.3):
        rows = np.array([function.derivatives(t + k * h) for k in range(-4, 5)])
        slopes = weights @ rows / h
        assert rows[4, 1:] == pytest.approx(slopes[:2], rel=1e-8, abs=1e-8)


T = sympy.Symbol("t")
S = (T - sympy.Rational(1, 2)) / sympy.Rational(5, 4)


@pytest.mark.parametrize(
    ("function", "exact"),
    [
        (FUNCTIONS[1], 1 - 3 * T),
        (FUNCTIONS[2], 1 - 2 * T + T**2 / 2 + 4 * T**3 - T**4),
        (FUNCTIONS[4], -1 + 0.3 * sympy.sin(4 * sympy.pi * T + 0.7)),
        (FUNCTIONS[5], 1 - 3 * (10 * S**3 - 15 * S**4 + 6 * S**5)),
        (FUNCTIONS[6], -1 + 3 * (S - sympy.sin(2 * sympy.pi * S) / (2 * sympy.pi))),
        (FUNCTIONS[11], sympy.pi / 6 * sympy.sin(2 * sympy.pi * T) + T**2 * sympy.exp(-T)),
        (FUNCTIONS[13], sympy.cos(3 * T) * T),
    ],
)
def test_derivatives_against_sympy(function, exact):
    for t in (0.55, 0.9, 1.3, 1.7):
        expected = [float(sympy.diff(exact, T, k).subs(T, sympy.Float(t, 30)).evalf(30)) for k in range(3)]
        assert function.derivatives(t) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("kind", [SmoothStep, Cycloid])
def test_rises_begin_and_end_at_rest(kind):
    rise = kind(2.0, 5.0, 1.0, 4.0)
    assert rise.derivatives(1.0) == rise.derivatives(-3.0) == (2.0, 0.0, 0.0)
    assert rise.derivatives(5.0) == rise.derivatives(50.0) == (5.0, 0.0, 0.0)
    assert rise(3.0) == pytest.approx(3.5)
    assert rise.derivatives(1.0 + 1e-9)[1:] == pytest.approx((0.0, 0.0), abs=1e-7)


def test_table_passes_its_points_and_continues_straight():
    table = Table(TIMES, VALUES)
    assert [table(t) for t in TIMES] == pytest.approx(VALUES)
    f, f1, _ = table.derivatives(2.0)
    assert table.derivatives(3.0) == pytest.approx((f + f1, f1, 0.0))
    f, f1, _ = table.derivatives(0.0)
    assert table.derivatives(-1.0) == pytest.approx((f - f1, f1, 0.0))
    cubic = Table(np.linspace(0, 3, 7), [t**3 - t for t in np.linspace(0, 3, 7)])
    assert cubic.derivatives(1.234) == pytest.approx((1.234**3 - 1.234, 3 * 1.234**2 - 1, 6 * 1.234))


def test_a_monotone_table_never_overshoots():
    times, values = (0.0, 1.0, 1.1, 2.0, 3.0), (0.0, 0.0, 1.0, 1.0, 4.0)
    fine = np.linspace(0.0, 3.0, 301)
    for clamped in (False, True):
        table = Table(times, values, monotone=True, clamped=clamped)
        assert [table(t) for t in times] == pytest.approx(values, abs=1e-15)
        assert np.all(np.diff([table(t) for t in fine]) >= -1e-15)
    assert np.min([Table(times, values)(t) for t in fine]) < -0.1


@pytest.mark.parametrize("monotone", [False, True])
def test_a_clamped_table_begins_and_ends_at_rest(monotone):
    table = Table(TIMES, VALUES, monotone=monotone, clamped=True)
    assert [table(t) for t in TIMES] == pytest.approx(VALUES)
    for t in (-1.0, 0.0, 2.0, 3.0):
        assert table.derivatives(t)[:2] == pytest.approx((1.0, 0.0), abs=1e-14)


def test_periodic_table_repeats():
    table = Table(TIMES, VALUES, periodic=True)
    for t in (0.1, 0.9, 1.99):
        assert table.derivatives(t + 6.0) == pytest.approx(table.derivatives(t), abs=1e-12)
        assert table.derivatives(t - 4.0) == pytest.approx(table.derivatives(t), abs=1e-12)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.floats(0.05, 2.0), min_size=1, max_size=12),
    st.integers(0, 2**32 - 1),
    st.floats(-5.0, 30.0),
)
def test_any_table_in_the_kernel(steps, seed, t):
    times = np.concatenate([[0.0], np.cumsum(steps)])
    table = Table(times, np.random.default_rng(seed).uniform(-1, 1, len(times)))
    plain = np.array(table.derivatives(t))
    assert by_kernel(table, [t])[0] == pytest.approx(plain, rel=1e-9, abs=1e-9 * (1.0 + np.max(np.abs(plain))))


# ---------------------------------------------------------------- Python functions
def called(function: PythonFunction, times):
    address, keep = _jit.address_of_python(function.callback())
    rows = by_kernel(function, times, address)
    assert keep
    return rows


def test_a_formula_in_python_is_compiled():
    function = PythonFunction(lambda t: 0.5 * np.sin(2 * t))
    assert function.compiled
    assert function.formula == Formula("0.5*sin(2*t)")
    assert function.pack() == Formula("0.5*sin(2*t)").pack()
    assert function.derivatives(0.3) == pytest.approx((0.5 * math.sin(0.6), math.cos(0.6), -2 * math.sin(0.6)))


def test_a_function_with_branches_is_called():
    function = PythonFunction(saw)
    times = np.linspace(-1, 3, 41) + 0.013
    assert not function.compiled
    assert called(function, times) == pytest.approx(np.array([function.derivatives(t) for t in times]), abs=0.0)
    assert function.derivatives(1.0) == pytest.approx((0.0625, 0.5, 2.0))
    assert function(1.0) == pytest.approx(0.0625)
    assert function.failure == []


@pytest.mark.parametrize("second", [None, lambda t: -math.sin(t)])
def test_given_derivatives(second):
    function = PythonFunction(lambda t: math.sin(t), np.cos, second)
    assert not function.compiled
    assert called(function, [0.4])[0] == pytest.approx([math.sin(0.4), math.cos(0.4), -math.sin(0.4)])


def test_a_failing_function_gives_no_number_and_keeps_its_exception():
    def breaks(t):
        if t > 1.0:
            raise ZeroDivisionError("too late")
        return t * t

    function = PythonFunction(breaks)
    rows = called(function, [0.5, 1.5])
    assert rows[0].tolist() == [0.25, 1.0, 2.0]
    assert np.all(np.isnan(rows[1]))
    assert [str(e) for e in function.failure] == ["too late"]


def test_the_callback_writes_to_plain_memory():
    out = (ctypes.c_double * 3)()
    assert PythonFunction(saw).callback()(0.2, None, None, out) == 0
    assert list(out) == pytest.approx([math.sin(0.2), math.cos(0.2), -math.sin(0.2)])


# ---------------------------------------------------------------- what the user gives
def test_as_function():
    ramp = Ramp(1.0, 2.0)
    assert as_function(ramp) is ramp
    assert as_function(3) == Constant(3.0)
    assert as_function(np.float64(3)) == Constant(3.0)
    assert as_function("2*t") == Formula("2*t")
    assert as_function(parse("2*t", ["t"])) == Formula("2*t")
    assert as_function(np.sin).kind == "python"


@pytest.mark.parametrize("value", [None, True, [1, 2], {"ramp": 1}, object])
def test_as_function_refuses(value):
    with pytest.raises(MechanismError) as caught:
        as_function(value)
    assert caught.value.problems[0].remedy


MISTAKES = [
    (lambda: Constant(math.nan), "constant function: value = nan is not finite"),
    (lambda: Constant("3 mm"), "value = '3 mm' is not a number"),
    (lambda: Constant(True), "value = True is not a number"),
    (lambda: Constant(10**400), "is not finite"),
    (lambda: Ramp(0.0, math.inf), "ramp function: rate = inf is not finite"),
    (lambda: Ramp(None, math.inf), "2 problems"),
    (lambda: Polynomial([]), "it has no coefficients"),
    (lambda: Polynomial([1.0, math.nan]), "coefficients[1] = nan"),
    (lambda: Polynomial("12"), "is not a list of numbers"),
    (lambda: Polynomial(3.0), "is not a list of numbers"),
    (lambda: Harmonic(1.0, "2 Hz"), "frequency = '2 Hz' is not a number"),
    (lambda: SmoothStep(0, 1, 0, -2.0), "smooth_step function: duration = -2 s is not positive"),
    (lambda: Cycloid(0, 1, 0, 0), "duration = 0 s is not positive"),
    (lambda: Table([0.0], [1.0]), "it has 1 point\n    → give at least 2"),
    (lambda: Table([0.0, 1.0], [1.0, 1.0], periodic=True), "give at least 3"),
    (lambda: Table([0.0, 1.0], [1.0]), "it has 2 times but 1 values"),
    (lambda: Table([0.0, 1.0, 1.0], [1, 2, 3]), "times[1] = 1 s is followed by times[2] = 1 s"),
    (lambda: Table([0.0, 1.0, 2.0], [1, 2, 3], periodic=True), "begins with 1 and ends with 3"),
    (lambda: Table([0.0, 1.0, 2.0], [1, 2, 1], periodic="yes"), "neither true nor false"),
    (lambda: Table([0.0, 1.0], [1, 2], monotone=1), "monotone = 1 is neither true nor false"),
    (lambda: Table([0.0, 1.0, 2.0], [1, 2, 1], periodic=True, monotone=True), "it is periodic and monotone"),
    (lambda: Table([0.0, 1.0, 2.0], [1, 2, 1], periodic=True, clamped=True), "it is periodic and clamped"),
    (lambda: Formula("sin(x)"), "there is no variable 'x'"),
    (lambda: Formula(parse("x*t", ["x", "t"])), "formula x*t uses x"),
    (lambda: Formula(3.0), "is not the text of a formula"),
    (lambda: PythonFunction(3.0), "function = 3.0 cannot be called"),
    (lambda: PythonFunction(np.sin, 1.0), "derivative = 1.0 cannot be called"),
    (lambda: PythonFunction(np.sin, None, np.sin), "second_derivative is given without derivative"),
    (lambda: PythonFunction(math.sin), "use numpy's functions"),
    (lambda: PythonFunction(lambda: 1.0), "it must take one number, the time"),
    (lambda: PythonFunction(lambda t: "fast"), "'fast' (str) is not a number"),
]


@pytest.mark.parametrize(("make", "sentence"), MISTAKES)
def test_mistakes_are_told_when_the_function_is_made(make, sentence):
    with pytest.raises(MechanismError) as caught:
        make()
    assert sentence in str(caught.value)
    assert all(problem.remedy for problem in caught.value.problems)


def test_no_finite_value_is_an_error_that_names_time():
    with pytest.raises(MechanismError, match=r"formula log\(t\) has no finite value at t = 0 s"):
        Formula("log(t)")(0.0)
    with pytest.raises(MechanismError, match="f′ = inf"):
        Formula("sqrt(t)").derivatives(0.0)
    assert Formula("sqrt(t)")(0.0) == 0.0
    with pytest.raises(MechanismError, match="returns 'x' at t = 2 s"):
        PythonFunction(lambda t: "x" if t > 1 else t)(2.0)


def test_an_array_of_times_gives_an_array_of_values():
    times = np.linspace(0.0, 2.0, 6).reshape(2, 3)
    for f in (
        SmoothStep(end=3.0, duration=1.5),
        Formula("2*t"),
        PythonFunction(lambda t: 2 * t),
        Table([0, 1], [2, 3]),
    ):
        values = f(times)
        assert values.shape == (2, 3)
        assert values[1, 2] == f(2.0)
        np.testing.assert_array_equal(f([0.0, 2.0]), [f(0.0), f(2.0)])
        assert isinstance(f(np.array(0.5)), float)
    with pytest.raises(MechanismError, match="no finite value at t = 0 s"):
        Formula("log(t)")(np.array([1.0, 0.0]))


def test_functions_are_frozen_values():
    assert Table([0, 1], [2, 3]) == Table((0.0, 1.0), np.array([2.0, 3.0]))
    assert hash(Table([0, 1], [2, 3])) == hash(Table((0.0, 1.0), (2.0, 3.0)))
    with pytest.raises(FrozenInstanceError):
        Constant(1.0).value = 2.0


def test_every_kind_documents_its_fields():
    words = {"value", "rate", "time", "frequency", "angle", "number", "flag", "text", "callable"}
    assert set(KINDS) == {
        *("constant", "ramp", "polynomial", "harmonic", "smooth_step"),
        *("cycloid", "table", "formula", "python"),
    }
    for kind in KINDS.values():
        assert kind.__doc__
        for item in fields(kind):
            assert not item.init or (item.metadata["doc"] and item.metadata["quantity"] in words)
