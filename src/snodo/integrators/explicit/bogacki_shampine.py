"""The method of order 3(2) of P. Bogacki and L. F. Shampine, Applied Mathematics Letters 2(4) (1989) 321–325."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.integrators.base import AdaptiveStep, Rows


@dataclass(frozen=True)
class BogackiShampine(AdaptiveStep):
    """Bogacki and Shampine's method of order 3(2): for errors above about 1e-3 and for motions that are not smooth.

    A step costs three evaluations: the error estimate uses the first stage of the next one.

    Parameters
    ----------
    rtol : float, optional
        Relative tolerance of a step.
    atol : float, optional
        Absolute tolerance; by default chosen from the mechanism.
    first_step, max_step : float, optional
        First and longest step [s]; by default chosen, and without limit.
    """

    name: ClassVar[str] = "bogacki_shampine"
    cites: ClassVar[tuple[str, ...]] = ("BogackiShampine1989",)
    order: ClassVar[int] = 3
    known_elsewhere_as: ClassVar[tuple[str, ...]] = ("rk23", "ode23", "bs23", "bs3")
    A: ClassVar[Rows] = ((), (1 / 2,), (0, 3 / 4))
    b: ClassVar[tuple[float, ...]] = (2 / 9, 1 / 3, 4 / 9)
    embedded: ClassVar[tuple[float, ...]] = (7 / 24, 1 / 4, 1 / 3, 1 / 8)
