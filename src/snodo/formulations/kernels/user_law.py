"""The user's own law of forces: a wrench at the origin of each listed body, in world axes.

Of each of these n bodies it is given

    in the plane  q: x, y, angle                    v: vx, vy, omega               gives fx, fy, torque
    in space      q: x, y, z, e0, e1, e2, e3        v: vx, vy, vz, wx, wy, wz      gives fx, fy, fz, mx, my, mz

With P and S numbers of place and speed for a body, the scratch holds, from `user_at` on:

    q (P n) | v (S n) | inputs of a formula, as jets, 3 (1 + (P + S) n) | outputs, as jets, 3 S n | its places (4)
"""

import math

from snodo._jit import call_user, inline, kernel
from snodo.formulations.kernels.measures import total
from snodo.formulations.kernels.tables import CALLED, Listed, put, vec3
from snodo.math.kernels.algebra import Force, Vec3, cross, dot
from snodo.math.kernels.euler_parameters import extract
from snodo.math.kernels.records import table


@inline
def gather(system, head, law, bodies, model, at):
    """Coordinates and velocities of the listed bodies' frames; in the plane angles are quantities made of measures."""
    for k in range(law.listed):
        body = bodies[k]
        this = system.work[body.link]
        arm = this.R @ body.origin
        r, velocity = this.p + arm, this.v + cross(this.w, arm)
        here, there = at + law.positions * k, at + law.positions * law.listed + law.speeds * k
        if law.positions == 3:
            angle = body.angle + total(head, model, body.first, body.terms)[0]
            put(model, here, Vec3(r.x, r.y, angle))
            put(model, there, Vec3(velocity.x, velocity.y, this.w.z))
        else:
            put(model, here, r)
            model[here + 3], model[here + 4], model[here + 5], model[here + 6] = extract(this.R @ body.axes)
            put(model, there, velocity)
            put(model, there + 3, this.w)


@inline
def run_formula(head, model, law, t, given, out):
    """Give the formulas t, q and v (`given` numbers) as jets without derivatives, and run them."""
    inputs, places = head.user_at + given, out + 3 * law.speeds * law.listed
    for k in range(given + 1):
        model[inputs + 3 * k] = t if k == 0 else model[head.user_at + k - 1]
        model[inputs + 3 * k + 1], model[inputs + 3 * k + 2] = 0.0, 0.0
    model[places], model[places + 1] = law.address, inputs
    model[places + 2], model[places + 3] = head.stack_at, out
    call_user(head.runner, t, model, 0, places, out)


@inline
def wrench(law, model, at, stride):
    """What the law gives for a body."""
    x, y, z = model[at], model[at + stride], model[at + 2 * stride]
    if law.speeds == 3:
        return Force(Vec3(x, y, 0.0), Vec3(0.0, 0.0, z))
    at += 3 * stride
    return Force(Vec3(x, y, z), Vec3(model[at], model[at + stride], model[at + 2 * stride]))


@inline
def power_of(law, F, model, at):
    """f · v + μ · ω with the velocity as it was given."""
    v = vec3(model, at)
    if law.speeds == 3:
        return F.lin.x * v.x + F.lin.y * v.y + F.ang.z * v.z
    return dot(F.lin, v) + dot(F.ang, vec3(model, at + 3))


@kernel
def user_law(system, head, model, law, t):
    """Add its wrenches; returns its power, not-a-number if it failed."""
    bodies, n, at = table(Listed, model, law.listed_at, 0.0), law.listed, head.user_at
    gather(system, head, law, bodies, model, at)
    given, v_at = (law.positions + law.speeds) * n, at + law.positions * n
    out, stride = at + given + 3 * (given + 1), 3
    if law.kind == CALLED:
        stride = 1
        if call_user(law.address, t, model, at, v_at, out) != 0:
            return math.nan
    else:
        run_formula(head, model, law, t, given, out)
    power = 0.0
    for k in range(n):
        this, F = system.work[bodies[k].link], wrench(law, model, out + law.speeds * stride * k, stride)
        this.external = this.external + F
        power += power_of(law, F, model, v_at + law.speeds * k)
    return power
