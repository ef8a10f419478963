"""Simulation of the humanoid with a fixed step, against MuJoCo's rollout and Drake's simulator, in one run.

    python -m benchmarks.tree_simulation        (part of python -m benchmarks.tree)

snodo: `sn.simulate(…, integrator=sn.RK4(step))` from beginning to end, with its checks and its result, but without
error bars, for which it would run again with finer steps.  MuJoCo: one
call of `rollout` with its RK4, constraints of every kind switched off.  Drake has no RK4: its RK3 with the same fixed
step, which needs one evaluation less a step.  Before anything is timed, the ends of a short run are compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from benchmarks.random_trees import drake_plant, humanoid, mujoco_model, snodo_tree
from benchmarks.ratios import Ratio

import snodo as sn

STEP, STEPS, SHORT, ROUNDS = 1e-3, 2000, 50, 7
Runner = Callable[[int], np.ndarray]
"""Steps → coordinates at the end, those of the floating trunk (place, Euler parameters) first."""
_OFF = ("CONSTRAINT", "EQUALITY", "FRICTIONLOSS", "LIMIT", "CONTACT", "PASSIVE", "SPRING", "DAMPER", "SENSOR")


def speeds() -> np.ndarray:
    """Of the hinges at the start [rad/s]; the trunk is at rest."""
    return np.random.default_rng(5).standard_normal(len(humanoid()) - 1)


def snodo_runner() -> Runner:
    tree = snodo_tree(humanoid())
    initial = {f"j{k}.speed": speed for k, speed in enumerate(speeds(), start=1)}

    def run(steps: int) -> np.ndarray:
        duration = steps * STEP
        quiet: dict[str, Any] = {"progress": False, "error_bars": False}
        result = sn.simulate(tree, duration, integrator=sn.RK4(step=STEP), output=duration, initial=initial, **quiet)
        end: np.ndarray = result.q[-1]
        return end

    return run


def mujoco_runner() -> Runner:
    import mujoco
    from mujoco import rollout

    model = mujoco_model(humanoid())
    model.opt.timestep, model.opt.integrator = STEP, mujoco.mjtIntegrator.mjINT_RK4
    for word in _OFF:
        model.opt.disableflags |= int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{word}", 0))
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[6:] = snodo_tree(humanoid()).reference()[0], speeds()
    state = np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)

    def run(steps: int) -> np.ndarray:
        states, _ = rollout.rollout(model, [data], state, nstep=steps)
        end: np.ndarray = states[0, -1, 1 : 1 + model.nq]
        return end

    return run


def drake_runner() -> Runner:
    from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator

    plant, trunk = drake_plant(humanoid()), snodo_tree(humanoid()).reference()[0][:7]
    hinges = [plant.GetJointByName(f"j{k}") for k in range(1, len(humanoid()))]

    def run(steps: int) -> np.ndarray:
        simulator = Simulator(plant)
        ResetIntegratorFromFlags(simulator, "runge_kutta3", STEP).set_fixed_step_mode(True)
        context = simulator.get_mutable_context()
        for hinge, speed in zip(hinges, speeds()):
            hinge.set_angular_rate(context, speed)
        q = plant.GetPositions(context)
        q[:7] = np.roll(trunk, 4)
        plant.SetPositions(context, q)
        simulator.Initialize()
        simulator.AdvanceTo(steps * STEP)
        q = plant.GetPositions(context)
        return np.array([*np.roll(q[:7], 3), *(hinge.get_angle(context) for hinge in hinges)])

    return run


def runners() -> dict[str, Runner]:
    """Everyone who is installed."""
    found = {"snodo, RK4": snodo_runner(), "mujoco, RK4": mujoco_runner()}
    try:
        found["drake, RK3"] = drake_runner()
    except ImportError:
        print("\nDrake is not installed: left out (pip install drake)")
    return found


def best_times(run: dict[str, Runner], rounds: int = ROUNDS, steps: int = STEPS) -> dict[str, float]:
    """Microseconds of processor time a step, the best of rounds in which everyone takes turns."""
    best = dict.fromkeys(run, float("inf"))
    for _ in range(rounds):
        for name, runner in run.items():
            began = time.process_time()
            runner(steps)
            best[name] = min(best[name], (time.process_time() - began) / steps)
    return {name: 1e6 * t for name, t in best.items()}


PEERS = {"mujoco, RK4": ("MuJoCo", "RK4"), "drake, RK3": ("Drake", "RK4, Drake's RK3")}


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """Of a step."""
    run = runners()
    ends, times = {name: runner(SHORT) for name, runner in run.items()}, best_times(run, 3 if quick else ROUNDS)
    mine, *others = run
    for name in others:
        peer, method = PEERS[name]
        difference = float(np.abs(ends[name] - ends[mine]).max())
        yield Ratio(f"simulation, humanoid, {method}", peer, times[name] / times[mine], apart=difference)


def main() -> None:
    run = runners()
    ends: dict[str, Any] = {name: runner(SHORT) for name, runner in run.items()}
    ours = next(iter(ends.values()))
    print(f"\nsimulation, humanoid, 34 dof, {STEPS} steps of {STEP:g} s\n  {'':<26}{'µs a step':>11}", end="")
    print(f"{'snodo is quicker by':>22}{f'difference after {SHORT} steps':>28}")
    times = best_times(run)
    quickest = next(iter(times.values()))
    for name, t in times.items():
        ratio = "" if name.startswith("snodo") else f"{t / quickest:.1f}"
        print(f"  {name:<26}{t:11.2f}{ratio:>22}{np.abs(ends[name] - ours).max():28.1e}")


if __name__ == "__main__":
    main()
