"""The equations of a tree with constraint rows as an ODE: the functions behind the seam between equations and time.

    q̇ = N(q) v,     M v̇ + Φ_vᵀ λ = Q,     Φ_v v̇ = γ − 2 α Φ̇ − β² Φ        (α = β = 0: no stabilisation)

Articulated bodies give the accelerations without constraint forces; the rows' Φ̈ under them is what the forces must
take away:  S λ = Φ̈ + 2 α Φ̇ + β² Φ;  a second sweep outward gives the accelerations with them.
"""

import numpy as np

from snodo._jit import RATE, entry, kernel
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.forces import apply_forces, press_along
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.stabilisation import drivers_power, stabilised
from snodo.formulations.kernels.tables import FINE, Measure, Row, Term
from snodo.formulations.tree.kernels.aba import gather, spread
from snodo.formulations.tree.kernels.constraint_forces import constrain, factor, multipliers
from snodo.formulations.tree.kernels.gap import pass_over
from snodo.formulations.tree.kernels.kinematics import moved
from snodo.formulations.tree.kernels.layout import WITH_CONSTRAINTS, Header, system
from snodo.formulations.tree.kernels.rate import coordinate_rates, write
from snodo.formulations.tree.kernels.turns import count_turns
from snodo.math.kernels.records import table, view


@kernel
def load(s, head, model, tau):
    """Constraint forces −Φ_vᵀ λ join the applied ones, for the multipliers at hand."""
    rows, terms = table(Row, model, head.row_at, 0.0), table(Term, model, head.term_at, 0.0)
    measures = table(Measure, model, head.measure_at, 0.0)
    for r in range(head.rows):
        for k in range(rows[r].first, rows[r].first + rows[r].terms):
            press_along(s, measures[terms[k].measure], -model[head.lambda_at + r] * terms[k].push, tau)


@kernel
def constrained(s, head, model, ints, a):
    """λ, and the accelerations with it."""
    status = factor(s, head, model, ints)
    if status == FINE:
        stabilised(head, model)
        multipliers(head, model, ints, head.phi_ddot_at)
        constrain(s, head, model, ints)
        spread(s, a)
    return status


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = table(Header, model, 0, 0.0)[0], model.view(np.int64)
    head.time, head.loaded = t, head.wrenches
    s = system(model, 0.0)
    head.loaded = 0
    q, v, tau = view(y, 0, 0.0), view(y, head.nq, 0.0), view(model, head.tau_at, 0.0)
    a = view(ydot, head.nq, 0.0)
    moved(s, q, v)
    if head.measured_laws or head.forces_only:
        read_measures(s, head, model, q, v, v)
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
    if status == FINE and head.soft_rows:
        status = pass_over(s, head, model, ints, t, q, v, a)
    elif status == FINE:
        status = constrained(s, head, model, ints, a)
    if status != FINE:
        return status
    drivers_power(head, model, ints)
    coordinate_rates(s, head.alpha, q, v, view(ydot, 0, 0.0))
    count_turns(head, model, ints, view(ydot, 0, 0.0))
    return write(head, model, ydot)
