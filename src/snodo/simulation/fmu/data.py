"""A simulator as data for C: its block and models, and which addresses of functions belong where.

A model has the addresses of its compiled functions among its numbers.  Whole numbers are kept bitwise in float64, where
addresses, and nothing else, are between 2³² and 2⁴⁷: they are found by that, and each must be that of a function of
ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.simulation.stepping.compiled_steps import BY_ADDRESS, CompiledSteps

Array = np.ndarray
LEAST, MOST = 1 << 32, 1 << 47
STUBS = ("Py", "_Py", "numba_", "NRT_", "nrt_")
"""Beginnings of names that belong to Python: what compiled functions never reach without it."""


@dataclass
class Functions:
    """The compiled functions that are needed, with names for C."""

    cpu: str
    codes: dict[str, Any] = field(default_factory=dict)
    """Object code by symbol."""
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, function: Any) -> str:
        """Its name in C."""
        from snodo import _jit

        code = _jit.object_file(function, self.cpu)
        self.codes.setdefault(code.symbol, code)
        number = self.numbers.setdefault(code.symbol, len(self.numbers))
        return f"function_{number}"

    def declarations(self) -> Iterable[str]:
        """All of them, and what stands for the names of Python."""
        for symbol, number in self.numbers.items():
            yield f'extern void function_{number}(void) __asm__("{symbol}");'
        codes = self.codes.values()
        for name in sorted({name for code in codes for name in code.functions if name.startswith(STUBS)}):
            yield f'__attribute__((visibility("hidden"))) void *{name}(void) {{ abort(); return 0; }}'
        for name in sorted({name for code in codes for name in code.variables if name.startswith(STUBS)}):
            yield f'__attribute__((visibility("hidden"))) char {name}[256];'


def model_data(steps: CompiledSteps, functions: Functions, start: Sequence[float], guid: str) -> str:
    """The text of `model_data.h`."""
    from snodo.math.kernels.record_layout import place
    from snodo.simulation.kernels.block import Stepper

    reader = steps.outputs.reader
    step = functions.add(BY_ADDRESS.step_by_address)
    rate, project = functions.add(steps.bound.rate), functions.add(steps.bound.correct)
    places = {f"{word.upper()}_AT": place(Stepper, word) for word in ("rate", "project", "model", "reader", "stops")}
    places["CLOCK_AT"] = int(steps.stepper.copy_at)
    places["BASE_AT"] = places["CLOCK_AT"] + steps.clock.shape[1] + steps.count.shape[1]
    sizes = {"INPUTS": steps.u.size, "OUTPUTS": steps.out.size, "BLOCK_SIZE": steps.block.size}
    block = steps.block.copy()
    for word in ("rate", "project", "model", "whole", "reader", "stops"):
        block[place(Stepper, word)] = 0.0
    lines = [f'#define GUID "{guid}"', f"#define READS {int(reader is not None)}"]
    lines += [f"#define {name} {value}" for name, value in {**places, **sizes}.items()]
    tables = [
        _numbers("BLOCK", block),
        *_model("MODEL", steps.bound.model, steps.F, functions),
        *(_model("READER", reader.model, reader, functions) if reader is not None else _nothing("READER")),
        _numbers("STOPS", steps.stops.ravel()),
        "static const double START[] = {" + ", ".join([float(x).hex() for x in start] or ["0.0"]) + "};",
    ]
    macros = [
        f"#define STEP ((int64_t (*)(int64_t, double, double *, double *, double *)){step})",
        f"#define RATE {rate}",
        f"#define PROJECT {project}",
    ]
    return "\n".join([*lines, *functions.declarations(), *tables, *macros, ""])


def _model(name: str, model: Array, F: Any, functions: Functions) -> list[str]:
    """The numbers of a model of a formulation, without its addresses, and where these belong."""
    from snodo import _jit

    numbers = model.copy()
    bits = numbers.view(np.int64)
    places = np.flatnonzero((bits >= LEAST) & (bits < MOST))
    found = []
    for at in places:
        function = _jit.function_at(int(bits[at]))
        if function is None:
            raise _refused(F)
        found.append(functions.add(function))
    bits[places] = 0
    listed = ", ".join(f"{at}" for at in places) or "0"
    called = ", ".join(found) or "0"
    return [
        _numbers(name, numbers),
        f"#define {name}_ADDRESSES {places.size}",
        f"static const size_t {name}_PLACES[] = {{{listed}}};",
        f"static void (*const {name}_FUNCTIONS[])(void) = {{{called}}};",
    ]


def _nothing(name: str) -> list[str]:
    empty = f"static void (*const {name}_FUNCTIONS[])(void) = {{0}};"
    return [
        _numbers(name, np.zeros(1)),
        f"#define {name}_ADDRESSES 0",
        f"static const size_t {name}_PLACES[] = {{0}};",
        empty,
    ]


def _numbers(name: str, values: Array) -> str:
    """An array of numbers, bit by bit."""
    bits = np.ascontiguousarray(values, float).view(np.uint64)
    rows = (", ".join(f"0x{x:x}u" for x in bits[k : k + 8]) for k in range(0, bits.size, 8))
    return f"static const uint64_t {name}[] = {{\n" + ",\n".join(rows) + "\n};"


def _refused(F: Any) -> UnsupportedError:
    """A function that is called back in Python."""
    written = [x for x in F.described() if x.written is not None]
    parts = [x.part for x in F.described() if any(type(f).__name__ == "PythonFunction" for f in x.functions)]
    parts = parts or [x.part for x in written]
    title = parts[0].title if parts else "a part of the mechanism"
    what = f"{title} is a function in Python, which an FMU cannot call"
    return UnsupportedError(Problem(what, "write it as a formula", parts[0].where if parts else ""))
