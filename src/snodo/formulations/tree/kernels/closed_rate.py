"""The equations of a tree with constraint rows as an ODE: the functions behind the seam between equations and time.

    q̇ = N(q) v,     M v̇ + Φ_vᵀ λ = Q,     Φ_v v̇ = γ − 2 α Φ̇ − β² Φ        (α = β = 0: no stabilisation)

Articulated bodies give the accelerations without constraint forces; the rows' Φ̈ under them is what the forces must
take away:  S λ = Φ̈ + 2 α Φ̇ + β² Φ;  a second sweep outward gives the accelerations with them.
"""

import math

import numpy as np

from snodo._jit import PROJECT, RATE, entry, kernel
from snodo.formulations.kernels.closing import update_rows
from snodo.formulations.kernels.forces import apply_forces, press_along
from snodo.formulations.kernels.holding import (
    MOST_CORRECTIONS,
    STILL_CLOSED,
    contradiction,
    drivers_power,
    fastest,
    largest,
    stabilised,
)
from snodo.formulations.kernels.measuring import read_measures
from snodo.formulations.kernels.tables import FINE, NO_CONVERGENCE, Measure, Row, Term
from snodo.formulations.tree.kernels.aba import gather, spread
from snodo.formulations.tree.kernels.carrying import constrain, factor, multipliers, respond
from snodo.formulations.tree.kernels.kinematics import origins, outward, velocities
from snodo.formulations.tree.kernels.layout import WITH_CONSTRAINTS, Header, system
from snodo.formulations.tree.kernels.rate import coordinate_rates, normalise, write
from snodo.math.kernels.rows import table, view


@kernel
def moved(s, head, model, q, v):
    """Where every link is and how it moves; the measures, whose second derivatives are not yet meant."""
    outward(s, q, v)
    origins(s)
    velocities(s)
    read_measures(s, head, model, q, v, v)


@kernel
def load(s, head, model, tau):
    """Constraint forces −Φ_vᵀ λ join the applied ones, for the multipliers at hand."""
    rows, terms = table(Row, model, head.row_at, 0.0), table(Term, model, head.term_at, 0.0)
    measures = table(Measure, model, head.measure_at, 0.0)
    for r in range(head.rows):
        for k in range(rows[r].first, rows[r].first + rows[r].terms):
            press_along(s, measures[terms[k].measure], -model[head.lambda_at + r] * terms[k].weight, tau)


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = table(Header, model, 0, 0.0)[0], model.view(np.int64)
    head.time, head.loaded = t, head.wrenches
    s = system(model, 0.0)
    head.loaded = 0
    q, v, tau = view(y, 0, 1, 0.0), view(y, head.nq, 1, 0.0), view(model, head.tau_at, 1, 0.0)
    a = view(ydot, head.nq, 1, 0.0)
    moved(s, head, model, q, v)
    status = apply_forces(s, head, model, t, q, v, tau)
    if status == FINE and head.forces_only == WITH_CONSTRAINTS:
        status = update_rows(head, model, t)
        load(s, head, model, tau)
    if status != FINE or head.forces_only:
        return status
    gather(s, tau)
    spread(s, a)
    read_measures(s, head, model, q, v, a)
    status = update_rows(head, model, t)
    if status == FINE:
        status = factor(s, head, model, ints)
    if status != FINE:
        return status
    stabilised(head, model)
    multipliers(head, model, ints, head.phi_ddot_at)
    constrain(s, head, model, ints)
    spread(s, a)
    drivers_power(head, model, ints)
    coordinate_rates(s, head.alpha, q, v, view(ydot, 0, 1, 0.0))
    return write(head, model, ydot)


# ---------------------------------------------------------------- back onto the constraints
@kernel
def correct(s, head, model, ints, y, level):
    """One correction of the coordinates (level 0) or velocities, the least in the mass metric that undoes the error."""
    q, v = view(y, 0, 1, 0.0), view(y, head.nq, 1, 0.0)
    x = view(model, head.correction_at, 1, 0.0)
    multipliers(head, model, ints, head.phi_at if level == 0 else head.phi_dot_at)
    respond(s, head, model, ints, x)
    if level:
        for k in range(head.nv):
            v[k] = v[k] + x[k]
    else:
        coordinate_rates(s, 0.0, q, x, view(model, head.correction_at + head.nv, 1, 0.0))
        for k in range(head.nq):
            q[k] = q[k] + model[head.correction_at + head.nv + k]


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Correct y in place to Φ = 0, then to Φ_v v = ν; returns the number of corrections, or minus a status.

    The factors of the last evaluation serve as long as they make progress (modified Newton); then they are renewed.
    """
    head, ints = table(Header, model, 0, 0.0)[0], model.view(np.int64)
    s = system(model, 0.0)
    q, v, tau = view(y, 0, 1, 0.0), view(y, head.nq, 1, 0.0), view(model, head.tau_at, 1, 0.0)
    corrections = 0
    for level in range(2):
        values = head.phi_at if level == 0 else head.phi_dot_at
        enough = tolerance if level == 0 else tolerance * fastest(v, head.nv)
        error, before, renewed = math.inf, math.inf, False
        while True:
            found = normalise(s, y, tolerance)
            if found < 0:
                return found
            moved(s, head, model, q, v)
            status = update_rows(head, model, t)
            if status != FINE:
                return -status
            error = largest(head, model, values)
            if error <= enough or corrections > MOST_CORRECTIONS:
                break
            if head.factored == 0 or error > 0.3 * before:
                if renewed and error > 0.5 * before:
                    break
                gather(s, tau)
                if factor(s, head, model, ints) != FINE:
                    return -NO_CONVERGENCE
                renewed = True
            correct(s, head, model, ints, y, level)
            before = error
            corrections += 1
        if not error <= max(enough, STILL_CLOSED):
            return -NO_CONVERGENCE
    status = contradiction(head, model)
    return -status if status != FINE else corrections
