"""Films of mechanisms in space: bodies by the depth buffer of `picture.py`, title, clock, paths and names above them.

What stands still is drawn once by matplotlib, on a clear ground; in every frame only the clock and the ends of paths.
Names are small pictures of their own (`film_names.py`).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from snodo.views.plane.animation import Film, Timing
from snodo.views.plane.traces import STRONG
from snodo.views.space.canvas import SpaceCanvas
from snodo.views.space.drawing import camera_for, room
from snodo.views.space.film_names import film_names, lay_over
from snodo.views.space.motion import MovingInSpace
from snodo.views.space.picture import Picture
from snodo.views.space.sketch import SpaceSketch
from snodo.views.style import PAPER, lighter

Array = np.ndarray
MOST_TRIANGLES = 600
"""Of each mesh: a film has fewer pixels than a picture."""
MOST_POINTS = 600
"""Largest number of points of a path behind the bodies."""


class FilmInSpace(Film):
    """A motion in space, frame by frame."""

    def __init__(
        self,
        result: Any,
        timing: Timing,
        trace: str | Iterable[str] | None,
        width: int,
        labels: bool,
        view: tuple[float, float] | None,
    ) -> None:
        camera = camera_for(result.mechanism, view)
        moving = MovingInSpace(result, camera)
        self.sketch = SpaceSketch(moving.F, moving.poses_at(timing.times), MOST_TRIANGLES)
        self._follow(moving, timing, trace)
        places, box = room(self.sketch, camera, [found.places for found in self.traces])
        self.canvas = self._canvas(box, width)
        scene = SpaceCanvas(self.canvas.ax, self.sketch, camera, places, fine=1.0)
        self.picture: Picture = scene.picture
        for found in self.traces:
            times = np.linspace(timing.times[0], timing.times[-1], MOST_POINTS)
            self.picture.paths.append((moving.places(found.name, times), lighter(found.color, 0.55)))
        self.lines = [self.canvas.trace(t.places[:1], t.color, STRONG, above=True) for t in self.traces]
        scene.hide()
        poses = self.sketch.poses
        self.names = film_names(self.sketch, poses, camera, self.picture.frame) if labels else []

    def frames(self) -> Iterator[Array]:
        """The pictures, (height, width, 3) bytes each."""
        figure, ax = self.figure, self.canvas.ax
        moving = [self.clock, *self.lines]
        for artist in moving:
            artist.set_animated(True)
        figure.patch.set_alpha(0.0)
        figure.canvas.draw()
        still = figure.canvas.copy_from_bbox(figure.bbox)
        corner = self._corner()
        pictures = ahead(lambda k: self.picture.drawn(self.sketch.poses[k]), len(self.timing.times))
        for k, (t, picture) in enumerate(zip(self.timing.times, pictures)):
            figure.canvas.restore_region(still)
            self._grow(k)
            self.clock.set_text(f"{t:.{self.digits}f} s")
            for artist in moving:
                ax.draw_artist(artist)
            whole = _over(np.asarray(figure.canvas.buffer_rgba()), picture, corner)
            for name in self.names:
                lay_over(whole, name.pixels, name.places[k, 0] + corner[1], name.places[k, 1] + corner[0])
            yield whole

    def _grow(self, k: int) -> None:
        for line, found in zip(self.lines, self.traces):
            passed = found.places[: self.ends[k]]
            line.set_data(passed.real, passed.imag)

    def _corner(self) -> tuple[int, int]:
        """Row and column of the upper left corner of the bodies' picture in the whole."""
        room, height = self.canvas.ax.get_window_extent(), self.figure.canvas.get_width_height()[1]
        spare = room.width - self.picture.frame.width, room.height - self.picture.frame.height
        return round(height - room.y1 + spare[1] / 2), round(room.x0 + spare[0] / 2)


def ahead(make: Callable[[int], Array], count: int) -> Iterator[Array]:
    """make(0), make(1), … in order, a few of them at a time: numpy lets other threads run meanwhile."""
    workers = min(4, os.cpu_count() or 1)
    with ThreadPoolExecutor(workers) as threads:
        waiting = deque(threads.submit(make, k) for k in range(min(workers, count)))
        for k in range(workers, workers + count):
            found = waiting.popleft().result()
            if k < count:
                waiting.append(threads.submit(make, k))
            yield found


def _over(above: Array, image: Array, corner: tuple[int, int]) -> Array:
    """Drawn marks (height, width, 4) bytes above an image, 0 … 1, whose upper left corner is at a row and a column."""
    height, width = above.shape[:2]
    found = np.full((height, width, 3), int(PAPER[1:3], 16), np.uint8)
    (row, column), (down, across) = corner, image.shape[:2]
    top, left = max(0, -row), max(0, -column)
    rows, columns = min(down, height - row), min(across, width - column)
    inside = np.clip(255.0 * image[top:rows, left:columns] + 0.5, 0, 255).astype(np.uint8)
    found[row + top : row + rows, column + left : column + columns] = inside
    marked = above[..., 3] > 0
    share = above[marked][:, 3:].astype(np.float32) / 255
    found[marked] = (share * above[marked][:, :3] + (1 - share) * found[marked] + 0.5).astype(np.uint8)
    return found
