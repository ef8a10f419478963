"""Marks: paths that move with a mechanism, not yet on any canvas.

The pose of body b is one complex number for its centre of mass, r, and one for its rotation, A = e^{iφ}; a point with
arm s is at r + A s.  The ground comes last, with r = 0 and A = 1.  Arrays may have leading axes (time).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.views.plane.symbols import Strokes
from snodo.views.style import INK

Array = np.ndarray

GROUND_LAYER, PLATES, BLOCKS, BARS, SLOTS, LINES, PINS, FRAMES, ACTIONS = np.arange(1.0, 10.0)
"""Drawing order, from bottom to top."""


@dataclass(frozen=True)
class Poses:
    """Poses of all bodies: r [m] and A, (…, bodies + 1)."""

    r: Array
    A: Array

    @classmethod
    def of(cls, q: Array) -> Poses:
        """From the coordinates x, y, φ of the centres of mass (…, 3 bodies)."""
        shaped = np.asarray(q, float).reshape(*np.shape(q)[:-1], -1, 3)
        r, A = shaped[..., 0] + 1j * shaped[..., 1], np.exp(1j * shaped[..., 2])
        ground = np.zeros((*r.shape[:-1], 1))
        return cls(np.concatenate([r, ground], axis=-1), np.concatenate([A, ground + 1.0], axis=-1))

    def point(self, body: int, arm: complex) -> Array:
        """World position of a point of a body (…)."""
        return self.r[..., body] + self.A[..., body] * arm

    def __getitem__(self, row: Any) -> Poses:
        return Poses(self.r[row], self.A[row])


@dataclass(frozen=True)
class Look:
    """Colours, line width [pt], layer and opacity."""

    fill: str | None = None
    edge: str | None = INK
    width: float = 1.1
    layer: float = BARS
    alpha: float = 1.0
    dashed: bool = False
    ghost: bool = True
    """Whether it is shown in faint positions."""


@dataclass
class Mark:
    """Strokes about a point of a body, which rotate with it by default."""

    body: int
    strokes: Strokes
    look: Look
    arm: complex = 0j
    turns: bool = True

    @property
    def lengths(self) -> list[int]:
        """Number of vertices of each stroke."""
        return [len(s) for s in self.strokes]

    def moves(self, ground: int) -> bool:
        """Whether it belongs to a body other than the ground."""
        return self.body != ground

    def vertices(self, poses: Poses) -> Array:
        """World vertices of all strokes (…, vertices)."""
        z = np.concatenate(self.strokes)
        A = poses.A[..., self.body]
        return poses.point(self.body, self.arm)[..., None] + (A[..., None] * z if self.turns else z)


@dataclass
class Stretch:
    """Strokes between a point of one body and a point of another: vertices a + b l along the line, l its length."""

    ends: tuple[tuple[int, complex], tuple[int, complex]]
    strokes: list[tuple[Array, Array]]
    look: Look
    lengths: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.lengths = [len(a) for a, _ in self.strokes]

    def moves(self, ground: int) -> bool:
        """Whether one of its ends belongs to a body other than the ground."""
        return any(body != ground for body, _ in self.ends)

    def vertices(self, poses: Poses) -> Array:
        """World vertices of all strokes (…, vertices)."""
        start, end = (poses.point(*where)[..., None] for where in self.ends)
        a, b = (np.concatenate([s[k] for s in self.strokes]) for k in (0, 1))
        length = np.abs(end - start)
        e = np.where(length > 0, (end - start) / np.where(length > 0, length, 1.0), 1.0)
        return start + e * (a + b * length)


AnyMark = Mark | Stretch


@dataclass(frozen=True)
class Label:
    """A name at a point of a body, moved aside by `offset` in world axes [m]."""

    text: str
    body: int
    arm: complex
    offset: complex = 0j
    color: str = INK
    italic: bool = False

    def place(self, poses: Poses) -> Array:
        """World position of its middle (…)."""
        return poses.point(self.body, self.arm) + self.offset
