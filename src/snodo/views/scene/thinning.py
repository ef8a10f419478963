"""How many frames a motion needs: as few as the page can read without a visible difference.

Between the frames the page reads the cubic through the four nearest ones (`data.js`).  The number of frames is doubled,
or halved, until the error of that against the motion itself is below half a thousandth of the size of the mechanism and
0.2 degrees in all but a hundredth of the places looked at; a pixel of a screen is about a thousandth.  Long motions
never need more frames than a screen.  What would need more numbers than a page should hold keeps the whole time with
fewer frames, and the page says so.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Array = np.ndarray
SCREEN, COARSEST = 60.0, 7.5
"""Frames per second of playing: those of a screen, and the fewest."""
SELDOM = 0.01
"""Share of the places between frames where the error may be larger."""
PLACE = 5e-4
"""Largest error of a place, relative to the mechanism,"""
TURN = 3e-3
"""and of a direction [rad]."""
BUDGET = 2_500_000
"""Largest number of 16-bit numbers of a motion."""
MOST_OF_SHORT = 1000
"""Frames that a motion may have however short it is shown."""
CHECKED = 400
"""Number of places between frames where the error is looked at."""

Read = Callable[[Array], tuple[Array, Array]]
"""Places, relative to the mechanism, and directions (times, n) at some times."""


def frame_times(start: float, end: float, playing: float, columns: int, read: Read) -> tuple[Array, bool]:
    """Times of the frames [s] of a motion that takes `playing` seconds to show, and whether they are too few."""
    if end <= start:
        return np.array([start]), False
    most = max(8, BUDGET // max(1, columns))
    count = int(np.clip(np.ceil(SCREEN * playing), 8, most))
    if _fine(start, end, count, read):
        while count // 2 >= max(8, COARSEST * playing) and _fine(start, end, count // 2, read):
            count //= 2
        return np.linspace(start, end, count + 1), False
    enough = min(most, max(count, MOST_OF_SHORT))
    while count < enough and not _fine(start, end, count, read):
        count = min(2 * count, enough)
    return np.linspace(start, end, count + 1), count < SCREEN * playing


def _fine(start: float, end: float, count: int, read: Read) -> bool:
    """Whether the cubic through `count` + 1 frames stays close to the motion in the middle of intervals."""
    step = (end - start) / count
    k = np.unique(np.linspace(0, count - 1, min(count, CHECKED)).astype(int))
    four = np.clip(k[:, None] + np.arange(-1, 3), 0, count)
    wanted = np.concatenate([start + step * four.ravel(), start + step * (k + 0.5)])
    for values, allowed in zip(read(wanted), (PLACE, TURN)):
        corners = values[: four.size].reshape(len(k), 4, -1)
        error = np.abs(cubic(corners, k, count) - values[four.size :]).max(axis=1, initial=0.0)
        if np.count_nonzero(error > allowed) > SELDOM * len(k):
            return False
    return True


def cubic(corners: Array, k: Array, count: int) -> Array:
    """The value in the middle of intervals k of the cubic through four frames; a parabola at the ends."""
    p, a, b, n = (corners[:, i] for i in range(4))
    first, last = (k == 0)[:, None], (k == count - 1)[:, None]
    p, n = np.where(first, 3 * a - 3 * b + n, p), np.where(last, 3 * b - 3 * a + p, n)
    found: Array = (9 * (a + b) - p - n) / 16
    return found


def only_within(time: Array, times: Array, rows: Array) -> Array:
    """Rows at `times`, without those before and after the motion."""
    outside = (times < time[0] - 1e-9 * abs(time[0])) | (times > time[-1] + 1e-9 * abs(time[-1]))
    return np.where(outside[:, None], np.nan, rows)
