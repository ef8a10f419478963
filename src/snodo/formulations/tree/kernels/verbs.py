"""What a tree with constraint rows does for the constraint methods (`formulations/kernels/verbs.py`).

Articulated bodies give the accelerations x without constraint forces, and the measures of the rows are read from the
tree as it moves with them, so that Φ̈ = J x − γ needs neither J nor γ.  `members.py` has the same for trees in lanes.
"""

from snodo._jit import array_at, inline, kernel, verb
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.forces import apply_forces
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.rare import answer
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE
from snodo.formulations.kernels.verbs import (
    ALONG,
    COORDINATES,
    FACTOR,
    GIVEN,
    MOTION,
    PREPARE,
    ROWS,
    SECOND,
    VELOCITIES,
)
from snodo.formulations.tree.kernels import constraint_forces
from snodo.formulations.tree.kernels.aba import gather, spread
from snodo.formulations.tree.kernels.kinematics import accelerations, moved
from snodo.formulations.tree.kernels.layout import Header, System, system
from snodo.formulations.tree.kernels.rate import coordinate_rates, normalise, write
from snodo.formulations.tree.kernels.turns import count_turns
from snodo.math.kernels.algebra import Motion, Vec3
from snodo.math.kernels.records import table, view


@inline
def acted_on(model):
    """The tree, with the wrenches of its applied forces on the links."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    return System(s.last, head.wrenches, s.gravity, s.links, s.work, s.freedoms, s.zero, s.one)


@kernel
def read(s, head, model, t, q, v, x):
    """The rows, with Φ̈ under the accelerations x."""
    none = Vec3(0.0, 0.0, 0.0)
    s.work[0].a = Motion(none, none)
    accelerations(s, x)
    read_measures(s, head, model, q, v, x)
    return update_rows(head, model, t)


@verb
def evaluate(what, t, model, y, out):
    """Rows; forces and accelerations without constraint forces; or Φ̈ again."""
    model, y = array_at(model), array_at(y)
    head, s = table(Header, model, 0, 0.0)[0], acted_on(model)
    q, v = view(y, 0, 0.0), view(y, head.nq, 0.0)
    x, tau = view(model, head.x_at, 0.0), view(model, head.tau_at, 0.0)
    if what == SECOND:
        return read(s, head, model, t, q, v, x)
    if what == ALONG:
        constraint_forces.along(s, head, model, view(model, 0, 0), x, head.phi_ddot_at)
        return FINE
    head.time, head.prepared = t, what == MOTION
    moved(s, q, v)
    if what == ROWS or head.measured_laws:
        read_measures(s, head, model, q, v, v)
    if what == ROWS:
        return update_rows(head, model, t)
    status = apply_forces(s, head, model, t, q, v, tau)
    if status != FINE:
        return status
    gather(s, tau)
    spread(s, x)
    read_measures(s, head, model, q, v, x)
    return update_rows(head, model, t)


@verb
def factor(what, t, model, y, out):
    """S and its factors, or S alone, from the articulated bodies of the last state."""
    model = array_at(model)
    head, s, ints = table(Header, model, 0, 0.0)[0], system(model, 0.0), view(model, 0, 0)
    if not head.prepared:
        gather(s, view(model, head.tau_at, 0.0))
        head.prepared = 1
    if what == FACTOR:
        return constraint_forces.factor(s, head, model, ints)
    constraint_forces.carry(s, head, model, ints)
    if what != PREPARE:
        constraint_forces.assemble_S(head, model, 0.0)
    return FINE


@verb
def solve(what, t, model, y, out):
    """λ with S λ = the numbers at `what`, unless it is given, and x ← x − M⁻¹ Jᵀ λ."""
    model = array_at(model)
    head, ints, s = table(Header, model, 0, 0.0)[0], view(model, 0, 0), system(model, 0.0)
    x, change = view(model, head.x_at, 0.0), view(model, head.correction_at, 0.0)
    if what != GIVEN:
        constraint_forces.multipliers(head, model, ints, what, 0.0)
    constraint_forces.respond(s, head, model, ints, change)
    for k in range(head.nv):
        x[k] = x[k] + change[k]
    return FINE


@verb
def displace(what, t, model, y, out):
    """q ⊕ x or v + x; angles that count turns follow the joints, and are not moved."""
    model, y = array_at(model), array_at(y)
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    q, v, x = view(y, 0, 0.0), view(y, head.nq, 0.0), view(model, head.x_at, 0.0)
    if what == VELOCITIES:
        for k in range(head.nv):
            v[k] = v[k] + x[k]
        return FINE
    if what == COORDINATES:
        step = view(model, head.correction_at, 0.0)
        coordinate_rates(s, 0.0, q, x, step)
        for k in range(head.nq - head.counters):
            q[k] = q[k] + step[k]
    return NOT_FINITE if normalise(s, y, 0.0) < 0 else FINE


@verb
def rates(what, t, model, y, out):
    """ẏ = (N v, x, powers)."""
    model, y, ydot = array_at(model), array_at(y), array_at(out)
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    q_dot = view(ydot, 0, 0.0)
    coordinate_rates(s, head.alpha, view(y, 0, 0.0), view(y, head.nq, 0.0), q_dot)
    count_turns(head, model, view(model, 0, 0), q_dot)
    for k in range(head.nv):
        ydot[head.nq + k] = model[head.x_at + k]
    return write(head, model, ydot)


@verb
def rare(what, t, model, y, out):
    """What few mechanisms have."""
    model = array_at(model)
    return answer(system(model, 0.0), table(Header, model, 0, 0.0)[0], model, what, t)
