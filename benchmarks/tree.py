"""Trees side by side with Pinocchio, MuJoCo and Drake in one run: one state from Python, batches, simulation, growth.

Run from the repository root:   python -m benchmarks.tree

Times are the best of several rounds in which all candidates take turns; one thread unless said otherwise.  Absolute
times mean nothing on shared machines: look at the ratios.  Before anything is timed, the results are compared.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks.random_trees import Link, arm, humanoid, mujoco_model, pin_coordinates, pin_model, snodo_tree

from benchmarks import tree_growth, tree_simulation

BATCH = 1024
Calls = dict[str, tuple[Callable[[], Any], int]]
"""Name → what to call, and the states that one call handles."""


class Case:
    """One tree with a batch of random states, for us and for the peers."""

    def __init__(self, name: str, links: list[Link]) -> None:
        self.name = name
        self.tree = snodo_tree(links)
        self.pin, self.mujoco = pin_model(links), mujoco_model(links)
        rng = np.random.default_rng(0)
        drawn = [self.tree.random(rng) for _ in range(BATCH)]
        self.Q, self.V = (np.array(x) for x in zip(*drawn))
        self.T = rng.standard_normal((BATCH, self.tree.nv))
        self.floating = links[0].axis == ""
        self.Qp = pin_coordinates(self.Q, self.floating)

    def calls(self) -> dict[str, Calls]:
        """All algorithms."""
        return {"forward dynamics": self.forward(), "inverse dynamics": self.inverse(), "mass matrix": self.mass()}

    def forward(self) -> Calls:
        """Articulated bodies; MuJoCo's whole forward pass, and one step of its rollout."""
        import mujoco
        import pinocchio as pin
        from mujoco import rollout

        tree, model, data, pool = self.tree, self.pin, self.pin.createData(), pin.ModelPool(self.pin, 1)
        q, v, tau, Q, V, T = self.Q[0], self.V[0], self.T[0], self.Q, self.V, self.T
        p, Qt, Vt, Tt = self.Qp[0], *map(np.asfortranarray, (self.Qp.T, V.T, T.T))
        out = np.empty_like(Vt, order="F")
        mj, state = mujoco.MjData(self.mujoco), self._mujoco_states()
        mj.qpos[:], mj.qvel[:], mj.qfrc_applied[:] = q, v, tau
        return {
            "snodo": (lambda: tree.forward_dynamics(q, v, tau), 1),
            "pin": (lambda: pin.aba(model, data, p, v, tau), 1),
            "mujoco": (lambda: mujoco.mj_forward(self.mujoco, mj), 1),
            "snodo batch": (lambda: tree.forward_dynamics(Q, V, T), BATCH),
            "snodo batch, 2 threads": (lambda: tree.forward_dynamics(Q, V, T, threads=2), BATCH),
            "pin batch": (lambda: pin.abaInParallel(1, pool, Qt, Vt, Tt, out), BATCH),
            "mujoco batch": (lambda: rollout.rollout(self.mujoco, [mj], state, nstep=1), BATCH),
        }

    def inverse(self) -> Calls:
        """Recursive Newton-Euler."""
        import mujoco
        import pinocchio as pin

        tree, model, data, pool = self.tree, self.pin, self.pin.createData(), pin.ModelPool(self.pin, 1)
        q, v, a, Q, V, A = self.Q[0], self.V[0], self.T[0], self.Q, self.V, self.T
        p, Qt, Vt, At = self.Qp[0], *map(np.asfortranarray, (self.Qp.T, V.T, A.T))
        out = np.empty_like(Vt, order="F")
        mj = mujoco.MjData(self.mujoco)
        mj.qpos[:], mj.qvel[:], mj.qacc[:] = q, v, a
        return {
            "snodo": (lambda: tree.inverse_dynamics(q, v, a), 1),
            "pin": (lambda: pin.rnea(model, data, p, v, a), 1),
            "mujoco": (lambda: mujoco.mj_inverse(self.mujoco, mj), 1),
            "snodo batch": (lambda: tree.inverse_dynamics(Q, V, A), BATCH),
            "snodo batch, 2 threads": (lambda: tree.inverse_dynamics(Q, V, A, threads=2), BATCH),
            "pin batch": (lambda: pin.rneaInParallel(1, pool, Qt, Vt, At, out), BATCH),
        }

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

    def _mujoco_states(self) -> np.ndarray:
        import mujoco

        return np.column_stack([np.zeros(BATCH), self.Q, self.V])[:, : mujoco.mj_stateSize(self.mujoco, 15)]

    def largest_difference(self) -> float:
        """From Pinocchio, over the three algorithms and some states, relative to the largest number."""
        import pinocchio as pin

        data, worst = self.pin.createData(), 0.0
        A, F = self.tree.forward_dynamics(self.Q, self.V, self.T), self.tree.inverse_dynamics(self.Q, self.V, self.T)
        M = self.tree.mass_matrix(self.Q)
        for k in range(20):
            upper = np.triu(pin.crba(self.pin, data, self.Qp[k]))
            pairs = [
                (A[k], pin.aba(self.pin, data, self.Qp[k], self.V[k], self.T[k])),
                (F[k], pin.rnea(self.pin, data, self.Qp[k], self.V[k], self.T[k])),
                (np.triu(M[k]), upper),
            ]
            worst = max(worst, *(float(np.abs(x - y).max() / np.abs(y).max()) for x, y in pairs))
        return worst


def best_times(calls: Calls, rounds: int = 15, seconds: float = 0.02) -> dict[str, float]:
    """Microseconds for one state, the best of rounds in which all calls take turns."""
    repeats, best = {}, dict.fromkeys(calls, math.inf)
    for name, (call, _) in calls.items():
        call()
        began = time.perf_counter()
        call()
        repeats[name] = max(1, int(seconds / (time.perf_counter() - began)))
    for _ in range(rounds):
        for name, (call, states) in calls.items():
            began = time.perf_counter()
            for _ in range(repeats[name]):
                call()
            best[name] = min(best[name], (time.perf_counter() - began) / (repeats[name] * states))
    return {name: 1e6 * t for name, t in best.items()}


def show(title: str, times: dict[str, float]) -> None:
    print(f"\n{title}\n  {'':<26}{'µs a state':>11}{'snodo is quicker by':>22}")
    for name, t in times.items():
        ours = times["snodo batch" if "batch" in name else "snodo"]
        ratio = "" if name.startswith("snodo") else f"{t / ours:.1f}"
        print(f"  {name:<26}{t:11.3f}{ratio:>22}")
    print(f"  a batch against single states: {times['snodo'] / times['snodo batch']:.1f}")


def main() -> None:
    for name, links in (("arm, 7 dof", arm()), ("humanoid, 34 dof", humanoid())):
        case = Case(name, links)
        print(f"\n{name}: largest difference from Pinocchio {case.largest_difference():.1e}, batches of {BATCH}")
        for what, calls in case.calls().items():
            show(f"{what}, {name}", best_times(calls))
    tree_simulation.main()
    tree_growth.main()


if __name__ == "__main__":
    sys.exit(main())
