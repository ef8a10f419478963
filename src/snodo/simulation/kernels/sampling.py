"""Sampled controllers inside the loop over the steps (`integrators/ode/kernels/samples.py`).

At a sample all controllers that are due compute from the state before it:

    outputs   u = gives(t, readings, memory),      memory ← then(t, readings, memory)

by formulas of the model, or by a Python function that is called back.  With a delay of n samples the outputs go through
n places in which they wait.  Nothing is written unless all results are finite.
"""

from math import floor, isfinite
from typing import NamedTuple

from snodo._jit import array_at, call_user, inline, kernel, monitor
from snodo.formulations.kernels.readings import formula_at
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import ROWS, Equations, evaluate
from snodo.integrators.ode.kernels.guards import EPS
from snodo.integrators.ode.kernels.samples import DONE, REFUSED, REST, ROUNDINGS
from snodo.math.kernels.records import table, view


class Samples(NamedTuple):
    """The first numbers."""

    first: int  # place in y of the first held number,
    numbers: int  # and how many there are
    controllers: int
    controller_at: int
    begin: float  # time of the first samples


class Controller(NamedTuple):
    """One controller."""

    every: float
    due: int  # whether it has a sample now
    outputs: int
    delay: int
    place_at: int  # places in y of the outputs, then of those that wait, stage by stage,
    memories: int
    memory_at: int  # and of the memory
    formulas: int
    formula_at: int  # places of formulas in the model: outputs and memory, or what a function reads
    read_at: int  # what it reads
    value_at: int  # outputs, then memory
    address: int  # of a function that is called, or 0


@inline
def is_due(c, t, begin):
    """Whether a sample is at t."""
    return abs(begin + c.every * floor((t - begin) / c.every + 0.5) - t) <= ROUNDINGS * EPS * abs(t)


@kernel
def compute(head, model, own, c, t, y):
    """Outputs and memory of a controller from the motion evaluated last."""
    formulas, memory = view(own, c.formula_at, 0), view(own, c.memory_at, 0)
    values = c.read_at if c.address else c.value_at
    for k in range(c.formulas):
        own[values + k] = formula_at(head, model, formulas[k], t)
    answer = DONE
    if c.address:
        for k in range(c.memories):
            own[c.value_at + c.outputs + k] = y[memory[k]]
        answer = call_user(c.address, t, own, c.read_at, c.value_at, c.value_at)
    for k in range(c.outputs + c.memories):
        if not isfinite(own[c.value_at + k]):
            return REFUSED
    return answer


@inline
def hold(own, c, y):
    """Put the results into the state; outputs that wait move on."""
    places, memory, last = view(own, c.place_at, 0), view(own, c.memory_at, 0), c.outputs * c.delay
    for k in range(last):
        y[places[k]] = y[places[k + c.outputs]]
    for k in range(c.outputs):
        y[places[last + k]] = own[c.value_at + k]
    for k in range(c.memories):
        y[memory[k]] = own[c.value_at + c.outputs + k]


@monitor
def sampler(what, k, t, h, model, y, ydot, clock, notes):
    """One sample of all controllers that are due."""
    model, y, own = array_at(model), array_at(y), array_at(notes)
    head, samples = table(Equations, model, 0, 0.0)[0], table(Samples, own, 0, 0.0)[0]
    controllers = table(Controller, own, samples.controller_at, 0.0)
    if evaluate(head, ROWS, t, y, model) != FINE:
        return REFUSED
    found = DONE
    for n in range(samples.controllers):
        c = controllers[n]
        c.due = 1 if is_due(c, t, samples.begin) else 0
        if c.due:
            answer = compute(head, model, own, c, t, y)
            if answer == REFUSED:
                return REFUSED
            found = REST if answer == REST else found
    for n in range(samples.controllers):
        if controllers[n].due:
            hold(own, controllers[n], y)
    return found
