"""Quasi-velocities along an orthonormal basis of the free motions; see `constraint_methods/quasi_velocities.py`.

In natural units the rows of Φ_v = T U are made orthonormal.  The basis is the projection of a kept one, S₀, on the free
motions, made orthonormal in turn:  S = orth((1 − Uᵀ U) S₀);  it turns with the mechanism and is as smooth as Φ_v.  Once
it has turned far from S₀ it takes its place, which changes nothing at that moment.

    v̇ = S u̇ + g,   g = Uᵀ c,  T c = γ,      reduced equations (`reduced.py`),      Tᵀ λ = U (Q − M v̇)
"""

import math

import numpy as np

from snodo._jit import RATE, entry, inline, kernel
from snodo.constraint_methods.kernels.evaluation import begin, finish, scaled_rows
from snodo.constraint_methods.kernels.layout import FINE, WORN, header
from snodo.constraint_methods.kernels.reduced import reduced_motion
from snodo.math.kernels.dense import add, copy, dot, orthogonalise, row_solve, row_solve_transposed

TURNED = 0.5  # part of a kept direction that is left, below which the basis is kept anew
LOST = 1e-3  # and below which it is made anew


@inline
def take_away(head, model, ints, i):
    """Row i of S without its parts along the rows of Φ_v and along the rows before it; returns what is left of it."""
    n, S = head.nv, head.basis_at
    row = S + i * n
    for k in range(head.rank):
        U = head.rows_at + ints[head.row_order_at + k] * n
        add(model, n, -dot(model, n, U, row), U, row)
    for j in range(i):
        add(model, n, -dot(model, n, S + j * n, row), S + j * n, row)
    return math.sqrt(dot(model, n, row, row))


@inline
def place_row(head, model, ints, i):
    """Make row i of S orthonormal, twice for accuracy; returns what was left of it the first time."""
    left = take_away(head, model, ints, i)
    if left > 0.0:
        again = left
        for _ in range(2):
            for k in range(head.nv):
                model[head.basis_at + i * head.nv + k] /= again
            again = take_away(head, model, ints, i)
        for k in range(head.nv):
            model[head.basis_at + i * head.nv + k] /= again
    return left


@kernel
def follow(head, model, ints):
    """S from the basis kept; returns the smallest part that is left of its directions."""
    n, f, smallest = head.nv, head.nv - head.rank, 1.0
    copy(model, f * n, head.kept_basis_at, head.basis_at)
    for i in range(f):
        smallest = min(smallest, place_row(head, model, ints, i))
    return smallest


@kernel
def begin_anew(head, model, ints):
    """S from the unit vectors of which most is left."""
    n, f = head.nv, head.nv - head.rank
    for i in range(f):
        best, found = -1.0, 0
        for k in range(n):
            left = 1.0
            for r in range(head.rank):
                left -= model[head.rows_at + ints[head.row_order_at + r] * n + k] ** 2
            for j in range(i):
                left -= model[head.basis_at + j * n + k] ** 2
            if left > best:
                best, found = left, k
        for k in range(n):
            model[head.basis_at + i * n + k] = 1.0 if k == found else 0.0
        place_row(head, model, ints, i)


@kernel
def update_basis(head, model, ints):
    """S in natural units, then in those of the velocities."""
    n, f = head.nv, head.nv - head.rank
    left = follow(head, model, ints)
    if not left > LOST:
        begin_anew(head, model, ints)
    if not left > TURNED:
        copy(model, f * n, head.basis_at, head.kept_basis_at)
    for i in range(f):
        for k in range(n):
            model[head.basis_at + i * n + k] *= model[head.scale_at + k]


@kernel
def update_particular(head, model, ints):
    """g = Uᵀ c."""
    n = head.nv
    row_solve(model, ints, head.nc, head.rank, head.row_order_at, head.triangle_at, head.gamma_at, head.c_at)
    for k in range(n):
        model[head.particular_at + k] = 0.0
    for k in range(head.rank):
        add(model, n, model[head.c_at + k], head.rows_at + ints[head.row_order_at + k] * n, head.particular_at)
    for k in range(n):
        model[head.particular_at + k] *= model[head.scale_at + k]


@kernel
def recover(head, model, ints):
    """λ from what is unbalanced."""
    n = head.nv
    for k in range(n):
        model[head.x_at + k] = model[head.force_at + k] * model[head.scale_at + k]
    for k in range(head.rank):
        model[head.c_at + k] = dot(model, n, head.rows_at + ints[head.row_order_at + k] * n, head.x_at)
    row_solve_transposed(
        model, ints, head.nc, head.rank, head.row_order_at, head.triangle_at, head.c_at, head.lambda_at
    )


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = header(model), model.view(np.int64)
    status = begin(head, model, t, y)
    if status != FINE:
        return status
    scaled_rows(head, model)
    order, T = head.row_order_at, head.triangle_at
    head.smallest = orthogonalise(
        model, ints, head.nc, head.nv, head.rows_at, head.rank, order, head.choosing, head.lengths_at, T
    )
    if head.smallest < head.least:
        return WORN
    update_basis(head, model, ints)
    update_particular(head, model, ints)
    status = reduced_motion(head, model)
    if status != FINE:
        return status
    recover(head, model, ints)
    return finish(head, model, ints, ydot)
