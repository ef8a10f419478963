"""Reactions of wheels in mesh say that they lack the tooth forces; those of other joints do not."""

from __future__ import annotations

import pytest

import snodo as sn


def gearbox(geared: bool = True) -> sn.Mechanism:
    """A pinion of 0.1 m drives a wheel of 0.2 m, on which a torque acts; a rack beside."""
    m = sn.Mechanism("gearbox", gravity=(0, 0))
    m.disc("pinion", 0.1, at=(0, 0), mass=1.0)
    m.disc("wheel", 0.2, at=(0.3, 0), mass=2.0)
    m.bar("arm", (0, 1), (1, 1), mass=1.0)
    m.revolute("A", "ground", "pinion", at=(0, 0))
    m.revolute("B", "ground", "wheel", at=(0.3, 0))
    m.revolute("C", "ground", "arm", at=(0, 1))
    if geared:
        m.gear("mesh", "A", "B", teeth=(0.1, 0.2))
    m.torque("load", 5.0, joint="B")
    return m


def test_the_result_says_which_reactions_lack_tooth_forces(tmp_path) -> None:
    result = sn.simulate(gearbox(), 0.1, progress=False, output=0.05)
    words = "the reactions of A, B do not include the tooth forces of mesh"
    assert [text for text in result.info["warnings"] if text.startswith(words)]
    assert words in str(result)
    for name in ("A", "B"):
        assert result.reaction(name).attrs["lacks"] == "tooth forces of mesh"
        assert result[f"{name}.fx"].attrs["lacks"] == "tooth forces of mesh"
    assert "lacks" not in result.reaction("C").attrs
    assert "lacks" not in result["C.fy"].attrs
    loaded = sn.Result.load(result.save(tmp_path / "run.nc"))
    assert sum(text.startswith(words) for text in loaded.info["warnings"]) == 1
    assert loaded.reaction("A").attrs["lacks"] == "tooth forces of mesh"


def test_what_is_said_is_true() -> None:
    """The torque that the mesh passes on needs a tooth force; the bearings have none of it."""
    result = sn.simulate(gearbox(), 0.1, progress=False, output=0.05)
    torque = 0.5 * 1.0 * 0.1**2 * result["A.acceleration"].values  # only the mesh turns the pinion
    assert abs(torque / 0.1).min() > 1.0  # the tooth force [N]
    assert abs(result["A.fy"].values).max() == pytest.approx(0.0, abs=1e-9)


def test_driven_motion_says_it_too_and_others_do_not() -> None:
    m = gearbox()
    m.driver("motor", joint="A", angle="t")
    m.driver("other", joint="C", angle="t")
    assert "do not include the tooth forces" in str(sn.kinematics(m, 0.1))
    assert sn.simulate(gearbox(geared=False), 0.1, progress=False).info["warnings"] == []
