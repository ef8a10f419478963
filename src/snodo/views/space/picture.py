"""Pictures of bodies in space by a depth buffer: light, soft shadows, a floor that fades, joints that shine through.

The light comes from above the viewer's left shoulder.  A surface with normal n gets the colour of its body, the darker
the more it is turned away from the light (Lambert 1760).  The look is that of the viewer (`viewer/src/space`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter

from snodo.views.plane.canvas import Box
from snodo.views.space.camera import Camera, across
from snodo.views.space.raster import NONE, Grid, covered, plane_through, rasterised
from snodo.views.space.sketch import PosesInSpace, SpaceSketch
from snodo.views.space.surfaces import (
    Surface,
    bodies_surface,
    coil_path,
    coils_surface,
    facing,
    posts_of,
    rgb,
    ribbons,
    rods_surface,
    signs_surface,
)
from snodo.views.style import ACTION, OKABE_ITO, PAPER, darker

Array = np.ndarray
DARKEST, BRIGHTEST = 0.34, -0.42
"""Share of black in a surface turned away from the light, and of white in one that looks at it."""
SHADOW = 0.15
"""Darkness of a shadow."""
XRAY = 0.22
"""How much of a joint is seen through what hides it."""
GRID, FLOOR = "#D3D7DE", "#F1F3F5"
EDGE, WIRE = 1.0, 2.0
"""Widths of edges and springs [pixel]."""


@dataclass(frozen=True)
class Frame:
    """The part of the view that is shown and its size in pixels."""

    box: Box
    width: int
    height: int

    def grid(self, samples: int) -> Grid:
        """With this many samples across a pixel."""
        return Grid(samples * self.width, samples * self.height)

    def pixel(self) -> float:
        """Its size [m]."""
        return self.box.width / self.width

    def seen(self, camera: Camera, x: Array, samples: int) -> Array:
        """Places (…, 3) as x, y [samples] from the upper left, and depth [m]."""
        z = camera.picture(x)
        across_, down = (z.real - self.box.left) / self.box.width, (self.box.top - z.imag) / self.box.height
        return np.stack([across_ * samples * self.width, down * samples * self.height, camera.depth(x)], axis=-1)


class Picture:
    """The solids of a sketch seen by a camera, in any pose."""

    def __init__(self, sketch: SpaceSketch, camera: Camera, places: Array, frame: Frame) -> None:
        self.sketch, self.camera, self.frame = sketch, camera, frame
        corner, first, second, side = sketch.floor(places)
        self.corner, self.side = corner, side
        self.level = float(corner @ camera.up)
        self.middle = corner + side / 2 * (first + second)
        self.bodies = bodies_surface(sketch, posts_of(sketch, self.level))
        self.signs = signs_surface(sketch)
        self.light = _unit(camera.towards + 0.9 * camera.upward - 0.5 * camera.right)
        beside = camera.right - (camera.right @ camera.up) * camera.up
        self.sun = _unit(2.2 * camera.up - 0.55 * _unit(beside) + 0.35 * _unit(np.cross(beside, camera.up)))
        self.floor = self._floor()

    # ---------------------------------------------------------------- the ground
    def _floor(self) -> Array:
        """Paper with a level grid that fades, (height, width, 3)."""
        f, up, towards = self.frame, self.camera.up, self.camera.towards
        paper = np.broadcast_to(rgb(PAPER), (f.height, f.width, 3)).astype(np.float32)
        steep = float(towards @ up)
        if abs(steep) < 0.02:
            return paper.copy()
        x = f.box.left + (np.arange(f.width) + 0.5) * f.pixel()
        y = f.box.top - (np.arange(f.height) + 0.5) * f.box.height / f.height
        at = x[None, :, None] * self.camera.right + y[:, None, None] * self.camera.upward
        at = at + ((self.level - at @ up) / steep)[..., None] * towards
        first, second = across(up)
        a, b = (at - self.middle) @ first, (at - self.middle) @ second
        cell = round125(self.side / 7)
        line = np.maximum(0.55 * _lines(a, b, cell), _lines(a, b, 5 * cell))[..., None]
        fade = np.exp(-2.6 * (a**2 + b**2) / self.side**2)[..., None]
        floor = rgb(FLOOR) + line * (rgb(GRID) - rgb(FLOOR))
        found: Array = (paper + fade * (floor - paper)).astype(np.float32)
        return found

    def shaded(self, poses: PosesInSpace) -> Array:
        """The floor with the shadows of a pose, which are as soft as the sun is wide."""
        up = self.camera.up
        if float(self.camera.towards @ up) <= 0.02:
            return self.floor.copy()
        corners = np.concatenate([surface.placed(poses)[0] for surface in self._solids(poses)])
        corners = corners[facing(corners, _from(self.sun))]
        height = corners @ up - self.level
        dropped = corners - (height / float(self.sun @ up))[..., None] * self.sun
        mask = covered(self.frame.seen(self.camera, dropped, 1), self.frame.grid(1)).astype(np.float32)
        soft = gaussian_filter(mask, max(1.0, 0.006 * self.frame.width))
        return np.asarray(self.floor * (1.0 - SHADOW * soft)[..., None])

    # ---------------------------------------------------------------- one pose
    def _solids(self, poses: PosesInSpace) -> list[Surface]:
        sketch = self.sketch
        found = [self.bodies]
        found += [rods_surface(sketch, poses)] if sketch.rods else []
        found += [coils_surface(sketch, poses)] if sketch.coils else []
        return found

    def layer(self, poses: PosesInSpace, samples: int = 2, fade: float = 0.0) -> tuple[Array, Array]:
        """Colours (height, width, 3), multiplied by how much of each pixel is covered, and that (height, width, 1)."""
        grid = self.frame.grid(samples)
        solid = _Triangles(self, samples, fade)
        for surface in self._solids(poses):
            solid.add(surface, poses)
        solid.wires(poses)
        hidden = _Triangles(self, samples, fade)
        if not fade:
            solid.add(self.signs, poses)
            hidden.add(self.signs, poses)
        color, depth = solid.drawn(grid)
        alpha = (depth > -np.inf).astype(np.float32)
        if len(self.signs.triangles) and not fade:
            other, behind = hidden.drawn(grid)
            through = ((behind > -np.inf) & (behind < depth - 1e-9))[:, None]
            color = np.where(through, color + XRAY * (other - color), color)
        return _averaged(color, alpha, grid, samples)

    def over(self, image: Array, poses: PosesInSpace, samples: int = 2, fade: float = 0.0) -> Array:
        """An image with a pose drawn over it."""
        color, alpha = self.layer(poses, samples, fade)
        return np.asarray(color + (1.0 - alpha) * image)

    def drawn(self, poses: PosesInSpace, samples: int = 2) -> Array:
        """A pose on the floor (height, width, 3), 0 … 1."""
        return self.over(self.shaded(poses), poses, samples)


class _Triangles:
    """Triangles of one depth buffer with their colours and light."""

    def __init__(self, picture: Picture, samples: int, fade: float) -> None:
        self.picture, self.samples, self.fade = picture, samples, fade
        self.corners: list[Array] = []
        self.colors: list[Array] = []
        self.lights: list[Array] = []

    def add(self, surface: Surface, poses: PosesInSpace) -> None:
        """Faces and edges of a surface; the sides that look away are shown where a surface is open."""
        p = self.picture
        corners, normals, edges = surface.placed(poses)
        front = facing(corners, p.camera)
        self._put(corners[front], surface.colors[front], normals[front] @ p.light)
        width = EDGE * p.frame.pixel()
        lifted = edges + 1.2 * width * p.camera.towards
        tint = np.tile(surface.edge_colors, (2, 1))
        self._put(ribbons(lifted, width, p.camera), tint, None)

    def wires(self, poses: PosesInSpace) -> None:
        """Springs, and the axes of the world in a corner of the floor."""
        p = self.picture
        width = WIRE * p.frame.pixel()
        for coil in p.sketch.coils:
            path = coil_path(coil, poses, p.sketch.h)
            segments = np.stack([path[:-1], path[1:]], axis=1)
            self._put(ribbons(segments, width, p.camera), np.tile(rgb(ACTION), (2 * len(segments), 1)), None)
        if not self.fade:
            tips = p.corner + 0.16 * p.side * np.eye(3)
            lines = np.stack([np.broadcast_to(p.corner, (3, 3)), tips], axis=1)
            self._put(ribbons(lines, 0.8 * width, p.camera), np.tile(AXES, (2, 1)), None)

    def _put(self, corners: Array, colors: Array, light: Array | None) -> None:
        self.corners.append(self.picture.frame.seen(self.picture.camera, corners, self.samples))
        self.colors.append(colors)
        self.lights.append(np.full((len(corners), 3), np.nan) if light is None else light)

    def drawn(self, grid: Grid) -> tuple[Array, Array]:
        """Colours (samples, 3) and depths of all samples."""
        corners, colors = np.concatenate(self.corners), np.concatenate(self.colors)
        depth, owner = rasterised(corners, grid)
        seen = np.flatnonzero(owner != NONE)
        who = owner[seen]
        at0, at_x, at_y = plane_through(corners, np.concatenate(self.lights))
        light = at0[who] + at_x[who] * (seen % grid.width + 0.5) + at_y[who] * (seen // grid.width + 0.5)
        found = np.zeros((grid.width * grid.height, 3), np.float32)
        tints = _lit(colors[who].astype(np.float32), light.astype(np.float32))
        found[seen] = tints + self.fade * (1.0 - tints)
        return found, depth


AXES = np.array([rgb(darker(OKABE_ITO[k], 0.1)) for k in (1, 2, 0)])
"""Colours of x, y, z."""


def round125(x: float) -> float:
    """1, 2 or 5 · 10ⁿ, not above x."""
    power = 10.0 ** np.floor(np.log10(x))
    return float(power * max(step for step in (1.0, 2.0, 5.0) if step * power <= x * (1 + 1e-9)))


def _lines(a: Array, b: Array, cell: float) -> Array:
    """How much of a line of a grid each pixel shows, 0 … 1."""
    found = np.zeros_like(a)
    for x in (a / cell, b / cell):
        per_pixel = np.hypot(*np.gradient(x)) if min(x.shape) > 1 else np.ones_like(x)
        away = np.abs(np.mod(x + 0.5, 1.0) - 0.5) / np.maximum(per_pixel, 1e-9)
        found = np.maximum(found, 1.0 - np.minimum(away, 1.0))
    return np.asarray(found)


def _lit(colors: Array, light: Array) -> Array:
    """Colours (n, 3) lit from 1 (full) to −1 (from behind); lines, which have no light, as they are."""
    share = np.nan_to_num(DARKEST + (BRIGHTEST - DARKEST) * (np.clip(light, -1.0, 1.0) + 0.25) / 1.25)[:, None]
    return np.clip(np.where(share > 0, colors * (1 - share), colors - share * (1.0 - colors)), 0.0, 1.0)


def _averaged(color: Array, alpha: Array, grid: Grid, samples: int) -> tuple[Array, Array]:
    """Means over the samples of each pixel."""
    shape = (grid.height // samples, samples, grid.width // samples, samples)
    mean = color.reshape(*shape, 3).mean(axis=(1, 3), dtype=np.float32)
    return mean, alpha.reshape(shape).mean(axis=(1, 3), dtype=np.float32)[..., None]


def _from(towards: Array) -> Camera:
    """A camera that looks along the light."""
    right, upward = across(towards)
    return Camera(right, upward, towards, towards)


def _unit(x: Array) -> Array:
    return np.asarray(x / np.linalg.norm(x))
