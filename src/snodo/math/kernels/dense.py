"""Small dense linear algebra in place, on matrices stored row after row from a place of the flat array W on.

    cholesky        A = L Lᵀ, L in the lower triangle               forward: L x = b      backward: Lᵀ x = b
    lu              A = L U, pivots as they come                    lu_solve: A x = b     lu_solve_transposed: Aᵀ x = b
    orthogonalise   rows of A in an order:  A = L U, U Uᵀ = 1       row_solve: L x = b    row_solve_transposed: Lᵀ x = b

(Golub and Van Loan, Matrix Computations, 3.2, 4.2, 5.2.)  Nothing is allocated, and no exchange is made in the storage:
an order chosen once, by the functions that say so, serves until the pivots are small.
"""

import math

from snodo._jit import inline, kernel


@inline
def dot(W, n, x, y):
    """xᵀ y"""
    total = 0.0
    for k in range(n):
        total += W[x + k] * W[y + k]
    return total


@inline
def add(W, n, factor, x, y):
    """y ← y + factor x"""
    for k in range(n):
        W[y + k] += factor * W[x + k]


@inline
def copy(W, n, x, y):
    """y ← x"""
    for k in range(n):
        W[y + k] = W[x + k]


@inline
def multiply(W, m, n, A, x, y):
    """y ← A x for A of m rows"""
    for i in range(m):
        W[y + i] = dot(W, n, A + i * n, x)


# ---------------------------------------------------------------- positive definite
@kernel
def cholesky(W, n, A):
    """Factor A in place; returns the smallest pivot relative to its diagonal, 0 if A is not positive definite."""
    smallest = 1.0
    for i in range(n):
        row = A + i * n
        for j in range(i):
            W[row + j] = (W[row + j] - dot(W, j, row, A + j * n)) / W[A + j * n + j]
        whole = W[row + i]
        d = whole - dot(W, i, row, row)
        if not 0.0 < d < math.inf:
            return 0.0
        smallest = min(smallest, d / whole)
        W[row + i] = math.sqrt(d)
    return smallest


@kernel
def forward(W, n, L, b):
    """L x = b, x in the place of b."""
    for i in range(n):
        W[b + i] = (W[b + i] - dot(W, i, L + i * n, b)) / W[L + i * n + i]


@kernel
def backward(W, n, L, b):
    """Lᵀ x = b, x in the place of b."""
    for i in range(n - 1, -1, -1):
        x = W[b + i] / W[L + i * n + i]
        W[b + i] = x
        add(W, i, -x, L + i * n, b)


# ---------------------------------------------------------------- square
@kernel
def choose_pivots(W, ints, m, n, A, rank, rows, columns):
    """Order rows and columns by elimination with complete pivoting, which destroys A (m × n)."""
    for k in range(rank):
        best, i, j = -1.0, k, k
        for p in range(k, m):
            for q in range(k, n):
                size = abs(W[A + ints[rows + p] * n + ints[columns + q]])
                if size > best:
                    best, i, j = size, p, q
        ints[rows + k], ints[rows + i] = ints[rows + i], ints[rows + k]
        ints[columns + k], ints[columns + j] = ints[columns + j], ints[columns + k]
        pivot, column = A + ints[rows + k] * n, ints[columns + k]
        for p in range(k + 1, m):
            row = A + ints[rows + p] * n
            if best > 0.0:
                add(W, n, -W[row + column] / W[pivot + column], pivot, row)


@kernel
def lu(W, n, A):
    """Factor A in place, U above and L, with ones on its diagonal, below; returns the smallest pivot's size."""
    smallest = math.inf
    for k in range(n):
        pivot = A + k * n
        smallest = min(smallest, abs(W[pivot + k]))
        if not 0.0 < abs(W[pivot + k]) < math.inf:
            return 0.0
        for i in range(k + 1, n):
            row = A + i * n
            W[row + k] /= W[pivot + k]
            add(W, n - k - 1, -W[row + k], pivot + k + 1, row + k + 1)
    return smallest


@kernel
def lu_solve(W, n, A, b):
    """A x = b, x in the place of b."""
    for i in range(n):
        W[b + i] -= dot(W, i, A + i * n, b)
    for i in range(n - 1, -1, -1):
        row = A + i * n
        W[b + i] = (W[b + i] - dot(W, n - i - 1, row + i + 1, b + i + 1)) / W[row + i]


@kernel
def lu_solve_transposed(W, n, A, b):
    """Aᵀ x = b, x in the place of b."""
    for i in range(n):
        x = W[b + i] / W[A + i * n + i]
        W[b + i] = x
        add(W, n - i - 1, -x, A + i * n + i + 1, b + i + 1)
    for i in range(n - 1, -1, -1):
        add(W, i, -W[b + i], A + i * n, b)


# ---------------------------------------------------------------- rows made orthonormal
@kernel
def orthogonalise(W, ints, m, n, A, rank, order, choosing, lengths, L):
    """Make the rows order[0 … rank−1] of A (m × n) orthonormal, one after the other (Gram and Schmidt, each row twice).

    Row i of A is then Σ_k L_ik U_k, with L m × m at L and U_k in the place of row order[k].  choosing: the row that is
    left with the largest part of its length comes next.  Returns the smallest such part.
    """
    smallest = 1.0
    for i in range(m):
        W[lengths + i] = math.sqrt(dot(W, n, A + i * n, A + i * n))
    for k in range(rank):
        if choosing:
            bring_forward(W, ints, m, n, A, k, order, lengths)
        i = ints[order + k]
        for j in range(k):
            U = A + ints[order + j] * n
            again = dot(W, n, U, A + i * n)
            add(W, n, -again, U, A + i * n)
            W[L + i * m + j] += again
        left = math.sqrt(dot(W, n, A + i * n, A + i * n))
        if not 0.0 < left < math.inf:
            return 0.0
        smallest = min(smallest, left / W[lengths + i])
        W[L + i * m + k] = left
        for c in range(n):
            W[A + i * n + c] /= left
        for p in range(k + 1, m if choosing else rank):
            other = ints[order + p]
            W[L + other * m + k] = dot(W, n, A + i * n, A + other * n)
            add(W, n, -W[L + other * m + k], A + i * n, A + other * n)
    return smallest


@inline
def bring_forward(W, ints, m, n, A, k, order, lengths):
    """Let the row come next of which most is left."""
    best, found = -1.0, k
    for p in range(k, m):
        i = ints[order + p]
        if W[lengths + i] > 0.0:
            left = math.sqrt(dot(W, n, A + i * n, A + i * n)) / W[lengths + i]
            if left > best:
                best, found = left, p
    ints[order + k], ints[order + found] = ints[order + found], ints[order + k]


@kernel
def row_solve(W, ints, m, rank, order, L, b, x):
    """L x = b for the rows in their order; b has a number for each row, x one for each U_k."""
    for k in range(rank):
        i = ints[order + k]
        W[x + k] = (W[b + i] - dot(W, k, L + i * m, x)) / W[L + i * m + k]


@kernel
def row_solve_transposed(W, ints, m, rank, order, L, b, x):
    """Lᵀ x = b, which it destroys; b has a number for each U_k, x one for each row, 0 for those not in use."""
    for i in range(m):
        W[x + i] = 0.0
    for k in range(rank - 1, -1, -1):
        i = ints[order + k]
        W[x + i] = W[b + k] / W[L + i * m + k]
        add(W, k, -W[x + i], L + i * m, b)
