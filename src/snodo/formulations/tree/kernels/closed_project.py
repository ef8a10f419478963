"""The correction of a tree back onto its constraints, in the mass metric: first Φ = 0, then Φ_v v = ν.

    min ½ Δᵀ M Δ   with   Φ_v Δ = −c          c = Φ for positions, Φ̇ for velocities:     S λ = c,   Δ = −M⁻¹ Φ_vᵀ λ

Euler parameters are brought to length one on the way.
"""

import math

import numpy as np

from snodo._jit import PROJECT, entry, inline, kernel
from snodo.formulations.tree.kernels.aba import gather
from snodo.formulations.tree.kernels.carrying import factor, multipliers, respond
from snodo.formulations.tree.kernels.closing import update_rows
from snodo.formulations.tree.kernels.layout import CONTRADICTION, FINE, NO_CONVERGENCE, Header, system
from snodo.formulations.tree.kernels.measuring import moved, read_measures
from snodo.formulations.tree.kernels.rate import coordinate_rates, normalise
from snodo.math.kernels.rows import table, view

MOST_CORRECTIONS = 12
STILL_CLOSED = 1e-9  # what is accepted when round-off ends the iteration above the tolerance
LARGEST_CONTRADICTION = 1e-6


@inline
def largest(head, model, values):
    """Largest of the kept rows' values, each against the row's natural size."""
    worst = 0.0
    for r in range(head.rows):
        if model[head.mask_at + r] != 0.0:
            error = abs(model[values + r]) / model[head.scale_at + r]
            if not error <= worst:
                worst = error
    return worst


@inline
def contradiction(head, model):
    """Redundant rows left out must hold by themselves; one that does not contradicts the others."""
    for r in range(head.rows):
        gap = abs(model[head.phi_at + r])
        if model[head.mask_at + r] == 0.0 and gap > LARGEST_CONTRADICTION * model[head.scale_at + r]:
            head.culprit = r
            return CONTRADICTION
    return FINE


@inline
def fastest(y, head):
    """The largest velocity, at least one."""
    speed = 1.0
    for k in range(head.nv):
        speed = max(speed, abs(y[head.nq + k]))
    return speed


@kernel
def correct(s, head, model, ints, y, level):
    """One correction of the coordinates (level 0) or velocities, the least in the mass metric that undoes the error."""
    q, v = view(y, 0, 0.0), view(y, head.nq, 0.0)
    x = view(model, head.correction_at, 0.0)
    multipliers(head, model, ints, head.phi_at if level == 0 else head.phi_dot_at)
    respond(s, head, model, ints, x)
    if level:
        for k in range(head.nv):
            v[k] = v[k] + x[k]
    else:
        coordinate_rates(s, 0.0, q, x, view(model, head.correction_at + head.nv, 0.0))
        for k in range(head.nq):
            q[k] = q[k] + model[head.correction_at + head.nv + k]


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Correct y in place to Φ = 0, then to Φ_v v = ν; returns the number of corrections, or minus a status.

    The factors of the last evaluation serve as long as they make progress (modified Newton); then they are renewed.
    """
    head, ints = table(Header, model, 0, 0.0)[0], model.view(np.int64)
    s = system(model, 0.0)
    q, v, tau = view(y, 0, 0.0), view(y, head.nq, 0.0), view(model, head.tau_at, 0.0)
    corrections = 0
    for level in range(2):
        values = head.phi_at if level == 0 else head.phi_dot_at
        enough = tolerance if level == 0 else tolerance * fastest(y, head)
        error, before, renewed = math.inf, math.inf, False
        while True:
            found = normalise(s, y, tolerance)
            if found < 0:
                return found
            moved(s, q, v)
            read_measures(s, head, model, q, v, v)
            status = update_rows(head, model, t)
            if status != FINE:
                return -status
            error = largest(head, model, values)
            if error <= enough or corrections > MOST_CORRECTIONS:
                break
            if head.factored == 0 or error > 0.3 * before:
                if renewed and error > 0.5 * before:
                    break
                gather(s, tau)
                if factor(s, head, model, ints) != FINE:
                    return -NO_CONVERGENCE
                renewed = True
            correct(s, head, model, ints, y, level)
            before = error
            corrections += 1
        if not error <= max(enough, STILL_CLOSED):
            return -NO_CONVERGENCE
    status = contradiction(head, model)
    return -status if status != FINE else corrections
