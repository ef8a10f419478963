"""Bricard's mechanism of `benchmarks.references` in OpenSim 4.6: CPU time and error for a series of accuracies.

    python -m benchmarks.peers.opensim_loops

Five bodies on pin joints from the ground on; the sixth hinge closes the loop by one common point and a second point
held on the hinge's line: the five rows of a hinge (two common points, six rows, take a little longer).  Nothing is
stored or analysed on the way.  The time is that of the process from the first step to the last output; building,
assembling and initialising are not counted.
"""

from __future__ import annotations

import math
from time import process_time
from typing import Any

import numpy as np
import opensim
from benchmarks.references import (
    BRICARD_AXES,
    BRICARD_GRAVITY,
    BRICARD_HINGES,
    BRICARD_P3,
    bricard_bars,
    bricard_error,
)

SETTINGS = (
    ("RungeKuttaMerson", 1e-7),
    ("RungeKuttaMerson", 1e-8),
    ("RungeKuttaMerson", 1e-9),
    ("RungeKuttaFeldberg", 1e-10),
    ("CPodes", 1e-9),
    ("CPodes", 5e-10),
    ("CPodes", 3e-10),
    ("CPodes", 1e-10),
)
"""Around the error 1e-8, chosen among some forty runs; RungeKutta3 takes three times as long."""

TURNED = {"x": (0.0, math.pi / 2, 0.0), "y": (-math.pi / 2, 0.0, 0.0), "z": (0.0, 0.0, 0.0)}
"""Angles about x, y, z that bring a pin's own axis, z, to an axis of the world."""


def vec3(x: Any) -> Any:
    return opensim.Vec3(*map(float, x))


def bricard_model() -> tuple[Any, Any, Any]:
    """The model, its second bar, and the third hinge on it."""
    model = opensim.Model()
    model.setGravity(vec3((0, -BRICARD_GRAVITY, 0)))
    bars, hinges = bricard_bars(), np.array(BRICARD_HINGES)
    bodies, middles = [model.getGround()], [np.zeros(3), *(bar.middle for bar in bars)]
    for k, bar in enumerate(bars):
        bodies.append(opensim.Body(f"bar{k + 1}", bar.mass, vec3((0, 0, 0)), opensim.Inertia(vec3(bar.inertia))))
        model.addBody(bodies[-1])
    for k, axis in enumerate(BRICARD_AXES[:5]):
        ends = [(bodies[n], vec3(hinges[k] - middles[n]), vec3(TURNED[axis])) for n in (k, k + 1)]
        model.addJoint(opensim.PinJoint(f"P{k + 1}", *ends[0], *ends[1]))
    close(model, bodies[5], hinges[5], middles[5])
    return model, bodies[2], vec3(hinges[2] - middles[2])


def close(model: Any, bar: Any, hinge: np.ndarray, middle: np.ndarray) -> None:
    """The last hinge, about x, between the ground and a bar."""
    ground, along = model.getGround(), np.array([1.0, 0.0, 0.0])
    second = hinge + 0.5 * along
    model.addConstraint(opensim.PointConstraint(ground, vec3(hinge), bar, vec3(hinge - middle)))
    line = ground, vec3(along), vec3(second), bar, vec3(second - middle)
    model.addConstraint(opensim.PointOnLineConstraint(*line))


def bricard(method: str, accuracy: float) -> dict[str, Any]:
    """Ten seconds: CPU seconds, and the largest error of the third hinge at the times of the reference, m."""
    opensim.Logger.setLevelString("error")
    model, bar, point = bricard_model()
    state = model.initSystem()
    manager = opensim.Manager(model)
    manager.setIntegratorMethod(getattr(opensim.Manager, f"IntegratorMethod_{method}"))
    manager.setIntegratorAccuracy(accuracy)
    manager.setWriteToStorage(False)
    manager.setPerformAnalyses(False)
    manager.initialize(state)
    places = []
    began = process_time()
    for t in BRICARD_P3:
        state = manager.integrate(t)
        model.realizePosition(state)
        found = bar.findStationLocationInGround(state, point)
        places.append([found.get(k) for k in range(3)])
    return {"cpu": process_time() - began, "error": bricard_error(places)}


if __name__ == "__main__":
    print(f"Bricard, 10 s\n{'setting':>26}{'CPU s':>10}{'error m':>12}")
    for method, accuracy in SETTINGS:
        row = bricard(method, accuracy)
        print(f"{method:>20} {accuracy:.0e}{row['cpu']:10.3f}{row['error']:12.2e}", flush=True)
