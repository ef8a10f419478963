"""Methods for numbers of the user's own: states, signals and sampled controllers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.controllers import Controller
from snodo.mechanism.input_types import Quantity
from snodo.mechanism.states import Signal, State


class AddsStates(Adding):
    """States, signals and controllers.

    In the examples `m` is a mechanism with points A, B and C, bodies `crank` and `rod` and joints `A` (revolute) and
    `C` (prismatic).
    """

    def state(self, name: str, *, rate: str | float, initial: Quantity = 0.0, scale: Quantity = 1.0) -> State:
        """Add a number that is integrated with the motion, such as the current of a motor.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism; formulas use it without a dot.
        rate : str
            Its rate per second: a formula of t, measures (`A.speed`), states, signals and outputs of controllers, all
            in SI units.
        initial : quantity, optional
            Its value at the start.
        scale : quantity, optional
            Its usual size: errors are judged relative to it.

        Returns
        -------
        State
            The state that was added.

        Raises
        ------
        MechanismError
            If the formula cannot be read, or the name is taken.

        Examples
        --------
        >>> current = m.state("i", rate="(12 - 1.2*i - 0.05*A.speed)/0.002", scale="1 A")
        >>> shaft = m.torque("shaft", "0.05*i", joint="A")
        """
        return self._put(State, name=name, rate=rate, initial=initial, scale=scale)

    def signal(self, name: str, formula: str | float) -> Signal:
        """Give a formula a name, which other formulas and events can use.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism; formulas use it without a dot.
        formula : str
            A formula of t, measures, states, other signals and outputs of controllers, in SI units.

        Returns
        -------
        Signal
            The signal that was added.

        Raises
        ------
        MechanismError
            If the formula cannot be read, or the name is taken.

        Examples
        --------
        >>> slip = m.signal("slip", "A.speed - 3*C.speed")
        >>> event = m.event("slips", when="slip rises to 0.5", do="record")
        """
        return self._put(Signal, name=name, formula=formula)

    def controller(
        self,
        name: str,
        *,
        every: Quantity,
        gives: Mapping[str, str | float] | Sequence[str] | str,
        then: Mapping[str, str | float] | None = None,
        memory: Mapping[str, Quantity] | None = None,
        delay: int = 0,
        reads: Sequence[str] | str = (),
        function: Callable[..., Any] | None = None,
    ) -> Controller:
        """Add a controller that samples the motion at equal times, and holds its outputs between them.

        The first sample is at the start.  A Python function is called once for each sample as `function(t, x, memory)`,
        with the readings in the order of `reads` and the memory by name, and returns the outputs, or the outputs and
        the new memory.  It must not remember anything itself.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        every : quantity
            The time between two samples [s].
        gives : mapping, or sequence of str
            The outputs by name, each with a formula; with a function, their names in the order in which it returns
            them.
        then : mapping, optional
            The memory after the sample, by name, each with a formula of the values before it.
        memory : mapping, optional
            Numbers that it remembers from sample to sample, with their values at the start.
        delay : int, optional
            By how many whole samples the outputs come later; until then they are zero.
        reads : sequence of str, optional
            What a function reads: measures, states, signals and outputs.
        function : callable, optional
            A Python function instead of formulas, which cannot be written to a file.

        Returns
        -------
        Controller
            The controller that was added.

        Raises
        ------
        MechanismError
            If a formula cannot be read, or the name is taken.

        Examples
        --------
        >>> speed = m.controller(
        ...     "speed",
        ...     every="1 ms",
        ...     memory={"I": 0},
        ...     gives={"u": "0.4*(100 - A.speed) + 8*I"},
        ...     then={"I": "I + 0.001*(100 - A.speed)"},
        ... )
        >>> motor = m.torque("motor", "0.05*u", joint="A")
        """
        words: dict[str, Any] = {"then": then, "memory": memory, "delay": delay, "reads": reads, "function": function}
        return self._put(Controller, name=name, every=every, gives=gives, **words)
