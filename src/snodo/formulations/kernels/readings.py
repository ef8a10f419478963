"""Formulas of measures, states and held numbers in one state: what controllers read and compute, and guards need."""

from snodo._jit import Floats, entry, f8, i8, inline
from snodo.formulations.kernels.states import States
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import ROWS, Equations, evaluate
from snodo.math.kernels import time_functions
from snodo.math.kernels.records import table


@inline
def formula_at(head, model, at, t):
    """The value of the formula packed at `at`, in the motion evaluated last."""
    return time_functions.evaluate(model, at, t, table(States, model, head.states_at, 0.0)[0].stack_at)[0]


@entry(i8(f8, Floats, Floats, Floats, Floats))
def readings(t, y, model, places, out):
    """Values of the formulas packed at `places`, in the state y; returns a status."""
    head = table(Equations, model, 0, 0.0)[0]
    status = evaluate(head, ROWS, t, y, model)
    if status == FINE:
        for k in range(places.size):
            out[k] = formula_at(head, model, int(places[k]), t)
    return status
