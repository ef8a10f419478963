"""Constraint rows: Φ, ν, Φ̇ and Φ̈, from the current measures.

    Φ = Σ weight · measure + constant − f(t),     ν = ḟ,     Φ̇ = Φ_v v − ν,     Φ̈ = Φ_v v̇ − γ

for the accelerations v̇ that the measures were read with.  A row on velocities, A v − b(t), has no Φ: ν = b,
Φ̇ = A v − b and Φ̈ its rate, from the rates of its measures.  A row that the user wrote, Φ(t, x), has the weights
∂Φ/∂x in the current state; its derivatives are exact, by jets.  Whole turns do not count in angles that a cut joint
cannot count.
"""

import math

from snodo._jit import inline, kernel
from snodo.formulations.kernels.measures import total
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import Row
from snodo.formulations.kernels.verbs import WRITTEN, rare
from snodo.math.kernels.records import table
from snodo.math.kernels.time_functions import evaluate


@inline
def put(head, model, r, phi, nu, phi_dot, phi_ddot):
    """Store one row."""
    model[head.phi_at + r], model[head.nu_at + r] = phi, nu
    model[head.phi_dot_at + r], model[head.phi_ddot_at + r] = phi_dot, phi_ddot


@inline
def linear(head, model, row, r, t):
    """A row of measures and a function of time."""
    x, rate, second = total(head, model, row.first, row.terms)
    f, f_dot, f_ddot = 0.0, 0.0, 0.0
    if row.function >= 0:
        f, f_dot, f_ddot = evaluate(model, row.function, t, head.stack_at)
    if row.level:
        put(head, model, r, 0.0, f, rate - f, second - f_dot)
        return
    phi = x + row.constant - f
    if row.period > 0.0:
        phi -= row.period * math.floor(phi / row.period + 0.5)
    put(head, model, r, phi, f_dot, rate - f_dot, second - f_ddot)


@kernel
def update_rows(head, model, t):
    """All rows."""
    rows = table(Row, model, head.row_at, 0.0)
    for r in range(head.rows):
        if rows[r].function >= -1:
            linear(head, model, rows[r], r, t)
    for k in range(head.written):
        status = rare(head, WRITTEN, k, t, model)
        if status != FINE:
            return status
    return FINE
