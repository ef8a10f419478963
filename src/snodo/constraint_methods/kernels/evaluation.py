"""What the right sides of all methods begin and end with."""

import math

from snodo._jit import call_user, inline, kernel
from snodo.constraint_methods.kernels.layout import FINE, NOT_FINITE
from snodo.formulations.kernels.stabilisation import drivers_power
from snodo.math.kernels.dense import add, copy, dot


@inline
def begin(head, model, t, y):
    """The formulation's terms in the state y at time t; returns its status."""
    for k in range(head.nq + head.nv + head.works):
        model[head.y_at + k] = y[k]
    return call_user(head.terms, t, model, 0, head.y_at, head.M_at)


@kernel
def finish(head, model, ints, ydot):
    """ẏ = (q̇, v̇, powers)."""
    drivers_power(head, model, ints)
    status = FINE
    for k in range(head.nq):
        ydot[k] = model[head.q_dot_at + k]
    for k in range(head.nv):
        ydot[head.nq + k] = model[head.a_at + k]
    for k in range(head.works):
        ydot[head.nq + head.nv + k] = model[head.power_at + k]
    for k in range(head.nq, head.nq + head.nv + head.works):
        if not math.isfinite(ydot[k]):
            status = NOT_FINITE
    return status


@inline
def push(head, model, force):
    """force ← force − Φ_vᵀ λ"""
    for r in range(head.nc):
        add(model, head.nv, -model[head.lambda_at + r], head.J_at + r * head.nv, force)


@inline
def unbalanced(head, model, force):
    """force ← Q − M v̇"""
    for k in range(head.nv):
        model[force + k] = model[head.Q_at + k] - dot(model, head.nv, head.M_at + k * head.nv, head.a_at)


@inline
def scaled_rows(head, model):
    """Φ_v with its columns in natural units, in the place for rows."""
    n = head.nv
    copy(model, head.nc * n, head.J_at, head.rows_at)
    for r in range(head.nc):
        for k in range(n):
            model[head.rows_at + r * n + k] *= model[head.scale_at + k]
