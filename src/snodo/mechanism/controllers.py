"""Sampled controllers: at t₀ + k T they read the motion, compute, and hold their outputs until the next sample.

    at t_k = t₀ + k T:   u = gives(t_k, readings, memory)     memory ← then(t_k, readings, memory)

Both are computed from the memory before the sample.  The outputs are held on [t_k, t_k+1); with a delay of n samples
those of t_k−n are.  The first sample is at the start of the run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from snodo.mechanism.part import Part, given


@dataclass(kw_only=True)
class Controller(Part):
    """A controller with a period: formulas, or a Python function f(t, x, memory) → outputs and the new memory."""

    every: float = given("time", "the time between two samples")
    gives: Any = given("outputs", "its outputs by name, each with a formula; with a function, their names alone")
    then: Any = given("table_of_formulas", "the memory after the sample, by name, each with a formula", None)
    memory: Any = given("table_of_numbers", "numbers that it remembers, by name, with their values at the start", None)
    delay: int = given("count", "by how many whole samples the outputs come later", 0)
    reads: tuple[str, ...] = given("names", "what a Python function reads, in this order", ())
    function: Callable[..., Any] | None = given("anything", "Python function f(t, x, memory)", None)

    kind: ClassVar[str] = "controller"

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of its outputs."""
        return tuple(self.gives)

    @property
    def remembered(self) -> dict[str, float]:
        """Its memory at the start."""
        return dict(self.memory or {})


def silent(controller: Controller) -> Controller:
    """The same controller without its Python function: outputs and memory stay as they are."""
    same = {name: name for name in controller.remembered}
    gives = dict.fromkeys(controller.outputs, "0")
    return replace(controller, function=None, reads=(), gives=gives, then=same or None)
