"""The functions behind the seam between equations and time, for v = (ṙ, ṗ): system (74) of source text 002.

    4 Gᵀ J′ G p̈ + Φ_pᵀ λ + p σ = 2 Gᵀ n′ + 8 Ġᵀ J′ Ġ p,     Φ_p p̈ = γ_p,     pᵀ p̈ = −ṗᵀ ṗ

4 Gᵀ J′ G is singular along p, where the normalisation row stands alone, and Φ_p p = 0 for every other row: the system
falls into the one for α′ = 2 G p̈ (with ω′ = 2 G ṗ; see `equations.py`), with the same λ, and

    p̈ = ½ Gᵀ α′ + c p,     c = −ṗᵀ ṗ,     σ = pᵀ Q_p = 2 ω′ᵀ J′ ω′

For pᵀp = s not quite one, ω′ = 2 G ṗ / s, and p̈ gains what its change brings, ½ Gᵀ ω′ ṡ / s.  Baumgarte's terms
stand in c.
"""

import numpy as np

from snodo._jit import PROJECT, RATE, entry, inline
from snodo.formulations.kernels.tables import FINE, put, vec3
from snodo.formulations.spatial.kernels.attitude import spin_of, spin_rates, square
from snodo.formulations.spatial.kernels.equations import accelerate, close
from snodo.formulations.spatial.kernels.layout import PLACE, SPIN, WHOLE, Header, system
from snodo.formulations.spatial.kernels.moving import coordinate_rates
from snodo.math.kernels.records import table, view


@inline
def product(q, i, v, k):
    """pᵀ ṗ."""
    return q[i] * v[k] + q[i + 1] * v[k + 1] + q[i + 2] * v[k + 2] + q[i + 3] * v[k + 3]


@inline
def to_angular(s, q, v, out):
    """(ṙ, ω′) of all bodies."""
    for i in range(1, s.last + 1):
        at = PLACE * (i - 1)
        put(out, SPIN * (i - 1), vec3(v, at))
        put(out, SPIN * (i - 1) + 3, spin_of(q, at + 3, v, at + 3))


@inline
def to_euler(s, q, u, v):
    """(ṙ, ṗ) of all bodies, with pᵀ ṗ = 0."""
    for i in range(1, s.last + 1):
        at, k = PLACE * (i - 1), SPIN * (i - 1)
        put(v, at, vec3(u, k))
        spin_rates(q, at + 3, vec3(u, k + 3), 0.0, v, at + 3)


@inline
def second_rates(s, head, model, q, v, a):
    """(r̈, p̈) of all bodies."""
    alpha, beta = head.alpha, head.beta
    for i in range(1, s.last + 1):
        at, x, this = PLACE * (i - 1), head.x_at + SPIN * (i - 1), s.work[i]
        n, growth = square(q, at + 3), product(q, at + 3, v, at + 3)
        c = -square(v, at + 3) - 2.0 * alpha * growth - beta * beta * 0.5 * (n - 1.0)
        put(a, at, vec3(model, x))
        spin_rates(q, at + 3, vec3(model, x + 3) + this.spin * (2.0 * growth / n), c / n, a, at + 3)


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = table(Header, model, 0, 0.0)[0], model.view(np.int64)
    s = system(model, head)
    nq, nv = head.nq, PLACE * s.last
    q, v, u = view(y, 0, 0.0), view(y, nq, 0.0), view(model, head.velocity_at, 0.0)
    to_angular(s, q, v, u)
    status = accelerate(s, head, model, ints, t, q, u)
    if status != FINE or head.depth != WHOLE:
        return status
    coordinate_rates(s, head, model, ints, 0.0, q, u, view(ydot, 0, 0.0))
    for k in range(nv):
        ydot[k] = v[k]
    second_rates(s, head, model, q, v, view(ydot, nq, 0.0))
    for k in range(head.works):
        ydot[nq + nv + k] = model[head.power_at + k]
    return FINE


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Correct y in place to pᵀp = 1, Φ = 0, pᵀ ṗ = 0, Φ_v v = ν; returns the number of corrections, or −status."""
    head, ints = table(Header, model, 0, 0.0)[0], model.view(np.int64)
    s = system(model, head)
    q, v, u = view(y, 0, 0.0), view(y, head.nq, 0.0), view(model, head.velocity_at, 0.0)
    to_angular(s, q, v, u)
    corrections = close(s, head, model, ints, t, q, u, tolerance)
    to_euler(s, q, u, v)
    return corrections
