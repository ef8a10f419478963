"""f(t), f′(t), f″(t) of a packed time function: the first number is its kind, the rest its data.

    CONSTANT      value
    RAMP          start, rate
    POLYNOMIAL    n, c₀ … cₙ₋₁
    HARMONIC      mean, amplitude, ω, phase
    SMOOTH_STEP   start, end, begin, duration
    CYCLOID       start, end, begin, duration
    TABLE         n, periodic, t₀ … tₙ₋₁, then for each of the n−1 pieces a₀ a₁ a₂ a₃ of Σ aₖ (t − tᵢ)ᵏ
    CALLED        the address of a C function, bitwise as int64, which writes f, f′, f″ and returns 0: a callback into
                  Python, or `formula.time_formula`, which finds its program behind the address

Scratch at `stack_at`: a formula needs 6 + 3·stack places (the third word of the program), a callback three, others
none.
"""

from __future__ import annotations

import numpy as np

from snodo._jit import call_user, inline, kernel

CONSTANT, RAMP, POLYNOMIAL, HARMONIC, SMOOTH_STEP, CYCLOID, TABLE, CALLED = 0, 1, 2, 3, 4, 5, 6, 7


@kernel
def evaluate(model, at, t, stack_at):
    """(f, f′, f″) at time t of the function packed at `at`; not-a-number if a called function failed."""
    kind = int(model[at])
    if kind == CONSTANT:
        return model[at + 1], 0.0, 0.0
    if kind == RAMP:
        return model[at + 1] + model[at + 2] * t, model[at + 2], 0.0
    if kind == POLYNOMIAL:
        return _polynomial(model, at + 2, int(model[at + 1]), t)
    if kind == HARMONIC:
        return _harmonic(model, at + 1, t)
    if kind in (SMOOTH_STEP, CYCLOID):
        return _rise(model, at + 1, t, kind)
    if kind == TABLE:
        return _table(model, at + 1, t)
    return _called(model, at + 1, t, stack_at)


@inline
def _polynomial(model, at, n, t):
    """Horner's scheme for the polynomial and its first two derivatives."""
    f = f1 = f2 = 0.0
    for k in range(n - 1, -1, -1):
        f2 = f2 * t + 2.0 * f1
        f1 = f1 * t + f
        f = f * t + model[at + k]
    return f, f1, f2


@inline
def _harmonic(model, at, t):
    mean, amplitude, omega, phase = model[at], model[at + 1], model[at + 2], model[at + 3]
    angle = omega * t + phase
    sine = amplitude * np.sin(angle)
    return mean + sine, omega * amplitude * np.cos(angle), -omega * omega * sine


@inline
def _rise(model, at, t, kind):
    """From start to end within the duration; constant before and after."""
    start, end, begin, duration = model[at], model[at + 1], model[at + 2], model[at + 3]
    s = (t - begin) / duration
    if s <= 0.0:
        return start, 0.0, 0.0
    if s >= 1.0:
        return end, 0.0, 0.0
    g, g1, g2 = _quintic(s) if kind == SMOOTH_STEP else _cycloid(s)
    rise = end - start
    return start + rise * g, rise * g1 / duration, rise * g2 / (duration * duration)


@inline
def _quintic(s):
    """10 s³ − 15 s⁴ + 6 s⁵."""
    rest = 1.0 - s
    return s * s * s * (10.0 + s * (6.0 * s - 15.0)), 30.0 * s * s * rest * rest, 60.0 * s * rest * (1.0 - 2.0 * s)


@inline
def _cycloid(s):
    """s − sin(2πs)/2π."""
    turn = 2.0 * np.pi
    sine, cosine = np.sin(turn * s), np.cos(turn * s)
    return s - sine / turn, 1.0 - cosine, turn * sine


@inline
def _table(model, at, t):
    """The cubic of the piece that holds t; outside the table the straight line of the end slope."""
    n, periodic, times = int(model[at]), model[at + 1], at + 2
    first, last = model[times], model[times + n - 1]
    if periodic != 0.0:
        t -= (last - first) * np.floor((t - first) / (last - first))
        t = min(max(t, first), last)
    inside = min(max(t, first), last)
    piece = _piece(model, times, n, inside)
    a, s = times + n + 4 * piece, inside - model[times + piece]
    f = model[a] + s * (model[a + 1] + s * (model[a + 2] + s * model[a + 3]))
    f1 = model[a + 1] + s * (2.0 * model[a + 2] + 3.0 * s * model[a + 3])
    if t < first or t > last:
        return f + f1 * (t - inside), f1, 0.0
    return f, f1, 2.0 * model[a + 2] + 6.0 * s * model[a + 3]


@inline
def _piece(model, times, n, t):
    """The last i < n − 1 with tᵢ ≤ t, by bisection."""
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if model[times + middle] <= t:
            low = middle
        else:
            high = middle
    return low


@inline
def _called(model, at, t, stack_at):
    """By address; a formula finds its program behind the address, and its scratch, through the first two places."""
    address = model.view(np.int64)[at]
    model[stack_at] = at + 1
    model[stack_at + 1] = stack_at
    status = call_user(address, t, model, 0, stack_at, stack_at)
    if status != 0:
        return np.nan, np.nan, np.nan
    return model[stack_at], model[stack_at + 1], model[stack_at + 2]
