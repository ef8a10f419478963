"""Names in pictures of space: next to their joints and bodies, without overlap."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from snodo.views.space.canvas import SpaceCanvas
from snodo.views.space.sketch import Array, PosesInSpace, SpaceSketch
from snodo.views.style import INK, darker

MOST_NAMES, MOST_JOINTS = 20, 30
"""With more names than this, bodies are not named; with more joints, there are no names."""

Wanted = tuple[str, Array, bool, str]
"""A name, its place in space (in each pose), whether it is slanted, and its colour."""


def write_names(scene: SpaceCanvas, poses: PosesInSpace, pixel: float) -> None:
    """Names of joints and bodies; names without space are omitted.  `pixel` is the size of one [m]."""
    taken: list[tuple[complex, complex]] = []
    for text, place, italic, color in wanted_names(scene.sketch, poses):
        half = pixel * complex(3.4 * len(text) + 2.0, 7.0)
        z = complex(scene.camera.picture(place))
        offset = next((d for d in offsets(half, scene.sketch.h) if _is_free(z + d, half, taken)), None)
        if offset is not None:
            taken.append((z + offset, half))
            aside = offset.real * scene.camera.right + offset.imag * scene.camera.upward
            scene.name(text, place + aside, 9.0, color, italic)


def wanted_names(sketch: SpaceSketch, poses: PosesInSpace) -> Iterator[Wanted]:
    """Names of joints and bodies with their places (…, 3), for one pose or many."""
    F, joints = sketch.F, sketch.shown_joints()
    for sign in joints if len(joints) <= MOST_JOINTS else []:
        yield sign.name, poses.point(sign.body, sign.at), False, INK
    if len(joints) + len(F.body_names) <= MOST_NAMES:
        for k, name in enumerate(F.body_names):
            com = np.array(F.geometry.bodies[name].inertia.com)
            yield name, poses.point(k, com), True, darker(sketch.color(k), 0.35)


def offsets(half: complex, h: float) -> Iterator[complex]:
    """Right, left, above and below of a place, then farther away."""
    for far in (1.0, 2.2):
        x, y = half.real + 1.2 * far * h, half.imag + 1.2 * far * h
        yield from (complex(x, 0.0), complex(-x, 0.0), complex(x, y), complex(-x, y), complex(0.0, y), complex(0.0, -y))


def overlap(apart: Array, room: complex) -> Array:
    """Whether names whose middles are this far apart (…, 2) cover one another; `room` is half of both together."""
    return np.asarray((np.abs(apart[..., 0]) <= room.real) & (np.abs(apart[..., 1]) <= room.imag))


def _is_free(z: complex, half: complex, taken: list[tuple[complex, complex]]) -> bool:
    apart = [(np.array([(z - other).real, (z - other).imag]), half + size) for other, size in taken]
    return not any(overlap(d, room) for d, room in apart)
