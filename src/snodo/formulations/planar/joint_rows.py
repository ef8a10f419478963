"""The rows of joints in the plane, as in source text 004.

They differ from those between frames (`formulations/parts/constraint_rows.py`) in three ways: the rows of two
coincident points are along x and y of the world, not of the parent; angles are those of i minus j; and points are those
of the joint, not moved to where the coordinate is zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.formulations.parts.constraint_rows import RowBuilder, slides, turns
from snodo.formulations.parts.formula_rows import plane_formula_rows
from snodo.formulations.parts.joint_frames import JointFrames
from snodo.mechanism import joints
from snodo.mechanism.measures import Combination, Measure, PartRows

Array = np.ndarray
_X, _Y = np.eye(3)[:2]


class PlaneRows(RowBuilder):
    """Reads the parts of a planar mechanism."""

    def rows_between_frames(self, part: joints.Joint) -> PartRows:
        """Coincident points, a point on a line, constant relative angles."""
        if part.elastic:  # springs act along axes of the parent
            return super().rows_between_frames(part)
        frames = self.framer.frames(part)
        free = slides(frames)
        rows = PartRows(part, [], [])
        held = [word for word in "xyz" if word not in free and not self._leaves_plane(part, frames, word)]
        s_i, s_j = self.places(part) if held else (_X, _X)
        for word, e in self._held(frames, free, len(held)):
            kind = "meet" if len(held) == 2 else "along"
            rows.quantities.append(Combination([(1.0, Measure(kind, part.parent, part.child, s_i, s_j, e=e))]))
            rows.rows.append(f"{part.name}.{word}")
        if not turns(frames):
            constant = self.angles[part.child] - self.angles[part.parent]
            heading = Measure("heading", part.parent, part.child)
            rows.quantities.append(Combination([(-1.0, heading)], constant, unit="rad"))
            rows.rows.append(f"{part.name}.angle")
        rows.function_of = [None] * len(rows.rows)
        return rows

    def formula_rows(self, part: Any) -> PartRows:
        """Rows of formulas over measures, as formulas of the places of bodies."""
        return plane_formula_rows(self, part)

    def _held(self, frames: JointFrames, free: list[str], held: int) -> list[tuple[str, Array]]:
        """Names and directions of the constrained displacements: both of the world, or that across the free one."""
        if held == 2:
            return [("x", _X), ("y", _Y)]
        if held == 0:
            return []
        axes = (frames.on_parent.A[:, "xyz".index(word)] for word in free)
        axis = next(e for e in axes if abs(e[2]) < 0.5) * frames.sign
        return [("across", np.array([-axis[1], axis[0], 0.0]))]

    def _measured(self, joint: Any, frames: JointFrames, word: str) -> Combination:
        if frames.kind == "prismatic":
            return self._along_slot(joint)
        return super()._measured(joint, frames, word)
