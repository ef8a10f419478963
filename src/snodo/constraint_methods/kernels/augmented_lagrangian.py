"""Augmented Lagrangian iteration on the penalty; see `constraint_methods/augmented_lagrangian.py`.

With γ* = γ − 2 ζ ω Φ̇ − ω² Φ and A = M + Φ_vᵀ α Φ_v, from v̇ = 0, λ = 0:

    e = Φ_v v̇ − γ*,      v̇ ← v̇ + A⁻¹ (Q − M v̇ − Φ_vᵀ (λ + α e)),      λ ← λ + α (Φ_v v̇ − γ*)

Each sweep solves for a correction from the residual of the true equations, so that the large numbers in A do not limit
the accuracy.
"""

import numpy as np

from snodo._jit import RATE, entry, kernel
from snodo.constraint_methods.kernels.evaluation import begin, finish, push, unbalanced
from snodo.constraint_methods.kernels.layout import FINE, ROUGH, SINGULAR_MASS, header
from snodo.math.kernels.dense import add, backward, cholesky, copy, dot, forward


@kernel
def stiffened(head, model):
    """A = M + Φ_vᵀ α Φ_v, factored; returns its smallest pivot."""
    n, A = head.nv, head.factor_at
    copy(model, n * n, head.M_at, A)
    for r in range(head.nc):
        J = head.J_at + r * n
        for i in range(n):
            if model[J + i] != 0.0:
                add(model, n, model[head.stiffness_at + r] * model[J + i], J, A + i * n)
    return cholesky(model, n, A)


@kernel
def stabilise(head, model):
    """γ ← γ − 2 ζ ω Φ̇ − ω² Φ; the iteration starts from nothing."""
    w, zeta = head.frequency, head.damping_ratio
    for r in range(head.nc):
        model[head.gamma_at + r] -= 2.0 * zeta * w * model[head.phi_dot_at + r] + w * w * model[head.phi_at + r]
        model[head.lambda_at + r] = 0.0
    for k in range(head.nv):
        model[head.a_at + k] = 0.0


@kernel
def load(head, model):
    """λ ← λ + α (Φ_v v̇ − γ*)."""
    n = head.nv
    for r in range(head.nc):
        miss = dot(model, n, head.J_at + r * n, head.a_at) - model[head.gamma_at + r]
        model[head.lambda_at + r] += model[head.stiffness_at + r] * miss


@kernel
def sweep(head, model):
    """One correction of v̇; returns the largest relative change in natural units."""
    n, x, change, whole = head.nv, head.x_at, 0.0, 0.0
    unbalanced(head, model, x)
    copy(model, head.nc, head.lambda_at, head.c_at)
    load(head, model)
    push(head, model, x)
    copy(model, head.nc, head.c_at, head.lambda_at)
    forward(model, n, head.factor_at, x)
    backward(model, n, head.factor_at, x)
    add(model, n, 1.0, x, head.a_at)
    for k in range(n):
        change = max(change, abs(model[x + k]) / model[head.scale_at + k])
        whole = max(whole, abs(model[head.a_at + k]) / model[head.scale_at + k])
    return change / whole if whole > 0.0 else 0.0


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = header(model), model.view(np.int64)
    status = begin(head, model, t, y)
    if status != FINE:
        return status
    head.smallest = stiffened(head, model)
    if not head.smallest > 0.0:
        return SINGULAR_MASS
    stabilise(head, model)
    changed = 0.0
    for _ in range(head.iterations):
        changed = sweep(head, model)
        load(head, model)
        if changed <= head.precision:
            break
    if changed > ROUGH:
        head.unconverged += 1
    return finish(head, model, ints, ydot)
