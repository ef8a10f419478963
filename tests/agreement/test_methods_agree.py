"""All constraint methods on all formulations: accelerations, multipliers and motions against one another.

The mechanisms, and the list that further ones join, are in `twenty_mechanisms.py`.

The truth in one evaluation is the dense solution by singular values in `Formulation.solve`; that of a motion is a tight
run by projection.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from twenty_mechanisms import CASES, EXAMPLES, TIMES, Moving, moving, rhomb

import snodo as sn
from snodo.analyses.compare.differences import (
    acceleration_difference,
    determined_joints,
    determined_rows,
    motion_difference,
    reaction_difference,
)
from snodo.constraint_methods import in_time, method_from

OWN = ("projection", "augmented", "baumgarte")
"""Methods that solve the formulation's own equations,"""
EXACT = ("geometric", "embedding", "quasi_velocities", "augmented_lagrangian")
"""and those with equations of their own."""


def recovered(name: str, formulation: str, method: str) -> tuple[Moving, dict[str, np.ndarray]]:
    """What a method says in the middle of a motion."""
    now = moving(name, formulation)
    bound = method_from(method).bind(now.F, now.q, now.v, now.t)
    return now, bound.recover(np.array([now.t]), bound.state(now.q, now.v)[None])


def test_there_are_twenty() -> None:
    assert len(TIMES) >= 20
    assert len(CASES) >= 55


@pytest.mark.parametrize("method", [*OWN, *EXACT])
@pytest.mark.parametrize(("name", "formulation"), CASES)
def test_accelerations_and_constraint_forces_agree(name: str, formulation: str, method: str) -> None:
    (F, q, v, t), found = recovered(name, formulation, method)
    wanted, multipliers = F.solve(q, v, t)
    size = F.velocity_scale
    scale = np.abs(wanted / size).max() + np.abs(v / size).max() ** 2 + 9.81 / F.size
    assert np.abs((found["acceleration"][0] - wanted) / size).max() < 1e-9 * scale
    if F.nc:
        J = F.jacobian(q, t)
        force = max(np.abs(J.T @ multipliers).max(), np.abs(F.forces(q, v, t)).max())
        np.testing.assert_allclose(J.T @ found["multiplier"][0], J.T @ multipliers, atol=1e-8 * force)
        known = determined_rows(F, q, t)
        largest = np.abs(multipliers[known]).max(initial=0.0)
        np.testing.assert_allclose(found["multiplier"][0][known], multipliers[known], atol=1e-8 * largest)


@pytest.mark.parametrize(("name", "formulation"), [case for case in CASES if case[1] != "tree"])
def test_formulations_agree_in_one_evaluation(name: str, formulation: str) -> None:
    """Poses, accelerations of bodies, and reactions of determined joints, in states carried over from the tree."""
    one, other = (as_result(name, word) for word in (formulation, "tree"))
    assert motion_difference(one, other) < 1e-12
    assert acceleration_difference(one, other) < 1e-9
    joints, _ = determined_joints(one.formulation, one.q[0])
    apart = reaction_difference(one, other, joints)
    assert apart is None or apart < 1e-8


@cache
def as_result(name: str, formulation: str) -> sn.Result:
    """The middle of a motion as a result of one row."""
    (F, q, v, t), found = recovered(name, formulation, "augmented")
    return sn.Result(F, np.array([t]), F.state(q, v)[None], found, {"status": "finished"})


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize(("name", "formulation"), [("four_bar", "planar"), ("four_bar", "tree"), ("cam", "tree")])
def test_energies_and_powers_agree(name: str, formulation: str, method: str) -> None:
    (F, q, v, t), found = recovered(name, formulation, method)
    F.set_gains(0.0, 0.0)
    wanted = in_time.evaluate(F, np.array([t]), F.state(q, v)[None])
    for what in ("energy", "power", "violation", "violation_rate"):
        np.testing.assert_allclose(found[what], wanted[what], rtol=1e-8, atol=1e-10)


# ---------------------------------------------------------------- motions
@cache
def reference(name: str, formulation: str, duration: float) -> sn.Result:
    result: sn.Result = sn.simulate(
        sn.load(EXAMPLES / f"{name}.yaml"), duration, formulation=formulation, tolerance=1e-11, progress=False
    )
    return result


MOTIONS = [("four_bar_free", 1.0), ("four_bar", 1.0), ("slider_crank", 0.2), ("parallelogram", 2.0)]


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize("formulation", ["planar", "tree"])
@pytest.mark.parametrize(("name", "duration"), MOTIONS)
def test_motions_agree(name: str, duration: float, formulation: str, method: str) -> None:
    wanted = reference(name, formulation, duration)
    found = sn.simulate(
        sn.load(EXAMPLES / f"{name}.yaml"), duration, formulation=formulation, method=method, tolerance=1e-9,
        progress=False,
    )  # fmt: skip
    np.testing.assert_allclose(found.q, wanted.q, atol=3e-8)
    assert found.quality().verdict == "good"
    largest = np.abs(wanted.multipliers).max()
    np.testing.assert_allclose(found.multipliers, wanted.multipliers, atol=1e-6 * largest)


@pytest.mark.parametrize("method", EXACT)
def test_a_spatial_redundant_loop(method: str) -> None:
    wanted = reference("bricard", "tree", 2.0)
    found = sn.simulate(sn.load(EXAMPLES / "bricard.yaml"), 2.0, method=method, tolerance=1e-9, progress=False)
    np.testing.assert_allclose(found.q, wanted.q, atol=1e-7)


@pytest.mark.parametrize("method", ["geometric", "embedding", "quasi_velocities"])
def test_without_projection_the_joints_drift(method: str) -> None:
    choice = type(method_from(method))
    four_bar = sn.load(EXAMPLES / "four_bar_free.yaml")
    closed, drifting = (
        sn.simulate(four_bar, 2.0, method=choice(projection=p), tolerance=1e-6, progress=False).quality()
        for p in (True, False)
    )
    assert closed.position_drift < 1e-11 < drifting.position_drift < 1e-4


def test_the_augmented_lagrangian_holds_violations_by_a_frequency_too() -> None:
    """At a tolerance at which they would drift by more than what each step adds."""
    four_bar = sn.load(EXAMPLES / "four_bar_free.yaml")
    loose, held = (
        sn.simulate(
            four_bar,
            2.0,
            method=sn.AugmentedLagrangian(projection=False, frequency=frequency),
            tolerance=1e-5,
            progress=False,
        ).quality()
        for frequency in (0.0, None)
    )
    assert held.position_drift < 0.3 * loose.position_drift


def test_fixed_steps_choose_again_too() -> None:
    """The tree of the driven four-bar changes its independent coordinate on the way round."""
    four_bar = sn.load(EXAMPLES / "four_bar.yaml")
    found = sn.simulate(
        four_bar, 1.0, formulation="tree", method="embedding", integrator=sn.RK4(step=2e-4), progress=False
    )
    np.testing.assert_allclose(found.q[-1], reference("four_bar", "tree", 1.0).q[-1], atol=1e-7)


# ---------------------------------------------------------------- penalty
@pytest.mark.parametrize(
    ("name", "formulation", "duration", "factors"),
    [
        ("parallelogram", "planar", 1.0, (100, 300)),
        ("spatial_slider_crank", "tree", 1.0, (100, 300)),
        ("parallelogram", "spatial_euler", 1.0, (100, 300)),
    ],
)
def test_the_penalty_converges_like_one_over_its_stiffness(
    name: str, formulation: str, duration: float, factors: tuple[float, float]
) -> None:
    """Three times the frequency is nine times the stiffness, and a ninth of the error."""
    wanted = reference(name, formulation, duration).q[-1]
    mechanism = sn.load(EXAMPLES / f"{name}.yaml")
    errors, gaps = [], []
    for factor in factors:
        method = sn.Penalty(factor=factor)
        found = sn.simulate(
            mechanism, duration, formulation=formulation, method=method, tolerance=1e-10, progress=False
        )
        errors.append(np.abs(found.q[-1] - wanted).max())
        gaps.append(found.quality().position_drift)
        assert found.quality().energy_relative < 1e-8
    expected = (factors[1] / factors[0]) ** 2
    assert errors[0] / errors[1] == pytest.approx(expected, rel=0.1)
    assert gaps[0] / gaps[1] == pytest.approx(expected, rel=0.2)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_the_penalty_passes_singular_positions_on_its_branch(formulation: str) -> None:
    """Against the pendulum that a parallelogram is: (2 m/3 + m) θ̈ = −2 m g cos θ."""
    from scipy.integrate import solve_ivp

    wanted = solve_ivp(
        lambda t, y: [y[1], -1.2 * 9.81 * np.cos(y[0])], (0, 2), [0.3, 8.0], method="DOP853", rtol=1e-11, atol=1e-11
    ).y[0, -1]
    method = sn.Penalty(factor=300)
    result = sn.simulate(rhomb(), 2.0, formulation=formulation, method=method, tolerance=1e-7, progress=False)
    assert result["left.angle"].values[-1] == pytest.approx(wanted, abs=1e-2)
    np.testing.assert_allclose(result["left.angle"], result["right.angle"], atol=1e-3)


def test_redundant_springs_share_the_load() -> None:
    """A beam on three posts: least norm says a third each on the middle one too, springs say what is stiff carries."""
    m = sn.Mechanism("beam", gravity=(0, -9.81))
    m.bar("beam", (-1, 0), (1, 0), mass=6)
    for name, x in (("left", -1.0), ("middle", 0.0), ("right", 1.0)):
        m.rod(name, "ground", "beam", (x, -1), (x, 0))
    m.rod("stay", "ground", "beam", (-2, 0), (-1, 0))
    method = sn.Penalty(
        stiffness={"left": 1e5, "middle": 2e5, "right": 1e5, "stay": 1e5},
        damping={"left": 600.0, "middle": 1200.0, "right": 600.0, "stay": 600.0},
    )
    result = sn.simulate(m, 2.0, method=method, formulation="planar", progress=False)
    rows = [result.formulation.row_names.index(f"{name}.length") for name in ("left", "middle", "right")]
    carried = np.abs(result.multipliers[-1, rows])
    np.testing.assert_allclose(carried / carried.sum(), [0.25, 0.5, 0.25], atol=1e-4)
    assert result.info["redundant_rows"]
