"""Coordinates of joints that leave everything free in the plane: x, y and the angle of the child against the parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.planar.description import Describer, Link
from snodo.formulations.series.joint_series import rate_of, words
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.planar.motion import Motion

Array = np.ndarray


def freedoms(motion: Motion, d: Describer, joint: Any, q: Array, v: Array, a: Array) -> dict[str, Array]:
    """The series by their words: coordinates, velocities, accelerations."""
    found: dict[str, Array] = {}
    for word, speed in zip(*words(d.framer.frames(joint))):
        x, gradient, rate, rest = motion.coordinate(coordinate(d, joint, word), q, v)
        found |= {word: x, speed: rate, rate_of(speed): (gradient * a).sum(axis=-1) + rest}
    return found


def coordinate(d: Describer, joint: Any, word: str) -> Link:
    """One of the coordinates: along an axis of the frame on the parent, or the angle."""
    frames = d.framer.frames(joint)
    i, j = d.number(joint.parent), d.number(joint.child)
    if word == "angle":
        drawn = d.angle(joint.child) - d.angle(joint.parent)
        return Link("turn", i, j, c=frames.reference[frames.coordinates.index(word)] - drawn)
    s_i, s_j = (
        _from_centre(d, body, frame.r)
        for body, frame in ((joint.parent, frames.on_parent), (joint.child, frames.on_child))
    )
    return Link("along", i, j, s_i, s_j, complex(*frames.on_parent.A[:2, "xy".index(word)]))


def _from_centre(d: Describer, body: str, s: Array) -> complex:
    """A place of a body from its centre of mass."""
    com = np.zeros(3) if body == GROUND else np.array(d.geometry.bodies[body].inertia.com)
    return complex(*(s - com)[:2])
