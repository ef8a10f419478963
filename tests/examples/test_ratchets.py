"""Ratchets: free forward, back only to the tooth passed last; against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")
TOOTH = 2 * np.pi / 24


def wheel(torque: str, **ratchet) -> sn.Mechanism:
    m = sn.Mechanism("wheel", gravity=(0, 0))
    m.add_points(D=(0, 0))
    m.body("w", mass=1.0, inertia=0.5, at="D")
    m.revolute("D", "ground", "w")
    m.torque("motor", torque, joint="D")
    m.ratchet("r", "D", **{"teeth": 24, **ratchet})
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_wheel_turns_back_freely_to_the_tooth_it_has_passed_and_stops_there(formulation, sign):
    """θ = 2 t − t²: it passes floor(θ_max/pitch) teeth at the roots, turns at t = 1 s, and falls back on the last."""
    m = wheel(f"{-sign} N m", turns="forward" if sign > 0 else "backward")
    result = sn.simulate(m, 3.0, formulation=formulation, initial={"D.speed": 2.0 * sign}, tolerance=1e-11)
    clicks = result.events.times("r", "tooth")
    passed = np.arange(1, int(1.0 / TOOTH) + 1) * TOOTH
    assert clicks == pytest.approx(1.0 - np.sqrt(1.0 - passed), abs=1e-10)
    back = 1.0 + np.sqrt(1.0 - passed[-1])
    impact = result.events.named("r", "impact")
    assert [x.time for x in impact] == pytest.approx([back], abs=1e-10)
    assert impact[0].impulse == pytest.approx(0.5 * 2.0 * (back - 1.0), abs=1e-9)
    assert sign * float(result["D.angle"][-1]) == pytest.approx(passed[-1], abs=1e-12)
    assert float(result["r.force"][-1]) == pytest.approx(1.0, abs=1e-11)
    assert np.abs(result["energy.balance"].values).max() < 1e-9


def test_it_starts_on_a_tooth_or_behind_one():
    held = sn.simulate(wheel("-1 N m"), 0.5, tolerance=1e-10)
    assert np.abs(held["D.angle"].values).max() < 1e-14
    between = sn.simulate(wheel("-1 N m"), 2.0, initial={"D.angle": 2.5 * TOOTH}, tolerance=1e-10)
    assert float(between["D.angle"][-1]) == pytest.approx(2 * TOOTH, abs=1e-12)
    assert between.events.named("r", "impact")[0].time == pytest.approx(np.sqrt(0.5 * TOOTH), abs=1e-10)


def test_a_drive_to_and_fro_winds_it_up_tooth_by_tooth():
    """A torque 20 cos 8t: it never turns back beyond a tooth that it has passed."""
    m = wheel("20*cos(8*t)", restitution=0.2)
    result = sn.simulate(m, 4.0, tolerance=1e-10)
    angle = result["D.angle"].values
    teeth = np.floor(np.maximum.accumulate(angle) / TOOTH + 1e-9) * TOOTH
    assert (angle > teeth - 1e-9).all()
    assert angle[-1] > 10 * TOOTH
    assert len(result.events.named("r", "impact")) >= 2


def test_a_jack_slides_and_is_held():
    m = sn.Mechanism("jack", gravity=(0, -9.81))
    m.add_points(S=(0, 0))
    m.body("b", mass=2.0, inertia=1.0, at="S")
    m.prismatic("S", "ground", "b", axis="y", at="S")
    m.ratchet("pawl", "S", pitch="10 mm")
    result = sn.simulate(m, 1.0, initial={"S.speed": 1.0}, tolerance=1e-10)
    top = 1.0 / (2 * 9.81)
    assert float(result["S.displacement"][-1]) == pytest.approx(np.floor(top / 0.01) * 0.01, abs=1e-12)
    assert float(result["pawl.force"][-1]) == pytest.approx(2.0 * 9.81, abs=1e-9)


def test_mistakes_with_ratchets_are_named_and_its_words_are_kept(tmp_path):
    for words, told in (
        ({"teeth": None}, "teeth is None"),
        ({"teeth": 2.5}, "give a whole number"),
        ({"pitch": "5 mm"}, "has pitch"),
        ({"restitution": 2.0}, "restitution is 2"),
    ):
        with pytest.raises(sn.MechanismError, match=told):
            wheel("1", **words).check()
    m = wheel("1")
    sn.save(m, tmp_path / "m.yaml")
    assert sn.load(tmp_path / "m.yaml").forces["r"] == m.forces["r"]
    assert any("r holds D at teeth 0.2618 rad apart" in words for words in sn.doctor(m).switches)
    m.driver("d", joint="D", speed=1.0)
    with pytest.raises(sn.MechanismError, match="imposes the motion"):
        m.check()
