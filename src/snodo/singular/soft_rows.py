"""Soft rows: next to a singular position they hardly differ from the others, and what they prescribe is taken from the
accelerations on the way in (`kernels/gap.py`).  Here they are set and taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from snodo.singular.entries import KERNELS

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Gap:
    """How soft rows are passed over: the rows kept, those soft, and accelerations at some times [s]."""

    kept: Array
    soft: Array
    times: tuple[float, ...]
    accelerations: tuple[Array, ...]

    def open(self, F: Formulation) -> None:
        """From now on the soft rows follow the accelerations."""
        from snodo.math.kernels.extrapolation import MOST

        F.set_kept_rows(self.kept)
        at, model = F.soft_places, F.model
        model[at.soft : at.soft + at.rows] = self.soft
        model[at.trail] = len(self.times)
        model[at.trail + 1 : at.trail + 1 + len(self.times)] = self.times
        known = np.concatenate(self.accelerations)
        model[at.trail + 1 + MOST : at.trail + 1 + MOST + known.size] = known
        model.view(np.int64)[at.gap] = KERNELS.accelerations_in_gap.address if self.soft.any() else 0


def close_gap(F: Formulation) -> None:
    """All rows prescribe what they say again."""
    F.model.view(np.int64)[F.soft_places.gap] = 0


def accelerations(F: Formulation, y_dot: Array) -> Array:
    """What the equations were solved for in the last evaluation, which gave ẏ."""
    at = F.soft_places
    if at.accelerations < 0:
        return y_dot[F.nq : F.nq + F.nv].copy()
    return F.model[at.accelerations : at.accelerations + at.nv].copy()
