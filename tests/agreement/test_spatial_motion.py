"""One mechanism, several formulations: motion and reactions in absolute coordinates against the tree and the plane."""

from __future__ import annotations

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn

WORDS = ("spatial", "spatial_euler")
TIGHT = {"tolerance": 1e-12, "output": 0.1}


def four_bar() -> sn.Mechanism:
    """Planar, heavy, driven by a spring and a torque from a start with speed; many turns of nothing are counted."""
    m = mechanisms.four_bar()
    m.joints["D"].reference = 0.2
    m.torsional_spring("winding", "D", stiffness=2.0, damping=0.05, angle=0.1)
    m.torque("motor", "0.3 * cos(t)", joint="A")
    m.spring("s", "ground", "coupler", (0.2, 0.6), "C", stiffness=10.0, damping=0.3)
    m.initial = {"A.speed": 12.0}
    return m


def slider_crank() -> sn.Mechanism:
    """In space: crank about x, rod between a spherical and a universal joint, slider along x (after Haug 1989, 9.6)."""
    m = mechanisms.spatial_slider_crank()
    m.joint_force("load", "-3 * sin(5 * t)", "rail")
    m.friction("f", "rail", viscous=0.5)
    m.initial = {"A.speed": 6.0}
    return m


@pytest.mark.parametrize("word", WORDS)
def test_four_bar_on_three_formulations(word: str) -> None:
    """The start is the same to rounding; in five seconds deviations grow ten-thousandfold."""
    m = four_bar()
    spatial, planar = (sn.simulate(m, 5.0, formulation=f, tolerance=1e-13, output=0.1) for f in (word, "planar"))
    assert spatial.quality().verdict == "good"
    for name in planar.names():
        if not name.endswith((".reaction", ".balance")):
            assert np.allclose(spatial[name].values, planar[name].values, rtol=1e-8, atol=1e-8), name
    for axes in ("world", "parent", "child"):
        for joint in m.joints:
            for applied in (False, True):
                mine, theirs = (r.reaction(joint, axes=axes, applied=applied).values for r in (spatial, planar))
                assert np.allclose(mine, theirs, rtol=0, atol=1e-8 * (1 + np.abs(theirs).max())), joint


@pytest.mark.parametrize("word", WORDS)
def test_slider_crank_in_space(word: str) -> None:
    m = slider_crank()
    spatial, tree = (sn.simulate(m, 5.0, formulation=f, **TIGHT) for f in (word, "tree"))
    assert spatial.quality().verdict == "good"
    for body in m.bodies:
        for what in ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"):
            mine, theirs = (getattr(r, what)(body).values for r in (spatial, tree))
            assert np.allclose(mine, theirs, rtol=1e-7, atol=1e-7), (body, what)
    for joint in m.joints:
        mine, theirs = (r.reaction(joint).values for r in (spatial, tree))
        assert np.allclose(mine, theirs, rtol=1e-7, atol=1e-7), joint
    for series in ("A.angle", "rail.displacement", "f.power", "load.force", "energy.total"):
        assert np.allclose(spatial[series].values, tree[series].values, rtol=1e-8, atol=1e-8), series


def test_angles_count_their_turns() -> None:
    """A gear and a spring wound up over many turns, against the tree, whose coordinates count by themselves."""
    m = sn.Mechanism("wheels", dimension=3, gravity=(0, 0, 0))
    m.disc("one", 0.1, (0, 0, 0), mass=1.0, thickness=0.02)
    m.disc("two", 0.2, (0.3, 0, 0), mass=2.0, thickness=0.02)
    m.revolute("A", "ground", "one", at=(0, 0, 0), axis="z")
    m.revolute("B", "ground", "two", at=(0.3, 0, 0), axis="z")
    m.gear("g", "A", "B", teeth=(1, 2))
    m.torsional_spring("spring", "B", stiffness=1e-3)
    m.initial = {"A.speed": 30.0}
    spatial, tree = (sn.simulate(m, 3.0, formulation=f, **TIGHT) for f in ("spatial", "tree"))
    assert spatial["A.angle"].values[-1] > 4 * 2 * np.pi
    for series in ("A.angle", "B.angle", "spring.force", "energy.elastic"):
        assert np.allclose(spatial[series].values, tree[series].values, rtol=1e-8, atol=1e-8), series


def test_saved_loaded_and_pickled(tmp_path) -> None:
    import pickle

    result = sn.simulate(slider_crank(), 0.2, formulation="spatial_euler", output=0.05)
    again = sn.Result.load(result.save(tmp_path / "run.nc"))
    assert again.info["formulation"] == "spatial_euler"
    assert np.allclose(again["A.angle"].values, result["A.angle"].values)
    other = pickle.loads(pickle.dumps(result.formulation))
    assert other.coordinate_names == result.formulation.coordinate_names


@pytest.mark.parametrize("method", ["augmented", "baumgarte"])
@pytest.mark.parametrize("word", WORDS)
def test_other_methods(word: str, method: str) -> None:
    result = sn.simulate(slider_crank(), 0.5, formulation=word, method=method, tolerance=1e-10, output=0.1)
    reference = sn.simulate(slider_crank(), 0.5, formulation=word, tolerance=1e-12, output=0.1)
    assert np.allclose(result.position("slider").values, reference.position("slider").values, atol=1e-7)
