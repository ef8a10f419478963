"""What absolute coordinates of space do for the constraint methods, for v = (ṙ, ω′), ω′ in body axes.

q̇ = N(q) v:  ṙ,  ṗ = ½ Gᵀ ω′ + α (1 − pᵀp) p;     v̇ = x;     ẇ = power
"""

from snodo._jit import array_at, verb
from snodo.formulations.kernels.rare import answer
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import COORDINATES, FACTOR, GIVEN, PREPARE, VELOCITIES
from snodo.formulations.spatial.kernels import solve as system_of_rows
from snodo.formulations.spatial.kernels.equations import evaluated, finite, move_coordinates, of_length_one
from snodo.formulations.spatial.kernels.layout import Header, system
from snodo.formulations.spatial.kernels.moving import coordinate_rates
from snodo.math.kernels.records import table, view


@verb
def evaluate(what, t, model, y, out):
    """Rows; forces and accelerations without constraint forces; or Φ̈ again."""
    model, y = array_at(model), array_at(y)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    return evaluated(what, system(model, head), head, model, ints, t, view(y, 0, 0.0), view(y, head.nq, 0.0))


@verb
def factor(what, t, model, y, out):
    """S and its factors in the last state, or S alone."""
    model = array_at(model)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s = system(model, head)
    if what == FACTOR:
        return system_of_rows.factor(s, head, model, ints)
    system_of_rows.prepare(s, head, model, ints)
    if what != PREPARE:
        system_of_rows.assemble_S(s, head, model, ints)
    return FINE


@verb
def solve(what, t, model, y, out):
    """λ with S λ = the numbers at `what`, unless it is given, and x ← x − M⁻¹ Jᵀ λ."""
    model = array_at(model)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    if what != GIVEN:
        system_of_rows.multipliers(head, model, ints, what)
    system_of_rows.constrain(system(model, head), head, model, ints)
    return FINE


@verb
def displace(what, t, model, y, out):
    """q ⊕ x or v + x."""
    model, y = array_at(model), array_at(y)
    head = table(Header, model, 0, 0.0)[0]
    s, q, v = system(model, head), view(y, 0, 0.0), view(y, head.nq, 0.0)
    if what == VELOCITIES:
        for k in range(head.nv):
            v[k] = v[k] + model[head.x_at + k]
        return FINE
    if what == COORDINATES:
        move_coordinates(s, head, model, view(model, 0, 0), q)
    return of_length_one(s, q)


@verb
def rates(what, t, model, y, out):
    """ẏ = (N v, x, powers)."""
    model, y, ydot = array_at(model), array_at(y), array_at(out)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s, nq, nv = system(model, head), head.nq, head.nv
    coordinate_rates(s, head, model, ints, head.alpha, view(y, 0, 0.0), view(y, nq, 0.0), view(ydot, 0, 0.0))
    for k in range(nv):
        ydot[nq + k] = model[head.x_at + k]
    for k in range(head.works):
        ydot[nq + nv + k] = model[head.power_at + k]
    return finite(s, head, model)


@verb
def rare(what, t, model, y, out):
    """What few mechanisms have."""
    model = array_at(model)
    head = table(Header, model, 0, 0.0)[0]
    return answer(system(model, head), head, model, what, t)
