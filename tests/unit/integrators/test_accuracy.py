"""Order of convergence, dense output and quadratures on the Kepler ellipse, whose solution is known; scipy as peer."""

import numpy as np
import pytest
import scipy.integrate as si
import scipy.optimize as so

from snodo import DOP853, RK4, BogackiShampine, DormandPrince, _jit
from snodo.integrators.ode.run import integrate

MODEL = np.zeros(1)
E = 0.3  # eccentricity


@_jit.entry(_jit.RATE)
def kepler(t, y, ydot, model):
    """y = (position, velocity), and the quadrature ∫ x dt if there is room for it."""
    r3 = (y[0] ** 2 + y[1] ** 2) ** 1.5
    ydot[0] = y[2]
    ydot[1] = y[3]
    ydot[2] = -y[0] / r3
    ydot[3] = -y[1] / r3
    if y.size > 4:
        ydot[4] = y[0]
    return 0


def solution(t):
    """Kepler's equation t = u − e sin u; x = cos u − e, y = √(1−e²) sin u, ∫ x dt by hand."""
    u = np.array([so.brentq(lambda u, t=t: u - E * np.sin(u) - t, t - 1, t + 1, xtol=1e-15) for t in np.atleast_1d(t)])
    b, r = np.sqrt(1 - E**2), 1 - E * np.cos(u)
    area = (1 + E**2) * np.sin(u) - E * u - E * (u / 2 + np.sin(2 * u) / 4)
    return np.stack([np.cos(u) - E, b * np.sin(u), -np.sin(u) / r, b * np.cos(u) / r, area], axis=1)


Y0 = solution(0.0)[0]
T_END = 7.3


def run(integrator, times, n=4, **options):
    result = integrate(kepler, None, MODEL, Y0[:n], 0.0, times, integrator, **options)
    assert result.status == "finished"
    return result


def slope(x, errors):
    return np.polyfit(np.log(x), np.log(errors), 1)[0]


def test_rk4_has_order_four_with_a_last_step_that_fits():
    steps = np.array([0.04, 0.02, 0.01])
    errors = [np.abs(run(RK4(h), [T_END]).states[-1] - solution(T_END)[0, :4]).max() for h in steps]
    assert slope(steps, errors) == pytest.approx(4, abs=0.25)
    result = run(RK4(0.04), [T_END])
    assert result.t == T_END
    assert result.statistics["steps"] == 183
    assert result.statistics["evaluations"] == 4 * 183 + 1
    assert result.statistics["smallest_step"] == pytest.approx(0.04, rel=1e-12)


def fixed(method, h):
    """An adaptive method held at the step h."""
    return method(rtol=0.5, atol=1e3, first_step=h, max_step=h)


@pytest.mark.parametrize(("method", "order"), [(BogackiShampine, 3), (DormandPrince, 5), (DOP853, 8)])
def test_order_of_convergence_of_the_adaptive_methods(method, order):
    steps = T_END / np.array([36, 73, 146] if order == 8 else [146, 292, 584])
    errors = [np.abs(run(fixed(method, h), [T_END]).states[-1] - solution(T_END)[0, :4]).max() for h in steps]
    assert slope(steps, errors) == pytest.approx(order, abs=0.7)


@pytest.mark.parametrize("method", [DormandPrince, DOP853])
def test_error_follows_the_tolerance(method):
    tolerances = 10.0 ** np.arange(-5, -13, -1)
    runs = [run(method(rtol), [4 * T_END]) for rtol in tolerances]
    errors = [np.abs(result.states[-1] - solution(4 * T_END)[0, :4]).max() for result in runs]
    assert slope(tolerances, errors) == pytest.approx(1, abs=0.3)
    assert np.all(errors < 5000 * tolerances)
    assert sum(r.statistics["rejected"] for r in runs) < 0.05 * sum(r.statistics["steps"] for r in runs)


@pytest.mark.parametrize(
    ("method", "order"),
    [(RK4, 4), (lambda h: fixed(DormandPrince, h), 5), (lambda h: fixed(DOP853, h), 8)],
)
def test_dense_output_order_inside_one_step(method, order):
    """One step of length h, output in it: the local error of an interpolant of order p − 1 falls like h^p."""
    steps = np.array([0.4, 0.2, 0.1]) if order == 8 else np.array([0.1, 0.05, 0.025])
    errors = []
    for h in steps:
        times = h * np.linspace(0.05, 1, 20)
        result = run(method(h), times, n=5, n_controlled=4)
        assert result.statistics["steps"] == 1
        errors.append(np.abs(result.states - solution(times)).max())
    assert slope(steps, errors) > order - 0.5


@pytest.mark.parametrize(("method", "factor"), [(DormandPrince, 60), (DOP853, 60)])
def test_dense_output_is_as_good_as_the_steps(method, factor):
    times = np.linspace(0, T_END, 301)
    for rtol in (1e-6, 1e-9):
        errors = np.abs(run(method(rtol), times, n=5, n_controlled=4).states - solution(times)).max(axis=0)
        assert errors.max() < factor * rtol


def test_extra_stages_only_when_an_output_lies_inside_a_step():
    plain = run(DOP853(1e-9), [0.0, T_END]).statistics
    dense = run(DOP853(1e-9), [0.0, 0.5 * T_END, T_END]).statistics
    assert plain["steps"] == dense["steps"]
    assert dense["evaluations"] == plain["evaluations"] + 3
    assert plain["evaluations"] == 2 + 12 * plain["steps"] + 11 * plain["rejected"]


def test_quadratures_do_not_influence_the_steps():
    times = np.linspace(0, T_END, 7)
    without, with_one = run(DOP853(1e-9), times), run(DOP853(1e-9), times, n=5, n_controlled=4)
    assert np.array_equal(without.states, with_one.states[:, :4])
    assert np.abs(with_one.states[:, 4] - solution(times)[:, 4]).max() < 1e-8


@pytest.mark.parametrize(("method", "peer"), [(DormandPrince, "RK45"), (DOP853, "DOP853")])
def test_errors_and_work_are_those_of_scipy(method, peer):
    def f(t, y):
        r3 = (y[0] ** 2 + y[1] ** 2) ** 1.5
        return [y[2], y[3], -y[0] / r3, -y[1] / r3]

    for rtol in (1e-6, 1e-9):
        theirs = si.solve_ivp(f, (0, T_END), Y0[:4], method=peer, rtol=rtol, atol=rtol)
        ours = run(method(rtol), [T_END])
        exact = solution(T_END)[0, :4]
        our_error, their_error = np.abs(ours.states[-1] - exact).max(), np.abs(theirs.y[:, -1] - exact).max()
        assert our_error < 10 * their_error
        assert ours.statistics["evaluations"] < 1.5 * theirs.nfev


def test_tolerances_for_each_component():
    loose = run(DormandPrince(1e-4), [T_END])
    tight = run(DormandPrince(1e-4), [T_END], rtol=[1e-4, 1e-4, 1e-9, 1e-4], atol=1e-9)
    assert tight.statistics["steps"] > 3 * loose.statistics["steps"]
