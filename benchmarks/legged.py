"""A quadruped that lands on four feet and stands, beside MuJoCo at equal penetration.

    python -m benchmarks.legged

The same robot in both programs: a trunk of 20 kg on four legs with three hinges each, spheres as feet, µ = 0.7, hinges
held by PD torques (300 N m/rad, 15 N m s/rad).  It is dropped from 20 mm at 0.3 m/s forward, and comes to rest within
1.5 s.  MuJoCo has its own soft contact with the default `solref` and `solimp`; from its run the depth to which its feet
sink at rest is measured.  Our contact (Hunt–Crossley, friction by bristles) gets the stiffness that sinks as deep under
the same load, and this is checked.

The models still differ: MuJoCo's friction creeps and its contact is damped by an acceleration that the solver aims at,
ours pushes with k δ (1 + d δ̇) and holds without creeping.  So each program is compared with its own limit: ours with a
run at a tolerance of 1e-10, MuJoCo with steps of 10 µs.  The error is the largest difference of the height of the trunk
[m] and its pitch [rad] at 150 times; a ratio is MuJoCo's CPU time over that of our cheapest run with an error that is
not larger.  The last lines say how far the two limits are apart, and how fast our feet slip at the end: while MuJoCo's
feet creep apart, the horizontal forces between them fade, and the trunk sinks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

import snodo as sn

G, UNTIL, SAMPLES, DROP, SPEED = 9.81, 1.5, 150, 0.02, 0.3
TRUNK, THIGH, SHANK = 20.0, 1.5, 0.4
LENGTH, WIDTH, LINK, RADIUS, MU = 0.5, 0.3, 0.3, 0.03, 0.7
BEND = 0.6
STIFF, DAMP = 300.0, 15.0
LEGS = {"LF": (1, 1), "RF": (1, -1), "LH": (-1, 1), "RH": (-1, -1)}
WEIGHT = G * (TRUNK + 4 * (THIGH + SHANK))
HEIGHT = 2 * LINK * math.cos(BEND) + RADIUS + DROP
TIMES = np.linspace(0.0, UNTIL, SAMPLES + 1)
Run = Callable[[], np.ndarray]
"""A run; returns height [m] and pitch [rad] of the trunk at the times."""


def posture(leg: str) -> dict[str, float]:
    """Angles of the hinges of a leg, knees bent backward in front and forward behind."""
    way = -LEGS[leg][0]
    return {f"{leg}_hip": 0.0, f"{leg}_thigh": -way * BEND, f"{leg}_knee": 2 * way * BEND}


# ---------------------------------------------------------------- ours
def quadruped(stiffness: float, damping: float) -> tuple[sn.Mechanism, dict[str, float]]:
    """The robot, and its start."""
    m = sn.Mechanism("quadruped", dimension=3, gravity=(0, 0, -G))
    m.body("trunk", mass=TRUNK, inertia=(0.2, 0.5, 0.6), at=(0, 0, 0))
    start = {"trunk.z": HEIGHT, "trunk.vx": SPEED}
    for leg, (x, y) in LEGS.items():
        top = np.array([0.5 * x * LENGTH, 0.5 * y * WIDTH, 0.0])
        knee = top - (0, 0, LINK)
        m.body(f"{leg}_hip_block", mass=1e-3, inertia=(1e-4, 1e-4, 1e-4), at=tuple(top))
        m.body(f"{leg}_upper", mass=THIGH, com=(0, 0, -LINK / 2), inertia=(0.012, 0.012, 0.002), at=tuple(top))
        m.body(f"{leg}_lower", mass=SHANK, com=(0, 0, -LINK / 2), inertia=(0.004, 0.004, 0.001), at=tuple(knee))
        m.revolute(f"{leg}_hip", "trunk", f"{leg}_hip_block", at=tuple(top), axis="x")
        m.revolute(f"{leg}_thigh", f"{leg}_hip_block", f"{leg}_upper", at=tuple(top), axis="y")
        m.revolute(f"{leg}_knee", f"{leg}_upper", f"{leg}_lower", at=tuple(knee), axis="y")
        for joint, angle in posture(leg).items():
            start[f"{joint}.angle"] = angle
            m.torque(f"{joint}_servo", f"{STIFF}*({angle!r} - {joint}.angle) - {DAMP}*{joint}.speed", joint=joint)
        words = {"stiffness": stiffness, "damping": damping, "mu": MU, "bristle": "0.2 mm"}
        m.sphere_contact(leg, f"{leg}_lower", RADIUS, at={f"{leg}_lower": (0, 0, -LINK)}, **words)
    return m, start


def ours(
    stiffness: float, damping: float, tolerance: float, integrator: str = "dop853"
) -> tuple[Run, Callable[[], sn.Result]]:
    m, start = quadruped(stiffness, damping)
    F = sn.Tree(m)
    kept: list[sn.Result] = []

    def run() -> np.ndarray:
        words = {
            "tolerance": tolerance,
            "integrator": integrator,
            "output": TIMES,
            "error_bars": False,
            "progress": False,
        }
        kept[:] = [sn.simulate(F, UNTIL, initial=start, **words)]
        result = kept[0]
        w, x, y, z = (result[f"trunk.e{k}"].values for k in range(4))
        return np.column_stack([result["trunk.z"].values, np.arcsin(np.clip(2 * (w * y - z * x), -1, 1))])

    return run, lambda: kept[0]


# ---------------------------------------------------------------- MuJoCo
def model_of(step: float, without_creep: bool = False) -> Any:
    import mujoco

    legs = ""
    for leg, (x, y) in LEGS.items():
        legs += f"""<body name="{leg}_h" pos="{0.5 * x * LENGTH} {0.5 * y * WIDTH} 0">
        <joint name="{leg}_hip" axis="1 0 0"/>
        <inertial pos="0 0 0" mass="1e-3" diaginertia="1e-4 1e-4 1e-4"/>
        <body><joint name="{leg}_thigh" axis="0 1 0"/>
        <inertial pos="0 0 {-LINK / 2}" mass="{THIGH}" diaginertia="0.012 0.012 0.002"/>
        <body pos="0 0 {-LINK}"><joint name="{leg}_knee" axis="0 1 0"/>
        <inertial pos="0 0 {-LINK / 2}" mass="{SHANK}" diaginertia="0.004 0.004 0.001"/>
        <geom name="{leg}" type="sphere" size="{RADIUS}" pos="0 0 {-LINK}" friction="{MU} 0 0"/></body></body></body>"""
    servos = "".join(f'<position joint="{joint}" kp="{STIFF}" kv="{DAMP}"/>' for leg in LEGS for joint in posture(leg))
    again = 'noslip_iterations="20"' if without_creep else ""
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><compiler angle="radian"/>
        <option gravity="0 0 -{G}" timestep="{step}" integrator="implicitfast" {again}/>
        <worldbody><geom name="floor" type="plane" size="5 5 1" friction="{MU} 0 0"/>
        <body name="trunk" pos="0 0 {HEIGHT}"><freejoint/>
        <inertial pos="0 0 0" mass="{TRUNK}" diaginertia="0.2 0.5 0.6"/>{legs}</body></worldbody>
        <actuator>{servos}</actuator></mujoco>"""
    )


def mujoco(step: float, without_creep: bool = False) -> tuple[Run, Callable[[], tuple[Any, Any]]]:
    import mujoco as mj

    model = model_of(step, without_creep)
    data = mj.MjData(model)
    angles = [angle for leg in LEGS for angle in posture(leg).values()]
    every = round(UNTIL / SAMPLES / step)

    def run() -> np.ndarray:
        mj.mj_resetData(model, data)
        data.qpos[7:], data.ctrl[:], data.qvel[0] = angles, angles, SPEED
        found = np.empty((SAMPLES + 1, 2))
        for n in range(SAMPLES + 1):
            w, x, y, z = data.qpos[3:7]
            found[n] = data.qpos[2], math.asin(2 * (w * y - z * x))
            if n < SAMPLES:
                mj.mj_step(model, data, nstep=every)
        return found

    return run, lambda: (model, data)


def sunk(model: Any, data: Any) -> float:
    """Mean depth of the feet in the floor [m]."""
    depths = [RADIUS - data.geom_xpos[model.geom(leg).id][2] for leg in LEGS]
    return float(np.mean(depths))


# ---------------------------------------------------------------- the table
def timed(run: Run, rounds: int = 2) -> tuple[float, np.ndarray]:
    best = math.inf
    for _ in range(rounds):
        began = time.process_time()
        found = run()
        best = min(best, time.process_time() - began)
    return best, found


def main() -> None:
    if not find_spec("mujoco"):
        print("MuJoCo is not installed")
        return
    run, state = mujoco(1e-5)
    limit = run()
    depth = sunk(*state())
    stiffness = WEIGHT / 4 / depth
    damping = 0.5 / math.sqrt(2 * G * DROP)  # rebounds with about 0.7 of the speed; legs and servos take the rest
    print(f"MuJoCo's feet sink by {1e3 * depth:.4f} mm at rest: our stiffness is {stiffness / 1e3:.1f} kN/m")
    tight, result = ours(stiffness, damping, 1e-10)
    cpu, truth = timed(tight, 1)
    own = -float(np.mean([result()[f"{leg}.gap"].values[-1] for leg in LEGS]))
    print(f"ours sink by {1e3 * own:.4f} mm;  our limit (1e-10) took {cpu:.1f} s, {result().info['steps']} steps")
    rows = []
    for kind in ("bogacki_shampine", "dop853"):
        for tolerance in (1e-3, 1e-4, 1e-6, 1e-8):
            run, result_of = ours(stiffness, damping, tolerance, kind)
            cpu, found = timed(run)
            error, steps = float(np.abs(found - truth).max()), result_of().info["steps"]
            rows.append((cpu, error))
            print(f"  {kind:16} {tolerance:6g} {1e3 * cpu:9.1f} ms   error {error:.1e}   {steps:.0f} steps")
    for step in (2e-3, 1e-3, 5e-4, 1e-4):
        cpu, found = timed(mujoco(step)[0])
        error = float(np.abs(found - limit).max())
        enough = [spent for spent, reached in rows if reached <= error]
        ratio = f"{cpu / min(enough):6.2f} × ours at this error" if enough else ""
        print(f"  MuJoCo, {step:6g} s     {1e3 * cpu:9.1f} ms   error {error:.1e}   {ratio}")
    apart = np.abs(truth - limit)
    print(f"limits: apart by up to {1e3 * apart[:, 0].max():.2f} mm and {apart[:, 1].max():.1e} rad on landing,")
    print(f"        by {1e3 * apart[-1, 0]:.3f} mm and {apart[-1, 1]:.1e} rad at rest")
    still = mujoco(1e-4, without_creep=True)[0]()
    print(
        f"        by {1e3 * abs(truth[-1, 0] - still[-1, 0]):.3f} mm if MuJoCo's feet do not creep (noslip_iterations)"
    )
    slip = max(float(result()[f"{leg}.slip"].values[-1]) for leg in LEGS)
    print(f"feet at the end: ours slip by {slip:.0e} m/s")


if __name__ == "__main__":
    main()
