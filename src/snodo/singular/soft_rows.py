"""Set and reset soft rows: rows that are nearly dependent on the others next to a singular position, and are replaced
by accelerations extrapolated from the approach (`kernels/gap.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.singular.entries import KERNELS

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Gap:
    """A gap: the rows kept, the soft ones among them, and accelerations at some times [s]."""

    kept: Array
    soft: Array
    times: tuple[float, ...]
    accelerations: tuple[Array, ...]

    def stored(self) -> dict[str, Any]:
        """The form in which checkpoints store it."""
        return {name: getattr(self, name) for name in ("kept", "soft", "times", "accelerations")}

    @classmethod
    def of(cls, stored: dict[str, Any]) -> Gap:
        """A gap from a checkpoint."""
        return cls(stored["kept"], stored["soft"], tuple(stored["times"]), tuple(stored["accelerations"]))

    def open(self, F: Formulation) -> None:
        """Replace the soft rows by the extrapolated accelerations from now on."""
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
    """Use all rows again."""
    F.model.view(np.int64)[F.soft_places.gap] = 0


def accelerations(F: Formulation, y_dot: Array) -> Array:
    """The accelerations of the last evaluation, which returned ẏ."""
    at = F.soft_places
    if at.accelerations < 0:
        return y_dot[F.nq : F.nq + F.nv].copy()
    return F.model[at.accelerations : at.accelerations + at.nv].copy()
