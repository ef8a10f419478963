"""Runs of integrators that solve the constraints: stiff pins, singular positions, refusals, batches, error bars."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.benchmarks.test_governor import AT_HALF_A_SECOND, governor
from tests.mechanisms import pendulum, slider_crank

import snodo as sn

sys.path.append(str(Path(__file__).parents[2] / "agreement"))
import singular_mechanisms as singular

QUIET: dict[str, Any] = {"progress": False, "error_bars": False}


# ---------------------------------------------------------------- stiff
def on_a_pin(stiffness: float | None) -> sn.Mechanism:
    """A slider-crank whose pin between crank and rod yields, with a twentieth of the critical damping."""
    soft = sn.Mechanism("elastic pin", gravity=(0, -9.81))
    soft.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.5, 0))
    soft.bar("crank", "A", "B", mass=0.5)
    soft.bar("rod", "B", "C", mass=1.2)
    soft.box("slider", (0.1, 0.1, 0.1), "C", mass=0.4)
    soft.revolute("A", "ground", "crank")
    more = {} if stiffness is None else {"stiffness": stiffness, "damping": 0.1 * np.sqrt(0.3 * stiffness)}
    soft.revolute("B", "crank", "rod", **more)
    soft.revolute("C", "rod", "slider")
    soft.prismatic("rail", "ground", "slider", axis="x", at="C")
    soft.initial["A.speed"] = 8.0
    return soft


def pin_run(stiffness: float | None, form: str, integrator: Any) -> sn.Result:
    times = np.linspace(0.0, 0.5, 51)
    return sn.simulate(on_a_pin(stiffness), formulation=form, integrator=integrator, output=times, **QUIET)


@pytest.mark.parametrize("form", ["planar", "tree", "spatial"])
def test_an_elastic_pin(form: str) -> None:
    """1e9 N/m: 230 … 310 steps against 29 428 of DOP853 with 1e-9; motions 6e-7 rad apart."""
    wanted = pin_run(1e9, "planar", sn.DOP853(rtol=1e-8))
    found = pin_run(1e9, form, sn.Radau(rtol=1e-6))
    assert found.info["steps"] < wanted.info["steps"] / 30
    np.testing.assert_allclose(found["A.angle"].values, wanted["A.angle"].values, rtol=0, atol=5e-6)


@pytest.mark.parametrize("form", ["planar", "tree", "spatial"])
def test_steps_do_not_grow_with_stiffness(form: str) -> None:
    steps = [pin_run(k, form, sn.Radau(rtol=1e-6)).info["steps"] for k in (1e7, 1e9, 1e12)]
    assert max(steps) < 3 * min(steps)


@pytest.mark.parametrize("form", ["planar", "tree", "spatial"])
def test_the_force_in_a_stiff_pin(form: str) -> None:
    """That of a rigid pin within 5e-4 (rtol 1e-8, after the first tenth of the run); measured 3.5e-5."""
    found, rigid = pin_run(1e9, form, sn.Radau(rtol=1e-8)), pin_run(None, form, sn.DOP853(rtol=1e-10))
    pull, wanted = found.wrench("B").values[:, :2], rigid.reaction("B").values[:, :2]
    np.testing.assert_allclose(pull[10:], wanted[10:], rtol=0, atol=5e-4 * np.abs(wanted).max())


@pytest.mark.parametrize(("form", "most"), [("tree", 100), ("spatial", 300)])
def test_the_governor(form: str, most: int) -> None:
    """IFToMM A05: 31 steps in a tree, 96 in absolute coordinates, against 417 and 991 of DOP853 at 1e-7."""
    result = sn.simulate(governor(), 0.5, formulation=form, integrator=sn.Radau(rtol=1e-6), output=[0.0, 0.5], **QUIET)
    assert result.info["steps"] < most
    for name, expected in AT_HALF_A_SECOND.items():
        assert result[name].values[-1] == pytest.approx(expected, abs=2e-6), name


# ---------------------------------------------------------------- singular positions
PLANE = ("planar", "tree", "spatial")
CASES: dict[Callable[[], singular.Case], tuple[str, ...]] = {
    singular.windows_case: PLANE,
    singular.change_point: PLANE,
    singular.equal_slider_crank: PLANE,
    singular.three_cranks: PLANE,
    singular.askew_four_bar: ("tree", "spatial", "spatial_euler"),
    singular.spherical_four_bar: ("tree", "spatial", "spatial_euler"),
}


@pytest.mark.delicate
@pytest.mark.parametrize("rtol", [1e-6, 1e-8])
@pytest.mark.parametrize(("build", "form"), [(b, f) for b, forms in CASES.items() for f in forms])
def test_singular_positions_are_passed(build: Callable[[], singular.Case], form: str, rtol: float) -> None:
    """Errors of 0.2 … 100 times rtol were measured; another branch is a radian away."""
    case = build()
    times = np.linspace(0.0, case.duration, 16)
    choices = {"formulation": form, "output": times, "max_steps": 20000, **QUIET}
    result = sn.simulate(case.mechanism, integrator=sn.Radau(rtol=rtol), **choices)
    angles = np.column_stack([result[f"{name}.angle"].values for name in case.angles])
    np.testing.assert_allclose(angles - angles[0], case.truth(times), rtol=0, atol=1e3 * rtol)


def angles_of(case: singular.Case, form: str, integrator: Any, times: np.ndarray) -> tuple[np.ndarray, sn.Result]:
    """How far the cranks have turned."""
    result = sn.simulate(case.mechanism, formulation=form, integrator=integrator, output=times, **QUIET)
    angles = np.column_stack([result[f"{name}.angle"].values for name in case.angles])
    return angles - angles[0], result


@pytest.mark.delicate
@pytest.mark.parametrize("build", [singular.windows_case, singular.change_point, singular.equal_slider_crank])
@pytest.mark.parametrize("form", PLANE)
def test_generalized_alpha_passes_them(build: Callable[[], singular.Case], form: str) -> None:
    """Errors of 1e-5 … 3e-3 rad were measured, in 96 runs with these and other steps."""
    case = build()
    times = np.linspace(0.0, case.duration, 16)
    for step in (0.7e-3, 0.8e-3, 0.9e-3, 1e-3):
        angles, _ = angles_of(case, form, sn.GeneralizedAlpha(step=step), times)
        np.testing.assert_allclose(angles, case.truth(times), rtol=0, atol=5e-3)


@pytest.mark.delicate
@pytest.mark.parametrize("rtol", [1e-5, 1e-7, 1e-9])
@pytest.mark.parametrize("short", [1e-3, 1e-5, 1e-7, 1e-9])
@pytest.mark.parametrize("form", PLANE)
def test_near_misses(short: float, form: str, rtol: float) -> None:
    """A four-bar that is short by so much stays on its branch; the other one is a radian away after 1.5 s.

    Errors of 2 … 100 times the tolerance were measured; `known_to`: what rounding leaves of the branch.
    """
    case = singular.change_point(short)
    times = np.linspace(0.0, 1.5, 16)
    angles, _ = angles_of(case, form, sn.Radau(rtol=rtol), times)
    bound = 1e3 * rtol + 10 * singular.known_to(short, float(angles[-1, 0]))
    np.testing.assert_allclose(angles, case.truth(times), rtol=0, atol=bound)


@pytest.mark.delicate
@pytest.mark.parametrize("form", PLANE)
@pytest.mark.parametrize("short", [0.0, 1e-7])
@pytest.mark.parametrize(
    "integrator",
    [*(sn.Radau(rtol=1e-7, index=index) for index in (2, 1, "stabilised")), sn.GeneralizedAlpha(step=1e-3)],
    ids=lambda x: f"{x.name} {x.index}",
)
def test_no_integrator_changes_branch(integrator: Any, short: float, form: str) -> None:
    case = singular.change_point(short)
    times = np.linspace(0.0, 1.5, 16)
    angles, _ = angles_of(case, form, integrator, times)
    np.testing.assert_allclose(angles, case.truth(times), rtol=0, atol=1e-4 if integrator.adaptive else 2e-2)


def test_without_the_check_the_branch_is_not_known() -> None:
    """The same run without comparisons leaves on the other branch, and warns; with them a passage is replaced."""
    case, times = singular.change_point(1e-9), np.array([0.0, 1.0])
    checked, told = angles_of(case, "planar", sn.Radau(rtol=1e-6), times)
    free, untold = angles_of(case, "planar", sn.Radau(rtol=1e-6, check_passes=False), times)
    assert np.abs(checked - case.truth(times)).max() < 1e-4 < 0.1 < np.abs(free - case.truth(times)).max()
    assert told.info["passes_replaced"] == 1
    assert told.info["warnings"] == []
    assert "check_passes=True" in untold.info["warnings"][0]


def test_steps_and_outputs_of_a_replaced_passage() -> None:
    """They follow one another, and outputs inside it are on its branch."""
    case, times = singular.change_point(1e-9), np.linspace(0.0, 1.0, 201)
    angles, result = angles_of(case, "tree", sn.Radau(rtol=1e-6), times)
    steps = result.step_history
    np.testing.assert_allclose(steps[1:, 0], steps[:-1].sum(axis=1), rtol=0, atol=1e-12)
    assert steps[-1].sum() == pytest.approx(1.0)
    assert len(steps) == result.info["steps"]
    np.testing.assert_allclose(angles, case.truth(times), rtol=0, atol=1e-4)


def test_what_cannot_be_checked_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """An explicit passage that fails leaves the branch unknown: the run ends there, and says what to do."""
    from snodo.singular import explicitly

    monkeypatch.setattr(explicitly, "MOST_STEPS", 3)
    with pytest.raises(sn.RunError, match="right branch could not be checked") as caught:
        angles_of(singular.change_point(), "planar", sn.Radau(rtol=1e-6), np.array([0.0, 1.5]))
    assert "check_passes=False" in str(caught.value)
    assert 0.5 < caught.value.result.info["reached"] < 1.5


def test_ordinary_runs_compare_nothing() -> None:
    """A slider-crank far from singular positions: not a bit changes."""
    choices: dict[str, Any] = {"output": 0.05, **QUIET}
    checked, free = (
        sn.simulate(slider_crank(), 0.5, integrator=sn.Radau(rtol=1e-7, check_passes=check), **choices)
        for check in (True, False)
    )
    assert checked.info["passes_compared"] == 0
    np.testing.assert_array_equal(checked.states, free.states)


@pytest.mark.parametrize("form", ["tree", "spatial"])
def test_a_step_that_does_not_converge_says_what_to_do(form: str) -> None:
    """The spring-dampers of the governor are forces at the stabilised index, and too stiff for steps of 1 ms."""
    integrator = sn.GeneralizedAlpha(step=1e-3, index="stabilised")
    with pytest.raises(sn.RunError, match=r"iterations of a step of 0\.001 s did not converge") as caught:
        sn.simulate(governor(), 0.1, formulation=form, integrator=integrator, **QUIET)
    assert "a shorter step, or index=3" in str(caught.value)


# ---------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: sn.Radau(index=7), 'give 3, 2, 1 or "stabilised"'),
        (lambda: sn.Radau(index=True), "Radau: index = True"),
        (lambda: sn.Radau(newton=2.0), "usual is 0.01"),
        (lambda: sn.Radau(rtol=1e-13), "1e-11"),
        (lambda: sn.GeneralizedAlpha(step=1e-3, rho=1.0), "multipliers are meaningless"),
        (lambda: sn.GeneralizedAlpha(step=1e-3, index=2), 'give 3 or "stabilised"'),
        (lambda: sn.GeneralizedAlpha(step=1e-3, rho=0.2, hht=True), "from 0.5 to below 1"),
        (lambda: sn.AdaptiveAlpha(rho=-0.1), "AdaptiveAlpha: rho = -0.1"),
        (lambda: sn.Radau(check_passes=1), "Radau: check_passes = 1"),
        (lambda: sn.GeneralizedAlpha(step=1e-3, check_passes="no"), "give True or False"),
    ],
)
def test_wrong_parameters(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(sn.SnodoError, match="→") as caught:
        make()
    assert words in str(caught.value)


def test_a_method_is_refused() -> None:
    with pytest.raises(sn.UnsupportedError, match="radau solves the constraints itself") as caught:
        sn.simulate(pendulum(), 0.1, integrator="radau", method="baumgarte", **QUIET)
    assert "omit the method" in str(caught.value)


# ---------------------------------------------------------------- around a run
@pytest.mark.parametrize("word", ["radau", "adaptive_alpha"])
def test_by_name(word: str) -> None:
    result = sn.simulate(pendulum(), 0.5, integrator=word, tolerance=1e-7, progress=False)
    assert "method none (index 3)" in str(result)
    assert result.quality().verdict == "good" or word == "adaptive_alpha"


def test_a_batch_is_its_runs() -> None:
    starts = [0.1, 0.2, 0.3]
    choices: dict[str, Any] = {"integrator": sn.Radau(rtol=1e-8), **QUIET}
    batch = sn.simulate(pendulum(), 0.5, initial={"A.angle": starts}, **choices)
    for start, result in zip(starts, batch):
        alone = sn.simulate(pendulum(), 0.5, initial={"A.angle": start}, **choices)
        np.testing.assert_array_equal(result.q, alone.q)


def test_error_bars() -> None:
    choices: dict[str, Any] = {"output": 0.05, "progress": False}
    result = sn.simulate(slider_crank(), 0.3, integrator=sn.Radau(rtol=1e-6), error_bars=True, **choices)
    truth = sn.simulate(slider_crank(), 0.3, integrator=sn.DOP853(rtol=1e-12), **choices)
    wrong = np.abs(result["A.angle"].values - truth["A.angle"].values).max()
    assert wrong < 3 * np.max(result.error("A.angle")) < 1e-4


def test_what_rests_stays() -> None:
    """A start at rest, in a position of equilibrium, stays: within what iterations leave."""
    m = sn.Mechanism("hanging", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (0, -1), mass=1)
    m.revolute("A", "ground", "arm", at=(0, 0))
    for form in ("planar", "tree"):
        result = sn.simulate(m, 1.0, formulation=form, integrator=sn.Radau(), **QUIET)
        assert np.abs(result["A.angle"].values).max() < 1e-9
        assert result.info["steps"] < 50
