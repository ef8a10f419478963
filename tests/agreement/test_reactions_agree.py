"""One contract for reactions: planar, tree (wherever it is cut) and spatial answer alike, for each body of a joint."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_tree_loops import TIGHT, pair, spatial_slider_crank, start_of

import snodo as sn
from snodo.formulations.tree.tree import Tree


def four_bar() -> sn.Mechanism:
    """With a spring and torque in its joints, a slot, a rod, a coupler and a joint whose child is the ground."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0), P=(0.2, 0.3), Q=(0.3, 0.1))
    m.bar("crank", "A", "B", mass=0.5)
    m.body("coupler", mass=1.2, inertia=0.02, com=(0.1, 0.03), at="B", angle="20 deg")
    m.body("rocker", mass=0.9, inertia=0.01, com=(0.1, 0.02), at="D", angle=1.7)
    m.bar("flap", "P", "Q", mass=0.3)
    m.body("block", mass=0.2, inertia=0.001, at="P", angle=0.4)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "coupler", "crank")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "rocker", "ground")
    m.prismatic("slide", "coupler", "block", axis=(1, 0.5), at="P")
    m.revolute("P", "block", "flap")
    m.rod("rod", "rocker", "flap", "C", "Q")
    m.coupler("gear", {"P": 1.0, "B": 0.5})
    m.torsional_spring("twist", "D", stiffness=3, damping=0.1)
    m.joint_force("push", 2.0, joint="slide")
    m.driver("motor", joint="A", speed=2.0)
    return m


def assert_alike(results: list[sn.Result], parts: list[str], atol: float) -> None:
    first, *others = results
    m = first.mechanism
    for part in parts:
        joint = m.joints.get(part)
        bodies = [None, joint.parent, joint.child] if joint else [None]
        asked = [
            (body, axes, applied) for body in bodies for axes in ("world", "parent", "child") for applied in (0, 1)
        ]
        for body, axes, applied in asked:
            expected = first.reaction(part, axes=axes, body=body, applied=bool(applied)).values
            for other in others:
                found = other.reaction(part, axes=axes, body=body, applied=bool(applied)).values
                label = f"{part}, body {body}, axes {axes}, {other.info['formulation']} {other.info['cut_joints']}"
                np.testing.assert_allclose(found, expected, atol=atol, rtol=1e-6, err_msg=label)


def test_in_the_plane() -> None:
    m = four_bar()
    bound = [sn.Planar(m), Tree(m), Tree(m, cut=["B"]), Tree(m, cut=["slide", "D"]), sn.Spatial(m)]
    results = [sn.simulate(F, 0.3, **TIGHT) for F in bound]
    assert_alike(results, [*m.joints, *m.constraints, *m.drivers], 1e-6)
    for other in results[1:]:
        for body in ("coupler", "crank", "block", "flap"):
            mine, theirs = (r.reaction("gear", body=body).values for r in (other, results[0]))
            np.testing.assert_allclose(mine, theirs, atol=1e-6)
        on_ground = other.reaction("motor", body="ground").values[:, 2]
        np.testing.assert_allclose(on_ground, -other.effort("motor").values, atol=1e-9)


@pytest.mark.parametrize("kind", ["universal", "cylindrical", "prismatic", "spherical"])
def test_in_space(kind: str) -> None:
    m = pair(kind)
    first = sn.simulate(Tree(m, cut=["T"]), 0.3, **TIGHT)
    others = [sn.simulate(F, 0.3, initial=start_of(first), **TIGHT) for F in (Tree(m, cut=["J"]), sn.Spatial(m))]
    assert_alike([first, *others], list(m.joints), 1e-5)


@pytest.mark.parametrize("bind", [sn.Planar, Tree, lambda m: Tree(m, cut=["slide", "D"]), sn.Spatial])
def test_the_wrenches_on_a_body_balance_it(bind: Callable[[sn.Mechanism], Any]) -> None:
    """Newton and Euler about every body's origin, from what its joints, the gear and the motor exert there."""
    m = four_bar()
    r = sn.simulate(bind(m), 0.3, **TIGHT)
    for name in m.bodies:
        total = sum(r.reaction(j, body=name, applied=True).values for j in m.joints if acts(m.joints[j], name))
        if name in ("coupler", "crank", "block", "flap"):
            total = total + r.reaction("gear", body=name).values
        if name == "crank":
            total = total + r.reaction("motor", body=name).values
        inertia = r.formulation.geometry.bodies[name].inertia
        needed = inertia.mass * (r.acceleration(f"{name}.com").values - [0, -9.81])
        arm = r.position(f"{name}.com").values - r.position(name).values
        moment = arm[:, 0] * needed[:, 1] - arm[:, 1] * needed[:, 0] + inertia.izz * r[f"{name}.alpha"].values
        np.testing.assert_allclose(total, np.column_stack([needed, moment]), atol=1e-6, err_msg=name)


def acts(joint: Any, body: str) -> bool:
    return body in (joint.parent, joint.child)


def test_the_wrenches_on_a_body_in_space_balance_it() -> None:
    """Newton and Euler about the origin of the rod, with its whole tensor of inertia."""
    m = spatial_slider_crank()
    for F in (Tree(m, cut=["A"]), Tree(m, cut=["B"]), sn.Spatial(m)):
        r = sn.simulate(F, 0.3, **TIGHT)
        wrench = sum(r.reaction(joint, body="rod").values for joint in ("B", "C"))
        needed = 0.5 * (r.acceleration("rod.com").values - [0, 0, -9.81])
        np.testing.assert_allclose(wrench[:, :3], needed, atol=1e-7)
        tensor = r.formulation.geometry.bodies["rod"].inertia.tensor
        A, w, alpha = (
            F.motion.rotation("rod", r.q),
            r.angular_velocity("rod").values,
            r.angular_acceleration("rod").values,
        )
        inertia = A @ np.array(tensor) @ np.swapaxes(A, 1, 2)
        spin = np.einsum("tij,tj->ti", inertia, alpha) + np.cross(w, np.einsum("tij,tj->ti", inertia, w))
        arm = r.position("rod.com").values - r.position("rod").values
        np.testing.assert_allclose(wrench[:, 3:], spin + np.cross(arm, needed), atol=1e-7)


def test_what_leaves_everything_free_exerts_nothing() -> None:
    m = sn.Mechanism("free", gravity=(0, -9.81))
    m.bar("bar", (0, 0), (1, 0), mass=1.0)
    m.free("F", "ground", "bar", at=(0, 0))
    for word in ("planar", "tree", "spatial"):
        r = sn.simulate(m, 0.1, formulation=word, **TIGHT)
        for body in (None, "ground", "bar"):
            np.testing.assert_allclose(r.reaction("F", body=body), 0.0, atol=1e-12)


@pytest.mark.parametrize("word", ["planar", "tree", "spatial"])
def test_mistakes_are_answered_alike(word: str) -> None:
    r = sn.simulate(four_bar(), 0.1, formulation=word, **TIGHT)
    with pytest.raises(
        sn.NameNotFound, match=r"revolute 'A' does not act on body 'rocker'\s.*its bodies are 'ground', 'crank'"
    ):
        r.reaction("A", body="rocker")
    with pytest.raises(
        sn.NameNotFound, match=r"'gear' does not act on body 'rocker'\s.*'block', 'flap', 'coupler', 'crank'"
    ):
        r.reaction("gear", body="rocker")
    with pytest.raises(sn.NameNotFound, match=r"there is no body 'roker'\s.*did you mean 'rocker'"):
        r.reaction("C", body="roker")
    with pytest.raises(sn.NameNotFound, match="there are no axes 'body'"):
        r.reaction("gear", axes="body")
    with pytest.raises(sn.NameNotFound, match=r"no joint, constraint or driver 'Aa'\s.*did you mean 'A'"):
        r.reaction("Aa")


@pytest.mark.parametrize("word", ["planar", "tree", "spatial"])
def test_reactions_that_redundancy_leaves_open_are_marked(word: str) -> None:
    """Three hangers carry a seat: how they share it nobody can tell; what a pendulum's pin carries, all."""
    m = sn.load("examples/parallelogram.yaml")
    m.bar("beside", (3, 0), (3, -1), mass=1.0)
    m.revolute("G", "ground", "beside", at=(3, 0))
    r = sn.simulate(m, 0.2, formulation=word, **TIGHT)
    assert r.undetermined is not None
    assert sorted(r.undetermined) == list("ABCDEF")
    for name in m.joints:
        assert r.reaction(name).attrs["determined"] is (name == "G")
        assert r[f"{name}.fx"].attrs["determined"] is (name == "G")
    assert "the reactions of A, B, C, D, E, F are not uniquely determined" in str(r.quality())
    assert "reactions that are not uniquely determined (one choice is given): A, B" in str(r)
    assert r.quality().verdict == "good"


def test_nothing_is_left_open_without_redundancy() -> None:
    r = sn.simulate(four_bar(), 0.1, formulation="tree", **TIGHT)
    assert r.undetermined == []
    assert r.reaction("C").attrs["determined"] is True
    assert "one choice" not in str(r.quality())
