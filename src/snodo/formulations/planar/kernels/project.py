"""The correction back onto the constraints, in the mass metric: first Φ = 0, then Φ_v v = ν.

    min ½ Δᵀ M Δ   with   J Δ = −c          c = Φ for positions, Φ̇ for velocities

is the linear system of `solve.py` with f = 0.  The factors of the last evaluation serve as long as they make progress
(modified Newton); then they are renewed.
"""

import math

from snodo._jit import PROJECT, entry, inline
from snodo.formulations.kernels.stabilisation import MOST_CORRECTIONS, STILL_CLOSED, contradiction, fastest, largest
from snodo.formulations.kernels.tables import FINE, NO_CONVERGENCE
from snodo.formulations.planar.kernels.all_rows import update_rows
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.formulations.planar.kernels.poses import displace, moved
from snodo.formulations.planar.kernels.solve import factor, solve
from snodo.math.kernels import sparse
from snodo.math.kernels.plane import Force2, Vec2
from snodo.math.kernels.records import table, view


@inline
def no_forces(s):
    """Q = 0"""
    for b in range(s.last):
        s.force[b].F = Force2(Vec2(s.zero, s.zero), s.zero)


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Correct y in place; returns the number of corrections, or minus a status."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    q, v, corrections = view(y, 0, 0.0), view(y, head.nv, 0.0), 0
    for level in range(2):
        values = head.phi_at if level == 0 else head.phi_dot_at
        enough = tolerance if level == 0 else tolerance * fastest(v, head.nv)
        error, before, renewed = math.inf, math.inf, False
        most = corrections + MOST_CORRECTIONS  # the velocities have as many as the positions
        while True:
            moved(s, q, v)
            status = update_rows(s, head, model, t)
            if status != FINE:
                return -status
            error = largest(head, s.numbers, values)
            if error <= enough or corrections > most:
                break
            if head.factored == 0 or error > 0.3 * before:
                if renewed and error > 0.5 * before:
                    break
                if factor(s, head, model) != FINE:
                    return -NO_CONVERGENCE
                renewed = True
            no_forces(s)
            solve(s, head, model, s.force, view(model, values, 0.0))
            displace(s, q, level)
            before = error
            corrections += 1
        if not error <= max(enough, STILL_CLOSED):
            return -NO_CONVERGENCE
    status = contradiction(head, s.numbers)
    if status != FINE:
        return -status
    sparse.remember_sizes(model, head.rows, head.diagonal_at)
    return corrections
