"""The verbs of several trees with constraint rows in lanes (`verbs.py`, `formulations/kernels/members.py`)."""

from snodo._jit import array_at, inline, kernel, verb
from snodo.formulations.kernels.constraint_rows import update_linear
from snodo.formulations.kernels.forces import apply_forces
from snodo.formulations.kernels.measures import read_plain
from snodo.formulations.kernels.members import MEMBERS, nothing
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import Measure
from snodo.formulations.kernels.verbs import (
    ALONG,
    ALPHA,
    COORDINATES,
    FACTOR,
    GIVEN,
    MOTION,
    PREPARE,
    ROWS,
    SECOND,
    VELOCITIES,
    element,
)
from snodo.formulations.tree.kernels import constraint_forces
from snodo.formulations.tree.kernels.aba import gather, spread
from snodo.formulations.tree.kernels.kinematics import accelerations, moved
from snodo.formulations.tree.kernels.layout import Freedom, Header, Link, System, Work
from snodo.formulations.tree.kernels.rate import coordinate_rates, normalise_elements, write
from snodo.formulations.tree.kernels.turns import count_turns
from snodo.math.kernels.algebra import Motion, Vec3
from snodo.math.kernels.measures import SPIN
from snodo.math.kernels.records import table, view


@inline
def members_of(model, loaded):
    """The header, and the trees as one with lanes for elements; loaded: with the wrenches of applied forces."""
    head, like = table(Header, model, 0, 0.0)[0], nothing()
    gravity = table(Header, model, head.elements_at, like)[0].gravity
    links, work = (
        table(Link, model, element(head, head.link_at), like),
        table(Work, model, element(head, head.work_at), like),
    )
    freedoms = table(Freedom, model, element(head, head.freedom_at), like)
    return head, System(head.links, head.wrenches * loaded, gravity, links, work, freedoms, like, like + 1.0)


@inline
def numbers_at(head, model, at):
    """Elements from a place of the model on."""
    return view(model, element(head, at), nothing())


@kernel
def read_measures(s, head, model, q, v, a):
    """All measures, from the motion of the links."""
    measures = table(Measure, model, element(head, head.measure_at), s.zero)
    for k in range(head.measures):
        if measures[k].kind != SPIN:
            read_plain(s, measures[k], measures[k], q, v, a)


@kernel
def read(s, head, model, t, q, v, x):
    """The rows, with Φ̈ under the accelerations x."""
    none = Vec3(s.zero, s.zero, s.zero)
    s.work[0].a = Motion(none, none)
    accelerations(s, x)
    read_measures(s, head, model, q, v, x)
    update_linear(head, model, t, s.zero)


@verb
def evaluate(what, t, model, y, out):
    """Rows; forces and accelerations without constraint forces; or Φ̈ again."""
    model, y = array_at(model), array_at(y)
    head, s = members_of(model, 1)
    q, v = view(y, 0, nothing()), view(y, head.nq * MEMBERS, nothing())
    x, tau = numbers_at(head, model, head.x_at), numbers_at(head, model, head.tau_at)
    if what == SECOND:
        read(s, head, model, t, q, v, x)
        return FINE
    if what == ALONG:
        constraint_forces.along(s, head, model, view(model, 0, 0), x, head.phi_ddot_at)
        return FINE
    head.time, head.prepared = t, what == MOTION
    moved(s, q, v)
    if what == ROWS or head.measured_laws:
        read_measures(s, head, model, q, v, v)
    if what != ROWS:
        apply_forces(s, head, model, t, q, v, tau)
        gather(s, tau)
        spread(s, x)
        read_measures(s, head, model, q, v, x)
    update_linear(head, model, t, s.zero)
    return FINE


@verb
def factor(what, t, model, y, out):
    """S and its factors, or S alone, from the articulated bodies of the last state."""
    model = array_at(model)
    head, s = members_of(model, 0)
    ints = view(model, 0, 0)
    if not head.prepared:
        gather(s, numbers_at(head, model, head.tau_at))
        head.prepared = 1
    if what == FACTOR:
        return constraint_forces.factor(s, head, model, ints)
    constraint_forces.carry(s, head, model, ints)
    if what != PREPARE:
        constraint_forces.assemble_S(head, model, s.zero)
    return FINE


@verb
def solve(what, t, model, y, out):
    """λ with S λ = the numbers at `what`, unless it is given, and x ← x − M⁻¹ Jᵀ λ."""
    model = array_at(model)
    head, s = members_of(model, 0)
    ints = view(model, 0, 0)
    x, change = numbers_at(head, model, head.x_at), numbers_at(head, model, head.correction_at)
    if what != GIVEN:
        constraint_forces.multipliers(head, model, ints, what, s.zero)
    constraint_forces.respond(s, head, model, ints, change)
    for k in range(head.nv):
        x[k] = x[k] + change[k]
    return FINE


@verb
def displace(what, t, model, y, out):
    """q ⊕ x or v + x; angles that count turns follow the joints, and are not moved."""
    model, y = array_at(model), array_at(y)
    head, s = members_of(model, 0)
    q, v, x = view(y, 0, nothing()), view(y, head.nq * MEMBERS, nothing()), numbers_at(head, model, head.x_at)
    if what == VELOCITIES:
        for k in range(head.nv):
            v[k] = v[k] + x[k]
        return FINE
    if what == COORDINATES:
        step = numbers_at(head, model, head.correction_at)
        coordinate_rates(s, s.zero, q, x, step)
        for k in range(head.nq - head.counters):
            q[k] = q[k] + step[k]
    normalise_elements(s, q)
    return FINE


@verb
def rates(what, t, model, y, out):
    """ẏ = (N v, x, powers)."""
    model, y, ydot = array_at(model), array_at(y), array_at(out)
    head, s = members_of(model, 0)
    q_dot, v_dot = view(ydot, 0, nothing()), view(ydot, head.nq * MEMBERS, nothing())
    x, alpha = numbers_at(head, model, head.x_at), numbers_at(head, model, ALPHA)[0]
    coordinate_rates(s, alpha, view(y, 0, nothing()), view(y, head.nq * MEMBERS, nothing()), q_dot)
    count_turns(head, model, view(model, 0, 0), q_dot, s.zero)
    for k in range(head.nv):
        v_dot[k] = x[k]
    return write(head, model, ydot, s.zero)
