"""The terms of the planar equations as dense arrays: M, Q, Φ_v, γ, Φ, Φ̇, ν, q̇ and the powers."""

from snodo._jit import array_at, kernel, verb
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.planar.kernels.equations import evaluate
from snodo.formulations.planar.kernels.layout import SPIN, Header, system
from snodo.math.kernels.records import table, view
from snodo.math.kernels.term_places import term_places


@kernel
def put_mass(s, nv, M):
    """M = diag(m, m, I, …)."""
    for k in range(nv * nv):
        M[k] = 0.0
    for b in range(s.last):
        body, k = s.bodies[b], SPIN * b * (nv + 1)
        M[k], M[k + nv + 1], M[k + 2 * (nv + 1)] = body.mass, body.mass, body.inertia


@kernel
def put_jacobian(s, head, J):
    """Φ_v from its blocks."""
    nv = head.nv
    for k in range(head.rows * nv):
        J[k] = 0.0
    for n in range(head.blocks):
        block = s.blocks[n]
        if block.body < s.last:
            g, k = block.g, block.row * nv + SPIN * block.body
            J[k], J[k + 1], J[k + 2] = J[k] + g.lin.x, J[k + 1] + g.lin.y, J[k + 2] + g.ang


@verb
def terms(what, t, model, y, out):
    """Write the terms in the state y at time t, from index `what` on; returns a status."""
    model, y, out = array_at(model), array_at(y), array_at(out)
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    nv = head.nv
    head.factored = 0
    status = evaluate(s, head, model, t, view(y, 0, 0.0), view(y, nv, 0.0))
    if status != FINE:
        return status
    at = term_places(what, nv, nv, head.rows)
    put_mass(s, nv, view(out, at.M, 0.0))
    put_jacobian(s, head, view(out, at.J, 0.0))
    for k in range(nv):
        out[at.Q + k], out[at.q_dot + k] = model[head.force_at + k], y[nv + k]
    for r in range(head.rows):
        out[at.gamma + r], out[at.phi + r] = -s.phi_ddot[r], s.phi[r]
        out[at.phi_dot + r], out[at.nu + r] = s.phi_dot[r], s.nu[r]
    for k in range(head.works):
        out[at.power + k] = s.power[k]
    return FINE
