"""Laws of forces over measures in the plane, read from the poses of the bodies: `math/kernels/measured_formula.py`."""

from typing import NamedTuple

from snodo._jit import UNBOUNDED, c_entry, carray, inline, kernel
from snodo.formulations.kernels.members import in_time
from snodo.formulations.planar.kernels.layout import Link, system
from snodo.formulations.planar.kernels.rows import coordinate, separation
from snodo.math.kernels.duals import number
from snodo.math.kernels.elementary import inverse, sqrt
from snodo.math.kernels.measured_formula import HELD, LENGTH, MEASURED, RECORD, SPEED, MeasuredLaw, formula_value
from snodo.math.kernels.plane import dot
from snodo.math.kernels.records import table, width
from snodo.math.kernels.time_functions import evaluate


class LawInput(NamedTuple):
    """A coordinate between two bodies, or the distance of two points, and what is read of it; or a number of the model,
    whose place is in the first number of the link."""

    what: int
    link: Link


@inline
def read_input(model, s, given):
    """An input of a law, for the current poses."""
    if given.what == HELD:
        return s.zero + model[given.link.i]
    if given.what < LENGTH:
        x = coordinate(s, given.link)
        return x.rate if given.what == SPEED else x.x
    d = separation(s, given.link)
    length = sqrt(dot(d.d, d.d))
    return length if given.what == LENGTH else dot(d.d, d.rate) * inverse(length)


@c_entry
def measured_law(t, base, places, out):
    """f, 0, 0 of the law with the record at places[0]; scratch from places[1] on."""
    model, at, stack_at = carray(base, UNBOUNDED), int(places[0]), int(places[1]) + 3
    law = table(MeasuredLaw, model, at, 0.0)[0]
    if law.given == 0:
        s, inputs = system(model, 0, 0.0), table(LawInput, model, law.input_at, 0.0)
        for k in range(law.inputs):
            model[law.jets_at + 3 * (k + 1)] = read_input(model, s, inputs[k])
    out[0] = formula_value(model, law, t, stack_at)
    out[1], out[2] = 0.0, 0.0
    return 0


@kernel
def driven(s, head, model, at, t):
    """The function of time or of measures packed at `at`; on duals, with its derivatives along the directions.

    In lanes there are no functions of measures.
    """
    if width(s.zero) == 1 or int(model[at]) != MEASURED:
        return in_time(head, model, s.numbers, at, t, s.zero)[0]
    law = table(MeasuredLaw, model, at + RECORD, 0.0)[0]
    inputs = table(LawInput, model, law.input_at, 0.0)
    for k in range(law.inputs):
        model[law.jets_at + 3 * (k + 1)] = number(read_input(model, s, inputs[k]))
    law.given = 1
    drive = s.zero + evaluate(model, at, t, head.stack_at)[0]
    law.given = 0
    for k in range(law.inputs):
        x = read_input(model, s, inputs[k])
        drive = drive + (x - number(x)) * model[law.slopes_at + k]
    return drive
