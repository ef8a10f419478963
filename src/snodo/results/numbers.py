"""States, outputs of controllers and signals as series of a result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from snodo.formulations.series.efforts import formula_along
from snodo.formulations.series.numbers_along import numbers_along, set_along
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.states import Signals
from snodo.switching.switching import mode_writer

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.results.result import Result
    from snodo.results.series import Series


@contextmanager
def with_numbers(result: Result) -> Iterator[None]:
    """While the context lasts, laws of forces are read with the states, held numbers and set forces of a result."""
    F = result.formulation
    with ExitStack() as stack:
        if "in_mode" in result.found:
            stack.enter_context(set_along(result.time, mode_writer(F).acting_along(result.found["in_mode"])))
        if F.number_names:
            stack.enter_context(numbers_along(result.time, F.numbers_in(F.with_numbers(result.states))))
        yield


def number_series(result: Result) -> Iterator[tuple[str, Series]]:
    """Every state, output, memory (`controller.name`) and signal by its name."""
    F = result.formulation
    for k, number in enumerate(F.builder.numbers):
        if number.what == "waiting":
            continue
        label = f"{number.what} {number.name}"
        yield number.name, partial(_column, result, k, label)
    for signal in result.mechanism.signals.values():
        yield signal.name, partial(_signal, result, signal)


def usual_numbers(F: Formulation) -> dict[str, int]:
    """States and outputs of controllers, by name, and their columns among the numbers of a state."""
    return {number.name: k for k, number in enumerate(F.builder.numbers) if number.what in ("state", "output")}


def _column(result: Result, k: int, label: str) -> Any:
    return result.labelled(result.formulation.numbers_in(result.states)[:, k].copy(), label, "")


def _signal(result: Result, signal: Any) -> Any:
    F = result.formulation
    signals = Signals(result.mechanism, F.builder.geometry)
    formula = MeasuredFormula(str(signals.expression(signal.name)))
    values = formula_along(F, signal, formula, result.time, result.q, result.v)
    return result.labelled(values, f"signal {signal.name}", "")
