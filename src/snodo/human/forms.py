"""The segments as bodies: mass, centre of mass and inertia from the table, and a shape for pictures.

The shape does not affect the mechanics, but its breadths also come from the table.  A solid box with the edges l has
the radii of gyration k_x² = (l_y² + l_z²)/12 and so on; conversely,

    l_x² = 6 (k_y² + k_z² − k_x²)        and likewise l_y, l_z                          (1)

are the edges of the box with the same radii of gyration.  A round bar has k² = r²/2 about its axis, thus

    r = √2 k                                                                           (2)

Trunk, hands and feet are boxes, the head is a ball, the limbs are round bars (discs as thick as they are long).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from snodo.human.landmarks import ANKLE_HEIGHT, FOOT_WIDTH, SIDES, Array, Places, arm_rotation, arm_turn
from snodo.human.segment_table import Segment, Segments
from snodo.mechanism.body import Body, Box, Disc, Sphere

TRUNK = {
    "lower_trunk": ("lumbar", "pelvis"),
    "middle_trunk": ("thoracic", "lumbar"),
    "upper_trunk": ("suprasternale", "thoracic"),
}
ROUND = {
    "upper_arm": ("shoulder", "elbow"),
    "forearm": ("elbow", "wrist"),
    "thigh": ("hip", "knee"),
    "shank": ("knee", "ankle"),
}
"""The table's endpoints of the segments, first the one from which the centre of mass is measured."""


def placed_segments(person: Segments, places: Places, arms: str) -> Iterator[Body]:
    """The sixteen bodies as drawn, base first."""
    for name in TRUNK:
        yield _trunk(person[name], places)
    yield _head(person["head"], places)
    for side in SIDES:
        for name in ("upper_arm", "forearm"):
            yield _bar(person[name], places, side, arms)
        yield _hand(person["hand"], places, side, arms)
        for name in ("thigh", "shank"):
            yield _bar(person[name], places, side)
        yield _foot(person, places, side)


def equivalent_box(segment: Segment) -> tuple[float, float, float]:
    """Edges along the sagittal, transverse and longitudinal axes [m], by (1)."""
    k = np.square(segment.radii)
    x, y, z = np.sqrt(6 * (k.sum() - 2 * k)).tolist()
    return x, y, z


def equivalent_radius(segment: Segment) -> float:
    """Radius of the round bar [m], by (2)."""
    return math.sqrt(2) * segment.radii[2]


# ---------------------------------------------------------------- one segment
def _trunk(segment: Segment, places: Places) -> Body:
    """A box between its joints; that of the upper trunk reaches to the neck."""
    first, last = (places[name] for name in TRUNK[segment.name])
    top = places["neck"] if segment.name == "upper_trunk" else first
    depth, width, _ = equivalent_box(segment)
    size = (depth, width, float(top[2] - last[2]))
    return Box(name=segment.name, size=size, **_upright(segment, first, last, (top + last) / 2))


def _head(segment: Segment, places: Places) -> Body:
    """A ball from the vertex to the jaw."""
    first, last = places["vertex"], places["jaw"]
    return Sphere(name="head", radius=segment.length / 2, **_upright(segment, first, last, (first + last) / 2))


def _bar(segment: Segment, places: Places, side: str, arms: str = "hanging") -> Body:
    """A round bar from joint to joint."""
    first, last = (places[f"{side}_{joint}"] for joint in ROUND[segment.name])
    given = _upright(segment, first, last, (first + last) / 2, arms, side)
    return Disc(name=f"{side}_{segment.name}", radius=equivalent_radius(segment), thickness=segment.length, **given)


def _hand(segment: Segment, places: Places, side: str, arms: str) -> Body:
    """A box from the wrist to the fingertip; the table measures to the knuckle."""
    first, last, tip = (places[f"{side}_{name}"] for name in ("wrist", "knuckle", "fingertip"))
    depth, width, _ = equivalent_box(segment)
    size = (depth, width, float(np.linalg.norm(tip - first)))
    return Box(name=f"{side}_hand", size=size, **_upright(segment, first, last, (first + tip) / 2, arms, side))


def _foot(person: Segments, places: Places, side: str) -> Body:
    """A box from heel to toe and from the sole to the ankle, with the centre of mass at half its height."""
    segment, height = person["foot"], ANKLE_HEIGHT * person.stature
    heel, toe = places[f"{side}_heel"], places[f"{side}_toe"]
    centre = (heel + toe) / 2 + np.array([0.0, 0.0, height / 2])
    sagittal, transverse, longitudinal = segment.moments
    return Box(
        name=f"{side}_foot",
        size=(segment.length, FOOT_WIDTH * person.stature, height),
        at=centre,
        mass=segment.mass,
        com=(segment.com - segment.length / 2, 0.0, 0.0),
        inertia=(longitudinal, transverse, sagittal),
    )


def _upright(
    segment: Segment, first: Array, last: Array, centre: Array, arms: str = "hanging", side: str = "left"
) -> Any:
    """Place and mass properties of a segment with its longitudinal axis along z, turned as the arms are drawn."""
    axis, angle = arm_turn(arms, side)
    r = first + segment.com / segment.length * (last - first)
    com = arm_rotation(arms, side).T @ (r - centre)
    given = {"at": centre, "mass": segment.mass, "com": com, "inertia": segment.moments}
    return given | ({"axis": axis, "angle": angle} if angle else {})
