"""Animations of mechanisms in space."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from snodo.views.plane.animation import Film, Timing
from snodo.views.plane.traces import draw_growing_trace
from snodo.views.space.canvas import SpaceCanvas
from snodo.views.space.drawing import camera_for, room
from snodo.views.space.motion import MovingInSpace
from snodo.views.space.sketch import SpaceSketch


class FilmInSpace(Film):
    """A motion in space on a canvas, frame by frame."""

    def __init__(
        self,
        result: Any,
        timing: Timing,
        trace: str | Iterable[str] | None,
        width: int,
        view: tuple[float, float] | None,
    ) -> None:
        camera = camera_for(result.mechanism, view)
        moving = MovingInSpace(result, camera)
        self.sketch = SpaceSketch(moving.F, moving.poses_at(timing.times))
        self._follow(moving, timing, trace)
        places, box = room(self.sketch, camera, [found.places for found in self.traces])
        self.canvas = self._canvas(box, width)
        self.scene = SpaceCanvas(self.canvas.ax, self.sketch, camera, places, fine=1.0)
        self.lines = [draw_growing_trace(self.canvas, found) for found in self.traces]

    def _move(self, k: int) -> None:
        self.scene.show(self.sketch.poses[k])
