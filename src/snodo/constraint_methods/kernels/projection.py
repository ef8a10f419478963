"""The projection of a state onto its constraints, in the mass metric: first Φ = 0, then Φ_v v = ν.

    min ½ xᵀ M x   with   J x = −c          c = Φ for positions, Φ̇ for velocities:     S λ = c,   x = −M⁻¹ Jᵀ λ

Euler parameters are also normalised to length one.  Members side by side in lanes are corrected until the worst of them
is closed.
"""

import math

from snodo._jit import PROJECT, entry, inline, kernel
from snodo.formulations.kernels.statuses import CONTRADICTION, FINE, NO_CONVERGENCE
from snodo.formulations.kernels.verbs import (
    LENGTHS,
    ROWS,
    Equations,
    displace,
    element,
    evaluate,
    factor,
    members,
    solve,
)
from snodo.math.kernels import sparse
from snodo.math.kernels.records import table, view

MOST_CORRECTIONS = 12
STILL_CLOSED = 1e-9  # accepted if round-off ends the iteration above the tolerance
LARGEST_CONTRADICTION = 1e-6


@inline
def largest(head, model, values):
    """Largest of the values of the kept rows, each relative to the natural size of the row."""
    worst, width, mask = 0.0, members(head), view(model, head.mask_at, 0.0)
    value, scale = view(model, element(head, values), 0.0), view(model, element(head, head.scale_at), 0.0)
    for r in range(head.rows):
        if mask[r] > 0.0:
            for k in range(r * width, (r + 1) * width):
                error = abs(value[k]) / scale[k]
                if not error <= worst:
                    worst = error
    return worst


@inline
def fastest(v, count):
    """The largest velocity, at least one."""
    speed = 1.0
    for k in range(count):
        speed = max(speed, abs(v[k]))
    return speed


@inline
def contradiction(head, model):
    """Omitted redundant rows must hold by themselves; one that does not contradicts the others."""
    width, phi, scale = members(head), element(head, head.phi_at), element(head, head.scale_at)
    for r in range(head.rows):
        for k in range(r * width, (r + 1) * width):
            if model[head.mask_at + r] == 0.0 and abs(model[phi + k]) > LARGEST_CONTRADICTION * model[scale + k]:
                head.culprit = r
                return CONTRADICTION
    return FINE


@inline
def correct(head, level, right, y, model):
    """Move the coordinates (level 0) or velocities by the smallest step, in the mass metric, that removes the error."""
    x = element(head, head.x_at)
    for k in range(x, x + head.nv * members(head)):
        model[k] = 0.0
    solve(head, right, y, model)
    return displace(head, level, y, model)


@kernel
def onto_constraints(t, y, model, tolerance):
    """Correct y in place; returns the number of corrections, or minus a status.

    The factors of the last evaluation are used as long as they make progress (modified Newton), then recomputed.
    """
    head, corrections = table(Equations, model, 0, 0.0)[0], 0
    width = members(head)
    status, known = displace(head, LENGTHS, y, model), False
    if head.rows == 0:
        return -status
    for level in range(2):
        right = head.phi_at if level == 0 else head.phi_dot_at
        enough = tolerance if level == 0 else tolerance * fastest(view(y, head.nq * width, 0.0), head.speeds * width)
        error, before, renewed = math.inf, math.inf, False
        most = corrections + MOST_CORRECTIONS  # the velocities have as many as the positions
        while True:
            if status == FINE and not known:
                status, known = evaluate(head, ROWS, t, y, model), True
            if status != FINE:
                return -status
            error = largest(head, model, right)
            if error <= enough or corrections > most:
                break
            if head.factored == 0 or error > 0.3 * before:
                if renewed and error > 0.5 * before:
                    break
                if factor(head, y, model) != FINE:
                    return -NO_CONVERGENCE
                renewed = True
            status, known = correct(head, level, right, y, model), False
            before = error
            corrections += 1
        if not error <= max(enough, STILL_CLOSED):
            return -NO_CONVERGENCE
    status = contradiction(head, model)
    if status != FINE:
        return -status
    sparse.remember_sizes(model, head.rows * width, element(head, head.diagonal_at))
    return corrections


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Correct y in place; returns the number of corrections, or minus a status."""
    return onto_constraints(t, y, model, tolerance)
