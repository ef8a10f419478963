"""Sparse LDLᵀ by fronts (multifrontal: Duff and Reid 1983):  P S Pᵀ = L D Lᵀ.

A front is a dense symmetric matrix: `width` columns of L, and the rest, which is what the front leaves for the rows
below it.  In its turn, children first,

    1. its columns take in what its children left:              F ← S + Σ children,
    2. they are eliminated,  u_pk the entry as found:            u_pq ← u_pq − Σ_k u_pk u_qk / d_k,   p ≥ q > k,
    3. the same sum makes the rest, which takes in its part of what the children left, and waits for its parent.

Both functions get the whole flat array as their first pointer and the head of the plan as their second.

Columns are kept as U = L D, the pivots as their inverses D⁻¹: a dropped row has 0 there, which has no effect.  A front
is stored in stripes of STRIPE rows, each column after column, so that a sum over k reads side by side what it needs;
sums are taken for a stripe of GROUP columns, whose numbers stay in registers while k runs.  The rest goes on with the
stripes and groups of the columns: its first ones may begin among those.  What stands above the diagonal is not used.
"""

import math

from snodo._jit import UNBOUNDED, c_entry, carray, inline, kernel
from snodo.math.kernels.lanes import ABREAST, LANES, few, zeros
from snodo.math.kernels.plan import GROUP, STRIPE, Front, Plan
from snodo.math.kernels.records import table, view


@inline
def room(columns):
    """Numbers of a stripe of so many columns: whole groups of them."""
    return STRIPE * ((columns + GROUP - 1) // GROUP * GROUP)


@inline
def place(row, stripe):
    """Where a row is in columns whose stripes have so many numbers."""
    return row // STRIPE * stripe + row % STRIPE


@inline
def columns_of(front, values):
    """Where the columns of a front begin, and the numbers of a stripe."""
    return values + front.panel, room(front.width)


@inline
def rest_of(front, values):
    """Where the rest would have row 0 and column 0, and the numbers of a stripe."""
    before, above = front.width // GROUP * GROUP, front.width // STRIPE
    stripe = room(front.height - before)
    return values + front.rest - STRIPE * before - above * stripe, stripe


@inline
def stripes(front):
    """How many stripes a front has."""
    return (front.height + STRIPE - 1) // STRIPE


# ---------------------------------------------------------------- what a front begins with
@inline
def add_row(x, numbers, places, first, last, source, to):
    """Add a row of a child, some columns of it, to its row in the parent."""
    for k in range(first, last):
        at = to + STRIPE * numbers[places + k]
        x[at] = x[at] + x[source + STRIPE * k]


@kernel
def take_in(model, numbers, head, values, child, front, among):
    """Add what a child left: what meets columns of its parent there, or the others to the rest."""
    x, (own, own_stripe) = view(model, 0, 0.0), rest_of(child, values)
    first, places = child.width, head + child.places - child.width
    last = first
    while last < child.height and numbers[places + last] < front.width:
        last += 1
    to, stripe = columns_of(front, values)
    if not among:
        to, stripe = rest_of(front, values)
        first, last = last, child.height
    for i in range(first, child.height):
        row = to + place(numbers[places + i], stripe)
        add_row(x, numbers, places, first, min(i + 1, last), own + place(i, own_stripe), row)


@inline
def take_in_children(model, numbers, head, values, fronts, front, among):
    """Add what all children left to the columns, or to the rest."""
    child = front.child
    while child >= 0:
        take_in(model, numbers, head, values, fronts[child], front, among)
        child = fronts[child].sibling


@inline
def start(model, numbers, head, values, front):
    """The entries of S in the columns, and zeros."""
    panel, stripe = columns_of(front, values)
    x, entries, targets = view(model, panel, 0.0), view(model, values + front.entries, 0.0), head + front.targets
    for k in range(stripe * stripes(front)):
        x[k] = 0.0
    for k in range(front.entry_count):
        x[numbers[targets + k]] = entries[k]


# ---------------------------------------------------------------- sums of products
@inline
def multipliers(model, front, values, column, depth, l):
    """l_k = u_k / d_k of a group of columns for all k < depth, side by side."""
    panel, stripe = columns_of(front, values)
    at, inverses = panel + place(column, stripe), view(model, values + front.first, 0.0)
    for k in range(depth):
        for c in range(0, GROUP, ABREAST):
            view(model, l + c, few())[0] = view(model, at + c, few())[0] * inverses[k]
        at += STRIPE
        l += GROUP


@inline
def read(model, at):
    """A register of rows of each column of a group."""
    like = zeros()
    a, b = view(model, at, like)[0], view(model, at + STRIPE, like)[0]
    return a, b, view(model, at + 2 * STRIPE, like)[0], view(model, at + 3 * STRIPE, like)[0]


@inline
def write(model, at, a, b, c, d):
    """Put them back."""
    like = zeros()
    view(model, at, like)[0], view(model, at + STRIPE, like)[0] = a, b
    view(model, at + 2 * STRIPE, like)[0], view(model, at + 3 * STRIPE, like)[0] = c, d


@kernel
def subtract(model, source, stripe, depth, l, count, fresh, to, to_stripe):
    """From a group of columns of some stripes, subtract Σ_k u_k l_k:  u_k from `source` on, the others at l.

    `fresh`: from zero instead.  Two registers of rows at once: of one stripe or, where they are long, of two; a last
    one alone is done twice.
    """
    lanes, own, rows = zeros(), view(model, l, 0.0), STRIPE * count
    for i in range(0, rows, 2 * LANES):
        j = min(i + LANES, rows - LANES)
        above, below = source + place(i, stripe), source + place(j, stripe)
        a, b, c, d, e, f, g, h = lanes, lanes, lanes, lanes, lanes, lanes, lanes, lanes
        if not fresh:
            a, b, c, d = read(model, to + place(i, to_stripe))
            e, f, g, h = read(model, to + place(j, to_stripe))
        for k in range(0, GROUP * depth, GROUP):
            u, v = view(model, above, lanes)[0], view(model, below, lanes)[0]
            a, e = a - u * own[k], e - v * own[k]
            b, f = b - u * own[k + 1], f - v * own[k + 1]
            c, g = c - u * own[k + 2], g - v * own[k + 2]
            d, h = d - u * own[k + 3], h - v * own[k + 3]
            above += STRIPE
            below += STRIPE
        write(model, to + place(i, to_stripe), a, b, c, d)
        write(model, to + place(j, to_stripe), e, f, g, h)


@inline
def finish_group(model, front, values, column, l):
    """Subtract from a group of columns what the columns before them do to them."""
    panel, stripe = columns_of(front, values)
    above = column // STRIPE
    source = panel + above * stripe
    multipliers(model, front, values, column, column, l)
    subtract(model, source, stripe, column, l, stripes(front) - above, False, source + STRIPE * column, stripe)


@inline
def finish_rest(model, front, values, l):
    """What all columns do to the rows below."""
    panel, stripe = columns_of(front, values)
    rest, rest_stripe = rest_of(front, values)
    for column in range(front.width // GROUP * GROUP, front.height, GROUP):
        above = max(column, front.width) // STRIPE
        to = rest + above * rest_stripe + STRIPE * column
        multipliers(model, front, values, column, front.width, l)
        subtract(model, panel + above * stripe, stripe, front.width, l, stripes(front) - above, True, to, rest_stripe)


# ---------------------------------------------------------------- pivots
@inline
def pivot_of(d, size, wanted, tolerance):
    """1/d and d relative to the size of its row; 0 and 0 if it is not good enough, 0 and ∞ if it is not wanted."""
    if not wanted:
        return 0.0, math.inf
    if 0.0 < d < math.inf and d > tolerance * size:
        return 1.0 / d, d / size
    return 0.0, 0.0


@inline
def pivot(model, ints, plan, n, u, tolerance):
    """Keep 1/d of column n, d = S_nn + u, where −u is what the columns before it have taken away.

    Returns 1/d, d relative to S_nn, whether d is finite, and the row in the order of S.
    """
    row = ints[plan.head + plan.permutation + n]
    d = model[plan.values + n] + u
    wanted = tolerance >= 0.0 or model[plan.mask + row] > 0.0
    inverse, relative = pivot_of(d, model[plan.diagonal + n], wanted, max(tolerance, 0.0))
    model[plan.values + n] = inverse
    if tolerance >= 0.0:
        model[plan.mask + row] = 1.0 if inverse > 0.0 else 0.0
    return inverse, relative, math.isfinite(d), row


@inline
def empty(model, front, values, k):
    """A column that is dropped: what is not finite in it must not spread."""
    panel, stripe = columns_of(front, values)
    for i in range(front.height):
        model[panel + place(i, stripe) + STRIPE * k] = 0.0


@inline
def eliminate(u, l, k, inverse):
    """Take one column of a group out of the square of the others; keep what they are multiplied with."""
    for j in range(k + 1, GROUP):
        times = u[STRIPE * k + j] * inverse
        l[GROUP * k + j] = times
        for i in range(j, GROUP):
            u[STRIPE * j + i] = u[STRIPE * j + i] - u[STRIPE * k + i] * times


@kernel
def eliminate_group(model, front, values, column, scratch):
    """Take the columns of a group out of one another."""
    panel, stripe = columns_of(front, values)
    l = view(model, scratch, 0.0)
    for i in range(column // STRIPE * STRIPE, front.height, LANES):
        t = panel + place(i, stripe) + STRIPE * column
        a, b, c, d = read(model, t)
        b = b - a * l[1]
        c = c - a * l[2] - b * l[GROUP + 2]
        d = d - a * l[3] - b * l[GROUP + 3] - c * l[2 * GROUP + 3]
        write(model, t, a, b, c, d)


@inline
def start_square(model, front, values, column, u, l):
    """The square of a group on the diagonal, and nothing to multiply with yet."""
    panel, stripe = columns_of(front, values)
    own = view(model, panel + place(column, stripe) + STRIPE * column, 0.0)
    for k in range(GROUP):
        for i in range(GROUP):
            u[STRIPE * k + i], l[GROUP * k + i] = own[STRIPE * k + i], 0.0


@c_entry
def factor(tolerance, base, places, out):
    """Factor S; `tolerance` < 0: without the rows that the mask drops, else the mask is set.

    Returns how many wanted rows had no pivot, or −1 if one was not finite and the mask was to be set.
    """
    model, plan = carray(base, UNBOUNDED), table(Plan, carray(places, UNBOUNDED), 0, 0.0)[0]
    numbers, head, values = view(model, 0, 0), plan.head, plan.values
    fronts, scratch = table(Front, model, head + plan.table, 0.0), values + plan.scratch
    l, u = view(model, scratch, 0.0), view(model, scratch + GROUP * GROUP, 0.0)
    failed, smallest, weakest, finite = 0, 1.0, -1, True
    for number in range(plan.fronts):
        front = fronts[number]
        start(model, numbers, head, values, front)
        take_in_children(model, numbers, head, values, fronts, front, True)
        for column in range(0, front.width, GROUP):
            if column > 0:
                finish_group(model, front, values, column, scratch)
            start_square(model, front, values, column, u, l)
            for k in range(min(GROUP, front.width - column)):
                n, d = front.first + column + k, u[(STRIPE + 1) * k]
                inverse, relative, good, row = pivot(model, numbers, plan, n, d, tolerance)
                failed, finite = failed + (relative == 0.0), finite and good
                if relative < smallest:
                    smallest, weakest = relative, row
                if inverse > 0.0:
                    eliminate(u, l, k, inverse)
                else:
                    empty(model, front, values, column + k)
            eliminate_group(model, front, values, column, scratch)
        finish_rest(model, front, values, scratch)
        take_in_children(model, numbers, head, values, fronts, front, False)
    if tolerance < 0.0:
        out[0], out[1] = smallest, weakest
    return failed if finite or tolerance < 0.0 else -1


# ---------------------------------------------------------------- with the factors
@inline
def gather(model, numbers, head, front, x, b):
    """The numbers of the rows below a front, side by side, up to the end of the last stripe."""
    rows = head + front.rows - front.width
    for i in range(front.width, front.height):
        b[i] = x[numbers[rows + i]]
    for i in range(front.height, STRIPE * stripes(front)):
        b[i] = 0.0


@inline
def down_the_square(u, inverses, b, count, y):
    """L z = b in the square of a group; y = D⁻¹ z, and 0 where the group has fewer columns."""
    for k in range(count, GROUP):
        y[k] = 0.0
    for k in range(count):
        z = b[k]
        for j in range(k):
            z -= u[STRIPE * j + k] * y[j]
        b[k], y[k] = z, z * inverses[k]


@inline
def up_the_square(u, inverses, sums, x, n, count):
    """Lᵀ x = D⁻¹ z in the square of a group, of which the rows below take away the sums."""
    for k in range(count - 1, -1, -1):
        left = x[n + k]
        for c in range(LANES):
            left -= sums[STRIPE * k + c]
        for j in range(k + 1, count):
            left -= u[STRIPE * k + j] * x[n + j]
        x[n + k] = left * inverses[k]


@inline
def subtract_columns(model, at, stripe, first, last, buffer, y):
    """Subtract a group of columns, times four numbers, from the buffer."""
    for i in range(first, last, LANES):
        x = view(model, buffer + i, zeros())
        a, b, c, d = read(model, at + place(i, stripe))
        x[0] = x[0] - a * y[0] - b * y[1] - c * y[2] - d * y[3]


@inline
def add_products(model, at, stripe, first, last, buffer, sums):
    """The products of a group of columns with the buffer, not yet added up."""
    s, t, u, v = zeros(), zeros(), zeros(), zeros()
    for i in range(first, last, LANES):
        x = view(model, buffer + i, zeros())[0]
        a, b, c, d = read(model, at + place(i, stripe))
        s, t, u, v = s + a * x, t + b * x, u + c * x, v + d * x
    write(model, sums, s, t, u, v)


@kernel
def solve_down(model, numbers, head, values, front, x, buffer, scratch):
    """L z = x for the rows of a front, which keep z, and what it does to the rows below."""
    panel, stripe = columns_of(front, values)
    b, y = view(model, buffer, 0.0), view(model, scratch, 0.0)
    for i in range(front.width):
        b[i] = x[front.first + i]
    gather(model, numbers, head, front, x, b)
    for column in range(0, front.width, GROUP):
        n, first, count = front.first + column, column // STRIPE * STRIPE, min(GROUP, front.width - column)
        own, inverses = panel + STRIPE * column, view(model, values + n, 0.0)
        square = view(model, own + place(column, stripe), 0.0)
        down_the_square(square, inverses, view(model, buffer + column, 0.0), count, y)
        for k in range(count):
            x[n + k] = b[column + k]
        subtract_columns(model, own, stripe, first, front.height, buffer, y)
    rows = head + front.rows - front.width
    for i in range(front.width, front.height):
        x[numbers[rows + i]] = b[i]


@kernel
def solve_up(model, numbers, head, values, front, x, buffer, scratch):
    """Lᵀ x = D⁻¹ z for the rows of a front, when the rows below are known."""
    panel, stripe = columns_of(front, values)
    b, sums = view(model, buffer, 0.0), view(model, scratch, 0.0)
    for i in range(front.width):
        b[i] = 0.0
    gather(model, numbers, head, front, x, b)
    for column in range((front.width - 1) // GROUP * GROUP, -1, -GROUP):
        n, first, count = front.first + column, column // STRIPE * STRIPE, min(GROUP, front.width - column)
        own, inverses = panel + STRIPE * column, view(model, values + n, 0.0)
        add_products(model, own, stripe, first, front.height, buffer, scratch)
        square = view(model, own + place(column, stripe), 0.0)
        up_the_square(square, inverses, sums, x, n, count)
        for k in range(count):
            b[column + k] = x[n + k]


@c_entry
def solve(t, base, places, out):
    """x ← (L D Lᵀ)⁻¹ x, in elimination order.  L z = x, then Lᵀ x = D⁻¹ z."""
    model, plan = carray(base, UNBOUNDED), table(Plan, carray(places, UNBOUNDED), 0, 0.0)[0]
    numbers, head, values, x = view(model, 0, 0), plan.head, plan.values, view(model, plan.x, 0.0)
    fronts, scratch = table(Front, model, head + plan.table, 0.0), values + plan.scratch
    buffer = scratch + GROUP * STRIPE
    for number in range(plan.fronts):
        solve_down(model, numbers, head, values, fronts[number], x, buffer, scratch)
    for number in range(plan.fronts - 1, -1, -1):
        solve_up(model, numbers, head, values, fronts[number], x, buffer, scratch)
    return 0
