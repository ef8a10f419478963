"""Cables in space: through points, and over pulleys with an axis that is fixed in their body.

    l = Σ_k s_k + Σ arcs = constant + Σ_k x_k + Σ_k σ r φ

A part between two points is a span.  One that leaves or reaches a pulley is a coil about its axis
(`math/kernels/spanning.py`), whose angle counts in the pulley's body.  One between two pulleys with parallel axes is a
coil about the first of them; the arc on the second counts in another body, which has turned by φ about the axis.

The cable touches a pulley in the plane of its circle.  A straight part that leaves this plane does so at the point of
contact: this is exact in the plane, and to the first order in the angle out of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.cables import Run
from snodo.formulations.series.spans import coil_direction
from snodo.mechanism.cables import Cable
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

Array = np.ndarray
PARALLEL = 1e-6
"""Axes of neighbouring pulleys whose directions differ by more are not parallel."""


@dataclass(frozen=True)
class Straight:
    """A straight part as drawn, from node `first` to `second`; pulleys: about the axis of the first."""

    first: int
    second: int
    axis: Array
    rho: float
    length: float
    """From point of contact to point of contact [m],"""
    inside: float
    """and its part in the plane of the pulley."""
    towards: Array
    """Its direction in this plane, along the cable."""


class RunInSpace(Run):
    """A cable in space as drawn."""

    def __init__(self, part: Cable, builder: RowBuilder) -> None:
        self.part, self.builder = part, builder
        pose = builder.geometry.pose
        self.nodes = part.nodes()
        self.local = [builder.geometry.local(node.point, node.body, part) for node in self.nodes]
        self.world = [pose(n.body).to_world(s) for n, s in zip(self.nodes, self.local)]
        self.axes = [self._axis(k) for k in range(len(self.nodes))]
        self.signed = [node.radius * self._side(k) for k, node in enumerate(self.nodes)]
        self.straight = [self._part(k) for k in range(len(self.nodes) - 1)]
        self.parts = [(x.length, 0.0) for x in self.straight]

    def _axis(self, k: int) -> Array:
        """Of a pulley in the world: given, or across the lines to its neighbours."""
        node = self.nodes[k]
        if not node.radius:
            return np.zeros(3)
        if node.axis:
            return np.array(node.axis)
        before, behind = self.world[k] - self.world[k - 1], self.world[k + 1] - self.world[k]
        across = np.cross(before, behind)
        size = float(np.linalg.norm(across))
        if size < 1e-9 * float(before @ before + behind @ behind):
            what = f"{self.part.title}: the line of centres is straight at pulley {node.point!r}"
            raise UnsupportedError(Problem(what, f"give its axis: {node.point}, …, about z", self.part.where))
        return np.asarray(across / size)

    def _side(self, k: int) -> float:
        """σ = 1 for a pulley that the cable turns about counterclockwise, seen against its axis."""
        node = self.nodes[k]
        if node.side or not node.radius:
            return -1.0 if node.side == "right" else 1.0
        before, behind = self.world[k] - self.world[k - 1], self.world[k + 1] - self.world[k]
        turn = float(self.axes[k] @ np.cross(before, behind))
        if abs(turn) < 1e-9 * float(before @ before + behind @ behind):
            what = f"{self.part.title}: the line of centres is straight at pulley {node.point!r}"
            raise UnsupportedError(Problem(what, "say on which side the pulley is: left or right", self.part.where))
        return 1.0 if turn > 0.0 else -1.0

    def _part(self, k: int) -> Straight:
        first, second = (k, k + 1) if self.nodes[k].radius or not self.nodes[k + 1].radius else (k + 1, k)
        axis, rho = self.axes[first], self.signed[k] - self._alike(k) * self.signed[k + 1]
        d = self.world[second] - self.world[first]
        if not axis.any():
            length = float(np.linalg.norm(d))
            if length == 0.0:
                raise self._too_near(k)
            return Straight(first, second, axis, 0.0, length, length, d / length)
        q = d - axis * float(axis @ d)
        if float(q @ q) <= rho * rho:
            raise self._too_near(k)
        t, s, _ = coil_direction(d, axis, rho)
        e = (q * float(t) + rho * np.cross(axis, q)) / float(q @ q)
        return Straight(first, second, axis, rho, float(s), float(t), e if first == k else -e)

    def _alike(self, k: int) -> float:
        """Whether the axis of the second pulley points as that of the first; neighbours must be parallel."""
        if not (self.nodes[k].radius and self.nodes[k + 1].radius):
            return 1.0
        cosine = float(self.axes[k] @ self.axes[k + 1])
        if abs(abs(cosine) - 1.0) > PARALLEL:
            names = f"{self.nodes[k].point!r} and {self.nodes[k + 1].point!r}"
            what = f"{self.part.title}: the axes of its pulleys {names} are not parallel"
            raise UnsupportedError(Problem(what, "lead the cable through a point between them", self.part.where))
        return math.copysign(1.0, cosine)

    def _too_near(self, k: int) -> UnsupportedError:
        what = f"{self.part.title}: {self.nodes[k].point!r} and {self.nodes[k + 1].point!r} are too near as drawn"
        return UnsupportedError(Problem(what, "draw them outside one another", self.part.where))

    def arcs(self) -> list[float]:
        """Angles of the arcs on the pulleys as drawn [rad]."""
        found = []
        for k in range(1, len(self.nodes) - 1):
            if not self.nodes[k].radius:
                found.append(0.0)
                continue
            into, out = self.straight[k - 1].towards, self.straight[k].towards
            turn = math.atan2(float(self.axes[k] @ np.cross(into, out)), float(into @ out))
            found.append(self.arc_of(k, math.copysign(1.0, self.signed[k]) * turn % (2.0 * math.pi)))
        return found

    def measures_of(self, k: int) -> list[Combination]:
        """Of a straight part: a span or coil, and the turn of one body against another."""
        x = self.straight[k]
        a, b = self.nodes[x.first].body, self.nodes[x.second].body
        if a == b:
            return [Combination([], x.length)]
        if x.axis.any():
            return self._coil(k, x)
        i, j = (x.first, x.second) if b != GROUND else (x.second, x.first)
        span = Measure("span", self.nodes[i].body, self.nodes[j].body, self.local[i], self.local[j])
        return [Combination([(1.0, span)])]

    def _coil(self, k: int, x: Straight) -> list[Combination]:
        """A part that begins or ends at a pulley."""
        a, b = self.nodes[x.first].body, self.nodes[x.second].body
        A, B = (self.builder.geometry.pose(body).A for body in (a, b))
        d = self.world[x.second] - self.world[x.first]
        q = d - x.axis * float(x.axis @ d)
        g = q / np.linalg.norm(q)
        coil = Measure("coil", a, b, self.local[x.first], self.local[x.second], radius=x.rho)
        coil.e, coil.g = A.T @ x.axis, A.T @ g
        found = [Combination([(1.0, coil)], -x.rho * math.atan2(x.rho, x.inside))]
        both = self.nodes[k].radius and self.nodes[k + 1].radius
        if both:
            across = np.cross(x.axis, g)
            turn = Measure("turn", a, b, e=A.T @ g, g=A.T @ across, f=B.T @ g)
            found.append(Combination([(self._alike(k) * self.signed[k + 1], turn)], unit="rad"))
        return found
