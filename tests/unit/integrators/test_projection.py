"""A pendulum in Cartesian coordinates: the projection hook, and what it costs."""

import numpy as np
import pytest
import scipy.integrate as si

from snodo import DOP853, RK4, DormandPrince, _jit
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.run import integrate

GRAVITY = 9.81
TIMES = np.linspace(0, 10, 41)
Y0 = [1.0, 0.0, 0.0, 0.0]


@_jit.entry(_jit.RATE)
def rod(t, y, ydot, model):
    """x² + y² = 1 differentiated twice (index 1); model[0] is gravity."""
    multiplier = (y[2] ** 2 + y[3] ** 2 - model[0] * y[1]) / (y[0] ** 2 + y[1] ** 2)
    ydot[0] = y[2]
    ydot[1] = y[3]
    ydot[2] = -multiplier * y[0]
    ydot[3] = -multiplier * y[1] - model[0]
    return 0


@_jit.entry(_jit.PROJECT)
def onto_circle(t, y, model, tolerance):
    """Objects (status −5) after the time model[1], if that is positive."""
    if model[1] > 0.0 and t > model[1]:
        return -5
    r = np.sqrt(y[0] ** 2 + y[1] ** 2)
    if abs(r - 1.0) <= tolerance and abs(y[0] * y[2] + y[1] * y[3]) <= tolerance:
        return 0
    y[0] /= r
    y[1] /= r
    along = y[0] * y[2] + y[1] * y[3]
    y[2] -= along * y[0]
    y[3] -= along * y[1]
    return 1


def swing(integrator, projection=True, model=(GRAVITY, 0.0), **options):
    options = {"projection_tolerance": 1e-14, **options}
    return integrate(rod, onto_circle, np.array(model), Y0, 0.0, TIMES, integrator, projection=projection, **options)


def violation(states):
    x, y, u, v = states.T
    return max(np.abs(x**2 + y**2 - 1).max(), np.abs(x * u + y * v).max())


def exact():
    """The angle from the downward vertical, by scipy to full precision."""

    def f(t, s):
        return [s[1], -GRAVITY * np.sin(s[0])]

    angle, speed = si.solve_ivp(f, (0, 10), [np.pi / 2, 0], "DOP853", TIMES, rtol=1e-13, atol=1e-13).y
    return np.stack([np.sin(angle), -np.cos(angle), np.cos(angle) * speed, np.sin(angle) * speed], axis=1)


@pytest.mark.parametrize("integrator", [RK4(0.005), DormandPrince(1e-7), DOP853(1e-7)])
def test_projection_holds_the_constraints_at_every_output(integrator):
    free, held = swing(integrator, projection=False), swing(integrator)
    assert violation(free.states) > 1e-8
    assert violation(held.states) < 1e-13
    assert np.abs(held.states - exact()).max() < 1e-4
    assert free.statistics["projection_iterations"] == 0
    assert held.statistics["projection_iterations"] > held.statistics["steps"] * 0.8


def test_projection_costs_dop853_no_evaluation():
    run = swing(DOP853(1e-9))
    inside = run.statistics["evaluations"] - 2 - 12 * run.statistics["steps"] - 11 * run.statistics["rejected"]
    assert inside % 3 == 0
    assert inside <= 3 * len(TIMES)


def test_dormand_prince_keeps_its_last_stage_when_the_projection_hardly_moves():
    free, held = swing(DormandPrince(1e-8), projection=False), swing(DormandPrince(1e-8))
    assert free.statistics["evaluations"] == 2 + 6 * (free.statistics["steps"] + free.statistics["rejected"])
    again = held.statistics["evaluations"] - 2 - 6 * (held.statistics["steps"] + held.statistics["rejected"])
    assert again < 0.1 * held.statistics["steps"]
    assert np.abs(held.states - exact()).max() < 2 * np.abs(free.states - exact()).max()


@pytest.mark.parametrize("integrator", [RK4(0.005), DormandPrince(1e-7), DOP853(1e-7)])
def test_a_projection_that_fails_ends_the_run(integrator):
    run = swing(integrator, model=(GRAVITY, 4.0))
    assert (run.status, run.outcome, run.rate_status) == ("failed", Outcome.PROJECTION_FAILED, -5)
    assert 3.9 < run.t <= 4.0
    assert np.array_equal(run.times, TIMES[run.t >= TIMES])
    assert "status -5" in run.problem.what
