"""Axis and angle, in which attitudes are stored, from a matrix or a `Rotation`, for any angle up to 180°."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from snodo.math.euler_parameters import extracted
from snodo.math.rotation import Rotation


def axis_angle(A: np.ndarray) -> tuple[tuple[float, ...] | None, float]:
    """The axis (a unit vector; None for no rotation) and the angle [rad, 0 … π] of a rotation matrix."""
    p = extracted(A)
    size = float(np.linalg.norm(p[1:]))
    if size < 1e-16:  # below the rounding of the matrix
        return None, 0.0
    axis: Any = (p[1:] / size).tolist()
    return tuple(axis), 2 * math.atan2(size, float(p[0]))


def take_rotation(part: Any) -> list[tuple[str, str]]:
    """ModelWriter a `Rotation` given as a part's `angle` as axis and angle; returns problems with remedies.

    A rotation about z has no axis, because z is the default: the same part can be used in the plane.
    """
    R = part.angle
    if not isinstance(R, Rotation):
        return []
    part.angle = 0.0
    if R.shape:
        return [(f"angle: {R!r} are given where one is expected", "give one of them: rotations[0]")]
    if part.axis is not None:
        return [("both a Rotation and an axis are given", "omit the axis: the Rotation has its own")]
    u, angle = R.as_axis_angle()
    about_z = abs(u[2]) == 1.0
    part.axis = None if about_z else tuple(u.tolist())
    part.angle = float(angle * u[2] if about_z else angle)
    return []
