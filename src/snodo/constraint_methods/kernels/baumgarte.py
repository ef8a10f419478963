"""Baumgarte's stabilisation: the errors of the rows are subtracted from γ, so that Φ̈ + K_D Φ̇ + K_P Φ = 0.

    γ* = γ − K_D Φ̇ − K_P Φ

One gain for all rows, K_D = 2 α and K_P = β², is a part of the augmented system (`augmented.py`).  With matrices of
rows × rows, in the arrays for damping and stiffness, M v̇ + Φ_vᵀ λ = Q, Φ_v v̇ = γ* are solved with orthonormal rows
(`geometric.py`).
"""

import numpy as np

from snodo._jit import RATE, array_at, entry, inline, kernel
from snodo.constraint_methods.kernels.dense import begin, finish, header
from snodo.constraint_methods.kernels.geometric import accelerate
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import ALPHA, BETA, Equations, members
from snodo.math.kernels.records import table


@inline
def pull(K_D, phi_dot, K_P, phi):
    """K_D Φ̇ + K_P Φ of one row."""
    return K_D * phi_dot + K_P * phi


@inline
def stabilise(head, numbers, rows, right, sign):
    """γ ← γ − 2 α Φ̇ − β² Φ at the offset `right` (sign 1); with sign −1, Φ̈ = Φ_v x − γ is stored there."""
    K_D, K_P = 2.0 * head.alpha, head.beta * head.beta
    for r in range(rows):
        numbers[right + r] -= sign * pull(K_D, numbers[head.phi_dot_at + r], K_P, numbers[head.phi_at + r])


@inline
def stabilise_members(head, model):
    """Φ̈ ← Φ̈ + 2 α Φ̇ + β² Φ of a model, or of all members side by side, each with its own gains."""
    width, first = members(head), head.elements_at
    for lane in range(first, first + width):
        K_D, gain = 2.0 * model[lane + width * ALPHA], model[lane + width * BETA]
        if K_D == 0.0 and gain == 0.0:
            continue
        for k in range(lane, lane + width * head.rows, width):
            phi, phi_dot = model[k + width * head.phi_at], model[k + width * head.phi_dot_at]
            model[k + width * head.phi_ddot_at] += pull(K_D, phi_dot, gain * gain, phi)


@kernel
def stabilise_by_matrices(head, own):
    """γ ← γ − K_D Φ̇ − K_P Φ"""
    m = head.nc
    for r in range(m):
        for k in range(m):
            K_D, K_P = own[head.damping_at + r * m + k], own[head.stiffness_at + r * m + k]
            own[head.gamma_at + r] -= pull(K_D, own[head.phi_dot_at + k], K_P, own[head.phi_at + k])


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; returns a status."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head = header(own)
    status = begin(head, own, t, y, model)
    if status == FINE:
        if head.held:
            stabilise_by_matrices(head, own)
        status = accelerate(head, own, own.view(np.int64))
    return finish(status, head, own, ydot)
