"""The terms of the equations as dense arrays for v = (ṙ, ṗ): system (74) of source text 002, made regular.

    [ 4 Gᵀ J′ G + μ p pᵀ ] p̈ + Φ_pᵀ λ + p σ₀ = 2 Gᵀ n′ + μ p γ_p,     Φ_p p̈ = γ,     pᵀ p̈ = γ_p = −ṗᵀ ṗ

4 Gᵀ J′ G has rank 3: it is singular along p.  μ p pᵀ, with the trace of J′ for μ, makes it regular; the normalisation
row turns μ p pᵀ p̈ on the left into μ p γ_p on the right, and p̈ and λ stay as they are.  The part of Q along p, which
σ = 2 ω′ᵀ J′ ω′ alone balances (Φ_p p = 0 for every other row), is left out: σ = σ₀ + 2 ω′ᵀ J′ ω′, with σ₀ = 0 but for
rounding, and a normalisation row that yields like a spring is not strained.

For pᵀp = s not quite one:  ω′ = 2 G ṗ / s  and  α′ = 2 G p̈ / s − ω′ ṡ / s,  in every term.
"""

from snodo._jit import array_at, inline, kernel, verb
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import put, vec3
from snodo.formulations.spatial.kernels.attitude import parameters, square
from snodo.formulations.spatial.kernels.blocks import block_of
from snodo.formulations.spatial.kernels.equations import update_terms
from snodo.formulations.spatial.kernels.euler_velocities import angular
from snodo.formulations.spatial.kernels.euler_verbs import product
from snodo.formulations.spatial.kernels.layout import PLACE, SPIN, Entry, Header, system
from snodo.formulations.spatial.kernels.moving import coordinate_rates
from snodo.math.kernels.algebra import columns, dot
from snodo.math.kernels.euler_parameters import matrix_G, transposed4
from snodo.math.kernels.records import table, view
from snodo.math.kernels.term_places import term_places


@inline
def put4(out, at, p):
    """Four numbers in a row."""
    out[at], out[at + 1], out[at + 2], out[at + 3] = p.e0, p.e1, p.e2, p.e3


@inline
def trace(body):
    """The trace of J′: the inertia μ along p."""
    J = columns(body.inertia)
    return J.x.x + J.y.y + J.z.z


@kernel
def put_mass(s, q, out, M, nv):
    """(m, 4 Gᵀ J′ G / s² + μ p pᵀ) of each body on the diagonal."""
    for k in range(nv * nv):
        out[M + k] = 0.0
    for i in range(1, s.last + 1):
        body, first = s.links[i], PLACE * (i - 1)
        p, mu = parameters(q, first + 3), trace(body)
        G, n = matrix_G(p), square(q, first + 3)
        for c in range(3):
            out[M + (first + c) * nv + first + c] = body.mass
        for c in range(4):
            g = G.c0 if c == 0 else (G.c1 if c == 1 else (G.c2 if c == 2 else G.c3))
            row = transposed4(G, body.inertia @ g) * (4.0 / (n * n)) + p * (mu * q[first + 3 + c])
            put4(out, M + (first + 3 + c) * nv + first + 3, row)


@kernel
def put_forces(s, head, model, q, v, out, Q):
    """(F, 2 Gᵀ (n′ + J′ ω′ ṡ / s) / s + μ p γ_p) of each body."""
    for i in range(1, s.last + 1):
        body, this, first, force = s.links[i], s.work[i], PLACE * (i - 1), head.force_at + SPIN * (i - 1)
        p, n, growth = parameters(q, first + 3), square(q, first + 3), product(q, first + 3, v, first + 3)
        turning = vec3(model, force + 3) + (body.inertia @ this.spin) * (2.0 * growth / n)
        put(out, Q + first, vec3(model, force))
        radial = -trace(body) * square(v, first + 3)
        put4(out, Q + first + 3, transposed4(matrix_G(p), turning) * (2.0 / n) + p * radial)


@kernel
def put_rows(s, head, model, ints, q, v, out, at, nv):
    """Φ_v with Φ_p = 2 Φ_θ G / s, and γ + Φ_θ ω′ ṡ / s; then Φ, Φ̇ and ν."""
    entries = table(Entry, model, head.entry_at, 0.0)
    for k in range(head.rows * nv):
        out[at.J + k] = 0.0
    for r in range(head.rows):
        out[at.gamma + r] = -model[head.phi_ddot_at + r]
        out[at.phi + r] = model[head.phi_at + r]
        out[at.phi_dot + r] = model[head.phi_dot_at + r]
        out[at.nu + r] = model[head.nu_at + r]
    for i in range(1, s.last + 1):
        this, first = s.work[i], PLACE * (i - 1)
        n, growth = square(q, first + 3), product(q, first + 3, v, first + 3)
        G = matrix_G(parameters(q, first + 3))
        for k in range(ints[head.start_at + i], ints[head.start_at + i + 1]):
            (force, torque), row = block_of(model, entries[k]), entries[k].row
            place = at.J + row * nv + first
            put(out, place, force)
            put4(out, place + 3, transposed4(G, torque) * (2.0 / n))
            out[at.gamma + row] += dot(torque, this.spin) * (2.0 * growth / n)


@kernel
def put_normalisation(s, head, q, v, out, at, nv):
    """The rows ½ (pᵀp − 1) = 0 behind the others."""
    for k in range(s.last * nv):
        out[at.J + head.rows * nv + k] = 0.0
    for i in range(1, s.last + 1):
        r, first = head.rows + i - 1, PLACE * (i - 1) + 3
        put4(out, at.J + r * nv + first, parameters(q, first))
        out[at.gamma + r] = -square(v, first)
        out[at.phi + r] = 0.5 * (square(q, first) - 1.0)
        out[at.phi_dot + r] = product(q, first, v, first)
        out[at.nu + r] = 0.0


@verb
def terms(what, t, model, y, out):
    """Write the terms in the state y at time t, from index `what` on; returns a status."""
    model, y, out = array_at(model), array_at(y), array_at(out)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s, nv = system(model, head), head.speeds
    q, v, u = view(y, 0, 0.0), view(y, head.nq, 0.0), angular(1, s, head, y, model)
    status = update_terms(s, head, model, ints, t, q, u)
    if status != FINE:
        return status
    at = term_places(what, head.nq, nv, head.rows + s.last)
    put_mass(s, q, out, at.M, nv)
    put_forces(s, head, model, q, v, out, at.Q)
    put_rows(s, head, model, ints, q, v, out, at, nv)
    put_normalisation(s, head, q, v, out, at, nv)
    coordinate_rates(s, head, model, ints, 0.0, q, u, view(out, at.q_dot, 0.0))
    for k in range(nv):
        out[at.q_dot + k] = v[k]
    for k in range(head.works):
        out[at.power + k] = model[head.power_at + k]
    return FINE
