"""What the right sides of methods with linear algebra of their own begin and end with."""

import math

import numpy as np

from snodo._jit import call_verb, inline, kernel
from snodo.constraint_methods.kernels.drivers import drivers_power
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE
from snodo.math.kernels.dense import add, copy, dot


@inline
def begin(head, own, t, y, model):
    """The formulation's terms in the state y at time t, from M on; returns its status."""
    return call_verb(head.terms, head.M_at, t, model, y, own)


@kernel
def finish(status, head, own, ydot):
    """ẏ = (q̇, v̇, powers), unless something has failed before; returns the status."""
    if status != FINE:
        return status
    drivers_power(head, own, own.view(np.int64))
    for k in range(head.nq):
        ydot[k] = own[head.q_dot_at + k]
    for k in range(head.nv):
        ydot[head.nq + k] = own[head.a_at + k]
    for k in range(head.works):
        ydot[head.nq + head.nv + k] = own[head.power_at + k]
    for k in range(head.nq, head.nq + head.nv + head.works):
        if not math.isfinite(ydot[k]):
            status = NOT_FINITE
    return status


@inline
def push(head, own, force):
    """force ← force − Φ_vᵀ λ"""
    for r in range(head.nc):
        add(own, head.nv, -own[head.lambda_at + r], head.J_at + r * head.nv, force)


@inline
def unbalanced(head, own, force):
    """force ← Q − M v̇"""
    for k in range(head.nv):
        own[force + k] = own[head.Q_at + k] - dot(own, head.nv, head.M_at + k * head.nv, head.a_at)


@inline
def scaled_rows(head, own):
    """Φ_v with its columns in natural units, in the place for rows."""
    n = head.nv
    copy(own, head.nc * n, head.J_at, head.rows_at)
    for r in range(head.nc):
        for k in range(n):
            own[head.rows_at + r * n + k] *= own[head.scale_at + k]
