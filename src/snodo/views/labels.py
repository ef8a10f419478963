"""Where names stand: joints and frames in the widest gap between what meets there, bodies beside their middle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from snodo.mechanism import joints
from snodo.mechanism.body import Bar
from snodo.views.marks import Label, Poses
from snodo.views.style import GREY, INK, color_of, darker

if TYPE_CHECKING:
    from snodo.views.sketch import Sketch

PREFERRED = np.radians(65.0)
"""Direction of a name that is free to stand anywhere."""


def labels_of(sketch: Sketch, poses: Poses) -> list[Label]:
    """The names of bodies, joints and frames, placed for one configuration."""
    return [*_body_labels(sketch, poses), *_point_labels(sketch, poses), *_rod_labels(sketch, poses)]


# ---------------------------------------------------------------- joints and frames
def _point_labels(sketch: Sketch, poses: Poses) -> Iterator[Label]:
    """One label for each place: joints that coincide share it."""
    groups: list[tuple[complex, list[tuple[str, int, complex]]]] = []
    for name, body, arm in _named_points(sketch):
        place = complex(poses.point(body, arm))
        near = next((group for centre, group in groups if abs(centre - place) < 0.5 * sketch.h), None)
        if near is None:
            groups.append((place, [(name, body, arm)]))
        else:
            near.append((name, body, arm))
    for place, members in groups:
        _, body, arm = members[0]
        offset = 2.5 * sketch.h * _free_direction(_occupied(sketch, poses, place))
        yield Label(", ".join(name for name, _, _ in members), body, arm, offset, INK, italic=True)


def _named_points(sketch: Sketch) -> Iterator[tuple[str, int, complex]]:
    for name, link in sketch.links.items():
        if not isinstance(sketch.mechanism.joints[name], joints.Rod):
            yield name, link.j, link.s_j
    for name in sketch.mechanism.frames:
        yield (name, *sketch.F.motion.place(name))


def _occupied(sketch: Sketch, poses: Poses, place: complex) -> list[float]:
    """Directions in which bodies, guides and supports leave a place [rad]."""
    directions: list[complex] = []
    for body, arms in sketch.anchors.items():
        places = [complex(poses.point(body, s)) for s in arms]
        if any(abs(p - place) < 0.5 * sketch.h for p in places):
            if body == sketch.ground:
                directions.append(-1j)
            else:
                directions += [p - place for p in [*places, complex(poses.r[body])]]
    for name in sketch.guides:
        link = sketch.links[name]
        if abs(complex(poses.point(link.j, link.s_j)) - place) < 0.5 * sketch.h:
            u = complex(poses.A[link.i] * link.u)
            directions += [u, -u]
    return [float(np.angle(d)) for d in directions if abs(d) > 0.5 * sketch.h or abs(abs(d) - 1) < 1e-9]


def _free_direction(occupied: list[float]) -> complex:
    """Unit vector into the widest gap, upwards if there is a choice."""
    candidates = np.radians(np.arange(0.0, 360.0, 15.0)) + PREFERRED
    preference = 0.12 * np.cos(candidates - PREFERRED)
    if not occupied:
        return complex(np.exp(1j * PREFERRED))
    gaps = np.abs(np.angle(np.exp(1j * (candidates[:, None] - np.array(occupied)))))
    return complex(np.exp(1j * candidates[np.argmax(np.minimum(gaps.min(axis=1), 1.3) + preference)]))


# ---------------------------------------------------------------- bodies and rods
def _body_labels(sketch: Sketch, poses: Poses) -> Iterator[Label]:
    centre = complex(np.mean([poses.point(b, s) for b, arms in sketch.anchors.items() for s in arms] or [0j]))
    for number, name in enumerate(sketch.F.body_names):
        color = darker(color_of(number), 0.3)
        arm, offset = _beside(sketch, number, poses, centre)
        yield Label(name, number, arm, offset, color)


def _beside(sketch: Sketch, number: int, poses: Poses, centre: complex) -> tuple[complex, complex]:
    """Middle of a body and where its name stands from there."""
    rings, anchors = sketch.outline(number), sketch.anchors[number]
    bar = isinstance(sketch.mechanism.bodies[sketch.F.body_names[number]], Bar)
    if rings and not bar and np.ptp(rings[0].real) > 9 * sketch.h:
        return 0j, 0j if len(anchors) != 1 or abs(anchors[0]) > sketch.h else -3 * sketch.h * 1j
    a, b = _longest([rings[0].real.min() + 0j, rings[0].real.max() + 0j] if bar else [*anchors, 0j])
    if abs(b - a) < sketch.h:
        half = max(np.ptp(rings[0].imag) / 2 if rings else 0.0, 1.7 * sketch.h)
        return a, 1j * (half + 1.8 * sketch.h)
    middle = (a + b) / 2
    normal = complex(poses.A[number] * 1j * (b - a) / abs(b - a))
    third = complex(poses.A[number] * (sum(anchors) / len(anchors) - middle)) if anchors else 0j
    away = third if abs((third * np.conj(normal)).real) > 0.5 * sketch.h else centre - poses.point(number, middle)
    side = -1.0 if (away * np.conj(normal)).real > 0 else 1.0
    return middle, side * normal * _clearance(normal, len(sketch.F.body_names[number])) * sketch.h


def _clearance(normal: complex, letters: int) -> float:
    """Distance of a name from its bar in h: more for a long name beside a steep bar."""
    return 2.6 + 0.38 * letters * abs(normal.real)


def _longest(points: list[complex]) -> tuple[complex, complex]:
    """The two points farthest apart."""
    pairs = [(a, b) for a in points for b in points]
    return max(pairs, key=lambda pair: abs(pair[1] - pair[0]))


def _rod_labels(sketch: Sketch, poses: Poses) -> Iterator[Label]:
    for name, joint in sketch.mechanism.joints.items():
        if isinstance(joint, joints.Rod):
            link = sketch.links[name]
            start, end = complex(poses.point(link.i, link.s_i)), complex(poses.point(link.j, link.s_j))
            normal = 1j * (end - start) / (abs(end - start) or 1.0)
            offset = (start - end) / 2 + 1.8 * sketch.h * normal
            yield Label(name, link.j, link.s_j, offset, GREY, italic=True)
