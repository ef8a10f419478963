"""The interface through which parts read the mechanism: places, directions and coordinates.

A joint or constraint defines in `rows(reader)` which measures between two bodies vanish; a force defines in
`law(reader)` where and how strongly it acts.  Neither depends on how a formulation turns this into equations, so each
part is defined once for all formulations, and users' own parts are read like those of the library.
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
    """What the parts of a mechanism can ask for."""

    mechanism: Mechanism
    geometry: Geometry
    plane: bool
    """Whether the mechanism has two dimensions."""

    # ---------------------------------------------------------------- places and directions as drawn
    def places(self, part: Any) -> tuple[Array, Array]:
        """Position of a joint on its parent and on its child, in their axes [m]."""
        at = part.name if part.at is None else part.at
        return self.geometry.local(at, part.parent, part), self.geometry.local(at, part.child, part)

    def ends(self, part: Any) -> tuple[Array, Array]:
        """The ends of a rod or spring on its parent and on its child, in their axes [m]."""
        return self.geometry.local(part.start, part.parent, part), self.geometry.local(part.end, part.child, part)

    def drawn(self, part: Any, s_i: Array, s_j: Array) -> Array:
        """Vector from a place of the parent to one of the child, in world axes as drawn [m]."""
        d: Array = self.geometry.pose(part.child).to_world(s_j) - self.geometry.pose(part.parent).to_world(s_i)
        return d

    def direction(self, part: Any, along: Any, body: str = "") -> Array:
        """A direction given in a part, in the axes of a body (default: its parent)."""
        return self.geometry.direction(along, body or part.parent, part)

    def across(self, e: Array) -> dict[str, Array]:
        """Directions perpendicular to e, by name: one in the plane, two in space."""
        if self.plane:
            return {"across": np.array([-e[1], e[0], 0.0])}
        first, second = directions_across(e)
        return {"across_1": first, "across_2": second}

    # ---------------------------------------------------------------- coordinates
    @abstractmethod
    def coordinate(self, joint: Any, word: str = "") -> Combination:
        """A coordinate of a joint, by name; a joint with only one needs no name."""

    def drawn_coordinate(self, joint: str, word: str = "") -> float:
        """The value of a coordinate of a joint as drawn; a joint with only one needs no name of it."""
        return float(self.mechanism.joints[joint].reference)

    @abstractmethod
    def body_coordinate(self, body: str, word: str) -> Combination:
        """x, y, z of a body's origin; in the plane its angle, in space its Euler parameters and wx, wy, wz."""

    # ---------------------------------------------------------------- joints
    @abstractmethod
    def axis_of(self, part: Any) -> tuple[str, Array]:
        """The axis along or about which a joint with one coordinate moves: a body, and a direction in its axes."""

    @abstractmethod
    def place_on_child(self, part: Any) -> Array:
        """The position of a joint or rod on its child, in the child's axes."""

    # ---------------------------------------------------------------- rows and laws defined elsewhere
    @abstractmethod
    def rows_between_frames(self, joint: Any) -> PartRows:
        """The rows of a joint with a frame on each body and a chain of free motions between them."""

    @abstractmethod
    def users_rows(self, part: Part) -> PartRows:
        """The rows of a relation that the user wrote."""

    @abstractmethod
    def users_law(self, part: Part) -> Law:
        """The law of a force that the user wrote."""


ALIKE = 1e-9
"""Difference of components that are alike: rounding does not choose between them."""


def least_of(e: Array) -> int:
    """The smallest component of a direction; the first of those that are alike."""
    least = 0
    for k in (1, 2):
        if abs(e[k]) + ALIKE < abs(e[least]):
            least = k
    return least


def directions_across(e: Array) -> tuple[Array, Array]:
    """Two directions perpendicular to e and to one another."""
    first = np.cross(e, np.eye(3)[least_of(e)])
    first = first / np.linalg.norm(first)
    return first, np.cross(e, first)


def axes_along(z: Array, x: Array | None = None) -> Array:
    """Axes with this z, and x as close as possible to the given one (default: the world's x, or y if z is along x)."""
    if x is None:
        x = np.array([1.0, 0.0, 0.0]) if abs(z[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    x = x - z * (x @ z)
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
