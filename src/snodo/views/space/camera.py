"""From space to the picture: a parallel projection, in which equal lengths across the view look equal everywhere.

A place of the picture is a complex number x + i y [m], as in drawings of the plane, so that both share their canvas.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.errors import Problem, SnodoError

Array = np.ndarray

VIEW = (-62.0, 20.0)
"""Usual azimuth and elevation of the viewer [deg]: x points to the right, y away."""


@dataclass(frozen=True)
class Camera:
    """Three unit vectors: to the right of the picture, up in it, and towards the viewer; and what is up in space."""

    right: Array
    upward: Array
    towards: Array
    up: Array

    @classmethod
    def looking(cls, up: Array, view: tuple[float, float]) -> Camera:
        """From the azimuth (about `up`, against x) and the elevation of the viewer [deg]."""
        azimuth, elevation = (math.radians(angle) for angle in _checked(view))
        first, second = across(up)
        level = math.cos(azimuth) * first + math.sin(azimuth) * second
        towards = math.cos(elevation) * level + math.sin(elevation) * up
        right = np.cross(up, level)
        return cls(right, np.cross(towards, right), towards, up)

    def picture(self, x: Array) -> Array:
        """Places in the picture of places in space (…, 3)."""
        found: Array = x @ self.right + 1j * (x @ self.upward)
        return found

    def depth(self, x: Array) -> Array:
        """How near to the viewer places (…, 3) are [m]; larger is nearer."""
        found: Array = x @ self.towards
        return found


def upright(gravity: Any) -> Array:
    """The direction against gravity; z where there is none."""
    g = np.array([*gravity, 0.0, 0.0][:3], float)
    size = float(np.linalg.norm(g))
    return -g / size if size else np.array([0.0, 0.0, 1.0])


def across(up: Array) -> tuple[Array, Array]:
    """Two level directions at right angles, the first as close to x as possible, otherwise to y."""
    start = np.eye(3)[0 if abs(up[0]) < 0.9 else 1]
    first = start - (start @ up) * up
    first = first / np.linalg.norm(first)
    return first, np.cross(up, first)


def _checked(view: Any) -> tuple[float, float]:
    try:
        azimuth, elevation = (float(angle) for angle in view)
        good = math.isfinite(azimuth) and -90.0 <= elevation <= 90.0
    except (TypeError, ValueError):
        good = False
    if not good:
        remedy = "give azimuth and elevation of the viewer in degrees, elevation from -90 to 90: view=(-60, 20)"
        raise SnodoError(Problem(f"view is {view!r}", remedy))
    return azimuth, elevation
