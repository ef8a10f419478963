from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn


@pytest.fixture(scope="module")
def result() -> sn.Result:
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    m.bar("crank", "A", "B", mass=0.5)
    m.bar("coupler", "B", "C", mass=1.2)
    m.body("rocker", mass=0.9, inertia=0.01, com=(0.1, 0.02), at="D", angle=1.7)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "rocker", "ground")
    m.frame("tip", "coupler", at=(0.3, 0.4))
    m.torsional_spring("twist", "D", stiffness=3, damping=0.1)
    m.driver("motor", joint="A", speed=2.0)
    return sn.simulate(m, 0.5, output=1e-3, integrator=sn.DOP853(rtol=1e-11), progress=False)


def derivative(x: np.ndarray, h: float) -> np.ndarray:
    """Sixth order, without the three rows at each end."""
    k = np.arange(3, x.shape[0] - 3)
    return sum(w * (x[k + s] - x[k - s]) for s, w in {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}.items()) / h


@pytest.mark.parametrize("name", ["coupler", "rocker", "rocker.com", "tip", "B", "C"])
def test_velocity_and_acceleration_are_derivatives(result: sn.Result, name: str) -> None:
    h = 1e-3
    velocity, acceleration = result.velocity(name).values, result.acceleration(name).values
    np.testing.assert_allclose(velocity[3:-3], derivative(result.position(name).values, h), atol=1e-8)
    np.testing.assert_allclose(acceleration[3:-3], derivative(velocity, h), atol=1e-6)


@pytest.mark.parametrize(
    ("value", "rate"),
    [
        ("A.angle", "A.speed"),
        ("D.angle", "D.speed"),
        ("D.speed", "D.acceleration"),
        ("rocker.angle", "rocker.omega"),
        ("coupler.omega", "coupler.alpha"),
        ("tip.x", "tip.vx"),
        ("motor.work", "motor.power"),
        ("twist.work", "twist.power"),
    ],
)
def test_series_are_derivatives_of_one_another(result: sn.Result, value: str, rate: str) -> None:
    np.testing.assert_allclose(result[rate].values[3:-3], derivative(result[value].values, 1e-3), atol=1e-6)


def test_every_name_gives_a_series(result: sn.Result) -> None:
    for name in result.names():
        series = result[name]
        assert series.shape[0] == result.time.size
        assert np.isfinite(series.values).all(), name
        assert series.attrs["units"]


def test_energy_balance_closes(result: sn.Result) -> None:
    assert np.abs(result["energy.balance"].values).max() < 1e-9
    assert result.quality().verdict == "good"


def test_reactions_in_other_axes_are_turned(result: sn.Result) -> None:
    world = result.reaction("C").values
    for axes, body in (("parent", "coupler"), ("child", "rocker")):
        phi = result[f"{body}.angle"].values
        turned = result.reaction("C", axes=axes).values
        back = (turned[:, 0] + 1j * turned[:, 1]) * np.exp(1j * phi)
        np.testing.assert_allclose(back, world[:, 0] + 1j * world[:, 1], atol=1e-12)
    with pytest.raises(KeyError, match="axes 'body'"):
        result.reaction("C", axes="body")


def test_a_joint_whose_child_is_the_ground(result: sn.Result) -> None:
    """The reaction of D acts on the ground: the opposite acts on the rocker, beside C."""
    g, m = np.array([0, -9.81]), 0.9
    force = result.reaction("C").values[:, :2] - result.reaction("D").values[:, :2] + m * g
    np.testing.assert_allclose(force, m * result.acceleration("rocker.com").values, atol=1e-8)


def test_the_wrench_on_each_of_the_bodies(result: sn.Result) -> None:
    on_child, on_parent = (result.reaction("C", body=b).values for b in ("rocker", "coupler"))
    np.testing.assert_allclose(on_child[:, :2], -on_parent[:, :2], atol=1e-12)
    np.testing.assert_allclose(result.reaction("motor").values[:, 2], result.effort("motor").values, atol=1e-12)
    np.testing.assert_allclose(result.reaction("motor", body="ground").values[:, 2], -result.effort("motor").values)


def test_a_driver_of_a_joint_whose_child_is_the_ground() -> None:
    m = sn.Mechanism("arm", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "arm", "ground", at=(0, 0))
    m.driver("motor", joint="A", speed=1.0)
    result = sn.simulate(m, 0.1, progress=False)
    np.testing.assert_allclose(result.reaction("motor").values[0], [0, 0, -4.905], atol=1e-9)


@pytest.mark.parametrize("ask", ["reaction", "position", "effort"])
def test_unknown_names_are_answered(result: sn.Result, ask: str) -> None:
    with pytest.raises(sn.NameNotFound):
        getattr(result, ask)("nobody")


def test_unknown_bodies_of_a_reaction_are_answered(result: sn.Result) -> None:
    with pytest.raises(sn.NameNotFound, match=r"there is no body 'roker'\s.*did you mean 'rocker'"):
        result.reaction("C", body="roker")
    with pytest.raises(sn.NameNotFound, match="does not act on"):
        result.reaction("A", body="rocker")


def test_unknown_series_are_answered(result: sn.Result) -> None:
    with pytest.raises(sn.NameNotFound, match="did you mean"):
        result["A.angel"]


def test_saved_and_loaded(result: sn.Result, tmp_path: object) -> None:
    path = result.save(f"{tmp_path}/run.nc")
    again = sn.Result.load(path)
    for name in ("C.reaction", "rocker.ax", "energy.total", "motor.effort"):
        np.testing.assert_array_equal(again[name].values, result[name].values)


def test_output_times_are_those_asked_for_and_the_run_starts_at_zero() -> None:
    """An array that begins later used to start the motion later."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    whole = sn.simulate(m, output=[0.0, 0.5, 1.0], progress=False)
    late = sn.simulate(m, output=[0.5, 1.0], progress=False)
    np.testing.assert_allclose(late["A.angle"], whole["A.angle"][1:], atol=1e-7)
    for times in ([], [0.0, np.nan], [1.0, 0.5], [-1.0, 1.0]):
        with pytest.raises(sn.SnodoError, match="times"):
            sn.simulate(m, output=times, progress=False)


def test_the_energy_balance_starts_with_the_first_row() -> None:
    """Works are counted from t = 0, the first row may be later."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.friction("bearing", "A", viscous=0.5)
    result = sn.simulate(m, output=[1.0, 1.5, 2.0], progress=False)
    assert abs(float(result["bearing.work"][0])) > 0.1
    assert result.quality().verdict == "good"


def test_a_result_without_rows_or_with_gaps_is_poor() -> None:
    m = sn.Mechanism("disc")
    m.disc("d", 0.1, at=(0, 0), mass=1.0)
    m.force("push", "d", lambda t, q, v: [1.0 / (0.0 if t > 0.2 else 1.0), 0.0, 0.0])
    with pytest.raises(sn.RunError) as caught:
        sn.simulate(m, output=[1.0, 2.0], progress=False)
    assert caught.value.result.time.size == 0
    assert caught.value.result.quality().verdict == "poor"
    whole = sn.simulate(m, 0.1, progress=False)
    whole.found["energy"][3:] = np.nan
    assert whole.quality().verdict == "poor"


def test_what_is_not_stored_is_not_made_up(tmp_path: Path) -> None:
    """A Python constraint cannot be stored, so a loaded result must not answer with a zero reaction."""

    def circle(t: Any, q: Any) -> Any:
        return q[0] ** 2 + q[1] ** 2 - (1.0 if t < 100.0 else 2.0)

    m = sn.Mechanism("bead", gravity=(0, -9.81))
    m.disc("bead", 0.1, at=(1, 0), mass=1.0)
    m.disc("other", 0.1, at=(3, 0), mass=1.0)
    m.constraint("circle", "bead", circle)
    m.driver("hand", body="other", path=(lambda t: 3.0 + t, lambda t: 0.0 * t if t < 5.0 else t))
    result = sn.simulate(m, 0.2, progress=False)
    assert abs(result.reaction("circle", body="bead")).max() > 1.0
    loaded = sn.Result.load(result.save(tmp_path / "bead.nc"))
    with pytest.raises(sn.UnsupportedError, match="not stored"):
        loaded.reaction("circle", body="bead")
    assert loaded.mechanism.drivers["hand"].path[0](1.0) == 4.0


def test_names_are_in_a_result(result: sn.Result) -> None:
    assert "A.angle" in result
    assert "B.reaction" in result
    assert "A.angel" not in result
    assert 3 not in result
    batch = sn.simulate(result.mechanism, 0.1, initial={"B.angle": [0.0, 0.01]}, progress=False)
    assert "A.angle" in batch
    assert "A.angel" not in batch
