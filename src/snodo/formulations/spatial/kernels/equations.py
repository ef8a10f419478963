"""The equations of motion in one state, and the way back onto the constraints, for v = (ṙ, ω′).

    M v̇ + Φ_vᵀ λ = Q,     Φ_v v̇ = γ − 2 α Φ̇ − β² Φ        (α = β = 0: no stabilisation)

The rows' Φ̈ without accelerations is −γ, so that  S λ = J M⁻¹ Q + Φ̈ + 2 α Φ̇ + β² Φ.
"""

import math

from snodo._jit import kernel
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.forces import apply_forces
from snodo.formulations.kernels.stabilisation import (
    MOST_CORRECTIONS,
    STILL_CLOSED,
    contradiction,
    drivers_power,
    fastest,
    largest,
    stabilised,
)
from snodo.formulations.kernels.tables import FINE, NO_CONVERGENCE, NOT_FINITE
from snodo.formulations.spatial.kernels.attitude import normalise
from snodo.formulations.spatial.kernels.gap import pass_over
from snodo.formulations.spatial.kernels.layout import PLACE, ROWS_AND_FORCES, SPIN
from snodo.formulations.spatial.kernels.moving import coordinate_rates, gather_forces, moved
from snodo.formulations.spatial.kernels.solve import (
    constrain,
    factor,
    free_accelerations,
    multipliers,
    update_blocks,
)
from snodo.math.kernels import sparse
from snodo.math.kernels.records import view


@kernel
def accelerate(s, head, model, ints, t, q, v):
    """v̇ at `x_at` and λ in the state (q, v) at time t; a status other than zero says what is wrong."""
    head.time = t
    moved(s, head, model, q, v)
    status = update_rows(head, model, t)
    if status == FINE:
        status = apply_forces(s, head, model, t, q, v, view(model, head.tau_at, 0.0))
    if status != FINE:
        return status
    gather_forces(s, head, model)
    if head.depth == ROWS_AND_FORCES:
        update_blocks(s, head, model, ints)
        return FINE
    if head.soft_rows:
        status = pass_over(s, head, model, ints, t)
    else:
        status = factor(s, head, model, ints)
        if status == FINE:
            stabilised(head, model)
            free_accelerations(s, head, model, ints, head.phi_ddot_at)
            multipliers(head, model, ints, head.phi_ddot_at)
            constrain(s, head, model, ints)
    if status != FINE:
        return status
    drivers_power(head, model, ints)
    return finite(s, head, model)


@kernel
def finite(s, head, model):
    """Whether all accelerations are; the first body without one is the culprit."""
    for k in range(SPIN * s.last):
        if not math.isfinite(model[head.x_at + k]):
            head.culprit = k // SPIN
            return NOT_FINITE
    return FINE


# ---------------------------------------------------------------- back onto the constraints
@kernel
def of_length_one(s, q, tolerance):
    """Bring all Euler parameters to length one; returns how many were farther from it, or minus a status."""
    found = 0
    for i in range(1, s.last + 1):
        away = normalise(q, PLACE * (i - 1) + 3)
        if not math.isfinite(away):
            return -NOT_FINITE
        found += away > tolerance
    return found


@kernel
def correct(s, head, model, ints, q, v, level):
    """One correction of the coordinates (level 0) or velocities, the least in the mass metric that undoes the error."""
    for k in range(SPIN * s.last):
        model[head.x_at + k] = 0.0
    multipliers(head, model, ints, head.phi_at if level == 0 else head.phi_dot_at)
    constrain(s, head, model, ints)
    if level:
        for k in range(SPIN * s.last):
            v[k] = v[k] + model[head.x_at + k]
    else:
        step = view(model, head.correction_at, 0.0)
        coordinate_rates(s, head, model, ints, 0.0, q, view(model, head.x_at, 0.0), step)
        for k in range(PLACE * s.last):
            q[k] = q[k] + step[k]


@kernel
def close(s, head, model, ints, t, q, v, tolerance):
    """Correct q to pᵀp = 1 and Φ = 0, then v to Φ_v v = ν; returns the number of corrections, or minus a status.

    The factors of the last evaluation serve as long as they make progress (modified Newton); then they are renewed.
    """
    corrections = 0
    for level in range(2):
        values = head.phi_at if level == 0 else head.phi_dot_at
        enough = tolerance if level == 0 else tolerance * fastest(v, SPIN * s.last)
        error, before, renewed = math.inf, math.inf, False
        most = corrections + MOST_CORRECTIONS  # the velocities have as many as the positions
        while True:
            found = of_length_one(s, q, tolerance)
            if found < 0:
                return found
            moved(s, head, model, q, v)
            status = update_rows(head, model, t)
            if status != FINE:
                return -status
            error = largest(head, model, values)
            if error <= enough or corrections > most:
                break
            if head.factored == 0 or error > 0.3 * before:
                if renewed and error > 0.5 * before:
                    break
                if factor(s, head, model, ints) != FINE:
                    return -NO_CONVERGENCE
                renewed = True
            correct(s, head, model, ints, q, v, level)
            before = error
            corrections += 1
        if not error <= max(enough, STILL_CLOSED):
            return -NO_CONVERGENCE
    status = contradiction(head, model)
    if status != FINE:
        return -status
    sparse.remember_sizes(model, head.rows, head.diagonal_at)
    return corrections
