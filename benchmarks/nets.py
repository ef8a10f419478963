"""Chains and nets of bars with ball joints, as plain data: what the spatial benchmarks give to each program."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

import snodo as sn
from snodo.mechanism.joints import Spherical

LENGTH, RADIUS, MASS, GRAVITY = 0.1, 0.005, 0.1, 9.81
Point = tuple[float, float, float]


@dataclass
class Bars:
    """Bars along x or y with their frames in the middle, parallel to the world, and ball joints between them."""

    centres: list[Point] = field(default_factory=list)
    moments: list[Point] = field(default_factory=list)
    """Principal moments of inertia, in world axes as drawn."""
    joints: list[tuple[int | None, int, Point]] = field(default_factory=list)
    """Bars (None: the ground) and the place of each joint."""

    def bar(self, start: Point, axis: int) -> int:
        """Add a bar from a place along x (0) or y (1); returns its number."""
        centre = list(start)
        centre[axis] += LENGTH / 2
        along, across = MASS * RADIUS**2 / 2, MASS * (3 * RADIUS**2 + LENGTH**2) / 12
        moments = [across] * 3
        moments[axis] = along
        self.centres.append((centre[0], centre[1], centre[2]))
        self.moments.append((moments[0], moments[1], moments[2]))
        return len(self.centres) - 1

    def mechanism(self) -> sn.Mechanism:
        """For snodo."""
        m = sn.Mechanism(f"{len(self.centres)} bars", dimension=3, gravity=(0, 0, -GRAVITY))
        for k, (centre, moments) in enumerate(zip(self.centres, self.moments)):
            m.body(f"b{k}", mass=MASS, inertia=np.diag(moments).tolist(), at=centre)
        for k, (first, second, place) in enumerate(self.joints):
            m.add(
                Spherical(name=f"j{k}", parent="ground" if first is None else f"b{first}", child=f"b{second}", at=place)
            )
        return m


def chain(count: int) -> Bars:
    """A chain that hangs at one end, drawn out level."""
    bars = Bars()
    for k in range(count):
        place = (LENGTH * k, 0.0, 0.0)
        bars.joints.append((None if k == 0 else k - 1, bars.bar(place, 0), place))
    return bars


def net(rows: int, columns: int) -> Bars:
    """A level net of square meshes, its first row of knots on the ground; in a knot all bars hold on to the first."""
    bars = Bars()
    ends: dict[tuple[int, int], list[int]] = {}
    for i in range(columns):
        for j in range(rows + 1):
            if i < columns - 1 and j:
                ends.setdefault((i, j), []).append(own := bars.bar((LENGTH * i, LENGTH * j, 0.0), 0))
                ends.setdefault((i + 1, j), []).append(own)
            if j < rows:
                ends.setdefault((i, j), []).append(own := bars.bar((LENGTH * i, LENGTH * j, 0.0), 1))
                ends.setdefault((i, j + 1), []).append(own)
    for (i, j), meeting in ends.items():
        place = (LENGTH * i, LENGTH * j, 0.0)
        if j == 0:
            bars.joints += [(None, bar, place) for bar in meeting]
        else:
            bars.joints += [(meeting[0], bar, place) for bar in meeting[1:]]
    return bars
