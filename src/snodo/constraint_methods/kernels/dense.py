"""Shared by methods with their own linear algebra: the layout of their array, begin and end of a right-hand side.

The numbers are in one flat array, whose address is in the formulation's model:

    [ Header | terms of the equations, scratch, parameters ]
"""

import math
from typing import NamedTuple

import numpy as np

from snodo._jit import RATE_FUNCTION, Floats, Table, array_at, call_verb, entry, i8, inline, kernel
from snodo.constraint_methods.kernels.drivers import drivers_power
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE
from snodo.formulations.kernels.verbs import Equations
from snodo.math.kernels.dense import add, copy, dot
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table


class Header(NamedTuple):
    """Counts, choices and offsets."""

    terms: int  # address of the formulation's terms
    nq: int
    nv: int
    nc: int
    works: int
    rank: int  # independent rows, counted once in a closed configuration
    choosing: int  # the next evaluation chooses new pivots
    least: float  # pivot below which new ones must be chosen
    smallest: float  # pivot found in the last evaluation
    drivers: int
    driver_at: int  # row and work of each row that may do work
    M_at: int  # the terms
    Q_at: int
    J_at: int
    gamma_at: int
    phi_at: int
    phi_dot_at: int
    nu_at: int
    q_dot_at: int
    power_at: int
    a_at: int  # accelerations
    lambda_at: int  # multipliers
    row_order_at: int
    column_order_at: int
    scale_at: int  # natural size of each velocity
    factor_at: int  # matrices: nv × nv,
    rows_at: int  # nc × nv,
    triangle_at: int  # nc × nc,
    basis_at: int  # nv × nv: a row for each freedom,
    product_at: int  # the same,
    kept_basis_at: int  # the same
    lengths_at: int  # vectors of nc
    c_at: int
    particular_at: int  # vectors of nv
    force_at: int
    x_at: int
    stiffness_at: int  # parameters of each row
    damping_at: int
    held: int  # whether violations are stabilised; not when results are computed
    alpha: float  # gains [1/s] of the stabilisation: of Φ̇,
    beta: float  # and of Φ
    iterations: int  # largest number
    precision: float  # relative change of the accelerations at which the iteration ends
    unconverged: int  # evaluations in which the change stayed above ROUGH
    chosen: int  # independent velocities that the user named,
    independent_at: int  # and their columns
    directions: int  # of a reduced state,
    C_at: int  # one row each,
    u_at: int  # and the velocities along them
    state: int  # address of the whole state (q, v, works)
    pivot: float  # smallest of W when its order was chosen


HEADER = size(Header)


@inline
def header(own):
    """The header of a method's array."""
    return table(Header, own, 0, 0.0)[0]


# ---------------------------------------------------------------- begin and end
@inline
def begin(head, own, t, y, model):
    """Evaluate the formulation's terms in the state y at time t, from M on; returns its status."""
    return call_verb(head.terms, head.M_at, t, model, y, own)


@kernel
def finish(status, head, own, ydot):
    """ẏ = (q̇, v̇, powers), if the status is fine; returns the status."""
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
    """Φ_v with its columns in natural units, in the array for rows."""
    n = head.nv
    copy(own, head.nc * n, head.J_at, head.rows_at)
    for r in range(head.nc):
        for k in range(n):
            own[head.rows_at + r * n + k] *= own[head.scale_at + k]


# ---------------------------------------------------------------- results
@entry(i8(RATE_FUNCTION, Floats, Table, Floats, Floats, Table))
def evaluate(rate, times, states, model, ydot, out):
    """One row of `out` for each state: v̇, λ, Φ, Φ̇, powers.  Returns 0, or 1 + the index of the state that failed."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head = header(own)
    nq, nv, m = head.nq, head.nv, head.nc
    for k in range(times.size):
        row = out[k]
        if rate(times[k], states[k], ydot, model) != FINE:
            return k + 1
        for j in range(nv):
            row[j] = ydot[nq + j]
        for r in range(m):
            row[nv + r], row[nv + m + r] = own[head.lambda_at + r], own[head.phi_at + r]
            row[nv + 2 * m + r] = own[head.phi_dot_at + r]
        for j in range(nq + nv, ydot.size):
            row[j - nq + 3 * m] = ydot[j]
    return 0
