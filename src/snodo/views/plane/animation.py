"""Animations: the artists are made once and moved in every frame.

Frames are equally spaced in time; between the samples of a result the motion is interpolated (see `motion.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.progress import ProgressBar
from snodo.views.labels import Placing
from snodo.views.plane.canvas import Canvas, box_of
from snodo.views.plane.drawing import axes_for, refuse_view
from snodo.views.plane.marks import Array
from snodo.views.plane.motion import Moving, times_of
from snodo.views.plane.sketch import Sketch
from snodo.views.plane.traces import draw_growing_trace, traces_of
from snodo.views.round_numbers import round125
from snodo.views.style import GREY, INCH, bare, text_style, writable
from snodo.views.writers import WRITERS, needs_of

PAGE = ".html"
MOST_FRAMES = 400
"""Largest number of frames: a long motion gets fewer frames per second."""


@dataclass(frozen=True)
class Timing:
    """Times of the frames in the motion [s], and how long each is shown [ms]."""

    times: Array
    delay: float


def animate(
    result: Any,
    path: str | Path,
    fps: float | None = None,
    speed: float | None = None,
    trace: str | Iterable[str] | None = (),
    width: int | None = None,
    labels: bool | None = None,
    view: tuple[float, float] | None = None,
    curves: Sequence[str] | None = None,
    forces: str | Sequence[str] | None = None,
) -> Path:
    """Write an animation of a motion as .gif, .mp4 or .html (one file that needs no network); returns the path.

    fps: frames per second of a film (30), fewer for long motions (at most 400 frames in total)
    speed: 0.1 shows it ten times slower; default: real time, or slower if that would last less than two seconds
    trace: names of points (frames, joints, bodies) whose paths are drawn; default: the frames; None for no paths
    width: width of a film [pixel] (640);   labels: names of bodies and joints
    view: in space, azimuth and elevation of the viewer [deg];   curves: of a page, names of series
    forces: of a page, names of joints and forces whose arrows can be shown; default: all if they fit the page
    """
    found = writable(path, tuple((*WRITERS, PAGE)), "an animation")
    check_speed(speed)
    if found.suffix.lower() == PAGE:
        return _page(
            result,
            found,
            {"fps": fps, "width": width},
            {"speed": speed, "trace": trace, "curves": curves, "labels": labels, "view": view, "forces": forces},
        )
    for word, value in (("curves", curves), ("forces", forces)):
        if value is not None:
            raise UnsupportedError(Problem(f"a film has no {word}", f"write a page, {found.stem}.html, or omit {word}"))
    fps, width, labels = 30.0 if fps is None else fps, 640 if width is None else width, bool(labels)
    needs_of(found)
    timing = timing_of(
        result.time,
        fps,
        usual_speed(result.time) if speed is None else speed,
        whole_hundredths=found.suffix.lower() == ".gif",
    )
    film = _film(result, timing, trace, width, labels, view)
    with ProgressBar(0.0, timing.times.size, "drawing", "frames") as bar:
        WRITERS[found.suffix.lower()](found, bar.over(film.frames()), timing.delay, result.mechanism.name)
    return found


def _page(result: Any, path: Path, of_films: dict[str, Any], wishes: dict[str, Any]) -> Path:
    """A page of the viewer; it has as many frames as it needs and the width of its window."""
    for word, value in of_films.items():
        if value is not None:
            what = f"a page has no {word}: it fits its window and is as smooth as the screen"
            raise UnsupportedError(Problem(what, f"omit {word}, or write a .gif or .mp4"))
    if result.mechanism.dimension == 2:
        refuse_view(wishes["view"])
    from snodo.views.scene.scene import Wishes
    from snodo.views.scene.write import write_page

    times_of(result)
    return write_page(result, path, Wishes(**wishes))


def check_speed(speed: float | None) -> None:
    """Raise unless it is a positive number, or None."""
    if speed is not None and not (np.isfinite(speed) and speed > 0):
        raise SnodoError(Problem(f"speed is {speed!r}", "give a positive number"))


def _film(result: Any, timing: Timing, trace: Any, width: int, labels: bool, view: Any) -> Film:
    if not 64 <= width <= 4096:
        raise SnodoError(Problem(f"width is {width!r}", "give a number of pixels from 64 to 4096"))
    if result.mechanism.dimension == 2:
        refuse_view(view)
        return Film(Moving(result), timing, trace, width, labels)
    from snodo.views.space.animation import FilmInSpace

    return FilmInSpace(result, timing, trace, width, labels, view)


# ---------------------------------------------------------------- time
SHORTEST = 2.0
"""Motions shorter than this [s] are shown in slow motion, to last twice as long."""


def usual_speed(time: Array) -> float:
    """Real time, or slow motion by a round factor for short motions."""
    lasting = float(time[-1] - time[0])
    if lasting >= SHORTEST or lasting <= 0.0:
        return 1.0
    return round125(lasting / (2.0 * SHORTEST))


def timing_of(time: Array, fps: float, speed: float, whole_hundredths: bool = False) -> Timing:
    """Frame times; a GIF shows each frame for a whole number of hundredths of a second, at least two."""
    for word, value in (("fps", fps), ("speed", speed)):
        if not (np.isfinite(value) and value > 0):
            raise SnodoError(Problem(f"{word} is {value!r}", "give a positive number"))
    lasting = float(time[-1] - time[0]) / speed
    delay = max(1.0 / fps, lasting / (MOST_FRAMES - 1))
    if whole_hundredths:
        delay = max(0.02, np.ceil(100 * delay - 0.4) / 100, np.ceil(100 * lasting / (MOST_FRAMES - 1)) / 100)
    count = int(np.floor(lasting / delay + 1e-9)) + 1
    return Timing(time[0] + speed * delay * np.arange(count), 1000 * delay)


# ---------------------------------------------------------------- frames
class Film:
    """A planar motion on a canvas, frame by frame."""

    sketch: Any

    def __init__(
        self, moving: Moving, timing: Timing, trace: str | Iterable[str] | None, width: int, labels: bool
    ) -> None:
        self.sketch = Sketch(moving.F, moving.at(timing.times))
        self._follow(moving, timing, trace)
        box = box_of(self.sketch, [found.places for found in self.traces])
        self.canvas = self._canvas(box, width)
        first = self.sketch.poses[0]
        self.canvas.add(self.sketch.marks, first)
        if labels:
            self.canvas.label(
                Placing(self.sketch, first, box.width / (INCH * box.inches(width / INCH)[0])).labels(), first
            )
        self.lines = [draw_growing_trace(self.canvas, found) for found in self.traces]

    def _follow(self, moving: Moving, timing: Timing, trace: str | Iterable[str] | None) -> None:
        """The times of the frames, and the paths with the number of points passed in each frame."""
        self.timing = timing
        step = float(np.diff(timing.times[:2]).sum()) or 1.0
        self.digits = max(2, int(np.ceil(-np.log10(step))))
        fine = np.union1d(moving.fine_times(), timing.times)
        fine = fine[fine <= timing.times[-1]]
        self.ends = np.searchsorted(fine, timing.times, side="right")
        self.traces = traces_of(moving, trace, fine)

    def _canvas(self, box: Any, width: int) -> Canvas:
        canvas = Canvas(axes_for(box, width))
        bare(canvas.ax)
        canvas.show(box)
        canvas.title(self.sketch.mechanism.name)
        self.clock = canvas.ax.set_title("", loc="right", x=0.98, pad=4, **text_style(10.0, color=GREY))
        self.figure: Any = canvas.ax.figure
        _even(self.figure)
        return canvas

    def frames(self) -> Iterator[Array]:
        """The pictures, (height, width, 3) bytes each; the last array is reused."""
        for k, t in enumerate(self.timing.times):
            self._move(k)
            for line, found in zip(self.lines, self.traces):
                passed = found.places[: self.ends[k]]
                line.set_data(passed.real, passed.imag)
            self.clock.set_text(f"{t:.{self.digits}f} s")
            self.figure.canvas.draw()
            yield np.array(self.figure.canvas.buffer_rgba())[..., :3]

    def _move(self, k: int) -> None:
        self.canvas.move(self.sketch.poses[k])


def _even(figure: Any) -> None:
    """Give a figure an even number of pixels in both directions, as video formats require."""
    width, height = (2 * round(x * INCH / 2) for x in figure.get_size_inches())
    figure.set_size_inches(width / INCH, height / INCH)
