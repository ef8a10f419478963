"""What is asked of a tree whose joints are tied by rows obeys the rows, or is refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import snodo as sn


def four_bar() -> sn.Mechanism:
    m = sn.Mechanism("four-bar", dimension=2, gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    m.bar("crank", "A", "B", mass=0.5)
    m.bar("coupler", "B", "C", mass=1.2)
    m.bar("rocker", "C", "D", mass=0.9)
    for name, parent, child in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("D", "ground", "rocker")):
        m.revolute(name, parent, child)
    m.revolute("C", "coupler", "rocker")
    return m


def gripper() -> sn.Mechanism:
    """Two fingers on slides: one follows the other, as a mimic joint does."""
    m = sn.Mechanism("gripper", dimension=3)
    m.box("left", (0.1, 0.02, 0.02), (-0.1, 0, 0), mass=0.2)
    m.box("right", (0.1, 0.02, 0.02), (0.1, 0, 0), mass=0.3)
    m.prismatic("L", "ground", "left", at=(-0.1, 0, 0), axis=(1, 0, 0))
    m.prismatic("R", "ground", "right", at=(0.1, 0, 0), axis=(1, 0, 0))
    m.coupler("mimic", {"L": 1.0, "R": 1.0})
    return m


def state(tree: sn.Tree) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Closed, with speeds that the rows allow, and some joint forces."""
    m, start = tree.mechanism, sn.assemble(tree)
    free = np.linalg.svd(tree.jacobian(start.q))[2][np.linalg.matrix_rank(tree.jacobian(start.q)) :]
    return start.q, 3.0 * free.sum(axis=0), np.arange(1.0, tree.nv + 1) * (0.3 if m.dimension == 2 else 1.0)


@pytest.mark.parametrize("described", [four_bar, gripper])
def test_forward_dynamics_obeys_the_rows(described: Callable[[], sn.Mechanism]) -> None:
    tree = sn.Tree(described())
    q, v, tau = state(tree)
    a = tree.forward_dynamics(q, v, tau)
    assert np.allclose(tree.jacobian(q) @ a, tree.gamma(q, v), rtol=0, atol=1e-9)
    left = tau - tree.bias(q, v) - tree.mass_matrix(q) @ a  # what is left over is a constraint force
    multipliers = np.linalg.lstsq(tree.jacobian(q).T, left, rcond=None)[0]
    assert np.allclose(tree.jacobian(q).T @ multipliers, left, rtol=0, atol=1e-9 * np.abs(left).max())
    open_tree = tree.forward_dynamics(q, v, tau, loops="ignore")
    assert np.allclose(tree.mass_matrix(q) @ open_tree + tree.bias(q, v), tau)
    assert not np.allclose(a, open_tree)


def test_a_mimic_by_hand() -> None:
    """Masses 0.2 and 0.3 kg that move oppositely under 1 and 2 N: 0.5 a = 1 − 2."""
    tree = sn.Tree(gripper())
    a = tree.forward_dynamics(np.zeros(2), np.zeros(2), np.array([1.0, 2.0]))
    assert np.allclose(a, [-2.0, 2.0])


def test_the_motion_of_a_simulation() -> None:
    """The same accelerations as in a run of the mechanism with these torques, at the time of each row."""
    m = four_bar()
    m.torque("motor", "2 * sin(5 * t)", joint="A")
    tree = sn.Tree(m)
    result = sn.simulate(tree, 1.0, output=0.25)
    k = tree.velocity_slice("A").start
    for n, t in enumerate(result.time):
        tau = np.zeros(tree.nv)
        tau[k] = 2 * np.sin(5 * t)
        assert np.allclose(tree.forward_dynamics(result.q[n], result.v[n], tau), result.a[n], rtol=0, atol=1e-7)


def test_rows_of_drivers_are_those_at_the_time_given() -> None:
    m = four_bar()
    m.driver("motor", joint="A", angle="0.5 * t^2")
    tree = sn.Tree(m)
    q, v = sn.assemble(tree).q, np.zeros(tree.nv)
    k = tree.velocity_slice("A").start
    for t in (0.0, 2.0):
        assert tree.forward_dynamics(q, v, np.zeros(tree.nv), t=t)[k] == pytest.approx(1.0)


def test_wrenches_and_batches() -> None:
    tree = sn.Tree(four_bar())
    q, v, tau = state(tree)
    pull = {"coupler": (1.0, 2.0, 0.0, 0.0, 0.0, 0.5)}
    one = tree.forward_dynamics(q, v, tau, pull)
    pushed = tau + tree.jacobian_of(q, "coupler").T @ pull["coupler"]
    assert np.allclose(one, tree.forward_dynamics(q, v, pushed))
    scale = np.array([[1.0], [0.5], [0.0]])
    many = tree.forward_dynamics(np.tile(q, (3, 1)), scale * v, scale * tau, {"coupler": scale * pull["coupler"]})
    each = [tree.forward_dynamics(q, s * v, s * tau, {"coupler": s * np.array(pull["coupler"])}) for s in scale[:, 0]]
    assert np.array_equal(many, each)
    bad = np.tile(v, (2, 1))
    bad[1, 0] = np.nan
    with pytest.raises(sn.UnsupportedError, match=r"row 1: v: A\.speed = nan"):
        tree.forward_dynamics(q, bad, tau)


def test_wrenches_that_were_given_are_forgotten() -> None:
    """What acted in another question is not among the forces of the mechanism."""
    m = four_bar()
    del m.joints["C"]
    tree = sn.Tree(m)
    q, v = tree.reference()
    tree.forward_dynamics(q, v, v, {"coupler": (1.0, 2.0, 0.0, 0.0, 0.0, 0.5)})
    assert not tree.applied_forces(q, v)[1]["coupler"].any()


def test_a_massless_link_in_a_loop() -> None:
    """M of the open tree is singular; the rows make the accelerations unique."""
    m = sn.Mechanism("four-bar", dimension=3, gravity=(0, -9.81, 0))
    m.add_points(A=(0, 0, 0), B=(0.1, 0.15, 0), C=(0.45, 0.3, 0), D=(0.5, 0, 0))
    m.cylinder("crank", "A", "B", 0.01, mass=0.5)
    m.body("coupler", mass=0.0, inertia=(0, 0, 0), at="B", idealised=True)
    m.cylinder("rocker", "C", "D", 0.01, mass=0.9)
    for name, parent, child in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("D", "ground", "rocker")):
        m.revolute(name, parent, child, axis="z")
    m.revolute("C", "coupler", "rocker", axis="z")
    light, tree = m.copy(), sn.Tree(m)
    light.bodies["coupler"].mass, light.bodies["coupler"].inertia = 1e-7, (1e-9, 1e-9, 1e-9)
    q, v, tau = state(tree)
    expected = sn.Tree(light).forward_dynamics(q, v, tau)
    assert np.allclose(tree.forward_dynamics(q, v, tau), expected, rtol=1e-5)
    assert np.allclose(tree.solve(q, v, tau=tau)[0], expected, rtol=1e-5)


# ---------------------------------------------------------------- what has no one answer
Ask = Callable[[Any, np.ndarray, np.ndarray, np.ndarray, str], Any]
ASKED: dict[str, Ask] = {
    "inverse_dynamics": lambda T, q, v, x, loops: T.inverse_dynamics(q, v, x, loops=loops),
    "joint_wrenches": lambda T, q, v, x, loops: T.joint_wrenches(q, v, x, loops=loops),
    "articulated_inertia": lambda T, q, v, x, loops: T.articulated_inertia(q, loops=loops),
    "articulated_bias": lambda T, q, v, x, loops: T.articulated_bias(q, v, x, loops=loops),
    "inverse_dynamics_derivatives": lambda T, q, v, x, loops: T.inverse_dynamics_derivatives(q, v, x, loops=loops),
    "forward_dynamics_derivatives": lambda T, q, v, x, loops: T.forward_dynamics_derivatives(q, v, x, loops=loops),
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("batch", [False, True], ids=["one", "batch"])
def test_the_rest_is_refused_unless_the_open_tree_is_asked_for(name: str, batch: bool) -> None:
    tree = sn.Tree(four_bar())
    q, v, x = (np.tile(part, (3, 1)) for part in state(tree)) if batch else state(tree)
    with pytest.raises(
        sn.UnsupportedError, match=f"{name}: the joints of 'four-bar' are connected by 2 .* 'C'"
    ) as refused:
        ASKED[name](tree, q, v, x, "obey")
    assert 'loops="ignore"' in str(refused.value)
    found = ASKED[name](tree, q, v, x, "ignore")
    cut = four_bar()
    del cut.joints["C"]
    expected = ASKED[name](sn.Tree(cut), q, v, x, "obey")
    if isinstance(found, dict):
        found, expected = list(found.values()), list(expected.values())
    for mine, theirs in zip(np.atleast_1d(found), np.atleast_1d(expected)):
        assert np.allclose(mine, theirs)


def test_a_wrong_word_is_named() -> None:
    tree = sn.Tree(four_bar())
    q, v, tau = state(tree)
    with pytest.raises(sn.NameNotFound, match="loops = 'ignored'"):
        tree.forward_dynamics(q, v, tau, loops="ignored")
    pendulum = sn.Mechanism("pendulum", dimension=2)
    pendulum.bar("bar", (0, 0), (1, 0), mass=1.0)
    pendulum.revolute("A", "ground", "bar", at=(0, 0))
    with pytest.raises(sn.NameNotFound, match="loops = 'none'"):
        sn.Tree(pendulum).inverse_dynamics([0.0], [0.0], [0.0], loops="none")
