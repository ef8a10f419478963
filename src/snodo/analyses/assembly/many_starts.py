"""Starts of many members of a family, whose models are given as numbers: by compiled steps, where these determine them.

The steps are those of `closing.py`: a member's start is that of `assemble` for its mechanism, to rounding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.closing import CLOSED
from snodo.analyses.assembly.targets import wanted_values
from snodo.compiled import Compiled, Family
from snodo.formulations.series.elastic_joints import rigid_twin
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
KERNELS = Compiled("snodo.analyses.assembly.kernels", Family("starts of members of a family", "starting.begin"))
FOUND = 0
OTHERS, COUNTED = "coordinates that are not those of velocities", "counted turns"
Row = tuple[Array, float | None]
"""A constant gradient, and the value as drawn."""


class Starts:
    """Finds starts of members of a bound formulation; `reason` says why it cannot, in words."""

    def __init__(self, F: Formulation, values: Mapping[str, float]) -> None:
        """values: initial values of the kind that the members have; their numbers may differ."""
        self.F, self.names = F, list(values)
        self.reason = _why_not(F)
        if self.reason:
            return
        positions, speeds = wanted_values(F, dict(values), ())
        drawn = F.reference()[0]
        places = [self._row(w.name, w.quantity, drawn) for w in positions]
        rates = [self._row(w.name, w.quantity, drawn) for w in speeds]
        known = {w.name for w in (*positions, *speeds)}
        if None in (*places, *rates) or known != set(self.names):
            self.reason = "initial values that are not coordinates"
            return
        self._W, self._drawn_values = _stacked(places, F.nv)
        self._S, _ = _stacked(rates, F.nv)
        self._at = [self.names.index(w.name) for w in positions], [self.names.index(w.name) for w in speeds]
        self._prepare([np.array([w.unit == "m" for w in own], bool) for own in (positions, speeds)])

    def _row(self, name: str, quantity: Any, drawn: Array) -> Row | None:
        """The constant gradient of what is wanted, and its value as drawn; None: that is where the coordinate is."""
        F, row = self.F, np.zeros(self.F.nv)
        for names in (F.coordinate_names, F.velocity_names):
            if name in names:
                row[names.index(name)] = 1.0
                return row, None
        if F.name != "planar" or quantity.kind != "turn":
            return None
        for body, sign in ((quantity.j, 1.0), (quantity.i, -1.0)):
            if body < len(F.body_names):
                row[3 * body + 2] += sign
        return row, float(F.motion.value(quantity, drawn))

    def _prepare(self, in_m: list[Array]) -> None:
        """Sizes and space; in_m: which of the wanted values, and of the speeds, are lengths."""
        F = self.F
        self._level = F.velocity_rows.astype(float)
        units = np.array([unit == "m" for unit in F.row_units], bool)
        self._in_m = [np.concatenate([units, own]) for own in in_m]
        self._natural_in_m = np.array([unit == "m" for unit in F.velocity_units], bool)
        rows = F.nc + max(own.size for own in in_m)
        self._A = np.zeros((rows, F.nv))
        terms = F.nv * F.nv + 2 * F.nv + F.nc * F.nv + 4 * F.nc + F.nq + len(F.work_names) + 16
        self._scratch = np.zeros(rows + F.nv + 60 + F.state(*F.reference()).size + terms)
        self._begin, self._verb = KERNELS.begin, F.terms.address

    def find(self, model: Array, drawn: Array, size: float, values: Array, y: Array) -> int:
        """Fill y = (q, v, …) for a member with this model, drawing, size and initial values; 0 if it was found."""
        F = self.F
        changes = values[self._at[0]]
        for k, at_drawn in enumerate(self._drawn_values):
            changes[k] -= float(self._W[k] @ drawn) if at_drawn is None else at_drawn
        y[: F.nq] = drawn
        if not F.nc and F.name == "tree":
            return self._set(y, changes, values)
        sizes = [np.where(own, size, 1.0) for own in self._in_m]
        natural = np.where(self._natural_in_m, size, 1.0)
        given = values[self._at[1]]
        return int(
            self._begin(
                self._verb,
                model,
                y,
                drawn,
                self._W,
                changes,
                self._S,
                given,
                self._level,
                *sizes,
                natural,
                CLOSED,
                self._scratch,
                self._A,
            )
        )

    def _set(self, y: Array, changes: Array, values: Array) -> int:
        """In an open tree, values are set."""
        y[: self.F.nq] += changes @ self._W
        y[self.F.nq : self.F.nq + self.F.nv] = values[self._at[1]] @ self._S
        return FOUND


def as_drawn(F: Formulation, names: Sequence[str]) -> list[int] | None:
    """Places in v of initial speeds that move joints of a tree, and nothing that closes its loops; else None.

    Where rows allow it, all other joints then rest: the rule of `assemble` is met.
    """
    if any(name not in F.velocity_names for name in names) or (names and F.name != "tree"):
        return None
    reason = _why_not(F)
    if reason and reason not in (OTHERS, COUNTED):
        return None
    wanted = {F.velocity_names.index(name) for name in names}
    movers: dict[str, frozenset[int]] = {GROUND: frozenset()}
    for place in F.flat.places if wanted else ():
        own = movers.get(place.branch.base)
        if own is None:
            return None
        movers[place.branch.body] = own | frozenset(range(place.v.start, place.v.stop))
    for joint in F.mechanism.joints.values() if wanted else ():
        moved = wanted & (movers.get(joint.parent, frozenset()) ^ movers.get(joint.child, frozenset()))
        if moved and joint.name not in F.joint_places:
            return None
    return [F.velocity_names.index(name) for name in names]


def _stacked(rows: Sequence[Row | None], nv: int) -> tuple[Array, list[float | None]]:
    """Gradients as a matrix, and the values as drawn."""
    found = [row for row in rows if row is not None]
    return np.array([gradient for gradient, _ in found]).reshape(-1, nv), [value for _, value in found]


def _why_not(F: Formulation) -> str:
    """Why starts are found one by one, in words; empty if they need not be."""
    if F.nq != F.nv or F.name not in ("planar", "tree"):
        return OTHERS
    if F.name == "tree" and F.flat.counters:
        return COUNTED
    if F.general_rows.any():
        return "rows that are not linear in the velocities"
    if F.mechanism.initial_guess:
        return "an initial guess"
    if any("reference" in joint.expressions for joint in F.mechanism.joints.values()):
        return "coordinates whose value as drawn is a parameter"
    return "elastic joints" if rigid_twin(F) is not None else ""
