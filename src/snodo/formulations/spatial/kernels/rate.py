"""The functions behind the seam between equations and time, for v = (ṙ, ω′), ω′ in body axes.

    q̇ = N(q) v:  ṙ,  ṗ = ½ Gᵀ ω′ + α (1 − pᵀp) p;     v̇ from the equations of motion;     ẇ = power

The state is y = (q, v, w), w the works of everything that has no potential.
"""

import numpy as np

from snodo._jit import PROJECT, RATE, entry
from snodo.formulations.kernels.tables import FINE
from snodo.formulations.spatial.kernels.equations import accelerate, close
from snodo.formulations.spatial.kernels.layout import SPIN, WHOLE, Header, system
from snodo.formulations.spatial.kernels.moving import coordinate_rates
from snodo.math.kernels.records import table, view


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, ints = table(Header, model, 0, 0.0)[0], model.view(np.int64)
    s = system(model, head)
    nq, nv = head.nq, SPIN * s.last
    q, v = view(y, 0, 0.0), view(y, nq, 0.0)
    status = accelerate(s, head, model, ints, t, q, v)
    if status != FINE or head.depth != WHOLE:
        return status
    coordinate_rates(s, head, model, ints, head.alpha, q, v, view(ydot, 0, 0.0))
    for k in range(nv):
        ydot[nq + k] = model[head.x_at + k]
    for k in range(head.works):
        ydot[nq + nv + k] = model[head.power_at + k]
    return FINE


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Correct y in place to pᵀp = 1, Φ = 0 and Φ_v v = ν; returns the number of corrections, or minus a status."""
    head, ints = table(Header, model, 0, 0.0)[0], model.view(np.int64)
    return close(system(model, head), head, model, ints, t, view(y, 0, 0.0), view(y, head.nq, 0.0), tolerance)
