"""Laws of forces over measures, where measures are tables of the model: `math/kernels/measured_formula.py`."""

from typing import NamedTuple

from snodo._jit import UNBOUNDED, c_entry, carray, inline, kernel
from snodo.formulations.kernels.tables import Measure, Term
from snodo.math.kernels.duals import value
from snodo.math.kernels.elementary import inverse, sqrt
from snodo.math.kernels.measured_formula import (
    HELD,
    LENGTH,
    MEASURED,
    RECORD,
    SPEED,
    VALUE,
    MeasuredLaw,
    formula_value,
)
from snodo.math.kernels.records import table
from snodo.math.kernels.time_functions import evaluate


class LawInput(NamedTuple):
    """Σ weight · measure + constant, and what is read of it; or a number of the model, at `first`."""

    first: int
    terms: int
    constant: float
    what: int


@inline
def read_input(model, readings, terms, given, zero):
    """An input of a law, from the readings of its measures."""
    if given.what == HELD:
        return zero + model[given.first]
    x, rate = zero + given.constant, zero
    for k in range(given.first, given.first + given.terms):
        reading, weight = readings[terms[k].measure], terms[k].weight
        x, rate = x + reading.x * weight, rate + reading.rate * weight
    if given.what == VALUE:
        return x
    if given.what == SPEED:
        return rate
    length = sqrt(x * 2.0)
    return length if given.what == LENGTH else rate * inverse(length)


@c_entry
def measured_law(t, base, places, out):
    """f, 0, 0 of the law with the record at places[0]; scratch from places[1] on."""
    model, at, stack_at = carray(base, UNBOUNDED), int(places[0]), int(places[1]) + 3
    law = table(MeasuredLaw, model, at, 0.0)[0]
    if law.given == 0:
        measures, terms = table(Measure, model, law.measure_at, 0.0), table(Term, model, law.term_at, 0.0)
        inputs = table(LawInput, model, law.input_at, 0.0)
        for k in range(law.inputs):
            model[law.jets_at + 3 * (k + 1)] = read_input(model, measures, terms, inputs[k], 0.0)
    out[0] = formula_value(model, law, t, stack_at)
    out[1], out[2] = 0.0, 0.0
    return 0


@kernel
def driven(system, model, readings, at, t, stack_at):
    """The function of time or of measures packed at `at`, with its derivatives along the directions of the readings."""
    zero = system.zero
    if int(model[at]) != MEASURED:
        return zero + evaluate(model, at, t, stack_at)[0]
    law = table(MeasuredLaw, model, at + RECORD, 0.0)[0]
    inputs, terms = table(LawInput, model, law.input_at, 0.0), table(Term, model, law.term_at, 0.0)
    for k in range(law.inputs):
        model[law.jets_at + 3 * (k + 1)] = value(read_input(model, readings, terms, inputs[k], zero))
    law.given = 1
    drive = zero + evaluate(model, at, t, stack_at)[0]
    law.given = 0
    for k in range(law.inputs):
        x = read_input(model, readings, terms, inputs[k], zero)
        drive = drive + (x - value(x)) * model[law.slopes_at + k]
    return drive
