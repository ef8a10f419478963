"""Sparse LDLᵀ of a symmetric positive semi-definite matrix, without search:  P S Pᵀ = L D Lᵀ.

The pattern comes from `snodo.math.sparse.symbolic`.  All numbers live in the flat array `model`, all integers in
`ints`, a view of whole numbers of it; every other argument is an offset into them, or n:

    values        in: S (diagonal in elimination order, then the rest); out: D⁻¹, and L in place of the rest or, by
                  fronts, behind it in the scratch of the pattern
    plan          the pattern, packed: column by column, or by fronts (`fronts.py`)
    mask          n floats in the order of S: 1 = row kept, 0 = row redundant, −1 = row switched off
    diagonal      2 n floats in elimination order: out, what relative pivots are measured from, S_kk before elimination
                  or the row's size in good states if that is larger (a row that vanishes depends on the others too);
                  then, in, these sizes: only `remember_sizes` changes them, so that factorisations do not feel others
    report        two floats, out: the smallest relative pivot d_k / S_kk of the kept rows, and its row of S

`factor_elements` and `solve_elements` have their numbers in a view `x` of any elements, the same offsets counted there:
lanes factor as many matrices of one pattern and one mask, which stand in `model` as they do for one.

A dropped row gets D⁻¹ = 0 and an empty column: its unknown is 0 and the others do not feel it.  Column by column,
right-looking, eliminating column k with pivot d (Golub and Van Loan, Matrix Computations, 4.1):

    l_pk = u_pk / d,    S_pq ← S_pq − u_pk l_qk   for q ≤ p,    u_pk the entry as found.
"""

import math

from snodo._jit import call_user, inline, kernel
from snodo.math.kernels.elementary import larger, lowest, positive
from snodo.math.kernels.plan import Plan
from snodo.math.kernels.records import table, view

FACTORED = 0
NOT_POSITIVE = 1
GIVEN = -1.0
"""Tolerance that leaves the mask as it is given."""


@inline
def eliminate(x, ints, values, first, last, d, t):
    """Divide the column [first, last) by its pivot and update what is to its right; t runs along the destinations."""
    inverse = 1.0 / d
    for p in range(first, last):
        u = x[p]
        for q in range(first, p):
            at = values + ints[t]
            x[at] = x[at] - u * x[q]
            t += 1
        l = u * inverse
        at = values + ints[t]
        x[at] = x[at] - u * l
        x[p] = l
        t += 1
    return inverse, t


@inline
def drop(x, first, last, t):
    """Empty the column [first, last) and pass over its destinations."""
    for p in range(first, last):
        x[p] = 0.0
    length = last - first
    return 0.0, t + length * (length + 1) // 2


@inline
def keep_diagonal(x, n, values, diagonal):
    """Copy the diagonal of S, in elimination order, to where the relative pivots are measured from."""
    for k in range(n):
        x[diagonal + k] = x[values + k]


@inline
def keep_larger(x, n, values, diagonal):
    """The same, or the remembered size of the row if it is larger."""
    for k in range(n):
        x[diagonal + k] = larger(x[diagonal + n + k], x[values + k])


@inline
def remember_sizes(model, n, diagonal):
    """The state of the last factorisation is a good one: its rows are as large as they may be."""
    for k in range(n):
        if model[diagonal + k] < math.inf:
            model[diagonal + n + k] = model[diagonal + k]


@kernel
def factor(model, ints, n, values, plan, mask, diagonal, report):
    """Factor S without the rows that the mask drops; returns FACTORED, or NOT_POSITIVE for a pivot ≤ 0 or not finite.

    Such a pivot is reported as relative pivot 0 with its row, and dropped for this factorisation; the mask stays.
    """
    return factor_elements(model, view(model, 0, 0.0), ints, n, values, plan, mask, diagonal, report)


@inline
def factor_elements(model, x, ints, n, values, plan, mask, diagonal, report):
    """The same for elements; by fronts they can only be the numbers of the model themselves."""
    keep_larger(x, n, values, diagonal)
    if table(Plan, model, plan, 0.0)[0].fronts == 0:
        return factor_columns(model, x, ints, n, values, plan, mask, diagonal, report)
    failed = factor_fronts(model, values, plan, mask, diagonal, report, GIVEN)
    return FACTORED if failed == 0 else NOT_POSITIVE


@inline
def factor_fronts(model, values, plan, mask, diagonal, report, tolerance):
    """As above, by fronts: compiled on their own, and only for mechanisms that have them."""
    head = table(Plan, model, plan, 0.0)[0]
    head.head, head.values, head.mask, head.diagonal, head.report = plan, values, mask, diagonal, report
    return call_user(head.factor, tolerance, model, 0, plan, report)


@kernel
def factor_columns(model, x, ints, n, values, plan, mask, diagonal, report):
    """As above, column by column."""
    pattern = table(Plan, model, plan, 0.0)[0]
    permutation, columns = plan + pattern.permutation, plan + pattern.columns
    status, smallest, weakest, t = FACTORED, 1.0, -1, plan + pattern.destinations
    for k in range(n):
        first, last = values + ints[columns + k], values + ints[columns + k + 1]
        row = ints[permutation + k]
        d = x[values + k]
        kept = model[mask + row] > 0.0
        if kept and positive(d):
            relative = lowest(d / x[diagonal + k])
            x[values + k], t = eliminate(x, ints, values, first, last, d, t)
        else:
            relative = 0.0 if kept else math.inf
            status = NOT_POSITIVE if kept else status
            x[values + k], t = drop(x, first, last, t)
        if relative < smallest:
            smallest, weakest = relative, row
    model[report], model[report + 1] = smallest, weakest
    return status


@kernel
def find_redundant(model, ints, n, values, plan, mask, diagonal, tolerance):
    """Factor S and set the mask: rows with d_k ≤ tolerance · S_kk are dropped.  Returns how many, or −1 if not finite.

    Valid because S is semi-definite: a pivot vanishes exactly when its row depends on those eliminated before it, and
    then its column vanishes with it.
    """
    keep_diagonal(model, n, values, diagonal)
    if table(Plan, model, plan, 0.0)[0].fronts == 0:
        return find_redundant_columns(model, ints, n, values, plan, mask, diagonal, tolerance)
    return factor_fronts(model, values, plan, mask, diagonal, diagonal, tolerance)


@kernel
def find_redundant_columns(model, ints, n, values, plan, mask, diagonal, tolerance):
    """As above, column by column."""
    pattern, x = table(Plan, model, plan, 0.0)[0], view(model, 0, 0.0)
    permutation, columns = plan + pattern.permutation, plan + pattern.columns
    dropped, finite, t = 0, True, plan + pattern.destinations
    for k in range(n):
        first, last = values + ints[columns + k], values + ints[columns + k + 1]
        d = x[values + k]
        finite = finite and math.isfinite(d)
        kept = finite and d > tolerance * x[diagonal + k]
        if kept:
            x[values + k], t = eliminate(x, ints, values, first, last, d, t)
        else:
            x[values + k], t = drop(x, first, last, t)
            dropped += 1
        model[mask + ints[permutation + k]] = 1.0 if kept else 0.0
    return dropped if finite else -1


@kernel
def solve(model, ints, n, values, plan, right, solution, scratch):
    """Solve S x = b with the factors: b at `right` and x at `solution` in the order of S (they may be the same place).

    `scratch` is n floats.
    """
    solve_elements(model, view(model, 0, 0.0), ints, n, values, plan, right, solution, scratch)


@inline
def solve_elements(model, x, ints, n, values, plan, right, solution, scratch):
    """The same for elements; by fronts they can only be the numbers of the model themselves."""
    pattern = table(Plan, model, plan, 0.0)[0]
    permutation = plan + pattern.permutation
    for k in range(n):
        x[scratch + k] = x[right + ints[permutation + k]]
    if pattern.fronts == 0:
        solve_columns(x, ints, n, values, plan + pattern.columns, plan + pattern.rows, x, scratch)
    else:
        pattern.head, pattern.values, pattern.x = plan, values, scratch
        call_user(pattern.solve, 0.0, model, 0, plan, scratch)
    for k in range(n):
        x[solution + ints[permutation + k]] = x[scratch + k]


@kernel
def solve_columns(x, ints, n, values, columns, rows, right, b):
    """b ← (L D Lᵀ)⁻¹ b in the view `right`, in elimination order.  L z = b, then Lᵀ b = D⁻¹ z."""
    below = rows - n
    for k in range(n):
        z = right[b + k]
        for p in range(ints[columns + k], ints[columns + k + 1]):
            at = b + ints[below + p]
            right[at] = right[at] - z * x[values + p]
    for k in range(n - 1, -1, -1):
        z = right[b + k] * x[values + k]
        for p in range(ints[columns + k], ints[columns + k + 1]):
            z = z - right[b + ints[below + p]] * x[values + p]
        right[b + k] = z
