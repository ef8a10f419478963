"""A verdict on a result, in words and numbers.

It covers how accurately the equations of the mechanism were solved: the motion and the reactions against a tighter twin
run, the energy in every connected group of bodies, the closure of the joints; and what the equations are known to miss
(friction that creeps, forces that were stepped over).  It does not cover whether the mechanism describes the machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.math.rows_on_disk import largest
from snodo.notebook import letter
from snodo.results.quality.creep import worst_creep
from snodo.results.quality.energy_balance import worst_balance
from snodo.results.quality.error_estimates import Accuracy, accuracy_of
from snodo.results.quality.lifted_cables import lifts
from snodo.results.quality.pressing import pressed_in
from snodo.results.quality.pulling import pulls
from snodo.results.quality.table_ranges import left_tables
from snodo.singular.report import in_words

if TYPE_CHECKING:
    from snodo.results.result import Result

GOOD, FAIR = 1e-6, 1e-3
"""Relative errors up to which a result counts as good, and as fair."""
FEEDS = 0.9
"""ρ of forces that follow reactions from which on they nearly have no unique solution."""
AT_REST = 1e-9
"""Way during a run, in sizes of the mechanism, up to which it counts as at rest."""

NO_ROW = "none"
COVERS = "The verdict covers how accurately the equations were solved, not whether they describe the machine."


@dataclass(frozen=True)
class Quality:
    """Estimated error, energy balance and constraint drift, each against the natural size of what it measures.

    The verdict covers how accurately the equations were solved, not whether they describe the machine.
    """

    energy_error: float
    """Largest |energy − start − work| [J], of the group of connected bodies in which it is relatively worst."""
    energy_scale: float
    """Largest energy exchanged [J]."""
    position_drift: float
    """Largest violation of a constraint, relative to the size of the mechanism (or in rad)."""
    velocity_drift: float
    """Largest violation of a constraint's rate, relative to the largest speed."""
    worst_row: str
    """The constraint row with the largest violation."""
    status: str
    kind: str = "dynamics"
    undetermined: tuple[str, ...] = ()
    """Joints, constraints and drivers whose reactions are not uniquely determined because of redundant constraints."""
    method: str = ""
    """The constraint method with its parameters."""
    fixed_step: bool = False
    """Whether all steps had the same length."""
    remark: str = ""
    """Further remarks."""
    accuracy: Accuracy | None = None
    """Estimated error of the motion and the reactions; None where nothing was integrated."""
    creep: float = 0.0
    """Distance moved by joints that dry friction would hold still, relative to the range of the coordinate."""
    missed: tuple[str, ...] = ()
    """Events that the steps missed, in words."""
    looks: tuple[str, ...] = ()
    """What needs a look although the equations were solved: with it, no verdict is `good`."""
    elastic: bool = False
    """Whether the constraints of the method yield under their forces."""
    against_drift: str = ""
    """Remedy for drifting joints; empty if they are closed after every step."""

    @property
    def energy_relative(self) -> float:
        """Energy error against the energy exchanged."""
        return 0.0 if self.energy_scale == 0 else self.energy_error / self.energy_scale

    @property
    def verdict(self) -> str:
        """`good`, `fair`, `poor`; or `unchecked`: good as far as it is known, but the error was not estimated."""
        if not np.isfinite(self.worst) or self.missed:
            return "poor"
        if self.worst > GOOD:
            return "fair" if self.worst <= FAIR else "poor"
        if self.looks:
            return "fair"
        return "good" if self.accuracy is None or self.accuracy.checked else "unchecked"

    @property
    def worst(self) -> float:
        """The largest of the relative errors."""
        estimated = self.accuracy.worst if self.accuracy is not None else 0.0
        drift = (self.position_drift, self.velocity_drift)
        return float(np.max([self.energy_relative, *drift, self.creep, estimated]))

    def __str__(self) -> str:
        return f"{self.verdict}: {'; '.join(self.findings)}"

    def _repr_html_(self) -> str:
        return letter(str(self))

    @property
    def findings(self) -> list[str]:
        """The reasons for the verdict, remedies if it is not good, and further remarks, in words."""
        balance = f"energy balance {self.energy_relative:.1e} of the energy exchanged ({self.energy_error:.2e} J)"
        words = [str(self.accuracy), balance] if self.accuracy is not None else [balance]
        words += [*self.missed, *self.looks]
        if self.worst_row != NO_ROW:
            drift = f"joints closed to {self.position_drift:.1e} of the size"
            words.append(f"{drift}, {self.velocity_drift:.1e} of the largest speed")
        if self.verdict in ("fair", "poor"):
            loose = self.worst_row != NO_ROW and not max(self.position_drift, self.velocity_drift) <= GOOD
            words += [f"the largest violation is in row {self.worst_row}"] if loose else []
            words += [] if self.worst <= GOOD and not self.missed else [self._advice()]
        if self.undetermined:
            words.append(f"the reactions of {', '.join(self.undetermined)} are not uniquely determined: see sn.doctor")
        if self.status != "finished":
            words.append("the run failed before its end" if self.status == "failed" else f"the run was {self.status}")
        return words + ([self.remark] if self.remark else [])

    def _advice(self) -> str:
        if self.kind == "inverse dynamics":
            return "the velocities or accelerations are not those of the coordinates, or the samples are too few"
        if self.kind == "kinematics":
            return "the work is integrated over the rows: use a shorter time between them"
        if self.worst <= GOOD:
            return "the equations are solved accurately, but look at what is said above"
        if self.creep >= self.worst > GOOD:
            return "a joint creeps in proportion to the smoothing speed of its friction: use a smaller one"
        finer = "use a smaller step" if self.fixed_step else "use a smaller tolerance"
        if self.accuracy is not None and self.accuracy.sensitive:
            finer = f"{finer}, or a shorter time: no tolerance can follow such a motion for long"
        worst = max(self.position_drift, self.velocity_drift)
        if self.elastic and worst > max(GOOD, self.energy_relative):
            return self._stiffer()
        if self.position_drift <= GOOD or not self.against_drift:
            return finer
        return f"{finer}, or {self.against_drift}"

    def _stiffer(self) -> str:
        """Springs yield by λ / K: the violation is proportional to 1/K, and K to the square of the penalty factor."""
        softness = max(self.position_drift, self.velocity_drift) / GOOD
        design = "the constraints are springs and yield by design"
        stiffer = f"a stiffness {softness:.2g} times as large (a factor {softness**0.5:.2g} times)"
        return f"{design}: {stiffer} closes them to {GOOD:.0e}"


def _velocity_drift(rate: float, fastest: float, duration: float) -> float:
    """Violation of a rate relative to the largest speed; of what stays at rest, the way it leads to, in sizes."""
    return rate / fastest if fastest * duration > AT_REST else rate * max(duration, 1.0)


LINEAR = ("mode", "linear")
"""Kinds of results that are motions of a linear model."""


def judge(result: Result) -> Quality:
    """Measure a result."""
    F = result.formulation
    if result.info.get("kind") in LINEAR:
        what = "this is a motion of the linear model: it solves no equations of motion, and there is no verdict on it"
        raise UnsupportedError(Problem(what, "simulate the mechanism for one"))
    if not result.time.size:
        return Quality(np.nan, 1.0, np.nan, np.nan, "unknown, there are no rows", str(result.info["status"]))
    balance, (creep, creeping) = worst_balance(result), worst_creep(result)
    scale = F.row_scale
    gaps = largest(result.found["violation"], scale) if F.nc else np.zeros(1)
    rates = largest(result.found["violation_rate"], scale) if F.nc else np.zeros(1)
    fastest = float(largest(result.v, F.velocity_scale).max(initial=0.0))
    worst = int(gaps.argmax()) if gaps.size else 0
    return Quality(
        energy_error=balance.error,
        energy_scale=balance.scale,
        position_drift=float(gaps.max(initial=0.0)),
        velocity_drift=_velocity_drift(float(rates.max(initial=0.0)), fastest, float(np.ptp(result.time))),
        worst_row=F.row_names[worst] if F.nc else NO_ROW,
        status=str(result.info.get("status", "finished")),
        kind=str(result.info.get("kind", "dynamics")),
        undetermined=tuple(result.undetermined or ()),
        method=str(result.info.get("method", "")),
        fixed_step=bool(result.info.get("fixed_order", 0)),
        remark="; ".join(
            [*_singular(result), *pulls(result), *lifts(result), *creeping, *result.info.get("event_notes", ())]
        ),
        accuracy=accuracy_of(result),
        creep=creep,
        missed=tuple(result.info.get("missed", ())),
        looks=(*_looks(result), *left_tables(result), *pressed_in(result)),
        elastic=bool(result.info.get("elastic_constraints", False)),
        against_drift=str(result.info.get("against_drift", "")),
    )


def _singular(result: Result) -> list[str]:
    return [in_words(result.singular_passes)] if result.singular_passes else []


def _looks(result: Result) -> list[str]:
    """Friction that nearly jams by itself."""
    found = result.info.get("self_feeding", {})
    if found.get("rho", 0.0) < FEEDS:
        return []
    where = f"friction of {found['name']} feeds on itself: ρ = {found['rho']:.2f} at {found['time']:.4g} s"
    return [f"{where} (from 1 on there is no unique motion)"]
