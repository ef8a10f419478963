"""Threads that share one bound formulation get their own numbers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.constraint_methods import in_time

EXAMPLES = Path(__file__).parents[3] / "examples"
THREADS = 4


@pytest.fixture(autouse=True)
def _often() -> Iterator[None]:
    """Let Python switch between threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def robot() -> sn.Mechanism:
    m = sn.Mechanism("robot", dimension=3, gravity=(0, 0, -9.81))
    previous = "ground"
    for k, axis in enumerate(("z", "y", "y")):
        m.cylinder(f"link{k}", (0, 0, k), (0, 0, k + 1), 0.1, mass=2.0)
        m.revolute(f"j{k}", previous, f"link{k}", at=(0, 0, k), axis=axis)
        previous = f"link{k}"
    return m


def asked_at_once(ask: Callable[[int], Any], rounds: int) -> int:
    """How many of the answers that threads get are not those that one thread alone gets."""
    alone = [np.concatenate([np.ravel(x) for x in ask(k)]) for k in range(THREADS)]
    gate = threading.Barrier(THREADS)

    def work(k: int) -> int:
        gate.wait()
        return sum(not np.array_equal(np.concatenate([np.ravel(x) for x in ask(k)]), alone[k]) for _ in range(rounds))

    with ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(work, range(THREADS)))


def test_questions_to_a_tree() -> None:
    tree = sn.Tree(robot())
    random = np.random.default_rng(3)
    states = [[random.standard_normal(tree.nv) for _ in range(3)] for _ in range(THREADS)]
    wrenches = [{"link1": random.standard_normal(6)} if k % 2 else None for k in range(THREADS)]

    def ask(k: int) -> list[Any]:
        q, v, x = states[k]
        pose = tree.pose(q, "link2")
        return [
            tree.forward_dynamics(q, v, x),
            tree.forward_dynamics(q, v, x, wrenches[k]),
            tree.inverse_dynamics(q, v, x, wrenches[k]),
            tree.mass_matrix(q),
            tree.joint_wrenches(q, v, x, wrenches[k])["j0"],
            tree.velocity(q, v, "link2"),
            pose.r,
            tree.solve(q, v, tau=x, external=wrenches[k])[0],
            tree.forward_dynamics_derivatives(q, v, x, wrenches[k]).by_q,
            tree.forward_dynamics(np.tile(q, (9, 1)), v, x),
        ]

    assert asked_at_once(ask, 40) == 0


@pytest.mark.parametrize("make", [sn.Planar, sn.Tree, sn.Spatial], ids=["planar", "tree", "spatial"])
def test_questions_about_rows(make: Any) -> None:
    F = make(sn.load(EXAMPLES / "four_bar.yaml"))
    q = F.reference()[0]
    random = np.random.default_rng(2)
    moved = [F.moved(q, 0.01 * random.standard_normal(F.nv)) for _ in range(THREADS)]
    speeds = [random.standard_normal(F.nv) for _ in range(THREADS)]

    def ask(k: int) -> list[Any]:
        state = moved[k], speeds[k]
        times = np.array([0.1 * k])
        found = in_time.evaluate(F, times, F.state(*state)[None])
        return [F.jacobian(moved[k]), F.gamma(*state), F.forces(*state), *F.solve(*state), found["energy"]]

    assert asked_at_once(ask, 25) == 0


def test_runs_of_one_bound_formulation() -> None:
    """Simulations of one formulation wait for one another, and questions to it wait for them."""
    tree = sn.Tree(robot())
    q, v = np.array([0.1, 0.2, 0.3]), np.array([1.0, 2.0, -1.0])
    expected = tree.forward_dynamics(q, v, v)

    def run(k: int) -> list[Any]:
        result = sn.simulate(tree, 0.3, initial={"j1.angle": 0.1 * k, "j0.speed": 1.0}, output=0.1, progress=False)
        asked = tree.forward_dynamics(q, v, v)
        return [result.states, result["link2.x"].values, result.reaction("j0").values, asked - expected]

    assert asked_at_once(run, 3) == 0
