"""Functions of time with a shape of their own, behind an address: the first number is the shape, the rest its data.

POLYNOMIAL    n, c₀ … cₙ₋₁
HARMONIC      mean, amplitude, ω, phase
SMOOTH_STEP   start, end, begin, duration
CYCLOID       start, end, begin, duration
TABLE         a curve (`curves.py`)
"""

import numpy as np

from snodo._jit import UNBOUNDED, c_entry, carray, inline, kernel
from snodo.math.kernels.curves import curve

POLYNOMIAL, HARMONIC, SMOOTH_STEP, CYCLOID, TABLE = 0, 1, 2, 3, 4


@c_entry
def shaped(t, base, places, out):
    """f, f′, f″ of the function packed at places[0]."""
    out[0], out[1], out[2] = _shape(carray(base, UNBOUNDED), int(places[0]), t)
    return 0


@kernel
def _shape(model, at, t):
    shape = int(model[at])
    if shape == POLYNOMIAL:
        return _polynomial(model, at + 2, int(model[at + 1]), t)
    if shape == HARMONIC:
        return _harmonic(model, at + 1, t)
    if shape == TABLE:
        return curve(model, at + 1, t)
    return _rise(model, at + 1, t, shape)


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
