"""All constraint methods on all formulations: accelerations, multipliers and motions against one another.

The truth in one evaluation is the dense solution by singular values in `Formulation.solve`; that of a motion is a tight
run by projection.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.redundancy import keep_independent_rows
from snodo.constraint_methods import method_from
from snodo.formulations.bind import bind

EXAMPLES = Path(__file__).parents[2] / "examples"
EXACT = ("geometric", "embedding", "quasi_velocities", "augmented_lagrangian")
OPEN = {"double_pendulum": 0.4, "oscillator": 0.3}
CLOSED = {"four_bar_free": 0.2, "slider_crank": 0.02, "fairbairn": 0.1, "andrews": 0.01}
REDUNDANT = {"parallelogram": 0.5, "bricard": 0.5}
DRIVEN = {"four_bar": 0.3, "fairbairn_driven": 0.4, "cam": 0.2, "spatial_slider_crank": 0.3}
TIMES = {**OPEN, **CLOSED, **REDUNDANT, **DRIVEN}
"""Mechanisms, and a time at which they are in the middle of their motion [s]."""
PLANAR = [name for name in TIMES if name not in ("bricard", "spatial_slider_crank")]
CASES = [(name, "planar") for name in PLANAR] + [(name, word) for word in ("tree", "spatial") for name in TIMES]


@cache
def moving(name: str, formulation: str) -> tuple[Any, np.ndarray, np.ndarray, float]:
    """A bound formulation with its state in the middle of a motion."""
    mechanism, t = sn.load(EXAMPLES / f"{name}.yaml"), TIMES[name]
    F = bind(mechanism, formulation)
    run = sn.simulate(F, t, tolerance=1e-10, output=[0.0, t], progress=False)
    keep_independent_rows(F, run.q[-1], t)
    return F, run.q[-1], run.v[-1], t


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize(("name", "formulation"), CASES)
def test_accelerations_and_constraint_forces_agree(name: str, formulation: str, method: str) -> None:
    F, q, v, t = moving(name, formulation)
    wanted, multipliers = F.solve(q, v, t)
    bound = method_from(method).bind(F, q, v, t)
    found = bound.recover(np.array([t]), bound.state(q, v)[None])
    size = F.velocity_scale
    scale = np.abs(wanted / size).max() + np.abs(v / size).max() ** 2 + 9.81 / F.size
    assert np.abs((found["acceleration"][0] - wanted) / size).max() < 1e-9 * scale
    if F.nc:
        J = F.jacobian(q, t)
        force = max(np.abs(J.T @ multipliers).max(), np.abs(F.forces(q, v, t)).max())
        np.testing.assert_allclose(J.T @ found["multiplier"][0], J.T @ multipliers, atol=1e-8 * force)
        if F.kept_rows.all():
            largest = np.abs(multipliers).max()
            np.testing.assert_allclose(found["multiplier"][0], multipliers, atol=1e-8 * largest)


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize(("name", "formulation"), [("four_bar", "planar"), ("four_bar", "tree"), ("cam", "tree")])
def test_energies_and_powers_agree(name: str, formulation: str, method: str) -> None:
    F, q, v, t = moving(name, formulation)
    F.set_gains(0.0, 0.0)
    wanted = F.evaluate(np.array([t]), F.state(q, v)[None])
    bound = method_from(method).bind(F, q, v, t)
    found = bound.recover(np.array([t]), bound.state(q, v)[None])
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
    four_bar = sn.load(EXAMPLES / "four_bar_free.yaml")
    loose, held = (
        sn.simulate(
            four_bar,
            2.0,
            method=sn.AugmentedLagrangian(projection=False, frequency=frequency),
            tolerance=1e-6,
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
    [("parallelogram", "planar", 1.0, (100, 300)), ("spatial_slider_crank", "tree", 1.0, (100, 300))],
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


def rhomb() -> sn.Mechanism:
    """Cranks of 1 m, a coupler of 1.5 m: a parallelogram that swings through positions where all bars are in line."""
    m = sn.Mechanism("rhomb", gravity=(0, -9.81))
    tip = np.array([np.cos(0.3), np.sin(0.3)])
    m.add_points(O=(0, 0), P=(1.5, 0), A=tuple(tip), B=(tip[0] + 1.5, tip[1]))
    for name, (i, j) in {"left": "OA", "top": "AB", "right": "PB"}.items():
        m.bar(name, i, j, mass=1)
    for name, parent, child in (("O", "ground", "left"), ("A", "left", "top"), ("B", "top", "right")):
        m.revolute(name, parent, child)
    m.revolute("P", "ground", "right")
    m.initial["O.speed"] = 8.0
    return m


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
