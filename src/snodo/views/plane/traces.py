"""Paths of points: selection and style.

Paths of frames and of requested points are strong lines with a white halo above the bodies; paths of joints, drawn by
default, are faint and below the bodies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.mechanism.body import Particle
from snodo.views.plane.canvas import Canvas
from snodo.views.plane.marks import Array
from snodo.views.plane.motion import Moving
from snodo.views.style import color_of, darker, lighter

FAINT, STRONG = 0.9, 1.9
"""Line widths [pt]."""


@dataclass(frozen=True)
class Trace:
    """Name of a point, its complex positions over time [m], its colour, and whether it is drawn strongly."""

    name: str
    places: Array
    color: str
    strong: bool


def traces_of(moving: Moving, names: str | Iterable[str] | None, times: Array, joints: bool = False) -> list[Trace]:
    """The paths of named points at some times [s], in the colour of their body; none if `names` is None.

    Without names: moving frames and, if `joints`, moving joints and particles, each path once.
    """
    if names is None:
        return []
    chosen = [names] if isinstance(names, str) else list(names)
    m = moving.F.mechanism
    others = [*m.joints, *(n for n, body in m.bodies.items() if isinstance(body, Particle))] if joints else []
    found: list[Trace] = []
    for name in chosen or [*m.frames, *others]:
        places = moving.path(name, times)
        if chosen or _worth_showing(places, found, moving.F.size):
            color = darker(color_of(moving.body_of(name)), 0.1)
            found.append(Trace(name, places, color, bool(chosen) or name in m.frames or name in m.bodies))
    return found


def _worth_showing(places: Array, found: list[Trace], size: float) -> bool:
    """Whether a point moves along a path that is not drawn yet."""
    moves = np.abs(places - places[0]).max() > 1e-7 * size
    return bool(moves and all(np.abs(places - other.places).max() > 1e-3 * size for other in found))


def draw_trace(canvas: Canvas, trace: Trace) -> Any:
    """Draw a path; returns its line."""
    if trace.strong:
        return canvas.trace(trace.places, trace.color, STRONG, above=True)
    return canvas.trace(trace.places, lighter(trace.color, 0.4), FAINT)


def draw_growing_trace(canvas: Canvas, trace: Trace) -> Any:
    """Draw the whole path faintly, and a line above the bodies that follows the point; returns the line."""
    canvas.trace(trace.places, lighter(trace.color, 0.6), 0.6 * STRONG)
    return canvas.trace(trace.places[:1], trace.color, STRONG, above=True)
