"""f(t), f′(t), f″(t) of a packed function of time: the first number is its kind, the rest its data.

    CONSTANT      value
    RAMP          start, rate
    CALLED        the address of a C function, bitwise as int64, which writes f, f′, f″ and returns 0: a callback into
                  Python, or a kernel that finds its data behind the address (`formula.time_formula`,
                  `function_shapes.shaped`)
    MEASURED      the same for a force that depends on measures (`measured_formula.py`): f, 0, 0

What is called is compiled for the mechanisms that have such a function, and not with the equations of every one.

Scratch at `stack_at`: a formula needs 6 + 3·stack places (the third word of the program), other called functions three.
"""

from __future__ import annotations

import numpy as np

from snodo._jit import call_user, inline, kernel
from snodo.math.kernels.records import view

CONSTANT, RAMP, CALLED = 0, 1, 2


@kernel
def evaluate(model, at, t, stack_at):
    """(f, f′, f″) at time t of the function packed at `at`; not-a-number if a called function failed."""
    kind = int(model[at])
    if kind == CONSTANT:
        return model[at + 1], 0.0, 0.0
    if kind == RAMP:
        return model[at + 1] + model[at + 2] * t, model[at + 2], 0.0
    return _called(model, at + 1, t, stack_at)


@inline
def _called(model, at, t, stack_at):
    """By address; a kernel finds its data behind the address, and its scratch, through the first two places."""
    address = view(model, at, 0)[0]
    model[stack_at] = at + 1
    model[stack_at + 1] = stack_at
    status = call_user(address, t, model, 0, stack_at, stack_at)
    if status != 0:
        return np.nan, np.nan, np.nan
    return model[stack_at], model[stack_at + 1], model[stack_at + 2]
