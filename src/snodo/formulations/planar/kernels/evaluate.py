"""Results in given states: accelerations, multipliers, violations, energies and powers."""

from snodo._jit import RATE_FUNCTION, Floats, Table, entry, i8, inline
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.planar.kernels.forces import elastic_energy
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.formulations.planar.kernels.poses import moved
from snodo.math.kernels.plane import dot
from snodo.math.kernels.records import table, view

ENERGIES = 3  # kinetic, gravitational, elastic


@inline
def energies(s, head, row, at):
    """T = Σ ½ m v² + ½ I ω²,  V = −Σ m g·r  (zero at the world's origin),  and the energy of the springs."""
    kinetic, gravity = 0.0, 0.0
    for b in range(s.last):
        body, this = s.bodies[b], s.work[b]
        kinetic += 0.5 * (body.mass * dot(this.v, this.v) + body.inertia * this.w * this.w)
        gravity -= dot(body.weight, this.r)
    row[at], row[at + 1], row[at + 2] = kinetic, gravity, elastic_energy(s, head)


@entry(i8(RATE_FUNCTION, Floats, Table, Floats, Floats, Table))
def evaluate_states(rate, times, states, model, ydot, out):
    """One row of `out` for each state: v̇, λ, Φ, Φ̇, energies, powers.  Returns 0, or 1 + the state that failed."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    nv, m = head.nv, head.rows
    last = nv + 3 * m
    for k in range(times.size):
        row = out[k]
        if rate(times[k], states[k], ydot, model) != FINE:
            return k + 1
        for j in range(nv):
            row[j] = model[head.x_at + j]
        for r in range(m):
            row[nv + r], row[nv + m + r], row[nv + 2 * m + r] = s.multipliers[r], s.phi[r], s.phi_dot[r]
        energies(s, head, row, last)
        for j in range(head.works):
            row[last + ENERGIES + j] = s.power[j]
    return 0


@entry(i8(Floats, Table, Floats, Table))
def energies_of(times, states, model, out):
    """Kinetic, gravitational and elastic energy in each of the states."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    for k in range(times.size):
        moved(s, view(states[k], 0, 0.0), view(states[k], head.nv, 0.0))
        energies(s, head, out[k], 0)
    return FINE
