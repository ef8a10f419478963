"""Antiderivatives: their derivatives are the functions themselves, their values those of a quadrature; and run-ups."""

import numpy as np
import pytest
from scipy.integrate import quad

import snodo as sn
from snodo.errors import MechanismError
from snodo.mechanism.functions.antiderivative import antiderivative, second_antiderivative
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import Constant, Cycloid, Harmonic, Polynomial, Ramp, SmoothStep, Table
from snodo.mechanism.functions.python_function import PythonFunction

FUNCTIONS = [
    Constant(-2.5),
    Ramp(1.0, -3.0),
    Polynomial([1.0, -2.0, 0.5, 4.0]),
    Harmonic(0.3, 2.0, phase=0.7, mean=-1.0),
    Harmonic(0.3, 0.0, phase=0.7, mean=-1.0),
    Harmonic(0.3, 1e-9, phase=0.7),
    Harmonic(-0.3, -2.0),
    SmoothStep(1.0, -2.0, 0.5, 1.25),
    SmoothStep(0.0, 157.0, 0.0, 2.0),
    SmoothStep(-1.0, 2.0, -0.5, 1.0),
    Cycloid(1.0, -2.0, 0.5, 1.25),
    Cycloid(-1.0, 2.0, -3.0, 1.0),
    Table([0.5, 1.75, 2.0, 3.0], [1.0, -2.0, 0.5, 1.0]),
    Table([-0.5, 0.5, 2.0, 3.5], [1.0, -2.0, 0.5, 1.0], monotone=True),
    Table([0.0, 0.5, 1.75, 2.0], [1.0, -2.0, 0.5, 1.0], periodic=True),
]
TIMES = [-1.3, -0.5, 0.0, 0.23, 0.5, 0.77, 1.41, 1.75, np.nextafter(1.75, 0), np.nextafter(1.75, 2), 2.0, 4.0]
names = [f"{f.kind}{k}" for k, f in enumerate(FUNCTIONS)]


@pytest.mark.parametrize("function", FUNCTIONS, ids=names)
def test_the_derivative_is_the_function(function):
    F = antiderivative(function, 0.75)
    for t in TIMES:
        f, f1, _ = function.derivatives(t)
        assert F.derivatives(t)[1:] == pytest.approx((f, f1), rel=1e-12, abs=1e-12)
    assert F(0.0) == pytest.approx(0.75, abs=1e-15)


@pytest.mark.parametrize("function", FUNCTIONS, ids=names)
def test_the_value_is_the_integral(function):
    F = antiderivative(function, np.float64(-2.0))
    for t in TIMES:
        breaks = [b for b in (-3.0, -2.0, -0.5, 0.5, 1.75, 2.0) if min(t, 0.0) < b < max(t, 0.0)]
        area, _ = quad(function, 0.0, t, points=breaks or None, epsabs=1e-13, epsrel=1e-13)
        assert F(t) == pytest.approx(area - 2.0, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("function", FUNCTIONS[:3], ids=names[:3])
def test_twice(function):
    F = second_antiderivative(function, 2.0, -3.0)
    assert F.derivatives(0.0)[:2] == (2.0, -3.0)
    assert F.derivatives(1.3)[2] == pytest.approx(function(1.3))


@pytest.mark.parametrize("function", [Formula("3*t"), PythonFunction(lambda t: 3 * t)])
def test_what_has_no_closed_form_is_refused(function):
    with pytest.raises(MechanismError, match=rf"a {function.kind} function cannot[\s\S]*give the angle"):
        antiderivative(function, 0.0)
    with pytest.raises(MechanismError, match=rf"a {function.kind} function cannot be integrated twice"):
        second_antiderivative(function, 0.0, 0.0)


# ---------------------------------------------------------------- drivers
def crank(**motion):
    m = sn.Mechanism("crank")
    m.add_points(A=(0, 0), B=(0.1, 0))
    m.disc("wheel", 0.1, "A", mass=1.0)
    m.revolute("A", "ground", "wheel")
    m.driver("motor", joint="A", **motion)
    return m


def test_a_motor_runs_up():
    m = crank(speed=SmoothStep(0.0, 150.0, duration=2.0))
    m.initial = {"A.angle": "30 deg"}
    result = sn.simulate(m, 3.0, progress=False)
    inertia = 0.5 * 0.1**2
    np.testing.assert_allclose(result["A.angle"][[0, -1]], np.pi / 6 + np.array([0.0, 300.0]), rtol=1e-9)
    np.testing.assert_allclose(result["A.speed"][-1], 150.0, rtol=1e-9)
    torque = inertia * np.array([SmoothStep(0.0, 150.0, duration=2.0).derivatives(t)[1] for t in result.time])
    np.testing.assert_allclose(result["motor.effort"], torque, atol=1e-9)


def test_an_acceleration_starts_from_the_initial_values():
    m = crank(acceleration="3 rad/s^2")
    m.initial = {"A.angle": 0.5, "A.speed": 2.0}
    result = sn.simulate(m, 2.0, progress=False)
    t = result.time
    np.testing.assert_allclose(result["A.angle"], 0.5 + 2.0 * t + 1.5 * t**2, atol=1e-9)


def test_a_point_and_a_body_are_driven_by_speeds():
    m = sn.Mechanism("slider")
    m.box("block", (0.1, 0.1, 0.1), (1.0, 0.0), mass=1.0)
    m.driver("push", body="block", along="x", speed=Ramp(0.0, 2.0))
    m.driver("lift", body="block", along="y", acceleration="4000 mm/s^2")
    m.driver("turn", body="block", speed="90 deg/s")
    result = sn.simulate(m, 1.0, progress=False)
    found = [float(result[f"block.{word}"][-1]) for word in ("x", "y", "angle")]
    assert found == pytest.approx([2.0, 2.0, np.pi / 2], abs=1e-9)


def test_a_speed_in_the_wrong_unit_is_told():
    with pytest.raises(MechanismError, match="speed: '3 m/s' is a speed where an angular speed"):
        crank(speed="3 m/s").check()
