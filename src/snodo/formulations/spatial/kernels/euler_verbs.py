"""What absolute coordinates of space do for the constraint methods, for v = (ṙ, ṗ): system (74) of source text 002.

    4 Gᵀ J′ G p̈ + Φ_pᵀ λ + p σ = 2 Gᵀ n′ + 8 Ġᵀ J′ Ġ p,     Φ_p p̈ = γ_p,     pᵀ p̈ = −ṗᵀ ṗ

4 Gᵀ J′ G is singular along p, where the normalisation row stands alone, and Φ_p p = 0 for every other row: the system
falls into the one for α′ = 2 G p̈ (with ω′ = 2 G ṗ; see `equations.py`), with the same λ, and

    p̈ = ½ Gᵀ α′ + c p,     c = −ṗᵀ ṗ,     σ = pᵀ Q_p = 2 ω′ᵀ J′ ω′

For pᵀp = s not quite one, ω′ = 2 G ṗ / s, and p̈ gains what its change brings, ½ Gᵀ ω′ ṡ / s.  Baumgarte's terms
are in c.
"""

from snodo._jit import array_at, inline, verb
from snodo.formulations.kernels.tables import put, vec3
from snodo.formulations.kernels.verbs import COORDINATES, VELOCITIES
from snodo.formulations.spatial.kernels.attitude import spin_rates, square
from snodo.formulations.spatial.kernels.equations import evaluated, finite, move_coordinates, of_length_one
from snodo.formulations.spatial.kernels.euler_velocities import angular, to_euler
from snodo.formulations.spatial.kernels.layout import PLACE, SPIN, Header, system
from snodo.formulations.spatial.kernels.moving import coordinate_rates
from snodo.math.kernels.records import table, view


@inline
def product(q, i, v, k):
    """pᵀ ṗ."""
    return q[i] * v[k] + q[i + 1] * v[k + 1] + q[i + 2] * v[k + 2] + q[i + 3] * v[k + 3]


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


@verb
def evaluate(what, t, model, y, out):
    """Rows; forces and accelerations without constraint forces; or Φ̈ again."""
    model, y = array_at(model), array_at(y)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s = system(model, head)
    return evaluated(what, s, head, model, ints, t, view(y, 0, 0.0), angular(1, s, head, y, model))


@verb
def displace(what, t, model, y, out):
    """q ⊕ x or v + x, with pᵀ ṗ = 0."""
    model, y = array_at(model), array_at(y)
    head = table(Header, model, 0, 0.0)[0]
    s, q = system(model, head), view(y, 0, 0.0)
    u, status = angular(1, s, head, y, model), 0
    if what == VELOCITIES:
        for k in range(head.nv):
            u[k] = u[k] + model[head.x_at + k]
    else:
        if what == COORDINATES:
            move_coordinates(s, head, model, view(model, 0, 0), q)
        status = of_length_one(s, q)
    to_euler(s, q, u, view(y, head.nq, 0.0))
    return status


@verb
def rates(what, t, model, y, out):
    """ẏ = (ṙ, ṗ, r̈, p̈, powers)."""
    model, y, ydot = array_at(model), array_at(y), array_at(out)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s, nq, nv = system(model, head), head.nq, head.speeds
    q, v, q_dot = view(y, 0, 0.0), view(y, nq, 0.0), view(ydot, 0, 0.0)
    coordinate_rates(s, head, model, ints, 0.0, q, angular(1, s, head, y, model), q_dot)
    for k in range(nv):
        q_dot[k] = v[k]
    second_rates(s, head, model, q, v, view(ydot, nq, 0.0))
    for k in range(head.works):
        ydot[nq + nv + k] = model[head.power_at + k]
    return finite(s, head, model)
