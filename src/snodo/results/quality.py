"""A verdict on a result, in words and numbers: does the energy add up, do the joints stay closed?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.results.pulling import pulls
from snodo.results.singular import in_words

if TYPE_CHECKING:
    from snodo.results.result import Result

AT_REST = 1e-3
"""Part of the natural energy below which a mechanism counts as standing still."""
GOOD, FAIR = 1e-6, 1e-3
"""Relative errors up to which a result counts as good, and as fair."""


NO_ROW = "none"


@dataclass(frozen=True)
class Quality:
    """Energy balance and constraint drift, each against the natural size of what it measures."""

    energy_error: float
    """Largest |energy − start − work| [J]."""
    energy_scale: float
    """Largest energy exchanged [J]."""
    position_drift: float
    """Largest violation of a constraint, relative to the size of the mechanism (or in rad)."""
    velocity_drift: float
    """Largest violation of a constraint's rate, relative to the largest speed."""
    worst_row: str
    """The constraint row that is violated most."""
    status: str
    kind: str = "dynamics"
    undetermined: tuple[str, ...] = ()
    """Joints, constraints and drivers whose reactions redundant constraints leave open."""
    method: str = ""
    """The constraint method with its parameters,"""
    integrator: str = ""
    """and the integrator with its own."""
    remark: str = ""
    """What else there is to know."""
    missed: tuple[str, ...] = ()
    """What happened between the steps, in sentences (`results/seen.py`)."""

    @property
    def energy_relative(self) -> float:
        """Energy error against the energy exchanged."""
        return 0.0 if self.energy_scale == 0 else self.energy_error / self.energy_scale

    @property
    def verdict(self) -> str:
        """`good`, `fair` or `poor`."""
        worst = np.max([self.energy_relative, self.position_drift, self.velocity_drift])
        if not np.isfinite(worst) or self.missed:
            return "poor"
        return "good" if worst <= GOOD else "fair" if worst <= FAIR else "poor"

    def __str__(self) -> str:
        balance = f"energy balance {self.energy_relative:.1e} of the energy exchanged ({self.energy_error:.2e} J)"
        words = [f"{self.verdict}: {balance}"]
        if self.worst_row != NO_ROW:
            drift = f"joints closed to {self.position_drift:.1e} of the size"
            words.append(f"{drift}, {self.velocity_drift:.1e} of the largest speed")
        if self.verdict != "good":
            words += [f"the row violated most is {self.worst_row}"] if self.worst_row != NO_ROW else []
            words.append(self._advice())
        if self.undetermined:
            words.append(
                f"the reactions of {', '.join(self.undetermined)} are one choice of many: sn.doctor tells more"
            )
        if self.status != "finished":
            words.append("the run failed before its end" if self.status == "failed" else f"the run was {self.status}")
        words += [*self.missed, *([self.remark] if self.remark else [])]
        return "; ".join(words)

    def _advice(self) -> str:
        if self.kind == "inverse dynamics":
            return "the velocities or accelerations are not those of the coordinates, or the samples are too few"
        if self.kind == "kinematics":
            return "the work is summed over the rows: ask for a shorter time between them"
        finer = "take a smaller step" if self.integrator.startswith("RK4") else "ask for a smaller tolerance"
        worst = max(self.position_drift, self.velocity_drift)
        if self.method.startswith("Penalty") and worst > max(GOOD, self.energy_relative):
            return self._stiffer()
        if self.position_drift <= GOOD or self.method.startswith("Projection") or "projection=True" in self.method:
            return finer
        return f"{finer}, or {'projection=True' if 'projection=False' in self.method else 'method=projection'}"

    def _stiffer(self) -> str:
        """Springs give way by λ / K: the violation goes like 1/K, and K like the square of the penalty's factor."""
        softness = max(self.position_drift, self.velocity_drift) / GOOD
        design = "the constraints are springs, and give way by design"
        return f"{design}: a stiffness {softness:.2g} times as large (a factor {softness**0.5:.2g} times) makes it good"


def judge(result: Result) -> Quality:
    """Measure a result."""
    F = result.formulation
    if not result.time.size:
        return Quality(np.nan, 1.0, np.nan, np.nan, "unknown, there are no rows", str(result.info["status"]))
    energies = result._energies()
    exchanged = max((float(np.ptp(energies[k])) for k in ("kinetic", "gravitational", "elastic")), default=0.0)
    work = float(np.abs(result.works).max(initial=0.0))
    largest = float(np.abs(energies["kinetic"]).max(initial=0.0))
    scale = F.row_scale
    gaps = np.abs(result.found["violation"]) / scale if F.nc else np.zeros((1, 1))
    rates = np.abs(result.found["violation_rate"]) / scale if F.nc else np.zeros((1, 1))
    lengths = F.velocity_scale
    fastest = float(np.abs(result.v / lengths).max(initial=0.0))
    worst = int(gaps.max(axis=0).argmax()) if gaps.size else 0
    return Quality(
        energy_error=float(np.abs(energies["balance"]).max(initial=0.0)),
        energy_scale=max(exchanged, work, largest, AT_REST * _natural_energy(F)),
        position_drift=float(gaps.max(initial=0.0)),
        velocity_drift=float(rates.max(initial=0.0)) / max(fastest, 1e-12)
        if fastest > 1e-12
        else float(rates.max(initial=0.0)),
        worst_row=F.row_names[worst] if F.nc else NO_ROW,
        status=str(result.info.get("status", "finished")),
        kind=str(result.info.get("kind", "dynamics")),
        undetermined=tuple(result.undetermined or ()),
        method=str(result.info.get("method", "")),
        integrator=str(result.info.get("integrator", "")),
        remark="; ".join([*_singular(result), *pulls(result)]),
        missed=tuple(result.info.get("missed", ())),
    )


def _singular(result: Result) -> list[str]:
    return [in_words(result.singular_passes)] if result.singular_passes else []


def _natural_energy(F: Any) -> float:
    """The energy of lifting the whole mechanism by its own size (or of moving it at its size per second) [J]."""
    gravity = float(np.linalg.norm(F.mechanism.gravity))
    return float(F.total_mass) * F.size * (gravity or F.size)
