"""Named places of a tree: where they are, how they move, and what each velocity gives them, in one state or many.

A place belongs to a link, and follows from the links between the ground and it (`way`), which is few of all.  `placed`
is where it is in the axes of its link, s, and its own axes there, B, by rows.  With p, R, v, ω, a, α of the link:

    r = p + R s,     A = R B,     ṙ = v + ω × R s,     r̈ = a + α × R s + ω × (ω × R s)              (1)

The states are one behind the other, and so are the results.
"""

from snodo._jit import Floats, door, i8, inline
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, WRONG_LENGTH
from snodo.formulations.kernels.tables import put, vec3
from snodo.formulations.tree.kernels.joints import joint
from snodo.formulations.tree.kernels.kinematics import carry, ground, origins, standing
from snodo.formulations.tree.kernels.layout import LARGEST, STRONGEST, Header, beyond, system
from snodo.math.kernels.algebra import Mat3, Motion, Vec3, cross, transpose
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import shift_motion

PLACE, TWIST = 12, 6  # numbers of a place (r, and A by rows), and of a velocity or acceleration


@inline
def stand(system, i, q):
    """Where link i is in the world, after its parent; and its axes S."""
    link, this, base = system.links[i], system.work[i], system.work[system.links[i].parent]
    R = base.R if link.aligned else base.R @ link.rotation
    this.R, this.r, _, _ = joint(system, link, q, q, R, base.R @ link.offset)
    this.p = base.p + this.r


@inline
def put_place(out, k, R, p, placed, n):
    """(1): r and A, for the place whose numbers begin at n; whether the link has an attitude."""
    r = p + R @ vec3(placed, n)
    B = Mat3(vec3(placed, n + 3), vec3(placed, n + 6), vec3(placed, n + 9))  # its rows: Bᵀ
    A = transpose(R @ transpose(B))
    put(out, k, r)
    put(out, k + 3, A.x)
    put(out, k + 6, A.y)
    put(out, k + 9, A.z)
    return r.x + A.x.x == r.x + A.x.x


@inline
def fits(head, Q, V, A, rows):
    """Whether these are coordinates, velocities and accelerations of so many states."""
    if Q.size != rows * head.nq or V.size != rows * head.nv or A.size != rows * head.nv:
        return WRONG_LENGTH
    if beyond(Q, LARGEST) or beyond(V, STRONGEST) or beyond(A, STRONGEST):
        return NOT_FINITE
    return FINE


@inline
def turns(this):
    """Whether it has an attitude: Euler parameters that are all zero give none."""
    return this.R.x.x == this.R.x.x


@inline
def put_motion(out, k, motion):
    """The linear part first."""
    put(out, k, motion.lin)
    put(out, k + 3, motion.ang)


# ---------------------------------------------------------------- doors
@door(i8(Floats, Floats, Floats, Floats, Floats))
def places(model, Q, way, placed, out):
    """Place and axes of a named place in every state."""
    head, s, rows, status = table(Header, model, 0, 0.0)[0], system(model, 0.0), out.size // PLACE, FINE
    if Q.size != rows * head.nq:
        return WRONG_LENGTH
    if beyond(Q, LARGEST):
        return NOT_FINITE
    ground(s)
    this = s.work[int(way[way.size - 1])]
    for k in range(rows):
        q = view(Q, k * head.nq, 0.0)
        for n in range(1, way.size):
            stand(s, int(way[n]), q)
        if not put_place(out, k * PLACE, this.R, this.p, placed, 0):
            status = NOT_FINITE
    return status


@door(i8(Floats, Floats, Floats, Floats, Floats))
def all_places(model, Q, links, placed, out):
    """The same of many places of many links, from one sweep over the tree: state after state for each place."""
    head, s, status = table(Header, model, 0, 0.0)[0], system(model, 0.0), FINE
    rows = out.size // (PLACE * links.size)
    if Q.size != rows * head.nq:
        return WRONG_LENGTH
    if beyond(Q, LARGEST):
        return NOT_FINITE
    for k in range(rows):
        standing(s, view(Q, k * head.nq, 0.0))
        origins(s)
        for n in range(links.size):
            this = s.work[int(links[n])]
            if not put_place(out, (n * rows + k) * PLACE, this.R, this.p, placed, n * PLACE):
                status = NOT_FINITE
    return status


@door(i8(Floats, Floats, Floats, Floats, Floats, Floats))
def twists(model, Q, V, way, placed, out):
    """Velocity (ṙ, ω) of a named place in every state."""
    head, s, rows = table(Header, model, 0, 0.0)[0], system(model, 0.0), out.size // TWIST
    status = fits(head, Q, V, V, rows)
    if status != FINE:
        return status
    ground(s)
    this = s.work[int(way[way.size - 1])]
    for k in range(rows):
        q, v = view(Q, k * head.nq, 0.0), view(V, k * head.nv, 0.0)
        for n in range(1, way.size):
            i = int(way[n])
            carry(s, i, q, v)
            near, base = s.work[i], s.work[s.links[i].parent]
            near.v = base.v + cross(base.w, near.r) + near.v
        put_motion(out, k * TWIST, shift_motion(Motion(this.v, this.w), this.R @ vec3(placed, 0)))
        if not turns(this):
            status = NOT_FINITE
    return status


@door(i8(Floats, Floats, Floats, Floats, Floats, Floats, Floats))
def gains(model, Q, V, A, way, placed, out):
    """Acceleration (r̈, ω̇) of a named place in every state; the ground does not accelerate."""
    head, s, rows = table(Header, model, 0, 0.0)[0], system(model, 0.0), out.size // TWIST
    status = fits(head, Q, V, A, rows)
    if status != FINE:
        return status
    ground(s)
    none = Vec3(0.0, 0.0, 0.0)
    s.work[0].a = Motion(none, none)
    this = s.work[int(way[way.size - 1])]
    for k in range(rows):
        q, v, a = view(Q, k * head.nq, 0.0), view(V, k * head.nv, 0.0), view(A, k * head.nv, 0.0)
        for n in range(1, way.size):
            i = int(way[n])
            carry(s, i, q, v)
            link, near = s.links[i], s.work[i]
            gained = shift_motion(s.work[link.parent].a, near.r) + near.c
            for j in range(link.iv, link.iv + link.dofs):
                gained = gained + s.freedoms[j].S * a[j]
            near.a = gained
        arm = this.R @ vec3(placed, 0)
        found = shift_motion(this.a, arm)
        put_motion(out, k * TWIST, Motion(found.lin + cross(this.w, cross(this.w, arm)), found.ang))
        if not turns(this):
            status = NOT_FINITE
    return status


@door(i8(Floats, Floats, Floats, Floats, Floats))
def jacobians(model, Q, way, placed, out):
    """J (6 × nv, linear first) of a named place in every state: column j is the motion that velocity j alone gives."""
    head, s, status = table(Header, model, 0, 0.0)[0], system(model, 0.0), FINE
    nv, none = head.nv, Vec3(0.0, 0.0, 0.0)
    rows = Q.size // max(head.nq, 1)
    if Q.size != rows * head.nq or out.size != rows * TWIST * nv:
        return WRONG_LENGTH
    if beyond(Q, LARGEST):
        return NOT_FINITE
    out[:] = 0.0
    ground(s)
    this = s.work[int(way[way.size - 1])]
    for k in range(rows):
        q, J = view(Q, k * head.nq, 0.0), view(out, k * TWIST * nv, 0.0)
        for n in range(1, way.size):
            stand(s, int(way[n]), q)
        point = this.p + this.R @ vec3(placed, 0)
        for n in range(1, way.size):
            i = int(way[n])
            for j in range(s.links[i].iv, s.links[i].iv + s.links[i].dofs):
                column = shift_motion(Motion(none, none) + s.freedoms[j].S * 1.0, point - s.work[i].p)
                J[j], J[nv + j], J[2 * nv + j] = column.lin.x, column.lin.y, column.lin.z
                J[3 * nv + j], J[4 * nv + j], J[5 * nv + j] = column.ang.x, column.ang.y, column.ang.z
        if not turns(this):
            status = NOT_FINITE
    return status
