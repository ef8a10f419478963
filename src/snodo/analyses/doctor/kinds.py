"""The kind of every constraint: holonomic or not, scleronomic or rheonomic, on positions, Pfaffian or general.

| constraint | form | kind |
|---|---|---|
| Φ(q) = 0 | position | holonomic, scleronomic |
| Φ(t, q) = 0 | position | holonomic, rheonomic |
| A(t, q) v = b(t, q) | Pfaffian: linear in the velocities | holonomic if it can be integrated, else nonholonomic |
| c(t, q, v) = 0 | general: not linear in them | nonholonomic: derivatives of Φ are linear |

(source text 003, "Vincoli cinematici").  Whether rows on velocities can be integrated is Frobenius' test
(`integrability.py`).  Whether time matters is tried: the rows are evaluated in two configurations that are held while
time goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from snodo.analyses.doctor.integrability import Integrability
from snodo.errors import RunError

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Rows = Callable[["Formulation", Array, Array, float], Array]
"""Numbers of the rows in a state, at a time [s]."""
DURATION = 1.0
"""Of a run, if the mechanism does not say it [s]."""
INSTANTS = 33
"""Times at which the rows are compared with those at the start, over the duration of a run,"""
JACOBIANS = 8
"""of which every eighth is used for Jacobians."""
ASIDE = 1e-3
"""How far aside the second configuration is, relative to the mechanism."""
CHANGED = 1e-12
"""Change of a row, relative to its natural size, from which on it depends on time."""


FORMS = {"position": "", "pfaffian": ", Pfaffian", "general": ", general"}
"""How a letter says them."""


@dataclass(frozen=True)
class ConstraintKind:
    """What kind of constraint one joint, constraint or driver is."""

    part: str
    form: Literal["position", "pfaffian", "general"]
    """`position`: Φ(t, q) = 0; `pfaffian`: at least one row A(t, q) v = b(t, q), linear in the velocities; `general`:
    at least one row c(t, q, v) = 0 that is not."""
    holonomic: bool | None
    """Whether relations between positions would do the same; None if the test had no result."""
    scleronomic: bool
    """Whether it is independent of time."""

    @property
    def rheonomic(self) -> bool:
        """Whether it depends on time."""
        return not self.scleronomic

    def __str__(self) -> str:
        words = {True: "holonomic", False: "nonholonomic", None: "on velocities, perhaps holonomic"}[self.holonomic]
        time = "scleronomic" if self.scleronomic else "rheonomic"
        return f"{words}, {time}{FORMS[self.form]}"


def kinds(
    F: Formulation, q: Array, v: Array, parts: Iterable[str], tested: list[Integrability]
) -> list[ConstraintKind]:
    """The kind of each part, in the given order; parts without rows in the formulation are built into it."""
    timed, found = _depends_on_time(F, q, v), []
    for part in parts:
        own = np.array([owner == part for owner in F.row_parts], bool)
        on_velocities = bool(np.any(F.velocity_rows & own))
        verdict = next((one.integrable for one in tested if one.part == part), None)
        form: Literal["position", "pfaffian", "general"] = "pfaffian" if on_velocities else "position"
        if np.any(F.general_rows & own):
            form, verdict = "general", False
        found.append(ConstraintKind(part, form, verdict if on_velocities else True, not np.any(timed & own)))
    return found


def _depends_on_time(F: Formulation, q: Array, v: Array) -> Array:
    """For each row, whether Φ, Φ_v or ν changes with time while the coordinates are held."""
    timed = np.zeros(F.nc, bool)
    aside = ASIDE * np.random.default_rng(0).standard_normal(F.nv) * F.velocity_scale
    times = np.linspace(0.0, F.mechanism.run.duration or DURATION, INSTANTS)
    for place in (q, F.moved(q, aside)):
        for times_of, rows in ((times, _values), (times[::JACOBIANS], _jacobian)):
            timed |= np.any(_changed(np.array([_tried(rows, F, place, v, t) for t in times_of])), axis=1)
    return timed


def _values(F: Formulation, q: Array, v: Array, t: float) -> Array:
    return np.column_stack([F.constraints(q, t), F.nu(q, t, v=v)]) / F.row_scale[:, None]


def _jacobian(F: Formulation, q: Array, v: Array, t: float) -> Array:
    scaled: Array = F.jacobian(q, t, v=v) * F.velocity_scale / F.row_scale[:, None]
    return scaled


def _tried(rows: Rows, F: Formulation, q: Array, v: Array, t: float) -> Array:
    """The rows at one instant; a user's function that fails there tells nothing."""
    try:
        return rows(F, q, v, t)
    except RunError:
        F.forget_failures()
        return np.full_like(rows(F, q, v, 0.0), np.nan)


def _changed(values: Array) -> Array:
    """Where any later value differs from the first; values that are not finite tell nothing."""
    with np.errstate(invalid="ignore"):
        changed: Array = np.any(np.abs(values - values[0]) > CHANGED * (1.0 + np.abs(values[0])), axis=0)
    return changed
