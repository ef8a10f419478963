"""Rows that the user wrote, Φ(t, x) = 0 and g(t, x) = 0 on velocities, of measures x.

Their weights ∂Φ/∂x are those of the current state; derivatives are exact: formulas run on jets, Python functions bring
their own.
"""

from snodo._jit import call_user, inline, kernel
from snodo.formulations.kernels.constraint_rows import put
from snodo.formulations.kernels.measures import total
from snodo.formulations.kernels.statuses import FINE, USER_ROW_FAILED
from snodo.formulations.kernels.tables import CALLED, Input, Row, Term
from snodo.math.kernels.records import table


@inline
def places(head, inputs, rows):
    """Scratch of the user's rows: inputs x, ẋ, ẍ, outputs, jets in, jets out, places of a formula."""
    x = head.row_user_at
    out = x + 3 * inputs
    jets = out + 3 * rows + rows * inputs
    result = jets + 3 * (inputs + 1)
    return x, x + inputs, x + 2 * inputs, out, jets, result, result + 3 * rows


@inline
def differentiate(head, model, item, t):
    """Φ, Φ̇, Φ̈ along the motion and ∂Φ/∂x of a formula: one pass along (1, ẋ), then one along each input."""
    n, rows = item.inputs, item.rows
    x, rate, _, out, jets, result, at = places(head, n, rows)
    for direction in range(-1, n):
        model[jets], model[jets + 1], model[jets + 2] = t, 1.0 if direction < 0 else 0.0, 0.0
        for k in range(n):
            jet = jets + 3 * (k + 1)
            model[jet], model[jet + 2] = model[x + k], 0.0
            model[jet + 1] = model[rate + k] if direction < 0 else (1.0 if k == direction else 0.0)
        model[at], model[at + 1], model[at + 2], model[at + 3] = item.address, jets, head.stack_at, result
        call_user(head.runner, t, model, 0, at, result)
        for m in range(rows):
            if direction < 0:
                for order in range(3):
                    model[out + 3 * m + order] = model[result + 3 * m + order]
            else:
                model[out + 3 * rows + m * n + direction] = model[result + 3 * m + 1]


@inline
def gather_inputs(head, model, item):
    """x, ẋ and ẍ of the inputs."""
    inputs = table(Input, model, head.input_at, 0.0)
    x, rate, second, _, _, _, _ = places(head, item.inputs, item.rows)
    for k in range(item.inputs):
        given = inputs[item.first_input + k]
        found = total(head, model, given.first, given.terms)
        if given.speed:
            model[x + k], model[rate + k], model[second + k] = found[1], found[2], 0.0
        else:
            model[x + k], model[rate + k], model[second + k] = found[0] + given.constant, found[1], found[2]


@inline
def weigh(head, model, item, row, gradient):
    """Weights of a row's terms: those of the inputs, times ∂Φ/∂x."""
    inputs, terms = table(Input, model, head.input_at, 0.0), table(Term, model, head.term_at, 0.0)
    at = row.first
    for k in range(item.inputs):
        given = inputs[item.first_input + k]
        for m in range(given.terms):
            own = terms[given.first + m]
            terms[at].weight, terms[at].push = own.weight * model[gradient + k], own.push * model[gradient + k]
            at += 1


@inline
def speeds_alone(head, model, item, gradient):
    """∂g/∂v of a row on velocities: nothing of where the bodies are pushes."""
    inputs = table(Input, model, head.input_at, 0.0)
    for k in range(item.inputs):
        if inputs[item.first_input + k].speed == 0:
            model[gradient + k] = 0.0


@kernel
def written(head, model, item, t):
    """The user's Φ(t, x): formulas run on jets, Python functions bring their derivatives.

    A row on velocities is g(t, x) with speeds among the inputs: its value is Φ̇, its rate Φ̈.
    """
    rows, n = table(Row, model, head.row_at, 0.0), item.inputs
    x, rate, second, out, _, _, _ = places(head, n, item.rows)
    gather_inputs(head, model, item)
    if item.kind == CALLED:
        if call_user(item.address, t, model, x, rate, out) != 0:
            return USER_ROW_FAILED
    else:
        differentiate(head, model, item, t)
    for m in range(item.rows):
        phi, phi_dot, phi_ddot = model[out + 3 * m], model[out + 3 * m + 1], model[out + 3 * m + 2]
        gradient, nu = out + 3 * item.rows + m * n, -phi_dot
        if rows[item.row + m].level:
            speeds_alone(head, model, item, gradient)
            phi, phi_dot, phi_ddot, nu = 0.0, phi, phi_dot, -phi
            for k in range(n):
                nu += model[gradient + k] * model[x + k]
            weigh(head, model, item, rows[item.row + m], gradient)
            put(head, model, item.row + m, phi, nu, phi_dot, phi_ddot)
            continue
        for k in range(n):
            nu += model[gradient + k] * model[rate + k]
            phi_ddot += model[gradient + k] * model[second + k]
        weigh(head, model, item, rows[item.row + m], gradient)
        put(head, model, item.row + m, phi, nu, phi_dot, phi_ddot)
    return FINE
