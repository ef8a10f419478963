"""Cables that would leave a pulley, and belts whose slack part would push: both are computed as if they could not.

The arc of a cable on a pulley is the angle by which its straight parts turn there; where it becomes negative, a real
cable has left the pulley.  In space a straight part may leave the plane of its pulley, where its length is that of the
first order only: so it is told if the angle is large.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from snodo.formulations.parts.cables import Run
from snodo.formulations.parts.spatial_cables import RunInSpace
from snodo.formulations.series.joint_laws import free_builder
from snodo.formulations.series.spans import coil_direction
from snodo.mechanism.cables import Cable
from snodo.mechanism.transmissions import Belt

Array = np.ndarray
OUT = 5.0
"""Angle out of the plane of a pulley that is told [degrees]."""


def lifts(result: Any) -> Iterator[str]:
    """`cable 'c' leaves pulley 'C' at t = 0.4 s`, and `belt 'b' goes slack …`, of every one that does."""
    m = result.mechanism
    for part in m.forces.values():
        if isinstance(part, Cable):
            yield from _lifted(result, part) if m.dimension == 2 else _lifted_in_space(result, part)
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
            yield from _leaves(result, run, k, angles[k] - angles[k - 1], drawn)


def _leaves(result: Any, run: Run, k: int, turned: Array, drawn: float) -> Iterator[str]:
    """Where the arc on pulley k, by which the cable turns there, is negative."""
    turned = np.unwrap(np.sign(run.signed[k]) * turned)
    arc = turned + 2.0 * np.pi * np.round((drawn - turned[0]) / (2.0 * np.pi))
    if (arc < 0.0).any():
        first = float(result.time[np.argmax(arc < 0.0)])
        pulley = f"pulley {run.nodes[k].point!r}"
        yield f"{run.part.title} leaves {pulley} at t = {first:.4g} s, and is computed as if it did not"


def _lifted_in_space(result: Any, part: Cable) -> Iterator[str]:
    run = RunInSpace(part, free_builder(result.formulation))
    F, q, v = result.formulation, result.q, result.v
    points = [F.motion.point(node.body, s, q, v)[0] for node, s in zip(run.nodes, run.local)]
    axes = [_axis_along(result, node.body, axis) for node, axis in zip(run.nodes, run.axes)]
    towards = []
    for k, x in enumerate(run.straight):
        d, axis = points[x.second] - points[x.first], axes[x.first]
        if not x.axis.any():
            towards.append(d)
            continue
        z = (d * axis).sum(axis=-1)
        t, _, _ = coil_direction(d, axis, x.rho)
        flat = d - axis * z[:, None]
        towards.append((flat * t[:, None] + x.rho * np.cross(axis, flat)) * (1.0 if x.first == k else -1.0))
        out = np.degrees(np.arctan2(np.abs(z), t))
        if out.max() > OUT:
            pulley, when = f"pulley {run.nodes[x.first].point!r}", f"t = {float(result.time[out.argmax()]):.4g} s"
            yield f"{part.title} is {out.max():.3g}° out of the plane of {pulley} at {when}: its length is approximate"
    for k, drawn in enumerate(run.arcs(), start=1):
        if run.nodes[k].radius:
            into, away = towards[k - 1], towards[k]
            turn = np.arctan2((axes[k] * np.cross(into, away)).sum(axis=-1), (into * away).sum(axis=-1))
            yield from _leaves(result, run, k, turn, drawn)


def _axis_along(result: Any, body: str, axis: Array) -> Array:
    """A direction that is fixed in a body, along the motion; axis: in the world as drawn."""
    F = result.formulation
    found: Array = F.motion.rotation(body, result.q) @ (F.geometry.pose(body).A.T @ axis)
    return np.broadcast_to(found, (result.time.size, 3))


def _place(result: Any, body: str, s: Array) -> Array:
    """A point of a body along the motion, as complex numbers."""
    if body == "ground":
        return np.full(result.time.shape, complex(s[0], s[1]))
    from snodo.results.attitude import matrices

    r = result.formulation.motion.position(body, result.q)[:, :2] + (matrices(result, body) @ s)[:, :2]
    found: Array = r[:, 0] + 1j * r[:, 1]
    return found
