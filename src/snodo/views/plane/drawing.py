"""Drawings of mechanisms: one configuration, or a whole motion in one picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.errors import AssemblyError, Problem, SnodoError
from snodo.formulations.bind import bind
from snodo.views.labels import Placing
from snodo.views.plane.canvas import Box, Canvas, box_of
from snodo.views.plane.marks import Array
from snodo.views.plane.motion import Moving
from snodo.views.plane.sketch import Sketch
from snodo.views.plane.traces import draw_trace, traces_of
from snodo.views.style import INCH, PICTURES, bare, new_figure, save, writable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

PALEST, STRONGEST = 0.8, 0.52
"""Fading of the first and the last of the earlier positions."""


def draw_mechanism(
    mechanism: Mechanism,
    q: Any = None,
    ax: Axes | None = None,
    labels: bool = True,
    path: str | Path | None = None,
    width: int = 800,
    view: tuple[float, float] | None = None,
) -> Figure:
    """Draw a mechanism (or bound formulation) and return the matplotlib figure.

    q: coordinates of the formulation; default: assembled, or as drawn (noted in the title) if it does not close
    ax: axes to draw on; default: a new figure, `width` pixels wide on a screen (twice as many in a .png)
    labels: names of bodies, joints and frames;   path: file to write, .png, .svg or .pdf
    view: in space, azimuth (about the vertical, from x) and elevation of the viewer [deg]; default (-62, 20)
    """
    check_path(path)
    F = bind(mechanism)
    row, remark = _configuration(F, q)
    if F.mechanism.dimension == 3:
        from snodo.views.space.drawing import draw_configuration

        return finished(draw_configuration(F, row, remark, ax, labels, width, view), path)
    refuse_view(view)
    sketch = Sketch(F, row)
    box = box_of(sketch)
    pixel = pixel_of(ax, box, width)
    names = Placing(sketch, sketch.poses[0], pixel).labels() if labels else []
    canvas = canvas_on(ax, box.with_names(names, sketch.poses[0], pixel), width)
    canvas.title(F.mechanism.name + remark)
    canvas.add(sketch.marks, sketch.poses[0])
    canvas.label(names, sketch.poses[0])
    return finished(canvas, path)


def draw_positions(
    result: Any,
    path: str | Path | None = None,
    count: int = 8,
    trace: str | Iterable[str] | None = (),
    ax: Axes | None = None,
    labels: bool = False,
    width: int = 800,
    view: tuple[float, float] | None = None,
) -> Figure:
    """Draw `count` positions of a motion in one picture and return the matplotlib figure.

    The last position is strong, earlier ones are faint.  They are equally spaced along the path through the
    configurations, not in time, and repeated parts are shown once.

    trace: names of points (frames, joints, bodies) whose paths are drawn; default: frames and, fainter, joints and
    particles that move; None for no paths.  Other options are as in `draw_mechanism`.
    """
    check_path(path)
    if result.mechanism.dimension == 3:
        from snodo.views.space.drawing import draw_motion

        return finished(draw_motion(result, int(count), trace, ax, labels, width, view), path)
    refuse_view(view)
    moving = Moving(result)
    sketch = Sketch(moving.F, moving.q)
    rows = moving.spread(int(count))
    traces = traces_of(moving, trace, moving.fine_times(), joints=True)
    box = box_of(sketch, [found.places for found in traces])
    last = sketch.poses[rows[-1]]
    pixel = pixel_of(ax, box, width)
    names = Placing(sketch, last, pixel).labels() if labels else []
    canvas = canvas_on(ax, box.with_names(names, last, pixel), width)
    canvas.title(sketch.mechanism.name)
    ghosts = [mark for mark in sketch.marks if mark.moves(sketch.ground) and mark.look.ghost]
    for row, fade in zip(rows[:-1], np.linspace(PALEST, STRONGEST, len(rows) - 1)):
        canvas.add(ghosts, sketch.poses[row], fade=float(fade))
    for found in traces:
        draw_trace(canvas, found)
    canvas.add(sketch.marks, last)
    canvas.label(names, last)
    return finished(canvas, path)


def refuse_view(view: Any) -> None:
    """Refuse a view: planar mechanisms have only one."""
    if view is not None:
        raise SnodoError(Problem(f"view is {view!r}, but this mechanism lies in the plane", "omit it"))


def _configuration(F: Formulation, q: Any) -> tuple[Array, str]:
    """Coordinates to draw, and a note for the title."""
    if q is None:
        try:
            return assemble(F).q, ""
        except AssemblyError:
            return F.reference()[0], " (does not close: as drawn)"
    row = np.asarray(q, float)
    if row.shape != (F.nq,) or not np.isfinite(row).all():
        what = f"q has the shape {row.shape}; mechanism {F.mechanism.name!r} has {F.nq} coordinates"
        raise SnodoError(Problem(what, "give one finite number for each of F.coordinate_names"))
    return row, ""


# ---------------------------------------------------------------- figures
def canvas_on(ax: Axes | None, box: Box, width: int) -> Canvas:
    """A canvas that shows the box, on the given axes or in a new figure."""
    if ax is None:
        ax = axes_for(box, width)
    bare(ax)
    canvas = Canvas(ax)
    canvas.show(box)
    return canvas


def pixel_of(ax: Axes | None, box: Box, width: int) -> float:
    """Size of a pixel on a screen [m]."""
    if ax is None:
        return box.width / (INCH * box.inches(width / INCH)[0])
    room = ax.get_window_extent()
    return max(box.width / room.width, box.height / room.height) * ax.figure.dpi / INCH


def axes_for(box: Box, width: int, head: float = 0.36) -> Axes:
    """Axes that fill a new figure except for a title line of height `head` [inch]."""
    whole = width / INCH
    across, down = box.inches(whole)
    figure = new_figure(whole, down + head)
    return figure.add_axes(((whole - across) / 2 / whole, 0.0, across / whole, down / (down + head)))


def finished(canvas: Canvas, path: str | Path | None) -> Figure:
    """The figure, saved to a file if there is a path."""
    figure: Any = canvas.ax.figure
    save(figure, path)
    return figure


def check_path(path: str | Path | None, endings: Sequence[str] = PICTURES) -> None:
    """Refuse a path to which no picture can be written."""
    if path is not None:
        writable(path, endings, "a picture")
