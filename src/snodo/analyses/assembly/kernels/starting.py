"""The start of a mechanism whose rows and wanted values determine it, where q̇ = v: Newton's method from the drawing.

    [ Φ_q ]        [ Φ            ]             [ Φ_v ]     [ ν  ]
    [ W   ] Δ = −  [ W q − wanted ]      and    [ S   ] v = [ v* ]            (1)

in natural sizes, with steps as long as `closing.py` makes them.  W and S are constant.  Where (1) has no single
solution, or the steps stall, a status says so: `assemble` then finds the start by its rule.
"""

import math

from snodo._jit import Floats, Table, call_verb, entry, f8, i8, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.math.kernels.term_places import term_places

FOUND, FREE, STALLED, FAILED, AGAINST = 0, 1, 2, 3, 4
"""Found; something is left free; the steps stall; the equations fail; the wanted speeds contradict the rows."""
MOST, HALVED = 60, 6
REGULAR = 1e-7
"""Smallest diagonal of the triangle, relative to the largest, of equations with one solution."""


@kernel
def solved(A, b, x):
    """Least squares by Householder's reflections, rows ≥ columns; returns whether there is one solution.

    b becomes Qᵀ b, whose part behind the columns is the residual.
    """
    rows, n = A.shape
    largest, smallest = 0.0, math.inf
    for k in range(n):
        s = 0.0
        for i in range(k, rows):
            s += A[i, k] * A[i, k]
        d = math.sqrt(s)
        largest, smallest = max(largest, d), min(smallest, d)
        if d <= REGULAR * largest:
            return False
        alpha = -d if A[k, k] > 0.0 else d
        A[k, k] -= alpha
        w = 0.0
        for i in range(k, rows):
            w += A[i, k] * A[i, k]
        for j in range(k + 1, n):
            p = 0.0
            for i in range(k, rows):
                p += A[i, k] * A[i, j]
            p *= 2.0 / w
            for i in range(k, rows):
                A[i, j] -= p * A[i, k]
        p = 0.0
        for i in range(k, rows):
            p += A[i, k] * b[i]
        p *= 2.0 / w
        for i in range(k, rows):
            b[i] -= p * A[i, k]
        x[k] = alpha
    for k in range(n - 1, -1, -1):
        s = b[k]
        for j in range(k + 1, n):
            s -= A[k, j] * x[j]
        x[k] = s / x[k]
    return smallest > REGULAR * largest


@kernel
def violated(y, drawn, rows, wanted, terms, at, nc, level, size, residual):
    """Φ and W (q − drawn) − wanted in natural sizes; returns their length."""
    s, nv = 0.0, drawn.size
    for r in range(nc):
        residual[r] = 0.0 if level[r] != 0.0 else terms[at.phi + r] / size[r]
        s += residual[r] * residual[r]
    for m in range(wanted.size):
        x = -wanted[m]
        for k in range(nv):
            x += rows[m, k] * (y[k] - drawn[k])
        residual[nc + m] = x / size[nc + m]
        s += residual[nc + m] * residual[nc + m]
    return math.sqrt(s)


@kernel
def jacobian(rows, count, terms, at, nc, level, positions, size, natural, A):
    """Φ_q and W in natural sizes; of rows on velocities alone nothing if positions are meant."""
    nv = natural.size
    for r in range(nc):
        own = 0.0 if positions and level[r] != 0.0 else 1.0
        for k in range(nv):
            A[r, k] = own * terms[at.J + r * nv + k] / size[r] * natural[k]
    for m in range(count):
        for k in range(nv):
            A[nc + m, k] = rows[m, k] / size[nc + m] * natural[k]


@kernel
def newton(verb, model, y, drawn, rows, wanted, level, size, natural, closed, terms, at, A, b, x, further, log):
    """Damped steps until all is closed; returns a status."""
    nv, nc = drawn.size, level.size
    if call_verb(verb, 0, 0.0, model, y, terms) != FINE:
        return FAILED
    error = violated(y, drawn, rows, wanted, terms, at, nc, level, size, b)
    for n in range(MOST):
        log[n] = error
        if not math.isfinite(error):
            return FAILED
        if error <= closed:
            return FOUND
        if n >= HALVED and error > 0.5 * log[n - HALVED]:
            return STALLED
        if nc + wanted.size < nv:
            return FREE
        jacobian(rows, wanted.size, terms, at, nc, level, True, size, natural, A)
        for r in range(nc + wanted.size):
            b[r] = -b[r]
        if not solved(A[: nc + wanted.size], b, x):
            return FREE
        largest = 0.0
        for k in range(nv):
            largest = max(largest, abs(x[k]))
        damping = min(1.0, 0.5 / largest) if largest > 0.0 else 1.0
        before = error
        while True:
            if damping <= 1e-4:
                return STALLED
            for k in range(y.size):
                further[k] = y[k] + damping * x[k] * natural[k] if k < nv else y[k]
            if call_verb(verb, 0, 0.0, model, further, terms) != FINE:
                return FAILED
            error = violated(further, drawn, rows, wanted, terms, at, nc, level, size, b)
            if error < before:
                break
            damping *= 0.5
        for k in range(nv):
            y[k] = further[k]
    return STALLED


@kernel
def speeds(y, S, given, level, size, natural, terms, at, A, b, x):
    """Velocities of (1); returns a status."""
    nv, nc = natural.size, level.size
    most, moving = 0.0, False
    for r in range(nc):
        b[r] = terms[at.nu + r] / size[r]
    for m in range(given.size):
        b[nc + m] = given[m] / size[nc + m]
    for r in range(nc + given.size):
        most, moving = max(most, abs(b[r])), moving or b[r] != 0.0
    for k in range(nv):
        y[nv + k] = 0.0
    if not moving:
        return FOUND
    if nc + given.size < nv:
        return FREE
    jacobian(S, given.size, terms, at, nc, level, False, size, natural, A)
    if not solved(A[: nc + given.size], b, x):
        return FREE
    for r in range(nv, nc + given.size):
        if abs(b[r]) > 1e-8 * max(1.0, most):
            return AGAINST
    for k in range(nv):
        y[nv + k] = x[k] * natural[k]
    return FOUND


@entry(i8(i8, Floats, Floats, Floats, Table, Floats, Table, Floats, Floats, Floats, Floats, Floats, f8, Floats, Table))
def begin(verb, model, y, drawn, W, wanted, S, given, level, size, size_of_speeds, natural, closed, scratch, A):
    """Close y = (q, v, …), whose q is the drawing, and find its velocities; returns a status.

    verb: address of the terms; wanted: changes of W q from the drawing; level: rows that constrain velocities alone;
    size: natural sizes of rows and wanted values, natural those of velocities; A: for (rows + wanted) × nv numbers.
    """
    nv, nc = drawn.size, level.size
    at = term_places(0, nv, nv, nc)
    rows = A.shape[0]
    b, x, log = scratch[:rows], scratch[rows : rows + nv], scratch[rows + nv : rows + nv + MOST]
    further = scratch[rows + nv + MOST : rows + nv + MOST + y.size]
    terms = scratch[rows + nv + MOST + y.size :]
    status = newton(verb, model, y, drawn, W, wanted, level, size, natural, closed, terms, at, A, b, x, further, log)
    if status != FOUND:
        return status
    for k in range(nv):
        y[nv + k] = 0.0
    if call_verb(verb, 0, 0.0, model, y, terms) != FINE:
        return FAILED
    return speeds(y, S, given, level, size_of_speeds, natural, terms, at, A, b, x)
