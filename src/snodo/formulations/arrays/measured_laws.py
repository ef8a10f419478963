"""Laws over measures to arrays: the formula, its inputs and its scratch (`math/kernels/measured_formula.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from snodo.formulations.arrays.writer import ModelWriter
from snodo.math.kernels.measured_formula import MEASURED, RECORD, MeasuredLaw
from snodo.math.kernels.record_layout import PythonTable, packed, size
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.part import Part


class PackedLaw:
    """A law in a model: where it is, and the record that is completed when all tables have their places."""

    def __init__(
        self, store: ModelWriter, part: Part, function: MeasuredFormula, address: int, kind: Any, inputs: list[Any]
    ) -> None:
        """Write the function of a part: inputs are records of a kind."""
        self.part, self.function = part, function
        n, program = len(inputs), function.program
        self.numbers = np.zeros(RECORD + size(MeasuredLaw))
        self.numbers[0], self.numbers.view(np.int64)[1] = MEASURED, address
        self.record = PythonTable(MeasuredLaw, self.numbers, RECORD)[0]
        self.record.inputs, self.record.program_at = n, store.floats(program)
        self.record.input_at = store.floats(packed(kind, inputs))
        self.record.jets_at, self.record.slopes_at = store.zeros(3 * (n + 2)), store.zeros(n)
        self.at = store.floats(self.numbers)
        store.stack = max(store.stack, 3 + 3 * int(program[2]))
        store.keep_alive.append(function)

    def inputs_of(self, model: np.ndarray) -> dict[str, float]:
        """The inputs of its last evaluation, by name."""
        first = self.record.jets_at + 3
        return {name: float(model[first + 3 * k]) for k, name in enumerate(self.function.names)}


def complete(laws: Iterable[PackedLaw], measure_at: int, term_at: int) -> None:
    """Tell the laws where the tables of measures and terms are."""
    for law in laws:
        law.record.measure_at, law.record.term_at = measure_at, term_at
