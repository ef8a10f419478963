"""All that a picture in space shows, as triangles in the frames of bodies, and where they are in a pose.

Thin lines (edges, springs, axes) become ribbons across the view, so that the depth buffer treats everything alike.
"""

from __future__ import annotations

import colorsys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snodo.mechanism.body import frame_along
from snodo.views.space.camera import Camera
from snodo.views.space.signs import sign_of
from snodo.views.space.sketch import Coil, PosesInSpace, SpaceSketch
from snodo.views.space.solids import Z_TO_X, Solid, tube
from snodo.views.style import ACTION

Array = np.ndarray
POST = "#A3A9B3"
ROD = "#8A909B"
TURNS = 7
"""Windings of a spring."""


def rgb(color: str) -> Array:
    """A colour #RRGGBB as three numbers 0 … 1."""
    return np.array([int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)])


def calm(color: str) -> str:
    """A colour of a robot's file: neither black nor white, less saturated, so that light and shade are seen on it."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*rgb(color))
    found = colorsys.hls_to_rgb(hue, 0.2 + 0.66 * lightness, 0.82 * saturation)
    return "#" + "".join(f"{round(255 * x):02X}" for x in found)


@dataclass(frozen=True)
class Surface:
    """Triangles (n, 3, 3), normals at corners, colours (n, 3) and bodies (n); edges (m, 2, 3) with colours, bodies."""

    triangles: Array
    normals: Array
    colors: Array
    bodies: Array
    edges: Array
    edge_colors: Array
    edge_bodies: Array

    @classmethod
    def of(cls, pieces: Iterable[tuple[int, Solid, str]]) -> Surface:
        """From solids with the number and the colour of their bodies."""
        found = list(pieces)

        def joined(parts: list[Array], shape: tuple[int, ...]) -> Array:
            return np.concatenate([np.zeros((0, *shape)), *parts])

        count, lines = [len(s.triangles) for _, s, _ in found], [len(s.edges) for _, s, _ in found]
        tints, bodies = np.array([rgb(c) for _, _, c in found]).reshape(-1, 3), np.array([k for k, _, _ in found], int)
        return cls(
            joined([s.triangles for _, s, _ in found], (3, 3)),
            joined([s.normals for _, s, _ in found], (3, 3)),
            np.repeat(tints, count, axis=0),
            np.repeat(bodies, count),
            joined([s.edges for _, s, _ in found], (2, 3)),
            np.repeat(0.45 * tints, lines, axis=0),
            np.repeat(bodies, lines),
        )

    def placed(self, poses: PosesInSpace) -> Placed:
        """In the world."""
        r, A = poses.r, poses.A
        return Placed(
            _moved(self.triangles, self.bodies, A, r),
            _moved(self.normals, self.bodies, A, np.zeros_like(r)),
            self.colors,
            self.bodies,
            _moved(self.edges, self.edge_bodies, A, r),
            self.edge_colors,
        )


@dataclass(frozen=True)
class Placed:
    """A surface in the world: triangles, normals at corners (n, 3, 3), their colours and bodies; edges (m, 2, 3)."""

    corners: Array
    normals: Array
    colors: Array
    bodies: Array
    edges: Array
    edge_colors: Array


def _moved(x: Array, bodies: Array, A: Array, r: Array) -> Array:
    """Points or vectors (n, k, 3) of bodies in the world; the pieces of a body follow one another."""
    found = np.empty_like(x)
    ends = np.flatnonzero(np.diff(bodies, prepend=-1, append=-1))
    for first, last in pairwise(ends):
        body = bodies[first]
        np.matmul(x[first:last].reshape(-1, 3), A[body].T, out=found[first:last].reshape(-1, 3))
        found[first:last] += r[body]
    return found


# ---------------------------------------------------------------- what is shown
def bodies_surface(sketch: SpaceSketch, posts: Iterable[tuple[Array, Array]] = ()) -> Surface:
    """The bodies, and posts from the ground (foot and top [m]) under joints that stand on it."""
    pieces = [
        (k, f.solid(), calm(f.color) if f.color else sketch.color(k))
        for k, forms in enumerate(sketch.forms)
        for f in forms
    ]
    h, up = sketch.h, sketch.up
    turn = frame_along(up) @ Z_TO_X
    for foot, top in posts:
        tall = float((top - foot) @ up)
        pieces.append((sketch.ground, tube(0.42 * h, tall).moved((foot + top) / 2, turn), POST))
        pieces.append((sketch.ground, tube(2.5 * h, 0.35 * h).moved(foot + 0.18 * h * up, turn), POST))
    return Surface.of(pieces)


def signs_surface(sketch: SpaceSketch) -> Surface:
    """The signs of the joints."""
    shown = sketch.shown_joints()
    return Surface.of((sign.body, *piece) for sign in shown for piece in sign_of(sign, 1.15 * sketch.h))


def posts_of(sketch: SpaceSketch, level: float) -> list[tuple[Array, Array]]:
    """Foot and top of the posts under joints of the ground; none if the ground has a form of its own."""
    found: list[tuple[Array, Array]] = []
    if sketch.forms[sketch.ground]:
        return found
    for sign in sketch.joints:
        if sketch.ground not in (sign.parent, sign.body) or sign.kind == "free":
            continue
        top = sketch.poses[0].point(sign.body, sign.at)
        tall = float(top @ sketch.up) - level
        if tall > 0.5 * sketch.h:
            found.append((top - tall * sketch.up, top))
    for rod in sketch.rods:
        for body, s in rod.ends:
            tall = float(s @ sketch.up) - level
            if body == sketch.ground and tall > 0.5 * sketch.h:
                found.append((s - tall * sketch.up, s))
    return found


def rods_surface(sketch: SpaceSketch, poses: PosesInSpace) -> Surface:
    """The rods in a pose, in the world."""
    pieces = []
    for rod in sketch.rods:
        start, end = (poses.point(*end) for end in rod.ends)
        length = float(np.linalg.norm(end - start))
        if length > 0.0:
            solid = tube(0.75 * sketch.h, length).moved((start + end) / 2, frame_along(end - start) @ Z_TO_X)
            pieces.append((sketch.ground, solid, ROD))
    return Surface.of(pieces)


def coil_path(coil: Coil, poses: PosesInSpace, h: float) -> Array:
    """A helix between the ends of a spring, a straight line for a damper alone."""
    start, end = (poses.point(*where) for where in coil.ends)
    d = end - start
    length = float(np.linalg.norm(d))
    s = np.linspace(0.0, 1.0, 16 * TURNS + 1)
    if not coil.stiff or length == 0.0:
        return np.asarray(start + s[[0, -1], None] * d)
    frame = frame_along(d)
    angle, wide = 2 * np.pi * TURNS * s, 1.5 * h * np.minimum(1.0, 12 * np.minimum(s, 1 - s))
    return np.asarray(
        start
        + s[:, None] * d
        + wide[:, None] * (np.cos(angle)[:, None] * frame[:, 1] + np.sin(angle)[:, None] * frame[:, 2])
    )


def damper_solid(coil: Coil, poses: PosesInSpace, h: float) -> Solid | None:
    """The cylinder in the middle of a damper."""
    start, end = (poses.point(*where) for where in coil.ends)
    length = float(np.linalg.norm(end - start))
    if not coil.damped or length == 0.0:
        return None
    turn = frame_along(end - start) @ Z_TO_X
    return tube(0.9 * h, 0.4 * length).moved((start + end) / 2, turn)


def coils_surface(sketch: SpaceSketch, poses: PosesInSpace) -> Surface:
    """The cylinders of the dampers in a pose, in the world."""
    found = ((coil, damper_solid(coil, poses, sketch.h)) for coil in sketch.coils)
    return Surface.of(
        (sketch.ground, solid, ROD if coil.stiff else ACTION) for coil, solid in found if solid is not None
    )


def ribbons(segments: Array, width: Array | float, camera: Camera) -> Array:
    """Lines (n, 2, 3) as strips of a width [m] across the view: triangles (2n, 3, 3)."""
    d = segments[:, 1] - segments[:, 0]
    side = np.cross(d, camera.towards)
    size = np.linalg.norm(side, axis=1, keepdims=True)
    side = side / np.where(size > 0, size, 1.0) * np.reshape(width, (-1, 1)) / 2
    a, b = segments[:, 0], segments[:, 1]
    first, second = np.stack([a - side, b - side, b + side], axis=1), np.stack([a - side, b + side, a + side], axis=1)
    return np.concatenate([first, second])


def facing(corners: Array, towards: Array) -> Array:
    """Whether triangles look in a direction."""
    return np.asarray(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) @ towards > 0.0)
