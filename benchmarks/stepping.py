"""One step of a millisecond from outside: `sn.Simulator` beside MuJoCo's mj_step and Exudyn, as ratios from one run.

    python -m benchmarks.stepping

Mechanisms without contact, the same for all: an open chain of seven bars, and a slider-crank, whose loop MuJoCo closes
by a soft constraint.  MuJoCo takes RK4, as the simulator with one substep does; an input is set before each step and an
angle read after it.  Exudyn has no step to call from Python: its time is that of a whole run, over its steps.  Errors
are those of an angle after a second, against a run at a tolerance of 1e-12.  CPU times of the process, the least of
several rounds; on a shared machine only the ratios mean something.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from math import cos, sin
from typing import Any

from benchmarks.mechanisms import chain, slider_crank
from benchmarks.ratios import Ratio
from benchmarks.references import SliderCrank

import snodo as sn

STEP, STEPS, ROUNDS = 1e-3, 1000, 7
LINKS = 7
Stepped = Callable[[], float]
"""A second from the start, step by step; returns an angle [rad]."""


def mechanisms() -> dict[str, tuple[sn.Mechanism, str]]:
    """Each with a torque `u`, and the joint in which it acts."""
    found = {"chain of seven": (chain(LINKS), "j0"), "slider-crank": (slider_crank(), "A")}
    for m, joint in found.values():
        m.torque("u", 0.0, joint=joint)
    return found


def ours(m: sn.Mechanism, joint: str, **choice: Any) -> Stepped:
    sim = sn.Simulator(m, ["u"], [f"{joint}.angle"], **choice)
    start = sim.state

    def run() -> float:
        y = sim.restore(start)
        for _ in range(STEPS):
            y = sim.step(STEP, u=0.0)
        return float(y.ravel()[0])

    return run


# ---------------------------------------------------------------- MuJoCo
def in_mujoco(name: str) -> tuple[Any, Any]:
    import mujoco
    from benchmarks.peers.mujoco_loops import built, connect, plane

    if name == "chain of seven":
        links = [
            plane(f"b{k}", f"b{k - 1}" if k else None, (0.1 * k, 0), 0.1, (0.1 * k + 0.05, 0), 0.1 * 0.1**2 / 12)
            for k in range(LINKS)
        ]
        model = built(links, (0, -9.81, 0), STEP)
        return model, mujoco.MjData(model)
    p = SliderCrank()
    phi, turn, _ = p.rod_angle(p.angle)
    pin = (p.crank * cos(p.angle), p.crank * sin(p.angle))
    end, m = (pin[0] + p.rod * cos(phi), 0.0), p.mass
    links = [
        plane("crank", None, (0, 0), m, (pin[0] / 2, pin[1] / 2), m * p.crank**2 / 12),
        plane("rod", "crank", pin, m, ((pin[0] + end[0]) / 2, pin[1] / 2), m * p.rod**2 / 12),
        plane("slider", None, end, m, end, p.slider_inertia, joints='<joint name="slider" type="slide" axis="1 0 0"/>'),
    ]
    model = built(links, (0, -p.gravity, 0), STEP, connect("rod", "slider", (end[0] - pin[0], -pin[1], 0)))
    data = mujoco.MjData(model)
    swing = turn * p.speed
    data.joint("crank").qvel[:], data.joint("rod").qvel[:] = p.speed, swing - p.speed
    data.joint("slider").qvel[:] = -p.crank * sin(p.angle) * p.speed - p.rod * sin(phi) * swing
    return model, data


def mujoco_steps(name: str, offset: float) -> Stepped:
    import mujoco

    model, data = in_mujoco(name)
    qpos, qvel = data.qpos.copy(), data.qvel.copy()

    def run() -> float:
        mujoco.mj_resetData(model, data)
        data.qpos[:], data.qvel[:] = qpos, qvel
        force, angle = data.qfrc_applied, data.qpos
        for _ in range(STEPS):
            force[0] = 0.0
            mujoco.mj_step(model, data)
            y = angle[0]
        return float(y) + offset

    return run


# ---------------------------------------------------------------- Exudyn
def exudyn_steps(name: str, offset: float) -> Stepped:
    from benchmarks.peers.exudyn_planar import (
        SLIDER_CRANK_SETTINGS,
        Model,
        exu,
        items,
        simulation_settings,
        slider_crank_model,
    )

    if name == "slider-crank":
        model, body, drawn = slider_crank_model(SliderCrank()), "crank", SliderCrank().angle
    else:
        model, body, drawn = Model(), "b0", 0.0
        for k in range(LINKS):
            model.body(f"b{k}", 0.1, 0.1 * 0.1**2 / 12, (0.05, 0), (0.1 * k, 0), 0.0)
            model.pin(f"b{k - 1}" if k else None, (0.1, 0) if k else (0, 0), f"b{k}", (0, 0))
            load = items.LoadForceVector(markerNumber=model.marker(f"b{k}", (0.05, 0)), loadVector=[0, -0.981, 0])
            model.system.AddLoad(load)
    model.system.Assemble()
    settings = simulation_settings(STEP * STEPS, STEP, SLIDER_CRANK_SETTINGS)
    solver = getattr(exu.DynamicSolverType, SLIDER_CRANK_SETTINGS.solver)

    def run() -> float:
        model.system.SolveDynamic(settings, solverType=solver)
        return model.angle(body) - drawn + offset

    return run


# ---------------------------------------------------------------- the table
def measured(runs: dict[str, Stepped], rounds: int = ROUNDS) -> dict[str, tuple[float, float]]:
    """Least CPU time of a step [s], in turns, and the angle at the end [rad]."""
    best: dict[str, tuple[float, float]] = {}
    for _ in range(rounds):
        for name, run in runs.items():
            began = time.process_time()
            angle = run()
            spent = (time.process_time() - began) / STEPS
            best[name] = (min(spent, best.get(name, (spent, 0.0))[0]), angle)
    return best


COPIES = 64
BASE = "tree, one substep"


def ends(m: sn.Mechanism, joint: str) -> tuple[float, float]:
    """The angle [rad] at the start and at the end, from a run at a tolerance of 1e-12."""
    exact = sn.simulate(m, STEP * STEPS, tolerance=1e-12, error_bars=False, progress=False)
    return float(exact[f"{joint}.angle"][0]), float(exact[f"{joint}.angle"][-1])


def peers(name: str, offset: float) -> dict[str, Stepped]:
    """Those that are installed."""
    found = {}
    if find_spec("mujoco") is not None:
        found["MuJoCo mj_step"] = mujoco_steps(name, offset)
    if find_spec("exudyn") is not None:
        found["Exudyn, whole run"] = exudyn_steps(name, offset)
    return found


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """Of a step of a millisecond."""
    for name, (m, joint) in mechanisms().items():
        offset, reference = ends(m, joint)
        runs = {BASE: ours(m, joint, formulation="tree", substeps=1), **peers(name, offset)}
        times = measured(runs, 3 if quick else ROUNDS)
        for word in list(runs)[1:]:
            seconds, angle = times[word]
            program, ratio = word.split()[0].strip(","), seconds / times[BASE][0]
            yield Ratio(f"a step from outside, {name}", program, ratio, apart=abs(angle - reference))


def compare(name: str, m: sn.Mechanism, joint: str) -> None:
    offset, reference = ends(m, joint)
    formulations = ("planar", "tree")
    runs = {f"{f}, one substep": ours(m, joint, formulation=f, substeps=1) for f in formulations}
    runs |= {f"{f}, error control": ours(m, joint, formulation=f) for f in formulations}
    runs[f"tree, one substep, {COPIES} copies"] = ours(m, joint, formulation="tree", substeps=1, copies=COPIES)
    times = measured(runs | peers(name, offset))
    base = times[BASE][0]
    print(f"\n{name:<32}{'µs a step':>10}{'ratio':>8}{'error':>10}")
    for word, (seconds, angle) in times.items():
        each = seconds / COPIES if "copies" in word else seconds
        print(f"{word:<32}{1e6 * each:10.2f}{each / base:8.2f}{abs(angle - reference):10.1e}", flush=True)


def main() -> None:
    """Print the tables."""
    for name, (m, joint) in mechanisms().items():
        compare(name, m, joint)


if __name__ == "__main__":
    main()
