"""Shapes of bodies: their volume, its distribution, and their outline in the plane.

A shape uses its own frame, whose origin is its centre of mass.  It needs one matrix, the mean of r rᵀ over
the shape, S = ⟨r rᵀ⟩ [m²], here called its spread; the inertia tensor follows for every shape as

    I = m (tr(S) 1 − S)                                             (1)

A shape without thickness is a lamina, one without width a line.  Mass can be given to any of them, a density [kg/m³]
only to one with a volume.  Here are the straight shapes and the particle; the others are in `round_shape.py`,
`plate.py` (any polygon), `mesh.py` (any polyhedron, from a file) and `composite.py` (several shapes as one).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import reduce
from typing import ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism.shapes.inertia import Inertia, Vector, as_tensor, vector
from snodo.mechanism.shapes.material import amount_problems, density_of, density_problems
from snodo.mechanism.shapes.polygon import Array, rectangle


class Shape(ABC):
    """Base of all shapes; a shape defines `content`, `spread`, `outline` and `extent`."""

    density_needs: ClassVar[str]

    def __post_init__(self) -> None:
        """Raise one error with all problems of the given numbers."""
        problems = self._size_problems() or self._shape_problems()
        raise_together(type(self).__name__, problems)

    @abstractmethod
    def content(self) -> tuple[float, int]:
        """Content and its dimension: a length [m] 1, an area [m²] 2, a volume [m³] 3; a particle has 1, 0."""

    @abstractmethod
    def spread(self) -> Array:
        """S = ⟨r rᵀ⟩ about the centre of mass [m²], 3×3."""

    @abstractmethod
    def outline(self) -> list[Array]:
        """Closed polygons (k, 2) of the silhouette in the xy plane [m]: counter-clockwise, holes clockwise.

        A line is its two end points, a particle its one point.
        """

    @abstractmethod
    def extent(self) -> float:
        """Radius of a ball about the centre of mass that holds the shape [m]."""

    def centroid(self) -> Vector:
        """Centre of mass in the frame in which the shape was described [m]."""
        return (0.0, 0.0, 0.0)

    def volume(self) -> float:
        """Volume [m³]; zero for a lamina, a line and a particle."""
        content, dimension = self.content()
        return content if dimension == 3 else 0.0

    def inertia(self, mass: float | None = None, density: float | str | None = None) -> Inertia:
        """Mass properties in the shape's own frame, from the `mass` [kg] or the `density` [kg/m³, or a material]."""
        m = self._mass(mass, density)
        S = self.spread()
        return Inertia(m, (0.0, 0.0, 0.0), as_tensor(m * (np.trace(S) * np.eye(3) - S)))

    def _mass(self, mass: float | None, density: float | str | None) -> float:
        raise_together(type(self).__name__, self.mass_problems(mass, density))
        return density_of(density) * self.volume() if density is not None else float(mass or 0.0)

    def mass_problems(self, mass: float | None, density: float | str | None) -> list[Problem]:
        """Problems of the mass [kg] or density [kg/m³, or a material] given to the shape: exactly one is required."""
        if (mass is None) == (density is None):
            given = "neither mass nor density is given" if mass is None else f"mass {mass!r} and density {density!r}"
            return [Problem(given, "give exactly one of mass [kg] and density [kg/m³]")]
        if density is None:
            return amount_problems("mass", mass, "kg")
        problems = density_problems(density)
        if self.volume() == 0.0:
            problems.append(Problem("a density needs a volume", f"give {self.density_needs}, or the mass"))
        return problems

    def _size_problems(self) -> list[Problem]:
        """Problems of the lengths one by one: required ones are positive, optional ones may be zero or None."""
        problems = []
        for f in fields(self):  # type: ignore[arg-type]
            value, optional = getattr(self, f.name), f.default is not MISSING
            if f.metadata["quantity"] == "length" and not (value is None and f.default is None):
                problems += amount_problems(f.name, value, "m", zero=optional)
        return problems

    def _shape_problems(self) -> list[Problem]:
        """Problems of combinations of numbers, each of which is valid."""
        return []


def raise_together(name: str, problems: list[Problem]) -> None:
    """Raise one error with all problems of what is called `name`, if there are any."""
    if problems:
        raise MechanismError([Problem(f"{name}: {p.what}", p.remedy) for p in problems])


def about(doc: str, quantity: str = "length") -> dict[str, str]:
    """Metadata of a field: its quantity and one sentence."""
    return {"quantity": quantity, "doc": doc}


def times(content: tuple[float, int], size: float) -> tuple[float, int]:
    """A content extruded along one more dimension, unless its size is zero."""
    return (float(content[0] * size), content[1] + 1) if size else (float(content[0]), content[1])


class Block(Shape):
    """A box about its centre with edges along x, y and z, of which those across may be zero."""

    @abstractmethod
    def edges(self) -> Vector:
        """Edges along x, y and z [m]."""

    def content(self) -> tuple[float, int]:
        """Length, area or volume, by the edges that are not zero."""
        return reduce(times, self.edges(), (1.0, 0))

    def spread(self) -> Array:
        """⟨x²⟩ = l_x²/12, and likewise along y and z."""
        return np.diag(self.edges()) ** 2 / 12

    def outline(self) -> list[Array]:
        """A rectangle, or the two ends if there is no width."""
        return [rectangle(*self.edges()[:2])]

    def extent(self) -> float:
        """Half the diagonal [m]."""
        return math.hypot(*self.edges()) / 2


@dataclass(frozen=True)
class Bar(Block):
    """A straight bar along x, slender unless it is given a width and a thickness."""

    density_needs = "a width and a thickness"

    length: float = field(metadata=about("length along x [m]"))
    width: float = field(default=0.0, metadata=about("width along y [m]"))
    thickness: float = field(default=0.0, metadata=about("thickness along z [m]"))

    def edges(self) -> Vector:
        """Length, width and thickness [m]."""
        return (self.length, self.width, self.thickness)


@dataclass(frozen=True)
class Box(Block):
    """A rectangular box with its edges along x, y and z, or a rectangle if only two sizes are given."""

    density_needs = "a third size, the thickness along z"

    size: Sequence[float] = field(metadata=about("edges along x, y and, if it is thick, z [m]"))

    def edges(self) -> Vector:
        """The sizes, zero for one not given [m]."""
        return vector("size", self.size)

    def _size_problems(self) -> list[Problem]:
        sizes = np.ravel(np.array(self.size, dtype=object)).tolist()
        if len(sizes) not in (2, 3):
            return [Problem(f"size is {self.size!r}", "give two or three edges (lx, ly[, lz]) in m")]
        object.__setattr__(self, "size", tuple(sizes))
        return [p for edge, v in zip("xyz", sizes) for p in amount_problems(f"the size along {edge}", v, "m")]


@dataclass(frozen=True)
class Particle(Shape):
    """A point mass."""

    density_needs = "a shape with a volume"

    def content(self) -> tuple[float, int]:
        """One particle."""
        return 1.0, 0

    def spread(self) -> Array:
        """Zero."""
        return np.zeros((3, 3))

    def outline(self) -> list[Array]:
        """One point."""
        return [np.zeros((1, 2))]

    def extent(self) -> float:
        """Zero."""
        return 0.0
