"""The correction of a tree back onto its constraints, in the mass metric: first Φ = 0, then Φ_v v = ν.

    min ½ Δᵀ M Δ   with   Φ_v Δ = −c          c = Φ for positions, Φ̇ for velocities:     S λ = c,   Δ = −M⁻¹ Φ_vᵀ λ

Euler parameters are brought to length one on the way.
"""

import math

import numpy as np

from snodo._jit import PROJECT, entry, kernel
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.stabilisation import MOST_CORRECTIONS, STILL_CLOSED, contradiction, fastest, largest
from snodo.formulations.kernels.tables import FINE, NO_CONVERGENCE
from snodo.formulations.tree.kernels.aba import gather
from snodo.formulations.tree.kernels.constraint_forces import factor, multipliers, respond
from snodo.formulations.tree.kernels.kinematics import moved
from snodo.formulations.tree.kernels.layout import Header, system
from snodo.formulations.tree.kernels.rate import coordinate_rates, normalise
from snodo.math.kernels import sparse
from snodo.math.kernels.records import table, view


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
        for k in range(head.nq - head.counters):
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
        enough = tolerance if level == 0 else tolerance * fastest(v, head.nv)
        error, before, renewed = math.inf, math.inf, False
        most = corrections + MOST_CORRECTIONS  # the velocities have as many as the positions
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
            if error <= enough or corrections > most:
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
    if status != FINE:
        return -status
    sparse.remember_sizes(model, head.rows, head.diagonal_at)
    return corrections
