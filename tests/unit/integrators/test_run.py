"""How a run goes on, stops, fails, and what it says."""

import numpy as np
import pytest

from snodo import DOP853, RK4, BogackiShampine, DormandPrince, _jit
from snodo.errors import SnodoError
from snodo.integrators.ode import run as run_module
from snodo.integrators.ode.outcome import Outcome
from snodo.integrators.ode.run import integrate

MODEL = np.zeros(2)
METHODS = [RK4(0.01), DormandPrince(1e-6), DOP853(1e-6), BogackiShampine(1e-6)]


@_jit.entry(_jit.RATE)
def pendulum(t, y, ydot, model):
    """Objects (status 7) after the time model[0], gives NaN after the time model[1], if these are positive."""
    ydot[0] = y[1]
    ydot[1] = -np.sin(y[0])
    if model[1] > 0.0 and t > model[1]:
        ydot[1] = np.nan
    return 7 if model[0] > 0.0 and t > model[0] else 0


@_jit.entry(_jit.RATE)
def explosion(t, y, ydot, model):
    """ẏ = y², y(0) = 1: y = 1/(1 − t)."""
    ydot[0] = y[0] * y[0]
    return 0


@_jit.entry(_jit.RATE)
def rest(t, y, ydot, model):
    ydot[0] = 0.0
    return 0


def swing(integrator, times, model=MODEL, **options):
    return integrate(pendulum, None, model, [1.0, 0.5], 0.0, times, integrator, **options)


TIMES = np.linspace(0, 10, 23)


@pytest.mark.parametrize("integrator", METHODS)
def test_stopping_after_every_step_changes_no_bit(integrator, monkeypatch):
    whole = swing(integrator, TIMES)
    monkeypatch.setattr(run_module, "affordable", lambda evaluations, seconds: 1)
    calls = []
    stepwise = swing(integrator, TIMES, progress=calls.append)
    assert len(calls) >= whole.statistics["steps"] - 1
    assert calls == sorted(calls)
    assert np.array_equal(whole.states, stepwise.states)
    times = {"seconds": 0, "cpu_seconds": 0}
    assert {**whole.statistics, **times} == {**stepwise.statistics, **times}


@pytest.mark.parametrize("integrator", METHODS)
def test_interrupted_run_keeps_what_was_computed(integrator, monkeypatch):
    monkeypatch.setattr(run_module, "affordable", lambda evaluations, seconds: 1)

    def stop(t):
        if t > 4.0:
            raise KeyboardInterrupt

    part, whole = swing(integrator, TIMES, progress=stop), swing(integrator, TIMES)
    assert (part.status, part.outcome, part.problem) == ("interrupted", Outcome.PAUSED, None)
    assert 4.0 < part.t < 8.0
    assert part.times[-1] <= part.t < TIMES[len(part.times)]
    assert np.array_equal(part.states, whole.states[: len(part.times)])


@pytest.mark.parametrize("integrator", METHODS)
def test_a_rate_that_objects_ends_the_run_just_before(integrator):
    run = swing(integrator, TIMES, model=np.array([3.3, 0.0]))
    assert (run.status, run.outcome, run.rate_status) == ("failed", Outcome.RATE_FAILED, 7)
    assert 3.3 - 0.0101 < run.t <= 3.3
    assert np.array_equal(run.times, TIMES[run.t >= TIMES])
    assert np.allclose(run.y, swing(DOP853(1e-10), [run.t]).states[-1], atol=1e-5)
    assert "status 7" in run.problem.what
    assert f"t = {run.t:.9g} s" in run.problem.what


@pytest.mark.parametrize("integrator", METHODS)
def test_not_a_number_ends_the_run(integrator):
    run = swing(integrator, TIMES, model=np.array([0.0, 3.3]))
    assert (run.status, run.outcome, run.rate_status) == ("failed", Outcome.NOT_FINITE, 0)
    assert run.t <= 3.3
    assert np.isfinite(run.states).all()
    assert np.isfinite(run.y).all()


def test_a_rate_that_objects_at_the_start():
    run = integrate(pendulum, None, np.array([0.5, 0.0]), [1.0, 0.0], 1.0, [1.0, 2.0], DOP853())
    assert (run.outcome, run.rate_status, run.t, len(run.times)) == (Outcome.RATE_FAILED, 7, 1.0, 1)
    run = integrate(pendulum, None, np.array([0.0, 0.5]), [1.0, 0.0], 1.0, [1.0, 2.0], DOP853())
    assert run.outcome == Outcome.NOT_FINITE


@pytest.mark.parametrize("integrator", METHODS[1:])
def test_a_singularity_is_found_and_dated(integrator):
    run = integrate(explosion, None, MODEL, [1.0], 0.0, [0.5, 2.0], integrator)
    assert run.status == "failed"
    assert run.outcome in (Outcome.STEP_TOO_SMALL, Outcome.NOT_FINITE)
    assert run.t == pytest.approx(1.0, abs=1e-5)
    assert run.states[0, 0] == pytest.approx(2.0, rel=1e-5)
    assert run.problem.remedy


def test_too_many_steps():
    run = swing(DOP853(1e-10), TIMES, max_steps=20)
    assert (run.status, run.outcome) == ("failed", Outcome.TOO_MANY_STEPS)
    assert run.statistics["steps"] + run.statistics["rejected"] == 20
    assert "(20)" in run.problem.what


@pytest.mark.parametrize("integrator", METHODS)
def test_end_and_start_are_hit_exactly(integrator):
    run = swing(integrator, [0.0, 0.0, 1.2345678, 9.87654321])
    assert (run.status, run.t) == ("finished", 9.87654321)
    assert np.array_equal(run.states[:2], [[1.0, 0.5]] * 2)
    assert np.array_equal(run.states[-1], run.y)
    assert swing(integrator, [0.0]).statistics["steps"] == 0


def test_a_run_that_starts_late_is_the_same_run():
    late = integrate(pendulum, None, MODEL, [1.0, 0.5], 100.0, 100.0 + TIMES, DOP853(1e-9))
    assert np.allclose(late.states, swing(DOP853(1e-9), TIMES).states, atol=1e-7)


def test_step_statistics():
    run = swing(DormandPrince(1e-6, max_step=0.11, first_step=0.02), TIMES, history=1000)
    steps, lengths = run.history.T
    assert len(steps) == run.statistics["steps"]
    assert lengths[0] == pytest.approx(0.02)
    assert np.allclose(steps[1:], (steps + lengths)[:-1])
    assert steps[-1] + lengths[-1] == 10
    assert run.statistics["largest_step"] == pytest.approx(lengths.max())
    assert lengths.max() <= 0.11 * (1 + 1e-8)
    assert run.statistics["smallest_step"] == lengths[:-1].min()
    assert len(swing(DormandPrince(1e-6), TIMES, history=5).history) == 5


def test_a_system_at_rest():
    run = integrate(rest, None, MODEL, [0.0], 0.0, [0.0, 1e4], DOP853())
    assert (run.status, run.statistics["rejected"]) == ("finished", 0)
    assert run.statistics["steps"] < 20


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"y0": [np.nan, 0]}, "start state"),
        ({"y0": [[1.0]]}, "start state"),
        ({"times": []}, "output times"),
        ({"times": [1.0, 0.5]}, "increase from t0"),
        ({"times": [-1.0, 0.5]}, "increase from t0"),
        ({"n_controlled": 3}, "3 of 2 components"),
        ({"n_controlled": 0}, "0 of 2 components"),
        ({"atol": [1e-3, 1e-3, 1e-3]}, "atol"),
        ({"atol": 0.0}, "atol"),
        ({"rtol": 1e-17}, "rtol"),
    ],
)
def test_wrong_input_is_refused(changed, message):
    given = {"y0": [1.0, 0.0], "t0": 0.0, "times": [1.0], "integrator": DOP853(), **changed}
    with pytest.raises(SnodoError, match=message):
        integrate(pendulum, None, MODEL, **given)


def test_kernel_and_words_agree_on_the_outcomes():
    from snodo.integrators.ode.kernels import state

    assert {o.name: o.value for o in Outcome} == {o.name: getattr(state, o.name) for o in Outcome}


# ---------------------------------------------------------------- problems side by side
@_jit.entry(_jit.RATE)
def oscillators(t, y, ydot, model):
    """Two, interleaved: ẍ = −ω² x with ω = model[0] and model[1]."""
    for k in range(2):
        ydot[k] = y[2 + k]
        ydot[2 + k] = -model[k] * model[k] * y[k]
    return 0


@pytest.mark.parametrize("integrator", [DormandPrince(1e-7), DOP853(1e-9)])
def test_the_worst_of_several_problems_governs_the_step(integrator):
    """Beside a quick oscillator a slow one changes nothing: the same steps as two quick ones."""

    def steps(slow, quick):
        start = [1.0, 1.0, 0.0, 0.0]
        run = integrate(oscillators, None, np.array([slow, quick]), start, 0.0, TIMES, integrator, lanes=2)
        assert np.allclose(run.states[:, :2], np.cos(np.outer(TIMES, [slow, quick])), atol=1e-5)
        return run.statistics["steps"]

    both_quick = steps(5.0, 5.0)
    assert abs(steps(0.5, 5.0) - both_quick) <= 2
    assert abs(steps(5.0, 0.5) - both_quick) <= 2
    assert steps(0.5, 0.5) < both_quick / 4


def test_one_problem_beside_its_copy_takes_the_steps_it_takes_alone():
    y0, integrator = [1.0, 1.0, 0.0, 0.0], DOP853(1e-9)
    pair = integrate(oscillators, None, np.array([3.0, 3.0]), y0, 0.0, TIMES, integrator, lanes=2)
    mean = integrate(oscillators, None, np.array([3.0, 3.0]), y0, 0.0, TIMES, integrator)
    assert np.array_equal(pair.history, mean.history)
    assert np.allclose(pair.states, mean.states, atol=1e-13)
