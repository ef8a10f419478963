"""Edges of cylinders and discs against a plane: where they touch, a coin that rolls, a disc that falls over."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn

R, G = 0.02, 9.81


def coin(**words):
    m = sn.Mechanism("coin", dimension=3, gravity=(0, 0, -G))
    m.body("coin", mass=0.05, inertia=[0.25 * 0.05 * R**2, 0.5 * 0.05 * R**2, 0.25 * 0.05 * R**2])
    m.cylinder_contact("rim", "coin", R, axis="y", **words)
    return m


def leaning(lean, speed):
    """A coin on edge, its axis along y and leaning, that rolls along x."""
    turn = 0.5 * lean
    start = {"coin.z": R * math.cos(lean), "coin.e0": math.cos(turn), "coin.e1": math.sin(turn)}
    return start | {"coin.vx": speed, "coin.wy": speed / R * math.cos(lean), "coin.wz": speed / R * math.sin(lean)}


@pytest.mark.parametrize("length", [0.0, 0.01])
def test_the_gap_is_that_of_the_lowest_point(length):
    m = coin(length=length, stiffness=1.0, damping=0)
    rng, angles = np.random.default_rng(1), np.linspace(0, 2 * np.pi, 20001)
    for _ in range(3):
        e = rng.normal(size=4)
        e /= np.linalg.norm(e)
        start = {"coin.z": 0.1} | {f"coin.e{k}": e[k] for k in range(4)}
        result = sn.simulate(m, 1e-6, initial=start, progress=False)
        A = sn.Rotation.from_euler_parameters(e).as_matrix()
        names = ("rim.1", "rim.2") if length else ("rim",)
        for name, end in zip(names, (-length / 2, length / 2)):
            circle = np.array([R * np.cos(angles), 0 * angles + (end if length else 0.0), R * np.sin(angles)])
            lowest = 0.1 + (A @ circle)[2].min()
            assert result[f"{name}.gap"].values[0] == pytest.approx(lowest, abs=1e-9)


@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_a_coin_that_sticks_moves_as_one_that_rolls(formulation):
    """Rigid contact with much friction against the constraint of rolling, which holds from both sides."""
    start = leaning(0.3, 0.5)
    m = coin(mu=2.0)
    rolling = sn.Mechanism("rolling", dimension=3, gravity=(0, 0, -G))
    rolling.body("coin", mass=0.05, inertia=[0.25 * 0.05 * R**2, 0.5 * 0.05 * R**2, 0.25 * 0.05 * R**2])
    rolling.rolling("rim", "ground", "coin", radius=R, normal="z", axis={"coin": (0, 1, 0)}, at=(0, 0, 0), on=(0, 0, 0))
    words = {"formulation": formulation, "tolerance": 1e-10, "progress": False}
    one = sn.simulate(m, 0.2, initial=start, **words)
    other = sn.simulate(rolling, 0.2, initial=start, **words)
    for name in ("coin.x", "coin.y", "coin.z", "coin.wx", "coin.wz"):
        size = np.abs(other[name].values).max()
        assert one[name].values[-1] == pytest.approx(other[name].values[-1], abs=1e-7 * size)
    force, moment = one.loads_on("coin", float(one.time[-1])).unbalanced
    assert np.abs(force).max() < 1e-10
    assert np.abs(moment).max() < 1e-12


def test_a_coin_on_a_yielding_floor_rubs():
    m = coin(stiffness="20 kN/m", damping="5 s/m", mu=0.4, bristle="50 µm")
    start = leaning(0.2, 0.5)
    start["coin.z"] -= 0.05 * G / 20e3
    result = sn.simulate(m, 0.1, initial=start, tolerance=1e-9, progress=False)
    for t in (float(result.time[3]), float(result.time[-1])):
        force, moment = result.loads_on("coin", t).unbalanced
        assert np.abs(force).max() < 1e-9
        assert np.abs(moment).max() < 1e-11
    assert result["rim.slip"].values[-1] < 0.01


@pytest.mark.parametrize(
    ("words", "what"),
    [({"radius": 0.0, "axis": "z"}, "radius is 0 m"), ({"radius": 1.0, "axis": "z", "length": -1.0}, "length is -1 m")],
)
def test_mistakes(words, what):
    m = sn.Mechanism("coin", dimension=3, gravity=(0, 0, -G))
    m.body("coin", mass=1.0, inertia=[1.0, 1.0, 1.0])
    m.cylinder_contact("rim", "coin", **words)
    with pytest.raises(sn.MechanismError, match=what):
        m.check()


@pytest.mark.parametrize("words", [{"restitution": 0.3}, {"mu": 0.3}, {"stiffness": "10 kN/m", "damping": "1 s/m"}])
@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_a_coin_that_lies_flat_is_refused_by_name(formulation, words):
    m = sn.Mechanism("coin", dimension=3, gravity=(0, 0, -G))
    m.body("coin", mass=0.1, inertia=[1e-5, 1e-5, 2e-5], at=(0, 0, 0.02))
    m.cylinder_contact("rim", "coin", "20 mm", axis="z", length="2 mm", **words)
    with pytest.raises(sn.RunError, match="cylinder contact 'rim' lies flat: its edge has no lowest point"):
        sn.simulate(m, 0.1, formulation=formulation)


def test_edges_are_for_space():
    m = sn.Mechanism("disc", gravity=(0, -G))
    m.body("disc", mass=1.0, inertia=1.0)
    m.cylinder_contact("rim", "disc", 0.1, axis="z")
    with pytest.raises(sn.MechanismError, match="only in space"):
        m.check()
