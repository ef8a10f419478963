"""A run with derivatives along directions: its rate, its projection, and accelerations and multipliers at its samples.

For every direction, with the derivatives of R = M a + Φ_vᵀ λ − Q and Γ = Φ̈ at the same a and λ (`slopes` of the
formulation) and the factors of the plain equations:

    M a′ + Φ_vᵀ λ′ = −R′,     Φ_v a′ = −Γ′
    x = −M⁻¹ R′,     S λ′ = Φ_v x + Γ′,     a′ = x − M⁻¹ Φ_vᵀ λ′                                   (1)

After the projection of the state, η and w are projected as it was:  S μ = Φ′, η ← η − M⁻¹ Φ_vᵀ μ, then the same with
Φ̇′ and w; both are linear, so that one step is enough.                                                               (2)

The plain numbers are computed by the plain run's own functions, and do not know of the rest.
"""

from snodo._jit import PROJECT, RATE, Floats, Table, call_verb, entry, i8, inline, kernel, project_at, rate_at
from snodo.formulations.kernels.slopes import ACCELERATIONS, POSITIONS, SPEEDS, Slopes, equation, spot
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import ALONG, MOTION, Equations, evaluate, factor, solve
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table

OWN = size(Slopes)


@inline
def slopes(own, at, asked, t, y, model):
    """R′, σ′, Γ′ and Φ′ of every direction, as far as they are asked for, and η̇."""
    own.asked = asked
    return call_verb(own.slopes, at, t, model, y, y)


@kernel
def respond(own, head, t, y, ydot, model, d):
    """(1) for one direction."""
    nv, nc, at = head.nv, head.rows, equation(head)
    for k in range(nv):
        model[head.x_at + k] = -model[own.found_at + spot(own, at.size, d, k)]
    status = call_verb(own.yields, 0, t, model, y, y)
    if status == FINE and head.rows:
        status = evaluate(head, ALONG, t, y, model)
        for r in range(head.rows):
            to = head.phi_ddot_at + r
            model[to] = model[to] + model[own.found_at + spot(own, at.size, d, at.gamma + r)]
        solve(head, head.phi_ddot_at, y, model)
    for k in range(nv):
        ydot[own.plain + spot(own, 2 * nv, d, k)] = model[own.turn_at + d * nv + k]
        ydot[own.plain + spot(own, 2 * nv, d, nv + k)] = model[head.x_at + k]
        model[own.answer_at + spot(own, nv + nc, d, k)] = model[head.x_at + k]
    for r in range(nc):
        model[own.answer_at + spot(own, nv + nc, d, nv + r)] = model[head.lambda_at + r]
    return status


@kernel
def all_respond(own, head, at, t, y, ydot, model):
    """(1) for every direction."""
    if own.answers:
        return call_verb(own.answers, at, t, model, y, ydot)
    status = FINE
    for d in range(own.directions):
        if status == FINE:
            status = respond(own, head, t, y, ydot, model, d)
    return status


@kernel
def rates(t, y, ydot, model):
    """ẏ of the plain state and of all directions; returns a status."""
    at = model.size - OWN
    own, head = table(Slopes, model, at, 0.0)[0], table(Equations, model, 0, 0.0)[0]
    status = rate_at(own.rate)(t, y, ydot, model)
    if status != FINE:
        return status
    for k in range(head.nv):
        model[own.a_at + k] = ydot[head.nq + k]
    for r in range(head.rows):
        model[own.multiplier_at + r] = model[head.lambda_at + r]
    status = slopes(own, at, ACCELERATIONS, t, y, model)
    return all_respond(own, head, at, t, y, ydot, model) if status == FINE else status


@kernel
def onto(own, head, level, t, y, model):
    """(2) of the displacements (level 0) or velocities (1) of one direction after the other."""
    at, nv = equation(head), head.nv
    right = at.phi if level == 0 else at.sigma
    for d in range(own.directions):
        for k in range(nv):
            model[head.x_at + k] = 0.0
        for r in range(head.rows):
            model[own.value_at + r] = model[own.found_at + spot(own, at.size, d, right + r)]
        solve(head, own.value_at, y, model)
        for k in range(nv):
            to = own.plain + spot(own, 2 * nv, d, level * nv + k)
            y[to] = y[to] + model[head.x_at + k]


@kernel
def all_onto(own, head, level, at, t, y, model):
    """(2) of every direction; returns a status."""
    status = slopes(own, at, POSITIONS if level == 0 else SPEEDS, t, y, model)
    if status == FINE:
        if own.answers:
            return call_verb(own.answers, at, t, model, y, y)
        onto(own, head, level, t, y, model)
    return status


@kernel
def directions_onto(t, y, model):
    """(2); returns a status."""
    at = model.size - OWN
    own, head = table(Slopes, model, at, 0.0)[0], table(Equations, model, 0, 0.0)[0]
    if head.rows == 0:
        return FINE
    status = evaluate(head, MOTION, t, y, model)
    if status == FINE:
        status = factor(head, y, model)
    for level in range(2):
        if status == FINE:
            status = all_onto(own, head, level, at, t, y, model)
    return status


# ---------------------------------------------------------------- doors
@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ of the plain state and of all directions; returns a status."""
    return rates(t, y, ydot, model)


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Correct y in place; returns the number of corrections of the plain state, or minus a status."""
    own = table(Slopes, model, model.size - OWN, 0.0)[0]
    corrections = project_at(own.project)(t, y, model, tolerance)
    if corrections < 0:
        return corrections
    status = directions_onto(t, y, model)
    return corrections if status == FINE else -status


@entry(i8(Floats, Table, Floats, Floats, Table))
def answers(times, states, ydot, model, out):
    """a′ and λ′ of all directions, a row for each state; returns 0, or 1 + the state that failed."""
    own = table(Slopes, model, model.size - OWN, 0.0)[0]
    for k in range(times.size):
        if rates(times[k], states[k], ydot, model) != FINE:
            return k + 1
        for j in range(out.shape[1]):
            out[k, j] = model[own.answer_at + j]
    return 0
