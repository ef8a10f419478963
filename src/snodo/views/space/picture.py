"""Pictures of bodies in space by a depth buffer: light, soft shadows, a floor that fades, joints that shine through.

The light comes from above the viewer's left shoulder.  A surface with normal n gets the colour of its body, the darker
the more it is turned away from the light (Lambert 1760).  The look is that of the viewer (`viewer/src/space`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter

from snodo.views.plane.canvas import Box
from snodo.views.round_numbers import round125
from snodo.views.space.camera import Camera, across
from snodo.views.space.raster import NONE, Grid, covered, plane_through, rasterised
from snodo.views.space.sketch import PosesInSpace, SpaceSketch
from snodo.views.space.surfaces import (
    Placed,
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
from snodo.views.style import ACTION, PAPER

Array = np.ndarray
DARKEST, BRIGHTEST = 0.34, -0.42
"""Share of black in a surface turned away from the light, and of white in one that looks at it."""
SHADOW = 0.15
"""Darkness of a shadow."""
XRAY = 0.22
"""How much of a joint is seen through what hides it."""
CONTOUR = 0.4
"""Share of black at the contour of a body."""
LINE = -2
"""Number of the body of lines, which have no contour."""
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


@dataclass(frozen=True)
class Window:
    """A part of a frame [pixels], with some samples of each pixel along x and y."""

    left: int
    top: int
    width: int
    height: int
    samples: int

    @property
    def grid(self) -> Grid:
        """Its samples."""
        return Grid(self.samples * self.width, self.samples * self.height)

    def averaged(self, color: Array, alpha: Array, frame: Frame) -> tuple[Array, Array]:
        """Means over the samples of each pixel, in the whole frame."""
        down, right = slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)
        whole = np.zeros((frame.height, frame.width, 4), np.float32)
        for values, n in ((color, slice(3)), (alpha, slice(3, 4))):
            many = values.reshape(self.grid.height, self.grid.width, -1)
            whole[down, right, n] = many if self.samples == 1 else _mean(many, self.samples)
        return whole[..., :3], whole[..., 3:]


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
        self.paths: list[tuple[Array, str]] = []
        """Lines in space (n, 3) [m] with their colours."""

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

    def _shaded(self, solids: list[Placed]) -> Array:
        """The floor with the shadows of solids, which are as soft as the sun is wide."""
        f, up = self.frame, self.camera.up
        if float(self.camera.towards @ up) <= 0.02:
            return self.floor.copy()
        corners = np.concatenate([placed.corners for placed in solids])
        corners = corners[facing(corners, self.sun)]
        height = corners @ up - self.level
        dropped = corners - (height / float(self.sun @ up))[..., None] * self.sun
        rough = Frame(f.box, (f.width + 1) // 2, (f.height + 1) // 2)  # soft things need few pixels
        mask = covered(rough.seen(self.camera, dropped, 1), rough.grid(1)).astype(np.float32)
        soft = gaussian_filter(mask, max(0.8, 0.006 * rough.width), truncate=2.5)
        soft = np.repeat(np.repeat(soft, 2, axis=0), 2, axis=1)[: f.height, : f.width, None]
        return np.asarray(self.floor * (1.0 - np.float32(SHADOW) * soft))

    # ---------------------------------------------------------------- one pose
    def _placed(self, poses: PosesInSpace) -> list[Placed]:
        """Bodies, rods and dampers in the world."""
        sketch = self.sketch
        surfaces = [self.bodies]
        surfaces += [rods_surface(sketch, poses)] if sketch.rods else []
        surfaces += [coils_surface(sketch, poses)] if sketch.coils else []
        return [surface.placed(poses) for surface in surfaces]

    def layer(self, poses: PosesInSpace, samples: int = 2, fade: float = 0.0) -> tuple[Array, Array]:
        """Colours (height, width, 3), multiplied by how much of each pixel is covered, and that (height, width, 1).

        samples: of each pixel, along x and along y; fade: from 0 (strong) to 1 (gone)
        """
        return self._layer(self._placed(poses), poses, samples, fade)

    def _layer(self, solids: list[Placed], poses: PosesInSpace, samples: int, fade: float) -> tuple[Array, Array]:
        solid, hidden = _Triangles(self, samples, fade), _Triangles(self, samples, fade)
        for placed in solids:
            solid.add(placed)
        solid.wires(poses)
        with_signs = len(self.signs.triangles) > 0 and not fade
        if with_signs:
            signs = self.signs.placed(poses)
            solid.add(signs)
            hidden.add(signs)
        window = solid.window()
        color, depth, body = solid.drawn(window)
        _contour(color, body, window.grid)
        if with_signs:
            other, behind, _ = hidden.drawn(window)
            through = np.flatnonzero((behind > -np.inf) & (behind < depth))
            color[through] += XRAY * (other[through] - color[through])
        return window.averaged(color, (depth > -np.inf).astype(np.float32), self.frame)

    def parts(self, poses: PosesInSpace, samples: int = 2) -> tuple[Array, Array, Array]:
        """The floor with the shadows of a pose, and the colours and cover of its solids, as in `layer`."""
        solids = self._placed(poses)
        return self._shaded(solids), *self._layer(solids, poses, samples, 0.0)

    def drawn(self, poses: PosesInSpace, samples: int = 2) -> Array:
        """A pose on the floor (height, width, 3), 0 … 1."""
        floor, color, alpha = self.parts(poses, samples)
        return np.asarray(color + (1.0 - alpha) * floor)


class _Triangles:
    """Triangles of one depth buffer with their colours and light."""

    def __init__(self, picture: Picture, samples: int, fade: float) -> None:
        self.picture, self.samples, self.fade = picture, samples, fade
        self.corners: list[Array] = []
        self.colors: list[Array] = []
        self.lights: list[Array] = []
        self.bodies: list[Array] = []

    def add(self, placed: Placed) -> None:
        """Faces of a surface that look at the viewer, and edges, a little nearer."""
        p = self.picture
        front = np.flatnonzero(facing(placed.corners, p.camera.towards))
        self._put(placed.corners[front], placed.colors[front], placed.normals[front] @ p.light, placed.bodies[front])
        if len(placed.edges):
            width = EDGE * p.frame.pixel()
            lifted = placed.edges + 1.2 * width * p.camera.towards
            self._put(ribbons(lifted, width, p.camera), np.tile(placed.edge_colors, (2, 1)), None)

    def wires(self, poses: PosesInSpace) -> None:
        """Springs and paths."""
        p = self.picture
        width = WIRE * p.frame.pixel()
        coils = [(coil_path(coil, poses, p.sketch.h), ACTION) for coil in p.sketch.coils]
        for path, color in [*coils, *([] if self.fade else p.paths)]:
            segments = np.stack([path[:-1], path[1:]], axis=1)
            self._put(ribbons(segments, width, p.camera), np.tile(rgb(color), (2 * len(segments), 1)), None)

    def _put(self, corners: Array, colors: Array, light: Array | None, bodies: Array | None = None) -> None:
        self.corners.append(self.picture.frame.seen(self.picture.camera, corners, self.samples))
        self.colors.append(colors)
        self.lights.append(np.full((len(corners), 3), np.nan) if light is None else light)
        self.bodies.append(np.full(len(corners), LINE) if bodies is None else bodies)

    def window(self) -> Window:
        """The pixels in which there may be something."""
        f, s = self.picture.frame, self.samples
        at = np.concatenate([np.zeros((1, 2)), *(corners[..., :2].reshape(-1, 2) for corners in self.corners)])[1:]
        if not len(at):
            return Window(0, 0, 1, 1, s)
        low, high = np.floor(at.min(axis=0) / s) - 1, np.ceil(at.max(axis=0) / s) + 1
        left, right = (int(min(max(x, 0), f.width)) for x in (low[0], high[0]))
        top, bottom = (int(min(max(y, 0), f.height)) for y in (low[1], high[1]))
        if right <= left or bottom <= top:
            return Window(0, 0, 1, 1, s)
        return Window(left, top, right - left, bottom - top, s)

    def drawn(self, window: Window) -> tuple[Array, Array, Array]:
        """Colours (samples, 3), depths and numbers of the bodies of all samples of a window."""
        grid = window.grid
        colors = np.concatenate(self.colors)
        corners = np.concatenate(self.corners) - self.samples * np.array([window.left, window.top, 0.0])
        depth, owner = rasterised(corners, grid)
        seen = np.flatnonzero(owner != NONE)
        who = owner[seen]
        at0, at_x, at_y = plane_through(corners, np.concatenate(self.lights))
        row, column = np.divmod(seen.astype(np.int32), grid.width)
        half = np.float32(0.5)
        at0, at_x, at_y = (x.astype(np.float32)[who] for x in (at0, at_x, at_y))
        tints = _lit(colors.astype(np.float32)[who], at0 + at_x * (column + half) + at_y * (row + half))
        found = np.zeros((grid.width * grid.height, 3), np.float32)
        found[seen] = tints + np.float32(self.fade) * (1 - tints)
        body = np.full(grid.width * grid.height, NONE, np.int32)
        body[seen] = np.concatenate(self.bodies)[who]
        return found, depth, body


def _contour(color: Array, body: Array, grid: Grid) -> None:
    """Darken the samples at which one body ends before another, or before the ground."""
    number = body.reshape(grid.height, grid.width)
    differs = np.zeros_like(number, bool)
    for first, second in (
        ((slice(1, None),), (slice(None, -1),)),
        ((slice(None), slice(1, None)), (slice(None), slice(None, -1))),
    ):
        change = (number[first] != number[second]) & (number[first] != LINE) & (number[second] != LINE)
        differs[first] |= change
        differs[second] |= change
    color[np.flatnonzero(differs.ravel() & (body != NONE))] *= np.float32(1.0 - CONTOUR)


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
    per = np.float32((BRIGHTEST - DARKEST) / 1.25)
    share = np.nan_to_num(np.float32(DARKEST) + per * (np.clip(light, -1, 1) + np.float32(0.25)))[:, None]
    return np.asarray(colors * (1 - np.abs(share)) + np.maximum(-share, 0))


def _mean(x: Array, samples: int) -> Array:
    """Slices added up: several times faster than numpy's mean over two short axes."""
    down = sum((x[k::samples] for k in range(1, samples)), start=x[::samples])
    return np.asarray(sum((down[:, k::samples] for k in range(1, samples)), start=down[:, ::samples]) / samples**2)


def _unit(x: Array) -> Array:
    return np.asarray(x / np.linalg.norm(x))
