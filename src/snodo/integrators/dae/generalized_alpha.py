"""Generalised α: second order, fixed or adaptive steps, numerical damping of fast vibrations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from snodo.errors import Problem
from snodo.integrators.base import AdaptiveStep, FixedStep, Integrator
from snodo.integrators.ode.tables import Table

INDICES = (3, "stabilised")
_FURTHER = {"index='stabilised'": ("ArnoldBrulsCardona2015",), "hht=True": ("HilberHughesTaylor1977",)}
"""Works that parameters add."""


def _problems(owner: Integrator, rho: object, index: object, check_passes: object) -> list[Problem | None]:
    name, found = type(owner).__name__, []
    fine = isinstance(rho, float | int) and not isinstance(rho, bool) and 0.0 <= float(rho) < 1.0
    if not fine or not math.isfinite(float(rho)):  # type: ignore[arg-type]
        remedy = "give a number from 0 to below 1; with 1 the multipliers are meaningless"
        found.append(Problem(f"{name}: rho = {rho!r}", remedy))
    if isinstance(index, bool) or index not in INDICES:
        found.append(Problem(f"{name}: index = {index!r}", 'give 3 or "stabilised"'))
    if not isinstance(check_passes, bool):
        found.append(Problem(f"{name}: check_passes = {check_passes!r}", "give True or False"))
    return [*found]


def _table(order: int, adaptive: bool) -> Table:
    """A table for what reads nodes and weights: those of the trapezoidal rule."""
    A = np.zeros((3, 3))
    A[1, 1], A[1, 0], A[2, :2] = 0.5, 0.5, 0.5
    E = np.ones((1, 2)) if adaptive else np.zeros((0, 0))
    return Table(order, 2, A, np.array([0.0, 1.0, 1.0]), E, np.zeros((0, 3)), alpha=1 / 3, shrink=0.2, grow=2.0)


@dataclass(frozen=True)
class GeneralizedAlpha(FixedStep):
    """Generalised α of order 2 with a fixed step: solves motion and constraints together, without constraint method.

    For real-time and structural dynamics: the cost of a step is that of a few evaluations, and fast vibrations are
    damped. For accurate results `sn.Radau` and `sn.DOP853` are faster.

    Parameters
    ----------
    step : float
        Length of a step [s].
    rho : float, optional
        What is left of infinitely fast vibrations after a step, from 0 to below 1.
    index : {3, "stabilised"}, optional
        Constraints at position level, or at position and velocity level with further multipliers.
    hht : bool, optional
        The parameters of Hilber, Hughes and Taylor, α_m = 0, with α_f = (1 − ρ)/(1 + ρ) not above 1/3.
    check_passes : bool, optional
        Whether passages of singular positions are repeated with explicit steps, and replaced by these where they are on
        another branch, or where a step does not converge; not with springs or dampers as rows.

    Examples
    --------
    >>> result = sn.simulate(pendulum, 0.5, integrator=sn.GeneralizedAlpha(step=1e-3, rho=0.8))
    >>> result.info["steps"]
    500.0
    """

    step: float
    rho: float = 0.8
    index: int | str = 3
    hht: bool = False
    check_passes: bool = True

    name: ClassVar[str] = "generalized_alpha"
    cites: ClassVar[tuple[str, ...]] = ("ChungHulbert1993", "ArnoldBruls2007")
    cites_with: ClassVar[Mapping[str, tuple[str, ...]]] = _FURTHER
    order: ClassVar[int] = 2
    solves_constraints: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        found = _problems(self, self.rho, self.index, self.check_passes)
        if self.hht and not found and self.rho < 0.5:
            found.append(Problem(f"GeneralizedAlpha: rho = {self.rho:g} with hht", "give a number from 0.5 to below 1"))
        self._raise(found)

    @classmethod
    def coefficients(cls) -> Table:
        """Nodes and weights."""
        return _table(cls.order, False)


@dataclass(frozen=True)
class AdaptiveAlpha(AdaptiveStep):
    """Generalised α with steps chosen from an estimate of their error; order 2: its error exceeds the tolerance.

    Parameters
    ----------
    rtol, atol, first_step, max_step : float, optional
        As for the other adaptive methods. The error of a run grows like the power 2/3 of the tolerance.
    rho, index, check_passes : optional
        As for `sn.GeneralizedAlpha`.

    Examples
    --------
    >>> result = sn.simulate(pendulum, 0.5, integrator=sn.AdaptiveAlpha(rtol=1e-6))
    >>> result.info["status"]
    'finished'
    """

    rtol: float = 1e-6
    rho: float = 0.8
    index: int | str = 3
    check_passes: bool = True

    name: ClassVar[str] = "adaptive_alpha"
    cites: ClassVar[tuple[str, ...]] = ("ChungHulbert1993", "ArnoldBruls2007")
    cites_with: ClassVar[Mapping[str, tuple[str, ...]]] = _FURTHER
    order: ClassVar[int] = 2
    solves_constraints: ClassVar[bool] = True
    smallest_rtol: ClassVar[float] = 1e-9

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        self._raise(_problems(self, self.rho, self.index, self.check_passes))

    @classmethod
    def coefficients(cls) -> Table:
        """Nodes and weights."""
        return _table(cls.order, True)
