"""An explicit Runge–Kutta method is a table.

    K_k = f(t + c_k h,  y + h Σ_{j<k} a_kj K_j)                                        k = 0 … s−1       (1)
    y₁  = y + h Σ_j b_j K_j,    K_s = f(t + h, y₁)                                                       (2)
    err = h Σ_j e_j K_j                                                                                  (3)
    y(t + x h) = y + x (F₀ + (1−x) (F₁ + x (F₂ + (1−x) (F₃ + …))))                                       (4)
    F₀ = y₁ − y,  F₁ = h K₀ − F₀,  F₂ = 2 F₀ − h (K₀ + K_s),  F_{3+r} = h Σ_j d_rj K_j                   (5)

The first three terms of (4) are the cubic Hermite polynomial, so every method has a dense output; each row of d adds
one degree.  K_s is the first stage of the next step.  Row s of A holds b; rows after it are stages that only (4) needs.

Sources: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd ed., Springer 1993,
tables II.1.2 (the method of Kutta), II.5.2 (Dormand and Prince, J. Comput. Appl. Math. 6 (1980) 19–26), section II.6
(dense output of Shampine) and II.10 (order 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from snodo.integrators.ode import dop853_table

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Table:
    """The numbers of one method, and how its step is controlled.

    stages   s, the number of stages of the step itself
    A, c     (rows, rows) and (rows,); rows = s + 1 + the extra stages of the dense output
    E        (0, 1 or 2; m) error weights of the main and of a second, lower-order estimate, over m stages
    D        (r, rows) weights of the dense output beyond the cubic
    alpha, beta, shrink, grow    the step-size rule, see `kernels/step_size.py`
    """

    order: int
    stages: int
    A: Array
    c: Array
    E: Array
    D: Array
    alpha: float = 0.0
    beta: float = 0.0
    shrink: float = 1.0
    grow: float = 1.0

    @property
    def b(self) -> Array:
        """The weights of the step."""
        return self.A[self.stages, : self.stages]


def _rows(entries: Mapping[int, Mapping[int, float]], shape: tuple[int, int]) -> Array:
    table = np.zeros(shape)
    for k, row in entries.items():
        for j, value in row.items():
            table[k, j] = value
    return table


def _lower(rows: Sequence[Sequence[float]]) -> Array:
    table = np.zeros((len(rows), len(rows)))
    for k, row in enumerate(rows):
        table[k, : len(row)] = row
    return table


@cache
def rk4() -> Table:
    """The classical method of order 4, fixed step, cubic Hermite output."""
    A = _lower([[], [1 / 2], [0, 1 / 2], [0, 0, 1], [1 / 6, 1 / 3, 1 / 3, 1 / 6]])
    return Table(4, 4, A, np.array([0, 1 / 2, 1 / 2, 1, 1]), np.zeros((0, 0)), np.zeros((0, 5)))


@cache
def dormand_prince() -> Table:
    """Order 5 with an error estimate of order 4, which needs K₆ = f(t + h, y₁); dense output of order 4."""
    A = _lower(
        [
            [],
            [1 / 5],
            [3 / 40, 9 / 40],
            [44 / 45, -56 / 15, 32 / 9],
            [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
            [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
            [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
        ]
    )
    c = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1])
    E = np.array([[71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]])
    D = np.array(
        [
            [
                -12715105075 / 11282082432,
                0,
                87487479700 / 32700410799,
                -10690763975 / 1880347072,
                701980252875 / 199316789632,
                -1453857185 / 822651844,
                69997945 / 29380423,
            ]
        ]
    )
    beta = 0.04
    return Table(5, 6, A, c, E, D, alpha=1 / 5 - 0.75 * beta, beta=beta, shrink=1 / 5, grow=10.0)


@cache
def dop853() -> Table:
    """Order 8 with error estimates of orders 5 and 3; dense output of order 7 for three more stages."""
    A = _rows(dop853_table.STAGES, (16, 16))
    third = _rows({0: dop853_table.THIRD_ORDER}, (1, 12))[0]
    E = np.vstack([_rows({0: dop853_table.FIFTH_ORDER_ERROR}, (1, 12)), A[12, :12] - third])
    D = _rows(dop853_table.DENSE, (4, 16))
    beta = 0.04
    return Table(
        8, 12, A, np.array(dop853_table.NODES), E, D, alpha=1 / 8 - 0.2 * beta, beta=beta, shrink=1 / 3, grow=6.0
    )
