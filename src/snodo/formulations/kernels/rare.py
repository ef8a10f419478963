"""Measures, forces and rows that few mechanisms have, behind an address (`verbs.rare`): compiled for those alone.

    measures   of what rolls or cuts, of torsions, cylinders, cables, bushings, curves and spheres
               (`math/kernels/rolling.py`, `twisting.py`, `spanning.py`, `leaning.py`, `grazing.py`)
    forces     torsions of elastic joints, and the user's own
    rows       the user's own

Every formulation compiles it for its own bodies.
"""

import math

from snodo._jit import kernel
from snodo.formulations.kernels.measures import moving
from snodo.formulations.kernels.statuses import FINE, USER_FAILED
from snodo.formulations.kernels.tables import TORSION, Law, Measure, Written
from snodo.formulations.kernels.torsion import torsion
from snodo.formulations.kernels.user_law import user_law
from snodo.formulations.kernels.user_rows import written
from snodo.formulations.kernels.verbs import LAW, MEASURE
from snodo.math.kernels.grazing import brush, graze, profile
from snodo.math.kernels.leaning import lean
from snodo.math.kernels.measures import (
    BALL,
    BARREL,
    BEND,
    BRUSH,
    EDGE,
    GRAZE,
    LEAN,
    PROFILE,
    REACH,
    RIM,
    SPAN,
    TILT,
    TWIST,
    WRAP,
)
from snodo.math.kernels.records import table
from snodo.math.kernels.rolling import ball, barrel, edge, reach, rim, turning
from snodo.math.kernels.spanning import COIL, coil, span, wrap
from snodo.math.kernels.twisting import bend, tilt, twist


@kernel
def read_rolling(system, m, model):
    """One measure of what rolls or cuts, most of which have a rate only, or of a torsion."""
    i, j = moving(system, m.i), moving(system, m.j)
    if m.kind == PROFILE:
        return profile(i, j, m.s_i, m.s_j, m.e, m.g, model, m.iq)
    if m.kind == GRAZE:
        return graze(i, j, m.s_i, m.s_j, m.e, m.g, model, m.iq, m.radius, m.iv)
    if m.kind == BRUSH:
        return brush(i, j, m.s_i, m.s_j, m.g, m.e, m.radius)
    if m.kind == EDGE:
        return edge(i, j, m.s_j, m.g, m.f, m.radius, m.iv)
    if m.kind == BALL:
        return ball(i, j, m.s_j, m.g, m.e, m.radius)
    if m.kind == BARREL:
        return barrel(i, j, m.s_i, m.s_j, m.e, m.radius, m.iv)
    if m.kind == REACH:
        return reach(i, j, m.s_i, m.s_j, m.e)
    if m.kind == RIM:
        return rim(i, j, m.e, m.f)
    if m.kind == TWIST:
        return twist(i, j, m.e, m.g, m.f, m.iv)
    if m.kind == BEND:
        return bend(i, j, m.e, m.g, m.f)
    if m.kind == TILT:
        return tilt(i, j, m.e, m.f)
    if m.kind == SPAN:
        return span(i, j, m.s_i, m.s_j)
    if m.kind == WRAP:
        return wrap(i, j, m.s_i, m.s_j, m.g, m.radius)
    if m.kind == COIL:
        return coil(i, j, m.s_i, m.s_j, m.e, m.g, m.radius)
    if m.kind == LEAN:
        return lean(i, j, m.e, m.g, m.f, m.s_i)
    return turning(i, j, m.e)


@kernel
def exert(system, head, model, k, t):
    """A force, and its power."""
    law = table(Law, model, head.law_at, 0.0)[k]
    power = torsion(system, law) if law.kind == TORSION else user_law(system, head, model, law, t)
    if not math.isfinite(power):
        head.culprit = k
        return USER_FAILED
    if law.work >= 0:
        model[head.power_at + law.work] = power
    return FINE


@kernel
def answer(system, head, model, what, t):
    """What `verbs.rare` asks for."""
    k, what = what // 3, what % 3
    if what == MEASURE:
        m = table(Measure, model, head.measure_at, 0.0)[k]
        found = read_rolling(system, m, model)
        m.x, m.rate, m.second, m.F = found.x, found.rate, found.second, found.F
        return FINE
    if what == LAW:
        return exert(system, head, model, k, t)
    item = table(Written, model, head.written_at, 0.0)[k]
    status = written(head, model, item, t)
    if status != FINE:
        head.culprit = item.row
    return status
