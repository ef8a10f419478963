"""The equations of a reduced state z = (q, u, works); see `constraint_methods/reduced_state.py`.

Velocities u along constant directions, the rows of Cᵀ, stand for all of them.  With W = [Φ_v; Cᵀ]

    u = Cᵀ v:       W v = (ν, u)             the velocities of the state
                    W S = (0, 1)             a basis of the free motions with Cᵀ S = 1
                    W g = (γ, 0)             v̇ = S u̇ + g,   u̇ = Cᵀ v̇

    reduced equations (`reduced.py`),        Wᵀ (λ, 0) = Q − M v̇

Independent velocities are a special case: C are unit vectors, and S is (B; 1).  Columns are in natural units, rows of
length one.  Of redundant rows those are used that complete pivoting chose.  Errors of u grow with S, whose size says
whether the directions still serve.
"""

import math

import numpy as np

from snodo._jit import PROJECT, RATE, Floats, Table, array_at, entry, i8, inline, kernel
from snodo.constraint_methods.kernels.dense import begin, header
from snodo.constraint_methods.kernels.drivers import drivers_power
from snodo.constraint_methods.kernels.projection import onto_constraints
from snodo.constraint_methods.kernels.reduced import reduced_motion
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, WORN
from snodo.formulations.kernels.verbs import Equations
from snodo.math.kernels.dense import choose_pivots, copy, dot, lu, lu_solve, lu_solve_transposed
from snodo.math.kernels.records import table

OUT_OF_ORDER = 1e-3
"""Fraction of its value at the last choice to which the smallest pivot may fall: other orders have larger ones."""


# ---------------------------------------------------------------- W
@kernel
def put_rows(head, own):
    """The rows of W in natural units, scaled to length one; 1 / length of each is stored."""
    n, count = head.nv, head.nc + head.directions
    copy(own, head.nc * n, head.J_at, head.rows_at)
    copy(own, head.directions * n, head.C_at, head.rows_at + head.nc * n)
    for r in range(count):
        row = head.rows_at + r * n
        for k in range(n):
            own[row + k] *= own[head.scale_at + k]
        length = math.sqrt(dot(own, n, row, row))
        own[head.lengths_at + r] = 1.0 / length if length > 0.0 else 0.0
        for k in range(n):
            own[row + k] *= own[head.lengths_at + r]


@kernel
def factor(head, own, ints):
    """W = L U; returns its smallest pivot."""
    n = head.nv
    if head.choosing:
        put_rows(head, own)
        count = head.nc + head.directions
        choose_pivots(own, ints, count, n, head.rows_at, n, head.row_order_at, head.column_order_at)
    put_rows(head, own)
    for i in range(n):
        for j in range(n):
            row, column = ints[head.row_order_at + i], ints[head.column_order_at + j]
            own[head.triangle_at + i * n + j] = own[head.rows_at + row * n + column]
    return lu(own, n, head.triangle_at)


@inline
def solve(head, own, ints, rows, directions, target):
    """W x = (numbers of the rows, numbers of the directions); a place of zero stands for zeros."""
    c = head.c_at
    for k in range(head.nv):
        r = ints[head.row_order_at + k]
        of_row = r < head.nc
        at = rows if of_row else directions
        value = own[at + (r if of_row else r - head.nc)] if at else 0.0
        own[c + k] = value * own[head.lengths_at + r]
    lu_solve(own, head.nv, head.triangle_at, c)
    for k in range(head.nv):
        column = ints[head.column_order_at + k]
        own[target + column] = own[c + k] * own[head.scale_at + column]


@kernel
def recover(head, own, ints):
    """λ from the unbalanced forces; what remains along the directions is rounding."""
    for r in range(head.nc):
        own[head.lambda_at + r] = 0.0
    for k in range(head.nv):
        column = ints[head.column_order_at + k]
        own[head.c_at + k] = own[head.force_at + column] * own[head.scale_at + column]
    lu_solve_transposed(own, head.nv, head.triangle_at, head.c_at)
    for k in range(head.nv):
        row = ints[head.row_order_at + k]
        if row < head.nc:
            own[head.lambda_at + row] = own[head.c_at + k] * own[head.lengths_at + row]


@kernel
def free_motions(head, own, ints):
    """The rows of Sᵀ; returns 1 / the largest number in S, in natural units; 0 if the order of W no longer serves."""
    n, f, unit, largest = head.nv, head.directions, head.x_at, 1e-300
    pivot = factor(head, own, ints)
    if head.choosing:
        head.pivot = pivot
    if not pivot > OUT_OF_ORDER * head.pivot:
        return 0.0
    for i in range(f):
        for k in range(f):
            own[unit + k] = 1.0 if k == i else 0.0
        solve(head, own, ints, 0, unit, head.basis_at + i * n)
        size = 0.0
        for k in range(n):
            size = max(size, abs(own[head.basis_at + i * n + k] / own[head.scale_at + k]))
        largest = max(largest, size * length_of(head, own, i))
    return 1.0 / largest


@inline
def length_of(head, own, i):
    """Length of direction i in natural units: S is as many times smaller."""
    return 1.0 / own[head.lengths_at + head.nc + i]


# ---------------------------------------------------------------- the state
@kernel
def expand(head, own, ints, t, z, model):
    """The whole state y from z, and the terms at its coordinates; returns a status."""
    y, nq, nv, f = array_at(head.state), head.nq, head.nv, head.directions
    for k in range(nq):
        y[k] = z[k]
    for k in range(nv):
        y[nq + k] = 0.0
    for k in range(f):
        own[head.u_at + k] = z[nq + k]
    for k in range(head.works):
        y[nq + nv + k] = z[nq + f + k]
    status = begin(head, own, t, y, model)
    if status != FINE:
        return status
    head.smallest = free_motions(head, own, ints)
    if head.smallest < head.least:
        return WORN
    solve(head, own, ints, head.nu_at, head.u_at, head.a_at)
    for k in range(nv):
        y[nq + k] = own[head.a_at + k]
    return FINE


@kernel
def finish(head, own, ints, z_dot):
    """ż = (q̇, u̇, powers); returns a status."""
    drivers_power(head, own, ints)
    nq, f = head.nq, head.directions
    for k in range(nq):
        z_dot[k] = own[head.q_dot_at + k]
    for k in range(f):
        z_dot[nq + k] = dot(own, head.nv, head.C_at + k * head.nv, head.a_at)
    for k in range(head.works):
        z_dot[nq + f + k] = own[head.power_at + k]
    for k in range(nq + f + head.works):
        if not math.isfinite(z_dot[k]):
            return NOT_FINITE
    return FINE


@entry(RATE)
def rate(t, z, z_dot, model):
    """ż in the reduced state z at time t; returns a status."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head, ints = header(own), own.view(np.int64)
    status = expand(head, own, ints, t, z, model)
    if status == FINE:
        status = begin(head, own, t, array_at(head.state), model)
    if status == FINE:
        solve(head, own, ints, head.gamma_at, 0, head.particular_at)
        status = reduced_motion(head, own)
    if status != FINE:
        return status
    recover(head, own, ints)
    return finish(head, own, ints, z_dot)


@entry(PROJECT)
def correct(t, z, model, tolerance):
    """Bring z back to the rows as the projection does, u to Cᵀ v; returns corrections, or minus a status."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head, ints = header(own), own.view(np.int64)
    status = expand(head, own, ints, t, z, model)
    if status != FINE:
        return -status
    y = array_at(head.state)
    done = onto_constraints(t, y, model, tolerance)
    if done >= 0:
        for k in range(head.nq):
            z[k] = y[k]
        for i in range(head.directions):
            along = 0.0
            for k in range(head.nv):
                along += own[head.C_at + i * head.nv + k] * y[head.nq + k]
            z[head.nq + i] = along
    return done


@entry(i8(Floats, Table, Floats, Table))
def whole_states(times, states, model, out):
    """The whole state of each reduced one; returns 0, or 1 + the index of the first that failed."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head, ints = header(own), own.view(np.int64)
    y = array_at(head.state)
    for k in range(times.size):
        if expand(head, own, ints, times[k], states[k], model) != FINE:
            return k + 1
        for j in range(head.nq + head.nv + head.works):
            out[k, j] = y[j]
    return 0
