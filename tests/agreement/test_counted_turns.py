"""Angles count their whole turns in every formulation, however far apart the rows of a result are."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism import joints

TIGHT = {"tolerance": 1e-10}


def shafts(joint: str) -> sn.Mechanism:
    """Two shafts in bearings that a universal joint couples: the loop has to be cut somewhere."""
    bend = np.radians(30)
    axis = (float(np.cos(bend)), float(np.sin(bend)), 0.0)
    m = sn.Mechanism("shafts", dimension=3)
    m.add_points(A=(-1, 0, 0), O=(0, 0, 0), B=axis)
    m.cylinder("one", "A", "O", 0.05, mass=2.0)
    m.cylinder("two", "O", "B", 0.05, mass=2.0)
    m.revolute("A", "ground", "one", axis="x")
    if joint == "cylindrical":
        m.add(joints.Cylindrical(name="B", parent="ground", child="two", axis=axis))
    else:
        m.revolute("B", "ground", "two", axis=axis)
    m.add(joints.Universal(name="O", parent="one", child="two", axis=(0, 1, 0), second=(0, 0, 1)))
    m.initial = {"A.speed": 20.0}
    return m


@pytest.mark.parametrize("joint", ["revolute", "cylindrical"])
@pytest.mark.parametrize("how", [{"formulation": "spatial"}, {"cut": "B"}, {"cut": "O"}], ids=str)
def test_sparse_rows_lose_no_turn(joint: str, how: dict[str, str]) -> None:
    """Two seconds of some 6 turns in rows a second apart: the same as in many rows, and as the other shaft turns."""
    described = sn.Tree(shafts(joint), cut=[how["cut"]]) if "cut" in how else shafts(joint)
    settings = {"formulation": how.get("formulation"), **TIGHT}
    many = sn.simulate(described, 2.0, output=0.01, **settings)
    few = sn.simulate(described, 2.0, output=[0.0, 1.0, 2.0], **settings)
    assert few["A.angle"].values[-1] > 12 * np.pi
    for name in ("A.angle", "B.angle"):
        assert np.allclose(few[name].values, many[name].values[::100], rtol=0, atol=1e-7), name
        assert np.abs(np.diff(many[name].values)).max() < 1.0
    difference = few["B.angle"].values - few["A.angle"].values  # never farther apart than the bend lets the cross lag
    assert np.abs(difference).max() < 0.2


def test_a_cut_joint_is_driven_and_coupled_over_whole_turns() -> None:
    """A torsional spring and a driver on a joint that the tree cuts know all its turns."""
    m = shafts("revolute")
    m.torsional_spring("coil", "B", stiffness=0.002)
    spatial, tree = (sn.simulate(F, 3.0, output=1.0, **TIGHT) for F in (sn.Spatial(m), sn.Tree(m, cut=["B"])))
    assert np.ptp(tree["B.angle"].values) > 2 * np.pi
    for name in ("B.angle", "A.angle", "coil.force", "energy.total"):
        assert np.allclose(tree[name].values, spatial[name].values, rtol=1e-7, atol=1e-7), name


# ---------------------------------------------------------------- three turns in a row
def gimbal(order: tuple[str, ...]) -> sn.Mechanism:
    """A rotor on three turns about different axes, with a torque on its outer body, released in motion."""
    m = sn.Mechanism("gimbal", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(O=(0, 0, 0), P=(0.1, 0.05, -0.2))
    m.box("rotor", (0.3, 0.2, 0.1), "P", mass=2.0)
    m.add(joints.Selection(name="O", parent="ground", child="rotor", directions=order))
    first, second, third = order
    m.initial = {f"O.{first}": 0.4, f"O.{second}": -0.3, f"O.{third}": 0.2}
    m.initial |= {f"O.w{first[1]}": 1.0, f"O.w{second[1]}": 0.5, f"O.w{third[1]}": 20.0}
    return m


@pytest.mark.parametrize("order", list(permutations(("rx", "ry", "rz"))), ids="-".join)
def test_a_gimbal_has_its_three_angles_in_absolute_coordinates(order: tuple[str, ...]) -> None:
    m = gimbal(order)
    tree, spatial = (sn.simulate(m, 1.0, formulation=word, output=0.5, **TIGHT) for word in ("tree", "spatial"))
    speeds = [f"O.w{word[1]}" for word in order]
    rates = [f"O.alpha{word[1]}" for word in order]
    for name in (*(f"O.{word}" for word in order), *speeds, *rates):
        assert np.allclose(spatial[name].values, tree[name].values, rtol=1e-6, atol=1e-6), name


def test_a_gimbal_that_starts_turned_over() -> None:
    """The same attitude has two sets of angles; the initial values say which is meant."""
    m = gimbal(("rz", "ry", "rx"))
    m.initial["O.ry"] = 2.5
    tree, spatial = (sn.simulate(m, 0.5, formulation=word, output=0.1, **TIGHT) for word in ("tree", "spatial"))
    for name in ("O.rz", "O.ry", "O.rx", "O.wy"):
        assert np.allclose(spatial[name].values, tree[name].values, rtol=1e-6, atol=1e-6), name


def test_a_gimbal_swings_over_its_locked_position() -> None:
    """Turning about the middle axis alone it passes 90°, where the outer axes fall together; the angles go on."""
    m = sn.Mechanism("swing", dimension=3, gravity=(0, 0, 0))
    m.add_points(O=(0, 0, 0))
    m.box("rotor", (0.3, 0.2, 0.1), "O", mass=2.0)
    m.add(joints.Selection(name="O", parent="ground", child="rotor", directions=("rz", "ry", "rx")))
    m.initial = {"O.wy": 2.0}
    result = sn.simulate(m, 3.0, formulation="spatial", output=0.5)
    assert np.allclose(result["O.ry"].values, 2.0 * result.time, atol=1e-6)
    assert np.allclose(result["O.rz"].values, 0.0, atol=1e-6)
    assert np.allclose(result["O.rx"].values, 0.0, atol=1e-6)
