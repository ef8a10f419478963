"""Piecewise polynomials f(x) and f(x, y) from coefficients in a flat array, with first and second derivatives.

A curve is packed as

    n, ends, order      knots, what holds outside (below), coefficients of a piece
    x₀ … xₙ₋₁           the knots
    a₀ … of each of the n−1 pieces, f = Σ aₖ (x − xᵢ)ᵏ

and a surface on a grid as

    n, m, ends of x, ends of y
    x₀ … xₙ₋₁, y₀ … yₘ₋₁
    a₀₀ a₀₁ … a₃₃ of each of the (n−1)(m−1) patches, row after row, f = Σ aₖₗ (x − xᵢ)ᵏ (y − yⱼ)ˡ

Ends:  LINEAR    the straight line with the slope of the end
       PERIODIC  the curve is repeated
       CONSTANT  the value of the end
       REFUSED   not a number
       EXTENDED  the polynomial of the last piece
"""

import numpy as np

from snodo._jit import inline, kernel

LINEAR, PERIODIC, CONSTANT, REFUSED, EXTENDED = 0, 1, 2, 3, 4
CURVE_HEADER, SURFACE_HEADER = 3, 4


@kernel
def curve(model, at, x):
    """f, f′, f″ of the curve packed at `at`."""
    n, ends, order, knots = int(model[at]), int(model[at + 1]), int(model[at + 2]), at + CURVE_HEADER
    x, inside = within(model, knots, n, ends, x)
    piece = last_below(model, knots, n, inside)
    a, s = knots + n + order * piece, inside - model[knots + piece]
    f = f1 = f2 = 0.0
    for k in range(order - 1, -1, -1):
        f2 = f2 * s + 2.0 * f1
        f1 = f1 * s + f
        f = f * s + model[a + k]
    if x == inside:
        return f, f1, f2
    if ends == LINEAR:
        return f + f1 * (x - inside), f1, 0.0
    if ends == CONSTANT:
        return f, 0.0, 0.0
    return np.nan, np.nan, np.nan


@inline
def within(model, knots, n, ends, x):
    """The argument, moved by whole periods if the curve repeats, and the nearest one at which it has a piece."""
    first, last = model[knots], model[knots + n - 1]
    if ends == PERIODIC:
        x -= (last - first) * np.floor((x - first) / (last - first))
        x = min(max(x, first), last)
    return x, x if ends == EXTENDED else min(max(x, first), last)


@inline
def last_below(model, knots, n, x):
    """The last i < n − 1 with xᵢ ≤ x, by bisection."""
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if model[knots + middle] <= x:
            low = middle
        else:
            high = middle
    return low


@inline
def _power(k, s, outside, ends):
    """sᵏ with two derivatives; outside by a step beyond the end of the piece, as the end says."""
    b = 1.0 if k == 0 else s if k == 1 else s * s if k == 2 else s * s * s
    b1 = 0.0 if k == 0 else 1.0 if k == 1 else 2.0 * s if k == 2 else 3.0 * s * s
    b2 = 0.0 if k < 2 else 2.0 if k == 2 else 6.0 * s
    if outside == 0.0:
        return b, b1, b2
    if ends == LINEAR:
        return b + b1 * outside, b1, 0.0
    if ends == CONSTANT:
        return b, 0.0, 0.0
    return np.nan, np.nan, np.nan


@kernel
def surface(model, at, x, y):
    """f, f_x, f_y, f_xx, f_xy, f_yy of the surface packed at `at`."""
    n, m, ends_x, ends_y = int(model[at]), int(model[at + 1]), int(model[at + 2]), int(model[at + 3])
    xs = at + SURFACE_HEADER
    ys = xs + n
    x, x_in = within(model, xs, n, ends_x, x)
    y, y_in = within(model, ys, m, ends_y, y)
    i, j = last_below(model, xs, n, x_in), last_below(model, ys, m, y_in)
    a, s, r = ys + m + 16 * (i * (m - 1) + j), x_in - model[xs + i], y_in - model[ys + j]
    f = fx = fy = fxx = fxy = fyy = 0.0
    for k in range(4):
        b, b1, b2 = _power(k, s, x - x_in, ends_x)
        p = p1 = p2 = 0.0
        for l in range(4):
            c, c1, c2 = _power(l, r, y - y_in, ends_y)
            p, p1, p2 = p + model[a + 4 * k + l] * c, p1 + model[a + 4 * k + l] * c1, p2 + model[a + 4 * k + l] * c2
        f, fx, fy = f + b * p, fx + b1 * p, fy + b * p1
        fxx, fxy, fyy = fxx + b2 * p, fxy + b1 * p1, fyy + b * p2
    return f, fx, fy, fxx, fxy, fyy
