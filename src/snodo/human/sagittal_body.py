"""The body in the sagittal plane: seven segments, x forward, y up.

It is the body in space seen from its right side: a place (x, y, z) there is (x, z) here, with

    R = [[1, 0, 0], [0, 0, 1], [0, −1, 0]]                                             (1)

between the axes.  Head, arms and trunk are one rigid segment, `hat`, whose mass, centre of mass and inertia are the
sum of its ten parts with the arms hanging; left and right leg coincide as drawn.

A positive angle is counter-clockwise in this view: flexion of the hip and dorsiflexion of the ankle are positive,
flexion of the knee is negative.
"""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

import numpy as np

from snodo.human.forms import equivalent_box, equivalent_radius
from snodo.human.landmarks import SIDES
from snodo.human.segment_table import Segments, segments
from snodo.human.spatial_body import GRAVITY, body
from snodo.mechanism.body import Body, Composite, Plate
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.joints import PlanarJoint
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.shapes.inertia import Inertia

R = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
ELSEWHERE = ("shoulder", "elbow", "wrist", "fingertip", "lumbar", "thoracic")
"""Points of the spatial body that have no meaning if trunk and arms are one body."""
JOINTS = {"hip": ("hat", "thigh"), "knee": ("thigh", "shank"), "ankle": ("shank", "foot")}


def sagittal(stature: float | str = 1.75, mass: float | str = 70.0, sex: str = "female") -> Mechanism:
    """A person of seven segments in the sagittal plane, upright on y = 0, from the table of de Leva.

    `stature` [m], `mass` [kg], `sex` "female" or "male".  Bodies: hat, left and right thigh, shank, foot; joints:
    hip, knee, ankle of both sides, and `pelvis`, where the hat moves freely in the plane (9 degrees of freedom).
    """
    person, spatial = segments(stature, mass, sex), body(stature, mass, sex)
    geometry = spatial.geometry()
    human = Mechanism(f"sagittal {spatial.name}", dimension=2, gravity=(GRAVITY[0], GRAVITY[2]))
    human.description = spatial.description
    for name, (x, _, z) in spatial.points.items():
        if not name.endswith(ELSEWHERE):
            human.point(name, x, z)
    _add_hat(human, geometry, person)
    human.add(PlanarJoint(name="pelvis", parent="ground", child="hat"))
    for side in SIDES:
        _add_leg(human, geometry, person, side)
    return human


def _add_hat(human: Mechanism, geometry: Geometry, person: Segments) -> None:
    """Trunk, neck and head, drawn as two boxes and a disc."""
    parts = [name for name in geometry.bodies if not name.endswith(("thigh", "shank", "foot"))]
    total = reduce(add, (_in_plane(geometry, name) for name in parts))
    (_, low), (_, high) = human.points["pelvis"], human.points["neck"]
    depth, radius = equivalent_box(person["middle_trunk"])[0], person["head"].length / 2
    jaw = person.stature - 2 * radius
    trunk = {"box": (depth, high - low), "at": (0.0, (low + high) / 2)}
    neck = {"box": (depth / 2, jaw - high), "at": (0.0, (high + jaw) / 2)}
    head = {"disc": radius, "at": (0.0, jaw + radius)}
    _add(human, Composite(name="hat", parts=[trunk, neck, head]), total)
    human.frame("vertex", "hat", "vertex")


def _add_leg(human: Mechanism, geometry: Geometry, person: Segments, side: str) -> None:
    """Thigh, shank and foot, drawn as plates; their joints; heel and toe."""
    hip, knee, ankle, heel, toe = (f"{side}_{name}" for name in ("hip", "knee", "ankle", "heel", "toe"))
    r = {hip: equivalent_radius(person["thigh"]), knee: equivalent_radius(person["shank"])}
    r[ankle] = human.points[ankle][1] / 2
    outlines: dict[str, Any] = {
        f"{side}_thigh": _tapered(human, hip, knee, r),
        f"{side}_shank": _tapered(human, knee, ankle, r),
        f"{side}_foot": (heel, toe, ankle),
    }
    for name, outline in outlines.items():
        _add(human, Plate(name=name, outline=outline), _in_plane(geometry, name))
    for joint, (parent, child) in JOINTS.items():
        human.revolute(f"{side}_{joint}", parent if parent == "hat" else f"{side}_{parent}", f"{side}_{child}")
    for name in (heel, toe):
        human.frame(name, f"{side}_foot", name)


def _tapered(human: Mechanism, top: str, bottom: str, r: dict[str, float]) -> tuple[tuple[float, ...], ...]:
    """Corners of an upright plate with the half widths r at its ends, counter-clockwise."""
    (x, high), (_, low) = human.points[top], human.points[bottom]
    return ((x - r[bottom], low), (x + r[bottom], low), (x + r[top], high), (x - r[top], high))


def _in_plane(geometry: Geometry, name: str) -> Inertia:
    """Mass properties of a body of the spatial mechanism in the axes of the plane, by (1)."""
    placed = geometry.bodies[name]
    return placed.inertia.moved(R @ placed.pose.A, R @ placed.pose.r)


def _add(human: Mechanism, drawn: Body, inertia: Inertia) -> None:
    """Set the mass properties of a drawn body; its frame stays in the centre of the drawing."""

    def locate(place: Any) -> np.ndarray:
        return np.array([*(human.points[place] if isinstance(place, str) else place), 0.0])

    drawn.mass, drawn.inertia = inertia.mass, inertia.izz
    drawn.com = tuple((np.array(inertia.com) - drawn.origin(locate))[:2].tolist())
    human.add(drawn)
