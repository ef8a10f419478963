"""Quasi-velocities along an orthonormal basis of the free motions; see `constraint_methods/quasi_velocities.py`.

In natural units the rows of Φ_v = T U are made orthonormal.  The basis is the projection of a stored one, S₀, onto the
free motions, made orthonormal too:  S = orth((1 − Uᵀ U) S₀);  it moves with the mechanism and is as smooth as Φ_v.
Once it has rotated far from S₀ it replaces S₀, which changes nothing at that instant.

    v̇ = S u̇ + g,   g = Uᵀ c,  T c = γ,      reduced equations (`reduced.py`),      Tᵀ λ = U (Q − M v̇)
"""

import math

import numpy as np

from snodo._jit import RATE, array_at, entry, inline, kernel
from snodo.constraint_methods.kernels.dense import begin, finish, header, scaled_rows
from snodo.constraint_methods.kernels.reduced import reduced_motion
from snodo.formulations.kernels.statuses import FINE, WORN
from snodo.formulations.kernels.verbs import Equations
from snodo.math.kernels.dense import add, copy, dot, orthogonalise, row_solve, row_solve_transposed
from snodo.math.kernels.records import table

TURNED = 0.5  # remaining fraction of a stored direction below which the basis is stored again
LOST = 1e-3  # and below which a new one is made


@inline
def take_away(head, own, ints, i):
    """Remove from row i of S its parts along the rows of Φ_v and the previous rows; returns its remaining length."""
    n, S = head.nv, head.basis_at
    row = S + i * n
    for k in range(head.rank):
        U = head.rows_at + ints[head.row_order_at + k] * n
        add(own, n, -dot(own, n, U, row), U, row)
    for j in range(i):
        add(own, n, -dot(own, n, S + j * n, row), S + j * n, row)
    return math.sqrt(dot(own, n, row, row))


@inline
def place_row(head, own, ints, i):
    """Make row i of S orthonormal, twice for accuracy; returns its remaining length of the first time."""
    left = take_away(head, own, ints, i)
    if left > 0.0:
        again = left
        for _ in range(2):
            for k in range(head.nv):
                own[head.basis_at + i * head.nv + k] /= again
            again = take_away(head, own, ints, i)
        for k in range(head.nv):
            own[head.basis_at + i * head.nv + k] /= again
    return left


@kernel
def follow(head, own, ints):
    """S from the stored basis; returns the smallest remaining fraction of its directions."""
    n, f, smallest = head.nv, head.nv - head.rank, 1.0
    copy(own, f * n, head.kept_basis_at, head.basis_at)
    for i in range(f):
        smallest = min(smallest, place_row(head, own, ints, i))
    return smallest


@kernel
def begin_anew(head, own, ints):
    """S from the unit vectors with the largest remaining parts."""
    n, f = head.nv, head.nv - head.rank
    for i in range(f):
        best, found = -1.0, 0
        for k in range(n):
            left = 1.0
            for r in range(head.rank):
                left -= own[head.rows_at + ints[head.row_order_at + r] * n + k] ** 2
            for j in range(i):
                left -= own[head.basis_at + j * n + k] ** 2
            if left > best:
                best, found = left, k
        for k in range(n):
            own[head.basis_at + i * n + k] = 1.0 if k == found else 0.0
        place_row(head, own, ints, i)


@kernel
def update_basis(head, own, ints):
    """S in natural units, then in those of the velocities."""
    n, f = head.nv, head.nv - head.rank
    left = follow(head, own, ints)
    if not left > LOST:
        begin_anew(head, own, ints)
    if not left > TURNED:
        copy(own, f * n, head.basis_at, head.kept_basis_at)
    for i in range(f):
        for k in range(n):
            own[head.basis_at + i * n + k] *= own[head.scale_at + k]


@kernel
def update_particular(head, own, ints):
    """g = Uᵀ c."""
    n = head.nv
    row_solve(own, ints, head.nc, head.rank, head.row_order_at, head.triangle_at, head.gamma_at, head.c_at)
    for k in range(n):
        own[head.particular_at + k] = 0.0
    for k in range(head.rank):
        add(own, n, own[head.c_at + k], head.rows_at + ints[head.row_order_at + k] * n, head.particular_at)
    for k in range(n):
        own[head.particular_at + k] *= own[head.scale_at + k]


@kernel
def recover(head, own, ints):
    """λ from the unbalanced forces."""
    n = head.nv
    for k in range(n):
        own[head.x_at + k] = own[head.force_at + k] * own[head.scale_at + k]
    for k in range(head.rank):
        own[head.c_at + k] = dot(own, n, head.rows_at + ints[head.row_order_at + k] * n, head.x_at)
    row_solve_transposed(own, ints, head.nc, head.rank, head.row_order_at, head.triangle_at, head.c_at, head.lambda_at)


@kernel
def divide(head, own, ints):
    """S along the free motions, and g across them; returns a status."""
    scaled_rows(head, own)
    order, T = head.row_order_at, head.triangle_at
    head.smallest = orthogonalise(
        own, ints, head.nc, head.nv, head.rows_at, head.rank, order, head.choosing, head.lengths_at, T
    )
    if head.smallest < head.least:
        return WORN
    update_basis(head, own, ints)
    update_particular(head, own, ints)
    return FINE


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; returns a status."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head, ints = header(own), own.view(np.int64)
    status = begin(head, own, t, y, model)
    if status == FINE:
        status = divide(head, own, ints)
    if status == FINE:
        status = reduced_motion(head, own)
    if status == FINE:
        recover(head, own, ints)
    return finish(status, head, own, ydot)
