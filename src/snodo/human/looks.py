"""Appearance of a person: rounded shapes for pictures, in addition to the plain shapes of the bodies.

Limbs are capsules from joint to joint, trunk segments are prisms with rounded sides, the head has a neck.
Breadths are those of `forms.py`; the pelvis reaches round the hip joints.  Hands and feet stay boxes.  They are not
written to files: a loaded body shows its plain shapes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from snodo.human.forms import ROUND, TRUNK, equivalent_box, equivalent_radius
from snodo.human.landmarks import SIDES, Array, Places
from snodo.human.segment_table import Segments
from snodo.mechanism.geometry import Geometry, Pose
from snodo.mechanism.shapes.inertia import as_tensor
from snodo.mechanism.visual import Visual

NECK = 0.033
"""Radius of the neck / stature: our choice, for pictures only."""
UPRIGHT = np.eye(3)
ACROSS = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""z of a piece along y of its body."""


def looks(person: Segments, places: Places, geometry: Geometry) -> dict[str, list[Visual]]:
    """The shapes of every body that has its own, in its frame."""
    found = {"head": list(_head(person, places, geometry.pose("head")))}
    for name in TRUNK:
        found[name] = list(_trunk(person, places, name, geometry.pose(name)))
    for name, (upper, lower) in ROUND.items():
        for side in SIDES:
            body, r = f"{side}_{name}", equivalent_radius(person[name])
            start, end = (geometry.pose(body).to_local(places[f"{side}_{joint}"]) for joint in (upper, lower))
            found[body] = list(_capsule(start, end, r, UPRIGHT))
    return found


def _head(person: Segments, places: Places, pose: Pose) -> Iterator[Visual]:
    """A ball, and the neck below it."""
    yield _ball(np.zeros(3), person["head"].length / 2)
    yield _bar(np.zeros(3), pose.to_local(places["neck"]), NECK * person.stature, UPRIGHT)


def _trunk(person: Segments, places: Places, name: str, pose: Pose) -> Iterator[Visual]:
    """A box with a half round at either side; the lower trunk also a capsule through both hips."""
    depth, width, _ = equivalent_box(person[name])
    first, last = (pose.to_local(places[end]) for end in TRUNK[name])
    if name == "upper_trunk":
        first = pose.to_local(places["neck"])
    r, half = depth / 2, max(width - depth, 0.0) / 2
    yield Visual("box", (depth, 2 * half, float(first[2] - last[2])), _tuple((first + last) / 2), as_tensor(UPRIGHT))
    for side in (-1, 1):
        aside = np.array([0.0, side * half, 0.0])
        yield _bar(first + aside, last + aside, r, UPRIGHT)
    if name == "lower_trunk":
        left, right = (pose.to_local(places[f"{side}_hip"]) for side in SIDES)
        yield from _capsule(left, right, equivalent_radius(person["thigh"]), ACROSS)


def _capsule(start: Array, end: Array, radius: float, rotation: Array) -> Iterator[Visual]:
    yield _ball(start, radius)
    yield _bar(start, end, radius, rotation)
    yield _ball(end, radius)


def _bar(start: Array, end: Array, radius: float, rotation: Array) -> Visual:
    """A round bar; the rotation lays its axis along the line of its ends."""
    length = float(np.linalg.norm(end - start))
    return Visual("cylinder", (radius, length), _tuple((start + end) / 2), as_tensor(rotation))


def _ball(centre: Array, radius: float) -> Visual:
    return Visual("sphere", (radius,), _tuple(centre), as_tensor(UPRIGHT))


def _tuple(r: Array) -> tuple[float, ...]:
    return tuple((r + 0.0).tolist())
