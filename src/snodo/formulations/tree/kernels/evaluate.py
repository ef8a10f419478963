"""What a run is judged by in given states, row by row: accelerations, energies, powers; and the applied forces."""

from snodo._jit import RATE_FUNCTION, Floats, Table, entry, f8, i8
from snodo.formulations.kernels.forces import apply_forces, elastic_energy
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.tree.kernels.kinematics import moved
from snodo.formulations.tree.kernels.layout import Header, system
from snodo.formulations.tree.kernels.sums import add_up
from snodo.math.kernels.records import table, view

ENERGIES = 3  # kinetic, gravitational, elastic


@entry(i8(RATE_FUNCTION, Floats, Table, Floats, Floats, Floats, Table))
def evaluate_states(rate, times, states, model, ydot, sums, out):
    """One row of `out` for each state: v̇, λ, Φ, Φ̇, energies, powers.  Returns 0, or 1 + the state that failed."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    nq, nv, m = head.nq, head.nv, head.rows
    last = nv + 3 * m
    for k in range(times.size):
        y, row = states[k], out[k]
        if rate(times[k], y, ydot, model) != FINE:
            return k + 1
        q = view(y, 0, 0.0)
        add_up(s, q, view(y, nq, 0.0), view(sums, 0, 0.0))
        row[last], row[last + 1], row[last + 2] = sums[10], sums[11], elastic_energy(s, head, model, q)
        for j in range(nv):
            row[j] = ydot[nq + j]
        for r in range(m):
            row[nv + r], row[nv + m + r] = model[head.lambda_at + r], model[head.phi_at + r]
            row[nv + 2 * m + r] = model[head.phi_dot_at + r]
        for j in range(head.works):
            row[last + ENERGIES + j] = ydot[nq + nv + j]
    return 0


@entry(i8(Floats, Table, Floats, Floats, Table))
def energies(times, states, model, sums, out):
    """Kinetic, gravitational and elastic energy in each of the states."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    for k in range(times.size):
        q, v = view(states[k], 0, 0.0), view(states[k], head.nq, 0.0)
        add_up(s, q, v, view(sums, 0, 0.0))
        if head.measured_laws:
            read_measures(s, head, model, q, v, v)
        out[k, 0], out[k, 1], out[k, 2] = sums[10], sums[11], elastic_energy(s, head, model, q)
    return FINE


@entry(i8(f8, Floats, Floats))
def apply(t, y, model):
    """The applied forces in the state y: joint forces at `tau_at`, wrenches in the scratch of the links."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    q, v = view(y, 0, 0.0), view(y, head.nq, 0.0)
    head.time = t
    moved(s, q, v)
    if head.measured_laws:
        read_measures(s, head, model, q, v, v)
    return apply_forces(s, head, model, t, q, v, view(model, head.tau_at, 0.0))
