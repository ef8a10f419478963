"""What an elastic joint exerts: springs and dampers in the place of the rows that a rigid one would have.

    F = −K Φ − D Φ̇,     on the bodies  F ∂Φ/∂v                                        (1)

with Φ a displacement between the joint's frames along a direction that it holds, or in the plane the angle; in space

    T = −K x u − D ω_held                                                                 (2)

with the angle x about u by which the frames are turned beyond what the joint leaves free
(`formulations/kernels/torsion.py`).  The formulations apply the same forces (`formulations/parts/forces.py`,
`formulations/planar/description.py`); here they are read from the geometry, for results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.bind import bind
from snodo.formulations.parts.constraint_rows import RowBuilder
from snodo.formulations.parts.forces import elastic_laws
from snodo.formulations.parts.joint_frames import Framer
from snodo.formulations.series.measure_wrenches import Wrenches, gradient_wrenches
from snodo.formulations.series.placed_bodies import PlacedBodies
from snodo.math.euler_parameters import extracted, logarithm
from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Measure
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench."""
NEAR = 0.9
"""Part of the largest angle from which on a joint is turned too far."""


def is_elastic(F: Formulation, name: str) -> bool:
    """Whether a name is that of an elastic joint."""
    return name in F.mechanism.joints and F.mechanism.joints[name].elastic


def rigid_twin(F: Formulation) -> Any:
    """The same mechanism in the same coordinates with its elastic joints rigid; None if it has none."""
    names = [name for name, part in F.mechanism.joints.items() if part.elastic]
    if not names:
        return None
    mechanism = F.mechanism.copy()
    for name in names:
        part = mechanism.joints[name]
        part.stiffness, part.damping, part.torsional_stiffness, part.torsional_damping = None, 0.0, None, 0.0
    if F.name == "tree":  # cut where the springs are, it has the same branches
        cut = [name for name in names if getattr(mechanism.joints[name], "carries", False)]
        return type(F)(mechanism, cut=[*mechanism.run.cut, *cut])
    return bind(mechanism, F.name)


def elastic_reaction(F: Formulation, name: str, q: Array, v: Array) -> Array:
    """Wrench (time, 6; in the plane 3) of the joint's parent on its child, at the joint's place there, world axes."""
    builder = RowBuilder(F.mechanism, F.geometry, Framer(F.mechanism, F.geometry))
    laws = [law for law in elastic_laws(F.mechanism, builder) if law.part.name == name]
    part = F.mechanism.joints[name]
    place = builder.place_on_child(part)
    rows = np.array([_at_one_time(F, laws, part, place, *state) for state in zip(q, v)]).reshape(-1, 6)
    return rows if F.mechanism.dimension == 3 else rows[:, PLANE]


def turned_too_far(F: Formulation, q: Array) -> list[str]:
    """Elastic joints in space that come near the largest angle of (2), beyond which their moment turns around."""
    if F.mechanism.dimension == 2 or not len(q) or not any(joint.elastic for joint in F.mechanism.joints.values()):
        return []
    builder = RowBuilder(F.mechanism, F.geometry, Framer(F.mechanism, F.geometry))
    found = []
    for law in elastic_laws(F.mechanism, builder):
        most = float(np.abs(_angles(F, law, q)).max()) if law.held else 0.0
        limit = np.pi if law.held > 1 else np.pi / 2
        if most > NEAR * limit:
            numbers = f"turned by {most:.3g} rad, and at {limit:.3g} rad its moment changes sign"
            found.append(f"elastic {law.part.title} is {numbers}: give it more torsional_stiffness, or check the loads")
    return found


def _angles(F: Formulation, law: Law, q: Array) -> Array:
    """x of (2) along a motion."""
    A, B = (np.eye(3) if body == GROUND else F.motion.rotation(body, q) for body in (law.parent, law.child))
    if law.held == 3:
        D = np.broadcast_to(B @ law.turned @ np.swapaxes(A, -1, -2), (len(q), 3, 3))
        return np.linalg.norm(logarithm(extracted(D)), axis=-1)
    e, f = A @ law.start, B @ law.end
    across, along = np.linalg.norm(np.cross(e, f), axis=-1), (e * f).sum(axis=-1)
    return np.arctan2(across, along) if law.held == 2 else np.arctan2(along, across)


def _at_one_time(F: Formulation, laws: list[Law], part: Any, place: Array, q: Array, v: Array) -> Array:
    bodies = PlacedBodies(F, q)
    twists, force, torque = bodies.twists(v), np.zeros(3), np.zeros(3)
    for law in laws:
        if law.held:
            torque = torque + _torsion(bodies, law, twists[law.child][1] - twists[law.parent][1])
            continue
        x, wrenches = _spring(bodies, law) if law.quantity is None else _row(bodies, law)
        rate = sum(f @ twists[body][0] + m @ twists[body][1] for body, f, m in wrenches)
        effort = -law.stiffness * (x - law.free) - law.damping * rate
        for body, f, m in wrenches:
            if body == part.child:
                force, torque = force + effort * f, torque + effort * m
    return np.concatenate([force, torque - np.cross(bodies.direction(part.child, place), force)])


def _torsion(bodies: PlacedBodies, law: Law, w: Array) -> Array:
    """(2), on the child; w: its angular velocity against the parent."""
    e, f = bodies.direction(law.parent, law.start), bodies.direction(law.child, law.end)
    if law.held == 3:
        A, B = (bodies.direction(body, np.eye(3)) for body in (law.parent, law.child))
        return -law.stiffness * logarithm(extracted(B @ law.turned @ A.T)) - law.damping * w
    c = np.cross(e, f) if law.held == 2 else np.cross(f, e)
    s = float(np.linalg.norm(c))
    u = c / s if s > 0 else c
    x = np.arctan2(s, e @ f) if law.held == 2 else np.arctan2(e @ f, s)
    return -law.stiffness * x * u - law.damping * (w - e * (w @ e) if law.held == 2 else u * (w @ u))


def _row(bodies: PlacedBodies, law: Law) -> tuple[float, Wrenches]:
    """Φ of a row and its gradient, as wrenches."""
    assert law.quantity is not None
    x, wrenches = law.quantity.constant, []
    for weight, m in law.quantity.terms:
        x += weight * _value(bodies, m)
        wrenches += [(body, weight * f, weight * torque) for body, f, torque in gradient_wrenches(bodies, m)]
    return x, wrenches


def _value(bodies: PlacedBodies, m: Measure) -> float:
    if m.kind == "along":
        e = bodies.direction(m.parent, m.e)
        return float(e @ (bodies.point(m.child, m.s_j) - bodies.point(m.parent, m.s_i)))
    if m.kind == "across":
        return float(bodies.direction(m.parent, m.e) @ bodies.direction(m.child, m.f))
    return bodies.angle(m.child) - bodies.angle(m.parent)


def _spring(bodies: PlacedBodies, law: Law) -> tuple[float, Wrenches]:
    """Length of a rod, and its gradient."""
    ends = {law.child: bodies.point(law.child, law.end), law.parent: bodies.point(law.parent, law.start)}
    d = ends[law.child] - ends[law.parent]
    length = float(np.linalg.norm(d))
    e = d / length if length > 0 else np.zeros(3)
    arms = {body: P - bodies.point(body, np.zeros(3)) for body, P in ends.items()}
    pairs = ((law.child, e), (law.parent, -e))
    return length, [(body, f, np.cross(arms[body], f)) for body, f in pairs]
