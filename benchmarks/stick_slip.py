"""A block that sticks and slips on a belt, beside Exudyn and MuJoCo: CPU time at equal error of event times.

    python -m benchmarks.stick_slip

1 kg on a belt of 0.1 m/s, held by a spring of 100 N/m, µ_s = 0.4, µ = 0.25: a period of 0.727836962770419 s.  Compared
are the times at which the block turns back in each slip, over 10 s: an instant that all programs can find in the same
way, where its speed falls through zero.  In closed form, a slip begins at  t_s = µ_s g/k V + n T,  and the block turns
at  t_s + atan(V/ωΔ)/ω,  Δ = (µ_s − µ) g/ω².

| program | friction |
|---|---|
| ours | dry: sticks by a row, slips with µN, both found as events |
| Exudyn | its bristle model in `CoordinateSpringDamperExt`: static friction fades over a speed, sticking is a spring |
| MuJoCo | `frictionloss` of the joint, which has one value: set before each step, from the speed, to µ_s or µ |

Exudyn's sticking spring gets stiffer and its speed of fading smaller as steps get shorter, so that its error falls with
its step.  MuJoCo's friction is a soft constraint that creeps; its rule in Python is part of its
time.  Each row has the CPU time of the run and the largest error.
"""

from __future__ import annotations

import math
from importlib.util import find_spec

import numpy as np
from benchmarks.events import BELT, SLIDING, STATIC, STIFFNESS, Timed, compare, falls_through, slips

import snodo as sn

UNTIL = 10.0
OMEGA = math.sqrt(STIFFNESS)
TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10)
STEPS = (1e-3, 1e-4, 1e-5)


def turns() -> np.ndarray:
    """Times at which the block turns back [s]."""
    found = slips() + math.atan2(BELT * OMEGA, STATIC - SLIDING) / OMEGA
    return found[found < UNTIL]


def ours(tolerance: float) -> Timed:
    m = sn.Mechanism("belt", gravity=(0, -9.81))
    m.body("belt", mass=1.0, inertia=1.0)
    m.prismatic("B", "ground", "belt", axis="x", at=(0, 0))
    m.driver("motor", joint="B", speed=BELT)
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("C", "belt", "block", axis="x", at=(0, 0))
    m.spring("s", "ground", "block", start=(-10, 0), end=(0, 0), stiffness=STIFFNESS, length=10.0)
    m.friction("f", "C", coulomb=SLIDING, static=STATIC)
    m.event("turns", when="block.vx falls to 0 m/s", do="record")
    F = sn.Tree(m)

    def run() -> np.ndarray:
        words = {"output": 5.0, "tolerance": tolerance, "error_bars": False, "progress": False}
        return sn.simulate(F, UNTIL, initial={"C.speed": 0.0}, **words).events.times("turns")

    return run


def exudyn(step: float) -> Timed:
    """The belt is a mass of 1e9 kg that moves on; both are scalar coordinates."""
    import exudyn as exu
    import exudyn.itemInterface as items

    system = exu.SystemContainer().AddSystem()
    block, belt = (
        system.AddNode(items.Node1D(referenceCoordinates=[0.0], initialCoordinates=[0.0], initialVelocities=[BELT]))
        for _ in range(2)
    )
    system.AddObject(items.ObjectMass1D(mass=1.0, nodeNumber=block))
    system.AddObject(items.ObjectMass1D(mass=1e9, nodeNumber=belt))
    ground = system.AddNode(items.NodePointGround())
    on = [system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in (ground, block, belt)]
    system.AddObject(items.ObjectConnectorCoordinateSpringDamper(markerNumbers=on[:2], stiffness=STIFFNESS))
    data = system.AddNode(items.NodeGenericData(initialCoordinates=[1, 0, 0], numberOfDataCoordinates=3))
    k = 0.01 / step**2
    words = {"dynamicFrictionForce": SLIDING, "staticFrictionOffsetForce": STATIC - SLIDING}
    words |= {"stickingStiffness": k, "stickingDamping": math.sqrt(k), "exponentialDecayStatic": min(1e-3, 2 * step)}
    system.AddObject(items.ObjectConnectorCoordinateSpringDamperExt(markerNumbers=on[2:0:-1], nodeNumber=data, **words))
    speed = exu.OutputVariableType.Coordinates_t
    sensor = system.AddSensor(items.SensorNode(nodeNumber=block, storeInternal=True, outputVariableType=speed))
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = round(UNTIL / step), UNTIL
    settings.timeIntegration.verboseMode, settings.solutionSettings.writeSolutionToFile = 0, False
    settings.solutionSettings.sensorsWritePeriod = step
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8

    def run() -> np.ndarray:
        system.SolveDynamic(settings, solverType=exu.DynamicSolverType.GeneralizedAlpha)
        found = system.GetSensorStoredData(sensor)
        return falls_through(found[:, 0], found[:, 1])

    return run


def mujoco(step: float) -> Timed:
    """In the frame of the belt, where the end of the spring moves."""
    import mujoco as mj

    model = mj.MjModel.from_xml_string(
        f"""<mujoco><option gravity="0 0 0" timestep="{step}" integrator="implicitfast"/><worldbody><body>
        <joint type="slide" axis="1 0 0" frictionloss="{STATIC}" solreffriction="{2 * step} 1"/>
        <geom type="sphere" size="0.1" mass="1" contype="0"/></body></worldbody></mujoco>"""
    )
    data = mj.MjData(model)
    count, still = round(UNTIL / step), 2.0 * (STATIC - SLIDING) * step

    def run() -> np.ndarray:
        mj.mj_resetData(model, data)
        v, friction = np.empty(count + 1), model.dof_frictionloss
        v[0] = BELT
        for n in range(count):
            slip = data.qvel[0]
            friction[0] = STATIC if abs(slip) < still else SLIDING
            data.qfrc_applied[0] = -STIFFNESS * (data.qpos[0] + BELT * n * step)
            mj.mj_step(model, data)
            v[n + 1] = BELT + data.qvel[0]
        return falls_through(step * np.arange(count + 1), v)

    return run


def main() -> None:
    peers: dict[str, Timed] = {}
    if find_spec("mujoco"):
        peers |= {f"MuJoCo, {step:g} s": mujoco(step) for step in STEPS}
    if find_spec("exudyn"):
        peers |= {f"Exudyn, {step:g} s": exudyn(step) for step in STEPS}
    compare("stick-slip", turns(), {f"snodo, {x:g}": ours(x) for x in TOLERANCES}, peers)


if __name__ == "__main__":
    main()
