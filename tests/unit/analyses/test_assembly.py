from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn


def four_bar(coupler: float = 0.4, crank_angle: float = 1.0, up: bool = True, **lengths: float) -> sn.Mechanism:
    """Crank 0.15, coupler, rocker 0.35, base 0.45; drawn roughly: links hang near where they belong."""
    crank, rocker, base = lengths.get("crank", 0.15), lengths.get("rocker", 0.35), lengths.get("base", 0.45)
    side = 1 if up else -1
    m = sn.Mechanism("four-bar")
    m.body("crank", mass=1, inertia=0.01, at=(0, 0), angle=crank_angle)
    m.body("coupler", mass=1, inertia=0.01, at=(0.05, 0.12 * side), angle=0.4 * side)
    m.body("rocker", mass=1, inertia=0.01, at=(base, 0), angle=1.9 * side)
    m.revolute("A", "ground", "crank", at={"ground": (0, 0), "crank": (0, 0)})
    m.revolute("B", "crank", "coupler", at={"crank": (crank, 0), "coupler": (0, 0)})
    m.revolute("C", "coupler", "rocker", at={"coupler": (coupler, 0), "rocker": (rocker, 0)})
    m.revolute("D", "ground", "rocker", at={"ground": (base, 0), "rocker": (0, 0)})
    return m


def angles_by_trigonometry(crank_angle: float, up: bool, coupler: float = 0.4) -> tuple[float, float]:
    """Angles of coupler and rocker from the cosine rule."""
    B = 0.15 * np.array([np.cos(crank_angle), np.sin(crank_angle)])
    BD = np.array([0.45, 0.0]) - B
    d = np.linalg.norm(BD)
    opening = np.arccos((coupler**2 + d**2 - 0.35**2) / (2 * coupler * d))
    phi = np.arctan2(BD[1], BD[0]) + (opening if up else -opening)
    C = B + coupler * np.array([np.cos(phi), np.sin(phi)])
    return float(phi), float(np.arctan2(C[1], C[0] - 0.45))


# ---------------------------------------------------------------- positions
@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("angle", [0.3, 1.0, 2.5, -1.0])
def test_rough_drawings_close_on_their_own_branch(angle: float, up: bool) -> None:
    F = sn.Planar(four_bar(crank_angle=angle, up=up))
    found = sn.assemble(F, keep=["crank.angle"])
    q = dict(zip(F.coordinate_names, found.q))
    assert np.abs(F.constraints(found.q)).max() < 1e-11
    assert q["crank.angle"] == pytest.approx(angle, abs=1e-10)
    coupler, rocker = angles_by_trigonometry(angle, up)
    assert np.exp(1j * q["coupler.angle"]) == pytest.approx(np.exp(1j * coupler), abs=1e-9)
    assert np.exp(1j * q["rocker.angle"]) == pytest.approx(np.exp(1j * rocker), abs=1e-9)


def test_both_branches_are_told_apart() -> None:
    up, down = (sn.assemble(four_bar(up=side), keep=["crank.angle"]) for side in (True, False))
    assert up.branch != down.branch
    assert set(up.branch) == {"B", "C"}
    assert "bends): B" in str(up)


def test_keep_holds_a_coordinate_and_initial_wants_one() -> None:
    F = sn.Planar(four_bar())
    for name, value in (("crank.angle", 1.4), ("A.angle", 0.2), ("D.angle", -0.1)):
        found = sn.assemble(F, initial={name: value})
        link, _ = F.motion.measured(name)
        assert F.motion.coordinate(link, found.q, found.v)[0] == pytest.approx(value, abs=1e-9)
        assert np.abs(F.constraints(found.q)).max() < 1e-11


def test_initial_takes_units_and_names_mistakes() -> None:
    F = sn.Planar(four_bar())
    assert sn.assemble(F, initial={"crank.angle": "60 deg"}).q[2] == pytest.approx(np.pi / 3)
    with pytest.raises(sn.SnodoError, match=r"crnk"):
        sn.assemble(F, initial={"crnk.angle": 1.0})
    with pytest.raises(sn.SnodoError, match=r"is a speed"):
        sn.assemble(F, keep=["crank.omega"])


def test_a_coupler_too_short_is_told_with_the_gap() -> None:
    """0.15 + 0.02 + 0.05 < 0.45: at best the ends of the links stay 0.23 m apart."""
    with pytest.raises(sn.AssemblyError, match=r"does not close") as caught:
        sn.assemble(four_bar(coupler=0.02, rocker=0.05), tries=3)
    text = str(caught.value)
    assert any(joint in text for joint in ("A", "B", "C", "D"))
    assert "test_assembly.py" in text


def test_the_gap_is_that_of_the_stretched_linkage() -> None:
    """Two bars of 0.3 m between pivots 1 m apart leave 0.4 m open."""
    m = sn.Mechanism("too short")
    m.body("a", mass=1, inertia=1, at=(0, 0), angle=0.3)
    m.body("b", mass=1, inertia=1, at=(1, 0), angle=2.8)
    m.revolute("A", "ground", "a", at={"ground": (0, 0), "a": (0, 0)})
    m.revolute("B", "ground", "b", at={"ground": (1, 0), "b": (0, 0)})
    m.revolute("C", "a", "b", at={"a": (0.3, 0), "b": (0.3, 0)})
    with pytest.raises(sn.AssemblyError, match=r"'C' by 0\.4 m"):
        sn.assemble(m, tries=3)


def test_no_branch_can_reach_a_wanted_angle() -> None:
    """The rocker of this crank-rocker cannot turn to point at the crank's pivot."""
    with pytest.raises(sn.AssemblyError, match=r"wanted"):
        sn.assemble(four_bar(), initial={"rocker.angle": 3.1}, tries=3)


# ---------------------------------------------------------------- velocities
def test_velocities_follow_a_wanted_speed() -> None:
    F = sn.Planar(four_bar())
    found = sn.assemble(F, initial={"crank.omega": 2.0})
    assert np.abs(F.jacobian(found.q) @ found.v).max() < 1e-11
    assert found.v[2] == pytest.approx(2.0)
    h, speeds = 1e-5, []
    for sign in (-1, 1):
        angle = found.q[2] + sign * h * 2.0
        speeds.append(sn.assemble(F, initial={"crank.angle": angle}).q[8])
    assert found.v[8] == pytest.approx((speeds[1] - speeds[0]) / (2 * h), abs=1e-6)


def test_contradicting_speeds_are_named() -> None:
    with pytest.raises(
        sn.AssemblyError, match=r"wanted crank.omega.*wanted A.speed|wanted A.speed.*wanted crank.omega"
    ):
        sn.assemble(four_bar(), initial={"crank.omega": 2.0, "A.speed": 3.0})


def closed_four_bar() -> sn.Mechanism:
    return mechanisms.four_bar(rocker="DC", gravity=False)


def test_contradicting_drivers_are_named() -> None:
    """Crank and rocker driven at unrelated speeds: the positions agree at the start, the velocities do not."""
    m = closed_four_bar()
    m.driver("one", joint="A", speed=1.0)
    m.driver("two", joint="D", speed=5.0)
    with pytest.raises(sn.AssemblyError, match=r"contradict") as caught:
        sn.assemble(m)
    assert "one.angle" in str(caught.value)
    assert "two.angle" in str(caught.value)


def test_drivers_that_contradict_in_position_are_named() -> None:
    m = closed_four_bar()
    m.driver("one", joint="A", angle=sn.Constant(0.0))
    m.driver("two", joint="D", angle=sn.Constant(0.3))
    with pytest.raises(sn.AssemblyError, match=r"driver 'two' by 0\.\d+ rad"):
        sn.assemble(m, tries=2)


def test_contradicting_drivers_of_one_joint_are_refused_at_once() -> None:
    m = four_bar()
    m.driver("one", joint="A", speed=1.0)
    m.driver("two", joint="A", speed=2.0)
    with pytest.raises(sn.MechanismError, match=r"both drive 'A'"):
        sn.assemble(m)


def test_an_initial_value_must_agree_with_the_driver() -> None:
    """It used to be ignored in silence."""
    m = four_bar()
    m.driver("motor", joint="A", speed=1.0)
    with pytest.raises(sn.MechanismError, match=r"A.angle = 0.5 .*driver 'motor' starts it at 0"):
        sn.assemble(m, initial={"A.angle": 0.5})
    m.initial["A.angle"] = 0.5
    assert sn.assemble(m).q[2] == pytest.approx(1.5)


def test_other_coordinates_of_a_driven_body_may_be_wanted() -> None:
    m = sn.Mechanism("free")
    m.body("b", mass=1, inertia=1, at=(0, 0))
    m.driver("turn", body="b", angle=sn.Ramp(0.0, 2.0))
    assert sn.assemble(m, initial={"b.x": 0.3}).q[0] == pytest.approx(0.3)


@pytest.mark.parametrize("angle", [sn.Formula("sqrt(t - 1)"), sn.Formula("sqrt(t)"), lambda t: float("nan")])
def test_a_driver_without_a_finite_start_is_named(angle: Any) -> None:
    m = four_bar()
    m.driver("motor", joint="A", angle=angle)
    with pytest.raises(sn.SnodoError, match=r"motor"):
        sn.assemble(m)


def test_angles_are_counted_as_the_user_counts_them() -> None:
    """200 deg is not −160 deg: neither for a body, nor for its driver, nor for a bar with a driver."""
    for describe in (
        lambda m: m.body("b", mass=1, inertia=1, at=(0, 0), angle="200 deg"),
        lambda m: m.bar("b", (0, 0), (np.cos(np.radians(200)), np.sin(np.radians(200))), mass=1),
    ):
        m = sn.Mechanism("turned")
        describe(m)
        m.revolute("A", "ground", "b", at=(0, 0))
        m.driver("motor", body="b", angle=sn.Ramp(np.radians(200), 1.0))
        found = sn.assemble(m)
        assert found.iterations == 0
        assert found.q[2] == pytest.approx(np.radians(200))


# ---------------------------------------------------------------- corners
def test_a_free_body_is_assembled_as_drawn() -> None:
    m = sn.Mechanism("free", gravity=(0, -9.81))
    m.body("b", mass=1, inertia=1, at=(1, 2), angle=0.3)
    found = sn.assemble(m, initial={"b.vx": 2.0, "b.omega": -1.0})
    np.testing.assert_allclose(found.q, [1, 2, 0.3])
    np.testing.assert_allclose(found.v, [2, 0, -1])
    result = sn.simulate(m, 1.0, initial={"b.vx": 2.0, "b.omega": -1.0}, progress=False)
    np.testing.assert_allclose(result.q[-1], [3, 2 - 9.81 / 2, -0.7], atol=1e-9)


def test_a_structure_without_freedom_stands_still() -> None:
    m = sn.Mechanism("truss", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0), C=(0.5, 0.8))
    m.bar("left", "A", "C", mass=1)
    m.bar("right", "B", "C", mass=1)
    m.revolute("A", "ground", "left")
    m.revolute("B", "ground", "right")
    m.revolute("C", "left", "right")
    assert sn.mobility(m).degrees_of_freedom == 0
    result = sn.simulate(m, 1.0, progress=False)
    assert np.abs(result.q - result.q[0]).max() < 1e-12
    np.testing.assert_allclose(result.reaction("A").values[:, 1] + result.reaction("B").values[:, 1], 2 * 9.81)


@pytest.mark.parametrize("size", [1e-9, 1e-3, 1.0, 1e9])
def test_wanted_speeds_in_mechanisms_of_any_size(size: float) -> None:
    m = sn.Mechanism("pendulum")
    m.add_points(A=(0, 0), B=(size, 0))
    m.bar("arm", "A", "B", mass=1e10 * size**2)
    m.revolute("A", "ground", "arm")
    found = sn.assemble(m, initial={"A.speed": 2.0})
    np.testing.assert_allclose(found.v, [0.0, size, 2.0], rtol=1e-12, atol=1e-12 * size)
