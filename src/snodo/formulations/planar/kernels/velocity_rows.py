"""Rows A(q) v = b(t) of the plane, which constrain velocities alone: no Φ, ν = b, γ = ḃ − Ȧ v.

The velocity of body j at the place P against body i is

    u = v_j + i ω_j (P − r_j) − v_i − i ω_i (P − r_i)
    u̇ = i ω_j (Ṗ − v_j) − i ω_i (Ṗ − v_i)       what velocity alone contributes

and a row  m·u = 0  has  γ = −(ṁ·u + m·u̇).  P is a point of a body, or a point of contact that moves on both.
"""

from snodo._jit import call_user, inline, kernel
from snodo.formulations.planar.kernels.layout import (
    BLOCK_I,
    BLOCK_J,
    BODY_I,
    BODY_J,
    CONSTRAINT,
    FINE,
    FUNCTION,
    GAMMA_AT,
    JACOBIAN_AT,
    KIND,
    MORE,
    MORE_COUNT,
    NU_AT,
    PHI_AT,
    ROW_COUNT,
    S_J,
    STACK_AT,
    TURN,
    USER_OUT_AT,
    USER_Q_AT,
    USER_ROW_FAILED,
    USER_V_AT,
    VELOCITY_CALLED,
    C,
    U,
    dot,
    vector,
)
from snodo.formulations.planar.kernels.poses import origin, pose
from snodo.formulations.planar.kernels.rows import (
    add,
    clear,
    component,
    coordinate,
    differentiate,
    put,
    rod,
    separation,
)
from snodo.math.kernels.time_functions import evaluate


@inline
def no_slip(W, I, at, row, block, P, P_dot, m, m_dot):
    """m·u = 0 at the place P."""
    r_i, _, v_i, _, w_i = pose(W, I, I[at + BODY_I])
    r_j, _, v_j, _, w_j = pose(W, I, I[at + BODY_J])
    u = v_j + 1j * w_j * (P - r_j) - v_i - 1j * w_i * (P - r_i)
    u_dot = 1j * w_j * (P_dot - v_j) - 1j * w_i * (P_dot - v_i)
    gamma = -(dot(m_dot, u) + dot(m, u_dot))
    put(W, I, row, block, -m, -dot(m, 1j * (P - r_i)), m, dot(m, 1j * (P - r_j)), 0.0, 0.0, gamma)


@inline
def edge(W, I, at, row, block):
    """A knife edge along A_j u at the point of j: no velocity across it."""
    r, A, v, _, w = pose(W, I, I[at + BODY_J])
    p, m = A * vector(W, at + S_J), 1j * A * vector(W, at + U)
    no_slip(W, I, at, row, block, r + p, v + 1j * w * p, m, 1j * w * m)


@inline
def rolling(W, I, at, row, block):
    """A wheel of radius R about the point of j on the line of i with the normal n = A_i u.

    n·d − R = 0, d from a point of the line to the centre; and no slip at P = centre − R n along the line, m = i n: the
    way that the wheel goes when it turns to the left.
    """
    height, e, h_i, h_j, _, gamma = component(W, I, at, vector(W, at + U))
    put(W, I, row, block, -e, h_i, e, h_j, height - W[at + C], 0.0, gamma)
    _, A_i, _, _, w_i = pose(W, I, I[at + BODY_I])
    r, A, v, _, w = pose(W, I, I[at + BODY_J])
    p, n = A * vector(W, at + S_J), A_i * vector(W, at + U)
    down = -W[at + C] * n
    no_slip(W, I, at, row + 1, block + 2, r + p + down, v + 1j * (w * p + w_i * down), 1j * n, -w_i * n)


@inline
def round_rolling(W, I, at, row, block):
    """A wheel of radius R on a circle of i of radius R_i, negative if the wheel is inside: |d| = |R_i + R|.

    With the sign s of R_i + R, which stands in the place of u, the normal is n = s d/|d|, and P = centre − R n.
    """
    length = abs(W[at + U])
    sign = length / W[at + U]
    rod(W, I, at, row, block, length)
    d, d_dot, _, _, p = separation(W, I, at)
    r, _, v, _, w = pose(W, I, I[at + BODY_J])
    far = abs(d)
    n = d * (sign / far)
    n_dot = (d_dot - n * dot(n, d_dot)) * (sign / far)
    P, P_dot = r + p - W[at + C] * n, v + 1j * w * p - W[at + C] * n_dot
    no_slip(W, I, at, row + 1, block + 2, P, P_dot, 1j * n, 1j * n_dot)


@inline
def speeds(W, I, at, row, t):
    """Σ a_k ẋ_k = b(t): a linear relation between speeds of joints and bodies."""
    b, b_dot, _ = evaluate(W, I[at + FUNCTION], t, I[STACK_AT])
    gamma = b_dot
    for k in range(I[at + MORE_COUNT]):
        term = I[at + MORE] + CONSTRAINT * k
        clear(W, I, I[term + BLOCK_I])
        clear(W, I, I[term + BLOCK_J])
    for k in range(I[at + MORE_COUNT]):
        term = I[at + MORE] + CONSTRAINT * k
        a = W[term + FUNCTION]
        _, g_i, h_i, g_j, h_j, _, gamma_k = coordinate(W, I, term, I[term + KIND] == TURN)
        add(W, I, I[term + BLOCK_I], a * g_i, a * h_i)
        add(W, I, I[term + BLOCK_J], a * g_j, a * h_j)
        gamma += a * gamma_k
    W[I[PHI_AT] + row], W[I[NU_AT] + row], W[I[GAMMA_AT] + row] = 0.0, b, gamma


# ---------------------------------------------------------------- the user's own rows
@inline
def gather_motion(W, I, at, n):
    """x = (coordinates, velocities) of the listed bodies' frames and ẋ, without accelerations of the coordinates."""
    x, rate = I[USER_Q_AT], I[USER_V_AT]
    for k in range(n):
        b = I[I[at + MORE] + k]
        r, r_dot, p = origin(W, I, b)
        _, _, _, phi, w = pose(W, I, b)
        q, v = 3 * k, 3 * (n + k)
        W[x + q], W[x + q + 1], W[x + q + 2] = r.real, r.imag, phi
        W[x + v], W[x + v + 1], W[x + v + 2] = r_dot.real, r_dot.imag, w
        W[rate + q], W[rate + q + 1], W[rate + q + 2] = r_dot.real, r_dot.imag, w
        W[rate + v], W[rate + v + 1], W[rate + v + 2] = -w * w * p.real, -w * w * p.imag, 0.0


@kernel
def written_speeds(W, I, at, row, block, t):
    """The user's g(t, q, v) = A(q) v − b(t) = 0:  J = ∂g/∂v,  ν = J v − g,  γ = −ġ without accelerations."""
    bodies, rows, out = I[at + MORE_COUNT], I[at + ROW_COUNT], I[USER_OUT_AT]
    gather_motion(W, I, at, bodies)
    if I[at + KIND] == VELOCITY_CALLED:
        if call_user(I[at + FUNCTION], t, W, I[USER_Q_AT], I[USER_V_AT], out) != 0:
            return USER_ROW_FAILED
    else:
        differentiate(W, I, I[at + FUNCTION], t, rows, 6 * bodies)
    for m in range(rows):
        nu = -W[out + 3 * m]
        for k in range(bodies):
            J = out + 3 * rows + 6 * bodies * m + 3 * (bodies + k)
            v = I[USER_Q_AT] + 3 * (bodies + k)
            g, p = vector(W, J), origin(W, I, I[I[at + MORE] + k])[2]
            to = I[JACOBIAN_AT] + 3 * (block + m * bodies + k)
            W[to], W[to + 1], W[to + 2] = g.real, g.imag, W[J + 2] + dot(g, 1j * p)
            nu += W[J] * W[v] + W[J + 1] * W[v + 1] + W[J + 2] * W[v + 2]
        W[I[PHI_AT] + row + m], W[I[NU_AT] + row + m], W[I[GAMMA_AT] + row + m] = 0.0, nu, -W[out + 3 * m + 1]
    return FINE
