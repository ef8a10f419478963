"""Cables that would leave a pulley, and belts whose slack part would push: both are computed as if they could not.

The arc of a cable on a pulley is the angle by which its straight parts turn there; where it becomes negative, a real
cable has left the pulley.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from snodo.formulations.parts.cables import Run
from snodo.formulations.series.joint_laws import free_builder
from snodo.mechanism.cables import Cable
from snodo.mechanism.transmissions import Belt

Array = np.ndarray


def lifts(result: Any) -> Iterator[str]:
    """`cable 'c' leaves pulley 'C' at t = 0.4 s`, and `belt 'b' goes slack …`, of every one that does."""
    m = result.mechanism
    for part in m.forces.values():
        if isinstance(part, Cable):
            yield from _lifted(result, part)
    for name, part in m.constraints.items():
        row = f"{name}.tension"
        if isinstance(part, Belt) and part.preload and row in result.formulation.row_names:
            difference = np.abs(np.nan_to_num(result.multipliers[:, result.formulation.row_names.index(row)]))
            if difference.max(initial=0.0) > 2.0 * part.preload:
                first = float(result.time[np.argmax(difference > 2.0 * part.preload)])
                needed = f"it needs a preload of {difference.max() / 2:.4g} N"
                yield f"{part.title} would push at t = {first:.4g} s: {needed}"


def _lifted(result: Any, part: Cable) -> Iterator[str]:
    run = Run(part, free_builder(result.formulation))
    points = [_place(result, node.body, s) for node, s in zip(run.nodes, run.local)]
    angles = []
    for k, rho in enumerate(run.rho):
        d = points[k + 1] - points[k]
        t = np.sqrt(np.maximum(np.abs(d) ** 2 - rho * rho, 0.0))
        angles.append(np.angle(d) + np.arctan2(rho, t))
    for k, drawn in enumerate(run.arcs(), start=1):
        if run.nodes[k].radius:
            turned = np.unwrap(np.sign(run.signed[k]) * (angles[k] - angles[k - 1]))
            arc = turned + 2.0 * np.pi * np.round((drawn - turned[0]) / (2.0 * np.pi))
            if (arc < 0.0).any():
                first = float(result.time[np.argmax(arc < 0.0)])
                pulley = f"pulley {run.nodes[k].point!r}"
                yield f"{part.title} leaves {pulley} at t = {first:.4g} s, and is computed as if it did not"


def _place(result: Any, body: str, s: Array) -> Array:
    """A point of a body along the motion, as complex numbers."""
    if body == "ground":
        return np.full(result.time.shape, complex(s[0], s[1]))
    from snodo.results.attitude import matrices

    r = result.formulation.motion.position(body, result.q)[:, :2] + (matrices(result, body) @ s)[:, :2]
    found: Array = r[:, 0] + 1j * r[:, 1]
    return found
