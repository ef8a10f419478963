"""Solids as surfaces: triangles with a normal at each corner, and the edges that a draughtsman would draw.

Triangles are anticlockwise seen from outside.  Normals at corners are those of the true surface where it is round, so
that a cylinder of flat faces is shaded like a round one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from snodo.mechanism.body import frame_along

Array = np.ndarray

ROUND = 24
"""Faces around a cylinder or a ball."""
SHAPES = 64
"""Round solids that are kept: a mechanism has many of the same size."""


@dataclass(frozen=True)
class Solid:
    """Triangles (n, 3, 3) with normals at their corners (n, 3, 3), and edges (m, 2, 3) [m]."""

    triangles: Array
    normals: Array
    edges: Array

    def moved(self, r: Array, A: Array) -> Solid:
        """Turned by A, then moved by r."""
        return Solid(self.triangles @ A.T + r, self.normals @ A.T, self.edges @ A.T + r)


def together(solids: Iterable[Solid]) -> Solid:
    """Several as one."""
    found = list(solids)
    return Solid(
        np.concatenate([np.zeros((0, 3, 3)), *(s.triangles for s in found)]),
        np.concatenate([np.zeros((0, 3, 3)), *(s.normals for s in found)]),
        np.concatenate([np.zeros((0, 2, 3)), *(s.edges for s in found)]),
    )


def of_quads(quads: Array, normals: Array, edges: Array | None = None) -> Solid:
    """From quadrilaterals (n, 4, 3) with normals at their corners (n, 4, 3), or one each (n, 3)."""
    at_corners = np.repeat(normals[:, None], 4, axis=1) if normals.ndim == 2 else normals
    halves = [[0, 1, 2], [0, 2, 3]]
    return Solid(
        np.concatenate([quads[:, half] for half in halves]),
        np.concatenate([at_corners[:, half] for half in halves]),
        np.zeros((0, 2, 3)) if edges is None else edges,
    )


def flat_normals(triangles: Array) -> Array:
    """Unit normals (n, 3) of triangles; zero where a triangle has no area."""
    n = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    size = np.linalg.norm(n, axis=1, keepdims=True)
    return np.asarray(n / np.where(size > 0, size, 1.0))


# ---------------------------------------------------------------- straight
def box(edges: Sequence[float] | Array) -> Solid:
    """A box about the origin [m]."""
    half, e = np.array(edges, float) / 2, np.eye(3)
    quads, normals, lines = [], [], []
    for k in range(3):
        u, v = half[(k + 1) % 3] * e[(k + 1) % 3], half[(k + 2) % 3] * e[(k + 2) % 3]
        for sign in (1.0, -1.0):
            middle = sign * half[k] * e[k]
            quads.append([middle + x * u + y * sign * v for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            normals.append(sign * e[k])
            lines += [[middle + other * v - u, middle + other * v + u] for other in (1.0, -1.0)]
    return of_quads(np.array(quads), np.array(normals), np.array(lines))


def prism(outline: Array, thickness: float) -> Solid:
    """A plate with the corners (k, 2), anticlockwise, in the xy plane [m]; without thickness, seen from both sides."""
    k, z = len(outline), np.array([0.0, 0.0, 1.0])
    top, bottom = (np.column_stack([outline, np.full(k, s * thickness / 2)]) for s in (1, -1))
    ears = np.array(triangles(outline))
    flat = np.concatenate([top[ears], bottom[ears[:, ::-1]]])
    faces = Solid(flat, np.repeat(flat_normals(flat)[:, None], 3, axis=1), np.zeros((0, 2, 3)))
    after = np.roll(np.arange(k), -1)
    lines = np.concatenate([np.stack([ring, ring[after]], axis=1) for ring in (top, bottom)])
    if not thickness:
        return Solid(faces.triangles, faces.normals, lines)
    sides = np.stack([bottom, bottom[after], top[after], top], axis=1)
    normals = np.cross(sides[:, 1] - sides[:, 0], z)
    upright = np.stack([bottom, top], axis=1)
    walls = of_quads(sides, normals / np.linalg.norm(normals, axis=1, keepdims=True), np.concatenate([lines, upright]))
    return together([faces, walls])


def triangles(outline: Array) -> list[tuple[int, int, int]]:
    """A simple polygon, anticlockwise, cut into triangles by cutting off ears (Meisters 1975)."""
    left, found = list(range(len(outline))), []
    while len(left) > 3:
        ear = next((k for k in range(len(left)) if _is_ear(outline, left, k)), 0)
        found.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        left.pop(ear)
    return [*found, (left[0], left[1], left[2])]


def _is_ear(outline: Array, left: list[int], k: int) -> bool:
    """Whether corner k bulges, with no other corner inside its triangle."""
    a, b, c = (outline[left[i % len(left)]] for i in (k - 1, k, k + 1))
    others = [outline[i] for i in left if not any(outline[i] is p for p in (a, b, c))]
    inside = (all(_left_of(p, *side) >= 0 for side in ((a, b), (b, c), (c, a))) for p in others)
    corners = (a.tolist(), b.tolist(), c.tolist())
    return _left_of(c, a, b) > 0 and not any(within and p.tolist() not in corners for within, p in zip(inside, others))


def _left_of(p: Array, a: Array, b: Array) -> float:
    return float((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))


# ---------------------------------------------------------------- round
@lru_cache(SHAPES)
def tube(radius: float, length: float, inner: float = 0.0) -> Solid:
    """A round cylinder or tube about the origin with its axis along z [m]; a disc if it has no length."""
    parts = [_washer(sign * length / 2, sign, inner, radius) for sign in (1.0, -1.0)]
    for r, side in ((radius, 1.0), (inner, -1.0)):
        if r and length:
            parts.append(_wall(r, side, length))
        if r:
            parts += [_rim(r, z) for z in {-length / 2, length / 2}]
    return together(parts)


def cone(radius: float, length: float) -> Solid:
    """A cone with its base at the origin and its tip along z [m]."""
    ring, up = _ring(), np.array([0.0, 0.0, 1.0])
    slope = ring * length + radius * up
    slope /= np.linalg.norm(slope, axis=1, keepdims=True)
    tip = np.tile(length * up, (ROUND, 1))
    mantle = np.stack([radius * ring[:-1], radius * ring[1:], tip], axis=1)
    normals = np.stack([slope[:-1], slope[1:], (slope[:-1] + slope[1:]) / 2], axis=1)
    return together([Solid(mantle, normals, np.zeros((0, 2, 3))), _washer(0.0, -1.0, 0.0, radius)])


def _ring() -> Array:
    """Points around the unit circle, the first once more at the end."""
    angle = 2 * math.pi / ROUND * np.arange(ROUND + 1)
    return np.column_stack([np.cos(angle), np.sin(angle), np.zeros(ROUND + 1)])


def _washer(z: float, sign: float, inner: float, outer: float) -> Solid:
    """A level ring at the height z that looks up (sign 1) or down (−1)."""
    up, ring = np.array([0.0, 0.0, 1.0]), _ring()
    first, second = (ring[:-1], ring[1:]) if sign > 0 else (ring[1:], ring[:-1])
    normals = np.tile(sign * up, (ROUND, 1))
    if inner == 0.0:
        fan = np.stack([0.0 * first, outer * first, outer * second], axis=1) + z * up
        return Solid(fan, np.repeat(normals[:, None], 3, axis=1), np.zeros((0, 2, 3)))
    return of_quads(np.stack([inner * first, outer * first, outer * second, inner * second], axis=1) + z * up, normals)


def _wall(radius: float, side: float, length: float) -> Solid:
    """A round wall that looks outward (side 1) or inward (−1)."""
    up, ring = np.array([0.0, 0.0, length / 2]), _ring()
    first, second = (ring[:-1], ring[1:]) if side > 0 else (ring[1:], ring[:-1])
    low, high = radius * np.stack([first, second], axis=1) - up, radius * np.stack([second, first], axis=1) + up
    return of_quads(np.concatenate([low, high], axis=1), side * np.stack([first, second, second, first], axis=1))


def _rim(radius: float, z: float) -> Solid:
    """The edge between a wall and a ring."""
    ring = radius * _ring() + np.array([0.0, 0.0, z])
    return Solid(np.zeros((0, 3, 3)), np.zeros((0, 3, 3)), np.stack([ring[:-1], ring[1:]], axis=1))


@lru_cache(SHAPES)
def ball(radius: float) -> Solid:
    """A ball about the origin [m]."""
    across, around = np.linspace(0, math.pi, ROUND // 2 + 1), np.linspace(0, 2 * math.pi, ROUND + 1)
    s, t = np.meshgrid(across, around, indexing="ij")
    at = np.stack([np.sin(s) * np.cos(t), np.sin(s) * np.sin(t), np.cos(s)], axis=-1)
    corners = [at[:-1, :-1], at[1:, :-1], at[1:, 1:], at[:-1, 1:]]
    normals = np.stack(corners, axis=2).reshape(-1, 4, 3)
    whole = of_quads(radius * normals, normals)
    real = np.linalg.norm(flat_normals(whole.triangles), axis=1) > 0.5  # at the poles one half has no area
    return Solid(whole.triangles[real], whole.normals[real], whole.edges)


@lru_cache(SHAPES)
def ring(radius: float, thickness: float) -> Solid:
    """A torus about the origin, its axis along z [m]."""
    a, b = np.linspace(0, 2 * math.pi, 2 * ROUND + 1), np.linspace(0, 2 * math.pi, 9)
    s, t = np.meshgrid(a, b, indexing="ij")
    n = np.stack([np.cos(s) * np.cos(t), np.sin(s) * np.cos(t), np.sin(t)], axis=-1)
    at = radius * np.stack([np.cos(s), np.sin(s), 0 * s], axis=-1) + thickness * n

    def corners(x: Array) -> Array:
        return np.stack([x[:-1, :-1], x[1:, :-1], x[1:, 1:], x[:-1, 1:]], axis=2).reshape(-1, 4, 3)

    return of_quads(corners(at), corners(n))


def rod(start: Array, end: Array, radius: float) -> Solid:
    """A thin round bar between two points [m]."""
    along = lying(tube(radius, float(np.linalg.norm(end - start))))
    return along.moved((start + end) / 2, frame_along(end - start))


def lying(solid: Solid) -> Solid:
    """A solid along z, along x instead."""
    return solid.moved(np.zeros(3), Z_TO_X)


Z_TO_X = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])


# ---------------------------------------------------------------- meshes
CREASE = math.cos(math.radians(38.0))
"""Cosine of the angle between faces above which there is an edge,"""
SMOOTH = math.cos(math.radians(35.0))
"""and of that between a face and the mean of its neighbours above which a corner is sharp."""
MOST_WITH_EDGES = 600
"""Triangles of a mesh up to which its edges are drawn."""


def of_mesh(points: Array, faces: Array) -> Solid:
    """A surface of triangles (m, 3) of points (n, 3) [m], smooth where its faces meet at small angles."""
    corners = points[faces]
    area = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    mean: Array = np.stack(
        [np.bincount(faces.ravel(), np.repeat(area[:, k], 3), len(points)) for k in range(3)], axis=1
    )
    size = np.linalg.norm(mean, axis=1, keepdims=True)
    mean = mean / np.where(size > 0, size, 1.0)
    flat = flat_normals(corners)
    at_corners = mean[faces]
    smooth = np.sum(at_corners * flat[:, None], axis=2) > SMOOTH
    normals = np.where(smooth[..., None], at_corners, flat[:, None])
    edges = points[creases(faces, flat)] if len(faces) <= MOST_WITH_EDGES else np.zeros((0, 2, 3))
    return Solid(corners, normals, edges)


def creases(faces: Array, flat: Array) -> Array:
    """Edges (k, 2) of faces (m, 3) with normals (m, 3) where two meet at an angle, or where there is only one."""
    ends = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    owner = np.tile(np.arange(len(faces)), 3)
    order = np.lexsort((ends[:, 1], ends[:, 0]))
    ends, owner = ends[order], owner[order]
    starts = np.flatnonzero(np.append(True, (ends[1:] != ends[:-1]).any(axis=1)))
    counts = np.diff(np.append(starts, len(ends)))
    pairs = starts[counts == 2]
    bent = np.sum(flat[owner[pairs]] * flat[owner[pairs + 1]], axis=1) < CREASE
    return np.concatenate([ends[starts[counts == 1]], ends[pairs[bent]]])
