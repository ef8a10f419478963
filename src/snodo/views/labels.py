"""Placement of names: each takes the position, among a few near its part, that covers least of the drawing.

The cost of a position is what its rectangle covers (points along the lines drawn, names already written) plus its
distance; names are placed one after the other, joints first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from snodo.mechanism import joints
from snodo.mechanism.body import Bar
from snodo.views.plane.marks import BLOCKS, LINES, PLATES, AnyMark, Array, Label, Poses
from snodo.views.style import GREY, color_of, darker

if TYPE_CHECKING:
    from snodo.views.plane.sketch import Sketch

LETTER, LINE = 7.4, 14.0
"""Width of a letter and height of a line [pixel]."""


@dataclass(frozen=True)
class Name:
    """A label, and its possible offsets [m], best first."""

    label: Label
    offsets: Sequence[complex]


class Placing:
    """Places names for one configuration; `pixel` is the size of a pixel [m]."""

    def __init__(self, sketch: Sketch, poses: Poses, pixel: float) -> None:
        self.sketch, self.poses, self.pixel = sketch, poses, pixel
        lines = [_covered_points(mark, poses, 0.4 * sketch.h) for mark in sketch.marks]
        self.lines = np.concatenate([np.zeros(0, complex), *lines])
        self.weights = np.repeat([_weight(mark) for mark in sketch.marks], [line.size for line in lines])
        self.taken: list[tuple[complex, float, float]] = []

    def labels(self) -> list[Label]:
        """The names of joints, frames, bodies and rods in their places."""
        return [self._placed(name) for name in (*self._points(), *self._bodies(), *self._rods())]

    def _placed(self, name: Name) -> Label:
        anchor = complex(name.label.place(self.poses))
        w, h = 0.5 * self.pixel * LETTER * len(name.label.text), 0.5 * self.pixel * LINE
        costs = [0.12 * k + self._covered(anchor + z, w, h) for k, z in enumerate(name.offsets)]
        best = name.offsets[int(np.argmin(costs))]
        self.taken.append((anchor + best, w, h))
        return replace(name.label, offset=best)

    def _covered(self, centre: complex, w: float, h: float) -> float:
        d = self.lines - centre
        hit = self.weights[(np.abs(d.real) < w + 4 * self.pixel) & (np.abs(d.imag) < h + 2 * self.pixel)].sum()
        names = sum(
            abs((c - centre).real) < w + W + 3 * self.pixel and abs((c - centre).imag) < h + H for c, W, H in self.taken
        )
        return float(hit) + 30.0 * names

    # ---------------------------------------------------------------- names and their possible positions
    def _points(self) -> Iterator[Name]:
        """Joints and frames; those that coincide share one name."""
        groups: dict[complex, list[tuple[str, int, complex]]] = {}
        for name, body, arm in _named_points(self.sketch):
            place = complex(self.poses.point(body, arm))
            key = next((k for k in groups if abs(k - place) < 0.5 * self.sketch.h), place)
            groups.setdefault(key, []).append((name, body, arm))
        for members in groups.values():
            text = ", ".join(name for name, _, _ in members)
            yield Name(Label(text, members[0][1], members[0][2], italic=True), self._around(text, 1.5 * self.sketch.h))

    def _around(self, text: str, clear: float) -> list[complex]:
        """Sixteen directions, upper right first, near and a little farther."""
        w, h = 0.5 * self.pixel * LETTER * len(text), 0.5 * self.pixel * LINE
        turns = np.exp(1j * np.radians([45, 135, 90, 0, 180, 22, 158, 68, 112, -45, -135, -22, -158, -90, -68, -112]))
        return [complex(e.real * (r + w), e.imag * (r + h)) for r in (clear, 1.8 * clear, 3 * clear) for e in turns]

    def _bodies(self) -> Iterator[Name]:
        for number, name in enumerate(self.sketch.F.body_names):
            label = Label(name, number, 0j, color=darker(color_of(number), 0.35))
            start, end, half = self._axis(number)
            yield Name(label, self._beside(label, start, end, half))

    def _axis(self, number: int) -> tuple[complex, complex, float]:
        """Longest line through a body and its half width, from the centre of mass [m]."""
        rings, anchors = self.sketch.outline(number), self.sketch.anchors[number]
        points = [complex(z) for z in rings[0]] if rings else [*anchors, 0j]
        a, b = max(((a, b) for a in points for b in points), key=lambda pair: abs(pair[1] - pair[0]))
        bar = isinstance(self.sketch.mechanism.bodies[self.sketch.F.body_names[number]], Bar)
        if rings and not bar and abs(b - a) > 0:
            return 0j, 0j, float(min(np.ptp(rings[0].real), np.ptp(rings[0].imag)) / 2)
        return a, b, self.sketch.h

    def _beside(self, label: Label, a: complex, b: complex, half: float) -> list[complex]:
        """Inside a wide body; else on either side of its axis, near the middle."""
        A = complex(self.poses.A[label.body])
        w, h = 0.5 * self.pixel * LETTER * len(label.text), 0.5 * self.pixel * LINE
        inside = (
            [A * (a + b) / 2 + z for z in (0j, -0.25j * half, 0.25j * half, -0.5j * half, 0.5j * half)]
            if half > max(w, 2 * h)
            else []
        )
        if abs(b - a) < self.sketch.h:
            return inside + [A * a + z for z in self._around(label.text, half + 0.5 * self.sketch.h)]
        n = A * 1j * (b - a) / abs(b - a)
        clear = half + 7 * self.pixel + abs(n.real) * w + abs(n.imag) * h
        return inside + [
            A * (a + s * (b - a)) + side * far * clear * n
            for far in (1.0, 1.4)
            for s in (0.5, 0.42, 0.58, 0.34, 0.66, 0.25, 0.75)
            for side in (1, -1)
        ]

    def _rods(self) -> Iterator[Name]:
        for name, joint in self.sketch.mechanism.joints.items():
            if isinstance(joint, joints.Rod):
                link = self.sketch.links[name]
                start, end = (complex(self.poses.point(*e)) for e in ((link.i, link.s_i), (link.j, link.s_j)))
                near = self._around(name, 0.6 * self.sketch.h)
                label = Label(name, link.j, link.s_j, color=GREY, italic=True)
                yield Name(label, [(start - end) / 2 + z for z in near])


def _named_points(sketch: Sketch) -> Iterator[tuple[str, int, complex]]:
    for name, link in sketch.links.items():
        if not isinstance(sketch.mechanism.joints[name], joints.Rod):
            yield name, link.j, link.s_j
    for name in sketch.mechanism.frames:
        yield (name, *sketch.F.motion.place(name))


def _along(vertices: Array, lengths: list[int], step: float) -> Array:
    """Points not farther apart than `step` along strokes."""
    pieces = []
    for stroke in np.split(vertices, np.cumsum(lengths)[:-1]):
        for a, b in pairwise(stroke):
            pieces.append(a + (b - a) * np.linspace(0.0, 1.0, 2 + int(min(abs(b - a) / step, 400))))
        pieces.append(stroke[-1:])
    return np.concatenate(pieces)


def _covered_points(mark: AnyMark, poses: Poses, step: float) -> Array:
    """Points along the strokes of a mark and, if it is a bar or a block, along its middle."""
    vertices = mark.vertices(poses)
    points = _along(vertices, mark.lengths, step)
    if not BLOCKS <= mark.look.layer < LINES or mark.look.fill is None:
        return points
    first = vertices[np.argmax(np.abs(vertices - vertices[0]))]
    last = vertices[np.argmax(np.abs(vertices - first))]
    return np.concatenate([points, _along(np.array([first, last]), [2], step)])


def _weight(mark: AnyMark) -> float:
    """How bad it is to cover a mark: the edges of plates and sheets matter less than bars and signs."""
    return 0.7 if PLATES <= mark.look.layer < PLATES + 0.9 else 1.0
