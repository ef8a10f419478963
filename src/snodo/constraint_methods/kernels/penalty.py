"""Elastic and damped constraints; see `constraint_methods/penalty.py`.

λ = K Φ + D Φ̇,     M v̇ = Q − Φ_vᵀ λ,     power lost in the constraints  −Φ̇ᵀ D Φ̇
"""

import numpy as np

from snodo._jit import RATE, entry, kernel
from snodo.constraint_methods.kernels.evaluation import begin, finish, push
from snodo.constraint_methods.kernels.layout import FINE, SINGULAR_MASS, header
from snodo.math.kernels.dense import backward, cholesky, copy, forward


@kernel
def strain(head, model):
    """λ; returns the power of the dampers."""
    power = 0.0
    for r in range(head.nc):
        rate, D = model[head.phi_dot_at + r], model[head.damping_at + r]
        model[head.lambda_at + r] = model[head.stiffness_at + r] * model[head.phi_at + r] + D * rate
        power -= D * rate * rate
    return power


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t, the work of the dampers last; a status other than zero says what is wrong."""
    head, ints = header(model), model.view(np.int64)
    n, L = head.nv, head.factor_at
    status = begin(head, model, t, y)
    if status != FINE:
        return status
    ydot[head.nq + n + head.works] = strain(head, model)
    copy(model, n * n, head.M_at, L)
    if not cholesky(model, n, L) > 0.0:
        return SINGULAR_MASS
    copy(model, n, head.Q_at, head.a_at)
    push(head, model, head.a_at)
    forward(model, n, L, head.a_at)
    backward(model, n, L, head.a_at)
    return finish(head, model, ints, ydot)
