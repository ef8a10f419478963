"""Chains and nets of `benchmarks.nets` in Exudyn 1.13: CPU time of the solve, and where a bar ends up.

    python -m benchmarks.peers.exudyn_spatial

Rigid bodies on Lie-group nodes (rotation vectors), spherical joints, Eigen's sparse solver, the index-2 trapezoidal
rule with a relative tolerance of 1e-4; the build without range checks, one thread, no files written, nothing printed.
Chosen among sixteen settings on the chain of 100 (Lie-group nodes or Euler parameters, generalised-α or trapezoidal
rule, full or modified Newton, tolerance 1e-8 or 1e-4): modified Newton is the quickest for a step, full Newton for an
error.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

sys.exudynFast = True  # type: ignore[attr-defined]  # the build without range checks; must precede the import

import exudyn as exu  # noqa: E402
import numpy as np  # noqa: E402
from benchmarks.nets import GRAVITY, MASS, Bars, chain  # noqa: E402
from exudyn import itemInterface as items  # noqa: E402


def built(bars: Bars) -> tuple[Any, list[int]]:
    """The assembled system and the numbers of its nodes."""
    system = exu.SystemContainer().AddSystem()
    bodies: dict[int | None, int] = {None: system.AddObject(items.ObjectGround())}
    nodes = []
    for k, (centre, moments) in enumerate(zip(bars.centres, bars.moments)):
        nodes.append(system.AddNode(items.NodeRigidBodyRotVecLG(referenceCoordinates=[*centre, 0, 0, 0])))
        rigid = items.ObjectRigidBody(mass=MASS, inertia=[*moments, 0, 0, 0], nodeNumber=nodes[-1])
        bodies[k] = system.AddObject(rigid)
        marker = system.AddMarker(items.MarkerBodyMass(bodyNumber=bodies[k]))
        system.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0, 0, -GRAVITY]))
    for first, second, place in bars.joints:
        ends = []
        for body in (first, second):
            origin = (0.0, 0.0, 0.0) if body is None else bars.centres[body]
            local = (np.array(place) - origin).tolist()
            ends.append(system.AddMarker(items.MarkerBodyRigid(bodyNumber=bodies[body], localPosition=local)))
        system.AddObject(items.ObjectJointSpherical(markerNumbers=ends))
    system.Assemble()
    return system, nodes


def settings_for(duration: float, step: float, modified_newton: bool) -> Any:
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime = duration
    time.numberOfSteps = round(duration / step)
    time.verboseMode = 0
    time.newton.useModifiedNewton = modified_newton
    time.newton.relativeTolerance = 1e-4
    settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    settings.solution.file.write = False
    settings.solution.sensors.active = False
    settings.parallel.numberOfThreads = 1
    return settings


def run(bars: Bars, duration: float, step: float, modified_newton: bool = False, runs: int = 2) -> dict[str, Any]:
    """Least CPU seconds of a few runs with the step (s), and the place of the last bar at the end."""
    system, nodes = built(bars)
    settings, seconds = settings_for(duration, step, modified_newton), []
    for _ in range(runs):
        began = process_time()
        if not system.SolveDynamic(settings, solverType=exu.DynamicSolverType.TrapezoidalIndex2):
            raise RuntimeError(f"Exudyn did not finish with a step of {step:g} s")
        seconds.append(process_time() - began)
    place = system.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position)
    return {"cpu": min(seconds), "steps": round(duration / step), "place": np.array(place)}


if __name__ == "__main__":
    for count in (10, 100, 1000):
        found = run(chain(count), 0.1, 1e-3)
        print(f"{count:6d} bars: {1e6 * found['cpu'] / found['steps'] / count:8.2f} µs a bar and step", found["place"])
