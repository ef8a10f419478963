"""Cables over pulleys in the plane: the length as a sum of measures, and the tension as laws along them.

    l = Σ_k t_k + Σ arcs = constant + Σ_k x_k + Σ_k ρ_k φ_i(k),     T = max(0, k (l − l₀) + c l̇) while l > l₀

x_k is the wrap from circle k to circle k + 1 (`math/kernels/spanning.py`) with ρ_k = σ_k r_k − σ_{k+1} r_{k+1}, where
σ = 1 for a pulley to the left of the cable; points have r = 0.  φ_i is the angle of the body from which θ counts.  A
pulley turns without friction or inertia: the tension is the same on both sides.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.named_measures import SPEED, VALUE, Named
from snodo.mechanism.cables import Cable, Node
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
LIFTED = 1.5 * math.pi
"""An arc as drawn that is longer is one that is negative: the cable passes beside the pulley."""


def cable_laws(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """The tensions of all cables that stretch."""
    cables = [part for part in mechanism.forces.values() if isinstance(part, Cable) and part.stiffness is not None]
    return [law for part in cables for law in laws_of_cable(part, builder)]


class Run:
    """A cable as drawn: its circles, straight parts and length."""

    def __init__(self, part: Cable, builder: RowBuilder) -> None:
        self.part, self.builder = part, builder
        pose = builder.geometry.pose
        self.nodes: list[Node] = part.nodes()
        self.local = [builder.geometry.local(node.point, node.body, part) for node in self.nodes]
        self.world = [pose(n.body).to_world(s) for n, s in zip(self.nodes, self.local)]
        self.signed = [node.radius * self._side(k) for k, node in enumerate(self.nodes)]
        self.rho = [a - b for a, b in zip(self.signed, self.signed[1:])]
        self.parts = [self._straight(k) for k in range(len(self.rho))]

    def _side(self, k: int) -> float:
        """σ of a pulley: given, or that of the turn of the line of centres."""
        node = self.nodes[k]
        if node.side or not node.radius:
            return -1.0 if node.side == "right" else 1.0
        (ax, ay, _), (bx, by, _) = self.world[k] - self.world[k - 1], self.world[k + 1] - self.world[k]
        turn = ax * by - ay * bx
        if abs(turn) < 1e-9 * (ax * ax + ay * ay + bx * bx + by * by):
            what = f"{self.part.title}: the line of centres is straight at pulley {node.point!r}"
            raise UnsupportedError(Problem(what, "say on which side the pulley is: left or right", self.part.where))
        return 1.0 if turn > 0.0 else -1.0

    def _straight(self, k: int) -> tuple[float, float]:
        """t and the angle β of a straight part."""
        d = self.world[k + 1] - self.world[k]
        left = float(d @ d) - self.rho[k] ** 2
        if left <= 0.0:
            what = f"{self.part.title}: {self.nodes[k].point!r} and {self.nodes[k + 1].point!r} are too near as drawn"
            raise UnsupportedError(Problem(what, "draw them outside one another", self.part.where))
        t = math.sqrt(left)
        return t, math.atan2(d[1], d[0]) + math.atan2(self.rho[k], t)

    def arcs(self) -> list[float]:
        """Angles of the arcs on the pulleys as drawn [rad]."""
        found = []
        for k in range(1, len(self.nodes) - 1):
            if not self.nodes[k].radius:
                found.append(0.0)
                continue
            sign = math.copysign(1.0, self.signed[k])
            found.append(self.arc_of(k, sign * (self.parts[k][1] - self.parts[k - 1][1]) % (2.0 * math.pi)))
        return found

    def arc_of(self, k: int, arc: float) -> float:
        """The arc on a pulley, refused if the cable passes beside it [rad]."""
        if arc > LIFTED:
            what = f"{self.part.title} does not touch the pulley {self.nodes[k].point!r} as drawn"
            remedy = "let it pass on the other side, left or right, or leave the pulley out"
            raise UnsupportedError(Problem(what, remedy, self.part.where))
        return arc

    @property
    def length(self) -> float:
        """As drawn [m]."""
        bent = sum(abs(r) * arc for r, arc in zip(self.signed[1:], self.arcs()))
        return sum(t for t, _ in self.parts) + bent

    def measures(self) -> list[Combination]:
        """The terms of l, each with its share of the constant: of the straight parts, and the arcs as drawn."""
        arcs = sum(abs(r) * arc for r, arc in zip(self.signed[1:], self.arcs()))
        own = [x for k in range(len(self.nodes) - 1) for x in self.measures_of(k)]
        return [*own, Combination([], arcs)]

    def measures_of(self, k: int) -> list[Combination]:
        """Of a straight part: a wrap, and the angle of a body."""
        rho, pose = self.rho[k], self.builder.geometry.pose
        i, j = (k, k + 1) if self.nodes[k + 1].body != GROUND else (k + 1, k)
        a, b = self.nodes[i].body, self.nodes[j].body
        if a == b:
            return [Combination([], self.parts[k][0])]
        g = pose(a).A.T @ (self.world[j] - self.world[i])
        wrap = Measure("wrap" if rho else "span", a, b, self.local[i], self.local[j], radius=rho)
        wrap.g = g / np.linalg.norm(g)
        drawn = rho * math.atan2(rho, self.parts[k][0])
        found = [Combination([(1.0, wrap)], -drawn)]
        if a != GROUND and rho:
            heading = Measure("heading", GROUND, a)
            found.append(Combination([(rho, heading)], -rho * self.builder.angles[a], unit="rad"))
        return found

    def total(self) -> Combination:
        """l as one quantity."""
        own = self.measures()
        return Combination([term for x in own for term in x.terms], sum(x.constant for x in own))


def run_of(part: Cable, builder: RowBuilder) -> Run:
    """A cable as drawn, in the plane or in space."""
    from snodo.formulations.parts.spatial_cables import RunInSpace

    return Run(part, builder) if builder.plane else RunInSpace(part, builder)


def laws_of_cable(part: Cable, builder: RowBuilder) -> list[Law]:
    """The tension along each of the measures that the length is made of."""
    run = run_of(part, builder)
    own = [x for x in run.measures() if x.terms]
    constant = sum(x.constant for x in run.measures())
    free = part.free_length(run.length)
    names = [f"cable.x{k}" for k in range(len(own))]
    weights = [x.terms[0][0] if x.unit == "rad" else 1.0 for x in own]
    plain = [Combination([(1.0, x.terms[0][1])], unit=x.unit) for x in own]
    stretch = " + ".join([f"({w!r})*{name}" for w, name in zip(weights, names)] + [f"({constant - free!r})"])
    rate = " + ".join(f"({w!r})*{name}_rate" for w, name in zip(weights, names))
    k, c = float(part.stiffness or 0.0), float(part.damping)
    damped = f" + {c!r}*({rate})" if c else ""
    tension = f"(0.5 + 0.5*sign({stretch}))*max(0, {k!r}*({stretch}){damped})"
    laws = []
    for n, (weight, x) in enumerate(zip(weights, plain)):
        law = Law(part, "measured", True, quantity=x, row=f"{part.name}.{n + 1}")
        law.parent, law.child = x.terms[0][1].parent, x.terms[0][1].child
        law.functions = (MeasuredFormula(f"({-weight!r})*{tension}"),)
        law.measures = {name: _named(plain, name) for name in law.functions[0].names}
        laws.append(law)
    return laws


def _named(own: list[Combination], name: str) -> Named:
    word = name.removeprefix("cable.x")
    return Named(own[int(word.removesuffix("_rate"))], SPEED if word.endswith("_rate") else VALUE)
