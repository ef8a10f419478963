"""What is missed in one position, e and A = ∂e/∂v; the rows of the mechanism, Φ and C = Φ_v; the limited coordinates.

    e = w (r − r_wanted),   w φ,   w (x − x_wanted)            (1)   φ: rotation vector of R R_wantedᵀ, world axes
    A = w J_v,              w J_ω, w ∂x/∂v                     (2)

The rotation vector turns with ω but for terms that vanish with it; φᵀω is the exact rate of φᵀφ/2, so that the slope
Aᵀe is exact everywhere.
"""

import math

import numpy as np

from snodo._jit import inline, kernel
from snodo.analyses.inverse_kinematics.kernels.layout import COORDINATE, PLACE, TURN, Limit, Target
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE
from snodo.formulations.kernels.tables import Row, vec3
from snodo.formulations.tree.kernels.closed_results import gradient
from snodo.formulations.tree.kernels.kinematics import moved, origins, standing
from snodo.formulations.tree.kernels.layout import FREE, SPHERICAL, Header, system
from snodo.math.kernels.algebra import Mat3, Motion, Vec3, dot, transpose, transposed
from snodo.math.kernels.euler_parameters import Quaternion, conjugate, extract
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import axis_of, from_quaternion, shift_motion

WHOLE_TURN = 2.0 * math.pi


@inline
def logarithm(p):
    """The rotation vector of Euler parameters of length one, by the shorter turn."""
    sine = math.sqrt(p.e1 * p.e1 + p.e2 * p.e2 + p.e3 * p.e3)
    sign = -1.0 if p.e0 < 0.0 else 1.0
    share = 2.0 * sign
    if sine > 1e-9:
        share = 2.0 * math.atan2(sine, abs(p.e0)) * sign / sine
    return Vec3(p.e1 * share, p.e2 * share, p.e3 * share)


@inline
def within(angle):
    """The angle without whole turns, −π … π."""
    return angle - WHOLE_TURN * math.floor(angle / WHOLE_TURN + 0.5)


@inline
def column(s, i, j, point):
    """What a unit velocity along freedom j of link i does to a point."""
    none = Vec3(s.zero, s.zero, s.zero)
    return shift_motion(Motion(none, none) + s.freedoms[j].S * s.one, point - s.work[i].p)


@inline
def axes_at(goals, k):
    """Axes of a wanted attitude, stored by columns."""
    return Mat3(vec3(goals, k), vec3(goals, k + 3), vec3(goals, k + 6))


@inline
def put_place(s, task, W, target, joint, goals, at):
    """(1) and (2) of a frame."""
    n, link, scale = task.nv, s.work[joint.j], task.scale_at
    point = link.p + link.R @ joint.s_j
    u, w = target.along, target.about
    miss = point - vec3(goals, target.goal)
    turned = Vec3(0.0, 0.0, 0.0)
    if w.x != 0.0 or w.y != 0.0 or w.z != 0.0:
        turned = logarithm(extract((link.R @ joint.A_j) @ transpose(axes_at(goals, target.goal + 3))))
    first = target.first
    ux = first
    uy = ux + (1 if u.x != 0.0 else 0)
    uz = uy + (1 if u.y != 0.0 else 0)
    wx = uz + (1 if u.z != 0.0 else 0)
    wy = wx + (1 if w.x != 0.0 else 0)
    wz = wy + (1 if w.y != 0.0 else 0)
    last = wz + (1 if w.z != 0.0 else 0)
    for k in range(at.A + first * n, at.A + last * n):
        W[k] = 0.0
    if u.x != 0.0:
        W[at.e + ux] = u.x * miss.x
    if u.y != 0.0:
        W[at.e + uy] = u.y * miss.y
    if u.z != 0.0:
        W[at.e + uz] = u.z * miss.z
    if w.x != 0.0:
        W[at.e + wx] = w.x * turned.x
    if w.y != 0.0:
        W[at.e + wy] = w.y * turned.y
    if w.z != 0.0:
        W[at.e + wz] = w.z * turned.z
    i = joint.j
    while i:
        for j in range(s.links[i].iv, s.links[i].iv + s.links[i].dofs):
            c, size = column(s, i, j, point), W[scale + j]
            if u.x != 0.0:
                W[at.A + ux * n + j] = u.x * c.lin.x * size
            if u.y != 0.0:
                W[at.A + uy * n + j] = u.y * c.lin.y * size
            if u.z != 0.0:
                W[at.A + uz * n + j] = u.z * c.lin.z * size
            if w.x != 0.0:
                W[at.A + wx * n + j] = w.x * c.ang.x * size
            if w.y != 0.0:
                W[at.A + wy * n + j] = w.y * c.ang.y * size
            if w.z != 0.0:
                W[at.A + wz * n + j] = w.z * c.ang.z * size
        i = s.links[i].parent


@inline
def add_side(s, task, W, link, point, n, turns, factor, row):
    """Add what a point of a link moves along n (or turns about it) to a row of a Jacobian."""
    i = link
    while i:
        for j in range(s.links[i].iv, s.links[i].iv + s.links[i].dofs):
            c = column(s, i, j, point)
            rate = dot(n, c.ang) if turns else dot(n, c.lin)
            W[row + j] += factor * rate * W[task.scale_at + j]
        i = s.links[i].parent


@inline
def put_coordinate(s, task, W, q, joint, unit, row):
    """The value of a coordinate times `unit`, and its gradient in the row."""
    for k in range(row, row + task.nv):
        W[k] = 0.0
    if joint.kind == COORDINATE:
        W[row + joint.iv] = unit * W[task.scale_at + joint.iv]
        return unit * q[joint.iq]
    a, b = s.work[joint.i], s.work[joint.j]
    A, B = a.R @ joint.A_i, b.R @ joint.A_j
    point = b.p + b.R @ joint.s_j
    n = axis_of(A, joint.letter) * joint.sign
    turns, factor = joint.kind == TURN, unit
    add_side(s, task, W, joint.j, point, n, turns, factor, row)
    add_side(s, task, W, joint.i, point, n, turns, -factor, row)
    if turns:
        u, v = axis_of(A, (joint.letter + 1) % 3), axis_of(A, (joint.letter + 2) % 3)
        x = axis_of(B, (joint.letter + 1) % 3)
        return unit * joint.sign * math.atan2(dot(v, x), dot(u, x))
    return unit * dot(n, point - a.p - a.R @ joint.s_i)


@kernel
def read_targets(s, task, W, q, goals, at):
    """(1) and (2) of all targets."""
    targets = table(Target, W, task.target_at, 0.0)
    for k in range(task.targets):
        target = targets[k]
        joint = target.joint
        if joint.kind == PLACE:
            put_place(s, task, W, target, joint, goals, at)
        else:
            row = at.A + target.first * task.nv
            miss = put_coordinate(s, task, W, q, joint, 1.0, row) - goals[target.goal]
            if joint.kind == TURN:
                miss = within(miss)
            W[at.e + target.first] = target.weight * miss
            for j in range(row, row + task.nv):
                W[j] *= target.weight


@kernel
def read_limits(s, task, W, q, at):
    """The limited coordinates and their gradients; an angle that is not counted is taken nearest to its range."""
    limits = table(Limit, W, task.limit_at, 0.0)
    for k in range(task.limits):
        limit = limits[k]
        x = put_coordinate(s, task, W, q, limit.joint, limit.unit, at.B + k * task.nv)
        if limit.joint.kind == TURN and math.isfinite(limit.lower) and math.isfinite(limit.upper):
            middle = 0.5 * (limit.lower + limit.upper)
            x = middle + within(x - middle)
        W[at.x + k] = x


@kernel
def read_rows(s, head, task, W, model, t, at):
    """Φ and Φ_v of the mechanism."""
    ints = model.view(np.int64)
    status = update_rows(head, model, t)
    for k in range(at.C, at.C + task.rows * task.nv):
        W[k] = 0.0
    for r in range(task.rows):
        factor, row = W[task.factor_at + r], at.C + r * task.nv
        W[at.phi + r] = 0.0
        if factor != 0.0:
            W[at.phi + r] = factor * model[head.phi_at + r]
            gradient(s, head, model, ints, table(Row, model, head.row_at, 0.0)[r], view(W, row, 0.0))
            for j in range(task.nv):
                W[row + j] *= factor * W[task.scale_at + j]
    return status


@kernel
def evaluate(task, W, model, t, goals, at):
    """All that is known in the position of a slot; returns a status."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    q, rest = view(W, at.q, 0.0), view(W, task.rest_at, 0.0)
    head.time, head.prepared, head.factored = t, 0, 0
    status = FINE
    if task.rows:
        moved(s, q, rest)
        read_measures(s, head, model, q, rest, rest)
        status = read_rows(s, head, task, W, model, t, at)
    else:
        standing(s, q)
        origins(s)
    read_targets(s, task, W, q, goals, at)
    read_limits(s, task, W, q, at)
    total = 0.0
    for k in range(task.rows):
        total += abs(W[at.phi + k])
    for k in range(task.wanted):
        total += abs(W[at.e + k])
    if status == FINE and not math.isfinite(total):
        return NOT_FINITE
    return status


@inline
def euler_at(q, k):
    """Euler parameters among the coordinates."""
    return Quaternion(q[k], q[k + 1], q[k + 2], q[k + 3])


@kernel
def read_change(task, W, model, at, out):
    """q ⊖ q_start in natural units; of spherical and free joints in the child's axes."""
    s = system(model, 0.0)
    q, start = view(W, at, 0.0), view(W, task.start_at, 0.0)
    for i in range(1, s.last + 1):
        link = s.links[i]
        iq, iv = link.iq, link.iv
        if link.kind == SPHERICAL or link.kind == FREE:
            p, turn = iq, out + iv
            if link.kind == FREE:
                p, turn = iq + 3, out + iv + 3
                R = from_quaternion(q[p], q[p + 1], q[p + 2], q[p + 3])
                d = transposed(R, vec3(q, iq) - vec3(start, iq))
                W[out + iv], W[out + iv + 1], W[out + iv + 2] = d.x, d.y, d.z
            turned = logarithm(conjugate(euler_at(start, p)) @ euler_at(q, p))
            W[turn], W[turn + 1], W[turn + 2] = turned.x, turned.y, turned.z
        else:
            for k in range(link.dofs):
                W[out + iv + k] = q[iq + k] - start[iq + k]
    for j in range(task.nv):
        W[out + j] /= W[task.scale_at + j]


@inline
def length(v):
    """|v|"""
    return math.sqrt(dot(v, v))


@kernel
def read_misses(task, W, model, at, goals, out):
    """By how much each target is missed: distance [m] and angle [rad], or (x, 0) of a coordinate; after `evaluate`."""
    s = system(model, 0.0)
    targets = table(Target, W, task.target_at, 0.0)
    for k in range(task.targets):
        target = targets[k]
        joint = target.joint
        if joint.kind == PLACE:
            link, u, w = s.work[joint.j], target.along, target.about
            d = link.p + link.R @ joint.s_j - vec3(goals, target.goal)
            turned = Vec3(0.0, 0.0, 0.0)
            if w.x != 0.0 or w.y != 0.0 or w.z != 0.0:
                turned = logarithm(extract((link.R @ joint.A_j) @ transpose(axes_at(goals, target.goal + 3))))
            d = Vec3(d.x * (u.x != 0.0), d.y * (u.y != 0.0), d.z * (u.z != 0.0))
            turned = Vec3(turned.x * (w.x != 0.0), turned.y * (w.y != 0.0), turned.z * (w.z != 0.0))
            out[2 * k], out[2 * k + 1] = length(d), length(turned)
        else:
            out[2 * k], out[2 * k + 1] = abs(W[at.e + target.first]) / target.weight, 0.0
