"""Solids as surfaces: quadrilaterals with outward normals, and the edges that a draughtsman would draw.

Faces are cut into pieces not longer than a `grain` [m], because pictures are painted from the back to the front, piece
by piece, by the distance of their middles.  A corner that is there twice makes a triangle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snodo.mechanism.body import frame_along

Array = np.ndarray

ROUND = 24
"""Faces around a cylinder or a ball."""
MOST_CUTS = 16
"""Pieces along an edge."""


@dataclass(frozen=True)
class Solid:
    """Faces (n, 4, 3) with normals (n, 3); edges (m, 2, 3), each with the normals of its two faces (m, 2, 3)."""

    faces: Array
    normals: Array
    edges: Array
    beside: Array

    def moved(self, r: Array, A: Array) -> Solid:
        """Turned by A, then moved by r."""
        return Solid(self.faces @ A.T + r, self.normals @ A.T, self.edges @ A.T + r, self.beside @ A.T)


def together(solids: Iterable[Solid]) -> Solid:
    """Several as one."""
    found = list(solids)
    return Solid(
        np.concatenate([np.zeros((0, 4, 3)), *(s.faces for s in found)]),
        np.concatenate([np.zeros((0, 3)), *(s.normals for s in found)]),
        np.concatenate([np.zeros((0, 2, 3)), *(s.edges for s in found)]),
        np.concatenate([np.zeros((0, 2, 3)), *(s.beside for s in found)]),
    )


# ---------------------------------------------------------------- straight
def box(edges: Sequence[float] | Array, grain: float = math.inf) -> Solid:
    """A box about the origin [m]."""
    half = np.array(edges, float) / 2
    faces, normals, lines, beside = [], [], [], []
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        e = np.eye(3)
        for sign in (1.0, -1.0):
            middle, u, v = sign * half[k] * e[k], half[i] * e[i], sign * half[j] * e[j]
            pieces = _cut(middle, u, v, grain)
            faces += pieces
            normals += [sign * e[k]] * len(pieces)
            for other in (1.0, -1.0):  # edges along i, between the faces k and j
                end = middle + other * half[j] * e[j]
                found = _line(end - u, end + u, grain)
                lines += found
                beside += [(sign * e[k], other * e[j])] * len(found)
    return Solid(np.array(faces), np.array(normals), np.array(lines), np.array(beside))


def _cut(middle: Array, u: Array, v: Array, grain: float) -> list[list[Array]]:
    """The rectangle middle ± u ± v in pieces."""
    across, along = (np.linspace(-1, 1, 1 + _cuts(2 * float(np.linalg.norm(x)), grain)) for x in (u, v))
    pieces = []
    for s, s1 in pairwise(across):
        for t, t1 in pairwise(along):
            pieces.append([middle + x * u + y * v for x, y in ((s, t), (s1, t), (s1, t1), (s, t1))])
    return pieces


def _line(start: Array, end: Array, grain: float) -> list[tuple[Array, Array]]:
    """An edge in pieces."""
    count = _cuts(float(np.linalg.norm(end - start)), grain)
    return list(pairwise(start + s * (end - start) for s in np.linspace(0, 1, 1 + count)))


def _cuts(length: float, grain: float) -> int:
    return int(min(MOST_CUTS, max(1, math.ceil(length / grain))))


def prism(outline: Array, thickness: float) -> Solid:
    """A plate with the corners (k, 2), anticlockwise, in the xy plane [m]; without thickness, seen from both sides."""
    k, z = len(outline), np.array([0.0, 0.0, 1.0])
    top, bottom = (np.column_stack([outline, np.full(k, s * thickness / 2)]) for s in (1, -1))
    ears = triangles(outline)
    faces = [[top[a], top[b], top[c], top[c]] for a, b, c in ears]
    faces += [[bottom[c], bottom[b], bottom[a], bottom[a]] for a, b, c in ears]
    normals = [z] * len(ears) + [-z] * len(ears)
    lines, beside = [], []
    for a, b in zip(range(k), [*range(1, k), 0]):
        side = np.append(outline[b] - outline[a], 0.0)
        n = np.cross(side / np.linalg.norm(side), z)
        if thickness:
            faces.append([bottom[a], bottom[b], top[b], top[a]])
            normals.append(n)
        lines += [(top[a], top[b]), (bottom[a], bottom[b])]
        beside += [(z, n), (-z, n)]
    return Solid(np.array(faces), np.array(normals), np.array(lines), np.array(beside))


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
def tube(radius: float, length: float, inner: float = 0.0, grain: float = math.inf) -> Solid:
    """A round cylinder or tube about the origin with its axis along z [m]; a disc if it has no length."""
    heights = np.linspace(-0.5, 0.5, 1 + _cuts(length, grain)) * length if length else np.zeros(0)
    radii = np.linspace(inner, radius, 1 + _cuts(radius - inner, grain))
    parts = [_washer(sign * length / 2, sign, r, r1) for sign in (1.0, -1.0) for r, r1 in pairwise(radii)]
    for r, side in ((radius, 1.0), (inner, -1.0)) if inner else ((radius, 1.0),):
        parts += [_wall(r, side, low, high) for low, high in pairwise(heights)]
        parts += [_rim(r, side, sign * length / 2, sign) for sign in (1.0, -1.0)]
    return together(parts)


def _ring(shift: float = 0.0) -> Array:
    """Points around the unit circle, the first once more at the end; shifted by a part of their distance."""
    angle = 2 * math.pi / ROUND * (np.arange(ROUND + 1) + shift)
    return np.column_stack([np.cos(angle), np.sin(angle), np.zeros(ROUND + 1)])


def _washer(z: float, sign: float, inner: float, outer: float) -> Solid:
    """A level ring at the height z that looks up (sign 1) or down (−1)."""
    up, ring = np.array([0.0, 0.0, 1.0]), _ring()
    corners = [inner * ring[:-1], outer * ring[:-1], outer * ring[1:], inner * ring[1:]]
    return _surface(np.stack(corners, axis=1) + z * up, np.tile(sign * up, (ROUND, 1)))


def _wall(radius: float, side: float, low: float, high: float) -> Solid:
    """A round wall between two heights that looks outward (side 1) or inward (−1)."""
    up, ring = np.array([0.0, 0.0, 1.0]), radius * _ring()
    corners = [ring[:-1] + low * up, ring[1:] + low * up, ring[1:] + high * up, ring[:-1] + high * up]
    return _surface(np.stack(corners, axis=1), side * _ring(0.5)[:-1])


def _rim(radius: float, side: float, z: float, sign: float) -> Solid:
    """The edge between a wall and a ring."""
    up, ring = np.array([0.0, 0.0, 1.0]), radius * _ring()
    lines = np.stack([ring[:-1], ring[1:]], axis=1) + z * up
    beside = np.stack([np.tile(sign * up, (ROUND, 1)), side * _ring(0.5)[:-1]], axis=1)
    return Solid(np.zeros((0, 4, 3)), np.zeros((0, 3)), lines, beside)


def _surface(faces: Array, normals: Array) -> Solid:
    return Solid(faces, normals, np.zeros((0, 2, 3)), np.zeros((0, 2, 3)))


def ball(radius: float) -> Solid:
    """A ball about the origin [m]."""
    across, around = np.linspace(0, math.pi, ROUND // 2 + 1), np.linspace(0, 2 * math.pi, ROUND + 1)
    faces, normals = [], []
    for s, s1 in pairwise(across):
        for t, t1 in pairwise(around):
            faces.append([radius * _on_ball(*at) for at in ((s, t), (s1, t), (s1, t1), (s, t1))])
            normals.append(_on_ball((s + s1) / 2, (t + t1) / 2))
    return _surface(np.array(faces), np.array(normals))


def _on_ball(s: float, t: float) -> Array:
    return np.array([math.sin(s) * math.cos(t), math.sin(s) * math.sin(t), math.cos(s)])


def rod(start: Array, end: Array, radius: float, grain: float = math.inf) -> Solid:
    """A thin round bar between two points [m]."""
    along = lying(tube(radius, float(np.linalg.norm(end - start)), grain=grain))
    return along.moved((start + end) / 2, frame_along(end - start))


def lying(solid: Solid) -> Solid:
    """A solid along z, along x instead."""
    return solid.moved(np.zeros(3), _Z_TO_X)


_Z_TO_X = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
