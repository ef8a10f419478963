"""A growing flat array of float64: what kernels read as their `model`, written piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.math.aligned import LINE, aligned_copy
from snodo.math.captured import Captured
from snodo.math.repeatable import Witness
from snodo.mechanism.functions.python_function import PythonFunction
from snodo.mechanism.functions.time_function import Function


@dataclass(frozen=True)
class BoundFunction:
    """A Python function of time as it was bound."""

    of: PythonFunction
    held: Captured | None = None
    """The values other than t that its formula keeps."""
    witness: Witness | None = None
    """Calls of a run, to be repeated."""

    @property
    def function(self) -> Callable[[Any], Any]:
        """The function itself."""
        return self.of.function


class ModelWriter:
    """Numbers one after the other; integers are kept bitwise.  `first` is the place of the first one in the model."""

    def __init__(self, header: int = 0, first: int = 0) -> None:
        self._parts: list[np.ndarray] = [np.zeros(header)]
        self.size = first + header
        self.keep_alive: list[Any] = []
        """What the addresses in the array point to."""
        self.stack = 8
        """Scratch that the functions of time need."""
        self._functions: dict[int, int] = {}
        self._once: dict[int, int] = {}

    def once(self, packed: Any) -> int:
        """Add the numbers `pack` of a curve, once for each; returns their index."""
        if id(packed) not in self._once:
            self._once[id(packed)] = self.floats(packed.pack)
            self.keep_alive.append(packed)
        return self._once[id(packed)]

    def numbers(self, values: Any) -> int:
        """Add integers or floats, by the type of the array; returns their index."""
        return self.ints(values) if np.asarray(values).dtype.kind == "i" else self.floats(values)

    def floats(self, values: Any) -> int:
        """Append numbers; returns where they start."""
        block = np.ascontiguousarray(values, dtype=np.float64).ravel()
        self._parts.append(block)
        self.size += block.size
        return self.size - block.size

    def ints(self, values: Any) -> int:
        """Append integers; returns where they start."""
        return self.floats(np.ascontiguousarray(values, dtype=np.int64).ravel().view(np.float64))

    def zeros(self, count: int) -> int:
        """Append scratch; returns where it starts."""
        return self.floats(np.zeros(count))

    def aligned_zeros(self, count: int) -> int:
        """The same, from the next line of the cache on: a place that LINE divides."""
        self.zeros(-self.size % LINE)
        return self.zeros(count)

    def function(self, function: Function) -> int:
        """Append a function of time, the same object once; returns where it is packed."""
        if id(function) not in self._functions:
            address = self._called(function) if isinstance(function, PythonFunction) else 0
            self.stack = max(self.stack, function.scratch)
            self.keep_alive.append(function)
            self._functions[id(function)] = self.floats(function.pack(address))
        return self._functions[id(function)]

    def _called(self, function: PythonFunction) -> int:
        """The address of a function that must be called; of one with a formula, only what the formula holds is kept."""
        if function.compiled:
            self.keep_alive.append(BoundFunction(function, function.captured))
            return 0
        from snodo import _jit

        witness = Witness(function.called)
        address, alive = _jit.address_of_python(function.callback(witness))
        self.keep_alive += [alive, BoundFunction(function, witness=witness)]
        return address

    def done(self) -> np.ndarray:
        """The array, which begins at a line of the cache."""
        return aligned_copy(*self._parts)
