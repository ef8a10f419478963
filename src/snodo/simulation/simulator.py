"""Stepping a mechanism from outside: inputs in, outputs out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.assembly.continued_start import start_state, started
from snodo.analyses.assembly.given_values import spread
from snodo.constraint_methods.projection import Projection
from snodo.errors import MechanismError, NameNotFound, Problem, SnodoError, UnsupportedError, suggestion
from snodo.formulations.bind import FormulationLike, MechanismLike, bind
from snodo.formulations.loads import following
from snodo.integrators.explicit.dormand_prince import DormandPrince
from snodo.integrators.explicit.rk4 import RK4
from snodo.math.units import quantity
from snodo.mechanism.mechanism import Mechanism
from snodo.results.result import Result
from snodo.results.state import State
from snodo.simulation.numbers import start_numbers, without_numbers
from snodo.simulation.one_run import must_move
from snodo.simulation.stepping.held_inputs import held_inputs
from snodo.simulation.stepping.outputs import outputs_of
from snodo.simulation.stepping.snapshot import Snapshot
from snodo.spelling import Spelled, spelled
from snodo.switching.switching import Switching
from snodo.types import ManyInitialValues, Quantity, Time

Array = np.ndarray


class Simulator(Spelled):
    """A mechanism that is stepped from outside: by a controller, an optimiser or a learning program.

    Inputs are forces and torques of the mechanism that are numbers, such as `m.torque("u", 0.0, joint="A")`; they are
    held over each step.  Everything is prepared once, and a step is one compiled call.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism; it is copied, and later changes have no effect.
    inputs : sequence of str, optional
        Names of forces and torques that are numbers: "u", or "u.x", "u.y", "u.z" for one with components.
    outputs : sequence of str, optional
        What is read after each step: coordinates and speeds of joints ("A.angle", "A.speed"), places and velocities of
        bodies and frames ("hand.x", "hand.vy"), lengths of springs, gaps of contacts.
    formulation : str or class, optional
        "planar" (default for planar mechanisms), "tree" (default in space) or "spatial" (default for more than 30
        loops).
    substeps : int, optional
        Number of equal steps of RK4, each projected onto the constraints, that make one step: at a fixed cost, and
        without error control.  By default steps of Dormand and Prince's method under error control.
    tolerance : float, optional
        Relative tolerance of steps under error control; by default 1e-6.
    copies : int, optional
        Number of copies of the mechanism, which are stepped together; inputs and outputs are then arrays with a row for
        each.
    initial : mapping, optional
        Initial values such as `{"A.angle": "30 deg"}` [m, rad, m/s, rad/s], added to those of the mechanism; with
        copies, a value may be a sequence with one number for each.

    Raises
    ------
    NameNotFound
        For inputs and outputs that do not exist.
    UnsupportedError
        For parts that cannot be stepped, or not in this way; the message says what to use instead.

    Examples
    --------
    >>> m = pendulum.copy()
    >>> torque = m.torque("u", 0.0, joint="A")
    >>> sim = sn.Simulator(m, inputs=["u"], outputs=["A.angle", "A.speed"], initial={"A.angle": "-90 deg"})
    >>> y = sim.reset()
    >>> for k in range(1000):
    ...     y = sim.step(1e-3, u=2.0 - 3.0 * y[1])
    >>> round(sim.time, 12)
    1.0
    """

    @spelled
    def __init__(
        self,
        mechanism: MechanismLike,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
        *,
        formulation: FormulationLike | None = None,
        substeps: int | None = None,
        tolerance: float | None = None,
        copies: int | None = None,
        initial: ManyInitialValues | None = None,
    ) -> None:
        m, word = _own_mechanism(mechanism, formulation)
        if getattr(m, "controllers", None):
            part = next(iter(m.controllers.values()))
            what = f"{part.title} samples the motion by itself, which a simulator does not do"
            raise UnsupportedError(Problem(what, "compute its outputs for each step, or use sn.simulate", part.where))
        self._copies = None if copies is None else _whole("copies", copies)
        few = None if substeps is None else _whole("substeps", substeps)
        if few is not None and tolerance is not None:
            what = "substeps have a fixed length, and a tolerance is given, too"
            raise UnsupportedError(Problem(what, "omit one of them"))
        self.held = held_inputs(m, _names("inputs", inputs))
        self._inputs = {held.name: k for k, held in enumerate(self.held)}
        F = bind(m, word)
        must_move(F)
        found = outputs_of(F, _names("outputs", outputs))
        self._outputs = {name: k for k, name in enumerate(found.names[: found.asked])}
        self._compute = found.compute if found.formulas else None
        self._initial: dict[str, Any] = dict(initial or {})
        self._as_assembled = F
        self.steps = self._made(F, found, few, 1e-6 if tolerance is None else _tolerance(tolerance))
        n = self.steps.copies
        self._u = self.steps.u.reshape(n, -1)
        self._columns = list(self._u.T)
        self._rows = self.steps.out.reshape(n, -1)
        self._out = self._rows[:, : found.asked] if copies is not None else self._rows[0, : found.asked]
        self.reset()

    def _made(self, F: Any, outputs: Any, substeps: int | None, tolerance: float) -> Any:
        """What makes the steps."""
        switching = Switching(F.mechanism)
        if switching.rigid:
            from snodo.simulation.stepping.event_steps import EventSteps

            _refuse_with_events(F, substeps, self._copies)
            return EventSteps(F, switching, self.held, outputs, DormandPrince(rtol=tolerance))
        if self._copies is not None and following(F.mechanism):
            part = following(F.mechanism)[0]
            what = f"{part.title} follows a reaction, and such a mechanism has no copies"
            raise UnsupportedError(Problem(what, "make several simulators instead", part.where))
        from snodo.simulation.stepping.compiled_steps import CompiledSteps

        q, v = F.reference()
        bound = Projection().bind(F, q, v, 0.0)
        integrator = DormandPrince(rtol=tolerance) if substeps is None else RK4(step=1.0)
        return CompiledSteps(bound, self.held, outputs, integrator, substeps or 0, self._copies or 1)

    # ---------------------------------------------------------------- start
    def reset(
        self,
        initial: ManyInitialValues | None = None,
        *,
        state: Result | State | Snapshot | None = None,
        only: int | Sequence[int] | None = None,
        **values: Quantity | ArrayLike,
    ) -> Array:
        """Start again: the state, the time and the inputs as at the beginning.

        Parameters
        ----------
        initial : mapping, optional
            Initial values by name [m, rad, m/s, rad/s], added to those given before.
        state : Result, State or state of a simulator, optional
            Instead, a state of a result (its last sample), or one that `sim.state` has kept.
        only : int or sequence of int, optional
            The copies that start again; by default all.
        **values : quantity
            Further initial values.

        Returns
        -------
        array
            The outputs at the start.

        Raises
        ------
        AssemblyError
            If the mechanism does not close.

        Examples
        --------
        >>> sim = sn.Simulator(pendulum, outputs=["A.angle"])
        >>> sim.reset({"A.angle": 0.3})
        array([0.3])
        """
        if isinstance(state, Snapshot):
            if initial or values or only is not None:
                raise MechanismError(Problem("a kept state is a whole state", "omit everything else"))
            return self.restore(state)
        steps = self.steps
        copies = range(steps.copies) if only is None else _chosen(only, steps.copies)
        given: dict[str, Any] = {**(initial or {}), **values}
        begin = start_state(state, given, None)
        merged = {} if begin is not None else spread(self._as_assembled, {**self._initial, **given})
        known: dict[Any, Any] = {}
        F = self._as_assembled
        for k, c in enumerate(copies):
            own = _own_values(merged, k, len(copies))
            key = repr(sorted(own.items()))
            if key not in known or known[key] != k - 1:  # the rows of the model are those of the last one assembled
                F.forget_failures()
                F.forget_factors()
                start = started(F, without_numbers(F, own), None, begin)
            known[key] = k
            numbers = start_numbers(F, own, begin)
            steps.begin(c, start.q, start.v, 0.0 if begin is None else begin.time, numbers)
            self._u[c] = [held.value for held in self.held]
        steps.read()
        if self._compute is not None:
            self._compute(self._rows, steps.time)
        return self._out.copy()

    # ---------------------------------------------------------------- steps
    def step(self, dt: Time, values: ArrayLike | Mapping[str, ArrayLike] | None = None, /, **named: ArrayLike) -> Array:
        """Go forward by dt with the inputs held, and return the outputs.

        Parameters
        ----------
        dt : quantity
            Length of the step [s].
        values : array or mapping, optional
            The inputs in the order of their names, or by name [N, N m]; with copies, a row for each.
        **named : float or array
            Inputs by name.  Those that are not given keep their value.

        Returns
        -------
        array
            The outputs; with copies, a row for each.

        Raises
        ------
        RunError
            If the step cannot be made; the message says why, and the state is that of the last good moment.

        Examples
        --------
        >>> torque = m.torque("u", 0.0, joint="A")
        >>> sim = sn.Simulator(m, inputs=["u"], outputs=["A.speed"])
        >>> y = sim.step(1e-3, u=0.5)
        >>> y = sim.step(1e-3, [0.5])
        """
        if type(dt) is not float:
            dt = float(quantity(dt, "time"))
        if not 0.0 < dt < math.inf:
            raise SnodoError(Problem(f"dt = {dt!r} s is not the length of a step", "give a positive time [s]"))
        if values is not None:
            if isinstance(values, Mapping):
                named = {**values, **named}
            else:
                self._set_all(values)
        for name, value in named.items():
            self._set(name, value)
        self.steps.advance(dt)
        if self._compute is not None:
            self._compute(self._rows, self.steps.time)
        return self._out.copy()

    def _set_all(self, values: Any) -> None:
        """All inputs."""
        try:
            given = np.asarray(values, float)
        except (TypeError, ValueError):
            given = np.full((0, 0, 0), np.nan)
        n = len(self._inputs)
        shapes: list[tuple[int, ...]] = [(n,)] if self._copies is None else [(self._copies, n)]
        if n == 1:
            shapes.append(shapes[0][:-1])
        if given.shape not in shapes:
            what = (
                f"the inputs are {values!r}, and there {'is one' if n == 1 else f'are {n}'}: {', '.join(self._inputs)}"
            )
            remedy = "give a number for each" + (
                "" if self._copies is None else f", in {self._copies} rows, one a copy"
            )
            raise SnodoError(Problem(what, remedy))
        self._u[...] = given.reshape(self._u.shape)

    def _set(self, name: str, value: Any) -> None:
        """One input."""
        k = self._inputs.get(name)
        if k is None:
            raise NameNotFound(Problem(f"there is no input {name!r}", suggestion(name, self._inputs)))
        try:
            self._columns[k][:] = value
        except (TypeError, ValueError):
            what = f"input {name} is {value!r}"
            remedy = "give a number" if self._copies is None else f"give a number, or {self._copies}, one for each copy"
            raise SnodoError(Problem(what, remedy)) from None

    # ---------------------------------------------------------------- what there is
    @property
    def time(self) -> Any:
        """Time [s]; with copies, one for each."""
        found = self.steps.time
        return float(found[0]) if self._copies is None else np.array(found)

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs."""
        return list(self._inputs)

    @property
    def outputs(self) -> list[str]:
        """Names of the outputs."""
        return list(self._outputs)

    @property
    def y(self) -> Array:
        """The outputs of the last step, as a view; with copies, a row for each."""
        view = self._out.view()
        view.flags.writeable = False
        return view

    @property
    def u(self) -> Array:
        """The inputs as they are held, as a view [N, N m]; with copies, a row for each."""
        view = (self._u if self._copies is not None else self._u[0]).view()
        view.flags.writeable = False
        return view

    @property
    def q(self) -> Array:
        """Coordinates [m, rad] (`sim.formulation.coordinate_names`)."""
        return self._part(slice(0, self.formulation.nq))

    @property
    def v(self) -> Array:
        """Velocities [m/s, rad/s] (`sim.formulation.velocity_names`)."""
        F = self.formulation
        return self._part(slice(F.nq, F.nq + F.nv))

    def _part(self, columns: slice) -> Array:
        rows = np.array(self.steps.y[:, columns])
        return rows if self._copies is not None else rows[0]

    @property
    def formulation(self) -> Any:
        """The formulation of its equations."""
        return self.steps.F

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, as it was when the simulator was made."""
        found: Mechanism = self._as_assembled.mechanism
        return found

    @property
    def events(self) -> list[dict[str, Any]]:
        """What has happened since the last reset: events, impacts, sticking and slipping; empty if nothing switches."""
        found: list[dict[str, Any]] = getattr(self.steps, "happened", list)()
        return found

    def __getitem__(self, name: str) -> Any:
        """An output or input by name; with copies, one number for each."""
        if name in self._outputs:
            row = self._rows[:, self._outputs[name]]
        elif name in self._inputs:
            row = self._u[:, self._inputs[name]]
        else:
            remedy = suggestion(name, [*self._outputs, *self._inputs])
            raise NameNotFound(Problem(f"the simulator has no output or input {name!r}", remedy))
        return float(row[0]) if self._copies is None else row.copy()

    # ---------------------------------------------------------------- states that are kept
    @property
    def state(self) -> Snapshot:
        """The present state, from which `restore` goes on with the same bits."""
        numbers, more = self.steps.kept()
        return Snapshot(self._signature(), numbers, self.time, more)

    def restore(self, state: Snapshot) -> Array:
        """Go back to a state that `sim.state` has kept.

        Parameters
        ----------
        state : state of a simulator
            Of this one, or of another that was made in the same way.

        Returns
        -------
        array
            The outputs.

        Examples
        --------
        >>> sim = sn.Simulator(pendulum, outputs=["A.angle"])
        >>> before = sim.state
        >>> y = sim.step("20 ms")
        >>> sim.restore(before).tolist()
        [0.0]
        """
        if not isinstance(state, Snapshot) or state.owner != self._signature():
            what = f"{state!r} is not a state of such a simulator"
            raise SnodoError(Problem(what, "give what sim.state has kept; sim.reset(state=…) takes states of results"))
        self.steps.put_back(state.numbers, state.more)
        return self._out.copy()

    def _signature(self) -> tuple[Any, ...]:
        F, steps = self.formulation, self.steps
        names = (tuple(self._inputs), tuple(self._outputs), tuple(F.coordinate_names), tuple(F.row_names))
        return type(steps).__name__, F.name, steps.copies, steps.substeps, *names

    def __repr__(self) -> str:
        many = "" if self._copies is None else f"{self._copies} copies of "
        return (
            f"simulator of {many}mechanism {self.mechanism.name!r} ({self.formulation.name}): "
            f"{', '.join(self._inputs) or 'no inputs'} → {', '.join(self._outputs) or 'no outputs'}"
        )


# ---------------------------------------------------------------- arguments
def _own_mechanism(mechanism: Any, formulation: Any) -> tuple[Mechanism, Any]:
    """A copy of the mechanism, and the word of the formulation."""
    if isinstance(mechanism, Mechanism):
        return mechanism.copy(), formulation
    F = bind(mechanism, formulation)  # refuses what is not one
    return F.mechanism.copy(), F.name


def _names(word: str, given: Any) -> list[str]:
    names = [given] if isinstance(given, str) else list(given)
    strange = [name for name in names if not isinstance(name, str)]
    if strange:
        raise NameNotFound(Problem(f"{word}: {strange[0]!r} is not a name", 'give names, such as ["u"] or ["A.angle"]'))
    return names


def _whole(word: str, value: Any) -> int:
    if isinstance(value, bool | str) or value != value or int(value) != value or value < 1:
        raise SnodoError(Problem(f"{word} = {value!r} is not a number of them", "give a positive whole number"))
    return int(value)


def _tolerance(value: Any) -> float:
    if isinstance(value, bool | str) or not 1e-14 <= value <= 0.1:
        raise SnodoError(Problem(f"tolerance = {value!r}", "give a number from 1e-14 to 0.1, such as 1e-6"))
    return float(value)


def _chosen(only: Any, copies: int) -> list[int]:
    chosen = [int(c) for c in np.atleast_1d(np.asarray(only))]
    if any(not 0 <= c < copies for c in chosen):
        raise SnodoError(Problem(f"only = {only!r}: there are {copies} copies", f"give numbers from 0 to {copies - 1}"))
    return chosen


def _own_values(values: Mapping[str, Any], k: int, count: int) -> dict[str, Any]:
    """The initial values of the k-th of the copies that start."""
    own: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, list):
            if len(value) != count:
                what = f"initial {name} has {len(value)} values for {count} cop{'y' if count == 1 else 'ies'}"
                raise MechanismError(Problem(what, "give one number, or one for each copy that starts"))
            value = value[k]
        own[name] = value
    return own


def _refuse_with_events(F: Any, substeps: int | None, copies: int | None) -> None:
    why = "the mechanism has stops, rigid contacts, dry friction or events, whose times must be found"
    if substeps is not None:
        raise UnsupportedError(Problem(f"substeps have a fixed length, and {why}", "omit substeps"))
    if F.number_names:
        what = f"the mechanism has {F.builder.numbers[0].part.title}; states are not stepped where"
        raise UnsupportedError(Problem(f"{what} {why}", "use sn.simulate, or make stops compliant and friction smooth"))
    if copies is not None:
        raise UnsupportedError(Problem(f"copies are not possible where {why}", "make several simulators instead"))
