"""The controllers of a run as numbers that the compiled loop reads (`kernels/sampling.py`), and calls back from it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.errors import RunError
from snodo.formulations.arrays.writer import ModelWriter
from snodo.math.kernels.record_layout import packed, size
from snodo.simulation.sampled import Sampled

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

KERNELS = Compiled("snodo.simulation.kernels", Family("samples of controllers", "sampling.sampler"))
CALLED = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_double, *[ctypes.c_void_p] * 3)
"""The signature of what the loop calls back, `_jit.USER`: it finds its numbers without the pointers."""
LONGEST = 0.15
"""Time [s] for which Python functions are called before the loop is left, so that Ctrl-C is heard."""


class SampleTable:
    """Formulas, places and Python functions of the controllers of a run."""

    def __init__(self, F: Formulation, controllers: Sequence[Sampled], begin: float) -> None:
        from snodo.simulation.kernels.sampling import Controller, Samples

        F.connect()
        self._alive: list[Any] = []
        self.error: BaseException | None = None
        """What a Python function raised in the loop."""
        self.entered = perf_counter()
        """When the loop was entered [s]."""
        self._first = F.nq + F.nv + len(F.work_names)
        head, calls = size(Samples), [controller.part.function is not None for controller in controllers]
        store = ModelWriter(head)
        records = [self._record(store, F, controller) for controller in controllers]
        table_at = store.floats(packed(Controller, records))
        self.numbers = store.done()
        found = Samples(self._first, len(F.number_names), len(records), table_at, begin)
        self.numbers[:head] = packed(Samples, [found])
        at = table_at + Controller._fields.index("address")
        for k, controller in enumerate(controllers):
            if calls[k]:
                place = at + k * size(Controller)
                self.numbers.view(np.int64)[place] = self._address(controller, records[k])

    def _record(self, store: ModelWriter, F: Formulation, controller: Sampled) -> Any:
        from snodo.simulation.kernels.sampling import Controller

        places = [k for stage in (controller.outputs, *controller.waiting) for k in stage]
        memory, keys = list(controller.remembers.values()), controller.keys
        outputs = len(controller.outputs)
        return Controller(
            every=controller.part.every,
            due=0,
            outputs=outputs,
            delay=len(controller.waiting),
            place_at=store.ints([self._first + k for k in places]),
            memories=len(memory),
            memory_at=store.ints([self._first + k for k in memory]),
            formulas=len(keys),
            formula_at=store.ints([F.builder.reading_places[key] for key in keys]),
            read_at=store.zeros(len(keys)),
            value_at=store.zeros(outputs + len(memory)),
            address=0,
        )

    def _address(self, controller: Sampled, record: Any) -> int:
        """The address of a function that calls back into Python."""
        alive = CALLED(self._callback(controller, record))
        self._alive.append(alive)
        return ctypes.cast(alive, ctypes.c_void_p).value or 0

    def _callback(self, controller: Sampled, record: Any) -> Callable[..., int]:
        from snodo.integrators.ode.kernels.samples import DONE, REFUSED, REST

        read = self.numbers[record.read_at : record.read_at + record.formulas]
        values: Any = memoryview(self.numbers.data)[
            record.value_at : record.value_at + record.outputs + record.memories
        ]
        places = [(name, k) for k, name in enumerate(controller.memory, record.outputs)]

        function, outputs = controller.function, record.outputs

        def callback(t: float, *_: int) -> int:
            try:
                answer = function(t, read.copy(), {name: values[k] for name, k in places})
                if not _written(answer, values, outputs, places):
                    gives, memory = controller.understood(answer)
                    for k, x in enumerate((*gives, *(memory[name] for name, _ in places))):
                        values[k] = x
            except BaseException as error:  # it cannot pass through the loop, and is raised behind it
                raised = isinstance(error, Exception) and not isinstance(error, RunError)
                self.error = controller.error_of(error) if raised else error
                return REFUSED
            return REST if perf_counter() - self.entered > LONGEST else DONE

        return callback


def _written(answer: Any, values: Any, outputs: int, places: Sequence[tuple[str, int]]) -> bool:
    """Write an answer in the usual form, numbers in a list or tuple and a dictionary; False if it is another."""
    after: dict[str, Any] = {}
    if type(answer) is tuple and len(answer) == 2 and type(answer[1]) is dict:
        answer, after = answer
    if type(answer) not in (list, tuple) or len(answer) != outputs or len(after) != len(places):
        return False
    try:
        for k, x in enumerate(answer):
            values[k] = x
        for name, k in places:
            values[k] = after[name]
    except (KeyError, TypeError, ValueError):
        return False
    return True
