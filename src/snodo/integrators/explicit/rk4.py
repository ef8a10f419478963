"""The classical method of W. Kutta (1901); Hairer, Nørsett, Wanner, *Solving ODE I*, table II.1.2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.integrators.base import FixedStep, Rows


@dataclass(frozen=True)
class RK4(FixedStep):
    """The classical Runge–Kutta method of order 4 with a fixed step (s); the last step ends exactly at the end time."""

    name: ClassVar[str] = "rk4"
    cites: ClassVar[tuple[str, ...]] = ("Kutta1901",)
    order: ClassVar[int] = 4
    known_elsewhere_as: ClassVar[tuple[str, ...]] = ("runge_kutta",)
    A: ClassVar[Rows] = ((), (1 / 2,), (0, 1 / 2), (0, 0, 1))
    b: ClassVar[tuple[float, ...]] = (1 / 6, 1 / 3, 1 / 3, 1 / 6)
