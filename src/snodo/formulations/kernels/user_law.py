"""The user's own law of forces in the plane: fx, fy, torque at the origin of each listed body.

It is given x, y, angle and vx, vy, omega of each of these n bodies.  The scratch, from `user_at` on:

    q (3 n) | v (3 n) | inputs of a formula, as jets, 3 (6 n + 1) | outputs, as jets, 9 n | places of a formula (4)
"""

import math

from snodo._jit import call_user, inline, kernel
from snodo.formulations.kernels.measuring import total
from snodo.formulations.kernels.tables import CALLED, Listed
from snodo.math.kernels.algebra import Force, Vec3, cross
from snodo.math.kernels.rows import table


@inline
def gather(system, head, bodies, n, model, at):
    """Coordinates and velocities of the listed bodies' frames; their angles are quantities made of measures."""
    for k in range(n):
        body = bodies[k]
        this = system.work[body.link]
        arm = this.R @ body.origin
        r, velocity, here, there = this.p + arm, this.v + cross(this.w, arm), at + 3 * k, at + 3 * (n + k)
        angle = body.angle + total(head, model, body.first, body.terms)[0]
        model[here], model[here + 1], model[here + 2] = r.x, r.y, angle
        model[there], model[there + 1], model[there + 2] = velocity.x, velocity.y, this.w.z


@inline
def run_formula(head, model, program, t, n, at):
    """Give the formulas t, q and v as jets without derivatives, and run them."""
    inputs, places = at + 6 * n, at + 6 * n + 3 * (6 * n + 1) + 9 * n
    for k in range(6 * n + 1):
        model[inputs + 3 * k] = t if k == 0 else model[at + k - 1]
        model[inputs + 3 * k + 1], model[inputs + 3 * k + 2] = 0.0, 0.0
    out = inputs + 3 * (6 * n + 1)
    model[places], model[places + 1], model[places + 2], model[places + 3] = program, inputs, head.stack_at, out
    call_user(head.runner, t, model, 0, places, out)


@kernel
def user_law(system, head, model, law, t):
    """Add its wrenches; returns its power, not-a-number if it failed."""
    bodies, n, at = table(Listed, model, law.listed_at, 0.0), law.listed, head.user_at
    gather(system, head, bodies, n, model, at)
    out = at + 6 * n + 3 * (6 * n + 1)
    stride = 3
    if law.kind == CALLED:
        stride = 1
        if call_user(law.address, t, model, at, at + 3 * n, out) != 0:
            return math.nan
    else:
        run_formula(head, model, law.address, t, n, at)
    power = 0.0
    for k in range(n):
        this, first = system.work[bodies[k].link], out + 3 * stride * k
        fx, fy, torque = model[first], model[first + stride], model[first + 2 * stride]
        this.external = this.external + Force(Vec3(fx, fy, 0.0), Vec3(0.0, 0.0, torque))
        v = at + 3 * (n + k)
        power += fx * model[v] + fy * model[v + 1] + torque * model[v + 2]
    return power
