"""Sparse LDLᵀ by fronts (multifrontal: Duff and Reid 1983):  P S Pᵀ = L D Lᵀ.

A front is a dense symmetric matrix: `width` columns of L, stored full length one after the other, and the rest, which
is what the front leaves for the rows below it.  In its turn, children first,

    1. it takes in what its children left:                      F ← S + Σ children,
    2. its columns are eliminated,  u_pk the entry as found:     u_pq ← u_pq − Σ_k u_pk u_qk / d_k,   p ≥ q > k,
    3. the same sum makes the rest, which waits for its parent.

Both functions get the whole flat array as their first pointer and the head of the plan as their second.

Columns are kept as U = L D, the pivots as their inverses D⁻¹: a dropped row has 0 there, which has no effect.  The sums
are taken in tiles of TILE rows and four columns, whose numbers stay in registers while k runs.
"""

import math

import numpy as np

from snodo._jit import UNBOUNDED, c_entry, carray, inline, kernel
from snodo.math.kernels.lanes import TILE, tile
from snodo.math.kernels.plan import GROUP, Front, Plan
from snodo.math.kernels.records import table, view


# ---------------------------------------------------------------- what children left
@inline
def add(model, source, to, count):
    """Add `count` numbers to others."""
    for k in range(count):
        model[to + k] += model[source + k]


@kernel
def take_in(model, ints, head, values, child, front, rest):
    """Add what a child left to the columns of its parent, or to its rest, run by run of rows that stay side by side."""
    last = head + child.runs + 3 * child.run_count
    for run in range(head + child.runs, last, 3):
        own, place, length = ints[run], ints[run + 1], ints[run + 2]
        for k in range(length):
            j = place + k
            if (j >= front.width) == rest:
                source = values + child.rest + (own + k) * child.rest_stride
                to = values + front.panel + j * front.stride
                if rest:
                    to = values + front.rest + (j - front.width) * front.rest_stride - front.width
                add(model, source + own + k, to + j, length - k)
                for other in range(run + 3, last, 3):
                    add(model, source + ints[other], to + ints[other + 1], ints[other + 2])


@inline
def take_in_children(model, ints, head, values, fronts, front, rest):
    """Add what all children left to the columns, or to the rest."""
    child = front.child
    while child >= 0:
        take_in(model, ints, head, values, fronts[child], front, rest)
        child = fronts[child].sibling


# ---------------------------------------------------------------- sums of products
@inline
def multipliers(model, values, front, scratch, depth, column, count):
    """l_k = u_k / d_k of `count` columns for all k < depth, side by side; zero where a group has fewer columns."""
    at = values + front.panel + column
    for k in range(depth):
        inverse = model[values + front.first + k]
        for c in range(GROUP):
            model[scratch + GROUP * k + c] = model[at + c] * inverse if c < count else 0.0
        at += front.stride


@kernel
def subtract(model, source, stride, depth, scratch, rows, fresh, t0, t1, t2, t3):
    """From `rows` numbers at each of four places, subtract Σ_k u_k l_k:  u_k at `source` + k stride on, l at scratch.

    `fresh`: from zero instead.
    """
    lanes = tile()
    for i in range(0, rows, TILE):
        a, b, c, d = lanes, lanes, lanes, lanes
        if not fresh:
            a, b = view(model, t0 + i, lanes)[0], view(model, t1 + i, lanes)[0]
            c, d = view(model, t2 + i, lanes)[0], view(model, t3 + i, lanes)[0]
        at, l = source + i, scratch
        for _ in range(depth):
            u = view(model, at, lanes)[0]
            a = a - u * model[l]
            b = b - u * model[l + 1]
            c = c - u * model[l + 2]
            d = d - u * model[l + 3]
            at += stride
            l += GROUP
        view(model, t0 + i, lanes)[0], view(model, t1 + i, lanes)[0] = a, b
        view(model, t2 + i, lanes)[0], view(model, t3 + i, lanes)[0] = c, d


@inline
def finish_columns(model, values, front, scratch, column, count):
    """Subtract from `count` columns of the front what the columns before them do to them."""
    multipliers(model, values, front, scratch, column, column, count)
    above, stride, junk = column - column % TILE, front.stride, scratch + GROUP * front.width
    panel = values + front.panel + above
    t0 = panel + column * stride
    t1 = t0 + stride if count > 1 else junk
    t2 = t0 + 2 * stride if count > 2 else junk
    t3 = t0 + 3 * stride if count > 3 else junk
    subtract(model, panel, stride, column, scratch, stride - above, False, t0, t1, t2, t3)


@inline
def make_rest(model, values, front, scratch):
    """What all columns do to the rows below."""
    width, stride = front.width, front.rest_stride
    size = front.height - width
    for column in range(0, size, GROUP):
        multipliers(model, values, front, scratch, width, width + column, min(GROUP, size - column))
        above = column - column % TILE
        t0, source = values + front.rest + column * stride + above, values + front.panel + width + above
        t1, t2, t3 = t0 + stride, t0 + 2 * stride, t0 + 3 * stride
        subtract(model, source, front.stride, width, scratch, stride - above, True, t0, t1, t2, t3)


# ---------------------------------------------------------------- pivots
@inline
def pivot_of(d, size, wanted, tolerance):
    """1/d and d relative to the size of its row; 0 and 0 if it is not good enough, 0 and ∞ if it is not wanted."""
    if not wanted:
        return 0.0, math.inf
    if 0.0 < d < math.inf and d > tolerance * size:
        return 1.0 / d, d / size
    return 0.0, 0.0


@kernel
def eliminate(model, values, front, column, last, inverse):
    """Take one column of a group out of the others up to the last; dropped, it is emptied."""
    own = values + front.panel + column * front.stride
    if inverse == 0.0:
        for k in range(own, own + front.height):
            model[k] = 0.0
        return
    to = own
    for j in range(column + 1, last):
        to += front.stride
        l = model[own + j] * inverse
        for k in range(j, front.height):
            model[to + k] -= l * model[own + k]


@inline
def pivot(model, ints, plan, front, k, tolerance):
    """Find the pivot of column k of a front and keep its inverse; returns its size relative to S_kk, and if finite."""
    n = front.first + k
    row = ints[plan.head + plan.permutation + n]
    d = model[plan.values + n] + model[plan.values + front.panel + k * (front.stride + 1)]
    wanted = tolerance >= 0.0 or model[plan.mask + row] > 0.0
    inverse, relative = pivot_of(d, model[plan.diagonal + n], wanted, max(tolerance, 0.0))
    model[plan.values + n] = inverse
    if tolerance >= 0.0:
        model[plan.mask + row] = 1.0 if inverse > 0.0 else 0.0
    return inverse, relative, math.isfinite(d), row


@c_entry
def factor(tolerance, base, places, out):
    """Factor S; `tolerance` < 0: without the rows that the mask drops, else the mask is set.

    Returns how many wanted rows had no pivot, or −1 if one was not finite and the mask was to be set.
    """
    model, plan = carray(base, UNBOUNDED), table(Plan, carray(places, UNBOUNDED), 0, 0.0)[0]
    ints, head, values = model.view(np.int64), plan.head, plan.values
    fronts, scratch = table(Front, model, head + plan.table, 0.0), values + plan.scratch
    failed, smallest, weakest, finite = 0, 1.0, -1, True
    for number in range(plan.fronts):
        front = fronts[number]
        take_in_children(model, ints, head, values, fronts, front, False)
        for group in range(0, front.width, GROUP):
            last = min(group + GROUP, front.width)
            if group > 0:
                finish_columns(model, values, front, scratch, group, last - group)
            for k in range(group, last):
                inverse, relative, good, row = pivot(model, ints, plan, front, k, tolerance)
                failed, finite = failed + (relative == 0.0), finite and good
                if relative < smallest:
                    smallest, weakest = relative, row
                eliminate(model, values, front, k, last, inverse)
        make_rest(model, values, front, scratch)
        take_in_children(model, ints, head, values, fronts, front, True)
    if tolerance < 0.0:
        out[0], out[1] = smallest, weakest
    return failed if finite or tolerance < 0.0 else -1


# ---------------------------------------------------------------- with the factors
@inline
def gather(model, ints, head, front, x, buffer):
    """The numbers of a front's rows, side by side."""
    for k in range(front.width):
        model[buffer + k] = model[x + front.first + k]
    rows = head + front.rows - front.width
    for k in range(front.width, front.height):
        model[buffer + k] = model[x + ints[rows + k]]


@inline
def product(model, a, b, count):
    """Scalar product, in four sums that do not wait for one another."""
    s, t, u, v = 0.0, 0.0, 0.0, 0.0
    whole = count - count % 4
    for k in range(0, whole, 4):
        s += model[a + k] * model[b + k]
        t += model[a + k + 1] * model[b + k + 1]
        u += model[a + k + 2] * model[b + k + 2]
        v += model[a + k + 3] * model[b + k + 3]
    for k in range(whole, count):
        s += model[a + k] * model[b + k]
    return (s + t) + (u + v)


@inline
def scatter(model, ints, head, front, x, buffer):
    """The numbers of the rows below a front, back to where they were."""
    rows = head + front.rows - front.width
    for k in range(front.width, front.height):
        model[x + ints[rows + k]] = model[buffer + k]


@c_entry
def solve(t, base, places, out):
    """x ← (L D Lᵀ)⁻¹ x, in elimination order.  L z = x, then Lᵀ x = D⁻¹ z."""
    model, plan = carray(base, UNBOUNDED), table(Plan, carray(places, UNBOUNDED), 0, 0.0)[0]
    ints, head, values, x = model.view(np.int64), plan.head, plan.values, plan.x
    fronts, buffer = table(Front, model, head + plan.table, 0.0), values + plan.scratch
    for number in range(plan.fronts):
        front = fronts[number]
        gather(model, ints, head, front, x, buffer)
        own = values + front.panel
        for k in range(front.width):
            model[x + front.first + k] = model[buffer + k]
            z = model[buffer + k] * model[values + front.first + k]
            for i in range(k + 1, front.height):
                model[buffer + i] -= model[own + i] * z
            own += front.stride
        scatter(model, ints, head, front, x, buffer)
    for number in range(plan.fronts - 1, -1, -1):
        front = fronts[number]
        gather(model, ints, head, front, x, buffer)
        for k in range(front.width - 1, -1, -1):
            own = values + front.panel + k * front.stride + k + 1
            left = model[buffer + k] - product(model, own, buffer + k + 1, front.height - k - 1)
            model[buffer + k] = left * model[values + front.first + k]
            model[x + front.first + k] = model[buffer + k]
    return 0
