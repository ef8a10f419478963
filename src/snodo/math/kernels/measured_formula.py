"""f(t, x₁ … xₙ) of a force law that depends on measures: a program of the stack machine, with its inputs beside it.

The pack of such a function in a model is its kind, the address of what evaluates it, and the record `MeasuredLaw`.  A
formulation's evaluator reads the inputs of the current motion; who differentiates the equations writes the inputs
itself, and is given ∂f/∂x as well.
"""

from typing import NamedTuple

from snodo._jit import kernel
from snodo.math.kernels.program import run

MEASURED = 3
"""The kind of the function in its pack (`time_functions.py`)."""
RECORD = 2
"""Numbers before the record: kind and address."""
VALUE, SPEED, LENGTH, STRETCHING, HELD = 0, 1, 2, 3, 4
"""What is read of a quantity x: x, ẋ, √2x, or the rate of that; or a number of the model."""


class MeasuredLaw(NamedTuple):
    """A formula and its inputs."""

    given: int  # 1: the inputs were written, and ∂f/∂x are asked for
    inputs: int
    input_at: int  # a table of the formulation
    measure_at: int  # its measures and terms, if it has such
    term_at: int
    program_at: int
    jets_at: int  # t and the inputs, then the output: value, first and second derivative each
    slopes_at: int  # ∂f/∂x


@kernel
def formula_value(model, law, t, stack_at):
    """f for the inputs in the jets; ∂f/∂x too, one run for each input, if they are asked for."""
    jets, n = law.jets_at, law.inputs
    out = jets + 3 * (n + 1)
    model[jets] = t
    for k in range(n + 1):
        model[jets + 3 * k + 1], model[jets + 3 * k + 2] = 0.0, 0.0
    if law.given:
        for k in range(n):
            first = jets + 3 * (k + 1) + 1
            model[first] = 1.0
            run(model, law.program_at, jets, stack_at, out)
            model[law.slopes_at + k] = model[out + 1]
            model[first] = 0.0
    run(model, law.program_at, jets, stack_at, out)
    return model[out]
