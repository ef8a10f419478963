"""The state inside a step, at the fraction s of it.

Positions and velocities, in local coordinates from the beginning of the step, are polynomials of degree 5 and 3 with
the values, rates and second rates at both ends, where accelerations are known from the equations:

    x(s) = h u₀ H₁ + h² ẍ₀ H₂ + x₁ H₃ + h ẋ₁ H₄ + h² ẍ₁ H₅,      v(s) from v₀, a₀, v₁, a₁                   (1)

Where they are not (beside singular positions), or contain vibrations that the steps do not resolve (stiff springs),
the collocation polynomials of the stages are used, of degree 3, with b_i(s) the integrals of Lagrange's:

    x(s) = h Σ b_i(s) Ẋ_i,     v(s) = v + h Σ b_i(s) A_i                                                     (2)

Works and counted turns follow (2) from the powers and rates of the stages.  The state is then projected.
"""

from snodo._jit import inline, kernel
from snodo.integrators.dae.kernels.coefficients import C
from snodo.integrators.dae.kernels.manifold import local_rates
from snodo.integrators.dae.kernels.stage import move
from snodo.integrators.dae.kernels.tables import ACC, END_A, LOCAL, OUT_RATE, OUT_V, OUT_X, RATE, START_A, STEP, VEL


@inline
def integral(i, s):
    """∫₀ˢ of Lagrange's polynomial of stage i."""
    a, b = (C[1], C[2]) if i == 0 else (C[0], C[2]) if i == 1 else (C[0], C[1])
    c = C[i]
    return (s * s * s / 3.0 - (a + b) * s * s / 2.0 + a * b * s) / ((c - a) * (c - b))


@kernel
def between_stages(size, s, h, v, V, out_x, out_v):
    """(2)."""
    b0, b1, b2 = integral(0, s), integral(1, s), integral(2, s)
    for k in range(size.nv):
        out_x[k] = h * (b0 * V[RATE, k] + b1 * V[RATE + 1, k] + b2 * V[RATE + 2, k])
        out_v[k] = v[k] + h * (b0 * V[ACC, k] + b1 * V[ACC + 1, k] + b2 * V[ACC + 2, k])


@kernel
def ends(size, blocks, v, V, tiny):
    """ẍ at both ends, from ẋ = D(x) v along the motion, in RATE … and STEP …: differences of D are exact enough.

    STEP: ẋ₁; STEP + 1: ẍ₀; STEP + 2: ẍ₁.
    """
    nv = size.nv
    local_rates(blocks, V[LOCAL + 2], V[VEL + 2], V[STEP])
    for e in range(2):
        a = START_A if e == 0 else END_A
        for sign in range(2):
            step = tiny if sign == 0 else -tiny
            for k in range(nv):
                x, rate = (0.0, v[k]) if e == 0 else (V[LOCAL + 2, k], V[STEP, k])
                u = v[k] if e == 0 else V[VEL + 2, k]
                V[OUT_X, k] = x + step * rate
                V[OUT_V, k] = u + step * V[a, k]
            local_rates(blocks, V[OUT_X], V[OUT_V], V[OUT_RATE])
            for k in range(nv):
                part = V[OUT_RATE, k] / (2.0 * step)
                V[STEP + 1 + e, k] = part if sign == 0 else V[STEP + 1 + e, k] + part


@kernel
def between_ends(size, s, h, v, V, out_x, out_v):
    """(1)."""
    s2 = s * s
    s3 = s2 * s
    p = 10.0 * s3 - 15.0 * s2 * s2 + 6.0 * s2 * s3
    h1 = s - 6.0 * s3 + 8.0 * s2 * s2 - 3.0 * s2 * s3
    h2 = 0.5 * (s2 - 3.0 * s3 + 3.0 * s2 * s2 - s2 * s3)
    h4 = -4.0 * s3 + 7.0 * s2 * s2 - 3.0 * s2 * s3
    h5 = 0.5 * (s3 - 2.0 * s2 * s2 + s2 * s3)
    one = 3.0 * s2 - 2.0 * s3
    g1, g2 = s - 2.0 * s2 + s3, s3 - s2
    for k in range(size.nv):
        x = p * V[LOCAL + 2, k] + h * (h1 * v[k] + h4 * V[STEP, k])
        out_x[k] = x + h * h * (h2 * V[STEP + 1, k] + h5 * V[STEP + 2, k])
        rise = V[VEL + 2, k] - v[k]
        out_v[k] = v[k] + one * rise + h * (g1 * V[START_A, k] + g2 * V[END_A, k])


@kernel
def inside(head, s, x, h, smooth, y0, out):
    """The state at the fraction x of the step, before its projection."""
    nq, nv, V = s.size.nq, s.size.nv, s.V
    v = y0[nq : nq + nv]
    if smooth:
        between_ends(s.size, x, h, v, V, V[OUT_X], V[OUT_V])
    else:
        between_stages(s.size, x, h, v, V, V[OUT_X], V[OUT_V])
    status = move(head, s.model, s.size, y0, V[OUT_X], V[OUT_V], out)
    quadratures(s.size, integral(0, x), integral(1, x), integral(2, x), h, y0, s.P, out)
    return status


@kernel
def quadratures(size, b0, b1, b2, h, y0, P, out):
    """Works and counted turns."""
    first = size.nq + size.nv
    for k in range(size.works):
        out[first + k] = y0[first + k] + h * (b0 * P[0, k] + b1 * P[1, k] + b2 * P[2, k])
    for k in range(size.counters):
        at, j = size.nq - size.counters + k, size.works + k
        out[at] = y0[at] + h * (b0 * P[0, j] + b1 * P[1, j] + b2 * P[2, j])
