"""Accelerations, multipliers, violations and powers in given states, by a method's own equations, row by row."""

from snodo._jit import RATE_FUNCTION, Floats, Table, array_at, entry, i8
from snodo.constraint_methods.kernels.layout import header
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import Equations
from snodo.math.kernels.records import table


@entry(i8(RATE_FUNCTION, Floats, Table, Floats, Floats, Table))
def evaluate(rate, times, states, model, ydot, out):
    """One row of `out` for each state: v̇, λ, Φ, Φ̇, powers.  Returns 0, or 1 + the row that failed."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head = header(own)
    nq, nv, m = head.nq, head.nv, head.nc
    for k in range(times.size):
        row = out[k]
        if rate(times[k], states[k], ydot, model) != FINE:
            return k + 1
        for j in range(nv):
            row[j] = ydot[nq + j]
        for r in range(m):
            row[nv + r], row[nv + m + r] = own[head.lambda_at + r], own[head.phi_at + r]
            row[nv + 2 * m + r] = own[head.phi_dot_at + r]
        for j in range(nq + nv, ydot.size):
            row[j - nq + 3 * m] = ydot[j]
    return 0
