"""Numbers of a model calculated again from parameters: a tape of arithmetic, and what follows from it.

r_k = r_a (operation) r_b          the tape: numbers in order, from inputs and constants
(r_a < r_b) = as before            guards: else the numbers would have to be calculated in another way
x_i = α r_k + β                    places of the model, or of other numbers
"""

import math

from snodo._jit import Floats, Table, entry, i8, kernel

CONSTANT, INPUT, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, ATAN2, MINIMUM, MAXIMUM = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
SQRT, SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH = 10, 11, 12, 13, 14, 15, 16, 17, 18, 19
EXP, LOG, ABS, SIGN, NEG = 20, 21, 22, 23, 24
ALIKE = 1e-9
"""As in `math/spread.py`."""
SPREAD, PART = 25, 26
"""λ, u and v of an inertia: λ, and five numbers behind it that are its parts (`math/spread.py`)."""
OF_ONE: tuple[str, ...] = ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log")
OF_ONE += ("abs", "sign", "neg")
"""Functions of one number, by their names in formulas."""


@kernel
def _rare(kind, a, b):
    """Operations other than the four and the root."""
    if kind == SIN:
        return math.sin(a)
    if kind == COS:
        return math.cos(a)
    if kind == ATAN2:
        return math.atan2(a, b)
    if kind == MINIMUM:
        return b if b < a else a
    if kind == MAXIMUM:
        return b if b > a else a
    if kind == ABS:
        return abs(a)
    if kind == SIGN:
        return math.copysign(1.0, a) if a != 0.0 else 0.0
    if kind == NEG:
        return -a
    return _elementary(kind, a, b)


@kernel
def _elementary(kind, a, b):
    """Functions that are nan where they have no value."""
    if kind == POWER:
        return a**b if a > 0.0 or b == math.floor(b) else math.nan
    if kind == TAN:
        return math.tan(a)
    if kind == ASIN:
        return math.asin(a) if abs(a) <= 1.0 else math.nan
    if kind == ACOS:
        return math.acos(a) if abs(a) <= 1.0 else math.nan
    if kind == ATAN:
        return math.atan(a)
    if kind == SINH:
        return math.sinh(a)
    if kind == COSH:
        return math.cosh(a)
    if kind == TANH:
        return math.tanh(a)
    if kind == EXP:
        return math.exp(a)
    return math.log(a) if a > 0.0 else math.nan


@kernel
def _calculated(kind, a, b):
    """One step of a tape; a division by zero is nan."""
    if kind == ADD:
        return a + b
    if kind == SUBTRACT:
        return a - b
    if kind == MULTIPLY:
        return a * b
    if kind == DIVIDE:
        return a / b if b != 0.0 else math.nan
    if kind == SQRT:
        return math.sqrt(a) if a >= 0.0 else math.nan
    return _rare(kind, a, b)


@kernel
def _turned(A, V, p, q):
    """One rotation of Jacobi's method: A_pq ← 0; V collects the rotations.  A and V are rows of nine numbers."""
    apq = A[3 * p + q]
    theta = 0.5 * (A[4 * q] - A[4 * p]) / apq
    t = math.copysign(1.0, theta) / (abs(theta) + math.sqrt(theta * theta + 1.0))
    c = 1.0 / math.sqrt(t * t + 1.0)
    s = t * c
    for k in range(3):
        x, y = A[3 * k + p], A[3 * k + q]
        A[3 * k + p], A[3 * k + q] = c * x - s * y, s * x + c * y
    for k in range(3):
        x, y = A[3 * p + k], A[3 * q + k]
        A[3 * p + k], A[3 * q + k] = c * x - s * y, s * x + c * y
    for k in range(3):
        x, y = V[3 * k + p], V[3 * k + q]
        V[3 * k + p], V[3 * k + q] = c * x - s * y, s * x + c * y


@kernel
def _principal(A, V):
    """Jacobi's method: A becomes diagonal, the columns of V its axes."""
    V[:] = 0.0
    V[0] = V[4] = V[8] = 1.0
    for _ in range(30):
        size = abs(A[0]) + abs(A[4]) + abs(A[8])
        off = abs(A[1]) + abs(A[2]) + abs(A[5])
        if off <= 1e-300 or size + 1e-3 * off == size:
            break
        for p, q in ((0, 1), (0, 2), (1, 2)):
            if abs(A[3 * p + q]) > 1e-300:
                _turned(A, V, p, q)


@kernel
def _spread(J, out, A, V):
    """λ, u, v_y and v_z of `math/spread.py` for the moments xx, xy, xz, yy, yz, zz."""
    A[0], A[4], A[8] = J[0], J[3], J[5]
    A[1] = A[3] = J[1]
    A[2] = A[6] = J[2]
    A[5] = A[7] = J[4]
    _principal(A, V)
    low, high = 0, 0
    for k in range(1, 3):
        if A[4 * k] < A[4 * low]:
            low = k
        if A[4 * k] >= A[4 * high]:
            high = k
    middle = 3 - low - high if low != high else 1
    f, g = math.sqrt(A[4 * middle] - A[4 * low]), math.sqrt(A[4 * high] - A[4 * low])
    ax, ay, az = f * V[middle], f * V[3 + middle], f * V[6 + middle]
    bx, by, bz = g * V[high], g * V[3 + high], g * V[6 + high]
    top = A[4 * high]
    x, y = ax, bx
    if not math.sqrt(x * x + y * y) > ALIKE * math.sqrt(top):
        x, y = 0.0, 0.0
        if top - A[4 * middle] <= ALIKE * top:
            x, y = ay, by
    length = math.sqrt(x * x + y * y)
    c, s = (x / length, y / length) if length > 0.0 else (1.0, 0.0)
    v, w = c * by - s * ay, c * bz - s * az
    sign = -1.0 if (w if abs(w) > abs(v) else v) < 0.0 else 1.0
    out[0], out[1], out[2], out[3] = A[4 * low], c * ax + s * bx, c * ay + s * by, c * az + s * bz
    out[4], out[5] = sign * v, sign * w


@entry(i8(Floats, Table, Floats, Table, Table, Floats, Floats))
def rewrite(inputs, steps, r, guards, places, scratch, out):
    """Write out[i] = α r[k] + β for all places; returns 0, or 1 + the number of the guard that does not hold.

    steps: (operation, a, b, …) for each r after the constants, whose values are in r already; guards: (a, b, a < b);
    places: (i, k, α, β); scratch: 24 numbers.  A number that is not finite fails like a guard,
    with the number of guards.
    """
    first = r.size - steps.shape[0]
    for n in range(steps.shape[0]):
        kind, a, b = int(steps[n, 0]), int(steps[n, 1]), int(steps[n, 2])
        if kind == INPUT:
            r[first + n] = inputs[a]
        elif kind == SPREAD:
            for k in range(6):
                scratch[18 + k] = r[int(steps[n, 1 + k])]
            _spread(scratch[18:24], r[first + n : first + n + 6], scratch[:9], scratch[9:18])
        elif kind != PART:
            r[first + n] = _calculated(kind, r[a], r[b])
    for n in range(guards.shape[0]):
        if (r[int(guards[n, 0])] < r[int(guards[n, 1])]) != (guards[n, 2] != 0.0):
            return n + 1
    fine = True
    for n in range(places.shape[0]):
        x = places[n, 2] * r[int(places[n, 1])] + places[n, 3]
        fine &= math.isfinite(x)
        out[int(places[n, 0])] = x
    return 0 if fine else guards.shape[0] + 1
