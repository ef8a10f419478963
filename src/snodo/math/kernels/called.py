"""A compiled Python function inside a formula, behind its address, and functions of a squared angle.

The function f(t, x₁ … xₙ) is packed as

    address (bitwise), n, outputs, which output is meant, then scratch: x (n), outputs

Its value is exact.  Its slope along a direction is a central difference: only implicit methods and linearisation ask
for it, and no second derivative is known (zero).
"""

import math

from snodo._jit import call_user, inline, kernel
from snodo.math.kernels.records import view

CALLED_HEADER = 4
STEP = 6e-6
"""Relative step of the difference, about the cube root of the rounding error."""
TERMS = 12


@kernel
def called(model, at, first):
    """f and its slope along the derivatives of the argument jets from `first` on: t, then x."""
    n = int(model[at + 1])
    f = _at_distance(model, at, first, n, 0.0)
    size = 0.0
    for k in range(n + 1):
        size = max(size, abs(model[first + 3 * k + 1]) / (1.0 + abs(model[first + 3 * k])))
    if size == 0.0:
        return f, 0.0
    h = STEP / size
    return f, (_at_distance(model, at, first, n, h) - _at_distance(model, at, first, n, -h)) / (2.0 * h)


@inline
def _at_distance(model, at, first, n, h):
    """f at the arguments moved by h times their derivatives."""
    x, address = at + CALLED_HEADER, view(model, at, 0)[0]
    for k in range(n):
        model[x + k] = model[first + 3 * (k + 1)] + h * model[first + 3 * (k + 1) + 1]
    status = call_user(address, model[first] + h * model[first + 1], model, x, x, x + n)
    return math.nan if status != 0 else model[x + n + int(model[at + 3])]


@kernel
def sinc_root(u):
    """sin √u / √u, with two derivatives by u: analytic at zero."""
    if u > 1.0:
        root = math.sqrt(u)
        s = math.sin(root) / root
        s1 = (math.cos(root) - s) / (2.0 * u)
        return s, s1, (-0.5 * s - 3.0 * s1) / (2.0 * u)
    return _series(u, 1.0, 1)


@kernel
def cosc_root(u):
    """(1 − cos √u)/u, with two derivatives by u: analytic at zero."""
    if u > 1.0:
        s, s1, _ = sinc_root(u)
        c = (1.0 - math.cos(math.sqrt(u))) / u
        c1 = (0.5 * s - c) / u
        return c, c1, (0.5 * s1 - 2.0 * c1) / u
    return _series(u, 0.5, 2)


@inline
def _series(u, first, k0):
    """Σ (−u)ᵏ / (2k + k0)!, with two derivatives, term by term."""
    f, f1, f2 = 0.0, 0.0, 0.0
    a = first
    power, before, earlier = 1.0, 0.0, 0.0
    for k in range(TERMS):
        f += a * power
        f1 += a * k * before
        f2 += a * k * (k - 1) * earlier
        earlier, before, power = before, power, power * u
        a = -a / ((2.0 * k + k0 + 1.0) * (2.0 * k + k0 + 2.0))
    return f, f1, f2
