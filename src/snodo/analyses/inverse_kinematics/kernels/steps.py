"""One step δ from a position, in natural units:

    REACH      least |e + A δ|² + μ |δ|²      with  C δ = −Φ                           (Levenberg and Marquardt)     (1)
    NEAREST    least |q ⊕ δ ⊖ q_start|²       with  C δ = −Φ,  A δ = −e                                              (2)
    CLOSE      least |δ|²                     with  C δ = −Φ                                                         (3)
    RETURN     least |δ|²                     with  C δ = −Φ,  A δ = −e                                              (4)

and lower ≤ x + B δ ≤ upper: limits that the position is at are held unless the slope leads away from them (their
multiplier has the sign that a wall can push with), limits that the step would pass are held where they are, the most
violated first.  With H the held rows and P = A without what they see, (1) is the smaller of

    (P Pᵀ + μ) ξ = −(e + A δ_H),  δ = δ_H + Pᵀ ξ        (Pᵀ P + μ) ζ = −Pᵀ (e + A δ_H),  δ = δ_H + ζ                 (5)
"""

import math

import numpy as np

from snodo._jit import inline, kernel
from snodo.analyses.inverse_kinematics.kernels.held_rows import hold, least_step, leave_free_part, multipliers
from snodo.analyses.inverse_kinematics.kernels.layout import Limit
from snodo.math.kernels.dense import add, backward, cholesky, copy, dot, forward
from snodo.math.kernels.records import table

REACH, NEAREST, CLOSE, RETURN = 0, 1, 2, 3
AT_LIMIT = 1e-11
"""Distance from a limit, in natural units, of a coordinate that is at it."""
LONGEST = 0.5
"""Longest step of a coordinate, in natural units."""


@kernel
def hold_rows(task, W, what, at):
    """Hold the rows of the mechanism, and the targets where they are reached; returns how many."""
    rank = 0
    for r in range(task.rows):
        rank = hold(task, W, rank, at.C + r * task.nv, -W[at.phi + r])
    if what == NEAREST or what == RETURN:
        for k in range(task.wanted):
            rank = hold(task, W, rank, at.A + k * task.nv, -W[at.e + k])
    return rank


@inline
def bound(limit, side):
    """The lower or the upper limit."""
    return limit.lower if side < 0 else limit.upper


@kernel
def find_limits(task, W, ints, what, at):
    """Which limits the position is at, or (to close) beyond."""
    limits = table(Limit, W, task.limit_at, 0.0)
    near = AT_LIMIT if what == REACH or what == NEAREST else -AT_LIMIT
    for k in range(task.limits):
        x, side = W[at.x + k], 0
        if x <= limits[k].lower + near:
            side = -1
        elif x >= limits[k].upper - near:
            side = 1
        ints[task.state_at + k] = side


@kernel
def hold_limits(task, W, ints, at, rank):
    """Hold the limits that are marked; returns the number of all rows held."""
    limits = table(Limit, W, task.limit_at, 0.0)
    for k in range(task.limits):
        side = ints[task.state_at + k]
        if side:
            more = hold(task, W, rank, at.B + k * task.nv, bound(limits[k], side) - W[at.x + k])
            if more > rank:
                ints[task.owner_at + rank] = k
            rank = more
    return rank


@kernel
def let_go(task, W, ints, at, first):
    """Hold the limits that are marked, but for those from which the slope leads away; returns the rows held."""
    force, slope = task.force_at, task.slope_at
    tiny = 1e-12 * math.sqrt(dot(W, task.nv, slope, slope))
    rank = hold_limits(task, W, ints, at, first)
    for _ in range(task.limits):
        multipliers(task, W, rank, slope, force)
        worst, found = tiny, -1
        for k in range(first, rank):
            owner = ints[task.owner_at + k]
            pull = W[force + k] * ints[task.state_at + owner]  # at the upper limit a wall pushes down
            if pull > worst:
                worst, found = pull, owner
        if found < 0:
            break
        ints[task.state_at + found] = 0
        rank = hold_limits(task, W, ints, at, first)
    return rank


@kernel
def damped(task, W, rank, at, mu):
    """(5), added to the step that the held rows ask for."""
    n, m, P, N, right, delta = task.nv, task.wanted, task.P_at, task.N_at, task.right_at, task.delta_at
    for k in range(m):
        copy(W, n, at.A + k * n, P + k * n)
        leave_free_part(task, W, rank, P + k * n)
        W[right + k] = -(W[at.e + k] + dot(W, n, at.A + k * n, delta))
    if m <= n:
        for i in range(m):
            for j in range(i + 1):
                W[N + i * m + j] = dot(W, n, P + i * n, P + j * n)
            W[N + i * m + i] += mu
        if cholesky(W, m, N) == 0.0:
            return False
        forward(W, m, N, right)
        backward(W, m, N, right)
        for k in range(m):
            add(W, n, W[right + k], P + k * n, delta)
        return True
    b = right + m
    for i in range(n):
        W[b + i] = 0.0
        for j in range(i + 1):
            W[N + i * n + j] = 0.0
    for k in range(m):
        row = P + k * n
        add(W, n, W[right + k], row, b)
        for i in range(n):
            add(W, i + 1, W[row + i], row, N + i * n)
    for i in range(n):
        W[N + i * n + i] += mu
    if cholesky(W, n, N) == 0.0:
        return False
    forward(W, n, N, b)
    backward(W, n, N, b)
    leave_free_part(task, W, rank, b)
    add(W, n, 1.0, b, delta)
    return True


@kernel
def free_step(task, W, what, rank, at, mu):
    """The step with these rows held; returns whether there is one."""
    least_step(task, W, rank, task.delta_at)
    if what == REACH:
        return damped(task, W, rank, at, mu)
    if what == NEAREST:
        n, own = task.nv, task.right_at
        for c in range(n):
            W[own + c] = -W[task.change_at + c]
        leave_free_part(task, W, rank, own)
        add(W, n, 1.0, own, task.delta_at)
    return True


@inline
def share(task, W):
    """The part of the step that is not too long."""
    longest = 0.0
    for c in range(task.nv):
        longest = max(longest, abs(W[task.delta_at + c]))
    return LONGEST / longest if longest > LONGEST else 1.0


@kernel
def most_violated(task, W, ints, at, part):
    """The free limit that the step passes by most, with its side; −1 if there is none."""
    limits = table(Limit, W, task.limit_at, 0.0)
    worst, found, side = AT_LIMIT, -1, 0
    for k in range(task.limits):
        if ints[task.state_at + k] == 0:
            x = W[at.x + k] + part * dot(W, task.nv, at.B + k * task.nv, task.delta_at)
            if limits[k].lower - x > worst:
                worst, found, side = limits[k].lower - x, k, -1
            if x - limits[k].upper > worst:
                worst, found, side = x - limits[k].upper, k, 1
    return found, side


@kernel
def find_slope(task, W, what, at):
    """Of the function that the step makes less."""
    n, slope = task.nv, task.slope_at
    if what == NEAREST:
        copy(W, n, task.change_at, slope)
        return
    for c in range(n):
        W[slope + c] = 0.0
    for k in range(task.wanted):
        add(W, n, W[at.e + k], at.A + k * n, slope)


@kernel
def find_step(task, W, what, at, mu):
    """The step; returns the part of it to take (negative if there is no step) and the length of the free slope."""
    ints = W.view(np.int64)
    n, flat = task.nv, 0.0
    rank = hold_rows(task, W, what, at)
    find_limits(task, W, ints, what, at)
    if what == REACH or what == NEAREST:
        find_slope(task, W, what, at)
        rank = let_go(task, W, ints, at, rank)
        leave_free_part(task, W, rank, task.slope_at)
        flat = math.sqrt(dot(W, n, task.slope_at, task.slope_at))
    else:
        rank = hold_limits(task, W, ints, at, rank)
    limits = table(Limit, W, task.limit_at, 0.0)
    for _ in range(task.limits + 1):
        if not free_step(task, W, what, rank, at, mu):
            return -1.0, flat
        k, side = most_violated(task, W, ints, at, share(task, W))
        if k < 0:
            break
        ints[task.state_at + k] = side
        rank = hold(task, W, rank, at.B + k * n, bound(limits[k], side) - W[at.x + k])
    return share(task, W), flat
