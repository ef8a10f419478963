"""Several open trees in SIMD lanes (`kernels/lanes_model.py`): which trees can, their model, their states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.base import Array

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

RUN_IN_LANES = ("spring", "coordinate", "point", "torque", "moment")
"""Kinds of laws that do."""


def lanes() -> int:
    """Number of lanes."""
    from snodo.math.kernels.lanes import LANES

    return int(LANES)


class Abreast:
    """Trees of one structure side by side; the last one fills what is missing."""

    memory = (-1, 0)
    """Nothing that an evaluation leaves for the next."""

    def __init__(self, trees: Sequence[Any]) -> None:
        self._put(trees[0], [tree.stepped_model for tree in trees])

    @classmethod
    def of_models(cls, tree: Any, models: Sequence[Array] | Array) -> Abreast:
        """Trees that are given as numbers, with the structure of one of them."""
        made = cls.__new__(cls)
        made._put(tree, models)
        return made

    def _put(self, tree: Any, models: Sequence[Array] | Array) -> None:
        self.lanes, self._entries = lanes(), tree.entries
        rows = [*models, *[models[-1]] * (self.lanes - len(models))]
        self.model = np.concatenate([np.stack(rows, axis=1).ravel(), *rows])

    @property
    def rate(self) -> Any:
        """rate(t, y, ydot, model) → status."""
        return self._entries.rate_batch

    @property
    def project(self) -> Any:
        """project(t, y, model, tolerance) → 0, or minus a status."""
        return self._entries.project_batch

    def interleaved(self, rows: Sequence[Array]) -> Array:
        """One row for each tree, number by number; the last row fills what is missing."""
        filled = [*rows, *[rows[-1]] * (self.lanes - len(rows))]
        return np.stack(filled, axis=1).ravel()

    def row(self, states: Array, lane: int) -> Array:
        """The states (…, n) of one tree out of those of all."""
        return np.ascontiguousarray(states[..., lane :: self.lanes])


def why_not(trees: Sequence[Any]) -> str:
    """Why these bound formulations cannot run in lanes; empty if they can."""
    first = trees[0]
    for F in trees:
        if F.name != "tree":
            return f"formulation {F.name}"
        if F.nc or F.flat.counters:
            return "constraint rows" if F.nc else "counted turns"
        law = next((law for law in F.flat.forces if law.kind not in RUN_IN_LANES), None)
        if law is not None:
            return f"{law.part.title} is of a kind that cannot run in lanes"
        if F.number_names:
            return f"{F.builder.numbers[0].part.title}"
        if F.flat.measured:
            return f"{F.flat.measured[0].part.title} depends on the motion"
        if F is not first and not np.array_equal(_structure(F), _structure(first)):
            return "the mechanisms differ in structure, not only in numbers"
    return ""


def _structure(tree: Tree) -> Array:
    """All whole numbers of a model that say how it is built."""
    from snodo.formulations.kernels.tables import Law
    from snodo.formulations.tree.kernels.layout import Link
    from snodo.math.kernels.record_layout import column, hints

    flat = tree.stepped
    head, found = flat.header, [np.array([flat.model.size])]
    counts = ("links", "nq", "nv", "link_at", "work_at", "freedom_at", "laws", "law_at", "wrenches", "works", "tau_at")
    found.append(np.array([getattr(head, name) for name in (*counts, "stack_at")]))
    for row, start, count in ((Link, head.link_at, head.links + 1), (Law, head.law_at, head.laws)):
        for field, kind in hints(row).items():
            if kind is int:
                found.append(_whole(column(row, field, flat.model, start, count)))
    found.append(_whole(flat.freedoms("letter")))
    return np.concatenate(found)


def _whole(numbers: Array) -> Array:
    """Whole numbers that are kept bitwise."""
    return np.ascontiguousarray(numbers).view(np.int64).ravel()
