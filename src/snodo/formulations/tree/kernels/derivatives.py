"""Derivatives of inverse dynamics: recursive Newton-Euler differentiated by hand (Carpentier & Mansard 2018; Singh,
Russell & Wensing 2022).  By q means by a small displacement δ on the manifold of the coordinates.

Displaced along axis j, with S of that axis, everything that j carries moves by S.  Let V and A be velocity and spatial
acceleration (at a fixed point, gravity included) of what j does not carry, and C the velocity of what S is fixed to:

    X = V × S,   Y = A × S + V × X,   Z = X + C × S                              (1)
    ∂v/∂δ = S × v + X,   ∂a/∂δ = S × a + X × v + Y,   ∂a/∂v_j = S × v + Z        (2) of every link that j carries

In the wrench f = I a + v ×* I v − external of such a link most terms cancel.  With the body's doubled momenta T and
its external wrench E (which keeps its direction) as vectors that are turned, see `variations.py`, and with the angular
parts x of X and σ of S,

    ∂f/∂δ = S ×* f + I Y + T x + E σ,   ∂f/∂v_j = I Z + T σ                      (3)

I, T, E and f are summed over the subtree as wrenches are.  The torque on axis n is S_nᵀ f: if j carries S_n, then
S_n turns with f and the first term goes.  Everything is taken at the origin of the link, in world axes.
"""

from typing import NamedTuple

from snodo._jit import Floats, Table, entry, f8, i8, inline, kernel
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, SINGULAR
from snodo.formulations.tree.kernels.batch import LANES, abreast, group, lanes, pack_state, pack_wrenches, unpack
from snodo.formulations.tree.kernels.crba import composites
from snodo.formulations.tree.kernels.kinematics import velocities
from snodo.formulations.tree.kernels.layout import FREE, SPHERICAL, beyond, refused, system, vector
from snodo.formulations.tree.kernels.rnea import rnea
from snodo.formulations.tree.kernels.variations import (
    Turned,
    applied,
    cross_force,
    cross_motion,
    momenta,
    shift_turned,
)
from snodo.math.kernels.algebra import Force, Mat3, Motion, Vec3, cross, dot
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table, view, width
from snodo.math.kernels.spatial import rotate, shift_force, shift_motion


class Subtree(NamedTuple):
    """Scratch, per link: sums over the link and all links beyond it."""

    T: Turned
    E: Turned


class Tangent(NamedTuple):
    """Scratch, per degree of freedom: (1)."""

    before: int  # constant: the one before it on the way to the ground, or −1
    S: Motion
    x: Vec3
    Y: Motion
    Z: Motion


class Effect(NamedTuple):
    """What axis j does, equation (3): wrenches for its unit acceleration, displacement and velocity; Sᵀ T and Sᵀ E."""

    U: Force
    by_q: Force
    by_v: Force
    ST: Vec3
    SE: Vec3


class Matrices(NamedTuple):
    """∂τ/∂q, ∂τ/∂v and M, row after row in vectors."""

    nv: int
    by_q: object
    by_v: object
    M: object


SUBTREE, TANGENT = size(Subtree), size(Tangent)


@inline
def tangents_of(scratch, at, nv, like):
    """Scratch, from `at` on: torques, accelerations, tangents, subtrees."""
    return table(Tangent, scratch, at + 2 * nv * width(like), like)


@inline
def subtrees_of(scratch, at, nv, like):
    """See above."""
    return table(Subtree, scratch, at + (2 + TANGENT) * nv * width(like), like)


@inline
def matrices(out, at, nv, like):
    """∂τ/∂q, ∂τ/∂v and M, one after the other from `at` on."""
    square = nv * nv * width(like)
    return Matrices(nv, view(out, at, like), view(out, at + square, like), view(out, at + 2 * square, like))


@inline
def spatial(a, v, w):
    """The acceleration at the fixed point where the origin is just passing."""
    return Motion(a.lin - cross(w, v), a.ang)


@inline
def tangent(row, S, V, A, C):
    """Equation (1); returns X."""
    X = cross_motion(V, S)
    row.S, row.x, row.Y = S, X.ang, cross_motion(A, S) + cross_motion(V, X)
    row.Z = X + cross_motion(C, S)
    return X


@inline
def tangents(system, rows, i, v, a):
    """Equation (1) for the axes of link i.  Those of a ball move as one; other axes carry those that follow them."""
    link, this, base = system.links[i], system.work[i], system.work[system.links[i].parent]
    none = Vec3(system.zero, system.zero, system.zero)
    still = Motion(none, none)
    V = shift_motion(Motion(base.v, base.w), this.r)
    A = shift_motion(spatial(base.a, base.v, base.w), this.r)
    if link.kind == SPHERICAL or link.kind == FREE:
        C = Motion(this.v, this.w)
        if link.backward:
            V, A, C = C, spatial(this.a, this.v, this.w), V
        for j in range(link.iv, link.iv + link.dofs):
            tangent(rows[j], still + system.freedoms[j].S * system.one, V, A, C)
        return
    for step in range(link.dofs):
        j = link.iv + (link.dofs - 1 - step if link.backward else step)
        S = still + system.freedoms[j].S * system.one
        X = tangent(rows[j], S, V, A, V)
        V, A = V + S * v[j], A + S * a[j] + X * v[j]


@inline
def carries(link, j, n):
    """Whether axis j of a link moves another axis n of it."""
    if link.kind == SPHERICAL or link.kind == FREE:
        return not link.backward
    return (n > j) != link.backward


@inline
def alone(system, i):
    """T and E of one link."""
    link, this = system.links[i], system.work[i]
    none = Vec3(system.zero, system.zero, system.zero)
    E = Turned(none, Mat3(none, none, none))
    if system.loaded:
        E = applied(this.external, this.R @ link.origin, system.zero)
    return momenta(rotate(this.R, link.inertia, link.spread), Motion(this.v, this.w)), E


@inline
def among(system, rows, i, j, effect, turned, out):
    """Column j, rows of the axes of its own link i; a motor belongs to a link with a single axis."""
    link = system.links[i]
    for n in range(link.iv, link.iv + link.dofs):
        S, at = rows[n].S, n * out.nv + j
        by_q = effect.by_q if carries(link, j, n) else effect.by_q + turned
        out.by_q[at], out.by_v[at], out.M[at] = by_q @ S, effect.by_v @ S, effect.U @ S + link.armature


@inline
def inward(system, rows, i, j, effect, out):
    """Column j, rows of all axes n on the way to the ground, and row j, their columns."""
    U, by_q, by_v = effect.U, effect.by_q, effect.by_v
    r, k = system.work[i].r, system.links[i].parent
    while k:
        U, by_q, by_v = shift_force(U, r), shift_force(by_q, r), shift_force(by_v, r)
        for n in range(system.links[k].iv, system.links[k].iv + system.links[k].dofs):
            there, above, below = rows[n], n * out.nv + j, j * out.nv + n
            S, x = there.S, U @ there.S
            out.by_q[above], out.by_v[above], out.M[above], out.M[below] = by_q @ S, by_v @ S, x, x
            out.by_q[below] = U @ there.Y + dot(effect.ST, there.x) + dot(effect.SE, S.ang)
            out.by_v[below] = U @ there.Z + dot(effect.ST, S.ang)
        r, k = system.work[k].r, system.links[k].parent


@kernel
def rnea_derivatives(system, subtrees, rows, v, a, out):
    """After `rnea`: fill the matrices, axis by axis."""
    links, work = system.links, system.work
    velocities(system)
    composites(system)
    for i in range(1, system.last + 1):
        tangents(system, rows, i, v, a)
        subtrees[i].T, subtrees[i].E = alone(system, i)
    for i in range(system.last, 0, -1):
        link, r, B, T, E = links[i], work[i].r, work[i].B, subtrees[i].T, subtrees[i].E
        for j in range(link.iv, link.iv + link.dofs):
            S, x, Y, Z = rows[j].S, rows[j].x, rows[j].Y, rows[j].Z
            by_q, by_v, turned = B @ Y + T @ x + E @ S.ang, B @ Z + T @ S.ang, cross_force(S, work[i].f)
            among(system, rows, i, j, Effect(B @ S, by_q, by_v, S @ T, S @ E), turned, out)
            inward(system, rows, i, j, Effect(B @ S, by_q + turned, by_v, S @ T, S @ E), out)
        if link.parent:
            base = subtrees[link.parent]
            base.T, base.E = base.T + shift_turned(T, r), base.E + shift_turned(E, r)


@inline
def derivatives_at(system, scratch, at, q, v, a, out):
    """∂τ/∂q, ∂τ/∂v and M of a state, where they are not zero."""
    like = system.zero
    rnea(system, q, v, a, view(scratch, at, like))
    rnea_derivatives(system, subtrees_of(scratch, at, out.nv, like), tangents_of(scratch, at, out.nv, like), v, a, out)


@inline
def cleared(scratch, at, count):
    """No derivative yet; those that are always zero are never written."""
    for k in range(at, at + count * LANES):
        scratch[k] = 0.0
    return at + count * LANES


# ---------------------------------------------------------------- doors
@entry(i8(Floats, Floats, Floats, Floats, Floats, f8[:, :, ::1]))
def inverse_derivatives(model, scratch, q, v, a, out):
    """out = ∂τ/∂q, ∂τ/∂v, ∂τ/∂a of one state."""
    status = refused(model, q, v, a)
    if status == FINE:
        out[:] = 0.0
        found = matrices(out, 0, out.shape[1], 0.0)
        derivatives_at(system(model, 0.0), scratch, 0, vector(q), vector(v), vector(a), found)
        if beyond(out.reshape(out.size), 1e300):
            status = SINGULAR
    return status


@entry(i8(Floats, Floats, Table, Table, Table, Table, Floats, Table), nogil=True)
def inverse_derivatives_batch(model, scratch, Q, V, A, W, links, out):
    """∂τ/∂q, ∂τ/∂v and ∂τ/∂a, one after the other in a row of `out`, of the states in the rows of Q, V and A."""
    s, at, nv, status = abreast(model, scratch, links.size), group(model, links.size), V.shape[1], FINE
    behind, found = cleared(scratch, at.out, out.shape[1]), matrices(scratch, at.out, nv, s.zero)
    for first in range(0, out.shape[0], LANES):
        if pack_state(Q, V, A, first, scratch, at) | pack_wrenches(s, W, links, first, scratch, at):
            return NOT_FINITE
        derivatives_at(s, scratch, behind, lanes(scratch, at.q), lanes(scratch, at.v), lanes(scratch, at.x), found)
        if unpack(scratch, at.out, out, first):
            status = SINGULAR
    return status
