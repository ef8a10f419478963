"""Moving pictures: the artists are made once, every frame moves them.

Frames are equally far apart in time; the coordinates between the rows of a result are interpolated linearly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import Problem, SnodoError
from snodo.views.canvas import Canvas, box_of
from snodo.views.drawing import Trace, axes_for, motion_of, trace_width, traces_of
from snodo.views.labels import Placing
from snodo.views.marks import Array
from snodo.views.sketch import Sketch
from snodo.views.style import GREY, INCH, bare, lighter, text_style, writable
from snodo.views.writers import WRITERS, needs_of

MOST_FRAMES = 400
"""A long motion gets fewer frames a second, not more frames."""


@dataclass(frozen=True)
class Timing:
    """Times of the frames in the motion [s], and how long each is shown [ms]."""

    times: Array
    delay: float


def animate(
    result: Any,
    path: str | Path,
    fps: float = 30.0,
    speed: float | None = None,
    trace: str | Iterable[str] = (),
    width: int = 640,
    labels: bool = False,
) -> Path:
    """Write an animation of a planar motion as .gif, .mp4 or .html (one file that needs no network); returns the path.

    fps: frames a second, fewer for long motions (at most 400 frames in all)
    speed: 0.1 shows it ten times slower; if left out, real time, or slower where that would last less than two seconds
    trace: names of points whose paths are drawn;   width: of the picture [pixel];   labels: names of bodies and joints
    """
    found = writable(path, tuple(WRITERS), "an animation")
    needs_of(found)
    rows = motion_of(result)
    timing = timing_of(
        result.time,
        fps,
        usual_speed(result.time) if speed is None else speed,
        whole_hundredths=found.suffix.lower() == ".gif",
    )
    film = Film(result.formulation, resampled(result.time, rows, timing.times), timing, trace, width, labels)
    WRITERS[found.suffix.lower()](found, film.frames(), timing.delay, result.mechanism.name)
    return found


# ---------------------------------------------------------------- time
SHORTEST = 2.0
"""Shorter motions than this [s] are shown in slow motion, to last twice as long."""


def usual_speed(time: Array) -> float:
    """Real time, or a round slow motion for what would be over too soon."""
    lasting = float(time[-1] - time[0])
    if lasting >= SHORTEST or lasting <= 0.0:
        return 1.0
    slow = lasting / (2.0 * SHORTEST)
    power = 10.0 ** np.floor(np.log10(slow))
    return float(power * max(step for step in (1.0, 2.0, 5.0) if step * power <= slow * (1 + 1e-9)))


def timing_of(time: Array, fps: float, speed: float, whole_hundredths: bool = False) -> Timing:
    """Frame times; a GIF shows each frame for a whole number of hundredths of a second, two at least."""
    for word, value in (("fps", fps), ("speed", speed)):
        if not (np.isfinite(value) and value > 0):
            raise SnodoError(Problem(f"{word} is {value!r}", "give a positive number"))
    lasting = float(time[-1] - time[0]) / speed
    delay = max(1.0 / fps, lasting / (MOST_FRAMES - 1))
    if whole_hundredths:
        delay = max(0.02, np.ceil(100 * delay - 0.4) / 100, np.ceil(100 * lasting / (MOST_FRAMES - 1)) / 100)
    count = int(np.floor(lasting / delay + 1e-9)) + 1
    return Timing(time[0] + speed * delay * np.arange(count), 1000 * delay)


def resampled(time: Array, rows: Array, times: Array) -> Array:
    """The rows at other times, by linear interpolation column by column."""
    return np.column_stack([np.interp(times, time, column) for column in rows.T]) if rows.shape[1] else rows[:1]


# ---------------------------------------------------------------- frames
class Film:
    """A motion on a canvas, frame by frame."""

    def __init__(
        self, F: Any, rows: Array, timing: Timing, trace: str | Iterable[str], width: int, labels: bool
    ) -> None:
        if not 64 <= width <= 4096:
            raise SnodoError(Problem(f"width is {width!r}", "give a number of pixels from 64 to 4096"))
        self.sketch = Sketch(F, rows)
        self.timing = timing
        step = float(np.diff(timing.times[:2]).sum()) or 1.0
        self.digits = max(2, int(np.ceil(-np.log10(step))))
        self.traces: list[Trace] = traces_of(self.sketch, trace) if trace else []
        box = box_of(self.sketch, [places for _, places, _ in self.traces])
        self.canvas = self._canvas(box, width)
        first = self.sketch.poses[0]
        self.canvas.add(self.sketch.marks, first)
        if labels:
            self.canvas.label(
                Placing(self.sketch, first, box.width / (INCH * box.inches(width / INCH)[0])).labels(), first
            )
        self.lines = [self._trace(name, places, color) for name, places, color in self.traces]

    def _canvas(self, box: Any, width: int) -> Canvas:
        canvas = Canvas(axes_for(box, width))
        bare(canvas.ax)
        canvas.show(box)
        canvas.title(self.sketch.mechanism.name)
        self.clock = canvas.ax.set_title("", loc="right", x=0.98, pad=4, **text_style(10.0, color=GREY))
        self.figure: Any = canvas.ax.figure
        _even(self.figure)
        return canvas

    def _trace(self, name: str, places: Array, color: str) -> Any:
        """The whole path faint, and a line that follows the point."""
        width = trace_width(self.sketch, name)
        self.canvas.trace(places, lighter(color, 0.65), 0.6 * width)
        return self.canvas.trace(places[:1], color, width)

    def frames(self) -> Iterator[Array]:
        """The pictures, (height, width, 3) bytes each; the last array is reused."""
        for k, t in enumerate(self.timing.times):
            self.canvas.move(self.sketch.poses[k])
            for line, (_, places, _) in zip(self.lines, self.traces):
                line.set_data(places[: k + 1].real, places[: k + 1].imag)
            self.clock.set_text(f"{t:.{self.digits}f} s")
            self.figure.canvas.draw()
            yield np.array(self.figure.canvas.buffer_rgba())[..., :3]


def _even(figure: Any) -> None:
    """Give a figure an even number of pixels each way, as video wants."""
    width, height = (2 * round(x * INCH / 2) for x in figure.get_size_inches())
    figure.set_size_inches(width / INCH, height / INCH)
