"""A stack machine for formulas, with exact first and second derivatives along one parameter.

Everything lies in one flat float64 array `model`; integers are stored as plain floats.  A program is

    words, outputs, stack        header: length with the header, number of outputs, jets the stack must hold
    operation, argument          repeated; the argument is a constant, the index of an input or output, an exponent, or
                                 where the numbers of a table or function are, from the beginning of the program
    tables, functions            behind the operations (`curves.py`, `called.py`)

Inputs, outputs and the stack are jets: value, first and second derivative in three consecutive places.  Functions of
one jet follow the chain rule  g(x)˙ = g′ ẋ,  g(x)¨ = g″ ẋ² + g′ ẍ  with 0·∞ = 0, so that what stands still stays still.
"""

from __future__ import annotations

import numpy as np

from snodo._jit import inline, kernel
from snodo.math.kernels.called import called, cosc_root, sinc_root
from snodo.math.kernels.curves import curve, surface

HEADER = 3
CONSTANT, VARIABLE, STORE = 0, 1, 2
ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, ATAN2, MINIMUM, MAXIMUM = 3, 4, 5, 6, 7, 8, 9, 10
CONSTANT_POWER, NEGATE, SIN, COS, TAN, ASIN, ACOS, ATAN = 11, 12, 13, 14, 15, 16, 17, 18
SINH, COSH, TANH, EXP, LOG, SQRT, ABS, SIGN = 19, 20, 21, 22, 23, 24, 25, 26
SINC_ROOT, COSC_ROOT, CURVE, SURFACE, CALLED = 27, 28, 29, 30, 31
CODES = {
    **{"constant": CONSTANT, "variable": VARIABLE, "+": ADD, "-": SUBTRACT, "*": MULTIPLY, "/": DIVIDE, "**": POWER},
    **{"atan2": ATAN2, "min": MINIMUM, "max": MAXIMUM, "constant power": CONSTANT_POWER, "neg": NEGATE, "sin": SIN},
    **{"cos": COS, "tan": TAN, "asin": ASIN, "acos": ACOS, "atan": ATAN, "sinh": SINH, "cosh": COSH, "tanh": TANH},
    **{"exp": EXP, "log": LOG, "sqrt": SQRT, "abs": ABS, "sign": SIGN},
    **{"sinc_root": SINC_ROOT, "cosc_root": COSC_ROOT},
}


@kernel
def run(model, program_at, inputs_at, stack_at, outputs_at):
    """Run the program at `program_at`: outputs (jets) from inputs (jets), with scratch for the stack at `stack_at`."""
    end = program_at + int(model[program_at])
    top = stack_at - 3
    for at in range(program_at + HEADER, end, 2):
        operation, argument = int(model[at]), model[at + 1]
        if operation == CONSTANT:
            top += 3
            _put(model, top, argument, 0.0, 0.0)
        elif operation == VARIABLE:
            top += 3
            _copy(model, inputs_at + 3 * int(argument), top)
        elif operation == STORE:
            _copy(model, top, outputs_at + 3 * int(argument))
            top -= 3
        elif operation < CONSTANT_POWER:
            top -= 3
            _combine(model, operation, top, top + 3)
        elif operation < CURVE:
            g, g1, g2 = _derivatives(operation, model[top], argument)
            _chain(model, top, g, g1, g2)
        elif operation == CURVE:
            g, g1, g2 = curve(model, program_at + int(argument), model[top])
            _chain(model, top, g, g1, g2)
        elif operation == CALLED:
            top -= 3 * int(model[program_at + int(argument) + 1])
            g, g1 = called(model, program_at + int(argument), top)
            _put(model, top, g, g1, 0.0)
        else:
            top -= 3
            _surface(model, program_at + int(argument), top, top + 3)


@inline
def _put(model, at, value, first, second):
    model[at] = value
    model[at + 1] = first
    model[at + 2] = second


@inline
def _copy(model, source, target):
    _put(model, target, model[source], model[source + 1], model[source + 2])


@inline
def _times(slope, rate):
    return slope * rate if rate != 0.0 else 0.0


@inline
def _chain(model, x, g, g1, g2):
    first, second = model[x + 1], model[x + 2]
    _put(model, x, g, _times(g1, first), _times(g2, first * first) + _times(g1, second))


@kernel
def _combine(model, operation, a, b):
    """Jet at a ← jet at a (operation) jet at b."""
    if operation == ADD:
        _put(model, a, model[a] + model[b], model[a + 1] + model[b + 1], model[a + 2] + model[b + 2])
    elif operation == SUBTRACT:
        _put(model, a, model[a] - model[b], model[a + 1] - model[b + 1], model[a + 2] - model[b + 2])
    elif operation == MULTIPLY:
        _multiply(model, a, b)
    elif operation == DIVIDE:
        _divide(model, a, b)
    elif operation == POWER:
        _power(model, a, b)
    elif operation == ATAN2:
        _atan2(model, a, b)
    elif operation == MINIMUM:
        if model[b] < model[a] or model[b] != model[b]:
            _copy(model, b, a)
    elif model[b] > model[a] or model[b] != model[b]:
        _copy(model, b, a)


@inline
def _multiply(model, a, b):
    x, x1, x2 = model[a], model[a + 1], model[a + 2]
    y, y1, y2 = model[b], model[b + 1], model[b + 2]
    _put(model, a, x * y, x1 * y + x * y1, x2 * y + 2.0 * x1 * y1 + x * y2)


@inline
def _divide(model, a, b):
    y, y1, y2 = model[b], model[b + 1], model[b + 2]
    q = model[a] / y
    q1 = (model[a + 1] - q * y1) / y
    _put(model, a, q, q1, (model[a + 2] - 2.0 * q1 * y1 - q * y2) / y)


@inline
def _power(model, a, b):
    """xʸ: where the exponent stands still as a constant power, else as exp(y log x)."""
    if model[b + 1] == 0.0 and model[b + 2] == 0.0:
        g, g1, g2 = _constant_power(model[a], model[b])
        _chain(model, a, g, g1, g2)
    else:
        x = model[a]
        _chain(model, a, np.log(x), 1.0 / x, -1.0 / (x * x))
        _multiply(model, a, b)
        g = np.exp(model[a])
        _chain(model, a, g, g, g)


@inline
def _atan2(model, a, b):
    y, y1, y2 = model[a], model[a + 1], model[a + 2]
    x, x1, x2 = model[b], model[b + 1], model[b + 2]
    r2 = x * x + y * y
    first = (x * y1 - y * x1) / r2
    _put(model, a, np.arctan2(y, x), first, (x * y2 - y * x2 - 2.0 * first * (x * x1 + y * y1)) / r2)


@kernel
def _surface(model, at, a, b):
    """Jet at a ← f(jet at a, jet at b) of the surface packed at `at`."""
    f, fx, fy, fxx, fxy, fyy = surface(model, at, model[a], model[b])
    x1, x2, y1, y2 = model[a + 1], model[a + 2], model[b + 1], model[b + 2]
    second = _times(fxx, x1 * x1) + 2.0 * _times(fxy, x1 * y1) + _times(fyy, y1 * y1) + _times(fx, x2) + _times(fy, y2)
    _put(model, a, f, _times(fx, x1) + _times(fy, y1), second)


@inline
def _constant_power(x, c):
    return x**c, _times(x ** (c - 1.0), c), _times(x ** (c - 2.0), c * (c - 1.0))


@kernel
def _derivatives(operation, x, exponent):
    """g(x), g′(x), g″(x)."""
    if operation == CONSTANT_POWER:
        return _constant_power(x, exponent)
    if operation == NEGATE:
        return -x, -1.0, 0.0
    if operation <= TAN:
        return _circular(operation, x)
    if operation <= ATAN:
        return _inverse_circular(operation, x)
    if operation <= TANH:
        return _hyperbolic(operation, x)
    if operation <= SIGN:
        return _elementary(operation, x)
    return sinc_root(x) if operation == SINC_ROOT else cosc_root(x)


@inline
def _circular(operation, x):
    s, c = np.sin(x), np.cos(x)
    if operation == SIN:
        return s, c, -s
    if operation == COS:
        return c, -s, -c
    t = np.tan(x)
    return t, 1.0 + t * t, 2.0 * t * (1.0 + t * t)


@inline
def _inverse_circular(operation, x):
    if operation == ATAN:
        slope = 1.0 / (1.0 + x * x)
        return np.arctan(x), slope, -2.0 * x * slope * slope
    slope = 1.0 / np.sqrt((1.0 - x) * (1.0 + x))
    if operation == ASIN:
        return np.arcsin(x), slope, x * slope * slope * slope
    return np.arccos(x), -slope, -x * slope * slope * slope


@inline
def _hyperbolic(operation, x):
    if operation == TANH:
        t = np.tanh(x)
        slope = 1.0 / np.cosh(x) ** 2
        return t, slope, -2.0 * t * slope
    s, c = np.sinh(x), np.cosh(x)
    if operation == SINH:
        return s, c, s
    return c, s, c


@inline
def _elementary(operation, x):
    if operation == EXP:
        g = np.exp(x)
        return g, g, g
    if operation == LOG:
        return np.log(x), 1.0 / x, -1.0 / (x * x)
    if operation == SQRT:
        g = np.sqrt(x)
        return g, 0.5 / g, -0.25 / (x * g)
    if operation == ABS:
        return np.abs(x), np.sign(x), 0.0
    return np.sign(x), 0.0, 0.0
