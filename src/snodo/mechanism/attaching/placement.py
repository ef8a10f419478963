"""How a part used again lies in the mechanism around it: mirrored first, then turned, then moved.

    place     r' = R M r + d           M = diag(1, −1, 1) for a mirror across y, the unit matrix without one
    polar     u' = R M u               directions, forces, velocities
    axial     u' = det(M) R M u        axes of rotation, angular velocities, torques

Local axes are mirrored with the same M, so that they stay right-handed: A' = R M A M.  The same numbers then mean the
mirror image: an angle about an axis keeps its sign.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism.body import rotation_about

Array = np.ndarray
PLANES = ("x", "y", "z")


@dataclass(frozen=True)
class Placement:
    """Where a part is put: mirrored across an axis, turned about one, moved."""

    at: tuple[float, ...]
    angle: float = 0.0
    axis: tuple[float, ...] | None = None
    mirror: str = ""
    dimension: int = 3

    @cached_property
    def R(self) -> Array:
        """The rotation; entries that only rounding keeps from 0 or ±1 are these."""
        axis = np.array([0.0, 0.0, 1.0] if self.axis is None else three(self.axis))
        R = rotation_about(axis, self.angle)
        whole = np.abs(R - np.round(R)) < 1e-15
        return np.where(whole, np.round(R) + 0.0, R)

    @cached_property
    def M(self) -> Array:
        """The mirror."""
        return np.diag([-1.0 if self.mirror == letter else 1.0 for letter in PLANES])

    @cached_property
    def RM(self) -> Array:
        """Mirror, then turn."""
        return self.R @ self.M

    @property
    def hand(self) -> float:
        """−1 if it mirrors, else 1."""
        return -1.0 if self.mirror else 1.0

    @property
    def turned(self) -> bool:
        """Whether it turns."""
        return not np.array_equal(self.R, np.eye(3))

    @property
    def moved(self) -> bool:
        """Whether it moves."""
        return any(self.at)

    def place(self, r: Array) -> Array:
        """A place in world coordinates."""
        return np.asarray(self.RM @ r + three(self.at) + 0.0)

    def attitude(self, A: Array) -> Array:
        """The rotation matrix of a frame with its own axes."""
        return np.asarray(self.RM @ A @ self.M)

    def check(self, title: str, where: str) -> None:
        """Raise an error if it is not possible."""
        if self.mirror and self.mirror not in PLANES:
            what = f"{title}: mirror: {self.mirror} is no plane"
            raise MechanismError(Problem(what, "write x, y or z: the axis across the mirror", where))
        if self.mirror and self.dimension == 2:
            what = f"{title}: a part in the plane cannot be mirrored: all its angles would change their sign"
            raise MechanismError(Problem(what, "set dimension: 3, or draw the mirror image as another file", where))
        if self.axis is not None and self.dimension == 2:
            what = f"{title}: an axis is given, but in a 2-D mechanism all rotations are about z"
            raise MechanismError(Problem(what, "omit it", where))


def three(vector: Any) -> Array:
    """Three components; the third of a vector in the plane is zero."""
    return np.array([*vector, 0.0][:3], dtype=float)


def plain(vector: Any, dimension: int = 3) -> tuple[float, ...]:
    """A vector as numbers, without negative zeros."""
    return tuple(float(x) + 0.0 for x in vector[:dimension])
