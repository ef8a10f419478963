"""The method of order 5(4) of J. R. Dormand and P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19–26.

The table is II.5.2, and the dense output, of L. F. Shampine, in section II.6 of E. Hairer, S. P. Nørsett, G. Wanner,
*Solving Ordinary Differential Equations I*, 2nd ed., Springer 1993.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from snodo.integrators.base import AdaptiveStep
from snodo.integrators.ode.tables import BETA, Table, lower


@dataclass(frozen=True)
class DormandPrince(AdaptiveStep):
    """Dormand and Prince's method of order 5(4): the best choice for errors above about 1e-5.

    Parameters
    ----------
    rtol : float, optional
        Relative tolerance of a step.
    atol : float, optional
        Absolute tolerance; by default chosen from the mechanism.
    first_step, max_step : float, optional
        First and longest step [s]; by default chosen, and without limit.
    """

    name: ClassVar[str] = "dormand_prince"
    cites: ClassVar[tuple[str, ...]] = ("DormandPrince1980", "HairerNorsettWanner1993")
    order: ClassVar[int] = 5
    known_elsewhere_as: ClassVar[tuple[str, ...]] = ("rk45", "dopri5", "ode45", "dp5")

    @classmethod
    def coefficients(cls) -> Table:
        """Order 5 with an error estimate of order 4, which needs K₆ = f(t + h, y₁); dense output of order 4."""
        A = lower(
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
        return Table(5, 6, A, c, E, D, alpha=1 / 5 - 0.75 * BETA, beta=BETA, shrink=1 / 5, grow=10.0)
