"""Numbers of the state y to arrays: their values, their rates and the functions of these (`kernels/states.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from snodo.formulations.arrays.writer import ModelWriter
from snodo.formulations.kernels.states import BY_KERNEL, CONSTANT, States
from snodo.math.kernels.record_layout import packed

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder


class NumberTable:
    """Writes the numbers of one mechanism; laws need their places before the rates are packed."""

    def __init__(self, store: ModelWriter, builder: RowBuilder) -> None:
        self.store, self.builder, self.numbers = store, builder, builder.numbers
        numbers = self.numbers
        self.values_at = store.floats([number.initial for number in numbers])

    def place(self, index: int) -> int:
        """Where a number is in the model."""
        return self.values_at + index

    def functions(self, pack: Callable[[Any], int]) -> None:
        """Pack the rates and readings, before the scratch of functions is made."""
        self.builder.reading_places.update({reading.key: pack(reading) for reading in self.builder.readings})
        self._functions = [
            BY_KERNEL if number.kernel else CONSTANT if number.function is None else pack(number)
            for number in self.numbers
        ]

    def header(self, stack_at: int) -> dict[str, Any]:
        """The fields of the header, once the place of the scratch is known."""
        if not (self.numbers or self.builder.readings):
            return {}
        store = self.store
        record = States(self.values_at, store.zeros(len(self.numbers)), store.ints(self._functions), stack_at)
        return {"states": len(self.numbers), "states_at": store.floats(packed(States, [record]))}
