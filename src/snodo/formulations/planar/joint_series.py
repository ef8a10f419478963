"""Coordinates of joints with all motions free in the plane: x, y and the angle of the child relative to the parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.planar.description import Describer, Link
from snodo.formulations.series.joint_series import rate_of, words

if TYPE_CHECKING:
    from snodo.formulations.planar.motion import Motion

Array = np.ndarray


def freedoms(motion: Motion, d: Describer, joint: Any, q: Array, v: Array, a: Array) -> dict[str, Array]:
    """The series by name: coordinates, velocities, accelerations."""
    found: dict[str, Array] = {}
    for word, speed in zip(*words(d.framer.frames(joint))):
        x, gradient, rate, rest = motion.coordinate(coordinate(d, joint, word), q, v)
        found |= {word: x, speed: rate, rate_of(speed): (gradient * a).sum(axis=-1) + rest}
    return found


def coordinate(d: Describer, joint: Any, word: str) -> Link:
    """One of the coordinates: along an axis of the frame on the parent, or the angle."""
    return d.coordinate(d.reader.coordinate(joint, word))
