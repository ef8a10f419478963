"""Formulas behind an address: the stack machine is compiled on its own, and only for mechanisms that have formulas.

Both functions get the whole flat array as their first pointer and the places they need as their second.
"""

from snodo._jit import UNBOUNDED, c_entry, carray
from snodo.math.kernels.program import run


@c_entry
def formula(t, base, places, out):
    """Run the program at places[0] on the inputs at places[1], stack at places[2], outputs at places[3]."""
    run(carray(base, UNBOUNDED), int(places[0]), int(places[1]), int(places[2]), int(places[3]))
    return 0


@c_entry
def time_formula(t, base, places, out):
    """f, f′, f″ of the program in t at places[0], with scratch at places[1]: out, input jet, output jet, stack."""
    model = carray(base, UNBOUNDED)
    program_at, scratch = int(places[0]), int(places[1])
    model[scratch] = t
    model[scratch + 1] = 1.0
    model[scratch + 2] = 0.0
    run(model, program_at, scratch, scratch + 6, scratch + 3)
    for order in range(3):
        out[order] = model[scratch + 3 + order]
    return 0
