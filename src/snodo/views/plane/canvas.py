"""Marks on matplotlib axes: made once, then moved from pose to pose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.views.plane.marks import BARS, LINES, AnyMark, Array, Label, Poses
from snodo.views.round_numbers import round125
from snodo.views.style import GREY, PAPER, lighter, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from snodo.views.plane.sketch import Sketch

MOST_ROWS = 200
"""Largest number of positions from which the extent of a motion is determined."""


@dataclass(frozen=True)
class Box:
    """The part of the plane that is shown [m]."""

    left: float
    right: float
    bottom: float
    top: float

    @classmethod
    def around(cls, places: Array, margin: float) -> Box:
        """The box around complex places, with a margin, never flatter than one to three."""
        left, right = float(places.real.min()) - margin, float(places.real.max()) + margin
        bottom, top = float(places.imag.min()) - margin, float(places.imag.max()) + margin
        wider, taller = max(0.0, (top - bottom) / 3 - (right - left)), max(0.0, (right - left) / 3 - (top - bottom))
        return cls(left - wider / 2, right + wider / 2, bottom - taller / 2, top + taller / 2)

    @property
    def width(self) -> float:
        """Width [m]."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Height [m]."""
        return self.top - self.bottom

    def with_names(self, labels: Sequence[Label], poses: Poses, pixel: float) -> Box:
        """The box with room for names; `pixel` is the size of a pixel [m]."""
        places = [np.array([complex(self.left, self.bottom), complex(self.right, self.top)])]
        for label in labels:
            half = pixel * complex(4.0 * len(label.text) + 6.0, 12.0)
            places.append(complex(label.place(poses)) + np.array([half, -half]))
        return Box.around(np.concatenate(places), 0.0)

    def inches(self, width: float) -> tuple[float, float]:
        """Size of a picture of this width, or less if it would be very tall [inch]."""
        height = min(width * self.height / self.width, 1.1 * width)
        return height * self.width / self.height, height


def box_of(sketch: Sketch, traces: Iterable[Array] = ()) -> Box:
    """The box that the marks need over the whole motion."""
    count = len(sketch.poses.r)
    rows = np.unique(np.linspace(0, count - 1, min(count, MOST_ROWS)).astype(int))
    places = [mark.vertices(sketch.poses[rows]).ravel() for mark in sketch.marks] + list(traces)
    return Box.around(np.concatenate(places) if places else np.array([0j, 1 + 1j]), 3.2 * sketch.h)


@dataclass
class Canvas:
    """Axes with the artists of marks and labels."""

    ax: Axes
    moving: list[tuple[AnyMark, Any, Array]] = field(default_factory=list)
    names: list[tuple[Label, Any]] = field(default_factory=list)

    def add(self, marks: Sequence[AnyMark], poses: Poses, fade: float = 0.0) -> None:
        """Draw marks in a pose; `fade` from 0 (strong) to 1 (gone) puts them behind stronger ones."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        for mark in marks:
            codes = np.concatenate([[Path.MOVETO] + [Path.LINETO] * (n - 1) for n in mark.lengths]).astype(np.uint8)
            patch = PathPatch(Path(_xy(mark.vertices(poses)), codes), **_look(mark, fade))
            patch.set_clip_on(False)
            self.ax.add_artist(patch)  # not add_patch: limits are set by `show`, and finding them takes longest
            self.moving.append((mark, patch, codes))

    def label(self, labels: Sequence[Label], poses: Poses, size: float = 10.0) -> None:
        """Write names."""
        from matplotlib.patheffects import withStroke

        for label in labels:
            place = complex(label.place(poses))
            text = self.ax.text(place.real, place.imag, label.text, ha="center", va="center", zorder=30)
            text.set(fontsize=size, color=label.color, style="italic" if label.italic else "normal")
            text.set_path_effects([withStroke(linewidth=2.2, foreground=PAPER)])
            self.names.append((label, text))

    def move(self, poses: Poses) -> None:
        """Move every mark and name to another pose."""
        from matplotlib.path import Path

        for mark, patch, codes in self.moving:
            patch.set_path(Path(_xy(mark.vertices(poses)), codes))
        for label, text in self.names:
            place = complex(label.place(poses))
            text.set_position((place.real, place.imag))

    def trace(self, places: Array, color: str, width: float, above: bool = False) -> Any:
        """A curve through complex positions, below the bars, or above all bodies with a halo; returns its line."""
        from matplotlib.patheffects import withStroke

        layer = LINES if above else BARS
        (line,) = self.ax.plot(places.real, places.imag, color=color, linewidth=width, zorder=layer + 3.9)
        line.set_solid_capstyle("round")
        if above:
            line.set_path_effects([withStroke(linewidth=width + 1.6, foreground=PAPER)])
        return line

    def show(self, box: Box) -> None:
        """Show the box, with a scale in its lower left corner."""
        self.ax.set_xlim(box.left, box.right)
        self.ax.set_ylim(box.bottom, box.top)
        self.ax.set_autoscale_on(False)
        length = round125(0.16 * box.width)
        x, y, tick = box.left + 0.03 * box.width, box.bottom + 0.03 * box.height, 0.006 * box.width
        xs, ys = [x, x, x, x + length, x + length, x + length], [y + tick, y - tick, y, y, y - tick, y + tick]
        self.ax.plot(xs, ys, color=GREY, linewidth=0.9, zorder=0.5)
        self.ax.text(x + length + 2 * tick, y, in_words(length), va="center", **text_style(8.5) | {"color": GREY})

    def title(self, text: str) -> None:
        """A title at the upper left."""
        self.ax.set_title(text, loc="left", x=0.02, pad=4, **text_style(12.0))


def in_words(length: float) -> str:
    """A length with a readable unit."""
    factor, unit = next(
        ((f, u) for f, u in ((1e-3, "km"), (1.0, "m"), (1e3, "mm")) if length * f >= 0.9999), (1e6, "µm")
    )
    return f"{length * factor:g} {unit}"


def _look(mark: AnyMark, fade: float) -> dict[str, Any]:
    look = mark.look
    fill, edge = (None if c is None else lighter(c, fade) for c in (look.fill, look.edge))
    return {
        "facecolor": fill or "none",
        "edgecolor": edge or "none",
        "fill": fill is not None,
        "linewidth": look.width * (1 - 0.3 * fade) if edge else 0.0,
        "linestyle": (0, (5, 3)) if look.dashed else "solid",
        "alpha": look.alpha,
        "zorder": look.layer / 10 * (1 - fade) if fade else look.layer + 4,
        "capstyle": "round",
        "joinstyle": "round",
    }


def _xy(z: Array) -> Array:
    return np.column_stack([z.real, z.imag])
