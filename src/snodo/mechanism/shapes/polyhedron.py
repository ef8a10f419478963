"""Polyhedra: the volume inside a closed surface of triangles, and whether there is one.

The divergence theorem turns the integrals over the volume into sums over the triangles a, b, c, seen from outside
counter-clockwise.  Each triangle spans with a reference point O a tetrahedron of volume v = a · (b × c) / 6, negative
if the triangle faces away from O, and outside the body they cancel:

    V = Σ v                                                                 (1)
    V c = Σ v (a + b + c) / 4                                               (2)
    ∫ r rᵀ dV = Σ v [(a + b + c)(a + b + c)ᵀ + a aᵀ + b bᵀ + c cᵀ] / 20       (3)

They hold exactly if the surface has no rim: every edge occurs equally often in both directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem

Array = NDArray[np.float64]
Triangles = NDArray[np.int64]

FLAT = 1e-12
"""The volume, in cubes as large as the surface, below which it encloses nothing."""


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """Corners (n, 3) [m] and triangles (m, 3) of corners, counter-clockwise seen from outside."""

    corners: Array
    triangles: Triangles

    @cached_property
    def moments(self) -> tuple[float, Array, Array]:
        """Volume [m³], centroid [m] and the spread ⟨r rᵀ⟩ about it [m²]: (1), (2), (3)."""
        origin = self.corners.mean(axis=0)
        abc = (self.corners - origin)[self.triangles]
        v, total = volumes(abc), abc.sum(axis=1)
        V = v.sum()
        c = v @ total / (4 * V)
        second = np.einsum("k,ki,kj->ij", v, total, total) + np.einsum("k,kni,knj->ij", v, abc, abc)
        return float(V), origin + c, second / (20 * V) - np.outer(c, c)

    def size(self) -> Array:
        """Edges of the box around it along x, y and z [m]."""
        return np.ptp(self.corners, axis=0) if len(self.corners) else np.zeros(3)

    @cached_property
    def problems(self) -> list[Problem]:
        """All reasons why it does not enclose a volume."""
        if len(self.triangles) == 0:
            return [Problem("there are no triangles in it", "export the solid as a mesh of triangles")]
        if not np.isfinite(self.corners).all():
            return [Problem("some of its corners are not finite numbers", "export it again")]
        return self._rim_problems() or self._flat_problems() or self._inverted_problems()

    def _rim_problems(self) -> list[Problem]:
        """Edges with an odd number of triangles are a rim; otherwise neighbouring triangles may disagree on outside."""
        ends = np.concatenate([self.triangles[:, [0, 1]], self.triangles[:, [1, 2]], self.triangles[:, [2, 0]]])
        ends = ends[ends[:, 0] != ends[:, 1]]
        n = len(self.corners)
        keys, which, many = np.unique(ends.min(axis=1) * n + ends.max(axis=1), return_inverse=True, return_counts=True)
        walked = np.bincount(which, np.where(ends[:, 0] < ends[:, 1], 1, -1), len(keys))
        edges = np.column_stack([keys // n, keys % n])
        open_edges, turned = edges[many % 2 == 1], edges[(many % 2 == 0) & (walked != 0)]
        if len(open_edges):
            what = f"the surface is not closed: {len(open_edges)} of {len(edges)} edges have no second triangle"
            remedy = "close the holes in the program that made it (export a solid, not a surface)"
            return [Problem(f"{what}, the first at {_shown(self.corners[open_edges[0]].mean(axis=0))} m", remedy)]
        if len(turned):
            what = f"the triangles do not agree on which side is outside, along {len(turned)} of {len(edges)} edges"
            return [Problem(what, "make the normals consistent, all pointing outwards, and export it again")]
        return []

    def _flat_problems(self) -> list[Problem]:
        V, size = volumes((self.corners - self.corners[0])[self.triangles]).sum(), self.size()
        if abs(V) > FLAT * size.max() ** 3:
            return []
        what = f"the surface encloses no volume: {V:.3g} m³ in a box of {_listed(size)} m"
        return [Problem(what, "give a solid; for a thin sheet use a plate")]

    def _inverted_problems(self) -> list[Problem]:
        """Shells turned inside out: all of it, or one that is no cavity because it lies in no other."""
        shells = self._shells()
        solids = [corners for corners, V in shells if V > 0]
        inverted = [(corners, V) for corners, V in shells if V < 0 and not any(_inside(corners, s) for s in solids)]
        if not inverted:
            return []
        which = "" if len(shells) == 1 else f" in {len(inverted)} of its {len(shells)} shells"
        what = f"the normals point inwards{which}: the volume is {inverted[0][1]:.3g} m³"
        return [Problem(what, "flip the normals in the program that made it, and export it again")]

    def _shells(self) -> list[tuple[Array, float]]:
        """Corners and volume of every connected part of the surface."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        ends, n = self.triangles[:, [0, 1, 1, 2]].reshape(-1, 2), len(self.corners)
        _, label = connected_components(coo_array((np.ones(len(ends)), ends.T), shape=(n, n)), directed=False)
        of_triangle = label[self.triangles[:, 0]]
        v = np.bincount(of_triangle, volumes((self.corners - self.corners[0])[self.triangles]))
        return [(self.corners[label == k], float(v[k])) for k in np.unique(of_triangle)]


def volumes(abc: Array) -> Array:
    """Signed volumes [m³] of the tetrahedra between the origin and triangles (m, 3, 3)."""
    a, b, c = np.moveaxis(abc, 1, 0)
    return np.asarray(np.sum(a * np.cross(b, c), axis=1) / 6)


def _inside(corners: Array, other: Array) -> bool:
    """Whether the box around some corners lies inside that around others."""
    return bool((corners.min(axis=0) >= other.min(axis=0)).all() and (corners.max(axis=0) <= other.max(axis=0)).all())


def _listed(size: Array) -> str:
    return " × ".join(f"{x:.3g}" for x in size)


def _shown(r: Array) -> str:
    return "(" + ", ".join(f"{x:.3g}" for x in r) + ")"
