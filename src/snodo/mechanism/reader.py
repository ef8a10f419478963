"""What a part is given to say which rows hold it and which law it follows: places, directions and coordinates.

A joint or constraint says with `rows(reader)` which measures between two bodies vanish; a force says with `law(reader)`
along what it acts.  Neither knows how a formulation makes equations of it, so that each is said once for all of them,
and a part of a user's own is read as those of the library are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Combination, PartRows
from snodo.mechanism.part import Part

if TYPE_CHECKING:
    from snodo.mechanism.geometry import Geometry
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray


class Reader(ABC):
    """Reads the parts of a mechanism."""

    mechanism: Mechanism
    geometry: Geometry
    plane: bool
    """Whether the mechanism has two dimensions."""

    # ---------------------------------------------------------------- places and directions as drawn
    def places(self, part: Any) -> tuple[Array, Array]:
        """Where a joint is on its parent and on its child, in their axes [m]."""
        at = part.name if part.at is None else part.at
        return self.geometry.local(at, part.parent, part), self.geometry.local(at, part.child, part)

    def ends(self, part: Any) -> tuple[Array, Array]:
        """The ends of a rod or spring on its parent and on its child, in their axes [m]."""
        return self.geometry.local(part.start, part.parent, part), self.geometry.local(part.end, part.child, part)

    def drawn(self, part: Any, s_i: Array, s_j: Array) -> Array:
        """From a place of the parent to one of the child, in world axes as drawn [m]."""
        d: Array = self.geometry.pose(part.child).to_world(s_j) - self.geometry.pose(part.parent).to_world(s_i)
        return d

    def direction(self, part: Any, along: Any, body: str = "") -> Array:
        """A direction that a part names, in the axes of a body (default: its parent)."""
        return self.geometry.direction(along, body or part.parent, part)

    def across(self, e: Array) -> dict[str, Array]:
        """The directions at right angles to e, by their words: one in the plane, two in space."""
        if self.plane:
            return {"across": np.array([-e[1], e[0], 0.0])}
        first, second = directions_across(e)
        return {"across_1": first, "across_2": second}

    # ---------------------------------------------------------------- coordinates
    @abstractmethod
    def coordinate(self, joint: Any, word: str = "") -> Combination:
        """A coordinate of a joint, by its word; the one it has if there is only one."""

    @abstractmethod
    def body_coordinate(self, body: str, word: str) -> Combination:
        """x, y, z of a body's origin, its angle in the plane; in space its Euler parameters, and wx, wy, wz."""

    # ---------------------------------------------------------------- rows and laws that are made elsewhere
    @abstractmethod
    def rows_between_frames(self, joint: Any) -> PartRows:
        """The rows of a joint that has a frame on each body, and freedoms between them."""

    @abstractmethod
    def users_rows(self, part: Part) -> PartRows:
        """The rows of a relation that the user wrote."""

    @abstractmethod
    def users_law(self, part: Part) -> Law:
        """The law of a force that the user wrote."""


def directions_across(e: Array) -> tuple[Array, Array]:
    """Two directions at right angles to e and to one another."""
    first = np.cross(e, np.eye(3)[int(np.argmin(np.abs(e)))])
    first = first / np.linalg.norm(first)
    return first, np.cross(e, first)


def axes_along(z: Array, x: Array | None = None) -> Array:
    """Axes with this z and x as near as can be to the given one (the world's x, or its y if z is along x)."""
    if x is None:
        x = np.array([1.0, 0.0, 0.0]) if abs(z[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    x = x - z * (x @ z)
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
