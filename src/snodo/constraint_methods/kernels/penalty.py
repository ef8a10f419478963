"""Elastic and damped constraints; see `constraint_methods/penalty.py`.

λ = K Φ + D Φ̇,     M v̇ = Q − Φ_vᵀ λ,     power lost in the constraints  −Φ̇ᵀ D Φ̇
"""

from snodo._jit import RATE, array_at, entry, kernel
from snodo.constraint_methods.kernels.dense import begin, finish, header, push
from snodo.formulations.kernels.statuses import FINE, SINGULAR_MASS
from snodo.formulations.kernels.verbs import Equations
from snodo.math.kernels.dense import backward, cholesky, copy, dot, forward
from snodo.math.kernels.records import table


@kernel
def strain(head, own):
    """λ, with matrices K and D (rows × rows); returns the power of the dampers."""
    m, power = head.nc, 0.0
    for r in range(m):
        lost = dot(own, m, head.damping_at + r * m, head.phi_dot_at)
        own[head.lambda_at + r] = dot(own, m, head.stiffness_at + r * m, head.phi_at) + lost
        power -= lost * own[head.phi_dot_at + r]
    return power


@kernel
def accelerate(head, own):
    """v̇ under the applied forces and those of the constraints; returns a status."""
    n, L = head.nv, head.factor_at
    copy(own, n * n, head.M_at, L)
    if not cholesky(own, n, L) > 0.0:
        return SINGULAR_MASS
    copy(own, n, head.Q_at, head.a_at)
    push(head, own, head.a_at)
    forward(own, n, L, head.a_at)
    backward(own, n, L, head.a_at)
    return FINE


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t, the power of the dampers last; returns a status."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head = header(own)
    status = begin(head, own, t, y, model)
    if status == FINE:
        ydot[head.nq + head.nv + head.works] = strain(head, own)
        status = accelerate(head, own)
    return finish(status, head, own, ydot)
