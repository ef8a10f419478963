"""Curves and surfaces: against scipy, numerical derivatives, and the compiled twin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.interpolate import CubicSpline, PchipInterpolator, RectBivariateSpline

from snodo import _jit
from snodo.math.curve import Curve, Surface, coefficients
from snodo.math.expression import program, tabulated
from snodo.math.formula_reader import parse
from snodo.math.jet import Jet
from snodo.math.kernels.program import run
from snodo.math.squared_angle import cosc_root, sinc_root

RANDOM = np.random.default_rng(4)
X = np.array([0.0, 0.7, 1.1, 2.0, 3.2, 3.9, 5.0])
Y = np.array([0.3, 1.2, 0.9, -0.4, -0.2, 0.8, 0.3])


@_jit.entry(_jit.types.void(_jit.Floats, _jit.i8, _jit.i8, _jit.i8, _jit.i8))
def run_program(model, program_at, inputs_at, stack_at, outputs_at):
    run(model, program_at, inputs_at, stack_at, outputs_at)


def made(kind, ends):
    around = "periodic" if ends == "periodic" else "not-a-knot"
    return Curve("c", X, coefficients(X, Y, kind, around), ends)


def machine(expressions, variables, jets):
    """The outputs (jets) of the stack machine."""
    words = program(expressions, variables)
    n, outputs = 3 * len(variables), 3 * len(expressions)
    model = np.concatenate([words, np.ravel(jets), np.zeros(outputs + 3 * int(words[2]))])
    at = words.size
    run_program(model, 0, at, at + n + outputs, at + n)
    return model[at + n : at + n + outputs].reshape(-1, 3)


def test_kinds_of_curves_are_those_of_scipy():
    t = np.linspace(0.0, 5.0, 200)
    np.testing.assert_allclose(made("cubic", "linear")(t), CubicSpline(X, Y)(t), rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(made("monotone", "linear")(t), PchipInterpolator(X, Y)(t), rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(made("linear", "linear")(t), np.interp(t, X, Y), rtol=1e-13, atol=1e-14)
    around = CubicSpline(X, Y, bc_type="periodic")
    np.testing.assert_allclose(made("cubic", "periodic")(t + 15.0), around(t), rtol=1e-12, atol=1e-13)


def test_a_surface_is_that_of_scipy():
    x, y = np.array([0.0, 1.0, 1.5, 3.0, 4.0]), np.array([-1.0, 0.0, 2.0, 2.5, 4.0, 5.0])
    z = RANDOM.standard_normal((5, 6))
    ours, theirs = Surface("s", x, y, z, "cubic", "linear"), RectBivariateSpline(x, y, z)
    p, q = RANDOM.uniform(0.0, 4.0, 50), RANDOM.uniform(-1.0, 5.0, 50)
    for order, found in zip(((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)), ours.derivatives(p, q)):
        np.testing.assert_allclose(found, theirs.ev(p, q, *order), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("ends", ["linear", "constant", "periodic", "error"])
@pytest.mark.parametrize("kind", ["cubic", "monotone", "linear"])
def test_the_compiled_twin_is_the_same(kind, ends):
    curve = made(kind, ends)
    expression = tabulated(curve, parse("x", ["x"]))
    for x, first, second in RANDOM.uniform(-2.0, 7.0, (60, 3)):
        there = curve.jet(Jet(x, first, second))
        found = machine([expression], ["x"], [x, first, second])[0]
        np.testing.assert_allclose(found, [there.value, there.first, there.second], rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("ends", ["linear", "constant", "error"])
@pytest.mark.parametrize("kind", ["cubic", "linear"])
def test_the_compiled_surface_is_the_same_on_jets(kind, ends):
    surface = Surface("s", X, X[:4], RANDOM.standard_normal((7, 4)), kind, ends)
    expression = tabulated(surface, parse("x", ["x", "y"]), parse("y", ["x", "y"]))
    for row in RANDOM.uniform(-1.0, 6.0, (40, 6)):
        there = surface.jet(Jet(*row[:3]), Jet(*row[3:]))
        found = machine([expression], ["x", "y"], row)[0]
        np.testing.assert_allclose(found, [there.value, there.first, there.second], rtol=1e-10, atol=1e-11)


@settings(max_examples=50, deadline=None)
@given(
    x=st.floats(-3.0, 8.0), kind=st.sampled_from(["cubic", "monotone"]), ends=st.sampled_from(["linear", "periodic"])
)
def test_derivatives_are_those_of_the_values(x, kind, ends):
    curve, h = made(kind, ends), 1e-5
    knots = np.concatenate([X + 5.0 * k for k in range(-2, 3)])
    if np.abs(knots - x).min() < 10 * h:
        return
    f, f1, f2 = curve.derivatives(x)
    assert f1 == pytest.approx((curve(x + h) - curve(x - h)) / (2 * h), abs=1e-8)
    slopes = curve.derivatives(x + h)[1], curve.derivatives(x - h)[1]
    assert f2 == pytest.approx((slopes[0] - slopes[1]) / (2 * h), abs=1e-8)
    assert f == pytest.approx(curve(x))


@pytest.mark.parametrize("ends", ["linear", "constant", "periodic"])
@pytest.mark.parametrize("kind", ["cubic", "monotone", "linear"])
def test_the_integral_is_that_of_quadrature(kind, ends):
    curve = made(kind, ends)
    integral, slope = curve.integral()
    knots = np.concatenate([X + 5.0 * k for k in range(-2, 3)])
    for a, b in ((0.2, 4.7), (-3.0, 0.4), (4.0, 9.5)):
        inside = knots[(knots > a) & (knots < b)]
        there = quad(lambda x: float(curve(x)), a, b, points=inside, limit=200)[0]
        assert integral(b) - integral(a) + slope * (b - a) == pytest.approx(there, abs=1e-11)


def test_knots_where_derivatives_jump():
    assert made("cubic", "periodic").sharp().size == 0
    np.testing.assert_allclose(made("cubic", "constant").sharp(), [0.0, 5.0])
    np.testing.assert_allclose(made("linear", "constant").sharp(), X)
    assert set(made("monotone", "linear").sharp()) >= set(X[1:-1])


def test_a_compiled_function_of_a_formula_gives_its_value_and_slope():
    from snodo.math.captured import captured
    from snodo.math.compiled_function import CompiledOutput, compiled_outputs

    def law(t, x):
        if x[0] > 0.0:
            return 3 * x[0] * x[1], 1
        return 2, t * x[1]

    address = compiled_outputs(law, 2, 2, captured(law))
    assert not isinstance(address, str), address
    outputs = [CompiledOutput("law", law, address, (2, 2, k)) for k in range(2)]
    names = ["t", "x", "y"]
    expressions = [tabulated(o, *(parse(n, names) for n in names)) for o in outputs]
    jets = [[0.5, 0.0, 0.0], [2.0, 1.0, 0.0], [4.0, -2.0, 0.0]]
    np.testing.assert_allclose(machine(expressions, names, jets)[:, :2], [[24.0, 0.0], [1.0, 0.0]], atol=1e-7)
    jets[1][0] = -2.0
    np.testing.assert_allclose(machine(expressions, names, jets)[:, :2], [[2.0, 0.0], [2.0, -1.0]], atol=1e-7)


def test_functions_of_a_squared_angle_are_smooth_at_zero():
    for u in (0.0, 1e-9, 0.3, 0.999999, 1.000001, 7.0):
        root = np.sqrt(u) if u else 1.0
        s = np.sin(root) / root if u else 1.0
        c = (1.0 - np.cos(root)) / u if u > 1e-6 else 0.5
        assert sinc_root(u)[0] == pytest.approx(s, abs=1e-9)
        assert cosc_root(u)[0] == pytest.approx(c, abs=1e-9)
        for word in ("sinc_root", "cosc_root"):
            from snodo.math.expression import apply

            found = machine([apply(word, parse("u", ["u"]))], ["u"], [u, 1.0, 0.0])[0]
            there = (sinc_root if word == "sinc_root" else cosc_root)(u)
            np.testing.assert_allclose(found, [float(x) for x in there], rtol=1e-12, atol=1e-13)
            h = 1e-4
            slope = (float((sinc_root if word == "sinc_root" else cosc_root)(u + h)[0]) - float(there[0])) / h
            assert there[1] == pytest.approx(slope, abs=1e-5)
