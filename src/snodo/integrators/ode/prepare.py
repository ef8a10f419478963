"""Check the arguments of a run, and make the plan and the state of the compiled loop from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from snodo.errors import Problem, SnodoError
from snodo.integrators.base import SMALLEST_RTOL, Integrator
from snodo.math.aligned import aligned_zeros

Array = NDArray[np.float64]

SAFETY = 0.8
MAX_STEPS = 10_000_000


def checked_start(y0: ArrayLike, t0: float, times: ArrayLike) -> tuple[Array, Array]:
    """The start state and the output times as arrays; raises SnodoError if they are invalid."""
    y, outputs = np.array(y0, dtype=float), np.array(times, dtype=float)
    problems = []
    if y.ndim != 1 or y.size == 0 or not np.isfinite(y).all():
        problems.append(Problem(f"the start state must be a row of finite numbers; it is {y}"))
    if not np.isfinite(t0) or outputs.ndim != 1 or outputs.size == 0 or not np.isfinite(outputs).all():
        problems.append(Problem("the output times must be a non-empty row of finite numbers", "give times in s"))
    elif outputs[0] < t0 or (np.diff(outputs) < 0).any():
        what = f"the output times ({outputs[0]:g} s to {outputs[-1]:g} s) must increase from t0 = {t0:g} s"
        problems.append(Problem(what, "sort them, and start at t0 or later"))
    if problems:
        raise SnodoError(problems)
    return y, outputs


def checked_tolerances(
    integrator: Integrator, n_controlled: int, n: int, atol: ArrayLike | None, rtol: ArrayLike | None
) -> Array:
    """Rows atol and rtol, one number for each controlled component; a fixed step needs them only for its projection."""
    if not 1 <= n_controlled <= n:
        what = f"{n_controlled} of {n} components are under error control"
        raise SnodoError(Problem(what, "n_controlled must be from 1 to the size of the state"))
    relative = getattr(integrator, "rtol", 1e-8) if rtol is None else rtol
    absolute = getattr(integrator, "atol", None) if atol is None else atol
    if absolute is None:
        absolute = relative
    tolerances = np.empty((2, n_controlled))
    tolerances[0] = _for_each("atol", absolute, n_controlled, np.finfo(float).tiny)
    tolerances[1] = _for_each("rtol", relative, n_controlled, SMALLEST_RTOL)
    return tolerances


def _for_each(name: str, value: ArrayLike, n: int, lowest: float) -> Array:
    array = np.asarray(value, dtype=float)
    if array.shape not in ((), (n,)) or not (np.isfinite(array).all() and (array >= lowest).all()):
        what = f"{name} = {value!r} is not a tolerance for {n} components"
        raise SnodoError(Problem(what, f"give one number, or {n} of them, not below {lowest:.0e}"))
    return array


@dataclass(eq=False)
class Work:
    """The arrays of a run: coefficients, tolerances (atol, rtol), and the state (see `kernels/state.py`)."""

    plan: Any
    table: Array
    tolerances: Array
    clock: Array
    count: NDArray[np.int64]
    W: Array
    stops: Array
    """Times at which steps end (`kernels/breaks.py`)."""
    memory: Array
    """Data that the equations stored with the state (`kernels/memory.py`)."""
    notes: Array = field(default_factory=lambda: np.zeros(0))
    """Data of the monitor (`kernels/monitor.py`), or of a loop of its own (`dae/kernels/notes.py`)."""
    guards: Array = field(default_factory=lambda: np.zeros(0))
    """Guards of events (`kernels/guards.py`)."""
    others: dict[str, Array] = field(default_factory=dict)
    """Further arrays of the loop and of its equations that change, by name, for checkpoints."""

    @property
    def y(self) -> Array:
        """The state at the time reached."""
        row: Array = self.W[self.plan.y]
        return row


def work_for(
    integrator: Integrator,
    y: Array,
    span: tuple[float, float],
    tolerances: Array,
    project: bool,
    projection_tolerance: float,
    max_steps: int | None,
    lanes: int = 1,
    stops: Array | None = None,
    memory: tuple[int, int] = (-1, 0),
) -> Work:
    """Everything the compiled loop needs, at the start of a run."""
    from snodo.integrators.ode.kernels import state as slots
    from snodo.integrators.ode.kernels.breaks import STOP_COLUMNS

    method = integrator.table()
    rows, m, dense = method.A.shape[0], method.E.shape[1], method.D.shape[0]
    D = rows + 1 + method.E.shape[0]
    table = np.zeros((D + dense, rows))
    table[:rows], table[rows] = method.A, method.c
    table[rows + 1 : D, :m], table[D:] = method.E, method.D
    if max_steps is None:
        max_steps = MAX_STEPS if integrator.adaptive else np.iinfo(np.int64).max
    plan = slots.OdePlan(
        c=rows,
        E=rows + 1,
        D=D,
        y=rows,
        y1=rows + 1,
        z=rows + 2,
        F=rows + 3,
        first_stage=1,
        stages=method.stages,
        all_stages=rows,
        error_stages=m,
        dense_rows=dense,
        project=int(project),
        max_steps=int(max_steps),
        lanes=lanes,
        monitor=0,
        guards=0,
        sampler=0,
        samples=0,
        memory=memory[0],
        t_start=float(span[0]),
        t_end=float(span[1]),
        max_step=float(getattr(integrator, "max_step", None) or np.inf),
        projection_tolerance=float(projection_tolerance),
        alpha=method.alpha,
        beta=method.beta,
        safety=SAFETY,
        shrink=method.shrink,
        grow=method.grow,
    )
    clock, count = np.zeros(slots.CLOCK_SLOTS), np.zeros(slots.COUNT_SLOTS, dtype=np.int64)
    clock[slots.T], clock[slots.PREVIOUS_ERROR], clock[slots.SMALLEST] = span[0], 1e-4, np.inf
    clock[slots.SEEK], clock[slots.EVENT_AT], count[slots.SOUGHT] = np.inf, -np.inf, slots.NOBODY
    clock[slots.LATEST], clock[slots.ERROR_SCALE], clock[slots.CLOSE_TO] = np.inf, 1.0, projection_tolerance
    W = aligned_zeros(plan.F + 3 + dense, y.size)
    W[plan.y] = y
    stops = np.zeros((0, STOP_COLUMNS)) if stops is None else stops
    return Work(plan, table, tolerances, clock, count, W, stops, np.zeros(memory[1]))
