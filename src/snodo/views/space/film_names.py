"""Names in films of space: drawn once each, and laid over every frame next to the joint or body that they follow.

Each name keeps the side of its joint or body on which it covers others in the fewest frames.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.views.space.camera import Camera
from snodo.views.space.names import offsets, overlap, wanted_names
from snodo.views.space.picture import Frame
from snodo.views.space.sketch import Array, PosesInSpace, SpaceSketch
from snodo.views.style import INCH, PAPER, new_figure

SIZE = 9.0
"""Of letters [pt]."""
HALO = 2.2
"""Width of the line around letters [pt]."""
LOOKED_AT = 40
"""Frames in which names are compared."""
CROWDED = 0.5
"""Share of the frames in which a name may cover another; otherwise it is left out."""


@dataclass(frozen=True)
class FilmName:
    """A name as a picture (height, width, 4) bytes, and the places of its middle in each frame, x and y [pixel]."""

    text: str
    pixels: Array
    places: Array


def film_names(sketch: SpaceSketch, poses: PosesInSpace, camera: Camera, frame: Frame) -> list[FilmName]:
    """The names of joints and bodies for a film with these poses, from the upper left of the picture.

    UnsupportedError if there are so many that none is written.
    """
    _must_be_few(sketch)
    rows = np.unique(np.linspace(0, len(poses.r) - 1, LOOKED_AT).astype(int))
    found: list[FilmName] = []
    for text, at, italic, color in wanted_names(sketch, poses):
        pixels = text_pixels(text, color, italic)
        place = frame.seen(camera, at, 1)[..., :2]
        others = [(one.places[rows], _half(one.pixels)) for one in found]
        offset = _best(place[rows], _half(pixels), sketch.h / frame.pixel(), others)
        if offset is not None:
            found.append(FilmName(text, pixels, place + offset))
    return found


def _must_be_few(sketch: SpaceSketch) -> None:
    joints, bodies = len(sketch.shown_joints()), len(sketch.F.body_names)
    if next(wanted_names(sketch, sketch.poses[0]), None) is None and joints + bodies:
        what = f"a film has no room for the names of {joints} joints and {bodies} bodies"
        raise UnsupportedError(Problem(what, "omit labels, or write a page (.html), which names what is pointed at"))


def _half(pixels: Array) -> complex:
    return complex(pixels.shape[1] / 2, pixels.shape[0] / 2)


def _best(place: Array, half: complex, h: float, others: list[tuple[Array, complex]]) -> Array | None:
    """The offset with which a name covers others in the fewest rows; None if that is in many."""
    shares = []
    choices = [np.array([z.real, -z.imag]) for z in offsets(half, h)]
    for offset in choices:
        covered = np.zeros(len(place), bool)
        for other, size in others:
            covered |= overlap(place + offset - other, half + size)
        shares.append(float(covered.mean()))
    best = int(np.argmin(shares))
    return choices[best] if shares[best] <= CROWDED else None


def text_pixels(text: str, color: str, italic: bool) -> Array:
    """A text with a halo on a clear ground, (height, width, 4) bytes."""
    from matplotlib.patheffects import withStroke

    figure = new_figure(0.11 * len(text) + 0.4, 0.4)
    figure.patch.set_alpha(0.0)
    style = "italic" if italic else "normal"
    drawn = figure.text(0.5, 0.5, text, ha="center", va="center", fontsize=SIZE, color=color, style=style)
    drawn.set_path_effects([withStroke(linewidth=HALO, foreground=PAPER)])
    room = drawn.get_window_extent()
    figure.set_size_inches((room.width + 8) / INCH, (room.height + 8) / INCH)
    figure.canvas.draw()
    return np.array(figure.canvas.buffer_rgba())  # type: ignore[attr-defined]


def lay_over(picture: Array, pixels: Array, x: float, y: float) -> None:
    """Lay a small picture with its middle at x, y [pixel], also between pixels, over a larger one (…, 3) in place."""
    height, width = pixels.shape[:2]
    left, top = x - width / 2, y - height / 2
    column, row = int(np.floor(left)), int(np.floor(top))
    rows, columns = slice(max(row, 0), row + height + 1), slice(max(column, 0), column + width + 1)
    below = picture[rows, columns]
    if row + height + 1 <= 0 or column + width + 1 <= 0 or not below.size:
        return
    shifted = _shifted(pixels, left - column, top - row)[max(-row, 0) :, max(-column, 0) :]
    shifted = shifted[: below.shape[0], : below.shape[1]]
    below[:] = (shifted[..., :3] + (1 - shifted[..., 3:]) * below + 0.5).astype(np.uint8)


def _shifted(pixels: Array, right: float, down: float) -> Array:
    """Colours (0 … 255) multiplied by their cover (0 … 1), moved by a part of a pixel, one pixel larger."""
    height, width = pixels.shape[:2]
    cover = pixels[..., 3:].astype(np.float32) / 255
    source = np.concatenate([cover * pixels[..., :3], cover], axis=2)
    found = np.zeros((height + 1, width + 1, 4), np.float32)
    for j, share_y in enumerate((1 - down, down)):
        for i, share_x in enumerate((1 - right, right)):
            found[j : j + height, i : i + width] += np.float32(share_x * share_y) * source
    return found
