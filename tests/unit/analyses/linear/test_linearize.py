"""Linear models against closed forms, other formulations and the nonlinear equations; errors in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from linear_mechanisms import G, chain, conical, disc, quarter_car, sorted_values, sprung_four_bar, top

import snodo as sn
from snodo.formulations.bind import bind
from snodo.math.differences import derivative

sys.path.append(str(Path(__file__).parents[3]))
from mechanisms import bricard, four_bar, parallelogram, pendulum, sleigh, slider_crank, spatial_slider_crank

CLOSE = {"rtol": 1e-10, "atol": 1e-10}


# ---------------------------------------------------------------- closed forms
def test_two_masses() -> None:
    """k/m (3 ∓ √5)/2, in every formulation."""
    wanted = np.sqrt(3.0 * (3 + np.array([-1, 1]) * np.sqrt(5)) / 2)
    for formulation in ("planar", "tree"):
        x = sn.linearize(chain(), formulation=formulation)
        np.testing.assert_allclose(np.sort(np.abs(x.eigenvalues))[::2], wanted, rtol=1e-10)
        np.testing.assert_allclose(x.mass, np.eye(2), atol=1e-12)
        np.testing.assert_allclose(x.stiffness, [[6, -3], [-3, 3]], atol=1e-9)
        np.testing.assert_allclose(x.damping, 0.0, atol=1e-12)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_compound_pendulum(formulation: str) -> None:
    """I = m l²/3: s² = ∓ 3 g/(2 l) hanging and upright."""
    for angle, word in (("-90 deg", "stable"), ("90 deg", "unstable")):
        x = sn.linearize(pendulum(length=0.7), at={"A.angle": angle}, formulation=formulation)
        sign = -1 if word == "stable" else 1
        np.testing.assert_allclose(x.eigenvalues**2, sign * 1.5 * G / 0.7, rtol=1e-12)
        assert x.stability == word


def test_quarter_car() -> None:
    """A, B, C and D against the matrices of the text book."""
    x = sn.linearize(
        quarter_car(), inputs=["wheel.fy", "C"], outputs=["car.y", "car.vy", "car.ay", "suspension.length"]
    )
    assert x.states == ["wheel.y", "car.y", "wheel.vy", "car.vy"]
    M, ks, kt, c = np.diag([30.0, 250.0]), 16e3, 150e3, 1e3
    K, C = np.array([[ks + kt, -ks], [-ks, ks]]), c * np.array([[1, -1], [-1, 1.0]])
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), -np.linalg.solve(M, C)]])
    B = np.vstack([np.zeros((2, 2)), np.linalg.inv(M)])
    np.testing.assert_allclose(x.A, A, rtol=1e-9, atol=1e-8)
    np.testing.assert_allclose(x.B, B, **CLOSE)
    np.testing.assert_allclose(x.C, [[0, 1, 0, 0], [0, 0, 0, 1], A[3], [-1, 1, 0, 0]], rtol=1e-9, atol=1e-8)
    np.testing.assert_allclose(x.D, [[0, 0], [0, 0], B[3], [0, 0]], **CLOSE)
    np.testing.assert_allclose(x.stiffness, K, rtol=1e-9, atol=1e-6)
    assert x.stability == "asymptotically stable"
    assert x.A["car.vy", "car.vy"] == pytest.approx(-4.0)


def test_outputs_and_inputs_in_space() -> None:
    """A point of a pendulum in space, and a force on it: the lever arm in both."""
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -G))
    m.body("arm", mass=2.0, com=(0.5, 0, 0), inertia=[0.1, 0.2, 0.3], at=(0, 0, 0))
    m.revolute("A", "ground", "arm", at=(0, 0, 0), axis="y")
    m.frame("tip", "arm", at=(0.9, 0, 0))
    inertia = 0.2 + 2.0 * 0.25
    for formulation in ("tree", "spatial"):
        x = sn.linearize(
            m, at={"A.speed": 2.0}, inputs=["tip.fz", "arm.my"], outputs=["tip.z", "tip.vx", "A.angle"],
            formulation=formulation, independent=["A"] if formulation == "tree" else None,
        )  # fmt: skip
        seen, unit = x.C.array @ np.array([[1.0, 0], [0, 1]]), x.C.array[2, 0]
        np.testing.assert_allclose(seen / unit, [[-0.9, 0], [-0.9 * 2.0, 0], [1, 0]], atol=1e-9)
        pushed = x.B.array[1] * unit
        np.testing.assert_allclose(pushed, [-0.9 / inertia, 1 / inertia], rtol=1e-9)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_sleeping_top(formulation: str) -> None:
    """Its eigenvalues, seen from axes that turn with it or not: the growth is that of the closed form."""
    m, across = top(), 0.05 + 2.0 * 0.16
    for spin in (20.0, 100.0):
        x = sn.linearize(m, at={"S.wz": spin}, formulation=formulation)
        roots = np.roots([across, -1j * 0.03 * spin, -2.0 * G * 0.4])
        assert np.max(x.eigenvalues.real) == pytest.approx(np.max(roots.real), abs=1e-7)
        assert x.constant


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_a_disc_that_rolls_straight_on(formulation: str) -> None:
    """ẍ = −(a Ω² − m g R/(I + m R²)) x for its lean: it falls if Ω² < g/(3 R)."""
    R = 0.3
    for factor in (0.5, 2.0):
        spin = factor * np.sqrt(G / (3 * R))
        x = sn.linearize(disc(R), at={"disc.wy": spin}, formulation=formulation)
        square = 4 * G / (5 * R) - 12 / 5 * spin**2  # I₁ + m R² = 5/4, I₃ (I₃ + m R²)/I₁ = 3, in m R²
        found = x.eigenvalues[: len(x.eigenvalues) - x.spectrum.drifting] ** 2
        assert np.abs(found - square).min() < 1e-9 * abs(square)
        assert x.constant
        assert x.stability == ("unstable" if factor < 1 else "stable")


# ---------------------------------------------------------------- formulations and the nonlinear equations
MADE = [sprung_four_bar, slider_crank, spatial_slider_crank, parallelogram, bricard, lambda: conical(5.0)]


@pytest.mark.parametrize("make", MADE)
def test_formulations_agree(make: Any) -> None:
    """In an equilibrium the eigenvalues do not depend on the coordinates."""
    m = make()
    found = sn.equilibrium(m, initial={"H.angle": 0.4} if "H" in m.joints else None)
    words = ("planar", "tree") if m.dimension == 2 else ("spatial", "tree")
    values = [sorted_values(sn.linearize(m, at=found, formulation=word).eigenvalues) for word in words]
    assert np.abs(values[0]).min() > 1.0
    np.testing.assert_allclose(values[0], values[1], rtol=1e-8, atol=1e-8)


def test_deviations_follow_the_linear_model() -> None:
    """Two runs of a double pendulum that start close together: their difference obeys the models along the motion."""
    m = sn.Mechanism("double pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0.6, 0.2), C=(1.1, -0.3))
    m.bar("upper", "A", "B", mass=1.2)
    m.bar("lower", "B", "C", mass=0.7)
    m.revolute("A", "ground", "upper")
    m.revolute("B", "upper", "lower")
    times = np.linspace(0, 0.2, 41)
    run = {"tolerance": 1e-12, "output": times, "progress": False, "formulation": "tree"}
    start, step = {"A.angle": 0.3, "B.angle": 0.5, "A.speed": 1.0, "B.speed": -2.0}, 1e-6
    base = sn.simulate(m, initial=start, **run)
    moved = [sn.simulate(m, initial={**start, "B.angle": 0.5 + sign * step}, **run) for sign in (1, -1)]
    models = sn.linearize(m, at=base, times=times)
    assert len(models) == 41
    assert models[0].states == ["A.angle", "B.angle", "A.speed", "B.speed"]
    x = np.array([0.0, 1.0, 0.0, 0.0])
    for k in range(0, 40, 2):  # Simpson's steps of the classical method
        h, A = times[k + 2] - times[k], [one.A.array for one in models[k : k + 3]]
        k1 = A[0] @ x
        k2 = A[1] @ (x + h / 2 * k1)
        k3 = A[1] @ (x + h / 2 * k2)
        k4 = A[2] @ (x + h * k3)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    ends = [np.concatenate([one.q[-1], one.v[-1]]) for one in moved]
    np.testing.assert_allclose(x, (ends[0] - ends[1]) / (2 * step), rtol=2e-6, atol=2e-6)


def test_states_of_any_kind() -> None:
    m = pendulum()
    result = sn.simulate(m, 0.1, initial={"A.angle": 0.4, "A.speed": 1.0}, progress=False)
    wanted = sn.linearize(m, at=result.state())
    F = bind(m)
    for at in (result, result.state(at=0.1), (result.q[-1], result.v[-1])):
        np.testing.assert_allclose(sn.linearize(F, at=at).A, wanted.A, atol=1e-9)
    turned = sn.linearize(m, at=result, formulation="tree")
    assert turned.states == ["A.angle", "A.speed"]
    np.testing.assert_allclose(turned.A, wanted.A, atol=1e-9)
    assembled = sn.assemble(m, initial={"A.angle": 0.4})
    np.testing.assert_allclose(sn.linearize(m, at=assembled).A, sn.linearize(m, at={"A.angle": 0.4}).A, atol=1e-9)


def test_a_motion_that_changes_is_not_constant() -> None:
    assert not sn.linearize(four_bar(), at={"A.speed": 5.0}).constant
    assert sn.linearize(four_bar()).constant


def test_remarks_about_a_state_that_moves() -> None:
    told = str(sn.linearize(four_bar(), at={"A.speed": 5.0}))
    assert "the state is no equilibrium" in told
    assert "A changes along the motion" in told
    assert "equilibrium" not in str(sn.linearize(pendulum(), at={"A.angle": "-90 deg"}))
    result = sn.simulate(pendulum(), 0.1, progress=False)
    with pytest.raises(sn.MechanismError, match="times"):
        sn.linearize(pendulum(), at=result, times="abc")


def test_chosen_coordinates() -> None:
    x = sn.linearize(four_bar(), independent=["rocker.angle"])
    assert x.states == ["rocker.angle", "rocker.omega"]
    y = sn.linearize(four_bar(), independent=["crank.angle"])
    np.testing.assert_allclose(sorted_values(x.eigenvalues) ** 2, sorted_values(y.eigenvalues) ** 2, rtol=0.5)


def test_it_prints() -> None:
    told = str(sn.linearize(pendulum(), at={"A.angle": "-90 deg"}, inputs="A", outputs="arm.angle"))
    assert told.startswith("linear model of 'pendulum' (planar) at t = 0 s: 1 positions, 1 velocities\nstable")
    assert "0 ± 3.836 i" in told
    assert "linear model" in sn.linearize(pendulum())._repr_html_()
    assert "∂a/∂q" in str(sn.derivatives(pendulum()))


# ---------------------------------------------------------------- errors in words
@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        ({"at": 3.0}, sn.MechanismError, "is not a state"),
        ({"at": {"A.angel": 1.0}}, sn.SnodoError, "A.angel"),
        ({"inputs": "Q"}, sn.NameNotFound, "there is no input 'Q'"),
        ({"inputs": "arm.fq"}, sn.NameNotFound, "'arm' has the inputs arm.fx"),
        ({"inputs": [3]}, sn.MechanismError, "3 is not a name"),
        ({"outputs": "arm.angel"}, sn.NameNotFound, "arm.angle"),
        ({"outputs": "A.reaction"}, sn.NameNotFound, "several numbers"),
        ({"outputs": "energy.balance"}, sn.UnsupportedError, "not a function of the state"),
        ({"times": [0.1]}, sn.MechanismError, "at= is none"),
        ({"at": ([0.0, 0.0, 0.0], [0.0, 0.0, 1.0])}, sn.MechanismError, "revolute 'A' is"),
        ({"independent": ["arm.vx"]}, sn.UnsupportedError, "cannot be independent"),
        ({"outptus": "A"}, sn.MechanismError, "did you mean 'outputs'"),
    ],
)
def test_errors(words: dict[str, Any], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        sn.linearize(pendulum(), **words)


def test_reactions_are_outputs_without_inputs() -> None:
    """Of a hanging pendulum, m g and −m g cos of the angle have no slope; sideways the reaction follows the angle."""
    x = sn.linearize(pendulum(mass=2.0), at={"A.angle": "-90 deg"}, outputs=["A.fx", "A.fy"])
    alpha = -1.5 * G
    np.testing.assert_allclose(x.C[:, 0], [2.0 * 0.5 * alpha, 0.0], atol=1e-8)


def test_euler_rates_have_no_derivatives_of_their_own() -> None:
    F = bind(top(), "spatial_euler")
    with pytest.raises(sn.UnsupportedError, match="no derivatives"):
        sn.derivatives(F)


def test_forces_that_are_not_finite() -> None:
    m = pendulum()
    m.force("own", "arm", function=lambda t, q, v: [float("nan") if float(q[2]) > -9.0 else 0.0, 0.0, 0.0])
    with pytest.raises(sn.SnodoError):
        sn.linearize(m)


def test_rows_that_have_no_value_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which velocities meet in a row is not known then: all pairs are evaluated, with the same result."""
    wanted, F = sn.linearize(four_bar()).A.array, bind(four_bar())
    q, jacobian = sn.assemble(F).q, F.jacobian

    def only_near(at: np.ndarray, *more: Any, **options: Any) -> Any:
        if np.abs(np.asarray(at) - q).max() > 0.18:
            raise sn.RunError("no value")
        return jacobian(at, *more, **options)

    monkeypatch.setattr(F, "jacobian", only_near)
    np.testing.assert_allclose(sn.linearize(F).A, wanted, atol=1e-9)


def test_differences_of_functions_with_a_border() -> None:
    """Where a function has no value beyond a border, shorter steps are used."""

    def f(x: float) -> np.ndarray:
        if x > 0.01:
            raise sn.RunError("no value")
        return np.array([np.exp(x)])

    np.testing.assert_allclose(derivative(f), 1.0, rtol=1e-10)


def test_nothing_is_left_free() -> None:
    m = pendulum()
    m.driver("motor", joint="A", speed=1.0)
    for analysis in (sn.linearize, sn.modes, sn.equilibrium):
        with pytest.raises(sn.UnsupportedError, match="no degree of freedom left"):
            analysis(m)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_sleigh(formulation: str) -> None:
    """Chaplygin's sleigh that slides straight on: m a V/(I + m a²) brings it back."""
    x = sn.linearize(sleigh(), at={"sleigh.vx": 2.0, "sleigh.omega": 0.0}, formulation=formulation)
    assert (len(x.coordinates.p), len(x.coordinates.u)) == (3, 2)
    np.testing.assert_allclose(x.eigenvalues, [-0.6 / 0.59, 0, 0, 0, 0], rtol=1e-10)


def test_nothing_moves() -> None:
    m = sn.Mechanism("fixed", gravity=(0, -G))
    m.body("b", mass=1.0, inertia=1.0)
    m.fixed("F", "ground", "b", at=(0, 0))
    with pytest.raises(sn.UnsupportedError, match="nothing"):
        sn.linearize(m, formulation="tree")
