"""Constraint rows of the plane: Φ, its Jacobian block by block, ν and γ.  One function for each kind of joint.

A row of Φ depends on the bodies i and j.  Its gradient has, for each, a plane vector g (to the velocity) and a number h
(to the angular velocity), so that  Φ̇ = g_i·v_i + h_i ω_i + g_j·v_j + h_j ω_j + Φ_t.  Below, for the joint points,

    p = A s                 arm from the centre of mass to the joint point, in world axes
    d = r_j + p_j − r_i − p_i     from the point on i to the point on j,   ḋ = v_j + i ω_j p_j − v_i − i ω_i p_i
    d̈ = ω_i² p_i − ω_j² p_j      what velocity alone contributes (accelerations of the coordinates zero)

and γ is minus what velocity and time alone contribute to Φ̈.  After Nikravesh, Computer-Aided Analysis of Mechanical
Systems, 1988, chapters 4 and 6; signs of the source text's equations (1) to (4), whose misprints are corrected.
"""

from snodo._jit import call_user, inline, kernel
from snodo.formulations.planar.kernels.layout import (
    BLOCK_I,
    BLOCK_J,
    BODY_I,
    BODY_J,
    CALLED,
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
    PLACES_AT,
    ROW_COUNT,
    RUNNER,
    S_I,
    S_J,
    STACK_AT,
    TURN,
    USER_IN_AT,
    USER_OUT_AT,
    USER_Q_AT,
    USER_ROW_FAILED,
    USER_V_AT,
    C,
    U,
    dot,
    vector,
)
from snodo.formulations.planar.kernels.poses import origin, pose
from snodo.math.kernels.time_functions import evaluate


@inline
def put(W, I, row, block, g_i, h_i, g_j, h_j, phi, nu, gamma):
    """Store one row: two blocks of the Jacobian and its Φ, ν, γ."""
    at, phi_at, nu_at, gamma_at = I[JACOBIAN_AT] + 3 * block, I[PHI_AT] + row, I[NU_AT] + row, I[GAMMA_AT] + row
    W[at], W[at + 1], W[at + 2] = g_i.real, g_i.imag, h_i
    W[at + 3], W[at + 4], W[at + 5] = g_j.real, g_j.imag, h_j
    W[phi_at], W[nu_at], W[gamma_at] = phi, nu, gamma


@inline
def separation(W, I, at):
    """d, ḋ, the velocity part of d̈, and the arms p_i, p_j of a joint's points."""
    r_i, A_i, v_i, _, w_i = pose(W, I, I[at + BODY_I])
    r_j, A_j, v_j, _, w_j = pose(W, I, I[at + BODY_J])
    p_i, p_j = A_i * vector(W, at + S_I), A_j * vector(W, at + S_J)
    d = r_j + p_j - r_i - p_i
    d_dot = v_j + 1j * w_j * p_j - v_i - 1j * w_i * p_i
    return d, d_dot, w_i * w_i * p_i - w_j * w_j * p_j, p_i, p_j


# ---------------------------------------------------------------- joints
@inline
def revolute(W, I, at, row, block):
    """r_i + A_i s_i − r_j − A_j s_j = 0: two rows, in x and y."""
    d, _, d_ddot, p_i, p_j = separation(W, I, at)
    put(W, I, row, block, 1.0 + 0.0j, -p_i.imag, -1.0 + 0.0j, p_j.imag, -d.real, 0.0, d_ddot.real)
    put(W, I, row + 1, block + 2, 0.0 + 1.0j, p_i.real, 0.0 - 1.0j, -p_j.real, -d.imag, 0.0, d_ddot.imag)


@inline
def component(W, I, at, u):
    """x = e·d, the component of d along the direction e = A_i u that turns with body i: value, gradient, ẋ, γ."""
    d, d_dot, d_ddot, p_i, p_j = separation(W, I, at)
    _, A_i, _, _, w_i = pose(W, I, I[at + BODY_I])
    e = A_i * u
    h_i = dot(1j * e, d) - dot(e, 1j * p_i)
    h_j = dot(e, 1j * p_j)
    x_dot = dot(e, d_dot) + w_i * dot(1j * e, d)
    gamma = -(dot(e, d_ddot) + 2.0 * w_i * dot(1j * e, d_dot) - w_i * w_i * dot(e, d))
    return dot(e, d), e, h_i, h_j, x_dot, gamma


@inline
def slot(W, I, at, row, block):
    """The point on j stays on the line through the point on i along u: (i A_i u)·d = 0."""
    x, e, h_i, h_j, _, gamma = component(W, I, at, 1j * vector(W, at + U))
    put(W, I, row, block, -e, h_i, e, h_j, x, 0.0, gamma)


@inline
def same_angle(W, I, at, row, block):
    """φ_i − φ_j + c = 0: the bodies turn together."""
    phi_i = pose(W, I, I[at + BODY_I])[3]
    phi_j = pose(W, I, I[at + BODY_J])[3]
    put(W, I, row, block, 0.0j, 1.0, 0.0j, -1.0, phi_i - phi_j + W[at + C], 0.0, 0.0)


@inline
def rod(W, I, at, row, block, length):
    """(d·d − l²) / 2 l = 0: constant distance; the gradient is a unit vector, so λ is the force in the rod."""
    d, d_dot, d_ddot, p_i, p_j = separation(W, I, at)
    e = d / length
    phi = 0.5 * (dot(d, e) - length)
    gamma = -(dot(d_dot, d_dot) / length + dot(e, d_ddot))
    put(W, I, row, block, -e, -dot(e, 1j * p_i), e, dot(e, 1j * p_j), phi, 0.0, gamma)


# ---------------------------------------------------------------- joint coordinates, and what drives or couples them
@inline
def coordinate(W, I, at, turns):
    """A joint coordinate x: value, g_i, h_i, g_j, h_j, ẋ, γ.  Turning: φ_j − φ_i; sliding: (A_i u)·d; both plus c."""
    if turns:
        _, _, _, phi_i, w_i = pose(W, I, I[at + BODY_I])
        _, _, _, phi_j, w_j = pose(W, I, I[at + BODY_J])
        return phi_j - phi_i + W[at + C], 0.0j, -1.0, 0.0j, 1.0, w_j - w_i, 0.0
    x, e, h_i, h_j, x_dot, gamma = component(W, I, at, vector(W, at + U))
    return x + W[at + C], -e, h_i, e, h_j, x_dot, gamma


@inline
def driver(W, I, at, row, block, t):
    """x − f(t) = 0: an imposed coordinate; ν = ḟ and γ gains f̈."""
    f, f_dot, f_ddot = evaluate(W, I[at + FUNCTION], t, I[STACK_AT])
    x, g_i, h_i, g_j, h_j, _, gamma = coordinate(W, I, at, I[at + KIND] == TURN)
    put(W, I, row, block, g_i, h_i, g_j, h_j, x - f, f_dot, gamma + f_ddot)


@inline
def clear(W, I, block):
    """Empty a block of the Jacobian."""
    at = I[JACOBIAN_AT] + 3 * block
    W[at], W[at + 1], W[at + 2] = 0.0, 0.0, 0.0


@inline
def add(W, I, block, g, h):
    """Add to a block of the Jacobian."""
    at = I[JACOBIAN_AT] + 3 * block
    W[at] += g.real
    W[at + 1] += g.imag
    W[at + 2] += h


@inline
def coupler(W, I, at, row):
    """Σ a_k x_k − c = 0: a linear relation between joint coordinates; a body of several joints has one block."""
    phi, gamma = -W[at + C], 0.0
    for k in range(I[at + MORE_COUNT]):
        term = I[at + MORE] + CONSTRAINT * k
        clear(W, I, I[term + BLOCK_I])
        clear(W, I, I[term + BLOCK_J])
    for k in range(I[at + MORE_COUNT]):
        term = I[at + MORE] + CONSTRAINT * k
        a = W[term + FUNCTION]
        x, g_i, h_i, g_j, h_j, _, gamma_k = coordinate(W, I, term, I[term + KIND] == TURN)
        add(W, I, I[term + BLOCK_I], a * g_i, a * h_i)
        add(W, I, I[term + BLOCK_J], a * g_j, a * h_j)
        phi += a * x
        gamma += a * gamma_k
    W[I[PHI_AT] + row], W[I[NU_AT] + row], W[I[GAMMA_AT] + row] = phi, 0.0, gamma


# ---------------------------------------------------------------- the user's own rows
@inline
def gather(W, I, at):
    """Coordinates and velocities of the listed bodies' frames, for the user's function."""
    q, v = I[USER_Q_AT], I[USER_V_AT]
    for k in range(I[at + MORE_COUNT]):
        b = I[I[at + MORE] + k]
        r, r_dot, _ = origin(W, I, b)
        _, _, _, phi, w = pose(W, I, b)
        W[q + 3 * k], W[q + 3 * k + 1], W[q + 3 * k + 2] = r.real, r.imag, phi
        W[v + 3 * k], W[v + 3 * k + 1], W[v + 3 * k + 2] = r_dot.real, r_dot.imag, w


@inline
def run_formula(W, I, t, program, inputs, outputs):
    """Run a program on input jets; the machine is called by its address."""
    places = I[PLACES_AT]
    W[places] = program
    W[places + 1] = inputs
    W[places + 2] = I[STACK_AT]
    W[places + 3] = outputs
    call_user(I[RUNNER], t, W, 0, places, outputs)


@inline
def differentiate(W, I, program, t, rows, n):
    """Φ, Φ̇, Φ̈ along the motion and ∂Φ/∂q of a formula: one pass along (1, v), then one along each coordinate."""
    inputs, out, q, v = I[USER_IN_AT], I[USER_OUT_AT], I[USER_Q_AT], I[USER_V_AT]
    result = inputs + 3 * (n + 1)
    for direction in range(-1, n):
        W[inputs], W[inputs + 1], W[inputs + 2] = t, 1.0 if direction < 0 else 0.0, 0.0
        for k in range(n):
            x = inputs + 3 * (k + 1)
            W[x], W[x + 2] = W[q + k], 0.0
            W[x + 1] = W[v + k] if direction < 0 else (1.0 if k == direction else 0.0)
        run_formula(W, I, t, program, inputs, result)
        for m in range(rows):
            if direction < 0:
                for order in range(3):
                    W[out + 3 * m + order] = W[result + 3 * m + order]
            else:
                W[out + 3 * rows + m * n + direction] = W[result + 3 * m + 1]


@kernel
def written(W, I, at, row, block, t):
    """The user's Φ(t, q) = 0.  Derivatives are exact: formulas run on jets, Python functions bring their own.

    They are taken to the frames' origins o = r + p; moving to the centre of mass adds  g·(i p) to h, and the velocity
    part −ω² p of the origin's acceleration to Φ̈.
    """
    bodies = I[at + MORE_COUNT]
    rows = I[at + ROW_COUNT]
    gather(W, I, at)
    if I[at + KIND] == CALLED:
        if call_user(I[at + FUNCTION], t, W, I[USER_Q_AT], I[USER_V_AT], I[USER_OUT_AT]) != 0:
            return USER_ROW_FAILED
    else:
        differentiate(W, I, I[at + FUNCTION], t, rows, 3 * bodies)
    out = I[USER_OUT_AT]
    for m in range(rows):
        phi, phi_dot, phi_ddot = W[out + 3 * m], W[out + 3 * m + 1], W[out + 3 * m + 2]
        nu = -phi_dot
        for k in range(bodies):
            b = I[I[at + MORE] + k]
            J = out + 3 * rows + (m * bodies + k) * 3
            _, _, p = origin(W, I, b)
            w = pose(W, I, b)[4]
            g = vector(W, J)
            to = I[JACOBIAN_AT] + 3 * (block + m * bodies + k)
            W[to], W[to + 1], W[to + 2] = g.real, g.imag, W[J + 2] + dot(g, 1j * p)
            v = I[USER_V_AT] + 3 * k
            nu += W[J] * W[v] + W[J + 1] * W[v + 1] + W[J + 2] * W[v + 2]
            phi_ddot -= w * w * dot(g, p)
        W[I[PHI_AT] + row + m], W[I[NU_AT] + row + m], W[I[GAMMA_AT] + row + m] = phi, nu, -phi_ddot
    return FINE
