"""One sampled controller along a run: what it reads and computes in a state, by formulas or a Python function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from snodo.errors import Problem, RunError
from snodo.formulations.parts.numbers import waiting

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.controllers import Controller

Array = np.ndarray
ROUNDINGS = 64.0 * np.finfo(float).eps
"""Relative distance of two times that are the same."""


class Sampled:
    """One controller of a bound formulation."""

    def __init__(self, F: Formulation, controller: Controller) -> None:
        self.F, self.part = F, controller
        place = {name: k for k, name in enumerate(F.number_names)}
        self.outputs = [place[name] for name in controller.outputs]
        self.waiting = [
            [place[waiting(controller, name, k)] for name in controller.outputs] for k in range(controller.delay)
        ]
        self.memory = {name: place[f"{controller.name}.{name}"] for name in controller.remembered}
        stem = controller.name
        self._gives = [f"{stem}.gives.{name}" for name in controller.outputs]
        self._then = {name: f"{stem}.then.{name}" for name in controller.then or {}}
        self._reads = [f"{stem}.reads.{k}" for k in range(len(controller.reads))]

    @property
    def keys(self) -> list[str]:
        """Keys of the formulas that are evaluated: outputs and memory, or what a function reads."""
        return self._reads if self.part.function is not None else [*self._gives, *self._then.values()]

    @property
    def remembers(self) -> dict[str, int]:
        """What it remembers after a sample, by name, with the places."""
        names = self.memory if self.part.function is not None else self._then
        return {name: self.memory[name] for name in names}

    def due(self, t: float, begin: float) -> bool:
        """Whether a sample is at t [s]."""
        every = self.part.every
        return bool(abs(begin + every * round((t - begin) / every) - t) <= ROUNDINGS * abs(t))

    def changes(self, t: float, y: Array, twice: bool) -> dict[int, float]:
        """New values of its numbers, by their places; twice: call a Python function twice with the same arguments."""
        x = self.F.numbers_in(y)
        gives, memory = self._computed(t, y, x, twice)
        found = {self.memory[name]: value for name, value in memory.items()}
        stages = [self.outputs, *self.waiting]
        for here, comes in pairwise(stages):
            found |= dict(zip(here, x[comes].tolist()))
        return found | dict(zip(stages[-1], gives))

    def _computed(self, t: float, y: Array, x: Array, twice: bool) -> tuple[Sequence[float], dict[str, float]]:
        if self.part.function is None:
            values = self.F.readings(t, y, self.keys).tolist()
            gives, memory = values[: len(self._gives)], dict(zip(self._then, values[len(self._gives) :]))
            self._must_be_finite(gives, memory)
            return gives, memory
        given = self.F.readings(t, y, self._reads) if self._reads else np.zeros(0)
        before = {name: float(x[k]) for name, k in self.memory.items()}
        found = self._called(t, given, before)
        if twice:
            self._must_repeat(found, self._called(t, given, before))
        return found

    def _must_be_finite(self, gives: Sequence[float], memory: Mapping[str, float]) -> None:
        for name, value in (*zip(self.part.outputs, gives), *memory.items()):
            if not isfinite(value):
                self._refuse(f"its {name} is {value}", "check its formulas or its function, and what it reads")

    # ---------------------------------------------------------------- a Python function
    @property
    def function(self) -> Callable[..., Any]:
        """Its Python function."""
        found: Callable[..., Any] = self.part.function  # type: ignore[assignment]
        return found

    def _called(self, t: float, given: Array, memory: Mapping[str, float]) -> tuple[list[float], dict[str, float]]:
        try:
            answer = self.function(t, given.copy(), dict(memory))
        except Exception as error:
            raise self.error_of(error) from error
        return self.understood(answer)

    def error_of(self, error: BaseException) -> RunError:
        """What a run says of an error that its function raised."""
        what = f"{self.part.title}: its function raised {type(error).__name__}: {error}"
        return RunError(Problem(what, _line_of(error), self.part.where))

    def understood(self, answer: Any) -> tuple[list[float], dict[str, float]]:
        """Outputs and memory of an answer."""
        pair = isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], Mapping)
        if self.memory and not pair:
            self._refuse(f"its function returned {answer!r}", "return (outputs, memory), the memory as a dictionary")
        outputs, after = answer if pair else (answer, {})
        found = self._outputs(outputs), self._memory(after)
        self._must_be_finite(*found)
        return found

    def _outputs(self, given: Any) -> list[float]:
        names = self.part.outputs
        if isinstance(given, Mapping):
            if set(given) != set(names):
                listed = ", ".join(map(str, given))
                self._refuse(f"its function returned the outputs {listed}", f"return {', '.join(names)}")
            given = [given[name] for name in names]
        try:
            values = np.atleast_1d(np.asarray(given, float))
        except (TypeError, ValueError):
            values = np.zeros((0, 0))
        if values.shape != (len(names),):
            what = f"its function returned {given!r} for its outputs {', '.join(names)}"
            self._refuse(what, f"return {len(names)} number{'s' * (len(names) > 1)}, in this order")
        return [float(x) for x in values]

    def _memory(self, given: Mapping[str, Any]) -> dict[str, float]:
        if given.keys() != self.memory.keys():
            listed = ", ".join(map(str, given)) or "nothing"
            self._refuse(f"its function returned the memory {listed}", f"return {', '.join(self.memory) or '{}'}")
        try:
            return {name: float(given[name]) for name in self.memory}
        except (TypeError, ValueError):
            self._refuse(f"its function returned the memory {dict(given)!r}", "return one number for each name")

    def _must_repeat(self, first: Any, second: Any) -> None:
        if repr(first) != repr(second):
            k = int(repr(first[0]) == repr(second[0]))
            verb = ("answered", "left the memory")[k]
            what = f"called twice with the same arguments, its function {verb} {first[k]}, then {second[k]}"
            self._refuse(what, "keep what it remembers in memory={…}, which is given to it and returned by it")

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise RunError(Problem(f"{self.part.title}: {what}", remedy, self.part.where))


def _line_of(error: BaseException) -> str:
    """Where the user's function raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"correct it{where}"
