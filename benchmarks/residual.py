"""The constrained equations as F(t, y, ẏ) = 0, and ∂F/∂y + c ∂F/∂ẏ, for solvers of other projects."""

from snodo._jit import Floats, Table, call_verb, entry, f8, i8, inline
from snodo.math.kernels.term_places import term_places

EQUATIONS = (i8, f8, Floats, Floats, Floats, Floats, i8, i8, i8, i8, Floats, Floats, Floats)


@inline
def fill(terms, t, model, y, out, kept, nq, n, rows, stabilised, Y, Ydot, R):
    """R of Y = (q, v, λ) or, stabilised after Gear, Gupta and Leimkuhler, (q, v, λ, μ); n velocities, q̇ = v.

    Coordinates after the first n only count turns, and stay as they are.

    q̇ − v + Jᵀ μ,   M v̇ + Jᵀ λ − Q,   J v̇ − γ  (index 1)  or  Φ̇ and Φ  (stabilised), of the kept rows
    """
    for i in range(n):
        y[i], y[nq + i] = Y[i], Y[n + i]
    status = call_verb(terms, 0, t, model, y, out)
    at = term_places(0, nq, n, rows)
    for i in range(n):
        R[i] = Ydot[i] - Y[n + i]
        r = -out[at.Q + i]
        for j in range(n):
            r += out[at.M + i * n + j] * Ydot[n + j]
        R[n + i] = r
    for k in range(kept.size):
        row, g = int(kept[k]), -out[at.gamma + int(kept[k])]
        for j in range(n):
            J = out[at.J + row * n + j]
            R[n + j] += J * Y[2 * n + k]
            g += J * Ydot[n + j]
            if stabilised:
                R[j] += J * Y[2 * n + kept.size + k]
        R[2 * n + k] = g
        if stabilised:
            R[2 * n + k], R[2 * n + kept.size + k] = out[at.phi_dot + row], out[at.phi + row]
    return status


@entry(i8(*EQUATIONS))
def residual(terms, t, model, y, out, kept, nq, n, rows, stabilised, Y, Ydot, R):
    """As above, from Python."""
    return fill(terms, t, model, y, out, kept, nq, n, rows, stabilised, Y, Ydot, R)


@entry(i8(*EQUATIONS, f8, Floats, Floats, Table))
def jacobian(terms, t, model, y, out, kept, nq, n, rows, stabilised, Y, Ydot, R, c, size, changed, W):
    """W = ∂R/∂Y + c ∂R/∂Ẏ by differences in compiled code; `size` says how large each Y is."""
    status = fill(terms, t, model, y, out, kept, nq, n, rows, stabilised, Y, Ydot, R)
    for j in range(Y.size):
        was, rate = Y[j], Ydot[j]
        e = 1e-8 * max(abs(was), size[j])
        Y[j], Ydot[j] = was + e, rate + c * e
        status += fill(terms, t, model, y, out, kept, nq, n, rows, stabilised, Y, Ydot, changed)
        for i in range(Y.size):
            W[i, j] = (changed[i] - R[i]) / e
        Y[j], Ydot[j] = was, rate
    return status
