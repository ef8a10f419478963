"""Constraint rows: Φ, ν, Φ̇ and Φ̈, from the current measures.

    Φ = Σ weight · measure + constant − f(t),     ν = ḟ,     Φ̇ = Φ_v v − ν,     Φ̈ = Φ_v v̇ − γ

for the accelerations v̇ that the measures were read with.  A row on velocities, A v − b(t), has no Φ: ν = b,
Φ̇ = A v − b and Φ̈ its rate, from the rates of its measures.  A row that the user wrote, Φ(t, x), has the weights
∂Φ/∂x in the current state; its derivatives are exact, by jets.  Whole turns do not count in angles that a cut joint
cannot count.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.measures import total
from snodo.formulations.kernels.members import in_time
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import Row
from snodo.formulations.kernels.verbs import WRITTEN, element, rare
from snodo.math.kernels.elementary import floor, lowest
from snodo.math.kernels.records import table, view


@inline
def put(head, numbers, r, phi, nu, phi_dot, phi_ddot):
    """Store one row."""
    numbers[head.phi_at + r], numbers[head.nu_at + r] = phi, nu
    numbers[head.phi_dot_at + r], numbers[head.phi_ddot_at + r] = phi_dot, phi_ddot


@inline
def linear(head, model, numbers, row, r, t, zero):
    """A row of measures and a function of time."""
    x, rate, second = total(head, model, row.first, row.terms, zero)
    f, f_dot, f_ddot = zero, zero, zero
    if row.function >= 0:
        f, f_dot, f_ddot = in_time(head, model, numbers, row.function, t, zero)
    if row.level:
        put(head, numbers, r, zero, f, rate - f, second - f_dot)
        return
    phi = x + row.constant - f
    if lowest(row.period) > 0.0:
        phi = phi - row.period * floor(phi / row.period + 0.5)
    put(head, numbers, r, phi, f_dot, rate - f_dot, second - f_ddot)


@inline
def update_linear(head, model, t, zero):
    """All rows that the user did not write, as elements like the zero."""
    rows, numbers = table(Row, model, element(head, head.row_at), zero), view(model, head.elements_at, zero)
    for r in range(head.rows):
        if rows[r].function >= -1:
            linear(head, model, numbers, rows[r], r, t, zero)


@kernel
def update_rows(head, model, t):
    """All rows."""
    update_linear(head, model, t, 0.0)
    for k in range(head.written):
        status = rare(head, WRITTEN, k, t, model)
        if status != FINE:
            return status
    return FINE
