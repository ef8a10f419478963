"""Applied forces of the plane: the generalised forces Q about the centres of mass, and the power each one brings.

A force F at the arm p from a centre of mass gives Q = (F, p × F).  A force f on a coordinate x with gradient (g, h)
gives Q = f (g, h) on each body: that is what torsional springs, joint torques and joint friction do.  The power counted
is that of the part of a force that no potential has: dampers, friction, actuators, the user's own.
"""

import math

from snodo._jit import call_user, inline, kernel
from snodo.formulations.planar.kernels.layout import (
    AXES,
    BODIES,
    BODY,
    BODY_AT,
    BODY_I,
    BODY_J,
    CALLED_FORCE,
    COORDINATE,
    COULOMB,
    CULPRIT,
    DAMPING,
    FINE,
    FORCE,
    FORCE_AT,
    FORCES,
    FORMULA_FORCE,
    FREE,
    FUNCTION,
    FUNCTION_2,
    KIND,
    MORE,
    MORE_COUNT,
    POINT,
    POWER_AT,
    Q_AT,
    S_J,
    SMOOTHING,
    SPRING,
    STACK_AT,
    STIFFNESS,
    TURNS,
    USER_FAILED,
    USER_IN_AT,
    USER_OUT_AT,
    USER_Q_AT,
    USER_V_AT,
    WORK,
    cross,
    dot,
    vector,
)
from snodo.formulations.planar.kernels.poses import origin, pose
from snodo.formulations.planar.kernels.rows import coordinate, gather, run_formula, separation
from snodo.math.kernels.time_functions import evaluate


@inline
def apply(W, I, b, F, torque):
    """Add a force and a torque about the centre of mass to body b; the ground takes none."""
    if b < I[BODIES]:
        at = I[Q_AT] + 3 * b
        W[at] += F.real
        W[at + 1] += F.imag
        W[at + 2] += torque


@inline
def count_power(W, I, at, power):
    """Power of a force's part without potential, if it has a work integral."""
    if I[at + WORK] >= 0:
        W[I[POWER_AT] + I[at + WORK]] = power


@inline
def weights(W, I):
    """Q starts as gravity."""
    for b in range(I[BODIES]):
        at, body = I[Q_AT] + 3 * b, I[BODY_AT] + BODY * b
        W[at], W[at + 1], W[at + 2] = W[body + 4], W[body + 5], 0.0


@inline
def spring(W, I, at, t):
    """f = −k (l − l₀) − c l̇ + F(t) along the line of its ends, pushing them apart; zero where they coincide."""
    d, d_dot, _, p_i, p_j = separation(W, I, at)
    length = math.sqrt(dot(d, d))
    e = d / length if length > 0.0 else 0.0j
    l_dot = dot(e, d_dot)
    free = evaluate(W, I[at + FUNCTION], t, I[STACK_AT])[0] - W[at + DAMPING] * l_dot
    F = (free - W[at + STIFFNESS] * (length - W[at + FREE])) * e
    apply(W, I, I[at + BODY_J], F, cross(p_j, F))
    apply(W, I, I[at + BODY_I], -F, -cross(p_i, F))
    count_power(W, I, at, free * l_dot)


@inline
def coordinate_force(W, I, at, t):
    """f = −k (x − x₀) − c ẋ − T tanh(ẋ/s) + F(t) on a joint coordinate (or on a body's angle, against the ground)."""
    x, g_i, h_i, g_j, h_j, x_dot, _ = coordinate(W, I, at, I[at + TURNS] == 1)
    free = evaluate(W, I[at + FUNCTION], t, I[STACK_AT])[0] - W[at + DAMPING] * x_dot
    if W[at + COULOMB] != 0.0:
        free -= W[at + COULOMB] * math.tanh(x_dot / W[at + SMOOTHING])
    f = free - W[at + STIFFNESS] * (x - W[at + FREE])
    apply(W, I, I[at + BODY_I], f * g_i, f * h_i)
    apply(W, I, I[at + BODY_J], f * g_j, f * h_j)
    count_power(W, I, at, free * x_dot)


@inline
def point_force(W, I, at, t):
    """F(t) at a point of body j, in world axes or turning with the body."""
    b = I[at + BODY_J]
    _, A, v, _, w = pose(W, I, b)
    F = complex(evaluate(W, I[at + FUNCTION], t, I[STACK_AT])[0], evaluate(W, I[at + FUNCTION_2], t, I[STACK_AT])[0])
    if I[at + AXES] == 1:
        F = A * F
    p = A * vector(W, at + S_J)
    apply(W, I, b, F, cross(p, F))
    count_power(W, I, at, dot(F, v + 1j * w * p))


@kernel
def written_force(W, I, at, t):
    """The user's own law: fx, fy, torque at the origin of each listed body."""
    bodies = I[at + MORE_COUNT]
    gather(W, I, at)
    out, stride = I[USER_OUT_AT], 1
    if I[at + KIND] == CALLED_FORCE:
        if call_user(I[at + FUNCTION], t, W, I[USER_Q_AT], I[USER_V_AT], out) != 0:
            return USER_FAILED
    else:
        stride = 3
        inputs = I[USER_IN_AT]
        W[inputs], W[inputs + 1], W[inputs + 2] = t, 0.0, 0.0
        for k in range(3 * bodies):
            x, v = inputs + 3 * (k + 1), inputs + 3 * (k + 1 + 3 * bodies)
            W[x], W[x + 1], W[x + 2] = W[I[USER_Q_AT] + k], 0.0, 0.0
            W[v], W[v + 1], W[v + 2] = W[I[USER_V_AT] + k], 0.0, 0.0
        run_formula(W, I, t, I[at + FUNCTION], inputs, out)
    power = 0.0
    for k in range(bodies):
        b = I[I[at + MORE] + k]
        F = complex(W[out + stride * 3 * k], W[out + stride * (3 * k + 1)])
        torque = W[out + stride * (3 * k + 2)]
        _, v, p = origin(W, I, b)
        apply(W, I, b, F, torque + cross(p, F))
        power += dot(F, v) + torque * pose(W, I, b)[4]
    count_power(W, I, at, power)
    if not math.isfinite(power):
        return USER_FAILED
    return FINE


@kernel
def update_forces(W, I, t):
    """Fill Q and the powers of the whole mechanism, force by force."""
    weights(W, I)
    at = I[FORCE_AT]
    for k in range(I[FORCES]):
        kind = I[at + KIND]
        if kind == SPRING:
            spring(W, I, at, t)
        elif kind == COORDINATE:
            coordinate_force(W, I, at, t)
        elif kind == POINT:
            point_force(W, I, at, t)
        elif kind == FORMULA_FORCE or kind == CALLED_FORCE:
            if written_force(W, I, at, t) != FINE:
                I[CULPRIT] = k
                return USER_FAILED
        at += FORCE
    return FINE


@kernel
def elastic_energy(W, I):
    """½ k (l − l₀)² of the springs and ½ k (x − x₀)² of the torsional ones."""
    energy = 0.0
    at = I[FORCE_AT]
    for _ in range(I[FORCES]):
        if I[at + KIND] == SPRING:
            d = separation(W, I, at)[0]
            energy += 0.5 * W[at + STIFFNESS] * (math.sqrt(dot(d, d)) - W[at + FREE]) ** 2
        elif I[at + KIND] == COORDINATE:
            energy += 0.5 * W[at + STIFFNESS] * (coordinate(W, I, at, I[at + TURNS] == 1)[0] - W[at + FREE]) ** 2
        at += FORCE
    return energy
