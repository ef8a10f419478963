"""The equations of motion in one state, for v = (ṙ, ω′): what the verbs of both kinds of velocities have in common.

The rows' Φ̈ without accelerations is −γ; under x = M⁻¹ Q it is J x − γ.
"""

import math

from snodo._jit import Floats, entry, f8, i8, kernel
from snodo.formulations.kernels.constraint_rows import update_rows
from snodo.formulations.kernels.forces import apply_forces
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE
from snodo.formulations.kernels.verbs import ALONG, MOTION, ROWS, SECOND
from snodo.formulations.spatial.kernels.attitude import normalise
from snodo.formulations.spatial.kernels.blocks import update_blocks
from snodo.formulations.spatial.kernels.euler_velocities import angular
from snodo.formulations.spatial.kernels.layout import PLACE, SPIN, Header, system
from snodo.formulations.spatial.kernels.moving import coordinate_rates, gather_forces, moved
from snodo.formulations.spatial.kernels.solve import add_along, free_accelerations
from snodo.math.kernels.records import table, view


@kernel
def update_terms(s, head, model, ints, t, q, v):
    """Φ, Φ̇, ν, the blocks of J, Φ̈ = −γ, the applied forces and Q; nothing is solved."""
    head.time, head.prepared, head.factored = t, 0, 0
    moved(s, head, model, q, v)
    status = update_rows(head, model, t)
    if status == FINE:
        status = apply_forces(s, head, model, t, q, v, view(model, head.tau_at, 0.0))
    if status == FINE:
        gather_forces(s, head, model)
        update_blocks(s, head, model, ints)
    return status


@kernel
def evaluated(what, s, head, model, ints, t, q, v):
    """Rows; forces and accelerations without constraint forces; or Φ̈ again."""
    if what == ROWS:
        head.time, head.prepared = t, 0
        moved(s, head, model, q, v)
        return update_rows(head, model, t)
    if what == MOTION:
        factored = head.factored
        status = update_terms(s, head, model, ints, t, q, v)
        if status != FINE:
            return status
        head.prepared, head.factored = 1, factored
        for r in range(head.rows):
            model[head.rest_at + r] = model[head.phi_ddot_at + r]
        free_accelerations(s, head, model)
    if what == SECOND:
        for r in range(head.rows):
            model[head.phi_ddot_at + r] = model[head.rest_at + r]
    if what == ALONG:
        for r in range(head.rows):
            model[head.phi_ddot_at + r] = 0.0
    add_along(s, head, model, ints, head.phi_ddot_at)
    return FINE


@kernel
def move_coordinates(s, head, model, ints, q):
    """q ⊕ x; angles that count turns follow the bodies, and are not moved."""
    step = view(model, head.correction_at, 0.0)
    coordinate_rates(s, head, model, ints, 0.0, q, view(model, head.x_at, 0.0), step)
    for k in range(PLACE * s.last):
        q[k] = q[k] + step[k]


@kernel
def of_length_one(s, q):
    """Bring all Euler parameters to length one; returns a status."""
    for i in range(1, s.last + 1):
        if not math.isfinite(normalise(q, PLACE * (i - 1) + 3)):
            return NOT_FINITE
    return FINE


@kernel
def finite(s, head, model):
    """Whether all accelerations are; the first body without one is the culprit."""
    for k in range(SPIN * s.last):
        if not math.isfinite(model[head.x_at + k]):
            head.culprit = k // SPIN
            return NOT_FINITE
    return FINE


@entry(i8(i8, f8, Floats, Floats))
def update(euler, t, y, model):
    """The terms of the equations in the state y, whose velocities are (ṙ, ω′) or (ṙ, ṗ)."""
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s = system(model, head)
    return update_terms(s, head, model, ints, t, view(y, 0, 0.0), angular(euler, s, head, y, model))
