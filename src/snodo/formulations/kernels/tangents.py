"""Derivatives of the equations along displacements and velocities, seven directions at a time, on duals.

    R = M a + Φ_vᵀ λ − Q,     Γ = Φ_v a − γ = Φ̈,     σ = Φ_v v − ν = Φ̇       at the same a and λ

The bodies move with duals for elements, and everything measured between them and every force follows: the derivatives
are exact.  A displacement along velocity k changes the coordinates by N e_k.  What a user wrote has no duals: its part
of R, Γ and σ is evaluated in numbers, for differences.

The model lends its constants; what changes is in a scratch of elements:   work of the bodies | readings | vectors
"""

from typing import NamedTuple

import snodo.math.kernels.lanes  # noqa: F401  registers how values of numbers become values of elements
from snodo._jit import inline, kernel
from snodo.formulations.kernels.forces import (
    begin,
    body_torque,
    coordinate_force,
    in_world,
    point_force,
    press,
    sliding,
    spring,
)
from snodo.formulations.kernels.measured_law import driven
from snodo.formulations.kernels.measures import read_into
from snodo.formulations.kernels.rare import read_rolling
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import (
    CALLED,
    COORDINATE,
    FORMULA,
    MEASURED,
    MOMENT,
    SPRING,
    TORQUE,
    TORSION,
    Law,
    Measure,
    Row,
    Term,
)
from snodo.formulations.kernels.torsion import torsion
from snodo.formulations.kernels.verbs import LAW, WRITTEN, rare
from snodo.math.kernels.algebra import Force, Vec3
from snodo.math.kernels.duals import DIRECTIONS, change, with_change
from snodo.math.kernels.measures import COORDINATE as OWN
from snodo.math.kernels.measures import EDGE, SPIN, Reading
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table, view, width
from snodo.math.kernels.spatial import shift_force
from snodo.math.kernels.time_functions import evaluate

READING = size(Reading)
NOT_LINEAR = -2
"""`Row.function` of a row that the user wrote."""


# ---------------------------------------------------------------- measures and rows
class Constants(NamedTuple):
    """The constants of a model, as numbers or, with derivatives, as elements like the zero."""

    numbers: object
    zero: object


@kernel
def read_all(system, head, model, constants, readings, q, v, a):
    """Every measure, for the current motion of the bodies."""
    measures, zero = (
        table(Measure, constants.numbers, head.measure_at * width(constants.zero), constants.zero),
        system.zero,
    )
    none = Vec3(zero, zero, zero)
    for k in range(head.measures):
        m, row = measures[k], readings[k]
        if m.kind >= EDGE:
            found = read_rolling(system, m, model)
            row.x, row.rate, row.second, row.F = found.x, found.rate, found.second, found.F
        elif m.kind == SPIN:
            row.x, row.rate, row.second, row.F = zero, zero, zero, m.F
        else:
            row.F = Force(none, none)
            read_into(system, m, row, q, v, a)


@inline
def press_along(system, m, F, f, tau):
    """A force f along a measure with the gradient F."""
    if m.kind == OWN:
        tau[m.iv] = tau[m.iv] + f
    else:
        wrench = F * f
        press(system, m.j, wrench)
        press(system, m.i, shift_force(wrench, system.work[m.j].p - system.work[m.i].p) * -1.0)


@kernel
def rates_of_rows(system, head, constants, readings, sigma, gamma):
    """σ and Γ of all rows but the user's: what functions of time add has no derivative here."""
    rows, terms = (
        table(Row, constants.numbers, head.row_at * width(constants.zero), constants.zero),
        table(Term, constants.numbers, head.term_at * width(constants.zero), constants.zero),
    )
    for r in range(head.rows):
        rate, second = system.zero, system.zero
        if rows[r].function != NOT_LINEAR:
            for k in range(rows[r].first, rows[r].first + rows[r].terms):
                reading, weight = readings[terms[k].measure], terms[k].weight
                rate, second = rate + reading.rate * weight, second + reading.second * weight
        sigma[r], gamma[r] = rate, second


@kernel
def values_of_rows(system, head, constants, readings, phi):
    """Φ of the rows on positions, without functions of time."""
    rows, terms = (
        table(Row, constants.numbers, head.row_at * width(constants.zero), constants.zero),
        table(Term, constants.numbers, head.term_at * width(constants.zero), constants.zero),
    )
    for r in range(head.rows):
        phi[r] = system.zero
        if rows[r].function != NOT_LINEAR and rows[r].level == 0:
            x = system.zero + rows[r].constant
            for k in range(rows[r].first, rows[r].first + rows[r].terms):
                x = x + readings[terms[k].measure].x * terms[k].weight
            phi[r] = x


@kernel
def functions_of_time(head, model, t, values, at):
    """−(f, ḟ, f̈) in Φ, σ and Γ, or −(f, ḟ) in σ and Γ of rows on velocities."""
    rows = table(Row, model, head.row_at, 0.0)
    for r in range(head.rows):
        if rows[r].function >= 0:
            f, f_dot, f_ddot = evaluate(model, rows[r].function, t, head.stack_at)
            if rows[r].level:
                f, f_dot, f_ddot = 0.0, f, f_dot
            values[at.phi + r] = values[at.phi + r] - f
            values[at.sigma + r] = values[at.sigma + r] - f_dot
            values[at.gamma + r] = values[at.gamma + r] - f_ddot


@kernel
def push_rows(system, head, constants, readings, multipliers, tau):
    """Constraint forces −Φ_vᵀ λ of the same rows."""
    rows, terms = (
        table(Row, constants.numbers, head.row_at * width(constants.zero), constants.zero),
        table(Term, constants.numbers, head.term_at * width(constants.zero), constants.zero),
    )
    measures = table(Measure, constants.numbers, head.measure_at * width(constants.zero), constants.zero)
    for r in range(head.rows):
        if rows[r].function != NOT_LINEAR:
            for k in range(rows[r].first, rows[r].first + rows[r].terms):
                n = terms[k].measure
                press_along(system, measures[n], readings[n].F, system.zero - multipliers[r] * terms[k].push, tau)


# ---------------------------------------------------------------- forces
@inline
def measured_force(system, head, constants, readings, law, drive, tau):
    """f = −k (x − x₀) − c ẋ − T tanh(ẋ/s) + F(t) on a measure."""
    measures, terms = (
        table(Measure, constants.numbers, head.measure_at * width(constants.zero), constants.zero),
        table(Term, constants.numbers, head.term_at * width(constants.zero), constants.zero),
    )
    x, rate = system.zero + law.constant, system.zero
    for k in range(law.first, law.first + law.terms):
        reading, weight = readings[terms[k].measure], terms[k].weight
        x, rate = x + reading.x * weight, rate + reading.rate * weight
    f = drive - rate * law.damping - (x - law.free) * law.stiffness
    if law.rubs:
        f = f - sliding(law, rate) * law.coulomb
    for k in range(law.first, law.first + law.terms):
        n = terms[k].measure
        press_along(system, measures[n], readings[n].F, f * terms[k].push, tau)


@kernel
def exert(system, head, model, constants, readings, t, q, v, tau):
    """All forces but the user's: τ and the external wrenches."""
    laws, stack_at = table(Law, constants.numbers, head.law_at * width(constants.zero), constants.zero), head.stack_at
    begin(system, head, tau)
    for k in range(head.laws):
        law = laws[k]
        if law.kind == FORMULA or law.kind == CALLED:
            continue
        if law.kind == TORSION:
            torsion(system, law)
            continue
        drive = driven(system, model, readings, law.x, t, stack_at)
        if law.kind == SPRING:
            spring(system, law, drive)
        elif law.kind == COORDINATE:
            coordinate_force(law, drive, q, v, tau)
        elif law.kind == MEASURED:
            measured_force(system, head, constants, readings, law, drive, tau)
        elif law.kind == TORQUE:
            body_torque(system, law, in_world(system, law, law.axis * drive))
        else:
            y = driven(system, model, readings, law.y, t, stack_at)
            z = driven(system, model, readings, law.z, t, stack_at)
            x = in_world(system, law, Vec3(drive, y, z))
            if law.kind == MOMENT:
                body_torque(system, law, x)
            else:
                point_force(system, law, x)


# ---------------------------------------------------------------- vectors of elements
class Vectors(NamedTuple):
    """The part of the scratch behind the bodies and freedoms."""

    readings: object
    q: object
    v: object
    tau: object
    R: object
    sigma: object
    gamma: object


@inline
def vectors(head, scratch, at, like):
    """Those that begin at `at`."""
    w, nq, nv, nc = width(like), head.nq, head.nv, head.rows
    q = at + head.measures * READING * w
    rows = q + (nq + 3 * nv) * w
    return Vectors(
        table(Reading, scratch, at, like),
        view(scratch, q, like),
        view(scratch, q + nq * w, like),
        view(scratch, q + (nq + nv) * w, like),
        view(scratch, q + (nq + 2 * nv) * w, like),
        view(scratch, rows, like),
        view(scratch, rows + nc * w, like),
    )


@inline
def seed(x, head, y, slopes, first, count, zero):
    """The state y with the directions from `first` on."""
    nq, nv = head.nq, head.nv
    for k in range(nq):
        x.q[k] = seeded(zero + y[k], slopes, first, k, count)
    for k in range(nv):
        x.v[k] = seeded(zero + y[nq + k], slopes, first, nq + k, count)


@inline
def harvest(x, head, out, first, count):
    """The derivatives of R, σ and Γ along these directions."""
    nv, nc = head.nv, head.rows
    store(x.R, nv, out, first, 0, count)
    store(x.sigma, nc, out, first, nv, count)
    store(x.gamma, nc, out, first, nv + nc, count)


# ---------------------------------------------------------------- directions
@inline
def seeded(x, slopes, first, k, count):
    """A number with its derivatives along the directions from `first` on: column k of the table `slopes`."""
    for place in range(count):
        x = with_change(x, place + 1, slopes[first + place, k])
    return x


@inline
def store(found, n, out, first, at, count):
    """The derivatives of n elements, a row of `out` for each direction from `first` on."""
    for k in range(n):
        x = found[k]
        for place in range(count):
            out[first + place, at + k] = change(x, place + 1)


@inline
def many(first, rows):
    """How many directions a pass has."""
    return min(DIRECTIONS, rows - first)


# ---------------------------------------------------------------- what the user wrote
@kernel
def written_forces(system, head, model, t, tau):
    """The user's forces alone, in numbers; returns a status."""
    laws = table(Law, model, head.law_at, 0.0)
    begin(system, head, tau)
    for k in range(head.laws):
        if laws[k].kind == FORMULA or laws[k].kind == CALLED:
            status = rare(head, LAW, k, t, model)
            if status != FINE:
                return status
    return FINE


@kernel
def written_rows(system, head, model, t, multipliers, tau, sigma, gamma):
    """The user's rows alone, after all measures were read, and their forces −Φ_vᵀ λ; returns a status."""
    rows, terms = table(Row, model, head.row_at, 0.0), table(Term, model, head.term_at, 0.0)
    measures = table(Measure, model, head.measure_at, 0.0)
    for k in range(head.written):
        status = rare(head, WRITTEN, k, t, model)
        if status != FINE:
            return status
    for r in range(head.rows):
        own = rows[r].function == NOT_LINEAR
        sigma[r] = model[head.phi_dot_at + r] if own else 0.0
        gamma[r] = model[head.phi_ddot_at + r] if own else 0.0
        if own:
            for k in range(rows[r].first, rows[r].first + rows[r].terms):
                m = measures[terms[k].measure]
                press_along(system, m, m.F, -multipliers[r] * terms[k].push, tau)
    return FINE
