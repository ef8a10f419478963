"""The applied forces of a tree, and its constraint rows, behind its model (`kernels/layout.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.arrays.forces import LawTable
from snodo.formulations.arrays.writer import ModelWriter
from snodo.formulations.parts.constraint_rows import RowBuilder
from snodo.formulations.parts.forces import Law
from snodo.mechanism.measures import PartRows

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Flat


def attach(flat: Flat, laws: list[Law], all_rows: list[PartRows], builder: RowBuilder, reference: np.ndarray) -> None:
    """Write laws and constraint rows behind the model of a tree; `reference` are its coordinates as drawn."""
    table = TreeLaws(flat, builder, reference)
    measures = [table.rows.counted(builder.counter(name)) for name in flat.counters]
    header = table.write(laws, all_rows, flat.header.nv) | table.rows.counting(measures)
    flat.model, flat.keep_alive = np.concatenate([flat.model, table.store.done()]), table.store.keep_alive
    flat.shorter = table.rows.shorter
    flat.forces, flat.constraints, flat.works, flat.measured = laws, all_rows, table.works, table.measured
    for name, value in {**header, "speeds": flat.header.nv}.items():
        setattr(flat.header, name, value)


class TreeLaws(LawTable):
    """Writes the laws of one tree."""

    def __init__(self, flat: Flat, builder: RowBuilder, reference: np.ndarray) -> None:
        from snodo.formulations.tree.row_table import TreeRowTable

        store = ModelWriter(first=flat.model.size)
        rows = TreeRowTable(flat, store, reference, builder.angles, builder.geometry.size())
        super().__init__(rows, builder.geometry.dimension, builder)
        self.places = {place.branch.joint.name: place for place in flat.places}

    def _row(self, row: Any, law: Law) -> None:
        """A law on a joint that the tree carries acts on its coordinate."""
        super()._row(row, law)
        if law.joint and law.quantity is None:
            place = self.places[law.joint]
            row.iq, row.iv = place.q.start, place.v.start
