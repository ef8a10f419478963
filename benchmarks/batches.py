"""Batches side by side with single calls in one run: simulations in lanes, and the dynamics of many states.

Run from the repository root:   python -m benchmarks.batches

Times are processor times on one thread, the best of several rounds in which batch and single take turns.  Absolute
times mean nothing on shared machines: look at the ratios.  Before anything is timed, the results are compared.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks.random_trees import arm, humanoid, snodo_tree

import snodo as sn

MEMBERS = 64
STATES = 512
ROUNDS = 7
INTEGRATORS = (sn.RK4(step=1e-3), sn.DormandPrince(rtol=1e-6), sn.DOP853(rtol=1e-9))


def initial_values(tree: Any) -> dict[str, np.ndarray]:
    """Angles and speeds of all hinges, one for each member."""
    rng = np.random.default_rng(0)
    names = [joint for joint in tree.mechanism.joints if f"{joint}.angle" in tree.coordinate_names]
    angles = {f"{name}.angle": rng.uniform(-1, 1, MEMBERS) for name in names}
    return {**angles, **{f"{name}.speed": rng.uniform(-1, 1, MEMBERS) for name in names}}


def best(rounds: int, *calls: Callable[[], Any]) -> list[float]:
    """Shortest processor time of each call [s], taking turns."""
    for call in calls:
        call()
    shortest = [np.inf] * len(calls)
    for _ in range(rounds):
        for k, call in enumerate(calls):
            began = time.process_time()
            call()
            shortest[k] = min(shortest[k], time.process_time() - began)
    return shortest


def simulations(name: str, tree: Any, duration: float) -> None:
    """States × steps a second: a batch of runs against one run after the other."""
    values = initial_values(tree)
    for integrator in INTEGRATORS:
        words = {"integrator": integrator, "output": duration / 4, "progress": False}

        def together(words: dict[str, Any] = words) -> Any:
            return sn.simulate(tree, duration, initial=values, **words)

        def alone(words: dict[str, Any] = words) -> list[Any]:
            each = ({name: x[k] for name, x in values.items()} for k in range(0, MEMBERS, 8))
            return [sn.simulate(tree, duration, initial=initial, **words) for initial in each]

        batch, singles = together(), alone()
        difference = max(np.abs(one.states - batch[8 * k].states).max() for k, one in enumerate(singles))
        seconds, seconds_alone = best(ROUNDS, together, alone)
        steps = sum(batch[k].info["steps"] for k in range(MEMBERS))
        steps_alone = sum(one.info["steps"] for one in singles)
        rate, rate_alone = MEMBERS / seconds, len(singles) / seconds_alone
        print(
            f"{name:18} {integrator.name:15} {steps / seconds:12.3g} {steps_alone / seconds_alone:12.3g}"
            f" {steps / seconds / (steps_alone / seconds_alone):9.2f} {rate / rate_alone:9.2f}   {difference:.0e}"
        )


def dynamics(name: str, tree: Any) -> None:
    """Microseconds a state: one call for all states against one call for each."""
    rng = np.random.default_rng(0)
    Q, V = (np.array(x) for x in zip(*(tree.random(rng) for _ in range(STATES))))
    X, W = rng.standard_normal((STATES, tree.nv)), rng.standard_normal((STATES, 6))
    body = tree.body_names[-1]
    cases: dict[str, tuple[Callable[..., Any], Callable[[int], tuple[Any, ...]]]] = {
        "forward, wrenches": (tree.forward_dynamics, lambda k: (Q[k], V[k], X[k], {body: W[k]})),
        "inverse, wrenches": (tree.inverse_dynamics, lambda k: (Q[k], V[k], X[k], {body: W[k]})),
        "joint wrenches": (tree.joint_wrenches, lambda k: (Q[k], V[k], X[k])),
        "articulated inertia": (tree.articulated_inertia, lambda k: (Q[k],)),
        "inverse derivatives": (tree.inverse_dynamics_derivatives, lambda k: (Q[k], V[k], X[k])),
        "forward derivatives": (tree.forward_dynamics_derivatives, lambda k: (Q[k], V[k], X[k])),
    }
    for what, (run, given) in cases.items():
        whole = slice(None)

        def together(run: Any = run, given: Any = given, whole: Any = whole) -> Any:
            return run(*given(whole))

        def alone(run: Any = run, given: Any = given) -> list[Any]:
            return [run(*given(k)) for k in range(0, STATES, 8)]

        seconds, seconds_alone = best(ROUNDS, together, alone)
        each, each_alone = 1e6 * seconds / STATES, 1e6 * seconds_alone / (STATES // 8)
        print(f"{name:18} {what:22} {each:9.2f} {each_alone:9.2f} {each_alone / each:9.1f}")


def main() -> None:
    trees = {"arm, 7 dof": (snodo_tree(arm()), 2.0), "humanoid, 34 dof": (snodo_tree(humanoid()), 3.0)}
    print(f"\nsimulations: {MEMBERS} members against single runs")
    print(f"{'':18} {'':15} {'states×steps a second':^25} {'ratio of':^19}")
    print(f"{'tree':18} {'integrator':15} {'batch':>12} {'single':>12} {'steps':>9} {'runs':>9}   difference")
    for name, (tree, duration) in trees.items():
        simulations(name, tree, duration)
    print(f"\ndynamics: {STATES} states, µs a state")
    print(f"{'tree':18} {'':22} {'batch':>9} {'single':>9} {'ratio':>9}")
    for name, (tree, _) in trees.items():
        dynamics(name, tree)


if __name__ == "__main__":
    sys.exit(main())
