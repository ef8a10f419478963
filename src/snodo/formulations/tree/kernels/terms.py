"""The terms of a tree's equations as dense arrays, behind an address: M, Q, Φ_v, γ, Φ, Φ̇, ν, q̇ and the powers.

M by composite bodies; Q = τ − (what inverse dynamics needs without accelerations, external wrenches included).
"""

from snodo._jit import array_at, kernel, verb
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.forces import apply_forces
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import Row
from snodo.formulations.tree.kernels.closed_results import gradient
from snodo.formulations.tree.kernels.crba import crba
from snodo.formulations.tree.kernels.kinematics import accelerations, moved
from snodo.formulations.tree.kernels.layout import Header, system
from snodo.formulations.tree.kernels.rate import coordinate_rates
from snodo.formulations.tree.kernels.rnea import rnea
from snodo.formulations.tree.kernels.turns import count_turns
from snodo.math.kernels.algebra import Motion, Vec3
from snodo.math.kernels.records import table, view
from snodo.math.kernels.term_places import term_places


@kernel
def clear(out, first, count):
    """Zeros."""
    for k in range(count):
        out[first + k] = 0.0


@kernel
def put_rows(s, head, model, t, q, v, rest, out, at):
    """Φ_v, γ = −Φ̈ without accelerations, Φ, Φ̇ and ν."""
    ints, none = view(model, 0, 0), Vec3(0.0, 0.0, 0.0)
    moved(s, q, v)
    s.work[0].a = Motion(none, none)
    accelerations(s, rest)
    read_measures(s, head, model, q, v, rest)
    status = update_rows(head, model, t)
    clear(out, at.J, head.rows * head.nv)
    for r in range(head.rows):
        row = table(Row, model, head.row_at, 0.0)[r]
        gradient(s, head, model, ints, row, view(out, at.J + r * head.nv, 0.0))
        out[at.gamma + r] = -model[head.phi_ddot_at + r]
        out[at.phi + r] = model[head.phi_at + r]
        out[at.phi_dot + r] = model[head.phi_dot_at + r]
        out[at.nu + r] = model[head.nu_at + r]
    return status


@verb
def terms(what, t, model, y, out):
    """Write the terms in the state y at time t, from index `what` on; returns a status."""
    model, y, out = array_at(model), array_at(y), array_at(out)
    head = table(Header, model, 0, 0.0)[0]
    head.time, head.factored, head.loaded = t, 0, head.wrenches
    s = system(model, 0.0)
    head.loaded = 0
    at = term_places(what, head.nq, head.nv, head.rows)
    q, v, tau = view(y, 0, 0.0), view(y, head.nq, 0.0), view(model, head.tau_at, 0.0)
    q_dot, Q = view(out, at.q_dot, 0.0), view(out, at.Q, 0.0)
    clear(out, at.q_dot, head.nq)  # at first the accelerations of rest
    moved(s, q, v)
    if head.measured_laws:
        read_measures(s, head, model, q, v, v)
    status = apply_forces(s, head, model, t, q, v, tau)
    if status != FINE:
        return status
    rnea(s, q, v, q_dot, Q)
    for k in range(head.nv):
        Q[k] = tau[k] - Q[k]
    clear(out, at.M, head.nv * head.nv)
    crba(s, q, head.nv, view(out, at.M, 0.0))
    status = put_rows(s, head, model, t, q, v, q_dot, out, at)
    coordinate_rates(s, head.alpha, q, v, q_dot)
    count_turns(head, model, view(model, 0, 0), q_dot)
    for k in range(head.works):
        out[at.power + k] = model[head.power_at + k]
    return status
