"""States and signals of the user: numbers with a name of their own, such as the current of a motor.

A state x has a rate ẋ = f(t, measures, states, signals, outputs of controllers) and is integrated with the motion.  A
signal is a formula with a name.  Both can be named, without a dot, in the laws of forces and torques, in rates of
states, in signals, in controllers and in the conditions of events.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from snodo.math.expression import Expression, apply, constant, variable
from snodo.mechanism.compliance import pushing_formula
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.part import Part, given

if TYPE_CHECKING:
    from snodo.mechanism.contacts import Contact
    from snodo.mechanism.geometry import Geometry
    from snodo.mechanism.mechanism import Mechanism


@dataclass(kw_only=True)
class State(Part):
    """A number that is integrated with the motion: ẋ is a formula of time, measures and other such numbers."""

    rate: str = given("formula", "its rate per second: a formula of t, measures, states, signals and outputs")
    initial: float = given("plain", "its value at the start", 0.0)
    scale: float = given("plain", "its usual size, positive: errors are judged relative to it", 1.0)

    kind: ClassVar[str] = "state"


@dataclass(kw_only=True)
class Signal(Part):
    """A formula with a name, which other formulas and events can use."""

    formula: str = given("formula", "a formula of t, measures, states, other signals and outputs of controllers")

    kind: ClassVar[str] = "signal"


def plain_names(m: Mechanism) -> dict[str, str]:
    """Every name without a dot that a formula can use, and what it is: `state`, `signal` or `output`."""
    found = {**dict.fromkeys(m.states, "state"), **dict.fromkeys(m.signals, "signal")}
    for controller in m.controllers.values():
        found |= dict.fromkeys(controller.outputs, "output")
    return found


def compliant_forces(m: Mechanism) -> dict[str, Contact]:
    """The forces of compliant contacts, such as `heel.force`, and their contacts; formulas know them, as laws."""
    return {f"{name}.force": c for c in m.contacts.values() if not c.rigid for name in c.names(m.dimension)}


def _forces_written_out(m: Mechanism, geometry: Geometry) -> dict[str, str]:
    """The forces of compliant contacts as formulas of their gaps."""
    places = {name: (name.removesuffix(".force"), contact) for name, contact in compliant_forces(m).items()}
    return {
        name: pushing_formula(contact, geometry, f"{place}.gap", f"{place}.gap_speed")
        for name, (place, contact) in places.items()
    }


def by_formula(name: str, m: Mechanism) -> bool:
    """Whether an event that waits for this evaluates a formula: of a state, signal, output or compliant contact."""
    return name in plain_names(m) or name in compliant_forces(m)


class Signals:
    """The signals of a mechanism as expressions without signals, in the order of their dependence.

    With the geometry, the forces of compliant contacts are written out, too.
    """

    def __init__(self, m: Mechanism, geometry: Geometry | None = None) -> None:
        self._texts = {name: signal.formula for name, signal in m.signals.items()}
        if geometry is not None:
            self._texts |= _forces_written_out(m, geometry)
        self._found: dict[str, Expression] = {}

    @cached_property
    def loop(self) -> tuple[str, ...]:
        """Names of signals that depend on one another in a circle, the first one repeated; empty if there are none."""
        for name in self._texts:
            circle = self._circle(name, ())
            if circle:
                return circle
        return ()

    def _circle(self, name: str, path: tuple[str, ...]) -> tuple[str, ...]:
        if name in path:
            return (*path[path.index(name) :], name)
        for other in self._uses(name):
            circle = self._circle(other, (*path, name))
            if circle:
                return circle
        return ()

    def _uses(self, name: str) -> Iterator[str]:
        return (x for x in MeasuredFormula(self._texts[name]).names if x in self._texts)

    def expression(self, name: str) -> Expression:
        """A signal without signals in it."""
        if name not in self._found:
            self._found[name] = self.without(MeasuredFormula(self._texts[name]).expression)
        return self._found[name]

    def without(self, expression: Expression) -> Expression:
        """An expression with the signals in it replaced by their formulas."""
        stack: list[Expression] = []
        for node in expression.nodes():
            if node.operation == "variable":
                stack.append(self.expression(node.name) if node.name in self._texts else variable(node.name))
            elif node.operation == "constant":
                stack.append(constant(node.value))
            else:
                count = len(node.arguments)
                arguments = stack[len(stack) - count :]
                del stack[len(stack) - count :]
                stack.append(apply(node.operation, *arguments))
        return stack.pop()

    def written_out(self, function: MeasuredFormula) -> MeasuredFormula:
        """A formula without signals; the same object if it has none."""
        if not any(name in self._texts for name in function.names):
            return function
        return MeasuredFormula(str(self.without(function.expression)))
