"""Drawings of mechanisms in space: one configuration, or a whole motion in one picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.views.plane.canvas import Box, Canvas
from snodo.views.plane.drawing import PALEST, STRONGEST, canvas_on, pixel_of
from snodo.views.plane.traces import draw_trace, traces_of
from snodo.views.space.camera import VIEW, Camera, upright
from snodo.views.space.canvas import SpaceCanvas
from snodo.views.space.motion import MovingInSpace
from snodo.views.space.names import write_names
from snodo.views.space.sketch import Array, PosesInSpace, SpaceSketch

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism


TALLEST = 1.1
"""Height of a picture, relative to its width, up to which it is as wide as asked for."""


def camera_for(mechanism: Mechanism, view: tuple[float, float] | None) -> Camera:
    """The camera of a mechanism's pictures, upright against gravity."""
    return Camera.looking(upright(mechanism.gravity), VIEW if view is None else view)


def room(sketch: SpaceSketch, camera: Camera, traces: Iterable[Array] = ()) -> tuple[Array, Box]:
    """Places of everything that moves, and the part of the picture that it needs."""
    places = sketch.places()
    feet = places - ((places @ sketch.up) - float((places @ sketch.up).min()))[:, None] * sketch.up
    seen = camera.picture(np.concatenate([places, feet]))
    box = Box.around(np.concatenate([seen, *traces]), 4.5 * sketch.h)
    narrow = max(0.0, box.height / TALLEST - box.width) / 2
    return places, replace(box, left=box.left - narrow, right=box.right + narrow)


def draw_configuration(
    F: Formulation, row: Array, remark: str, ax: Axes | None, labels: bool, width: int, view: tuple[float, float] | None
) -> Canvas:
    """Draw one configuration."""
    camera = camera_for(F.mechanism, view)
    sketch = SpaceSketch(F, PosesInSpace.of(F, row))
    places, box = room(sketch, camera)
    pixel = pixel_of(ax, box, width)
    canvas = canvas_on(ax, box, width)
    canvas.title(F.mechanism.name + remark)
    scene = SpaceCanvas(canvas.ax, sketch, camera, places)
    scene.show(sketch.poses[0])
    if labels:
        write_names(scene, sketch.poses[0], pixel)
    return canvas


def draw_ghosts(
    F: Formulation,
    rows: Array,
    title: str,
    fades: Sequence[float],
    labels: bool,
    width: int,
    view: tuple[float, float] | None,
) -> Canvas:
    """Draw the first of some configurations, and the others behind it, faded."""
    camera = camera_for(F.mechanism, view)
    sketch = SpaceSketch(F, PosesInSpace.of(F, rows))
    places, box = room(sketch, camera)
    canvas = canvas_on(None, box, width)
    canvas.title(title)
    scene = SpaceCanvas(canvas.ax, sketch, camera, places)
    scene.show(sketch.poses[0], [(sketch.poses[row], fades[row - 1]) for row in range(len(fades), 0, -1)])
    if labels:
        write_names(scene, sketch.poses[0], pixel_of(None, box, width))
    return canvas


def draw_motion(
    result: Any,
    count: int,
    trace: str | Iterable[str] | None,
    ax: Axes | None,
    labels: bool,
    width: int,
    view: tuple[float, float] | None,
) -> Canvas:
    """Draw `count` positions of a motion, the last one strong."""
    camera = camera_for(result.mechanism, view)
    moving = MovingInSpace(result, camera)
    sketch = SpaceSketch(moving.F, moving.poses)
    traces = traces_of(moving, trace, moving.fine_times(), joints=True)
    places, box = room(sketch, camera, [found.places for found in traces])
    rows, pixel = moving.spread(count), pixel_of(ax, box, width)
    canvas = canvas_on(ax, box, width)
    canvas.title(sketch.mechanism.name)
    scene = SpaceCanvas(canvas.ax, sketch, camera, places)
    fades = np.linspace(PALEST, STRONGEST, len(rows) - 1)
    for found in traces:
        draw_trace(canvas, found)
    last = sketch.poses[rows[-1]]
    scene.show(last, [(sketch.poses[row], float(fade)) for row, fade in zip(rows[:-1], fades)])
    if labels:
        write_names(scene, last, pixel)
    return canvas
