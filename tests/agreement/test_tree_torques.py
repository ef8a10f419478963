"""Torques through welds: reactions of the tree against absolute coordinates, whatever brings the torque in."""

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.tree.tree import Tree

RUN = {"integrator": sn.DOP853(rtol=1e-10), "output": 0.05, "progress": False}
LOADS = {
    "torque": lambda m: m.torque("f", 1.1, joint="B"),
    "driver": lambda m: m.driver("f", joint="A", speed=2.0),
    "coupler": lambda m: m.coupler("f", {"A": 1.0, "D": -0.8}),
    "body angle": lambda m: m.driver("f", body="a2", speed=2.0),
    "constraint": lambda m: m.constraint("f", "a1", formula="a1.angle - 0.982793723247329 - t"),
    "spring": lambda m: m.torsional_spring("f", "C", stiffness=3.0, damping=0.1, angle=0.2),
}


def welded_four_bar():
    """A four-bar whose links are two bars each, welded together."""
    m = sn.Mechanism("welded four-bar", gravity=(0, -9.81))
    places = {
        "A": (0, 0),
        "K": (0.05, 0.075),
        "B": (0.1, 0.15),
        "H": (0.3, 0.25),
        "C": (0.45, 0.3),
        "L": (0.48, 0.1),
        "D": (0.5, 0),
    }
    m.add_points(**places)
    for name, ends in {"a1": "AK", "a2": "KB", "b1": "BH", "b2": "HC", "c1": "CL", "c2": "LD"}.items():
        m.bar(name, *ends, mass=0.7)
    for pin, bodies in {"A": ("ground", "a1"), "B": ("a2", "b1"), "C": ("b2", "c1"), "D": ("ground", "c2")}.items():
        m.revolute(pin, *bodies)
    for weld, bodies in {"K": ("a1", "a2"), "H": ("b1", "b2"), "L": ("c2", "c1")}.items():
        m.fixed(weld, *bodies)
    return m


@pytest.mark.parametrize("cut", [[], ["A"], ["B"], ["C"], ["K"], ["H"]], ids=str)
@pytest.mark.parametrize("load", LOADS)
def test_reactions_through_welds(load, cut):
    m = welded_four_bar()
    LOADS[load](m)
    planar = sn.simulate(m, 0.2, formulation="planar", **RUN)
    tree = sn.simulate(Tree(m, cut=cut), 0.2, **RUN)
    for name in m.joints:
        for axes in ("world", "parent", "child"):
            there, here = (r.reaction(name, axes=axes).values for r in (planar, tree))
            np.testing.assert_allclose(here, there, atol=1e-6 * max(1.0, np.abs(there).max()), err_msg=name)
        there, here = (r.reaction(name, applied=True).values for r in (planar, tree))
        np.testing.assert_allclose(here, there, atol=1e-6 * max(1.0, np.abs(there).max()), err_msg=name)
    if load in ("driver", "body angle", "constraint"):
        there, here = (r.reaction("f").values for r in (planar, tree))
        np.testing.assert_allclose(here, there, atol=1e-6 * max(1.0, np.abs(there).max()))


@pytest.mark.parametrize("free", [False, True])
def test_a_planar_loop_that_lies_askew_in_space(free):
    """Rows that say nothing are rounding there; they must not count."""
    c, s = np.cos(0.5), np.sin(0.5)
    R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    m = sn.Mechanism("askew", dimension=3, gravity=(0, 0, -9.81))
    for name, place in {"A": (0, 0, 0), "B": (0.1, 0, 0.3), "C": (0.33, 0, 0.25), "D": (0.23, 0, 0)}.items():
        m.point(name, *(R @ np.array(place, float)))
    for name, ends in (("l1", "AB"), ("l3", "BC"), ("l2", "CD"), ("base", "AD")):
        m.cylinder(name, *ends, 0.01, mass=1.0)
    m.free("F", "ground", "base", at="A") if free else m.fixed("F", "ground", "base", at="A")
    for name, parent, child in (("A", "base", "l1"), ("B", "l1", "l3"), ("C", "l3", "l2"), ("D", "base", "l2")):
        m.revolute(name, parent, child, axis=tuple(R @ np.array([0, 1.0, 0])))
    m.torque("drive", 0.1, joint="A")
    assert sn.mobility(m).degrees_of_freedom == (7 if free else 1)
    assert len(sn.mobility(m).redundant) == 3
    result = sn.simulate(m, 0.1, progress=False)
    assert result.quality().verdict == "good"
    assert len(result.info["redundant_rows"]) == 3


def test_a_named_cut_travels_with_file_and_result(tmp_path):
    m = welded_four_bar()
    m.run.cut = ("C",)
    sn.save(m, tmp_path / "cut.yaml")
    again = sn.load(tmp_path / "cut.yaml")
    assert again.run.cut == ("C",)
    result = sn.simulate(again, 0.1, formulation="tree", progress=False)
    assert result.formulation.cut_joints == ["C"]
    result.save(tmp_path / "run.nc")
    loaded = sn.Result.load(tmp_path / "run.nc")
    assert loaded.formulation.cut_joints == ["C"]
    np.testing.assert_allclose(loaded["C.angle"], result["C.angle"])
