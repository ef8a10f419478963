"""First step, longest step and number of steps have a door in `sn.simulate` and in the run section of files."""

from __future__ import annotations

import pytest

import snodo as sn

PENDULUM = """
mechanism: pendulum
gravity: [0, -9.81]
points: {A: [0, 0], B: [1, 0]}
bodies: {arm: {bar: [A, B], mass: 1 kg}}
joints: {A: {revolute: [ground, arm]}}
"""


def pendulum(run: str = "") -> sn.Mechanism:
    return sn.loads(PENDULUM + run)


def test_first_and_longest_step() -> None:
    result = sn.simulate(pendulum(), 1.0, first_step="1 ms", max_step=0.01, progress=False)
    steps = result.step_history[:, 1]
    assert steps[0] == pytest.approx(1e-3)
    assert steps.max() == pytest.approx(0.01)


def test_they_join_an_integrator_object() -> None:
    result = sn.simulate(pendulum(), 1.0, integrator=sn.DormandPrince(rtol=1e-5), max_step=0.02, progress=False)
    assert result.step_history[:, 1].max() == pytest.approx(0.02)


def test_the_run_section_of_a_file() -> None:
    m = pendulum("run: {duration: 1 s, max_step: 10 ms, first_step: 1 ms}\n")
    assert sn.simulate(m, progress=False).step_history[:, 1].max() == pytest.approx(0.01)
    assert sn.simulate(m, max_step=0.02, progress=False).step_history[:, 1].max() == pytest.approx(0.02)
    with pytest.raises(sn.RunError, match=r"max_steps"):
        sn.simulate(pendulum("run: {max_steps: 7}\n"), 10.0, progress=False)


def test_most_steps() -> None:
    with pytest.raises(sn.RunError, match=r"number of steps \(5\)") as caught:
        sn.simulate(pendulum(), 10.0, max_steps=5, progress=False)
    assert caught.value.result.info["steps"] <= 5


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"max_step": 0.1, "integrator": sn.RK4(step=0.01)}, "fixed step"),
        ({"max_steps": 0}, "max_steps"),
        ({"max_steps": 2.5}, "max_steps"),
        ({"max_steps": "many"}, "max_steps"),
        ({"max_step": -1.0}, "max_step"),
        ({"first_step": 1.0, "max_step": 0.1}, "longer than"),
    ],
)
def test_limits_that_make_no_sense(choices: dict[str, object], words: str) -> None:
    with pytest.raises(sn.SnodoError, match=words):
        sn.simulate(pendulum(), 1.0, progress=False, **choices)


def test_settings_of_a_run_may_be_texts_and_formulas():
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("period", 0.2, unit="s")
    m.bar("rod", (0, 0), (1, 0), mass=1)
    m.revolute("A", "ground", "rod", at=(0, 0))
    for given, duration in (("300 ms", 0.3), ("2*period", 0.4)):
        m.run.duration = given
        assert sn.simulate(m, progress=False).time[-1] == pytest.approx(duration)
    m.run.duration = "3 kg"
    with pytest.raises(sn.MechanismError, match="3 kg"):
        sn.simulate(m, progress=False)
