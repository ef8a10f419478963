"""Solids on matplotlib axes: shaded, painted from the back to the front, above a floor with shadows.

The light comes from above the viewer's left shoulder.  A face with normal n that looks at the viewer gets the colour of
its body, the darker the more it is turned away from the light (Lambert 1760).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.views.space.camera import Camera
from snodo.views.space.sketch import PosesInSpace, SpaceSketch
from snodo.views.style import ACTION, INK, OKABE_ITO, PALE, PAPER, darker, lighter, mixed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array = np.ndarray

FLOOR, SHADOWS, BODIES, SIGNS, NAMES = 0.2, 0.4, 8.0, 4.0, 30.0
"""Drawing order, from bottom to top."""
DARKEST, BRIGHTEST = 0.32, -0.38
"""Share of ink in a face turned away from the light, and of paper in one that looks at it."""
TURNS = 7
"""Windings of a spring."""


@dataclass
class Surface:
    """Faces and edges of all bodies: in body frames, with the number and the colour of the body of each."""

    faces: Array
    normals: Array
    face_body: Array
    face_color: Array
    edges: Array
    beside: Array
    edge_body: Array
    edge_color: Array

    @classmethod
    def of(cls, sketch: SpaceSketch) -> Surface:
        """Those of a sketch."""
        pieces = [(k, solid, _rgb(color)) for k, all_of in enumerate(sketch.pieces) for solid, color in all_of]

        def repeated(what: str, values: list[Any]) -> Array:
            return np.concatenate(
                [np.repeat([x], len(getattr(s, what)), axis=0) for (_, s, _), x in zip(pieces, values)]
            )

        bodies, colors = [k for k, _, _ in pieces], [c for _, _, c in pieces]
        arrays = {
            w: np.concatenate([getattr(s, w) for _, s, _ in pieces]) for w in ("faces", "normals", "edges", "beside")
        }
        return cls(
            **arrays,
            face_body=repeated("faces", bodies),
            face_color=repeated("faces", colors),
            edge_body=repeated("edges", bodies),
            edge_color=repeated("edges", [0.55 * c for c in colors]),
        )


class SpaceCanvas:
    """Axes with the solids of a sketch, in a pose that can be changed."""

    def __init__(self, ax: Axes, sketch: SpaceSketch, camera: Camera, places: Array) -> None:
        self.ax, self.sketch, self.camera = ax, sketch, camera
        self.surface = Surface.of(sketch)
        self.level = float((places @ camera.up).min())
        self.light = _unit(camera.towards + 0.9 * camera.upward - 0.5 * camera.right)
        self._floor(places)

    # ---------------------------------------------------------------- the ground
    def _floor(self, places: Array) -> None:
        """A level grid below everything, and the world's axes in one corner of it."""
        corner, first, second, side = self.sketch.floor(places)
        for s in np.linspace(0.0, side, 9):
            self._line([corner + s * first, corner + s * first + side * second], PALE, 0.8, FLOOR)
            self._line([corner + s * second, corner + s * second + side * first], PALE, 0.8, FLOOR)
        for k, letter in enumerate("xyz"):
            tip = 0.16 * side * np.eye(3)[k]
            color = darker(OKABE_ITO[(1, 2, 0)[k]], 0.1)
            self._line([corner, corner + tip], color, 1.6, FLOOR + 0.1)
            self.name(letter, corner + 1.25 * tip, 8.5, color)

    def _line(self, points: Any, color: str, width: float, layer: float) -> Any:
        z = self.camera.picture(np.array(points))
        (line,) = self.ax.plot(z.real, z.imag, color=color, linewidth=width, zorder=layer)
        line.set_solid_capstyle("round")
        line.set_clip_on(False)
        return line

    def name(self, text: str, place: Array, size: float = 9.0, color: str = INK, italic: bool = False) -> Any:
        """A name at a place in space."""
        from matplotlib.patheffects import withStroke

        z = complex(self.camera.picture(place))
        found = self.ax.text(z.real, z.imag, text, ha="center", va="center", zorder=NAMES, fontsize=size, color=color)
        found.set(style="italic" if italic else "normal")
        found.set_path_effects([withStroke(linewidth=2.2, foreground=PAPER)])
        return found

    # ---------------------------------------------------------------- bodies, joints and springs
    def add(self, poses: PosesInSpace, fade: float = 0.0, layer: float = BODIES) -> list[Any]:
        """Draw one pose; `fade` from 0 (strong) to 1 (gone).  Returns what `move` moves."""
        from matplotlib.collections import LineCollection, PolyCollection

        artists = [
            PolyCollection([], zorder=SHADOWS, linewidths=0.0),
            PolyCollection([], zorder=layer, capstyle="round", joinstyle="round"),
            LineCollection([], zorder=layer + SIGNS, linewidths=1.4, capstyle="round"),
            LineCollection([], zorder=layer + SIGNS + 1),
        ]
        for artist in artists:
            artist.set_clip_on(False)
            self.ax.add_collection(artist, autolim=False)
        self.move(artists, poses, fade)
        return artists

    def move(self, artists: list[Any], poses: PosesInSpace, fade: float = 0.0) -> None:
        """Bring what `add` drew to another pose."""
        shadows, solids, coils, signs = artists
        faces = _placed(self.surface.faces, self.surface.face_body, poses)
        self._move_shadows(shadows, faces, fade)
        self._move_solids(solids, faces, poses, fade)
        coils.set_segments([_xy(self.camera.picture(self._coil(coil, poses))) for coil in self.sketch.coils])
        coils.set_color(lighter(ACTION if not fade else INK, fade))
        if not fade:
            segments, colors, widths = self._signs(poses)
            signs.set_segments(segments)
            signs.set(color=colors, linewidths=widths)

    def _move_shadows(self, artist: Any, faces: Array, fade: float) -> None:
        up = self.camera.up
        dropped = faces - ((faces @ up) - self.level)[..., None] * up
        artist.set_verts(_xy(self.camera.picture(dropped)))
        artist.set_facecolor(mixed(PALE, PAPER, max(0.25, fade)))

    def _move_solids(self, artist: Any, faces: Array, poses: PosesInSpace, fade: float) -> None:
        """Faces that look at the viewer and edges next to one that does, from the back to the front."""
        s, towards = self.surface, self.camera.towards
        normals = _turned(s.normals, s.face_body, poses)
        front = normals @ towards > 1e-9
        edges, beside = _placed(s.edges, s.edge_body, poses), _turned(s.beside, s.edge_body, poses)
        seen = (beside @ towards > 1e-6).any(axis=1)
        colors = np.concatenate([_shaded(s.face_color[front], normals[front] @ self.light), s.edge_color[seen]])
        colors = colors + fade * (1.0 - colors)
        quads = np.concatenate([faces[front], edges[seen][:, [0, 1, 1, 0]]])
        near = self.camera.depth(quads).mean(axis=1)
        near[front.sum() :] += 0.3 * self.sketch.h
        order = np.argsort(near, kind="stable")
        artist.set_verts(_xy(self.camera.picture(quads[order])))
        artist.set(facecolor=colors[order], edgecolor=colors[order])
        artist.set_linewidths(np.where(order < front.sum(), 0.4, 0.8))

    def _coil(self, coil: Any, poses: PosesInSpace) -> Array:
        """A helix between the ends of a spring, a straight line for a damper alone."""
        start, end = (poses.point(*where) for where in coil.ends)
        d = end - start
        length = float(np.linalg.norm(d))
        s = np.linspace(0.0, 1.0, 16 * TURNS + 1)
        if not coil.stiff or length == 0.0:
            return start + s[[0, -1], None] * d
        side = _unit(np.cross(d, np.eye(3)[int(np.argmin(np.abs(d)))]))
        up = np.cross(d / length, side)
        angle, wide = 2 * np.pi * TURNS * s, 1.5 * self.sketch.h * np.minimum(1.0, 12 * np.minimum(s, 1 - s))
        return start + s[:, None] * d + (wide * np.cos(angle))[:, None] * side + (wide * np.sin(angle))[:, None] * up

    def _signs(self, poses: PosesInSpace) -> tuple[list[Array], list[str], list[float]]:
        """A ring at every joint, and its axis if it has one, above all bodies."""
        segments, colors, widths = [], [], []
        angle, h = np.linspace(0, 2 * np.pi, 25), self.sketch.h
        for sign in self.sketch.shown_joints():
            place = poses.point(sign.body, sign.at)
            if sign.axis is not None:
                along = 2.4 * h * (poses.A[sign.body] @ sign.axis)
                segments.append(_xy(self.camera.picture(np.array([place - along, place + along]))))
                colors.append(INK)
                widths.append(1.3)
            segments.append(_xy(self.camera.picture(place) + 0.55 * h * np.exp(1j * angle)))
            colors.append(INK)
            widths.append(1.1)
        return segments, colors, widths


# ---------------------------------------------------------------- arrays
def _placed(x: Array, bodies: Array, poses: PosesInSpace) -> Array:
    """Points (n, k, 3) of bodies, in the world."""
    return poses.r[bodies][:, None, :] + _turned(x, bodies, poses)


def _turned(x: Array, bodies: Array, poses: PosesInSpace) -> Array:
    """Vectors (n, 3) or (n, k, 3) of bodies, in world axes."""
    A = poses.A[bodies]
    return np.einsum("nij,nj->ni", A, x) if x.ndim == 2 else np.einsum("nij,nkj->nki", A, x)


def _shaded(colors: Array, light: Array) -> Array:
    """Colours (n, 3) lit from 1 (full) to −1 (from behind)."""
    share = (DARKEST + (BRIGHTEST - DARKEST) * (light + 0.25) / 1.25)[:, None]
    return np.clip(np.where(share > 0, colors * (1 - share), colors - share * (1.0 - colors)), 0.0, 1.0)


def _rgb(color: str) -> Array:
    return np.array([int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)])


def _unit(x: Array) -> Array:
    return x / np.linalg.norm(x)


def _xy(z: Array) -> Array:
    return np.stack([z.real, z.imag], axis=-1)
