"""Free motions have the names that results have, and every body its own direction."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism import joints


def gripper() -> sn.Mechanism:
    m = sn.Mechanism("gripper", dimension=3)
    m.box("left", (0.1, 0.02, 0.02), (-0.1, 0, 0), mass=0.2)
    m.box("right", (0.1, 0.02, 0.02), (0.1, 0, 0), mass=0.3)
    m.prismatic("L", "ground", "left", at=(-0.1, 0, 0), axis="x")
    m.prismatic("R", "ground", "right", at=(0.1, 0, 0), axis="x")
    m.coupler("mimic", {"L": 1.0, "R": 1.0})
    return m


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_fingers_of_a_gripper_move_in_opposite_directions(formulation: str) -> None:
    assert "left moves along x, right moves along −x" in str(sn.doctor(gripper(), formulation=formulation))


def test_gears_turn_in_opposite_senses() -> None:
    m = sn.Mechanism("gears", dimension=2)
    m.disc("small", 0.1, (0, 0), mass=1.0)
    m.disc("large", 0.2, (0.3, 0), mass=1.0)
    m.revolute("A", "ground", "small", at=(0, 0))
    m.revolute("B", "ground", "large", at=(0.3, 0))
    m.coupler("mesh", {"A": 1.0, "B": 2.0})
    assert "small turns about A, large turns clockwise about B" in str(sn.doctor(m))


def test_a_floating_body_moves_along_the_axes_of_results() -> None:
    """Drawn turned by a right angle, a body that a plane keeps from falling slides along the world's axes."""
    m = sn.Mechanism("puck", dimension=3)
    m.box("b", (0.3, 0.2, 0.1), (0, 0, 0), mass=1.0, angle="90 deg")
    m.add_points(P=(0, 0, 0))
    for k, axis in enumerate(("y", "z")):
        m.add(joints.PointInPlane(name=f"P{k}", parent="ground", child="b", at="P", axis=axis))
    for formulation in ("tree", "spatial"):
        found = sn.mobility(m, formulation=formulation)
        slides = [motion for motion in found.free_motions if any(".v" in name for name in motion)]
        assert [list(motion) for motion in slides] == [["b.vx"]]
    result = sn.simulate(m, 0.1, formulation="tree", initial={"b.vx": 2.0}, progress=False)
    assert np.allclose(result["b.x"].values, 2.0 * result.time, atol=1e-9)
