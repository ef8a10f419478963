"""The choice of the integrator: explicit steps, and implicit ones where stiffness limits them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.integrators.base import AdaptiveStep
from snodo.integrators.dae.radau import Radau
from snodo.integrators.explicit.dop853 import DOP853
from snodo.integrators.ode.tables import Table


@dataclass(frozen=True)
class Auto(AdaptiveStep):
    """DOP853, replaced by Radau where stiffness, not accuracy, limits its steps; the default.

    Runs that need many evaluations are examined from time to time: the largest rate ρ of the motion is estimated, and
    where steps h are as long as stability allows (ρ h > 2), a few steps of Radau are tried. The run continues with
    Radau if these are several times as long, and returns to DOP853 when ρ h is small again. `result.info["chosen"]`
    says what was chosen and why. Short runs are not examined, and a constraint method given by the user is kept.

    Parameters
    ----------
    rtol, atol, first_step, max_step : float, optional
        As for the other adaptive methods.

    Examples
    --------
    >>> result = sn.simulate(pendulum, 0.5, integrator="auto")
    >>> result.info["integrator"].startswith("DOP853")
    True
    """

    name: ClassVar[str] = "auto"
    cites: ClassVar[tuple[str, ...]] = ("HairerNorsettWanner1993", "HairerWanner1996")
    order: ClassVar[int] = DOP853.order

    @classmethod
    def coefficients(cls) -> Table:
        """Those of DOP853, with which it begins."""
        return DOP853.coefficients()

    @property
    def explicit(self) -> DOP853:
        """The integrator of motions that are not stiff."""
        return DOP853(self.rtol, self.atol, self.first_step, self.max_step)

    @property
    def implicit(self) -> Radau:
        """The integrator of stiff motions."""
        return Radau(max(self.rtol, Radau.smallest_rtol), self.atol, None, self.max_step)
