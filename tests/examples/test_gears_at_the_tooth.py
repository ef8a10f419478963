"""Gears, racks and belts whose bearings carry the forces of teeth and belts (MACHINES section 8, E16)."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")
RADIAL = 181.985117133101
HELICAL = (188.404856957039, 133.974596215561)


def wheels(dimension: int, load: float = 0.0, angle: float = 0.0) -> sn.Mechanism:
    """Two wheels of 0.1 and 0.3 m on the ground, with 50 N m on the first one."""
    m = sn.Mechanism("stage", dimension=dimension, gravity=(0,) * dimension)
    third = (0,) * (dimension - 2)
    axis = {} if dimension == 2 else {"axis": "z"}
    at = (0.4 * np.cos(angle), 0.4 * np.sin(angle), *third)
    for k, (place, J) in enumerate((((0, 0, *third), 0.01), (at, 0.09))):
        m.body(f"w{k}", mass=2.0, inertia=J if dimension == 2 else (J, J, J), at=place)
        m.revolute("AB"[k], "ground", f"w{k}", at=place, **axis)
    m.torque("drive", "50 N m", joint="A")
    m.torque("load", load, joint="B")
    return m


# ---------------------------------------------------------------- E16
@pytest.mark.parametrize(
    ("dimension", "formulation"), [(2, "planar"), (2, "tree"), (2, "spatial"), (3, "tree"), (3, "spatial")]
)
def test_bearings_of_a_spur_gear_carry_tangential_and_radial_force(dimension, formulation):
    """50 N m on 0.1 m held by 150 N m on 0.3 m: F_t = 500 N, F_r = F_t tan 20°."""
    m = wheels(dimension, load=150.0)
    m.gear("stage", "A", "B", teeth=(20, 60), pressure_angle="20 deg")
    result = sn.simulate(m, 0.1, formulation=formulation, tolerance=1e-12)
    assert np.abs(result["stage.tangential"].values + 500.0).max() < 1e-9
    assert np.abs(result["stage.radial"].values - RADIAL).max() < 1e-9
    A, B = result.reaction("A").values[-1], result.reaction("B").values[-1]
    assert np.abs(A[:2] - [RADIAL, 500.0]).max() < 1e-10 * 500
    assert np.abs(B[:2] + np.array([RADIAL, 500.0])).max() < 1e-10 * 500
    assert np.abs(result["A.speed"].values).max() < 1e-11
    assert not result.quality().remark


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
@pytest.mark.parametrize(("hand", "sign"), [("right", -1.0), ("left", 1.0)])
def test_bearings_of_a_helical_gear_carry_thrust(hand, sign, formulation):
    """A right-hand driver that turns forward is pushed along its axis: its bearing holds it back."""
    m = wheels(3, load=150.0)
    m.gear("stage", "A", "B", teeth=(20, 60), pressure_angle="20 deg", helix="15 deg", hand=hand)
    result = sn.simulate(m, 0.1, formulation=formulation, tolerance=1e-12)
    radial, axial = HELICAL
    A, B = result.reaction("A").values[-1], result.reaction("B").values[-1]
    assert np.abs(A[:3] - [radial, 500.0, sign * axial]).max() < 1e-9
    assert np.abs(B[:3] + A[:3]).max() < 1e-9
    assert A[4] == pytest.approx(-sign * axial * 0.1, abs=1e-9)
    assert float(result["stage.axial"][-1]) == pytest.approx(-sign * axial, abs=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("internal", [False, True])
@pytest.mark.parametrize("angle", [0.0, 0.7])
def test_the_motion_is_that_of_the_ratio(formulation, internal, angle):
    runs = []
    for words in ({"pressure_angle": "25 deg"}, {}):
        m = wheels(2, angle=angle)
        m.gear("stage", "A", "B", teeth=(20, 60), internal=internal, **words)
        runs.append(sn.simulate(m, 0.2, formulation=formulation, tolerance=1e-12))
    for word in ("A.speed", "B.speed", "A.acceleration"):
        assert np.abs(runs[0][word].values - runs[1][word].values).max() < 1e-9
    # the tooth force accelerates the second wheel
    r = 0.3 if not internal else 0.6
    force = np.abs(runs[0]["stage.tangential"].values)
    assert np.abs(force - 0.09 * np.abs(runs[0]["B.acceleration"].values) / r).max() < 1e-9
    assert runs[0].quality().verdict == "good"
    # forces in the bearings: along the tangent, and apart along the line of centres
    towards = np.array([np.cos(angle), np.sin(angle)]) * (-1.0 if internal else 1.0)
    A = runs[0].reaction("A").values[-1][:2]
    assert A @ towards == pytest.approx(force[-1] * np.tan(np.deg2rad(25)), abs=1e-9)
    assert abs(A @ [-towards[1], towards[0]]) == pytest.approx(force[-1], abs=1e-9)


def test_planets_on_a_carrier_load_their_bearing_and_not_the_carrier_twice():
    """A planet between a sun and a fixed ring: its pin carries both tooth forces, 2 F_t."""
    m = sn.Mechanism("planetary", gravity=(0, 0))
    m.body("carrier", mass=1.0, inertia=0.02)
    m.body("sun", mass=1.0, inertia=0.001)
    m.body("planet", mass=0.5, inertia=0.0005, at=(0.06, 0))
    m.body("ring", mass=2.0, inertia=0.02)
    m.revolute("C", "ground", "carrier", at=(0, 0))
    m.revolute("S", "carrier", "sun", at=(0, 0))
    m.revolute("P", "carrier", "planet", at=(0.06, 0))
    m.revolute("R", "carrier", "ring", at=(0, 0))
    m.gear("sp", "S", "P", teeth=(20, 20), pressure_angle="20 deg")
    m.gear("pr", "P", "R", teeth=(20, 60), internal=True, pressure_angle="20 deg")
    m.fixed("hold", "ground", "ring", at=(0, 0))
    m.torque("drive", "3 N m", body="sun")
    m.driver("slow", joint="C", speed="0 rad/s")
    result = sn.simulate(m, 0.02, formulation="planar", tolerance=1e-11)
    force = 3.0 / 0.03
    assert float(np.abs(result["sp.tangential"][-1])) == pytest.approx(force, rel=1e-9)
    assert float(np.abs(result["pr.tangential"][-1])) == pytest.approx(force, rel=1e-9)
    pin = result.reaction("P").values[-1]
    assert abs(pin[1]) == pytest.approx(2 * force, rel=1e-9)
    assert pin[0] == pytest.approx(0.0, abs=1e-7)
    assert float(result["slow.effort"][-1]) == pytest.approx(-2 * force * 0.06, rel=1e-9)


# ---------------------------------------------------------------- racks
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("radius", [0.05, -0.05])
def test_a_rack_carries_the_tooth_force_at_the_pitch_point(formulation, radius):
    m = sn.Mechanism("rack", gravity=(0, 0))
    m.body("pinion", mass=1.0, inertia=0.002)
    m.body("rack", mass=4.0, inertia=0.3, at=(0.2, -radius))
    m.revolute("A", "ground", "pinion", at=(0, 0))
    m.prismatic("S", "ground", "rack", axis="x", at=(0.2, -radius))
    m.rack_and_pinion("mesh", "A", "S", radius=radius, pressure_angle="20 deg")
    m.torque("drive", "2 N m", joint="A")
    result = sn.simulate(m, 0.1, formulation=formulation, tolerance=1e-12)
    a = 2.0 / (0.002 / radius**2 + 4.0) / radius
    assert np.abs(result["S.acceleration"].values - a).max() < 1e-10
    force = 4.0 * a
    assert np.abs(result["mesh.tangential"].values + force).max() < 1e-9
    side, radial = np.sign(-radius), abs(force) * np.tan(np.deg2rad(20))
    A, S = result.reaction("A").values[0], result.reaction("S").values[0]
    assert np.abs(A[:2] - [force, side * radial]).max() < 1e-9
    # the guide takes the radial force at the pitch point, 0.2 m from its place, and nothing of the tangential one
    assert S[1] == pytest.approx(-side * radial, abs=1e-9)
    assert S[2] == pytest.approx(side * radial * 0.2, abs=1e-9)


# ---------------------------------------------------------------- belts
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("crossed", [False, True])
def test_bearings_carry_the_tensions_of_a_belt_along_its_straight_parts(formulation, crossed):
    r1, r2, a, preload = 0.05, 0.12, 0.4, 800.0
    m = wheels(2, load=0.0)
    m.belt("belt", "A", "B", radii=(r1, r2), preload=preload, crossed=crossed)
    result = sn.simulate(m, 0.1, formulation=formulation, tolerance=1e-12)
    sign = -1.0 if crossed else 1.0
    i = r1 / r2 * sign
    alpha = 50.0 / (0.01 + 0.09 * i**2)
    assert np.abs(result["A.acceleration"].values - alpha).max() < 1e-9 * alpha
    assert np.abs(result["B.acceleration"].values - i * alpha).max() < 1e-9 * alpha
    difference = (50.0 - 0.01 * alpha) / r1
    assert np.abs(result["belt.tension_difference"].values - difference).max() < 1e-8
    upper, lower = preload + difference / 2, preload - difference / 2
    slope = np.arcsin((r1 - sign * r2) / a)
    force = upper * np.array([np.cos(slope), -np.sin(slope)]) + lower * np.array([np.cos(slope), np.sin(slope)])
    assert np.abs(result.reaction("A").values[-1][:2] + force).max() < 1e-8
    assert np.abs(result.reaction("B").values[-1][:2] - force).max() < 1e-8
    assert result.quality().verdict == "good"
    assert not result.quality().remark
    m.constraints["belt"].preload = 5.0
    assert "would push" in sn.simulate(m, 0.1, formulation=formulation).quality().remark


def test_a_belt_without_preload_also_runs_in_a_tree():
    runs = []
    for formulation in ("tree", "planar"):
        m = wheels(2)
        m.belt("belt", "A", "B", radii=(0.05, 0.12))
        runs.append(sn.simulate(m, 0.1, formulation=formulation, tolerance=1e-12))
    assert float(runs[0]["A.speed"][-1]) == pytest.approx(float(runs[1]["A.speed"][-1]), abs=1e-10)
    for joint in "AB":
        assert np.abs(runs[0].reaction(joint).values - runs[1].reaction(joint).values).max() < 1e-8


# ---------------------------------------------------------------- messages
def test_what_cannot_be_is_named():
    m = wheels(2)
    m.gear("stage", "A", "B", teeth=(20, 60), pressure_angle="20 deg")
    with pytest.raises(sn.SnodoError, match="dop853"):
        sn.simulate(m, 0.1, integrator="radau")
    for words, told in (
        ({"helix": "15 deg"}, "no pressure angle"),
        ({"pressure_angle": "100 deg"}, "pressure_angle is"),
        ({"pressure_angle": "20 deg", "helix": "-10 deg"}, "helix is"),
    ):
        m = wheels(2)
        m.gear("stage", "A", "B", teeth=(20, 60), **words)
        with pytest.raises(sn.MechanismError, match=told):
            m.check()
    for radii, words, told in (
        ((0.05, -0.1), {}, "its radii are"),
        ((0.05, 0.1), {"preload": -5.0}, "a belt only pulls"),
        ((0.05,), {}, "give two of each"),
    ):
        m = wheels(2)
        m.belt("belt", "A", "B", radii=radii, **words)
        with pytest.raises(sn.MechanismError, match=told):
            m.check()
    m = wheels(2)
    m.belt("belt", "A", "B", radii=(0.3, 0.3), crossed=True)
    with pytest.raises(sn.SnodoError, match="too near"):
        sn.simulate(m, 0.1, formulation="planar")
    m = wheels(3)
    m.joints["B"].axis = (0, 0, -1)
    m.gear("stage", "A", "B", teeth=(20, 60), pressure_angle="20 deg")
    with pytest.raises(sn.SnodoError, match="not parallel"):
        sn.simulate(m, 0.1, formulation="spatial")


def test_gears_without_a_pressure_angle_say_what_their_reactions_lack():
    m = wheels(2)
    m.gear("stage", "A", "B", teeth=(20, 60))
    result = sn.simulate(m, 0.05)
    assert any("tooth forces" in text for text in result.info["warnings"])
    assert "tooth forces" in result.reaction("A").attrs["lacks"]
