"""Robots of example_robot_data, whose URDFs have many fixed joints, side by side with Pinocchio and MuJoCo in one run.

    python -m benchmarks.robots                              (this processor's own code)
    NUMBA_CPU_NAME=haswell python -m benchmarks.robots       (code of most laptops: AVX2)

Forward and inverse dynamics and mass matrix of one state from Python, a state of a batch against Pinocchio's one state,
and the simulation of Talos on a free base with RK4 against MuJoCo's rollout.  CPU time, the best of rounds in which all
take turns.  Absolute times mean nothing on shared machines: look at the ratios.  Before anything is timed, the results
are compared.  Drake is not measured here (`benchmarks/tree_simulation.py` does, where it is installed).
"""

from __future__ import annotations

import math
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

import snodo as sn

ROBOTS = {
    "Talos": "talos_data/robots/talos_reduced.urdf",
    "ANYmal": "anymal_b_simple_description/robots/anymal.urdf",
    "Panda": "panda_description/urdf/panda.urdf",
}
BATCH, ROUNDS, SECONDS = 256, 40, 0.004
STEP, STEPS, SHORT = 1e-3, 3000, 50
Calls = dict[str, tuple[Callable[[], Any], int]]
"""Name → what to call, and the states that one call handles."""


def folder() -> Path:
    """Where the robots are."""
    for place in sys.path:
        found = Path(place) / "cmeel.prefix/share/example-robot-data/robots"
        if found.is_dir():
            return found
    raise SystemExit("example-robot-data is not installed: pip install example-robot-data")


def best_times(calls: Calls) -> dict[str, float]:
    """CPU microseconds of a state, the best of rounds in which all take turns."""
    repeats, best = {}, dict.fromkeys(calls, math.inf)
    for name, (call, _) in calls.items():
        call()
        began = time.process_time()
        call()
        repeats[name] = max(1, int(SECONDS / max(time.process_time() - began, 1e-6)))
    for _ in range(ROUNDS):
        for name, (call, states) in calls.items():
            began = time.process_time()
            for _ in range(repeats[name]):
                call()
            best[name] = min(best[name], (time.process_time() - began) / (repeats[name] * states))
    return {name: 1e6 * seconds for name, seconds in best.items()}


class Robot:
    """One robot on a free base, for us and for Pinocchio, in random states."""

    def __init__(self, name: str) -> None:
        path = str(folder() / ROBOTS[name])
        self.name, self.tree = name, sn.Tree(sn.load(path, base="free", mimic="ignore"))
        self.model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer())
        rng = np.random.default_rng(0)
        self.Q, self.V = (np.array(x) for x in zip(*(self.tree.random(rng) for _ in range(BATCH))))
        self.T = rng.standard_normal((BATCH, self.tree.nv))
        self.p, self.order = self._theirs(self.Q[0])

    def _theirs(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The same coordinates for Pinocchio, and which of our velocities each of theirs is."""
        found, order = pin.neutral(self.model), np.arange(self.model.nv)
        found[:3], found[3:7] = q[:3], np.roll(q[3:7], -1)
        for joint, name in zip(list(self.model.joints)[2:], list(self.model.names)[2:]):
            place = self.tree.joint_place(name)
            order[joint.idx_v], angle = place.v.start, q[place.q.start]
            found[joint.idx_q : joint.idx_q + joint.nq] = (math.cos(angle), math.sin(angle)) if joint.nq == 2 else angle
        return found, order

    def largest_difference(self) -> float:
        """From Pinocchio, over the three algorithms, relative to the largest number."""
        data, k = self.model.createData(), self.order
        q, v, x = self.Q[0], self.V[0], self.T[0]
        upper = np.triu(pin.crba(self.model, data, self.p))
        pairs = [
            (self.tree.forward_dynamics(q, v, x)[k], pin.aba(self.model, data, self.p, v[k], x[k])),
            (self.tree.inverse_dynamics(q, v, x)[k], pin.rnea(self.model, data, self.p, v[k], x[k])),
            (np.triu(self.tree.mass_matrix(q)[np.ix_(k, k)]), upper),
        ]
        return max(float(np.abs(one - other).max() / np.abs(other).max()) for one, other in pairs)

    def calls(self) -> dict[str, Calls]:
        """What is compared."""
        tree, model, data, p = self.tree, self.model, self.model.createData(), self.p
        Q, V, X = self.Q, self.V, self.T
        q, v, x = Q[0], V[0], X[0]
        w, y = v[self.order], x[self.order]
        return {
            "forward dynamics": {
                "snodo": (lambda: tree.forward_dynamics(q, v, x), 1),
                "batch": (lambda: tree.forward_dynamics(Q, V, X), BATCH),
                "pin": (lambda: pin.aba(model, data, p, w, y), 1),
            },
            "inverse dynamics": {
                "snodo": (lambda: tree.inverse_dynamics(q, v, x), 1),
                "batch": (lambda: tree.inverse_dynamics(Q, V, X), BATCH),
                "pin": (lambda: pin.rnea(model, data, p, w, y), 1),
            },
            "mass matrix": {
                "snodo": (lambda: tree.mass_matrix(q), 1),
                "batch": (lambda: tree.mass_matrix(Q), BATCH),
                "pin": (lambda: pin.crba(model, data, p), 1),
            },
            "forward derivatives": {
                "snodo": (lambda: tree.forward_dynamics_derivatives(q, v, x), 1),
                "batch": (lambda: tree.forward_dynamics_derivatives(Q, V, X), BATCH),
                "pin": (lambda: pin.computeABADerivatives(model, data, p, w, y), 1),
            },
        }

    def show(self) -> None:
        """A table."""
        flat = self.tree.flat.header.links, self.tree.lean.header.links
        print(f"\n{self.name}: {self.tree.nv} velocities, {flat[0]} bodies on {flat[1]} links; ", end="")
        print(f"largest difference {self.largest_difference():.0e}")
        print(f"  {'':<22}{'µs':>8}{'batch':>9}{'pinocchio':>11}{'ratio':>8}{'of a batch':>12}")
        for word, calls in self.calls().items():
            t = best_times(calls)
            line = f"  {word:<22}{t['snodo']:8.2f}{t['batch']:9.3f}{t['pin']:11.2f}{t['pin'] / t['snodo']:8.2f}"
            print(line + f"{t['pin'] / t['batch']:12.1f}")


# ---------------------------------------------------------------- simulation
def mujoco_model(path: Path) -> Any:
    """The same robot on a free base, without pictures and contacts."""
    import mujoco

    root = ElementTree.parse(path).getroot()
    for link in root.findall("link"):
        for word in ("visual", "collision"):
            for part in link.findall(word):
                link.remove(part)
    for word in ("transmission", "gazebo"):
        for part in root.findall(word):
            root.remove(part)
    for joint in root.findall("joint"):
        for word in ("dynamics", "limit"):
            for part in joint.findall(word):
                joint.remove(part)
        joint.set("type", "continuous" if joint.get("type") == "revolute" else str(joint.get("type")))
    children = {joint.find("child").get("link") for joint in root.findall("joint")}  # type: ignore[union-attr]
    base = next(link.get("name") for link in root.findall("link") if link.get("name") not in children)
    ElementTree.SubElement(root, "link", name="the world")
    floats = ElementTree.SubElement(root, "joint", name="the base", type="floating")
    ElementTree.SubElement(floats, "parent", link="the world")
    ElementTree.SubElement(floats, "child", link=str(base))
    own = ElementTree.SubElement(root, "mujoco")
    ElementTree.SubElement(own, "compiler", fusestatic="true", inertiafromgeom="false", boundmass="0", boundinertia="0")
    model = mujoco.MjModel.from_xml_string(ElementTree.tostring(root, encoding="unicode"))
    model.opt.timestep, model.opt.integrator = STEP, mujoco.mjtIntegrator.mjINT_RK4
    for word in ("CONSTRAINT", "EQUALITY", "FRICTIONLOSS", "LIMIT", "CONTACT", "SPRING", "DAMPER", "SENSOR"):
        model.opt.disableflags |= int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{word}", 0))
    return model


def simulate(robot: Robot) -> None:
    """RK4 with a fixed step, from beginning to end."""
    import mujoco
    from mujoco import rollout

    tree, model = robot.tree, mujoco_model(folder() / ROBOTS[robot.name])
    hinges = [name for name in tree.joint_places if tree.joint_place(name).v.stop - tree.joint_place(name).v.start == 1]
    speeds = np.random.default_rng(5).standard_normal(len(hinges)) * 0.3
    initial = {f"{name}.speed": speed for name, speed in zip(hinges, speeds)}
    data = mujoco.MjData(model)
    data.qpos[:7], data.qvel[:] = tree.reference()[0][:7], 0.0
    places = [int(model.jnt_qposadr[model.joint(name).id]) for name in hinges]
    for name, speed in zip(hinges, speeds):
        data.qvel[model.jnt_dofadr[model.joint(name).id]] = speed
    state = np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)

    def ours(steps: int) -> np.ndarray:
        end, choice = steps * STEP, sn.RK4(step=STEP)
        run = sn.simulate(tree, end, integrator=choice, output=end, initial=initial, progress=False, error_bars=False)
        found: np.ndarray = run.q[-1][[tree.joint_place(name).q.start for name in hinges]]
        return found

    def theirs(steps: int) -> np.ndarray:
        states, _ = rollout.rollout(model, [data], state, nstep=steps)
        found: np.ndarray = states[0, -1, 1 : 1 + model.nq][places]
        return found

    apart = float(np.abs(ours(SHORT) - theirs(SHORT)).max())
    best = [math.inf, math.inf]
    for _ in range(7):
        for k, run in enumerate((ours, theirs)):
            began = time.process_time()
            run(STEPS)
            best[k] = min(best[k], (time.process_time() - began) / STEPS)
    print(f"\n{robot.name}, RK4, {STEPS} steps of {STEP:g} s: {1e6 * best[0]:.2f} µs a step", end=", ")
    print(
        f"MuJoCo {1e6 * best[1]:.2f}, ratio {best[1] / best[0]:.2f}; hinges differ by {apart:.0e} after {SHORT} steps"
    )


def main() -> None:
    import numba

    print(f"code for {numba.config.CPU_NAME or 'this processor'}")
    robots = [Robot(name) for name in ROBOTS]
    for robot in robots:
        robot.show()
    simulate(robots[0])


if __name__ == "__main__":
    main()
