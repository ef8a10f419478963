"""Trees side by side with Pinocchio, MuJoCo and Drake in one run: one state from Python, batches, simulation, growth.

Run from the repository root:   python -m benchmarks.tree

Times are the best of several rounds in which all candidates take turns; one thread unless said otherwise.  Absolute
times mean nothing on shared machines: look at the ratios.  Before anything is timed, the results are compared.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from benchmarks.random_trees import Link, arm, humanoid, mujoco_model, pin_coordinates, pin_model, snodo_tree
from benchmarks.ratios import Ratio

from benchmarks import tree_growth, tree_simulation

BATCH = 1024
Calls = dict[str, tuple[Callable[[], Any], int]]
"""Name → what to call, and the states that one call handles."""


class Case:
    """One tree with a batch of random states, for us and for the peers."""

    def __init__(self, name: str, tree: Any, pin: Any, mujoco: Any = None) -> None:
        self.name, self.tree, self.pin, self.mujoco = name, tree, pin, mujoco
        rng = np.random.default_rng(0)
        drawn = [self.tree.random(rng) for _ in range(BATCH)]
        self.Q, self.V = (np.array(x) for x in zip(*drawn))
        self.T = rng.standard_normal((BATCH, self.tree.nv))
        self.order = np.arange(self.tree.nv)
        """For each of Pinocchio's velocities, its place among ours."""
        self.Qp = self.coordinates()
        self.Vp, self.Tp = self.V[:, self.order], self.T[:, self.order]

    @classmethod
    def of(cls, name: str, links: list[Link]) -> Case:
        """A tree of random links, in all programs."""
        return cls(name, snodo_tree(links), pin_model(links), mujoco_model(links))

    def coordinates(self) -> np.ndarray:
        """Of Pinocchio."""
        return pin_coordinates(self.Q, self.pin.nq > self.pin.nv)

    def calls(self) -> dict[str, Calls]:
        """All algorithms."""
        return {"forward dynamics": self.forward(), "inverse dynamics": self.inverse(), "mass matrix": self.mass()}

    def forward(self) -> Calls:
        """Articulated bodies; MuJoCo's whole forward pass, and one step of its rollout."""
        import pinocchio as pin

        tree, model, data, pool = self.tree, self.pin, self.pin.createData(), pin.ModelPool(self.pin, 1)
        q, v, tau, Q, V, T = self.Q[0], self.V[0], self.T[0], self.Q, self.V, self.T
        p, w, torque = self.Qp[0], self.Vp[0], self.Tp[0]
        Qt, Vt, Tt = map(np.asfortranarray, (self.Qp.T, self.Vp.T, self.Tp.T))
        out = np.empty_like(Vt, order="F")
        calls: Calls = {
            "snodo": (lambda: tree.forward_dynamics(q, v, tau), 1),
            "pin": (lambda: pin.aba(model, data, p, w, torque), 1),
            "snodo batch": (lambda: tree.forward_dynamics(Q, V, T), BATCH),
            "snodo batch, 2 threads": (lambda: tree.forward_dynamics(Q, V, T, threads=2), BATCH),
            "pin batch": (lambda: pin.abaInParallel(1, pool, Qt, Vt, Tt, out), BATCH),
        }
        if self.mujoco is not None:
            import mujoco
            from mujoco import rollout

            mj, state = self._mujoco_data(), self._mujoco_states()
            mj.qfrc_applied[:] = tau
            calls["mujoco"] = (lambda: mujoco.mj_forward(self.mujoco, mj), 1)
            calls["mujoco batch"] = (lambda: rollout.rollout(self.mujoco, [mj], state, nstep=1), BATCH)
        return calls

    def inverse(self) -> Calls:
        """Recursive Newton-Euler."""
        import pinocchio as pin

        tree, model, data, pool = self.tree, self.pin, self.pin.createData(), pin.ModelPool(self.pin, 1)
        q, v, a, Q, V, A = self.Q[0], self.V[0], self.T[0], self.Q, self.V, self.T
        p, w, b = self.Qp[0], self.Vp[0], self.Tp[0]
        Qt, Vt, At = map(np.asfortranarray, (self.Qp.T, self.Vp.T, self.Tp.T))
        out = np.empty_like(Vt, order="F")
        calls: Calls = {
            "snodo": (lambda: tree.inverse_dynamics(q, v, a), 1),
            "pin": (lambda: pin.rnea(model, data, p, w, b), 1),
            "snodo batch": (lambda: tree.inverse_dynamics(Q, V, A), BATCH),
            "snodo batch, 2 threads": (lambda: tree.inverse_dynamics(Q, V, A, threads=2), BATCH),
            "pin batch": (lambda: pin.rneaInParallel(1, pool, Qt, Vt, At, out), BATCH),
        }
        if self.mujoco is not None:
            import mujoco

            mj = self._mujoco_data()
            mj.qacc[:] = a
            calls["mujoco"] = (lambda: mujoco.mj_inverse(self.mujoco, mj), 1)
        return calls

    def mass(self) -> Calls:
        """Composite bodies."""
        import pinocchio as pin

        tree, model, data, q, p, Q = self.tree, self.pin, self.pin.createData(), self.Q[0], self.Qp[0], self.Q
        return {
            "snodo": (lambda: tree.mass_matrix(q), 1),
            "pin": (lambda: pin.crba(model, data, p), 1),
            "snodo batch": (lambda: tree.mass_matrix(Q), BATCH),
            "snodo batch, 2 threads": (lambda: tree.mass_matrix(Q, threads=2), BATCH),
        }

    def _mujoco_data(self) -> Any:
        import mujoco

        data = mujoco.MjData(self.mujoco)
        data.qpos[:], data.qvel[:] = self.Q[0], self.V[0]
        return data

    def _mujoco_states(self) -> np.ndarray:
        import mujoco

        return np.column_stack([np.zeros(BATCH), self.Q, self.V])[:, : mujoco.mj_stateSize(self.mujoco, 15)]

    def largest_difference(self) -> float:
        """From Pinocchio, over the three algorithms and some states, relative to the largest number."""
        import pinocchio as pin

        data, worst = self.pin.createData(), 0.0
        A, F = self.tree.forward_dynamics(self.Q, self.V, self.T), self.tree.inverse_dynamics(self.Q, self.V, self.T)
        M, o = self.tree.mass_matrix(self.Q), self.order
        for k in range(20):
            upper = np.triu(pin.crba(self.pin, data, self.Qp[k]))
            pairs = [
                (A[k][o], pin.aba(self.pin, data, self.Qp[k], self.Vp[k], self.Tp[k])),
                (F[k][o], pin.rnea(self.pin, data, self.Qp[k], self.Vp[k], self.Tp[k])),
                (np.triu(M[k][np.ix_(o, o)]), upper),
            ]
            worst = max(worst, *(float(np.abs(x - y).max() / np.abs(y).max()) for x, y in pairs))
        return worst


def best_times(
    calls: Calls, rounds: int = 15, seconds: float = 0.02, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Microseconds for one state, the best of rounds in which all calls take turns."""
    repeats, best = {}, dict.fromkeys(calls, math.inf)
    for name, (call, _) in calls.items():
        call()
        began = clock()
        call()
        repeats[name] = max(1, int(seconds / (clock() - began)))
    for _ in range(rounds):
        for name, (call, states) in calls.items():
            began = clock()
            for _ in range(repeats[name]):
                call()
            best[name] = min(best[name], (clock() - began) / (repeats[name] * states))
    return {name: 1e6 * t for name, t in best.items()}


PEERS = {"pin": "Pinocchio", "mujoco": "MuJoCo"}


def against_ours(times: dict[str, float], name: str) -> float:
    """The time of a peer over ours: a batch against a batch."""
    return times[name] / times["snodo batch" if "batch" in name else "snodo"]


def ratios_of(case: Case, rounds: int) -> Iterator[Ratio]:
    """Of all algorithms on one thread, in processor time: many short rounds, of which the least disturbed count."""
    difference = case.largest_difference()
    for what, calls in case.calls().items():
        alone = {name: call for name, call in calls.items() if "threads" not in name}
        times = best_times(alone, rounds, 0.002, time.process_time)
        for name in times:
            who, _, batch = name.partition(" ")
            if who in PEERS:
                words = f"{what}, {case.name}" + (f", {batch} of {BATCH}" if batch else "")
                yield Ratio(words, PEERS[who], against_ours(times, name), apart=difference)


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """An arm and a humanoid of random links."""
    for name, links in LINKS.items():
        yield from ratios_of(Case.of(name, links()), 60 if quick else 250)


def show(title: str, times: dict[str, float]) -> None:
    print(f"\n{title}\n  {'':<26}{'µs a state':>11}{'snodo is quicker by':>22}")
    for name, t in times.items():
        ratio = "" if name.startswith("snodo") else f"{against_ours(times, name):.1f}"
        print(f"  {name:<26}{t:11.3f}{ratio:>22}")
    print(f"  a batch against single states: {times['snodo'] / times['snodo batch']:.1f}")


LINKS: dict[str, Callable[[], list[Link]]] = {"arm, 7 dof": arm, "humanoid, 34 dof": humanoid}


def main() -> None:
    for name, links in LINKS.items():
        case = Case.of(name, links())
        print(f"\n{name}: largest difference from Pinocchio {case.largest_difference():.1e}, batches of {BATCH}")
        for what, calls in case.calls().items():
            show(f"{what}, {name}", best_times(calls))
    tree_simulation.main()
    tree_growth.main()


if __name__ == "__main__":
    sys.exit(main())
