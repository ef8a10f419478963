"""Names in pictures of space: next to their joints and bodies, without overlap."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from snodo.views.space.canvas import SpaceCanvas
from snodo.views.space.sketch import Array, PosesInSpace
from snodo.views.style import INK, darker

MOST_NAMES, MOST_JOINTS = 20, 30
"""With more names than this, bodies are not named; with more joints, there are no names."""

Wanted = tuple[str, Array, bool, str]
"""A name, its place in space, whether it is slanted, and its colour."""


def write_names(scene: SpaceCanvas, poses: PosesInSpace, pixel: float) -> None:
    """Names of joints and bodies; names without space are omitted.  `pixel` is the size of one [m]."""
    taken: list[tuple[complex, complex]] = []
    for text, place, italic, color in _wanted(scene, poses):
        half = pixel * complex(3.4 * len(text) + 2.0, 7.0)
        z = complex(scene.camera.picture(place))
        offset = next((d for d in _offsets(half, scene.sketch.h) if _is_free(z + d, half, taken)), None)
        if offset is not None:
            taken.append((z + offset, half))
            aside = offset.real * scene.camera.right + offset.imag * scene.camera.upward
            scene.name(text, place + aside, 9.0, color, italic)


def _wanted(scene: SpaceCanvas, poses: PosesInSpace) -> Iterator[Wanted]:
    F, joints = scene.sketch.F, scene.sketch.shown_joints()
    for sign in joints if len(joints) <= MOST_JOINTS else []:
        yield sign.name, poses.point(sign.body, sign.at), False, INK
    if len(joints) + len(F.body_names) <= MOST_NAMES:
        for k, name in enumerate(F.body_names):
            com = np.array(F.geometry.bodies[name].inertia.com)
            yield name, poses.point(k, com), True, darker(scene.sketch.color(k), 0.35)


def _offsets(half: complex, h: float) -> Iterator[complex]:
    """Right, left, above and below of a place, then farther away."""
    for far in (1.0, 2.2):
        x, y = half.real + 1.2 * far * h, half.imag + 1.2 * far * h
        yield from (complex(x, 0.0), complex(-x, 0.0), complex(x, y), complex(-x, y), complex(0.0, y), complex(0.0, -y))


def _is_free(z: complex, half: complex, taken: list[tuple[complex, complex]]) -> bool:
    def apart(other: complex, size: complex) -> bool:
        d, room = z - other, half + size
        return abs(d.real) > room.real or abs(d.imag) > room.imag

    return all(apart(other, size) for other, size in taken)
