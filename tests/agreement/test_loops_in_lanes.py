"""Mechanisms with loops in lanes against their single runs, in the plane and as trees.

A group of equal members takes the steps of one of them: its states are those of the single run but for rounding.
Members that differ share the steps of the worst: they agree with their single runs as well as two tolerances do.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests import mechanisms
from tests.agreement.singular_mechanisms import change_point

import snodo as sn
from snodo.analyses.assembly.assemble import assemble
from snodo.constraint_methods.redundancy import keep_independent_rows
from snodo.math.kernels.record_layout import column
from snodo.mechanism import forces
from snodo.simulation.members import ALONE, FAILED, IN_LANES, SINGULAR, Together, integrate_members
from snodo.simulation.one_run import Choices

TOLERANCE = 1e-9
Make = Callable[[float], sn.Mechanism]


def driven(x: float = 0.0) -> sn.Mechanism:
    """A four-bar with a driver, a damped spring, friction and a force that turns; all numbers differ with x."""
    m = mechanisms.crank_rocker()
    m.bodies["coupler"].mass *= 1.0 + x
    m.driver("motor", joint="A", angle=sn.Polynomial([0.96, 2.0 + x, 0.7]))
    m.spring("spring", "ground", "coupler", "D", "C", stiffness=30.0 * (1.0 + x), damping=2.0, length=0.2)
    m.friction("rub", "D", coulomb=0.3, smoothing=0.1 * (1.0 + x))
    m.point_force("push", "coupler", [0.4, sn.Ramp(0.1, 0.5 + x)], at="C", axes="body")
    return m


def falling(x: float = 0.0) -> sn.Mechanism:
    """A four-bar with springs and friction in a joint that a tree cuts, and a formula of time."""
    m = mechanisms.four_bar(masses=(1.0, 1.0 + x, 1.0), C=(0.45 + 0.05 * x, 0.3))
    m.torsional_spring("spring", "A", stiffness=2.0 + x, damping=0.1)
    m.friction("friction", "C", coulomb=0.2, viscous=0.1, smoothing=0.5)
    m.torque("motor", f"{0.3 + x}*sin(9*t)", joint="B")
    return m


def sliding(x: float = 0.0) -> sn.Mechanism:
    """A slider-crank."""
    m = mechanisms.slider_crank()
    m.torque("motor", 1.0 + x, joint="A")
    return m


def redundant(x: float = 0.0) -> sn.Mechanism:
    """A parallelogram with one link too many."""
    m = mechanisms.parallelogram()
    m.gravity = np.array([0.0, -9.81 * (1.0 + x), 0.0])[: len(m.gravity)]
    return m


def in_space(x: float = 0.0) -> sn.Mechanism:
    """A slider-crank in space, as a tree with a loop."""
    m = mechanisms.spatial_slider_crank()
    m.gravity = np.array([0.3 * x, 0.0, -9.81])
    return m


def overconstrained(x: float = 0.0) -> sn.Mechanism:
    """Bricard's mechanism, with redundant rows."""
    m = mechanisms.bricard()
    m.gravity = np.asarray(m.gravity) * (1.0 + x)
    return m


PLANE: dict[str, Make] = {"driven": driven, "falling": falling, "sliding": sliding, "redundant": redundant}
SPACE: dict[str, Make] = {"space": in_space, "overconstrained": overconstrained}
CASES = [(make, word) for make in PLANE.values() for word in ("planar", "tree")]
CASES += [(make, "tree") for make in SPACE.values()]
NAMES = [f"{make.__name__}-{word}" for make, word in CASES]
DRAG = forces.UserForce(name="drag", bodies=["rocker"], function=lambda t, q, v: -0.3 * v)
CHOICES: dict[str, Any] = {"output": 0.1, "tolerance": TOLERANCE, "error_bars": False, "progress": False}


@pytest.mark.parametrize("method", ["projection", "baumgarte"])
@pytest.mark.parametrize(("make", "formulation"), CASES, ids=NAMES)
def test_equal_members_are_the_single_run(make: Make, formulation: str, method: str) -> None:
    """The same steps, the same arithmetic: what differs is how rounding is fused (measured: nothing in most cases)."""
    chosen = {**CHOICES, "method": method, "formulation": formulation}
    single, batch = sn.simulate(make(0.0), 0.5, **chosen), sn.simulate([make(0.0)] * 3, 0.5, **chosen)
    assert batch.how == "8 at a time in SIMD lanes"
    assert batch[2].info["steps"] == single.info["steps"]
    scale = np.abs(single.states).max()
    for k in range(3):
        np.testing.assert_allclose(batch[k].states, single.states, rtol=0, atol=1e-9 * scale)


@pytest.mark.parametrize(("make", "formulation"), CASES, ids=NAMES)
def test_members_agree_with_their_single_runs(make: Make, formulation: str) -> None:
    each = [make(x) for x in np.linspace(-0.2, 0.2, 11)]
    chosen = {**CHOICES, "formulation": formulation}
    batch, singles = sn.simulate(each, 0.5, **chosen), [sn.simulate(m, 0.5, **chosen) for m in each]
    assert batch.how == "8 at a time in SIMD lanes"
    for k, single in enumerate(singles):
        n = single.formulation.nq
        difference = np.abs(batch[k].states[:, :n] - single.states[:, :n]).max()
        assert difference <= 100 * TOLERANCE * max(1.0, np.abs(single.states[:, :n]).max())
    first, last = batch[0].states[-1], batch[10].states[-1]
    assert np.abs(first - last).max() > 1e-3


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_results_have_everything(formulation: str) -> None:
    """Reactions, works, energies and errors of members are those of single runs."""
    speeds, chosen = np.linspace(0.0, 2.0, 9), {"output": 0.1, "tolerance": 1e-9, "formulation": formulation}
    batch = sn.simulate(falling(), 0.5, initial={"A.speed": speeds}, **chosen)
    assert batch.how == "8 at a time in SIMD lanes"
    for k in (0, 8):
        single = sn.simulate(falling(), 0.5, initial={"A.speed": speeds[k]}, **chosen)
        for name in ("C.reaction", "spring.torque", "friction.work", "motor.work", "rocker.angle"):
            np.testing.assert_allclose(batch[k][name], single[name], rtol=1e-6, atol=1e-6)
        assert batch[k].info["accuracy"]["checked"]
        assert batch[k].quality().verdict == single.quality().verdict


# ---------------------------------------------------------------- groups that end early
def test_a_singular_position_is_passed_one_after_the_other() -> None:
    case = change_point()
    chosen = {"output": np.linspace(0.0, case.duration, 7), "tolerance": 1e-9, "progress": False}
    batch = sn.simulate([case.mechanism] * 2, **chosen)
    assert "a member came near a singular position: members 0 to 1 ran one after the other" in batch.how
    single = sn.simulate(case.mechanism, **chosen)
    assert batch[0].singular_passes == single.singular_passes != []
    assert np.array_equal(batch[1].states, single.states)


def test_only_the_group_of_a_member_that_does_not_close_runs_singly() -> None:
    angles = [3.1] * 9 + ["-60 deg"]
    batch = sn.simulate(
        mechanisms.four_bar(), 0.1, formulation="planar", initial={"C.angle": angles}, output=0.1, progress=False
    )
    assert list(batch.problems) == [9]
    assert batch.how == ("8 at a time in SIMD lanes; a member does not start: members 8 to 9 ran one after the other")


def test_stiff_members_run_one_after_the_other() -> None:
    """Where stability limits the steps, `auto` goes on with Radau."""
    m = mechanisms.four_bar()
    m.torsional_spring("stop", "A", stiffness=1e3, damping=1e3)
    batch = sn.simulate([m] * 2, 1.0, output=0.1, error_bars=False, progress=False)
    assert "may be limited by stability" in batch.how
    assert "stiff" in batch[0].info["chosen"]


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (lambda m: m.add(DRAG), "'drag' has equations of the user"),
        (lambda m: m.torque("pd", "-20*A.angle", joint="A"), "'pd' depends on the motion"),
        (lambda m: m.state("i", rate="1 - i"), "state 'i'"),
    ],
)
@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_what_lanes_cannot_do_is_told(part: Callable[[Any], Any], why: str, formulation: str) -> None:
    m = mechanisms.four_bar()
    part(m)
    batch = sn.simulate([m] * 2, 0.05, output=0.05, formulation=formulation, error_bars=False, progress=False)
    assert batch.how.startswith("one after the other: ")
    assert why in batch.how


# ---------------------------------------------------------------- members that are given as numbers
def numbers(count: int, spread: float = 0.2) -> tuple[sn.Planar, np.ndarray, np.ndarray]:
    """Four-bars whose gravity differs."""
    F = sn.Planar(falling())
    start = assemble(F)
    keep_independent_rows(F, start.q, 0.0, start.v)
    models, head = np.repeat(F.model[None], count, 0), F.flat.header
    for model, factor in zip(models, np.linspace(1.0 - spread, 1.0 + spread, count)):
        weights = column(F.layout.Body, "weight", model, head.body_at, head.bodies)
        weights *= factor
    return F, models, np.repeat(F.state(start.q, start.v)[None], count, 0)


def integrated(count: int, threads: int = 1, **words: Any) -> Together:
    F, models, starts = numbers(count)
    times = np.linspace(0.0, 0.5, 6)
    chosen = Choices(sn.Projection(), sn.DOP853(rtol=TOLERANCE), times, **words)
    return integrate_members(F, models, starts, chosen, threads=threads)


def test_members_given_as_numbers() -> None:
    found = integrated(11)
    assert found.how == "8 at a time in SIMD lanes"
    assert set(found.status) == {IN_LANES}
    for k, factor in ((0, 0.8), (10, 1.2)):
        m = falling()
        m.gravity = np.asarray(m.gravity) * factor
        single = sn.simulate(m, 0.5, **CHOICES)
        np.testing.assert_allclose(found.states[k], single.states, rtol=0, atol=100 * TOLERANCE * 10)


def test_groups_do_not_depend_on_threads() -> None:
    assert np.array_equal(integrated(20).states, integrated(20, threads=2).states)


def test_members_that_fail_are_rows_with_a_reason() -> None:
    found = integrated(10, max_steps=5)
    assert set(found.status) == {FAILED}
    assert "number of steps" in found.problems[3].what
    assert np.isfinite(found.states[:, 0]).all()
    assert np.isnan(found.states[:, -1]).all()


def test_members_near_singular_positions_are_named() -> None:
    case = change_point()
    F = sn.Planar(case.mechanism)
    start = assemble(F)
    keep_independent_rows(F, start.q, 0.0, start.v)
    times = np.linspace(0.0, case.duration, 5)
    chosen = Choices(sn.Projection(), sn.DOP853(rtol=TOLERANCE), times)
    found = integrate_members(F, F.model[None], F.state(start.q, start.v)[None], chosen)
    assert list(found.status) == [SINGULAR]
    assert "singular" in found.problems[0].what
    assert ALONE not in found.status


def test_lengths_must_agree() -> None:
    F, models, starts = numbers(2)
    chosen = Choices(sn.Projection(), sn.DOP853(), np.linspace(0.0, 0.1, 2))
    with pytest.raises(sn.SnodoError, match="for each member"):
        integrate_members(F, models[:, :-1], starts, chosen)
