"""Radau IIA: the constrained equations solved directly, for stiff springs and singular positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from snodo.errors import Problem
from snodo.integrators.base import AdaptiveStep
from snodo.integrators.ode.tables import Table

INDICES: dict[int | str, int] = {3: 3, 2: 2, 1: 1, "stabilised": 23}


@dataclass(frozen=True)
class Radau(AdaptiveStep):
    """Radau IIA of order 5 with three stages: solves motion and constraints together, and needs no constraint method.

    Springs, dampers and elastic joints become rows that yield to their forces, so that the cost of a step does not grow
    with their stiffness. Positions and velocities are then projected onto the constraints, and accelerations and
    reactions come from the equations of motion. For motions that are not stiff, `sn.DOP853` is faster.

    Parameters
    ----------
    rtol : float, optional
        Relative tolerance of a step, not below 1e-11: rounding of positions is divided by the step.
    atol : float, optional
        Absolute tolerance; by default chosen from the mechanism.
    first_step, max_step : float, optional
        First and longest step [s].
    index : {3, 2, 1, "stabilised"}, optional
        Where the stages satisfy the constraints: in the positions (3), the velocities (2), the accelerations (1), or in
        positions and velocities with further multipliers, after Gear, Gupta and Leimkuhler ("stabilised"). Only index 3
        passes singular positions and has springs as rows.
    newton : float, optional
        How far the iterations of a step go, in units of the tolerance.
    check_passes : bool, optional
        Whether passages of singular positions are repeated with explicit steps, and replaced by these if they differ:
        where another branch comes closer than the steps resolve, they may end on it.

    Examples
    --------
    >>> result = sn.simulate(pendulum, 0.5, integrator=sn.Radau(rtol=1e-8))
    >>> bool(abs(result["A.angle"][-1] - sn.simulate(pendulum, 0.5)["A.angle"][-1]) < 1e-6)
    True
    """

    rtol: float = 1e-6
    index: int | str = 3
    newton: float = 0.01
    check_passes: bool = True

    name: ClassVar[str] = "radau"
    cites: ClassVar[tuple[str, ...]] = ("HairerWanner1996", "HairerLubichRoche1989")
    cites_with: ClassVar[Mapping[str, tuple[str, ...]]] = {"index='stabilised'": ("GearLeimkuhlerGupta1985",)}
    order: ClassVar[int] = 5
    solves_constraints: ClassVar[bool] = True
    smallest_rtol: ClassVar[float] = 1e-11

    def __post_init__(self) -> None:
        """Check the parameters."""
        super().__post_init__()
        if self.index not in INDICES or isinstance(self.index, bool):
            self._raise([Problem(f"Radau: index = {self.index!r}", 'give 3, 2, 1 or "stabilised"')])
        if isinstance(self.newton, bool) or not 0.0 < float(self.newton) <= 1.0:
            self._raise([Problem(f"Radau: newton = {self.newton!r}", "give a number between 0 and 1; usual is 0.01")])

        if not isinstance(self.check_passes, bool):
            self._raise([Problem(f"Radau: check_passes = {self.check_passes!r}", "give True or False")])

    @classmethod
    def coefficients(cls) -> Table:
        """The tableau of the method; its steps are made by its own loop (`dae/kernels/advance.py`)."""
        from snodo.integrators.dae.kernels import coefficients as at

        A = np.zeros((4, 4))
        A[:3, :3], A[3, :3] = at.A, at.B
        control = {"alpha": 0.25, "beta": 0.0, "shrink": 0.2, "grow": 8.0}
        return Table(cls.order, 3, A, np.array([*at.C, 1.0]), np.ones((1, 3)), np.zeros((0, 4)), **control)
