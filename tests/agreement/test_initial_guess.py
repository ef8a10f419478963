"""Guessed positions choose the branch of a start: against geometry by hand, in every formulation, from every door."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import snodo as sn
from snodo.formulations.bind import bind

PLANE = ("planar", "tree", "spatial", "spatial_euler")
A, B, C, D = np.array([0.0, 0.0]), np.array([0.1, 0.15]), np.array([0.45, 0.3]), np.array([0.5, 0.0])


def four_bar() -> sn.Mechanism:
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.add_points(A=A, B=B, C=C, D=D)
    m.body("crank", mass=0.5, inertia=0.01, at="A")
    m.body("coupler", mass=1.2, inertia=0.02, at="B")
    m.body("rocker", mass=0.9, inertia=0.03, at="D")
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    return m


def by_hand(crank: float, sign: float) -> np.ndarray:
    """Where C is when the crank is turned by an angle: one of the two intersections of two circles."""
    turn = np.array([[np.cos(crank), -np.sin(crank)], [np.sin(crank), np.cos(crank)]])
    b, r1, r2 = turn @ B, np.linalg.norm(C - B), np.linalg.norm(C - D)
    d = D - b
    L = np.linalg.norm(d)
    x = (r1**2 - r2**2 + L**2) / (2 * L)
    h = np.sqrt(r1**2 - x**2)
    across = np.array([-d[1], d[0]]) / L
    return b + x * d / L + sign * h * across


@pytest.mark.parametrize(
    ("word", "crank"),
    [(word, crank) for word in ("planar", "tree") for crank in (0.0, 0.4, -0.6)] + [("spatial", 0.2)],
)
def test_a_guess_chooses_between_two_ways_to_close(word: str, crank: float) -> None:
    F = bind(four_bar(), word)
    initial = {"A.angle": crank}
    as_drawn = sn.assemble(F, initial=initial)
    np.testing.assert_allclose(F.motion.position("C", as_drawn.q), by_hand(crank, 1.0), atol=1e-9)
    for guess in ({"C.angle": "-130 deg"}, {"D.angle": "-150 deg"}, {"rocker.angle": -2.5})[: 1 if F.nq > 9 else 3]:
        other = sn.assemble(F, initial=initial, initial_guess=guess)
        np.testing.assert_allclose(F.motion.position("C", other.q), by_hand(crank, -1.0), atol=1e-9)
        assert other.gap < 1e-10
        assert other.branch["C"] != as_drawn.branch["C"]
    same = sn.assemble(F, initial=initial, initial_guess={"C.angle": "10 deg"})
    np.testing.assert_allclose(F.motion.position("C", same.q), by_hand(crank, 1.0), atol=1e-9)


@pytest.mark.parametrize("word", PLANE)
def test_a_guess_that_can_be_met_is_met(word: str) -> None:
    F = bind(four_bar(), word)
    found = sn.assemble(F, initial_guess={"crank.angle": "70 deg"})
    exact = sn.assemble(F, initial={"crank.angle": "70 deg"})
    np.testing.assert_allclose(found.q, exact.q, atol=1e-9)
    assert found.nearest


@pytest.mark.parametrize("word", PLANE[:2])
def test_a_guess_that_cannot_be_met_is_met_as_nearly_as_it_can_be(word: str) -> None:
    """The least misfit along the other branch, found by a search over the crank's angle."""
    F = bind(four_bar(), word)
    guess = {"A.angle": np.deg2rad(40), "C.angle": np.deg2rad(-90)}
    found = sn.assemble(F, initial_guess=guess)

    def angle_of_C(crank: float) -> float:
        c = by_hand(crank, -1.0)
        turn = np.array([[np.cos(crank), -np.sin(crank)], [np.sin(crank), np.cos(crank)]])
        coupler = np.angle(complex(*(c - turn @ B)) / complex(*(C - B)))
        rocker = np.angle(complex(*(c - D)) / complex(*(C - D)))
        return float((rocker - coupler + np.pi) % (2 * np.pi) - np.pi)

    def misfit(crank: float) -> float:
        return (crank - guess["A.angle"]) ** 2 + (angle_of_C(crank) - guess["C.angle"]) ** 2

    best = minimize_scalar(misfit, bounds=(-0.6, 0.8), method="bounded", options={"xatol": 1e-10})
    assert float(F.motion.joint("A", found.q, found.v, found.v)[0]) == pytest.approx(best.x, abs=1e-6)


def ball_chain() -> sn.Mechanism:
    """A closed chain of space: an arm on a ball joint, held at its end by a rod, with the ball's own freedoms."""
    m = sn.Mechanism("chain", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(0.4, 0, 0), P=(0.2, 0.5, 0.1))
    m.cylinder("arm", "A", "B", radius=0.03, mass=1.0)
    m.spherical("A", "ground", "arm")
    m.rod("tie", "ground", "arm", start="P", end="B")
    return m


@pytest.mark.parametrize("word", PLANE[1:])
def test_attitudes_may_be_guessed(word: str) -> None:
    """A turn that keeps the length of the tie is met."""
    F = bind(ball_chain(), word)
    wanted = sn.Rotation.from_axis_angle((0.2, 0.5, 0.1), "100 deg")  # about the line to P: the length stays
    guess = dict(zip((f"A.e{k}" for k in range(4)), wanted.as_euler_parameters().tolist()))
    found = sn.assemble(F, initial_guess=guess)
    drawn = sn.Rotation.from_matrix(F.geometry.pose("arm").A)
    now = sn.Rotation.from_matrix(F.pose(found.q, "arm").A)
    assert now.is_close(wanted * drawn, 1e-8)


def test_a_driven_mechanism_takes_the_branch_that_is_guessed() -> None:
    m = four_bar()
    m.driver("motor", joint="A", angle="0.3*sin(2*t)")
    for word in PLANE[:2]:
        for guess, sign in (({}, 1.0), ({"C.angle": "-130 deg"}, -1.0)):
            result = sn.kinematics(m, 1.0, output=0.1, initial_guess=guess, formulation=word)
            wanted = [by_hand(0.3 * np.sin(2 * t), sign) for t in result.time]
            np.testing.assert_allclose(result.position("C"), wanted, atol=1e-9)
            moved = sn.simulate(m, 0.2, output=0.1, initial_guess=guess, formulation=word, progress=False)
            np.testing.assert_allclose(moved.position("C"), wanted[:3], atol=1e-7)


def test_from_a_file_and_back() -> None:
    m = four_bar()
    m.initial["A.angle"] = 0.2
    m.initial_guess["C.angle"] = "-130 deg"
    text = sn.to_yaml(m)
    assert 'initial_guess: {C.angle: "-130 deg"}' in text
    scope: dict[str, Any] = {}
    exec(sn.to_python(m), scope)
    for other in (sn.loads(text), m.copy(), scope["m"]):
        assert other.initial_guess == {"C.angle": "-130 deg"}
        F = bind(other, None)
        np.testing.assert_allclose(F.motion.position("C", sn.assemble(F).q), by_hand(0.2, -1.0), atol=1e-9)
    assert "initial_guess" in str(m)
    result = sn.simulate(m, 0.01, progress=False)
    np.testing.assert_allclose(result.position("C")[0], by_hand(0.2, -1.0), atol=1e-9)


def test_batches_share_a_guess(tmp_path: Path) -> None:
    cranks = np.array([0.0, 0.2, 0.4])
    batch = sn.simulate(
        four_bar(), 0.01, initial={"A.angle": cranks}, initial_guess={"C.angle": -2.3}, output=0.01, progress=False
    )
    for k, crank in enumerate(cranks):
        np.testing.assert_allclose(batch[k].position("C")[0], by_hand(crank, -1.0), atol=1e-9)
    chain = sn.Mechanism("chain", gravity=(0, -9.81))  # open trees run in lanes
    chain.add_points(A=(0, 0), B=(1, 0), C=(2, 0))
    chain.bar("one", "A", "B", mass=1.0)
    chain.bar("two", "B", "C", mass=1.0)
    chain.revolute("A", "ground", "one")
    chain.revolute("B", "one", "two")
    found = sn.simulate(
        chain, 0.01, formulation="tree", initial={"A.angle": cranks}, initial_guess={"B.angle": 0.7}, progress=False
    )
    assert "lanes" in found.how
    np.testing.assert_allclose(found["B.angle"].values[:, 0], 0.7, atol=1e-12)
    np.testing.assert_allclose(found[1]["A.angle"].values[0], 0.2, atol=1e-12)


def test_mistakes_are_named() -> None:
    m = four_bar()
    with pytest.raises(sn.MechanismError, match=r"there is no body or joint 'E'"):
        sn.assemble(m, initial_guess={"E.angle": 1.0})
    with pytest.raises(sn.MechanismError, match=r"a revolute has no 'angel'(.|\n)*C.angle"):
        sn.simulate(m, 1.0, initial_guess={"C.angel": 1.0})
    with pytest.raises(sn.MechanismError, match=r"initial_guess C.speed: speeds cannot be guessed"):
        sn.assemble(m, initial_guess={"C.speed": 1.0})
    with pytest.raises(sn.MechanismError, match=r"A.angle is given as an initial value, 0.1, and as a guess, 0.2"):
        sn.assemble(m, initial={"A.angle": 0.1}, initial_guess={"A.angle": 0.2})
    with pytest.raises(sn.SnodoError, match=r"m"):
        sn.assemble(m, initial_guess={"A.angle": "3 m"})
    text = sn.to_yaml(m) + "initial_guess:\n  E.angle: 3\n  C.angle: 2 kg\n"
    with pytest.raises(sn.SnodoError) as caught:
        sn.assemble(sn.loads(text))
    said = str(caught.value)
    assert "initial_guess 'E.angle': there is no body or joint 'E'" in said
    assert "initial_guess C.angle: " in said
    assert all(problem.where for problem in caught.value.problems)
