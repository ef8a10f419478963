"""Forces that follow reactions in trees, where joints have no rows, against formulations whose joints have them."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn


def runs(m: sn.Mechanism, duration: float, formulations: tuple[str, ...], **words) -> list[sn.Result]:
    return [sn.simulate(m, duration, formulation=one, tolerance=1e-11, **words) for one in formulations]


def agree(found: list[sn.Result], joints: str, tolerance: float) -> None:
    """Reactions and loads are the same in all of them, where the samples are at the same times."""
    first = found[0]
    for other in found[1:]:
        assert len(other.events) == len(first.events)
        for a, b in zip(first.events, other.events):
            assert (a.name, a.what) == (b.name, b.what)
            assert a.time == pytest.approx(b.time, abs=1e-9)
        _, own, their = np.intersect1d(first.time, other.time, return_indices=True)
        assert own.size > 50
        for joint in joints:
            one, two = first.reaction(joint).values[own], other.reaction(joint).values[their]
            assert np.abs(one - two).max() < tolerance * np.abs(one).max()
        assert np.abs(first.found["load"][own] - other.found["load"][their]).max() < tolerance


def arm(swapped: bool) -> sn.Mechanism:
    """Two bars on pins with friction; the tip slides on the ground with friction of its own."""
    m = sn.Mechanism("arm", gravity=(0, -9.81))
    m.add_points(A=(0, 0.5), B=(0.6, 0.3), C=(1.0, 0.0))
    m.bar("one", "A", "B", mass=1.0)
    m.bar("two", "B", "C", mass=0.7)
    m.revolute("A", *(("one", "ground") if swapped else ("ground", "one")))
    m.revolute("B", *(("two", "one") if swapped else ("one", "two")))
    m.friction("in A", "A", mu=0.2, radius=0.05)
    m.friction("in B", "B", mu=0.3, radius=0.04, length=0.1)
    m.point_contact("tip", "C", "two", normal=(0, 1), mu=0.3)
    return m


@pytest.mark.parametrize("swapped", [False, True])
def test_an_arm_whose_tip_slides(swapped):
    """Joints drawn from the ground outward, or the other way round, and friction of a contact in their reactions."""
    found = runs(arm(swapped), 0.3, ("planar", "tree", "spatial"), initial={"A.speed": -0.4 if swapped else 0.4})
    assert {"in A", "tip"} <= {event.name for event in found[0].events}
    agree(found, "AB", 1e-7)


def test_a_loop_in_which_every_joint_rubs():
    """The joint that closes the loop has rows, the others have not."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.2), C=(0.6, 0.35), D=(0.5, 0))
    for name, ends, mass in (("crank", "AB", 1.0), ("coupler", "BC", 2.0), ("rocker", "DC", 1.5)):
        m.bar(name, *ends, mass=mass)
    for joint, bodies in zip(
        "ABCD", (("ground", "crank"), ("crank", "coupler"), ("coupler", "rocker"), ("ground", "rocker"))
    ):
        m.revolute(joint, *bodies)
        m.friction(f"in {joint}", joint, mu=0.2, radius=0.02, static=0.25)
    found = runs(m, 1.0, ("planar", "tree", "spatial"), initial={"A.speed": 5.0})
    assert found[1].formulation.cut_joints
    agree(found, "ABCD", 1e-7)
    for result in found:
        for joint in "ABCD":
            power = result[f"in {joint}.force"].values * result[f"{joint}.speed"].values
            assert np.abs(power - result[f"in {joint}.power"].values).max() < 1e-9 * np.abs(power).max()
        for body in ("crank", "coupler", "rocker"):
            assert np.abs(result.loads_on(body, float(result.time[40])).unbalanced).max() < 1e-9


def test_a_saved_run_has_the_same_loads_and_reactions(tmp_path):
    result = sn.simulate(arm(False), 0.3, formulation="tree")
    loaded = sn.Result.load(result.save(tmp_path / "arm.nc"))
    assert {"load", "rub", "friction_limit", "friction_used"} <= set(loaded.found)
    for name in ("in A.force", "in A.utilisation", "A.fx", "B.fy"):
        assert np.array_equal(loaded[name].values, result[name].values)


def test_a_hinge_and_a_guide_in_space():
    """Ends and key of the guide, both ends of the hinge, and a spring between the bodies."""
    m = sn.Mechanism("door with drawer", dimension=3, gravity=(0.3, -0.5, -9.81))
    m.body("door", mass=3.0, inertia=(0.2, 0.3, 0.25), com=(0.4, 0.1, 0.2))
    m.revolute("H", "ground", "door", at=(0, 0, 0), axis=(0.2, 0, 1))
    m.body("box", mass=1.3, inertia=(0.02, 0.03, 0.025), com=(0.5, 0.2, 0.1))
    m.prismatic("P", "door", "box", at=(0.3, 0.1, 0.05), axis=(1, 0.3, 0.2))
    m.spring("s", "door", "box", start=(0, 0, 0), end=(0.5, 0.2, 0.1), stiffness=50.0, length=0.4)
    m.friction("in H", "H", mu=0.2, radius=0.03, length=0.5)
    m.friction("in P", "P", mu=0.15, length=0.1, radius=0.02)
    found = runs(m, 1.0, ("tree", "spatial"), initial={"H.speed": 3.0, "P.speed": 0.5})
    agree(found, "HP", 1e-7)
    assert sn.simulate(m, 0.01).formulation.name == "tree"


def test_smooth_friction_follows_reactions_in_an_open_tree():
    """Without events a tree without rows has no short cut where forces follow reactions."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=2.0)
    m.revolute("A", "ground", "arm")
    m.friction("f", "A", mu=0.3, radius=0.1, smoothing=0.1)
    found = runs(m, 2.0, ("planar", "tree", "spatial"))
    agree(found, "A", 1e-8)
    free = np.ptp([float(one["A.angle"][-1]) for one in found])
    assert free < 1e-9
    del m.forces["f"]
    assert abs(float(sn.simulate(m, 2.0)["A.angle"][-1]) - float(found[0]["A.angle"][-1])) > 0.1
