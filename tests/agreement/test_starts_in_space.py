"""Starts in space: the same wherever loops are cut and in absolute coordinates; attitudes and places on chains."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.mechanism import joints


def linkage() -> sn.Mechanism:
    """A loop of two hinges, two balls and a screw on its side: the coupler may spin about its length."""
    m = sn.Mechanism("linkage", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(0, 0.3, 0.2), C=(0.8, 0.5, 0.3), D=(0.7, 0, 0))
    m.bar("arm", "A", "B", width=0.02, thickness=0.02, mass=1.0)
    m.bar("coupler", "B", "C", width=0.02, thickness=0.02, mass=0.5)
    m.bar("rocker", "D", "C", width=0.02, thickness=0.02, mass=0.7)
    m.box("nut", (0.1, 0.1, 0.1), (0, 0.2, 0.3), mass=0.2)
    m.revolute("A", "ground", "arm", axis=(1, 0.2, 0))
    m.add(joints.Spherical(name="B", parent="arm", child="coupler"))
    m.add(joints.Spherical(name="C", parent="rocker", child="coupler"))
    m.add(joints.Universal(name="D", parent="ground", child="rocker", axis=(1, 0, 0), second=(0, 1, 0)))
    m.add(joints.Cylindrical(name="N", parent="arm", child="nut", at=(0, 0.2, 0.3), axis=(0, 0, 1)))
    return m


CASES = [
    {"A.angle": "15 deg", "A.speed": 1.0},
    {"D.first": "10 deg", "D.second_speed": 0.5, "N.speed": 0.2},
    {"coupler.x": 0.45, "coupler.vz": 0.3, "nut.wz": 2.0},
    {"C.wx": 1.0, "B.wy": -0.5},
    {"coupler.e0": 0.98, "coupler.e1": 0.0, "coupler.e2": 0.0, "coupler.e3": float(np.sqrt(1 - 0.98**2))},
]


def places(F: Any, start: Any) -> np.ndarray:
    q, v = start.q, start.v
    motion = F.motion
    rows = [
        [
            *motion.position(b, q),
            *motion.rotation(b, q).ravel(),
            *motion.velocity(b, q, v),
            *motion.angular_velocity(b, q, v),
        ]
        for b in F.body_names
    ]
    return np.array(rows)


@pytest.mark.parametrize("initial", CASES)
def test_the_start_does_not_hang_on_the_cut_nor_the_formulation(initial: dict[str, Any]) -> None:
    found = []
    trees = [sn.Tree(linkage(), cut=[cut]) for cut in ("B", "C", "D", "A")]
    for F in (*trees, sn.Spatial(linkage()), sn.Spatial(linkage(), velocities="euler")):
        start = sn.assemble(F, initial=initial)
        assert start.nearest
        assert np.abs(F.constraints(start.q)).max() < 1e-10
        found.append(places(F, start))
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], rtol=0, atol=1e-8)


def test_attitudes_and_speeds_of_bodies_in_loops() -> None:
    F = sn.Tree(linkage())
    start = sn.assemble(F, initial={**CASES[-1], "coupler.wy": 0.7})
    p = np.array([CASES[-1][f"coupler.e{k}"] for k in range(4)])
    A = F.motion.rotation("coupler", start.q)
    c = 2 * p[0] ** 2 - 1
    np.testing.assert_allclose(A[:2, :2], [[c, -2 * p[0] * p[3]], [2 * p[0] * p[3], c]], atol=1e-10)
    assert F.motion.angular_velocity("coupler", start.q, start.v)[1] == pytest.approx(0.7)


def crane() -> sn.Mechanism:
    """An open chain of every kind of joint."""
    m = sn.Mechanism("crane", dimension=3, gravity=(0, 0, -9.81))
    names = ["mast", "jib", "hook", "load", "tag"]
    for k, name in enumerate(names):
        m.box(name, (0.2, 0.1, 0.1), (0.3 * (k + 1), 0.1 * k, 0), mass=1.0)
    parts: list[Any] = [
        joints.Helical(name="screw", parent="ground", child="mast", at=(0.2, 0, 0), axis=(0, 0, 1), pitch=0.3),
        joints.Selection(name="select", parent="mast", child="jib", at=(0.4, 0, 0), directions=("x", "ry", "z", "rx")),
        joints.Spherical(name="ball", parent="jib", child="hook", at=(0.7, 0.1, 0)),
        joints.PlanarJoint(name="plane", parent="load", child="hook", at=(1.0, 0.2, 0), axis=(0, 1, 0)),
        joints.Free(name="loose", parent="load", child="tag", at=(1.4, 0.4, 0)),
    ]
    for part in parts:
        m.add(part)
    return m


@pytest.mark.parametrize("state", [0, 1, 2])
def test_moves_are_the_coordinates_of_an_open_tree(state: int) -> None:
    """Values against the tree's own coordinates, gradients against differences."""
    F = sn.Tree(crane())
    moves, rng = JointMoves(F), np.random.default_rng(state)
    q0 = F.reference()[0]
    q = F.integrate(q0, 0.4 * rng.standard_normal(F.nv), 1.0)
    weights = np.where(np.array(F.velocity_units) == "m", 1 / F.size, 1.0)
    rates = np.eye(F.nv)
    X = moves.gradients(q)
    free, ball = F.velocity_slice("loose"), F.velocity_slice("ball")
    slid = slice(free.start, free.start + 3)
    for v in rates:
        assert np.sum((X @ v) ** 2) == pytest.approx(np.sum((weights * v) ** 2), rel=1e-9)
    assert np.linalg.norm(X[:, slid]) == pytest.approx(np.sqrt(3) / F.size)
    x = moves.changes(q)
    numbers = [k for k in range(F.nv) if not (ball.start <= k < ball.stop or free.start <= k < free.stop)]
    own = (F.difference(q0, q) * weights)[numbers]
    assert np.sort(np.abs(own)) == pytest.approx(np.sort(np.abs(_without(x, F, moves, q))), abs=1e-12)
    h = 1e-6
    for k in numbers:
        slope = (moves.changes(F.moved(q, h * rates[k])) - moves.changes(F.moved(q, -h * rates[k]))) / (2 * h)
        np.testing.assert_allclose(slope, X[:, k], atol=1e-8)


def _without(x: np.ndarray, F: Any, moves: JointMoves, q: np.ndarray) -> np.ndarray:
    """The changes of the joints with one number for each freedom: those of the ball and the free joint left out."""
    order = [j for j in F.mechanism.joints]
    sizes = {name: F.velocity_slice(name).stop - F.velocity_slice(name).start for name in order}
    keep = np.concatenate([np.full(sizes[name], name not in ("ball", "loose")) for name in order])
    return x[keep]


@pytest.mark.parametrize(
    "initial",
    [
        {"tag.x": 1.2, "tag.z": 0.2, "hook.vz": 0.3},
        {"hook.e0": 0.8, "hook.e1": 0.0, "hook.e2": 0.6, "hook.e3": 0.0, "hook.wx": 1.0},
        {"load.y": 0.5, "screw.speed": 1.0, "load.wz": -1.0},
    ],
)
def test_bodies_at_the_end_of_a_chain_are_where_they_are_wanted(initial: dict[str, float]) -> None:
    F = sn.Tree(crane())
    start = sn.assemble(F, initial=initial)
    assert start.nearest
    for name, value in initial.items():
        body, _, word = name.partition(".")
        if word in "xyz":
            got = F.motion.position(body, start.q)["xyz".index(word)]
        elif word.startswith("v"):
            got = F.motion.velocity(body, start.q, start.v)["xyz".index(word[1])]
        elif word.startswith("w"):
            got = F.motion.angular_velocity(body, start.q, start.v)["xyz".index(word[1])]
        else:
            continue
        if body in F.mechanism.bodies:
            assert got == pytest.approx(value, abs=1e-9)
    if "hook.e0" in initial:
        A = F.motion.rotation("hook", start.q)
        np.testing.assert_allclose(A, [[0.28, 0, 0.96], [0, 1, 0], [-0.96, 0, 0.28]], atol=1e-9)
