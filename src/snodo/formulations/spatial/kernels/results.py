"""Everything there is to know in given states, row by row; which rows are redundant; what rows exert on a body."""

from snodo._jit import RATE_FUNCTION, Floats, Table, entry, f8, i8, inline
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.forces import elastic_energy
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import Measure, Row, Term, put
from snodo.formulations.spatial.kernels.equations import update_terms
from snodo.formulations.spatial.kernels.euler_velocities import angular
from snodo.formulations.spatial.kernels.layout import Header, system
from snodo.formulations.spatial.kernels.moving import moved
from snodo.formulations.spatial.kernels.solve import assemble_S
from snodo.math.kernels import sparse
from snodo.math.kernels.algebra import Force, Vec3, dot
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import shift_force

ENERGIES = 3  # kinetic, gravitational, elastic


@inline
def energies(s, head, model, q, row, at):
    """T = Σ ½ m ṙ² + ½ ω′ᵀ J′ ω′,  V = −Σ m g·r  (zero at the world's origin),  and the energy of the springs."""
    kinetic, gravity = 0.0, 0.0
    for i in range(1, s.last + 1):
        body, this = s.links[i], s.work[i]
        kinetic += 0.5 * (body.mass * dot(this.v, this.v) + dot(this.spin, body.inertia @ this.spin))
        gravity -= body.mass * dot(head.gravity, this.p)
    row[at], row[at + 1], row[at + 2] = kinetic, gravity, elastic_energy(s, head, model, q)


@inline
def normalisations(s, q, v, row, first, nc):
    """σ, ½ (pᵀp − 1) and pᵀ ṗ of every body, behind the other rows."""
    for i in range(1, s.last + 1):
        body, this, at = s.links[i], s.work[i], 7 * (i - 1) + 3
        square, growth = 0.0, 0.0
        for k in range(at, at + 4):
            square += q[k] * q[k]
            growth += q[k] * v[k]
        row[first + i - 1] = 2.0 * dot(this.spin, body.inertia @ this.spin)
        row[first + nc + i - 1] = 0.5 * (square - 1.0)
        row[first + 2 * nc + i - 1] = growth


@entry(i8(RATE_FUNCTION, Floats, Table, Floats, Floats, i8, Table))
def evaluate_states(rate, times, states, model, ydot, nv, out):
    """One row of `out` for each state: v̇, λ, Φ, Φ̇, energies, powers.  Returns 0, or 1 + the state that failed.

    With seven velocities for each body the normalisation rows stand behind the others.
    """
    head = table(Header, model, 0, 0.0)[0]
    s = system(model, head)
    nq, m = head.nq, head.rows
    nc = m + s.last if nv == 7 * s.last else m
    last = nv + 3 * nc
    for k in range(times.size):
        y, row = states[k], out[k]
        if rate(times[k], y, ydot, model) != FINE:
            return k + 1
        for j in range(nv):
            row[j] = ydot[nq + j]
        for r in range(m):
            row[nv + r], row[nv + nc + r] = model[head.lambda_at + r], model[head.phi_at + r]
            row[nv + 2 * nc + r] = model[head.phi_dot_at + r]
        if nc > m:
            normalisations(s, view(y, 0, 0.0), view(y, nq, 0.0), row, nv + m, nc)
        energies(s, head, model, view(y, 0, 0.0), row, last)
        for j in range(head.works):
            row[last + ENERGIES + j] = ydot[nq + nv + j]
    return 0


@entry(i8(i8, Floats, Table, Floats, Table))
def energies_of(euler, times, states, model, out):
    """Kinetic, gravitational and elastic energy in each of the states."""
    head = table(Header, model, 0, 0.0)[0]
    s = system(model, head)
    for k in range(times.size):
        q = view(states[k], 0, 0.0)
        moved(s, head, model, q, angular(euler, s, head, states[k], model))
        energies(s, head, model, q, out[k], 0)
    return FINE


@entry(i8(i8, f8, Floats, Floats, f8))
def find_redundant(euler, t, y, model, tolerance):
    """Set the mask of independent rows in the state y; returns the number of dependent rows."""
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s = system(model, head)
    status = update_terms(s, head, model, ints, t, view(y, 0, 0.0), angular(euler, s, head, y, model))
    if status != FINE:
        return -status
    assemble_S(s, head, model, ints)
    mask, diagonal = head.mask_at, head.diagonal_at
    return sparse.find_redundant(model, ints, head.rows, head.S_at, head.plan_at, mask, diagonal, tolerance)


@inline
def acting(s, m, body, force):
    """The wrench at the centre of mass of a body of a force along a measure."""
    none = Vec3(0.0, 0.0, 0.0)
    F = Force(none, none)
    if body == m.j:
        F = F + m.F * force
    if body == m.i:
        F = F - shift_force(m.F * force, s.work[m.j].p - s.work[m.i].p)
    return F


@entry(i8(i8, Floats, Table, Table, i8, i8, i8, Floats, Table))
def closure_wrenches(euler, times, states, multipliers, first, last, body, model, out):
    """Wrench of the rows first … last − 1 on a body, at its centre of mass; then that place and the body's axes."""
    head = table(Header, model, 0, 0.0)[0]
    rows, terms = table(Row, model, head.row_at, 0.0), table(Term, model, head.term_at, 0.0)
    measures, none = table(Measure, model, head.measure_at, 0.0), Vec3(0.0, 0.0, 0.0)
    s = system(model, head)
    for k in range(times.size):
        q = view(states[k], 0, 0.0)
        moved(s, head, model, q, angular(euler, s, head, states[k], model))
        if update_rows(head, model, times[k]) != FINE:
            return k + 1
        F = Force(none, none)
        for r in range(first, last):
            for n in range(rows[r].first, rows[r].first + rows[r].terms):
                F = F + acting(s, measures[terms[n].measure], body, -multipliers[k, r] * terms[n].push)
        this = s.work[body]
        put(out[k], 0, F.lin)
        put(out[k], 3, F.ang)
        put(out[k], 6, this.p)
        put(out[k], 9, this.R.x)
        put(out[k], 12, this.R.y)
        put(out[k], 15, this.R.z)
    return 0
