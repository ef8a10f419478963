"""The foot of a point on a curve of the plane: the place of the curve that is nearest to it.

    f(s) = (C(s) − P) · C′(s) = 0,     f′ = C′·C′ + (C − P)·C″                                              (1)

The foot starts from the nearest one of a few samples of the curve and is refined by Newton's method between their
neighbours, halving where that leaves them: it depends on P alone, and not on where a search ended before.

With the unit normal n on the free side, t = (n_y, −n_x) and the arc σ along t, n′ = k t and t′ = −k n: k is positive
where the curve is convex towards the free side.  The signed distance φ = (P − C)·n has the gradient n and changes
twice along t by

    bend = k/(1 + k φ)                                                                                        (2)

which is one over the distance from the centre of curvature.

A curve is packed as

    kind, side      side: the free one is on the right (1) or left (−1) of the curve
    r               of a CIRCLE about the origin; else
    m, n, period    samples, knots, and the length after which the curve is closed, or 0: it goes on straight
    s, x, y         of each of the m samples
    s₀ … sₙ₋₁       knots
    a₀ a₁ a₂ a₃     of each of the n−1 pieces of the radius over the angle (POLAR), or of x, then of y (PATH)
"""

from typing import NamedTuple

import numpy as np

from snodo._jit import inline, kernel
from snodo.math.kernels.duals import number
from snodo.math.kernels.elementary import sqrt
from snodo.math.kernels.plane import Vec2, cross, dot

CIRCLE, POLAR, PATH = 0, 1, 2
HEADER = 5
MOST = 60
"""Steps of Newton's method or halvings."""


class Foot(NamedTuple):
    """The foot of a point: its place, the normal there on the free side, and `bend` of (2)."""

    c: Vec2
    n: Vec2
    bend: float


class OnCurve(NamedTuple):
    """A place of a curve with three derivatives."""

    c: Vec2
    c1: Vec2
    c2: Vec2
    c3: Vec2


@kernel
def piece(model, at, s):
    """f … f‴ of a piece a₀ + a₁ s + a₂ s² + a₃ s³."""
    a0, a1, a2, a3 = number(model[at]), number(model[at + 1]), number(model[at + 2]), number(model[at + 3])
    return ((a3 * s + a2) * s + a1) * s + a0, (3.0 * a3 * s + 2.0 * a2) * s + a1, 6.0 * a3 * s + 2.0 * a2, 6.0 * a3


@kernel
def on_curve(model, at, s):
    """The curve at s; beyond its ends it goes on straight, or begins anew if it is closed."""
    m, n, period = int(number(model[at + 2])), int(number(model[at + 3])), number(model[at + 4])
    knots = at + HEADER + 3 * m
    first, last = number(model[knots]), number(model[knots + n - 1])
    inside = s - period * np.floor((s - first) / period) if period > 0.0 else s
    inside = min(max(inside, first), last)
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if number(model[knots + middle]) <= inside:
            low = middle
        else:
            high = middle
    a, u = knots + n + 4 * low, inside - number(model[knots + low])
    x = piece(model, a, u)
    if int(number(model[at])) == POLAR:
        return around(x, inside)
    y, beyond = piece(model, a + 4 * (n - 1), u), 0.0 if period > 0.0 else s - inside
    c, c1, zero = Vec2(x[0] + x[1] * beyond, y[0] + y[1] * beyond), Vec2(x[1], y[1]), Vec2(0.0, 0.0)
    if beyond != 0.0:
        return OnCurve(c, c1, zero, zero)
    return OnCurve(c, c1, Vec2(x[2], y[2]), Vec2(x[3], y[3]))


@inline
def around(r, angle):
    """C = r e of a radius over the angle, with e′ = h and h′ = −e."""
    e, h = Vec2(np.cos(angle), np.sin(angle)), Vec2(-np.sin(angle), np.cos(angle))
    c1 = e * r[1] + h * r[0]
    c2 = e * (r[2] - r[0]) + h * (2.0 * r[1])
    return OnCurve(e * r[0], c1, c2, e * (r[3] - 3.0 * r[1]) + h * (3.0 * r[2] - r[0]))


@kernel
def nearest(model, at, P):
    """s of the foot of P, in numbers."""
    m, period, best, least = int(number(model[at + 2])), number(model[at + 4]), 0, np.inf
    for k in range(m):
        x, y = number(model[at + HEADER + 3 * k + 1]) - P.x, number(model[at + HEADER + 3 * k + 2]) - P.y
        if x * x + y * y < least:
            best, least = k, x * x + y * y
    here = number(model[at + HEADER + 3 * best])
    step = number(model[at + HEADER + 3]) - number(model[at + HEADER])
    low, high = here - step, here + step
    if period == 0.0 and best == 0:
        low = -np.inf
    if period == 0.0 and best == m - 1:
        high = np.inf
    return refined(model, at, P, here, low, high)


@kernel
def refined(model, at, P, s, low, high):
    """The zero of (1) between two bounds, at which it changes its sign."""
    for _ in range(MOST):
        C = on_curve(model, at, s)
        d = C.c - P
        f, slope = dot(d, C.c1), dot(C.c1, C.c1) + dot(d, C.c2)
        if f > 0.0:
            high = min(high, s)
        else:
            low = max(low, s)
        new = s - f / slope if slope > 0.0 else np.inf
        if not low <= new <= high:
            new = 0.5 * (low + high)
        if abs(new - s) <= 1e-15 * (abs(s) + 1.0) or not np.isfinite(new):
            break
        s = new
    return s


@kernel
def foot(model, at, P):
    """The foot of a point; on duals with its derivatives, by one more step of Newton's method."""
    side = number(model[at + 1])
    if int(number(model[at])) == CIRCLE:
        bend = side / sqrt(dot(P, P))
        n = P * bend
        return Foot(n * (side * number(model[at + 2])), n, bend)
    place = Vec2(number(P.x), number(P.y))
    C = on_curve(model, at, nearest(model, at, place))
    d = C.c - P
    step = -dot(d, C.c1) / (dot(C.c1, C.c1) + dot(C.c - place, C.c2))
    c = C.c + C.c1 * step
    c1 = C.c1 + C.c2 * step
    c2 = C.c2 + C.c3 * step
    speed = sqrt(dot(c1, c1))
    n = Vec2(c1.y, -c1.x) * (side / speed)
    k = side * cross(c1, c2) / (speed * speed * speed)
    return Foot(c, n, k / (1.0 + k * dot(P - c, n)))
