"""Several mechanisms of one structure side by side in SIMD lanes (`kernels/members.py`): which can, and their model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.connected import VERBS
from snodo.formulations.loads import following, rubbing
from snodo.formulations.parts.capstans import capstans
from snodo.math.aligned import aligned_zeros
from snodo.math.kernels.record_layout import PythonTable, column, hints, places_of_whole_numbers

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
STATES = "evaluate", "factor", "solve", "displace", "rates", "method", "gap", "culprit", "prepared", "factored"
"""Whole numbers of a header that do not say how a model is built."""


class Members:
    """Models of one structure as one; the last one fills what is missing.

    Parameters
    ----------
    F : Formulation
        One of them, bound: its structure.
    models : array
        Their numbers (member, number), like those of `F.model`, with the same whole numbers.
    """

    def __init__(self, F: Formulation, models: Array) -> None:
        from snodo.formulations.kernels.members import MEMBERS

        self.lanes = MEMBERS
        rows = np.vstack([models, *[models[-1:]] * (MEMBERS - len(models))])
        self.model = aligned_zeros(2 * rows.size)
        self.model[: rows.size], self.model[rows.size :] = rows.ravel(), rows.T.ravel()
        head: Any = PythonTable(F.layout.Header, self.model, 0)[0]
        head.beside, head.elements_at, head.factored = MEMBERS - 1, rows.size, 0
        for word in VERBS:
            setattr(head, word, getattr(F.in_lanes, word).address)
        at = F.soft_places
        self.memory = (rows.size + (at.diagonal + at.rows) * MEMBERS, at.rows * MEMBERS) if F.nc else (-1, 0)

    def interleaved(self, rows: Sequence[Array] | Array) -> Array:
        """One row for each member, number by number; the last row fills what is missing."""
        filled = [*rows, *[rows[-1]] * (self.lanes - len(rows))]
        return np.stack(filled, axis=1).ravel()

    def row(self, states: Array, lane: int) -> Array:
        """The states (…, n) of one member out of those of all."""
        return np.ascontiguousarray(states[..., lane :: self.lanes])


def why_not(F: Formulation) -> str:
    """Why mechanisms like this one cannot run in lanes, in words; empty if they can."""
    return next(_obstacles(F), "")


def _obstacles(F: Formulation) -> Iterator[str]:
    if F.in_lanes is None:
        yield f"formulation {F.name}{' with constraint rows' if F.nc else ''}"
        return
    loaded = [*following(F.mechanism), *rubbing(F.mechanism), *capstans(F.mechanism)]
    for part in loaded:
        yield f"{part.title} follows reactions"
    if F.number_names:
        yield f"{F.builder.numbers[0].part.title}"
    for law in F.flat.measured:
        yield f"{law.part.title} depends on the motion"
    for part in (*F.flat.constraints, *F.flat.forces):
        if part.written is not None:
            yield f"{part.part.title} has equations of the user"
    yield from F.obstacles_to_lanes()
    if by_fronts(F):
        yield "rows that meet so much that they are factored by fronts"


def by_fronts(F: Formulation) -> bool:
    """Whether S is factored by dense fronts, which have no lanes."""
    from snodo.math.kernels.plan import Plan

    head = F.flat.header
    return bool(head.rows and PythonTable(Plan, F.model, head.plan_at)[0].fronts)


def differ(first: Formulation, F: Formulation) -> str:
    """In what two mechanisms differ that members of a group must share, in words; empty if in nothing."""
    if F is first:
        return ""
    same = F.model.size == first.model.size and np.array_equal(_structure(F), _structure(first))
    return "" if same else "the mechanisms differ in structure, not only in numbers"


def _structure(F: Formulation) -> Array:
    """All whole numbers of a model that say how it is built, and the kinds of its functions of time."""
    head, ints = F.flat.header, F.model.view(np.int64)
    words = [word for word, kind in hints(F.layout.Header).items() if kind is int and word not in STATES]
    found = [np.array([getattr(head, word) for word in words], np.int64)]
    for row, start, count, functions in F.tables():
        found.append(ints[places_of_whole_numbers(row, start, count)])
        for word in functions:
            places = np.ascontiguousarray(column(row, word, F.model, start, count)).view(np.int64).ravel()
            found.append(F.model[places[places >= 0]].astype(np.int64))
    return np.concatenate(found)
