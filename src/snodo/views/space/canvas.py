"""Pictures of space on matplotlib axes: the floor below, then paths, then the bodies, then names.

The bodies are an image with a depth buffer (`picture.py`), as fine as the axes need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.views.plane.canvas import Box
from snodo.views.space.camera import Camera
from snodo.views.space.picture import Frame, Picture
from snodo.views.space.sketch import PosesInSpace, SpaceSketch
from snodo.views.style import INCH, INK, OKABE_ITO, PAPER, darker

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array = np.ndarray

FLOOR, BODIES, NAMES = 0.2, 8.0, 30.0
"""Drawing order, from bottom to top."""
AXES = 0.055
"""Length of the axes of the world, relative to the picture."""
FINE = 2.0
"""Pixels of a picture in a file for each of the screen."""
MOST_PIXELS = 2400
"""Largest width or height of an image."""


class SpaceCanvas:
    """Axes with the solids of a sketch, in a pose that can be changed.

    fine: pixels of the image for each pixel of the axes on a screen; samples: of each pixel, along x and y
    """

    def __init__(
        self, ax: Axes, sketch: SpaceSketch, camera: Camera, places: Array, fine: float = FINE, samples: int = 2
    ) -> None:
        self.ax, self.sketch, self.camera, self.samples = ax, sketch, camera, samples
        self.picture = Picture(sketch, camera, places, _frame(ax, fine))
        f = self.picture.frame
        self.floor = self._image(self.picture.floor, FLOOR)
        self.clear = np.zeros((f.height, f.width, 4), np.float32)
        self.bodies = self._image(self.clear, BODIES)
        self._axes()

    def _axes(self) -> None:
        """The axes of the world in the lower right corner."""
        box, e = self.picture.frame.box, np.eye(3)
        length = AXES * min(box.width, box.height)
        z = self.camera.picture(length * e)
        middle = complex(box.right - 1.7 * length, box.bottom + 1.7 * length)
        for k in np.argsort(e @ self.camera.towards):  # the nearest last
            color = darker(OKABE_ITO[(1, 2, 0)[k]], 0.1)
            line = np.array([middle, middle + z[k]])
            self.ax.plot(line.real, line.imag, color=color, linewidth=1.4, zorder=NAMES, solid_capstyle="round")
            if abs(z[k]) > 0.2 * length:
                at = middle + z[k] * (1 + 0.3 * length / abs(z[k]))
                self._text("xyz"[k], at, 8.5, color)

    def _image(self, pixels: Array, layer: float) -> Any:
        box = self.picture.frame.box
        extent = (box.left, box.right, box.bottom, box.top)
        limits = self.ax.get_xlim(), self.ax.get_ylim()
        found = self.ax.imshow(_bytes(pixels), extent=extent, origin="upper", zorder=layer, aspect="equal")
        self.ax.set_xlim(limits[0])
        self.ax.set_ylim(limits[1])
        return found

    def name(self, text: str, place: Array, size: float = 9.0, color: str = INK, italic: bool = False) -> Any:
        """A name at a place in space."""
        found = self._text(text, complex(self.camera.picture(place)), size, color)
        found.set(style="italic" if italic else "normal")
        return found

    def _text(self, text: str, z: complex, size: float, color: str) -> Any:
        from matplotlib.patheffects import withStroke

        found = self.ax.text(z.real, z.imag, text, ha="center", va="center", zorder=NAMES, fontsize=size, color=color)
        found.set_path_effects([withStroke(linewidth=2.2, foreground=PAPER)])
        return found

    def hide(self) -> None:
        """Leave out the images, keep the names."""
        for image in (self.floor, self.bodies):
            image.set_visible(False)

    def show(self, poses: PosesInSpace, ghosts: list[tuple[PosesInSpace, float]] | None = None) -> None:
        """Show one pose, and others behind it, faded from 0 (strong) to 1 (gone)."""
        color, alpha = self.clear[..., :3], self.clear[..., 3:]
        for ghost, fade in ghosts or []:
            above, cover = self.picture.layer(ghost, 1, fade)
            color, alpha = above + (1 - cover) * color, cover + (1 - cover) * alpha
        floor, above, cover = self.picture.parts(poses, self.samples)
        color, alpha = above + (1 - cover) * color, cover + (1 - cover) * alpha
        self.floor.set_data(_bytes(floor))
        self.bodies.set_data(_bytes(np.concatenate([color / np.maximum(alpha, 1e-6), alpha], axis=2)))


def _frame(ax: Axes, fine: float) -> Frame:
    """What the axes show, in pixels."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    room = ax.get_window_extent()
    scale = fine * INCH / ax.figure.dpi
    per = max((right - left) / room.width, (top - bottom) / room.height) / scale
    per = max(per, max(right - left, top - bottom) / MOST_PIXELS)
    box = Box(left, right, bottom, top)
    return Frame(box, max(2, round(box.width / per)), max(2, round(box.height / per)))


def _bytes(image: Array) -> Array:
    return np.asarray((255.0 * np.clip(image, 0.0, 1.0) + 0.5).astype(np.uint8))
