"""The user's own rows Φ(t, q) = 0, and g(t, q, v) = A(q) v − b(t) = 0 on velocities.

Derivatives are exact: formulas are evaluated with jets, Python functions provide their own.  They refer to the origins
of the frames, o = r + p; moving to the centre of mass adds  g·(i p) to h, and the velocity part −ω² p of the
acceleration of the origin to Φ̈.
"""

from snodo._jit import call_user, inline, kernel
from snodo.formulations.kernels.statuses import FINE, USER_ROW_FAILED
from snodo.formulations.kernels.tables import CALLED
from snodo.formulations.planar.kernels.layout import Written
from snodo.formulations.planar.kernels.poses import origin
from snodo.math.kernels.plane import Force2, Motion2, Vec2, dot, left
from snodo.math.kernels.records import table


@inline
def put(model, at, a, angle):
    """Write x, y and the angle (or their rates)."""
    model[at], model[at + 1], model[at + 2] = a.x, a.y, angle


@inline
def gather(s, head, model, listed_at, listed):
    """Coordinates and velocities of the listed bodies' frames, for the user's function."""
    for k in range(listed):
        b = s.ints[listed_at + k]
        o, this = origin(s, b), s.work[b]
        put(model, head.user_q_at + 3 * k, o.r, this.phi)
        put(model, head.user_v_at + 3 * k, o.v, this.w)


@inline
def gather_motion(s, head, model, listed_at, n):
    """x = (coordinates, velocities) of the listed bodies' frames and ẋ, without accelerations of the coordinates."""
    x, rate = head.user_q_at, head.user_v_at
    for k in range(n):
        b = s.ints[listed_at + k]
        o, this = origin(s, b), s.work[b]
        put(model, x + 3 * k, o.r, this.phi)
        put(model, x + 3 * (n + k), o.v, this.w)
        put(model, rate + 3 * k, o.v, this.w)
        put(model, rate + 3 * (n + k), o.p * (-this.w * this.w), 0.0)


@inline
def run_formula(head, model, t, program, inputs, outputs):
    """Run a program on input jets; the interpreter is called by its address."""
    places = head.places_at
    model[places], model[places + 1] = program, inputs
    model[places + 2], model[places + 3] = head.stack_at, outputs
    call_user(head.runner, t, model, 0, places, outputs)


@kernel
def differentiate(head, model, program, t, rows, n):
    """Φ, Φ̇, Φ̈ along the motion and ∂Φ/∂q of a formula: one pass along (1, v), then one along each coordinate."""
    inputs, out, q, v = head.user_in_at, head.user_out_at, head.user_q_at, head.user_v_at
    result = inputs + 3 * (n + 1)
    for direction in range(-1, n):
        model[inputs], model[inputs + 1], model[inputs + 2] = t, 1.0 if direction < 0 else 0.0, 0.0
        for k in range(n):
            x = inputs + 3 * (k + 1)
            model[x], model[x + 2] = model[q + k], 0.0
            model[x + 1] = model[v + k] if direction < 0 else (1.0 if k == direction else 0.0)
        run_formula(head, model, t, program, inputs, result)
        for m in range(rows):
            if direction < 0:
                for order in range(3):
                    model[out + 3 * m + order] = model[result + 3 * m + order]
            else:
                model[out + 3 * rows + m * n + direction] = model[result + 3 * m + 1]


@inline
def gradient(s, model, at, b, block):
    """The three derivatives at `at` for the frame of body b, moved to its centre of mass; returns them and the arm."""
    g, h, p = Vec2(model[at], model[at + 1]), model[at + 2], origin(s, b).p
    s.blocks[block].g = Force2(g, h + dot(g, left(p)))
    return Force2(g, h), p


@inline
def speed_at(model, at):
    """The velocity of a frame that was passed to the user's function."""
    return Motion2(Vec2(model[at], model[at + 1]), model[at + 2])


@kernel
def on_positions(s, head, model, item, out):
    """The rows of Φ(t, q), from the values of the function."""
    n, rows = item.listed, item.rows
    for m in range(rows):
        row, block = item.row + m, item.block + m * n
        phi, phi_dot, phi_ddot = model[out + 3 * m], model[out + 3 * m + 1], model[out + 3 * m + 2]
        nu = -phi_dot
        for k in range(n):
            b = s.ints[item.listed_at + k]
            F, p = gradient(s, model, out + 3 * rows + 3 * (m * n + k), b, block + k)
            nu += F @ speed_at(model, head.user_v_at + 3 * k)
            phi_ddot -= s.work[b].w * s.work[b].w * dot(F.lin, p)
        s.phi[row], s.nu[row], s.phi_dot[row], s.phi_ddot[row] = phi, nu, phi_dot, phi_ddot


@kernel
def on_velocities(s, head, model, item, out):
    """The rows of g(t, q, v):  J = ∂g/∂v,  ν = J v − g,  γ = −ġ without accelerations."""
    n, rows = item.listed, item.rows
    for m in range(rows):
        row, block = item.row + m, item.block + m * n
        nu = -model[out + 3 * m]
        for k in range(n):
            at, b = out + 3 * rows + 6 * n * m + 3 * (n + k), s.ints[item.listed_at + k]
            F, _ = gradient(s, model, at, b, block + k)
            nu += F @ speed_at(model, head.user_q_at + 3 * (n + k))
        s.phi[row], s.nu[row] = 0.0, nu
        s.phi_dot[row], s.phi_ddot[row] = model[out + 3 * m], model[out + 3 * m + 1]


@kernel
def user_rows(s, head, model, t):
    """All rows that the user wrote."""
    items, out = table(Written, model, head.written_at, 0.0), head.user_out_at
    for k in range(head.written):
        item = items[k]
        n = 3 * item.listed
        if item.level:
            gather_motion(s, head, model, item.listed_at, item.listed)
            n *= 2
        else:
            gather(s, head, model, item.listed_at, item.listed)
        if item.kind == CALLED:
            if call_user(item.address, t, model, head.user_q_at, head.user_v_at, out) != 0:
                head.culprit = item.number
                return USER_ROW_FAILED
        else:
            differentiate(head, model, item.address, t, item.rows, n)
        if item.level:
            on_velocities(s, head, model, item, out)
        else:
            on_positions(s, head, model, item, out)
    return FINE
