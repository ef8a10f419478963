"""The start of a mechanism whose initial values do not fix everything: the same in every formulation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize
from tests.mechanisms import double_pendulum

import snodo as sn
from snodo.analyses.assembly.joint_displacements import JointMoves


def cart() -> sn.Mechanism:
    m = sn.Mechanism("cart", gravity=(1.0, -9.81))
    m.add_points(O=(0, 0), A=(0.2, 0.1), B=(0.5, 0.6), C=(-0.3, 0.4))
    m.box("cart", (0.4, 0.2, 0.1), "O", mass=3.0)
    m.bar("one", "A", "B", mass=1.0)
    m.bar("two", "A", "C", mass=0.5)
    m.body("slider", mass=0.3, inertia=0.02, com=(0.1, 0.05), at=(0.5, 0.6), angle=0.4)
    m.disc("flying", 0.2, (2, 1), mass=0.4)
    m.bar("tail", (2, 1), (2.4, 1.1), mass=0.1)
    m.particle("bead", (1, 1), mass=0.2)
    m.prismatic("rail", "ground", "cart", axis="10 deg", at=(0, 0), reference=0.2)
    m.revolute("A1", "cart", "one", at="A")
    m.revolute("A2", "two", "cart", at="A")
    m.prismatic("sleeve", "one", "slider", axis=("A", "B"), at="B")
    m.revolute("pin", "flying", "tail", at=(2.1, 1.05))
    return m


def five_bar(rough: bool = False) -> sn.Mechanism:
    """A loop with two freedoms; drawn closed, or with its last joint open."""
    m = sn.Mechanism("five-bar", gravity=(0, -9.81))
    D = (0.7, 0.45) if rough else (0.62, 0.4)
    m.add_points(A=(0, 0), B=(0.05, 0.3), C=(0.4, 0.6), D=(0.62, 0.4), E=(0.55, 0), F=D)
    m.bar("ab", "A", "B", mass=0.4)
    m.bar("bc", "B", "C", mass=0.5)
    m.bar("cd", "C", "D", mass=0.6)
    m.bar("de", "E", "F", mass=0.3)
    m.revolute("A", "ground", "ab")
    m.revolute("B", "ab", "bc")
    m.revolute("C", "bc", "cd")
    ends = {"cd": (float(np.hypot(0.22, 0.2)) / 2, 0), "de": (float(np.hypot(D[0] - 0.55, D[1])) / 2, 0)}
    m.revolute("D", "cd", "de", at=ends)  # from the middle of the bars
    m.revolute("E", "ground", "de")
    return m


def rough_five_bar() -> sn.Mechanism:
    return five_bar(rough=True)


def slotted() -> sn.Mechanism:
    """A pin in a slot, a slider and a rod: loops through joints that the tree cannot carry."""
    m = sn.Mechanism("slotted")
    m.add_points(A=(0, 0), B=(0.3, 0.2), C=(0.6, 0.1), D=(0.2, 0.7))
    m.bar("arm", "A", "B", mass=1.0)
    m.bar("link", "B", "C", mass=1.0)
    m.body("block", mass=0.5, inertia=0.01, at=(0.6, 0.1))
    m.body("plate", mass=0.5, inertia=0.01, at=(0.2, 0.7), angle=0.2)
    m.revolute("A", "ground", "arm")
    m.revolute("B", "arm", "link")
    m.prismatic("rail", "ground", "block", axis=(1, 0), at="C", reference=0.1)
    m.pin_in_slot("C", "block", "link", axis=(0, 1))
    m.rod("rod", "link", "plate", start="C", end="D")
    return m


CASES = [
    (double_pendulum, {"A.speed": 1.0}),
    (double_pendulum, {"B.speed": 1.0, "upper.angle": "30 deg"}),
    (double_pendulum, {"lower.angle": "70 deg", "lower.omega": 2.0}),
    (double_pendulum, {"B.angle": "200 deg"}),
    (double_pendulum, {"lower.x": 0.3, "lower.vy": -0.4}),
    (cart, {"one.omega": 3.0, "A2.speed": -1.0}),
    (cart, {"slider.angle": 1.0, "slider.omega": 2.0, "flying.vx": 0.3, "bead.vy": 1.0}),
    (cart, {"sleeve.displacement": 0.3, "rail.speed": 0.5, "two.angle": 0.1}),
    (cart, {"slider.x": 0.3, "tail.omega": 2.0, "tail.x": 2.5}),
    (five_bar, {"A.speed": 1.0}),
    (five_bar, {"ab.angle": "110 deg"}),
    (five_bar, {"C.angle": "-40 deg", "C.speed": 2.0}),
    (five_bar, {"bc.x": 0.1, "D.speed": 0.3}),
    (rough_five_bar, {}),
    (rough_five_bar, {"E.angle": "10 deg", "bc.omega": -1.0}),
    (slotted, {"A.angle": "15 deg", "A.speed": 1.0}),
    (slotted, {"rail.displacement": 0.15, "plate.vx": 0.2}),
]


def places(F: Any, start: Any) -> np.ndarray:
    """x, y of every body's origin and its angle, as the user counts it, with their rates."""
    q, v = start.q, start.v
    rows = []
    for body in F.body_names:
        turn, omega, _ = F.motion.turn(body, q, v, v)
        rows.append([*F.motion.position(body, q), turn, *F.motion.velocity(body, q, v), omega])
    return np.array(rows, dtype=float)


@pytest.mark.parametrize(("make", "initial"), CASES)
def test_all_formulations_start_alike(make: Any, initial: dict[str, Any]) -> None:
    first = None
    for F in (sn.Planar(make()), sn.Tree(make()), sn.Spatial(make()), sn.Spatial(make(), velocities="euler")):
        start = sn.assemble(F, initial=initial)
        assert start.nearest
        first = places(F, start) if first is None else first
        np.testing.assert_allclose(places(F, start), first, rtol=0, atol=1e-9)
        assert np.abs(F.constraints(start.q)).max(initial=0.0) < 1e-11
        assert np.abs(F.jacobian(start.q) @ start.v).max(initial=0.0) < 1e-11
        for name, value in initial.items():
            assert read(F, name, start) == pytest.approx(sn_value(F, name, value), abs=1e-10)


def sn_value(F: Any, name: str, value: Any) -> float:
    from snodo.math.units import quantity

    return float(quantity(value, F.mechanism.coordinate(name)[2]))


def read(F: Any, name: str, start: Any) -> float:
    x, is_speed = F.motion.measured(name)
    return float(F.motion.coordinate(x, start.q, start.v)[2 if is_speed else 0])


# ---------------------------------------------------------------- it is the least
@pytest.mark.parametrize(
    ("make", "initial"), [case for case in CASES if case[0] in (five_bar, rough_five_bar, slotted)]
)
def test_no_closed_start_has_its_joints_nearer_to_the_drawing(make: Any, initial: dict[str, Any]) -> None:
    """Against a general minimiser, in the coordinates of the tree."""
    F = sn.Tree(make())
    start = sn.assemble(F, initial=initial)
    moves = JointMoves(F)
    positions = {n: sn_value(F, n, x) for n, x in initial.items() if not F.motion.measured(n)[1]}
    rest = np.zeros(F.nv)

    def gaps(q: np.ndarray) -> np.ndarray:
        wanted = [F.motion.coordinate(F.motion.measured(n)[0], q, rest)[0] - x for n, x in positions.items()]
        return np.concatenate([F.constraints(q), wanted])

    found = minimize(
        lambda q: float(np.sum(moves.changes(q) ** 2)),
        F.reference()[0],
        method="SLSQP",
        constraints={"type": "eq", "fun": gaps},
        options={"ftol": 1e-14, "maxiter": 300},
    )
    assert np.abs(gaps(found.x)).max() < 1e-7
    assert np.sum(moves.changes(start.q) ** 2) == pytest.approx(found.fun, abs=1e-8)
    np.testing.assert_allclose(start.q, found.x, atol=1e-4)


@pytest.mark.parametrize(("make", "initial"), CASES)
def test_no_velocities_move_the_joints_less(make: Any, initial: dict[str, Any]) -> None:
    """Every free direction, added to the start, makes Σ ẋ² larger; found by differences of the moves."""
    F = sn.Planar(make())
    start = sn.assemble(F, initial=initial)
    moves, h = JointMoves(F), 1e-6

    def rates(v: np.ndarray) -> np.ndarray:
        return (moves.changes(start.q + h * v) - moves.changes(start.q - h * v)) / (2 * h)

    rest = np.zeros(F.nv)
    rows = [F.motion.coordinate(x, start.q, rest)[1] for x, speed in map(F.motion.measured, initial) if speed]
    J = np.vstack([F.jacobian(start.q), *[np.atleast_2d(row) for row in rows]])
    _, sizes, basis = np.linalg.svd(J)
    least = float(np.sum(rates(start.v) ** 2))
    for direction in basis[int((sizes > 1e-9).sum()) :]:
        other = rates(direction)
        assert np.linalg.norm(other) > 1e-3  # none is left undecided
        assert abs(rates(start.v) @ other) < 1e-7 * max(1.0, least)


# ---------------------------------------------------------------- the drawing stays
@pytest.mark.parametrize("make", [double_pendulum, cart, five_bar, slotted])
@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_drawing_that_closes_stays(make: Any, formulation: str) -> None:
    F = sn.Planar(make()) if formulation == "planar" else sn.Tree(make())
    start = sn.assemble(F)
    assert np.array_equal(start.q, F.reference()[0])
    assert not start.v.any()
    assert start.nearest


def test_unnamed_joints_of_an_open_tree_stay_exactly() -> None:
    F = sn.Tree(cart())
    start = sn.assemble(F, initial={"A1.angle": 0.7, "A1.speed": 2.0})
    k = F.position_slice("A1").start
    drawn = F.reference()[0]
    assert np.array_equal(np.delete(start.q, k), np.delete(drawn, k))
    assert np.array_equal(np.flatnonzero(start.v), [F.velocity_slice("A1").start])


def test_a_rough_slider_stays_where_it_is_drawn() -> None:
    """Its places on the two bodies are apart along the axis: the displacement as drawn is the reference."""
    m = sn.Mechanism("cart")
    m.body("cart", mass=1, inertia=1, at=(0.3, 0.1))
    m.prismatic("P", "ground", "cart", axis=(1, 0), at={"ground": (0, 0), "cart": (0, 0)}, reference=0.2)
    for F in (sn.Planar(m), sn.Tree(m)):
        start = sn.assemble(F)
        np.testing.assert_allclose(F.motion.position("cart", start.q), [0.3, 0.0], atol=1e-12)
        assert read(F, "P.displacement", start) == pytest.approx(0.2)


# ---------------------------------------------------------------- couplers
def coupled(follower: str) -> sn.Mechanism:
    """Two arms with b − 2 a = 0.1 rad, drawn at zero."""
    m = sn.Mechanism("coupled arms")
    for name, x in (("a", 0.0), ("b", 1.0)):
        m.bar(f"arm_{name}", (x, 0), (x, 0.5), mass=1.0, width=0.02)
        m.revolute(name, "ground", f"arm_{name}", at=(x, 0))
    m.coupler("c", {"b": 1.0, "a": -2.0}, value=0.1, follower=follower)
    return m


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial", "spatial_euler"])
@pytest.mark.parametrize(
    ("follower", "initial", "a"), [("", {}, -0.04), ("b", {}, 0.0), ("a", {}, -0.05), ("b", {"b.angle": 0.3}, 0.1)]
)
def test_a_follower_gives_way(formulation: str, follower: str, initial: dict[str, float], a: float) -> None:
    """All share: a = −2 · 0.1 / 5, the foot of the perpendicular on b − 2 a = 0.1."""
    from snodo.formulations.bind import bind

    F = bind(coupled(follower), formulation)
    start = sn.assemble(F, initial=initial)
    assert start.nearest
    assert read(F, "a.angle", start) == pytest.approx(a, abs=1e-11)
    assert read(F, "b.angle", start) == pytest.approx(2 * a + 0.1, abs=1e-11)


def test_a_follower_must_be_coupled() -> None:
    with pytest.raises(sn.MechanismError, match=r"(?s)follower 'A' has no factor in it.*known names: b, a"):
        coupled("A").check()
