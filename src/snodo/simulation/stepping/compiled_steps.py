"""Steps in one compiled call (`kernels/stepping.py`): the block of a simulator, filled and read from Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.errors import Problem, RunError
from snodo.integrators.base import Integrator
from snodo.integrators.ode.outcome import Outcome, problem_of
from snodo.integrators.ode.prepare import checked_tolerances, work_for
from snodo.integrators.ode.run import Run
from snodo.mechanism.functions.functions import Constant
from snodo.simulation.numbers import whole_tolerances
from snodo.simulation.one_run import choose_again, failure_of, tolerances
from snodo.simulation.stepping.held_inputs import HeldInput, input_places
from snodo.simulation.time_breaks import time_breaks

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound
    from snodo.formulations.base import Formulation
    from snodo.simulation.stepping.outputs import Outputs

Array = np.ndarray
STEPPING = Compiled("snodo.simulation.kernels", Family("steps from outside", "stepping.step"))
BY_ADDRESS = Compiled("snodo.simulation.kernels", Family("steps for other programs", "stepping.step_by_address"))
MOST_STEPS = 100_000
"""Steps under error control within one step from outside."""
MOST_CHOICES = 3
"""How often other redundant rows are chosen within one step."""
AHEAD = 10.0
"""Time for which breaks of functions of time are looked for at first [s]."""


class CompiledSteps:
    """The block, and what is done with it.  `out` (copies × outputs) and `u` (copies × inputs) are flat."""

    def __init__(
        self,
        bound: Bound,
        held: Sequence[HeldInput],
        outputs: Outputs,
        integrator: Integrator,
        substeps: int,
        copies: int,
    ) -> None:
        self.bound, self.F, self.outputs, self.copies = bound, bound.formulation, outputs, copies
        self.u, self.out = np.zeros(copies * len(held)), np.zeros(copies * len(outputs.names))
        self.stops, self.until, self._left = np.zeros((0, 3)), 0.0, 0.0
        self._controlled, self.substeps = substeps == 0, substeps
        self.timed = self._controlled and depends_on_time(self.F)
        self._fill(held, integrator, substeps)
        self.step = STEPPING.step

    # ---------------------------------------------------------------- the block
    def _fill(self, held: Sequence[HeldInput], integrator: Integrator, substeps: int) -> None:
        """Lay out the block (`kernels/block.py`)."""
        from snodo import _jit
        from snodo.formulations.kernels.verbs import Equations
        from snodo.integrators.ode.kernels import state as slots
        from snodo.math.kernels.record_layout import PythonTable, packed, place, size
        from snodo.simulation.kernels import block as at

        F, bound = self.F, self.bound
        y = bound.integrated_state(bound.state(*F.reference()))
        own = bound.integrated_tolerances(*tolerances(F, integrator))
        whole = whole_tolerances(F, own, getattr(integrator, "rtol", 1e-8))
        limits = checked_tolerances(integrator, bound.controlled, y.size, *whole)
        closed = float(bound.method.tolerance)
        work = work_for(integrator, y, (0.0, 1.0), limits, True, closed, MOST_STEPS, memory=F.memory)
        self._work, memory, mask = work, F.memory[1], F.nc
        parts = {
            "stepper": np.zeros(size(at.Stepper)),
            "plan_at": packed(slots.OdePlan, [work.plan]),
            "table_at": work.table,
            "tolerance_at": limits,
            "input_at": np.array(input_places(F, F.stepped, held), np.int64).view(float),
            "told_at": np.array(input_places(F, F.flat, held), np.int64).view(float),
            "output_at": np.array(self.outputs.wanted, np.int64).ravel().view(float),
        }
        one = slots.CLOCK_SLOTS + slots.COUNT_SLOTS + at.BASE_SLOTS + 1 + mask + memory + work.W.size
        parts["copy_at"] = np.zeros(self.copies * one)
        ends = np.cumsum([part.size for part in parts.values()])
        self.block = np.concatenate([np.ravel(part) for part in parts.values()])
        self.stepper = s = PythonTable(at.Stepper, self.block, 0)[0]
        self.plan = PythonTable(slots.OdePlan, self.block, int(ends[0]))[0]
        for word, end, part in zip(parts, ends, parts.values()):
            if word != "stepper":
                setattr(s, word, int(end) - part.size)
        reader = self.outputs.reader
        s.rate, s.project = _jit.address_of(bound.rate), _jit.address_of(bound.correct)
        s.model, s.reader = bound.model.ctypes.data, (F if reader is None else reader).model.ctypes.data
        s.whole = 0 if bound.model is F.model else F.model.ctypes.data
        s.reads, s.n, s.copies, s.copy_size = int(reader is not None), y.size, self.copies, one
        s.memory, s.mask, s.rows = memory, mask, work.W.shape[0]
        if mask:
            s.mask_at, s.pivot_at = int(F.flat.header.mask_at), place(Equations, "least_pivot")
        s.table_rows, s.table_columns = work.table.shape
        s.controlled, s.substeps, s.inputs, s.outputs = limits.shape[1], substeps, len(held), len(self.outputs.names)
        self._set_stops(np.zeros((0, 3)))
        self._find_copies()

    def _find_copies(self) -> None:
        """Views of what belongs to the copies, one row for each."""
        from snodo.integrators.ode.kernels import state as slots
        from snodo.simulation.kernels import block as at

        s = self.stepper
        rows = self.block[s.copy_at : s.copy_at + self.copies * s.copy_size].reshape(self.copies, s.copy_size)
        sizes = [slots.CLOCK_SLOTS, slots.COUNT_SLOTS, at.BASE_SLOTS, 1 + s.mask, s.memory]
        self.clock, _, self.base, self.mode, self.memory, W = np.split(rows, np.cumsum(sizes), axis=1)
        self.count = rows.view(np.int64)[:, sizes[0] : sizes[0] + sizes[1]]
        self.W = W.reshape(self.copies, s.rows, s.n)
        self.y: Array = self.W[:, self._work.plan.y]

    def _set_stops(self, stops: Array) -> None:
        """Times at which steps end."""
        self.stops = np.ascontiguousarray(np.vstack([stops, np.zeros((1, 3))]))  # an address is needed in any case
        self.stepper.stops, self.stepper.stop_rows = self.stops.ctypes.data, len(stops)

    # ---------------------------------------------------------------- the start
    def begin(self, c: int, q: Array, v: Array, t: float, numbers: Array) -> None:
        """Copy c starts in this state, in which the formulation has just been assembled; numbers: those of states."""
        from snodo.integrators.ode.kernels import state as slots

        F, work = self.F, self._work
        self.clock[c], self.count[c], self.base[c], self.W[c] = work.clock, work.count, 0.0, 0.0
        self.clock[c, slots.T], self.base[c, 0], self._left = t, t, 0.0
        self.y[c] = self.bound.integrated_state(self.bound.state(q, v))
        if F.number_names:
            F.numbers_in(self.y[c])[:] = numbers
        self._keep_rows(c)
        first, count = F.memory
        if count:
            self.memory[c] = self.bound.model[first : first + count]

    def _keep_rows(self, c: int) -> None:
        """The rows that the formulation keeps are those of copy c."""
        s = self.stepper
        if s.mask:
            self.mode[c, 0] = self.F.model[s.pivot_at]
            self.mode[c, 1:] = self.F.model[s.mask_at : s.mask_at + s.mask]

    def look_ahead(self, until: float) -> None:
        """Breaks of functions of time up to this time [s]."""
        F, y = self.F, self.y[0]
        stops = time_breaks(F, y[: F.nq], y[F.nq : F.nq + F.nv], until).stops()
        self._set_stops(np.zeros((0, 3)) if stops is None else stops.table(0.0, until))
        self.until = until
        from snodo.integrators.ode.kernels.state import STOP

        self.count[:, STOP] = 0  # the row in force is searched for anew

    # ---------------------------------------------------------------- steps
    def advance(self, dt: float) -> None:
        """All copies make a step of length dt [s]; raises RunError if one cannot."""
        if self.timed:
            self._left -= dt
            if not self._left > 0.0:
                self._measure_left(dt)
        outcome = self.step(dt, self.block, self.u, self.out)
        if outcome:
            self._go_on(outcome)

    def _measure_left(self, dt: float) -> None:
        """How long the known breaks of functions of time last, after a step [s]; more are looked for if needed."""
        last = float(self.clock[:, 0].max()) + dt
        if last > self.until:
            self.look_ahead(max(AHEAD, 2.0 * last))
        self._left = self.until - last

    def read(self) -> None:
        """Outputs in the present state."""
        outcome = self.step(0.0, self.block, self.u, self.out)
        if outcome:
            raise self._error(outcome)

    def _go_on(self, outcome: int) -> None:
        """After a failure: other rows are chosen, if that helps, and the copies that have not finished go on."""
        for _ in range(MOST_CHOICES * self.copies):
            c = int(self.stepper.failed)
            if not self._chosen_again(outcome, c):
                break
            outcome = self._rest_of_step(c)
            if not outcome:
                return
        raise self._error(outcome)

    def _chosen_again(self, outcome: int, c: int) -> bool:
        if outcome not in (Outcome.RATE_FAILED, Outcome.PROJECTION_FAILED):
            return False
        chosen = choose_again(self.bound, self._run(outcome, c))
        self._keep_rows(c)
        return chosen

    def _rest_of_step(self, c: int) -> int:
        """Copy c finishes its step, then those behind it make theirs; returns an outcome."""
        s, n, m = self.stepper, self.stepper.inputs, self.stepper.outputs
        everything, first, copies = float(self.plan.t_end), s.copy_at, s.copies
        dt = float(self.base[c, 1])
        try:
            for k in range(c, copies):
                s.copy_at, s.copies = first + k * s.copy_size, 1
                rest = everything - float(self.clock[c, 0]) if k == c else dt
                u, out = self.u[k * n : (k + 1) * n].copy(), np.zeros(m)
                outcome = int(self.step(rest, self.block, u, out))
                self.out[k * m : (k + 1) * m] = out
                if outcome:
                    s.failed = k
                    return outcome
        finally:
            s.copy_at, s.copies = first, copies
            s.failed = max(int(s.failed), c)
        return 0

    # ---------------------------------------------------------------- states that are kept
    @property
    def time(self) -> Array:
        """Time of each copy [s]."""
        return self.clock[:, 0]

    def _arrays(self) -> dict[str, Array]:
        """The arrays that steps change, by name."""
        found = {word: getattr(self, word) for word in ("clock", "count", "base", "mode", "memory", "y", "u", "out")}
        loads = self.F.load_numbers
        return found | ({} if loads is None else {"loads": loads.numbers})

    def kept(self) -> tuple[dict[str, Array], dict[str, Any]]:
        """Everything that the next steps depend on: copies of arrays, and more."""
        return {word: array.copy() for word, array in self._arrays().items()}, {"until": self.until}

    def put_back(self, numbers: dict[str, Array], more: dict[str, Any]) -> None:
        """As it was then."""
        if more["until"] != self.until and self.timed:
            self.look_ahead(more["until"])
        self._left = 0.0
        for word, array in self._arrays().items():
            array[...] = numbers[word]

    # ---------------------------------------------------------------- failures
    def _run(self, outcome: int, c: int) -> Run:
        """What a copy did, as integrations report it."""
        t, status = float(self.clock[c, 0]), int(self.count[c, 5])
        by_rate = outcome in (Outcome.RATE_FAILED, Outcome.PROJECTION_FAILED)
        problem = problem_of(Outcome(outcome), t, float(self.clock[c, 1]), MOST_STEPS, status)
        none = np.zeros(0)
        return Run(
            none, none, "failed", Outcome(outcome), problem, status if by_rate else 0, t, self.y[c].copy(), {}, none
        )

    def _error(self, outcome: int) -> RunError:
        from snodo.simulation.kernels.block import NOT_A_NUMBER

        c = int(self.stepper.failed)
        which = f"copy {c}: " if self.copies > 1 else ""
        if outcome == NOT_A_NUMBER:
            n = self.stepper.inputs
            given = self.u[c * n : (c + 1) * n]
            what = f"{which}at t = {self.clock[c, 0]:.9g} s an input is not a finite number: {given}"
            return RunError(Problem(what, "check what computes the inputs"))
        found = failure_of(self.bound, self._run(outcome, c))
        assert found is not None
        remedy = found.remedy
        if self._controlled is False and outcome == Outcome.NOT_FINITE:
            remedy = "use more substeps, or none for steps under error control"
        return RunError(Problem(which + found.what, remedy, found.where))


def depends_on_time(F: Formulation) -> bool:
    """Whether anything besides constants may depend on time."""
    return any(
        one.written is not None or any(not isinstance(function, Constant) for function in one.functions)
        for one in F.described()
    )
