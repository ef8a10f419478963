"""The method of order 8(5,3) of Dormand and Prince; its numbers are in `dop853_table.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from snodo.integrators.base import AdaptiveStep
from snodo.integrators.explicit import dop853_table
from snodo.integrators.ode.tables import BETA, Array, Table


@dataclass(frozen=True)
class DOP853(AdaptiveStep):
    """Dormand and Prince's method of order 8(5,3): the best choice for errors below about 1e-5.

    Parameters
    ----------
    rtol : float, optional
        Relative tolerance of a step.
    atol : float, optional
        Absolute tolerance; by default chosen from the mechanism.
    first_step, max_step : float, optional
        First and longest step [s]; by default chosen, and without limit.
    """

    name: ClassVar[str] = "dop853"
    cites: ClassVar[tuple[str, ...]] = ("HairerNorsettWanner1993",)
    order: ClassVar[int] = 8
    known_elsewhere_as: ClassVar[tuple[str, ...]] = ("dop8", "dopri8")

    @classmethod
    def coefficients(cls) -> Table:
        """Order 8 with error estimates of orders 5 and 3; dense output of order 7 for three more stages."""
        A = _rows(dop853_table.STAGES, (16, 16))
        third = _rows({0: dop853_table.THIRD_ORDER}, (1, 12))[0]
        E = np.vstack([_rows({0: dop853_table.FIFTH_ORDER_ERROR}, (1, 12)), A[12, :12] - third])
        D = _rows(dop853_table.DENSE, (4, 16))
        control = {"alpha": 1 / 8 - 0.2 * BETA, "beta": BETA, "shrink": 1 / 3, "grow": 6.0}
        return Table(8, 12, A, np.array(dop853_table.NODES), E, D, **control)


def _rows(entries: Mapping[int, Mapping[int, float]], shape: tuple[int, int]) -> Array:
    table = np.zeros(shape)
    for k, row in entries.items():
        for j, value in row.items():
            table[k, j] = value
    return table
