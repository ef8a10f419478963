"""The terms of the equations in space as dense arrays, behind an address: M, Q, Φ_v, γ, Φ, Φ̇, ν, q̇ and the powers.

v = (ṙ, ω′): M is (m, J′) of each body, Q = (F, n′ − ω′ × J′ ω′), and a block of Φ_v is a wrench on a body.
"""

from snodo._jit import array_at, kernel, verb
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.spatial.kernels.equations import update_terms
from snodo.formulations.spatial.kernels.layout import SPIN, Entry, Header, system
from snodo.formulations.spatial.kernels.moving import coordinate_rates
from snodo.math.kernels.algebra import columns
from snodo.math.kernels.records import table, view
from snodo.math.kernels.term_places import term_places


@kernel
def put_mass(s, out, M, nv):
    """(m, J′) of each body on the diagonal."""
    for k in range(nv * nv):
        out[M + k] = 0.0
    for i in range(1, s.last + 1):
        body, first = s.links[i], SPIN * (i - 1)
        for c in range(3):
            out[M + (first + c) * nv + first + c] = body.mass
        J = columns(body.inertia)
        for c in range(3):
            column = J.x if c == 0 else (J.y if c == 1 else J.z)
            at = M + (first + 3 + c) * nv + first + 3
            out[at], out[at + 1], out[at + 2] = column.x, column.y, column.z


@kernel
def put_jacobian(s, head, model, ints, out, J, nv):
    """Φ_v from its blocks, body after body."""
    entries = table(Entry, model, head.entry_at, 0.0)
    for k in range(head.rows * nv):
        out[J + k] = 0.0
    for i in range(1, s.last + 1):
        for k in range(ints[head.start_at + i], ints[head.start_at + i + 1]):
            for c in range(SPIN):
                out[J + entries[k].row * nv + SPIN * (i - 1) + c] = model[entries[k].block + c]


@verb
def terms(what, t, model, y, out):
    """Write the terms in the state y at time t, from index `what` on; returns a status."""
    model, y, out = array_at(model), array_at(y), array_at(out)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s, nv = system(model, head), head.nv
    q, v = view(y, 0, 0.0), view(y, head.nq, 0.0)
    status = update_terms(s, head, model, ints, t, q, v)
    if status != FINE:
        return status
    at = term_places(what, head.nq, nv, head.rows)
    put_mass(s, out, at.M, nv)
    put_jacobian(s, head, model, ints, out, at.J, nv)
    for k in range(nv):
        out[at.Q + k] = model[head.force_at + k]
    for r in range(head.rows):
        out[at.gamma + r] = -model[head.phi_ddot_at + r]
        out[at.phi + r] = model[head.phi_at + r]
        out[at.phi_dot + r] = model[head.phi_dot_at + r]
        out[at.nu + r] = model[head.nu_at + r]
    coordinate_rates(s, head, model, ints, head.alpha, q, v, view(out, at.q_dot, 0.0))
    for k in range(head.works):
        out[at.power + k] = model[head.power_at + k]
    return FINE
