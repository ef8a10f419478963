"""Bricard's mechanism, the governor and the elastic pin of `benchmarks.references` in Exudyn 1.13.

Bricard's mechanism and the governor are kinematic trees, Exudyn's form with the fewest unknowns; the sixth hinge of
Bricard's is a joint on the tree, without the row that is redundant.  The elastic pin is a spring-damper between two
points of the planar model.  Settings as in `exudyn_planar`.
"""

from __future__ import annotations

from math import pi, sqrt
from time import process_time
from typing import Any

import numpy as np
from benchmarks.peers.exudyn_planar import (
    SLIDER_CRANK_SETTINGS,
    Settings,
    exu,
    items,
    simulation_settings,
    slider_crank_model,
)
from benchmarks.references import BRICARD_AXES, BRICARD_GRAVITY, BRICARD_HINGES, BRICARD_P3, ElasticPin, bricard_bars

TREE_SETTINGS = Settings(spectral_radius=0.9, linear_solver="EigenDense")
TURNS = {axis: getattr(exu.JointType, f"Revolute{axis.upper()}") for axis in "xyz"}


def solved(system: Any, duration: float, step: float, chosen: Settings, period: float | None = None) -> float:
    """CPU seconds of a run; sensors write at the period (s)."""
    settings = simulation_settings(duration, step, chosen)
    if period is not None:
        settings.solution.sensors.active = True
        settings.solution.sensors.writePeriod = period
    solver = getattr(exu.DynamicSolverType, chosen.solver)
    if chosen.solver in ("DOPRI5", "RK44", "RK67"):
        settings.timeIntegration.automaticStepSize = False
    began = process_time()
    if not system.SolveDynamic(settings, solverType=solver):
        raise RuntimeError(f"Exudyn did not finish with a step of {step:g} s and {chosen}")
    return process_time() - began


def tree_node(speeds: list[float]) -> Any:
    """The coordinates of a tree, all zero at the start, with these speeds."""
    zero = [0.0] * len(speeds)
    start = {"referenceCoordinates": zero, "initialCoordinates": zero, "initialCoordinates_t": speeds}
    return items.NodeGenericODE2(**start, numberOfODE2Coordinates=len(speeds))


# ---------------------------------------------------------------- Bricard
def bricard_system() -> tuple[Any, int]:
    """The assembled system, and the sensor of the third hinge."""
    system = exu.SystemContainer().AddSystem()
    ground = system.AddObject(items.ObjectGround())
    hinges, bars = np.array(BRICARD_HINGES, float), bricard_bars()
    node = system.AddNode(tree_node([0.0] * 5))
    offsets = [hinges[0], *np.diff(hinges[:5], axis=0)]
    tree = system.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node,
            gravity=[0.0, -BRICARD_GRAVITY, 0.0],
            jointTypes=[TURNS[axis] for axis in BRICARD_AXES[:5]],
            linkParents=[-1, 0, 1, 2, 3],
            jointTransformations=exu.Matrix3DList([np.eye(3)] * 5),
            jointOffsets=exu.Vector3DList(offsets),
            linkInertiasCOM=exu.Matrix3DList([np.diag(bar.inertia) for bar in bars]),
            linkCOMs=exu.Vector3DList([bar.middle - hinge for bar, hinge in zip(bars, hinges)]),
            linkMasses=[bar.mass for bar in bars],
        )
    )
    end = items.MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=4, localPosition=hinges[5] - hinges[4])
    ends = [system.AddMarker(items.MarkerBodyRigid(bodyNumber=ground, localPosition=hinges[5])), system.AddMarker(end)]
    system.AddObject(items.ObjectJointGeneric(markerNumbers=ends, constrainedAxes=[1, 1, 1, 0, 0, 1]))
    place = items.SensorKinematicTree(
        objectNumber=tree,
        linkNumber=1,
        localPosition=hinges[2] - hinges[1],
        storeInternal=True,
        writeToFile=False,
        outputVariableType=exu.OutputVariableType.Position,
    )
    sensor = system.AddSensor(place)
    system.Assemble()
    return system, sensor


def bricard(step: float, chosen: Settings = TREE_SETTINGS) -> tuple[float, np.ndarray]:
    """CPU seconds of ten seconds, and the third hinge's places at the times of the reference."""
    system, sensor = bricard_system()
    cpu = solved(system, max(BRICARD_P3), step, chosen, 0.5)
    rows = np.array(system.GetSensorStoredData(sensor))
    found = [rows[np.abs(rows[:, 0] - t).argmin()] for t in BRICARD_P3]
    if max(abs(row[0] - t) for row, t in zip(found, BRICARD_P3)) > 1e-9:
        raise RuntimeError(f"Exudyn has no output at the times of the reference with a step of {step:g} s")
    return cpu, np.array([row[1:4] for row in found]).ravel()


# ---------------------------------------------------------------- governor
def governor_system() -> tuple[Any, int]:
    """The assembled system and its node: angle of the shaft, height of the slider, angles of the rods."""
    system = exu.SystemContainer().AddSystem()
    node = system.AddNode(tree_node([2 * pi, 0.0, 0.0, 0.0]))
    shaft, cube, rod, ball = 0.3, 3.0, 0.3, 5.0
    mass, com = rod + ball, (0.5 * rod + ball) / (rod + ball)
    across = rod * (1 / 12 + 1e-4 / 12 + (com - 0.5) ** 2) + ball * (1 - com) ** 2
    downs = [np.array([side * sqrt(3) / 2, 0.0, -0.5]) for side in (1, -1)]
    inertias = [np.diag([shaft * (1 + 1e-4) / 12] * 2 + [shaft * 2e-4 / 12]), np.eye(3) * cube * 0.02 / 12]
    inertias += [across * (np.eye(3) - np.outer(d, d)) + rod * 2e-4 / 12 * np.outer(d, d) for d in downs]
    kind = exu.JointType
    tree = system.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node,
            gravity=[0.0, 0.0, -9.81],
            jointTypes=[kind.RevoluteZ, kind.PrismaticZ, kind.RevoluteY, kind.RevoluteY],
            linkParents=[-1, 0, 0, 0],
            jointTransformations=exu.Matrix3DList([np.eye(3)] * 4),
            jointOffsets=exu.Vector3DList([[0, 0, 0], [0, 0, 0.5], [0.05, 0, 1], [-0.05, 0, 1]]),
            linkInertiasCOM=exu.Matrix3DList(inertias),
            linkCOMs=exu.Vector3DList([[0, 0, 0.5], [0, 0, 0], *(com * d for d in downs)]),
            linkMasses=[shaft, cube, mass, mass],
        )
    )
    for k, (side, down) in enumerate(zip((1, -1), downs)):
        places = (1, [0.05 * side, 0, 0]), (2 + k, 0.5 * down)
        ends = [
            system.AddMarker(items.MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=link, localPosition=place))
            for link, place in places
        ]
        spring = {"referenceLength": 0.5, "stiffness": 8e5, "damping": 4e4}
        system.AddObject(items.ObjectConnectorSpringDamper(markerNumbers=ends, **spring))
    system.Assemble()
    return system, node


def governor(step: float, chosen: Settings = TREE_SETTINGS, duration: float = 10.0) -> tuple[float, np.ndarray]:
    """CPU seconds; angle of the shaft and height of the slider at the end."""
    system, node = governor_system()
    cpu = solved(system, duration, step, chosen)
    q = np.array(system.GetNodeOutput(node, exu.OutputVariableType.Coordinates))
    return cpu, np.array([q[0], 0.5 + q[1]])


# ---------------------------------------------------------------- elastic pin
def elastic_pin(step: float, chosen: Settings = SLIDER_CRANK_SETTINGS) -> tuple[float, np.ndarray]:
    """CPU seconds of half a second; angles of crank and rod at the end."""
    problem = ElasticPin()
    model = slider_crank_model(problem)
    model.system.Assemble()
    cpu = solved(model.system, problem.duration, step, chosen)
    return cpu, np.array([model.angle("crank"), model.angle("rod")])
