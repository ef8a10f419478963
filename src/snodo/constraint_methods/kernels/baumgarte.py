"""Baumgarte's stabilisation with gains of single rows, or matrices; see `constraint_methods/baumgarte.py`.

    γ* = γ − K_D Φ̇ − K_P Φ,      then v̇ and λ of M v̇ + Φ_vᵀ λ = Q, Φ_v v̇ = γ* by orthonormal rows (`geometric.py`)

K_P and K_D, rows × rows, stand in the places for stiffness and damping.
"""

import numpy as np

from snodo._jit import RATE, entry, kernel
from snodo.constraint_methods.kernels.evaluation import begin, finish
from snodo.constraint_methods.kernels.geometric import project, rows_in_mass_metric
from snodo.constraint_methods.kernels.layout import FINE, SINGULAR_MASS, WORN, header
from snodo.math.kernels.dense import dot


@kernel
def stabilise(head, model):
    """γ ← γ − K_D Φ̇ − K_P Φ"""
    m = head.nc
    for r in range(m):
        model[head.gamma_at + r] -= dot(model, m, head.damping_at + r * m, head.phi_dot_at)
        model[head.gamma_at + r] -= dot(model, m, head.stiffness_at + r * m, head.phi_at)


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = header(model), model.view(np.int64)
    status = begin(head, model, t, y)
    if status != FINE:
        return status
    stabilise(head, model)
    head.smallest = rows_in_mass_metric(head, model, ints)
    if head.smallest < 0.0:
        return SINGULAR_MASS
    if head.smallest < head.least:
        return WORN
    project(head, model, ints)
    return finish(head, model, ints, ydot)
