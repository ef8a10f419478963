"""Motion on the manifold of a tree's coordinates, in one state or many (`tree/manifold.py` has the equations).

Euler parameters of any length are first brought to length one; where that is not possible, the caller says why.
"""

import math

from snodo._jit import Floats, door, f8, i8, inline
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, WRONG_LENGTH
from snodo.formulations.kernels.tables import put, vec3
from snodo.formulations.tree.kernels.layout import FREE, LARGEST, SPHERICAL, STRONGEST, Header, beyond, system
from snodo.formulations.tree.kernels.rate import coordinate_rates
from snodo.math.kernels.algebra import cross, dot
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import from_quaternion

SMALL = 0.3  # angle [rad] below which series are more accurate than quotients


@inline
def unit(q, k):
    """Euler parameters at k, of length one."""
    e0, e = q[k], vec3(q, k + 1)
    length = math.sqrt(e0 * e0 + dot(e, e))
    return (e0 / length, e * (1.0 / length)) if length > 0.0 else (math.nan, e)


@inline
def turned(q, k, turn, after):
    """p ∘ exp(θ / 2) for the Euler parameters at k; returns them as they were."""
    e0, e = unit(q, k)
    angle = math.sqrt(dot(turn, turn))
    c, s = math.cos(0.5 * angle), math.sin(0.5 * angle) / angle if angle > 1e-150 else 0.5
    f = turn * s
    after[k] = e0 * c - dot(e, f)
    put(after, k + 1, f * e0 + e * c + cross(e, f))
    return e0, e


@inline
def between(q0, q1, k):
    """θ with p₁ = p₀ ∘ exp(θ / 2), by the shorter turn; and p₀."""
    a, e = unit(q0, k)
    b, f = unit(q1, k)
    c, g = a * b + dot(e, f), f * a - e * b - cross(e, f)
    if c < 0.0:
        c, g = -c, g * -1.0
    size = math.sqrt(dot(g, g))
    return g * (2.0 * math.atan2(size, c) / size if size > 1e-150 else 2.0), a, e


@inline
def bent(turn, u):
    """V(θ) u = u + (1 − cos θ)/θ² θ × u + (θ − sin θ)/θ³ θ × (θ × u)."""
    x = dot(turn, turn)
    angle = math.sqrt(x)
    half = math.sin(0.5 * angle) / (0.5 * angle) if angle > 1e-150 else 1.0
    second = (angle - math.sin(angle)) / (x * angle) if angle > SMALL else series_of_sine(x)
    once = cross(turn, u)
    return u + once * (0.5 * half * half) + cross(turn, once) * second


@inline
def series_of_sine(x):
    """(θ − sin θ)/θ³ for x = θ²."""
    return (1.0 - x / 20.0 * (1.0 - x / 42.0 * (1.0 - x / 72.0 * (1.0 - x / 110.0 * (1.0 - x / 156.0))))) / 6.0


@inline
def straightened(turn, u):
    """V(θ)⁻¹ u = u − θ × u / 2 + (1 − θ/2 cot θ/2)/θ² θ × (θ × u), for θ up to half a turn."""
    x = dot(turn, turn)
    half = 0.5 * math.sqrt(x)
    second = (1.0 - half / math.tan(half)) / x if 2.0 * half > SMALL else series_of_cotangent(x)
    once = cross(turn, u)
    return u - once * 0.5 + cross(turn, once) * second


@inline
def series_of_cotangent(x):
    """(1 − θ/2 cot θ/2)/θ² for x = θ²."""
    return 1 / 12 + x * (1 / 720 + x * (1 / 30240 + x * (1 / 1209600 + x * (1 / 47900160 + x * 691 / 1307674368000))))


@inline
def shorten(q, q_dot, k):
    """ṗ for Euler parameters of length one, from that for those at k."""
    e = vec3(q, k + 1)
    length = math.sqrt(q[k] * q[k] + dot(e, e))
    for n in range(k, k + 4):
        q_dot[n] = q_dot[n] / length if length > 0.0 else math.nan


@inline
def judged(out):
    """FINE if all numbers are finite."""
    return NOT_FINITE if beyond(out, 1e300) else FINE


# ---------------------------------------------------------------- doors
@door(i8(Floats, Floats, Floats, f8, Floats))
def moved_coordinates(model, Q, V, dt, out):
    """The coordinates after the time dt at constant velocities, in every state."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    rows = Q.size // max(head.nq, 1)
    if Q.size != rows * head.nq or V.size != rows * head.nv or out.size != Q.size:
        return WRONG_LENGTH
    if beyond(Q, LARGEST) or beyond(V, STRONGEST):
        return NOT_FINITE
    for n in range(rows):
        q, v, after = view(Q, n * head.nq, 0.0), view(V, n * head.nv, 0.0), view(out, n * head.nq, 0.0)
        for i in range(1, s.last + 1):
            link = s.links[i]
            iq, iv = link.iq, link.iv
            if link.kind == SPHERICAL:
                turned(q, iq, vec3(v, iv) * dt, after)
            elif link.kind == FREE:
                turn = vec3(v, iv + 3) * dt
                e0, e = turned(q, iq + 3, turn, after)
                put(after, iq, vec3(q, iq) + from_quaternion(e0, e.x, e.y, e.z) @ bent(turn, vec3(v, iv) * dt))
            else:
                for k in range(link.dofs):
                    after[iq + k] = q[iq + k] + v[iv + k] * dt
    return judged(out)


@door(i8(Floats, Floats, Floats, Floats))
def difference_of_coordinates(model, Q0, Q1, out):
    """The constant velocities that lead from the one to the other in one second, in every state."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    rows = Q0.size // max(head.nq, 1)
    if Q0.size != rows * head.nq or Q1.size != Q0.size or out.size != rows * head.nv:
        return WRONG_LENGTH
    if beyond(Q0, LARGEST) or beyond(Q1, LARGEST):
        return NOT_FINITE
    for n in range(rows):
        q0, q1, v = view(Q0, n * head.nq, 0.0), view(Q1, n * head.nq, 0.0), view(out, n * head.nv, 0.0)
        for i in range(1, s.last + 1):
            link = s.links[i]
            iq, iv = link.iq, link.iv
            if link.kind == SPHERICAL:
                turn, _, _ = between(q0, q1, iq)
                put(v, iv, turn)
            elif link.kind == FREE:
                turn, e0, e = between(q0, q1, iq + 3)
                way = vec3(q1, iq) - vec3(q0, iq)
                put(v, iv, straightened(turn, from_quaternion(e0, -e.x, -e.y, -e.z) @ way))
                put(v, iv + 3, turn)
            else:
                for k in range(link.dofs):
                    v[iv + k] = q1[iq + k] - q0[iq + k]
    return judged(out)


@door(i8(Floats, Floats, Floats, Floats))
def rates_of_coordinates(model, Q, V, out):
    """q̇ = N(q) v in every state."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    rows = Q.size // max(head.nq, 1)
    if Q.size != rows * head.nq or V.size != rows * head.nv or out.size != Q.size:
        return WRONG_LENGTH
    if beyond(Q, LARGEST) or beyond(V, STRONGEST):
        return NOT_FINITE
    for n in range(rows):
        q, v, q_dot = view(Q, n * head.nq, 0.0), view(V, n * head.nv, 0.0), view(out, n * head.nq, 0.0)
        coordinate_rates(s, 0.0, q, v, q_dot)
        for i in range(1, s.last + 1):
            link = s.links[i]
            if link.kind == SPHERICAL or link.kind == FREE:
                shorten(q, q_dot, link.iq + (3 if link.kind == FREE else 0))
    return judged(out)
