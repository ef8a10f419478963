"""A planar motion as a scene: the marks of the textbook drawing, which the page moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from snodo.mechanism.part import GROUND
from snodo.views.labels import Placing
from snodo.views.plane.canvas import box_of
from snodo.views.plane.marks import AnyMark, Mark
from snodo.views.plane.motion import Moving
from snodo.views.plane.sketch import Sketch
from snodo.views.scene.packing import Array, numbers, packed
from snodo.views.scene.thinning import frame_times, only_within
from snodo.views.style import color_of

DIGITS = 5
"""Of points of marks."""
SAMPLES = 400
"""Positions from which the room that a motion needs is found."""
MOST_NAMED = 60
"""Bodies up to which there is room for names."""
PICTURE = 900
"""Pixels across the picture for which names are placed."""


class PlaneScene:
    """What the page needs of a planar motion."""

    def __init__(self, result: Any) -> None:
        self.moving = Moving(result)
        few = np.unique(np.linspace(0, len(self.moving.time) - 1, SAMPLES).astype(int))
        self.sketch = Sketch(self.moving.F, self.moving.q[few])
        self.mechanism = self.sketch.mechanism

    def times(self, playing: float) -> tuple[Array, bool]:
        """Times of the frames, and whether they are fewer than a smooth motion needs."""
        time, size = self.moving.time, self.sketch.F.size

        def read(wanted: Array) -> tuple[Array, Array]:
            q = self.moving.at(wanted).reshape(len(wanted), -1, 3)
            return q[..., :2].reshape(len(wanted), -1) / size, q[..., 2]

        return frame_times(float(time[0]), float(time[-1]), playing, self.columns, read)

    def poses(self, times: Array) -> dict[str, Any]:
        """x, y, φ of all bodies, column by column; gaps before and after the motion."""
        return packed(only_within(self.moving.time, times, self.moving.at(times)))

    def turning(self) -> float:
        """How fast the fastest body turns, most of the time [rad/s]."""
        w = np.abs(self.moving.v[:, 2::3])
        return float(np.percentile(w, 75, axis=0).max(initial=0.0)) if len(w) else 0.0

    @property
    def columns(self) -> int:
        """Numbers of a frame."""
        return int(self.moving.q.shape[1])

    def arm(self, body: str, place: Any, part: Any) -> tuple[int, list[float]]:
        """A point of a body from its centre of mass, in its axes [m]; the centre of mass without a place."""
        names = self.sketch.F.body_names
        if body == GROUND:
            s = np.zeros(2) if place is None else np.ravel(self.sketch.F.geometry.local(place, body, part))[:2]
            return len(names), numbers(s)
        if place is None:
            return names.index(body), [0.0, 0.0]
        geometry = self.sketch.F.geometry
        return names.index(body), numbers(
            (np.ravel(geometry.local(place, body, part)) - geometry.bodies[body].inertia.com)[:2]
        )

    def parts(self, traced: Sequence[str]) -> dict[str, Any]:
        """Bodies, joints, the paths of some points, marks, names and the room they need."""
        sketch = self.sketch
        times = self.moving.fine_times()
        box = box_of(sketch, [self.moving.path(name, times) for name in traced])
        names = Placing(sketch, sketch.poses[0], box.width / PICTURE).labels() if self.has_names else []
        return {
            "bodies": self._bodies(),
            "joints": self._joints(),
            "traces": [self._trace(name) for name in traced],
            "h": sketch.h,
            "box": [box.left, box.bottom, box.right, box.top],
            **_marks(sorted(sketch.marks, key=lambda mark: mark.look.layer)),
            "labels": [
                {
                    "text": name.text,
                    "body": name.body,
                    "at": _pair(name.arm),
                    "off": _pair(name.offset),
                    "color": name.color,
                    "italic": name.italic,
                }
                for name in names
            ],
        }

    @property
    def has_names(self) -> bool:
        """Whether there is room for names."""
        return len(self.sketch.F.body_names) <= MOST_NAMED

    def _bodies(self) -> list[dict[str, Any]]:
        F = self.sketch.F
        return [
            {"name": name, "color": color_of(k), "mass": float(F.geometry.bodies[name].inertia.mass)}
            for k, name in enumerate(F.body_names)
        ]

    def _joints(self) -> list[dict[str, Any]]:
        return [
            {
                "name": name,
                "kind": self.mechanism.joints[name].kind,
                "parent": int(link.i),
                "child": int(link.j),
                "at": _pair(link.s_j),
            }
            for name, link in self.sketch.links.items()
        ]

    def _trace(self, name: str) -> dict[str, Any]:
        body, arm = self.sketch.F.motion.place(name)
        return {"name": name, "body": int(body), "at": _pair(arm)}


def _pair(z: complex) -> list[float]:
    return numbers([z.real, z.imag], DIGITS)


def _strokes(strokes: Any) -> list[list[float]]:
    return [numbers(np.column_stack([np.real(z), np.imag(z)]), DIGITS) for z in strokes]


def _marks(marks: Sequence[AnyMark]) -> dict[str, Any]:
    """Marks, and the strokes that they name by their numbers: of many bars most are alike."""
    found = [_mark(mark) for mark in marks]
    shapes: dict[str, int] = {}
    strokes: list[Any] = []
    for mark in found:
        key = repr(mark["s"])
        if key not in shapes:
            shapes[key] = len(strokes)
            strokes.append(mark["s"])
        mark["s"] = shapes[key]
    return {"marks": found, "shapes": strokes}


def _mark(mark: AnyMark) -> dict[str, Any]:
    """A mark as numbers and colours; a stretch has two rows a + b l of each stroke."""
    look = mark.look
    found: dict[str, Any] = {"fill": look.fill, "edge": look.edge, "w": look.width, "layer": float(look.layer)}
    found |= {"a": look.alpha} if look.alpha != 1.0 else {}
    found |= {"dash": True} if look.dashed else {}
    found |= {} if look.ghost else {"ghost": False}
    if isinstance(mark, Mark):
        return found | {"body": int(mark.body), "s": _strokes(mark.strokes), "at": _pair(mark.arm), "turns": mark.turns}
    ends = [[int(body), *_pair(arm)] for body, arm in mark.ends]
    return found | {"ends": ends, "s": [_strokes([a, np.asarray(b) + 0j]) for a, b in mark.strokes]}
