"""Families side by side in one run: a four-bar whose coupler's mass varies, 1 s each; then a humanoid of 34 dof.

    python -m benchmarks.sweeps [MEMBERS]

Programs that are slow run fewer members, as printed; runs a second count those.  Times are processor times of one
process and one thread; every program's largest error of the crank's angle at the end, against a run at tolerance
1e-11, stands beside them.  Then the same sweep in one and two processes, and on Dask with one and two workers: runs a
second of real time between the first and the last chunk, which mean little on a machine that is busy.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.loopback import Loopback
from benchmarks.peers.exudyn_planar import Model, Settings, exu, items, simulation_settings
from benchmarks.peers.mujoco_loops import built, connect, mujoco, plane
from benchmarks.random_trees import humanoid, snodo_tree
from benchmarks.random_trees import mujoco_model as mujoco_humanoid
from mujoco import rollout

import snodo as sn

Array = np.ndarray
A, B, C, D = (0.0, 0.0), (0.10, 0.15), (0.45, 0.30), (0.50, 0.0)
GRAVITY, DURATION, CRANK, ROCKER = 9.81, 1.0, 0.5, 0.9
STEP = 1e-3
"""Of MuJoCo and Exudyn [s]."""
OUTPUTS = ["A.angle final", "A.angle initial"]
SLOW, CHECKED = 60, 5
"""Members of programs that are slow, and those that are compared with the reference."""


def masses(count: int) -> Array:
    """Of the coupler [kg]."""
    return np.linspace(1.0, 1.2, count)


def four_bar() -> sn.Mechanism:
    m = sn.Mechanism("four-bar", gravity=(0, -GRAVITY))
    m.parameter("coupler", 1.2, unit="kg")
    m.add_points(A=A, B=B, C=C, D=D)
    m.bar("crank", "A", "B", mass=CRANK)
    m.bar("coupler", "B", "C", mass="coupler")
    m.bar("rocker", "C", "D", mass=ROCKER)
    for name, first, second in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(name, first, second)
    m.revolute("D", "ground", "rocker")
    return m


# ---------------------------------------------------------------- programs: turns of the crank of each member
def a_sweep(values: Array, **more: Any) -> Array:
    found = sn.sweep(four_bar(), DURATION, {"coupler": values}, OUTPUTS, output=0.1, progress=False, **more)
    turned: Array = found["A.angle final"].values - found["A.angle initial"].values
    return turned


def a_loop(values: Array, tolerance: float = 1e-8) -> Array:
    """What a user wrote before there were sweeps."""
    m, found = four_bar(), []
    for mass in values:
        words = {"output": 0.1, "tolerance": tolerance, "error_bars": False, "progress": False}
        angle = sn.simulate(m.with_parameters(coupler=float(mass)), DURATION, **words)["A.angle"].values
        found.append(angle[-1] - angle[0])
    return np.array(found)


def _rod(name: str, parent: str | None, start: Any, end: Any, mass: float) -> Any:
    length, middle = np.hypot(end[0] - start[0], end[1] - start[1]), np.add(start, end) / 2
    return plane(name, parent, start, mass, tuple(middle), mass * length**2 / 12)


def mujoco_model(mass: float) -> Any:
    links = [_rod("crank", None, A, B, CRANK), _rod("coupler", "crank", B, C, mass), _rod("rocker", None, D, C, ROCKER)]
    return built(links, (0, -GRAVITY, 0), STEP, connect("coupler", "rocker", (C[0] - B[0], C[1] - B[1], 0)))


def a_mujoco_loop(values: Array) -> Array:
    """The model is kept; its mass and inertia are changed."""
    model = mujoco_model(float(values[0]))
    body, found = model.body("coupler"), []
    inertia = np.array(body.inertia) / values[0]
    for mass in values:
        body.mass[:], body.inertia[:] = mass, inertia * mass
        data = mujoco.MjData(model)
        mujoco.mj_setConst(model, data)
        mujoco.mj_resetData(model, data)
        mujoco.mj_step(model, data, nstep=round(DURATION / STEP))
        found.append(float(data.joint("crank").qpos[0]))
    return np.array(found)


def a_mujoco_rollout(values: Array) -> Array:
    """One thread; the models are made before."""
    models = [mujoco_model(float(mass)) for mass in values]
    data = mujoco.MjData(models[0])
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    start = np.zeros((len(values), mujoco.mj_stateSize(models[0], kind)))
    mujoco.mj_getState(models[0], data, start[0], kind)
    start[:] = start[0]
    begun = time.process_time()
    states, _ = rollout.rollout(models, data, start, nstep=round(DURATION / STEP))
    a_mujoco_rollout.seconds = time.process_time() - begun  # type: ignore[attr-defined]
    column: Array = states[:, -1, 1 + int(models[0].joint("crank").qposadr[0])]
    return column


def _exudyn_run(parameters: dict[str, float]) -> float:
    model = Model()
    for name, start, end, mass in (
        ("crank", A, B, CRANK),
        ("coupler", B, C, parameters["coupler"]),
        ("rocker", D, C, ROCKER),
    ):
        length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
        angle = float(np.arctan2(end[1] - start[1], end[0] - start[0]))
        model.body(name, mass, mass * length**2 / 12, (length / 2, 0), start, angle)
        centre = model.marker(name, model.centres[name])
        model.system.AddLoad(items.LoadForceVector(markerNumber=centre, loadVector=[0, -mass * GRAVITY, 0]))
    ends = {name: (2 * centre[0], 0.0) for name, centre in model.centres.items()}
    model.pin(None, A, "crank", (0, 0))
    model.pin("crank", ends["crank"], "coupler", (0, 0))
    model.pin("coupler", ends["coupler"], "rocker", ends["rocker"])
    model.pin(None, D, "rocker", (0, 0))
    begin = float(np.arctan2(B[1] - A[1], B[0] - A[0]))
    model.system.Assemble()
    settings = simulation_settings(DURATION, STEP, Settings(solver="TrapezoidalIndex2"))
    model.system.SolveDynamic(settings, solverType=exu.DynamicSolverType.TrapezoidalIndex2)
    return model.angle("crank") - begin


def an_exudyn_variation(values: Array) -> Array:
    """Its ParameterVariation, which builds every model anew."""
    from exudyn.processing import ParameterVariation

    _, found = ParameterVariation(
        _exudyn_run,
        {"coupler": (float(values[0]), float(values[-1]), len(values))},
        useMultiProcessing=False,
        showProgress=False,
    )
    return np.array(found)


# ---------------------------------------------------------------- one process
def measured(name: str, run: Callable[[Array], Array], count: int, reference: Callable[[Array], Array]) -> float:
    """Runs a second of processor time; after a first call that loads and compiles."""
    values = masses(count)
    run(values[:CHECKED])
    begun = time.process_time()
    found = run(values)
    seconds = getattr(run, "seconds", None) or time.process_time() - begun
    some = np.unique(np.linspace(0, count - 1, CHECKED).astype(int))
    error = float(np.abs(found[some] - reference(values[some])).max())
    print(f"{name:<46} {count:>7} runs  {count / seconds:>9.1f} runs/s  error {error:.1e} rad", flush=True)
    return count / seconds


def one_process(count: int) -> None:
    """Every program in turn."""
    print("one process, one thread: runs a second of processor time", flush=True)
    slow = min(SLOW, count)

    def reference(values: Array) -> Array:
        return a_loop(values, 1e-11)

    own = measured("sn.sweep", a_sweep, count, reference)
    others = {
        "a loop over sn.simulate": a_loop,
        f"a loop over MuJoCo, RK4 {STEP:g} s": a_mujoco_loop,
        f"mujoco.rollout, RK4 {STEP:g} s": a_mujoco_rollout,
        f"Exudyn ParameterVariation, trapezoidal {STEP:g} s": an_exudyn_variation,
    }
    rates = {name: measured(name, run, slow, reference) for name, run in others.items()}
    for name, rate in rates.items():
        print(f"  sn.sweep is {own / rate:.0f} times as fast as {name}")


# ---------------------------------------------------------------- a tree: the start varies
def humanoids(count: int) -> None:
    """A humanoid that falls with other speeds of its hinges; ours at tolerance 1e-8, MuJoCo with a fixed step."""
    tree = snodo_tree(humanoid())
    speeds = np.random.default_rng(5).standard_normal(len(humanoid()) - 1)
    shared = {f"j{k}.speed": float(speed) for k, speed in enumerate(speeds, start=1)}
    varied = {name: (-1.0, 1.0) for name in ("j1.speed", "j2.speed", "j3.speed")}
    samples = sn.LatinHypercube(varied, count)
    for name in varied:
        del shared[name]

    def swept(drawn: sn.LatinHypercube) -> sn.Sweep:
        words = {"initial": shared, "formulation": "tree", "output": 0.1, "progress": False}
        return sn.sweep(tree, 1.0, drawn, ["j1.angle final"], **words)

    swept(sn.LatinHypercube(varied, 8))
    begun = time.process_time()
    found = swept(samples)
    own = count / (time.process_time() - begun)
    model = mujoco_humanoid(humanoid())
    model.opt.timestep, model.opt.integrator = STEP, mujoco.mjtIntegrator.mjINT_RK4
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    data, few = mujoco.MjData(model), min(count, SLOW)
    data.qpos[:], data.qvel[6:] = tree.reference()[0], speeds
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    start = np.zeros((few, mujoco.mj_stateSize(model, kind)))
    for row in range(few):
        data.qvel[6:9] = [found.dataset[name].values[row] for name in varied]
        mujoco.mj_getState(model, data, start[row], kind)
    begun = time.process_time()
    states, _ = rollout.rollout(model, [data], start, nstep=round(1.0 / STEP))
    other = few / (time.process_time() - begun)
    apart = np.abs(states[:, -1, 1 + 7] - found["j1.angle final"].values[:few]).max()
    print(f"\nhumanoid, 34 dof, other speeds at the start, 1 s: sn.sweep {count} runs, {own:.0f} runs/s;")
    print(
        f"mujoco.rollout, RK4 {STEP:g} s: {few} runs, {other:.0f} runs/s; largest difference {apart:.1e} rad",
        flush=True,
    )


# ---------------------------------------------------------------- several processes
def rate_between_chunks(folder: Path, count: int) -> float:
    """Runs a second of real time between the first and the last chunk."""
    times = sorted(part.stat().st_mtime for part in folder.glob("part-*"))
    return (count - count / len(times)) / (times[-1] - times[0])


def several(count: int) -> None:
    """The same work in processes and on Dask."""
    load = os.getloadavg()[0]
    print(f"\n{count} members, runs a second of real time between the first and the last chunk (load {load:.1f})")
    with tempfile.TemporaryDirectory() as place:
        for workers in (1, 2):
            folder = Path(place) / f"processes-{workers}"
            begun = time.perf_counter()
            a_sweep(masses(count), workers=workers, folder=folder)
            _report(f"{workers} processes", folder, count, begun)
        for workers in (1, 2):
            with Loopback(workers) as cluster:
                folder = Path(place) / f"dask-{workers}"
                begun = time.perf_counter()
                a_sweep(masses(count), scheduler=cluster.address, folder=folder)
                _report(f"Dask, {workers} workers", folder, count, begun)
                if workers == 1:
                    _handing_out(cluster.address)


def _handing_out(address: str, count: int = 200) -> None:
    """What a chunk costs besides its work: empty ones, with as many bytes."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        values, task = masses(2000)[:, None], bytes(8000)
        client.submit(len, task).result()
        begun = time.perf_counter()
        futures = [client.submit(_nothing, task, values, k, pure=False) for k in range(count)]
        for future in futures:
            future.result()
        each = (time.perf_counter() - begun) / count
    print(f"an empty chunk takes {1e3 * each:.1f} ms on Dask: {100 * each / 0.5:.1f} % of half a second", flush=True)


def _nothing(task: bytes, values: Array, k: int) -> Array:
    return values[:, :1]


def _report(name: str, folder: Path, count: int, begun: float) -> None:
    whole = time.perf_counter() - begun
    rate = rate_between_chunks(folder, count)
    parts = len(list(folder.glob("part-*")))
    print(f"{name:<20} {rate:>9.1f} runs/s, {parts} chunks, {whole:.1f} s with its start", flush=True)


if __name__ == "__main__":
    members = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    one_process(members)
    humanoids(max(64, members // 40))
    several(members)
