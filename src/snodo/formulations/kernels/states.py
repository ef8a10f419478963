"""Numbers in the state y behind the works: states with a rate, and numbers that are held.

    y = (q, v, works, x, …),     ẋ_k = f_k(t, measures, x)

Before every evaluation x is copied into the model, where laws of forces read it.  After it, the rates are computed from
the motion that was evaluated: a packed function each, or the number that a kernel of the forces has written, or zero.
Who adds such numbers, and how, is told in `formulations/parts/numbers.py`.
"""

import math
from typing import NamedTuple

from snodo._jit import inline, kernel
from snodo.formulations.kernels.statuses import FINE, STATE_NOT_FINITE
from snodo.math.kernels.records import table, view
from snodo.math.kernels.time_functions import evaluate

BY_KERNEL, CONSTANT = -1, -2
"""Instead of the place of a packed function: a kernel writes the rate, or the number is held."""


class States(NamedTuple):
    """Where the numbers are."""

    values_at: int
    rates_at: int
    function_at: int  # whole numbers: places of packed functions, BY_KERNEL or CONSTANT
    stack_at: int  # scratch of the functions


@inline
def load(head, y, model):
    """Copy the numbers from the state y into the model."""
    own, first = table(States, model, head.states_at, 0.0)[0], head.nq + head.speeds + head.works
    for k in range(head.states):
        model[own.values_at + k] = y[first + k]


@kernel
def state_rates(head, t, ydot, model):
    """Rates of the numbers in the state of the last evaluation; the culprit is one that is not finite."""
    own, first = table(States, model, head.states_at, 0.0)[0], head.nq + head.speeds + head.works
    functions = view(model, own.function_at, 0)
    for k in range(head.states):
        rate = 0.0
        if functions[k] == BY_KERNEL:
            rate = model[own.rates_at + k]
        elif functions[k] != CONSTANT:
            rate = evaluate(model, functions[k], t, own.stack_at)[0]
        ydot[first + k] = rate
        if not math.isfinite(rate):
            head.culprit = k
            return STATE_NOT_FINITE
    return FINE
