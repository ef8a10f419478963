"""One step of a simulation from outside: inputs are held over it, outputs are read at its end.

    1  inputs into the model, K_0 = f(t, y) anew: the inputs jump
    2  from t to t + dt: steps under error control (`integrators/ode/kernels/advance.py`), or a number of equal steps;
       each one is projected onto the constraints
    3  outputs in the state at t + dt

Everything is in the block (`block.py`), nothing is allocated.  Copies of a mechanism make their steps one after the
other, with the same bits as each of them alone.
"""

from math import inf, isfinite

import numpy as np

from snodo._jit import Floats, array_at, entry, f8, grid, i8, kernel, project_at, rate_at, verb
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import ROWS, Equations
from snodo.formulations.kernels.verbs import evaluate as evaluate_rows
from snodo.integrators.ode.kernels.advance import accept, new_point, settle
from snodo.integrators.ode.kernels.breaks import at_break, begin_anew, end_of_step
from snodo.integrators.ode.kernels.dense_output import correct
from snodo.integrators.ode.kernels.memory import keep, put_back
from snodo.integrators.ode.kernels.recording import may_step
from snodo.integrators.ode.kernels.stages import all_finite, copy, evaluate, point, stages
from snodo.integrators.ode.kernels.state import (
    AFTER_REJECTION,
    CLOCK_SLOTS,
    COUNT_SLOTS,
    EVALUATIONS,
    FAILURES_IN_A_ROW,
    FINISHED,
    GO_ON,
    LATEST,
    NOT_FINITE,
    PROJECTION_FAILED,
    RATE_FAILED,
    REJECTED,
    STATUS,
    STEPS,
    H,
    OdePlan,
    T,
)
from snodo.integrators.ode.kernels.step_size import reject
from snodo.math.kernels.records import table as records
from snodo.simulation.kernels.block import (
    BASE,
    BASE_SLOTS,
    NOT_A_NUMBER,
    OUTPUT_SLOTS,
    PERIOD,
    REPEATED,
    STATE,
    VALUE,
    Stepper,
)


@kernel
def end_of(dt, t, base):
    """The time at the end of a step of length dt from t."""
    if dt != base[PERIOD] or t != base[BASE] + base[REPEATED] * dt:
        base[BASE], base[PERIOD], base[REPEATED] = t, dt, 0.0
    base[REPEATED] += 1.0
    return base[BASE] + base[REPEATED] * dt


@kernel
def under_control(rate, project, model, plan, table, tolerances, clock, count, W, memory, stops):
    """From T to plan.t_end in steps whose error is controlled."""
    none, no_history = W[0, :0], W[:0]
    if not clock[H] > 0.0:
        clock[H] = plan.t_end - clock[T]
    margin = at_break(stops, clock, count)
    if not evaluate(rate, model, clock[T] + margin, W, plan.y, 0, count):
        return RATE_FAILED
    verdict = GO_ON
    while verdict == GO_ON and clock[T] < plan.t_end:
        limit = may_step(plan, clock, count, count[EVALUATIONS] + 1)
        if limit != GO_ON:
            return limit
        t, t1 = clock[T], end_of_step(plan, stops, clock, count)
        verdict = new_point(rate, model, plan, table, tolerances, W, clock, count, none, none, t, t1)
        if verdict == GO_ON:
            verdict = settle(rate, project, model, plan, tolerances, W, clock, count, t1)
        if verdict == GO_ON:
            accept(plan, W, clock, count, no_history, t, t1)
            margin = at_break(stops, clock, count)
            if margin > 0.0 and t1 < plan.t_end:
                verdict = begin_anew(rate, project, model, plan, W, clock, count, margin)
            keep(model, plan, memory)
        else:
            put_back(model, plan, memory)
            verdict = reject(t1 - t, plan, clock, count, verdict)
    return FINISHED if verdict == GO_ON else verdict


@kernel
def in_equal_steps(rate, project, model, plan, table, clock, count, W, memory, substeps):
    """From T to plan.t_end in a number of equal steps."""
    none, y1, start = W[0, :0], plan.y1, clock[T]
    clock[LATEST], h = inf, (plan.t_end - start) / substeps
    for k in range(substeps):
        t = clock[T]
        t1 = plan.t_end if k == substeps - 1 else start + (k + 1) * h
        verdict = stages(rate, model, plan, table, W, clock, count, none, none, t, h, 0, plan.stages)
        if verdict == GO_ON:
            point(table, plan.stages, plan.stages, h, W, plan.y, y1)
            if not all_finite(W, y1):
                verdict = NOT_FINITE
            elif not correct(project, model, t1, W, y1, clock, count):
                verdict = PROJECTION_FAILED
        if verdict != GO_ON:
            put_back(model, plan, memory)
            return verdict
        copy(W, y1, plan.y)
        clock[T] = t1
        count[STEPS] += 1
        keep(model, plan, memory)
    return FINISHED


@kernel
def read(stepper, block, reader, t, y, out, first):
    """Outputs in the state y at time t, into `out` from `first` on; returns a status."""
    wanted = block.view(np.int64)
    head = records(Equations, reader, 0, 0.0)[0]
    if stepper.reads:
        status = evaluate_rows(head, ROWS, t, y, reader)
        if status != FINE:
            return status
    for k in range(stepper.outputs):
        at = stepper.output_at + OUTPUT_SLOTS * k
        what, which = wanted[at], wanted[at + 1]
        if what == STATE:
            out[first + k] = y[which]
        elif what == VALUE:
            out[first + k] = reader[head.phi_at + which]
        else:
            out[first + k] = reader[head.phi_dot_at + which]
    return FINE


@kernel
def put_back_rows(stepper, model, mode):
    """Which rows the equations of a copy keep: redundant ones are chosen in its own positions."""
    if stepper.mask > 0:
        model[stepper.pivot_at] = mode[0]
        for r in range(stepper.mask):
            model[stepper.mask_at + r] = mode[1 + r]


@kernel
def step_of_copy(dt, block, u, out, c):
    """The step of copy c; with dt = 0 only its outputs.  Returns an outcome (`state.py`)."""
    stepper = records(Stepper, block, 0, 0.0)[0]
    plan = records(OdePlan, block, stepper.plan_at, 0.0)[0]
    integers, n, m = block.view(np.int64), stepper.n, stepper.memory
    clock_at = stepper.copy_at + c * stepper.copy_size
    count_at = clock_at + CLOCK_SLOTS
    base_at = count_at + COUNT_SLOTS
    mode_at = base_at + BASE_SLOTS
    memory_at = mode_at + 1 + stepper.mask
    W_at = memory_at + m
    clock, count = block[clock_at:count_at], integers[count_at:base_at]
    base, mode, memory = block[base_at:mode_at], block[mode_at:memory_at], block[memory_at:W_at]
    W = grid(block, W_at, stepper.rows, n)
    model, whole = array_at(stepper.model), array_at(stepper.whole)
    for k in range(stepper.inputs):
        held = u[c * stepper.inputs + k]
        if not isfinite(held):
            return NOT_A_NUMBER
        model[integers[stepper.input_at + k]] = held
        if stepper.whole != 0:
            whole[integers[stepper.told_at + k]] = held
    outcome = FINISHED
    if dt > 0.0:
        table = grid(block, stepper.table_at, stepper.table_rows, stepper.table_columns)
        rate, project = rate_at(stepper.rate), project_at(stepper.project)
        count[STEPS], count[REJECTED], count[AFTER_REJECTION], count[FAILURES_IN_A_ROW] = 0, 0, 0, 0
        put_back(model, plan, memory)
        put_back_rows(stepper, model, mode)
        plan.t_end = end_of(dt, clock[T], base)
        if stepper.substeps > 0:
            outcome = in_equal_steps(rate, project, model, plan, table, clock, count, W, memory, stepper.substeps)
        else:
            tolerances = grid(block, stepper.tolerance_at, 2, stepper.controlled)
            stops = grid(array_at(stepper.stops), 0, stepper.stop_rows, 3)
            outcome = under_control(rate, project, model, plan, table, tolerances, clock, count, W, memory, stops)
    if outcome == FINISHED:
        count[STATUS] = read(stepper, block, array_at(stepper.reader), clock[T], W[plan.y], out, c * stepper.outputs)
        if count[STATUS] != FINE:
            outcome = RATE_FAILED
    return outcome


@kernel
def step_of_all(dt, block, u, out):
    """The step of all copies, up to the first that fails; returns an outcome."""
    stepper = records(Stepper, block, 0, 0.0)[0]
    for c in range(stepper.copies):
        outcome = step_of_copy(dt, block, u, out, c)
        if outcome != FINISHED:
            stepper.failed = c
            return outcome
    return FINISHED


@entry(i8(f8, Floats, Floats, Floats))
def step(dt, block, u, out):
    """A step of length dt with the inputs u; outputs into `out`.  Returns an outcome."""
    return step_of_all(dt, block, u, out)


@verb
def step_by_address(what, dt, block, u, out):
    """The same for programs that are not written in Python."""
    return step_of_all(dt, array_at(block), array_at(u), array_at(out))
