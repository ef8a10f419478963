"""Steps end at known times, with the rates of the left side before and those of the right side behind."""

import numpy as np
import pytest

from snodo import DOP853, RK4, BogackiShampine, DormandPrince, _jit
from snodo.integrators.ode.run import integrate
from snodo.integrators.ode.stops import Stops

METHODS = [RK4(0.03), DormandPrince(1e-8), DOP853(1e-8), BogackiShampine(1e-8)]
ADAPTIVE = METHODS[1:3]
PULSE = np.array([0.30, 0.31, 100.0])


@_jit.entry(_jit.RATE)
def pulse(t, y, ydot, model):
    """ẍ = model[2] between the times model[0] and model[1]; at these times themselves half of it, like a sign."""
    ydot[0] = y[1]
    ydot[1] = 0.0
    if model[0] < t < model[1]:
        ydot[1] = model[2]
    elif t == model[0] or t == model[1]:
        ydot[1] = 0.5 * model[2]
    return 0


@_jit.entry(_jit.RATE)
def swing(t, y, ydot, model):
    ydot[0] = y[1]
    ydot[1] = -np.sin(y[0])
    return 0


@_jit.entry(_jit.RATE)
def remembers(t, y, ydot, model):
    """Like a factorisation: objects where y is small beside the largest y asked for so far."""
    model[0] = max(model[0], abs(y[0]))
    if abs(y[0]) < 1e-3 * model[0]:
        return 3
    ydot[0] = 1e6 if 0.985 < t < 1.005 else 0.0
    return 0


def stops(*sharp: float, last: float = 1.0) -> Stops:
    return Stops.of(sharp, (), last)


def ends(run) -> np.ndarray:
    return run.history.sum(axis=1)


@pytest.mark.parametrize("integrator", METHODS)
def test_a_pulse_that_fits_between_two_steps(integrator):
    run = integrate(pulse, None, PULSE, [0.0, 0.0], 0.0, [1.0], integrator, stops=stops(0.30, 0.31), history=1000)
    assert run.states[-1] == pytest.approx([1.0 * 0.69 + 0.005, 1.0], rel=1e-13)
    for t in (0.30, 0.31):
        assert t in ends(run)[:-1].round(15)
        assert t in run.history[:, 0]
    assert run.statistics["rejected"] <= 3


@pytest.mark.parametrize("integrator", ADAPTIVE)
def test_without_stops_it_is_not_seen(integrator):
    run = integrate(pulse, None, PULSE, [0.0, 0.0], 0.0, [1.0], integrator)
    assert run.states[-1, 1] == 0.0


@pytest.mark.parametrize("integrator", METHODS)
def test_the_run_may_begin_and_end_at_a_break(integrator):
    run = integrate(pulse, None, np.array([0.0, 1.0, 2.0]), [0.0, 0.0], 0.0, [1.0], integrator, stops=stops(0.0, 1.0))
    assert run.states[-1] == pytest.approx([1.0, 2.0], rel=1e-13)
    assert run.statistics["rejected"] == 0


@pytest.mark.parametrize("integrator", METHODS)
def test_breaks_out_of_reach_change_no_bit(integrator):
    times = np.linspace(0.0, 5.0, 21)
    plain = integrate(swing, None, PULSE, [1.0, 0.0], 0.0, times, integrator)
    behind = integrate(swing, None, PULSE, [1.0, 0.0], 0.0, times, integrator, stops=stops(-1.0, 7.0))
    assert np.array_equal(plain.states, behind.states)
    assert plain.statistics["evaluations"] == behind.statistics["evaluations"]


@pytest.mark.parametrize("integrator", METHODS)
def test_a_break_costs_little_where_nothing_happens(integrator):
    plain = integrate(swing, None, PULSE, [1.0, 0.0], 0.0, [5.0], integrator)
    cut = integrate(swing, None, PULSE, [1.0, 0.0], 0.0, [5.0], integrator, stops=stops(1.234, 3.21, last=5.0))
    assert cut.states[-1] == pytest.approx(plain.states[-1], abs=1e-5)
    assert cut.statistics["steps"] <= plain.statistics["steps"] + 4
    assert cut.statistics["smallest_step"] >= 0.5 * plain.statistics["smallest_step"]


def test_a_fixed_step_returns_to_its_multiples():
    run = integrate(swing, None, PULSE, [1.0, 0.0], 0.0, [1.0], RK4(0.1), stops=stops(0.25, 0.5), history=100)
    expected = [0.0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    assert run.history[:, 0] == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("integrator", METHODS)
def test_limits_keep_steps_short(integrator):
    knots = np.linspace(0.4, 0.44, 9)
    rows = np.column_stack([[-np.inf, *knots], [knots[0], *knots[1:], np.inf]])
    limited = Stops.of([], (rows,), 1.0)
    run = integrate(swing, None, PULSE, [1e-3, 0.0], 0.0, [1.0], integrator, stops=limited, history=1000)
    inside = (run.history[:, 0] >= 0.4 - 1e-12) & (run.history[:, 0] < 0.44 - 1e-12)
    assert inside.sum() == 8
    assert run.history[inside, 1] == pytest.approx(0.005, abs=1e-12)


def test_times_that_differ_by_rounding_are_one_break():
    sharp = stops(0.3, 0.1 + 0.2, 0.31)
    assert sharp.sharp == pytest.approx([0.3, 0.31])
    table = sharp.table(0.0, 1.0)
    assert table[:, 1] == pytest.approx([0.3, 0.31, np.inf])
    assert (table[:2, 2] > 0.0).all()
    assert sharp.right_of(0.3) > 0.3
    assert sharp.right_of(0.2) == 0.2


@pytest.mark.parametrize("integrator", ADAPTIVE)
def test_several_problems_side_by_side(integrator):
    @_jit.entry(_jit.RATE)
    def pair(t, y, ydot, model):
        for k in range(2):
            ydot[k] = y[2 + k]
            ydot[2 + k] = model[2 + k] if model[0] < t < model[1] else 0.0
        return 0

    model = np.array([0.30, 0.31, 100.0, -50.0])
    run = integrate(pair, None, model, np.zeros(4), 0.0, [1.0], integrator, lanes=2, stops=stops(0.30, 0.31))
    assert run.states[-1, 2:] == pytest.approx([1.0, -0.5], rel=1e-13)


@pytest.mark.parametrize("integrator", ADAPTIVE)
def test_what_a_rejected_step_left_behind_is_forgotten(integrator):
    """A stage far away is remembered by the equations, which then object to every state that follows."""
    long = type(integrator)(1e-8, first_step=0.3, max_step=0.3)
    lost = integrate(remembers, None, np.array([1.0]), [1.0], 0.0, [2.0], long)
    assert lost.status == "failed"
    assert lost.t < 0.985
    run = integrate(remembers, None, np.array([1.0]), [1.0], 0.0, [2.0], long, memory=(0, 1))
    assert run.status == "finished"
    assert run.statistics["rejected"] > 0
