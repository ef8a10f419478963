"""The mesh: a shape whose surface is a closed mesh of triangles in a file, as CAD programs export it.

Mesh files have no unit.  Without `unit` the numbers are taken for metres, unless the size is
implausible: then the unit must be given.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism.shapes.inertia import Inertia, Vector
from snodo.mechanism.shapes.mesh_file import read_mesh
from snodo.mechanism.shapes.polygon import Array, closed
from snodo.mechanism.shapes.polyhedron import Polyhedron
from snodo.mechanism.shapes.shape import Shape, about

UNITS = ("m", "cm", "mm", "in", "ft")
LARGE, SMALL = 20.0, 1e-3
"""Sizes [m] outside which a mesh without a unit is refused."""


@dataclass(frozen=True)
class Mesh(Shape):
    """The solid inside a closed triangle mesh; the shape frame is parallel to the axes of the file."""

    density_needs = "a closed mesh"

    file: str = field(metadata=about("name of the STL or OBJ file", "file"))
    unit: str | None = field(default=None, metadata=about("unit of its numbers: m, cm, mm, in, ft", "word"))

    @cached_property
    def polyhedron(self) -> Polyhedron:
        """The surface, in the frame of the file [m]."""
        return read_mesh(self.file, self.unit or "m")

    def content(self) -> tuple[float, int]:
        """The volume."""
        return self.polyhedron.moments[0], 3

    def centroid(self) -> Vector:
        """Centre of mass in the frame of the file [m]."""
        x, y, z = self.polyhedron.moments[1].tolist()
        return (x, y, z)

    def spread(self) -> Array:
        """⟨r rᵀ⟩ by the sums over the triangles."""
        return self.polyhedron.moments[2]

    def outline(self) -> list[Array]:
        """The convex hull of the silhouette."""
        from scipy.spatial import ConvexHull

        flat = self.polyhedron.corners[:, :2] - self.centroid()[:2]
        return [closed(flat[ConvexHull(flat).vertices])]

    def extent(self) -> float:
        """Distance of the farthest corner [m]."""
        return float(np.linalg.norm(self.polyhedron.corners - self.centroid(), axis=1).max())

    def _size_problems(self) -> list[Problem]:
        if self.unit is None or self.unit in UNITS:
            return []
        return [Problem(f"unit is {self.unit!r}", f"choose one of {', '.join(UNITS)}")]

    def _shape_problems(self) -> list[Problem]:
        try:
            found = self.polyhedron.problems or self._unit_problems()
        except MechanismError as error:
            return error.problems
        return [Problem(f"{self.file}: {p.what}", p.remedy) for p in found]

    def _unit_problems(self) -> list[Problem]:
        size = self.polyhedron.size()
        if self.unit is not None or SMALL <= size.max() <= LARGE:
            return []
        shown = " × ".join(f"{x:.4g}" for x in size)
        what = f"the mesh measures {shown} if its unit is the metre, which looks wrong (STL and OBJ files have no unit)"
        return [Problem(what, "write unit: mm (or cm, in, ft), or unit: m if this is correct")]


class MeshInPlace(Mesh):
    """The same, seen from the frame of the file instead of its centre of mass."""

    def inertia(self, mass: float | None = None, density: float | str | None = None) -> Inertia:
        """Mass properties in the frame of the file, from the `mass` [kg] or the `density` [kg/m³, or a material]."""
        return super().inertia(mass, density).moved(np.eye(3), self.centroid())

    def outline(self) -> list[Array]:
        """The convex hull of the silhouette, in the frame of the file."""
        return [ring + self.centroid()[:2] for ring in super().outline()]

    def extent(self) -> float:
        """Distance of the farthest corner from the origin of the file [m]."""
        return float(np.linalg.norm(self.polyhedron.corners, axis=1).max())
