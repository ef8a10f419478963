"""Gears, racks and belts at the place where they touch: rows along the common tangent, and the forces across it.

A relation r₁θ₁ ± r₂θ₂ = const between the wheels of one carrier moves them as their teeth or belt do, but its forces
are torques.  The same motion follows from the row of the velocities at the pitch point P, along the common tangent t,

    Φ = r₁θ₁ + t·d₁ − (∓ r₂θ₂ + t·d₂)                                                                        (1)

d₁, d₂ being the displacements of the wheels in their bearings, which the bearings hold at zero.  Its multiplier is the
tooth force F_t = −λ along t on the first wheel and its opposite on the second, both at P: the bearings carry it.

    separation   |F_t| tan α_n / cos β   pushes the wheels apart                                             (2)
    thrust       F_t tan β               along the axes, for helical teeth
    belt         t = ½ (e_l − e_u), e_u and e_l being the directions of its straight parts from the first wheel to the
                 second, e_u to the left: λ = T_u − T_l; the mean of the tensions, the preload, draws them together

(2) follow the reaction λ (`loads.py`); they do no work.  α_n is the pressure angle across the tooth, β the helix angle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.constraints import Relation
from snodo.mechanism.laws import Law
from snodo.mechanism.loads import Component, Group, Load, Push
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.part import GROUND, given

if TYPE_CHECKING:
    from snodo.mechanism.reader import Reader

Array = np.ndarray
PARALLEL = 1e-9
"""Axes whose directions differ by more are not parallel."""


@dataclass
class Mesh:
    """Where two wheels, or a pinion and a rack, meet: in the axes of the carrier, as drawn."""

    carrier: str
    wheels: tuple[str, str]
    point: Array
    tangent: Array
    out: Array
    """From the first wheel to the point,"""
    axis: Array
    """and the axis about which its angle grows."""
    factors: tuple[float, float]
    """Of the two coordinates in the row [m, or 1 for a rack]."""
    centres: tuple[Array, Array]
    """The points whose displacement is t·d."""


def axis_as_drawn(reader: Reader, joint: Any) -> Array:
    """The axis along or about which the coordinate of a joint grows, in the axes of its parent."""
    body, e = reader.axis_of(joint)
    pose = reader.geometry.pose
    return np.asarray(pose(joint.parent).A.T @ (pose(body).A @ e))


def two_wheels(part: Any, reader: Reader) -> tuple[Any, Any, Array, Array, Array]:
    """Joints, centres and the common axis of two wheels, in the axes of the carrier; the second centre is beside the
    first one, across the axis."""
    first, second = (reader.mechanism.joints[name] for name in part.joints)
    axis, other = axis_as_drawn(reader, first), axis_as_drawn(reader, second)
    if np.linalg.norm(axis - other) > PARALLEL:
        what = f"{part.title}: the axes of its joints are not parallel, or point in opposite directions"
        remedy = "draw both along the same direction; forces between the teeth of bevel gears are not computed"
        raise UnsupportedError(Problem(what, remedy, part.where))
    centres = [reader.places(joint)[0] for joint in (first, second)]
    across = centres[1] - centres[0]
    return first, second, centres[0], centres[0] + across - axis * (axis @ across), axis


def gear_mesh(part: Any, reader: Reader) -> Mesh:
    """The pitch point of two gear wheels: it divides the distance of the axes as their numbers of teeth."""
    first, second, centre, other, axis = two_wheels(part, reader)
    distance = float(np.linalg.norm(other - centre))
    z1, z2 = part.teeth
    span = abs(z2 - z1) if part.internal else z1 + z2
    if distance < 1e-9 * reader.geometry.size() or span == 0.0:
        what = f"{part.title}: its wheels have the same axis as drawn, {distance:.3g} m apart"
        raise UnsupportedError(Problem(what, "draw the wheels where they mesh, or omit pressure_angle", part.where))
    r1, r2 = distance * z1 / span, distance * z2 / span
    out = (other - centre) / distance
    if part.internal and z2 > z1:
        out = -out
    point, sign = centre + r1 * out, -1.0 if part.internal else 1.0
    wheels = (first.child, second.child)
    return Mesh(
        first.parent, wheels, point, np.cross(axis, out), out, axis, (r1, sign * r2), (centre, point + sign * r2 * out)
    )


def rack_mesh(part: Any, reader: Reader) -> Mesh:
    """The pitch point of a pinion on a rack."""
    pinion, rack = (reader.mechanism.joints[name] for name in part.joints)
    axis, along = axis_as_drawn(reader, pinion), axis_as_drawn(reader, rack)
    if abs(axis @ along) > PARALLEL:
        what = f"{part.title}: the rack does not move across the axis of its pinion"
        raise UnsupportedError(Problem(what, "draw it at right angles, or omit pressure_angle", part.where))
    centre, arm = reader.places(pinion)[0], part.radius * np.cross(along, axis)
    out = arm / abs(part.radius)
    wheels, point = (pinion.child, rack.child), centre + arm
    return Mesh(pinion.parent, wheels, point, along, out, axis, (part.radius, 0.0), (centre, point))


# ---------------------------------------------------------------- rows and loads
def tangent_rows(part: Any, reader: Reader, mesh: Mesh, word: str) -> PartRows:
    """The row (1)."""
    terms: list[tuple[float, Measure]] = []
    constant = 0.0
    for name, factor in zip(part.joints, mesh.factors):
        joint = reader.mechanism.joints[name]
        if factor:
            x = reader.coordinate(joint)
            if x.period:
                what = f"{part.title} needs the angle of joint {name!r}, which closes a loop and does not count turns"
                raise UnsupportedError(Problem(what, "cut the loop at another joint", part.where))
            terms += [(factor * weight, measure) for weight, measure in x.terms]
            constant += factor * (x.constant - float(joint.reference))
    pose = reader.geometry.pose
    for sign, wheel, centre in zip((1.0, -1.0), mesh.wheels, mesh.centres):
        own = pose(wheel).to_local(pose(mesh.carrier).to_world(centre))
        terms.append((sign, Measure("along", mesh.carrier, wheel, centre, own, e=mesh.tangent)))
    return PartRows.of(part, {word: Combination(terms, constant)})


def tooth_loads(part: Any, reader: Reader, mesh: Mesh) -> list[Load]:
    """The forces (2)."""
    alpha, beta = float(part.pressure_angle), float(getattr(part, "helix", 0.0))
    first, second = mesh.wheels
    read, sign = (first, 1.0) if first != GROUND else (second, -1.0)
    force = Component(part.name, read, mesh.carrier, mesh.point, force=sign * mesh.tangent)

    def apart(direction: Array) -> list[Push]:
        return [Push(body, mesh.carrier, mesh.point, sign * direction) for body, sign in ((first, 1.0), (second, -1.0))]

    loads = [Load(part, f"{part.name}.radial", apart(mesh.out), [Group([force])], friction=False)]
    loads[0].mu = math.tan(alpha) / math.cos(beta)
    if beta and reader.mechanism.dimension == 3:
        thrust = Load(part, f"{part.name}.axial", apart(mesh.axis), [Group([force], signed=True)], friction=False)
        thrust.mu = math.tan(beta) * (1.0 if part.hand == "right" else -1.0)
        loads.append(thrust)
    return loads


# ---------------------------------------------------------------- belts
@dataclass(kw_only=True)
class Belt(Relation):
    """A belt or chain over two wheels on one carrier, which does not slip: r₁θ₁ = r₂θ₂, reversed if it is crossed.

    Its force is the difference of the tensions of its two straight parts; the bearings carry it, and the preload.

    With `mu` it slips where this difference is 2 tanh(mu · arc/2) · preload, after Euler and Eytelwein: the tensions on
    the wheel with the smaller arc, preload ± half the difference, are then in the ratio e^(mu · arc).
    """

    joints: tuple[str, ...] = given("names", "the revolute joints of the two wheels, with a common parent")
    radii: tuple[float, ...] = given("numbers:length", "radii at which the belt runs on the two wheels [m]")
    preload: float = given("force", "mean tension of its two straight parts [N]", 0.0)
    crossed: bool = given("flag", "whether it is crossed, so that the second wheel turns the other way", False)
    mu: float | None = given("number", "coefficient of friction on the wheels; default: it does not slip", None)

    kind: ClassVar[str] = "belt"
    primary: ClassVar[tuple[str, ...]] = ("joints",)

    @property
    def follows_reactions(self) -> bool:
        """Whether it draws the wheels together."""
        return self.preload > 0.0

    def terms(self) -> dict[str, float]:
        """Factors of the angles, scaled to one for the first wheel."""
        (first, second), (r1, r2) = self.joints, self.radii
        return {first: 1.0, second: (r2 if self.crossed else -r2) / r1}

    def mesh(self, reader: Reader) -> tuple[Mesh, float]:
        """Its row as that of a mesh, and the cosine of the angle between its straight parts and the line of centres."""
        first, second, centre, other, axis = two_wheels(self, reader)
        distance = float(np.linalg.norm(other - centre))
        r1, r2 = self.radii
        sign = 1.0 if self.crossed else -1.0
        slope = (r1 + sign * r2) / distance if distance > 0.0 else math.inf
        if abs(slope) >= 1.0:
            what = f"{self.title}: its axes are {distance:.4g} m apart, too near for radii {r1:g} and {r2:g} m"
            raise UnsupportedError(Problem(what, "draw the wheels side by side", self.where))
        out = (other - centre) / distance
        tangent = np.cross(axis, out) * slope  # ½ (e_l − e_u)
        wheels = (first.child, second.child)
        mesh = Mesh(first.parent, wheels, centre, tangent, out, axis, (r1, sign * r2), (centre, other))
        return mesh, math.sqrt(1.0 - slope * slope)

    def rows(self, reader: Reader) -> PartRows:
        """Its multiplier is the difference of the tensions."""
        return tangent_rows(self, reader, self.mesh(reader)[0], "tension")

    def arc(self, reader: Reader) -> float:
        """The smaller of its arcs on the wheels [rad]."""
        turned = 2.0 * math.acos(self.mesh(reader)[1])
        return math.pi + turned if self.crossed else math.pi - turned

    def capacity(self, reader: Reader) -> float:
        """The difference of the tensions at which it slips [N]."""
        return 2.0 * math.tanh(0.5 * float(self.mu or 0.0) * self.arc(reader)) * float(self.preload)

    def slip_laws(self, reader: Reader) -> list[tuple[Law, float]]:
        """Its force while it slips along each of the terms of its row, and their signs."""
        found, capacity = [], self.capacity(reader)
        for k, (weight, measure) in enumerate(self.rows(reader).quantities[0].terms):
            turns = k < len(self.joints)
            x = Combination([(1.0, measure)], unit="rad" if turns else "m")
            word = self.joints[k] if turns else f"bearing{k - 1}"
            law = Law(self, "measured", turns, measure.parent, measure.child, quantity=x, row=f"{self.name}.{word}")
            law.coulomb, law.dry = capacity * abs(weight), True
            found.append((law, math.copysign(1.0, weight)))
        return found

    def loads(self, reader: Reader) -> list[Load]:
        """The preload: it does not change, and draws the wheels together."""
        mesh, cosine = self.mesh(reader)
        pushes = [
            Push(body, mesh.carrier, centre, sign * mesh.out)
            for body, centre, sign in zip(mesh.wheels, mesh.centres, (-1.0, 1.0))
        ]
        load = Load(self, f"{self.name}.preload", pushes, [], float(self.preload), friction=False)
        load.mu = 2.0 * cosine
        return [load]
