"""The equations of eight open trees as one ODE: `rate.py` in lanes (`lanes_model.py`), y interleaved."""

from math import isfinite

from snodo._jit import PROJECT, RATE, entry, inline
from snodo.formulations.tree.kernels.aba import accelerate
from snodo.formulations.tree.kernels.kinematics import origins, outward, velocities
from snodo.formulations.tree.kernels.lanes_model import abreast, apply_forces
from snodo.formulations.tree.kernels.layout import FINE, FREE, NOT_FINITE, SPHERICAL
from snodo.formulations.tree.kernels.rate import coordinate_rates
from snodo.math.kernels.elementary import sqrt
from snodo.math.kernels.lanes import LANES, zeros
from snodo.math.kernels.records import view


@inline
def lanes(array, at):
    """A vector of elements from the element `at` on."""
    return view(array, at * LANES, zeros())


@inline
def judged(x, first):
    """FINE if all numbers from the element `first` on are finite."""
    status = FINE
    for k in range(first * LANES, x.size):
        if not isfinite(x[k]):
            status = NOT_FINITE
    return status


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the states y at time t."""
    head, s = abreast(model)
    q, v, tau, a = lanes(y, 0), lanes(y, head.nq), lanes(model, head.tau_at), lanes(ydot, head.nq)
    outward(s, q, v)
    if head.laws:
        origins(s)
        velocities(s)
        apply_forces(s, head, model, t, q, v, tau, lanes(ydot, head.nq + head.nv))
    accelerate(s, tau, a)
    coordinate_rates(s, head.alpha, q, v, lanes(ydot, 0))
    return judged(ydot, head.nq)


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Bring Euler parameters to length one; returns 0, or minus a status."""
    _, s = abreast(model)
    q = lanes(y, 0)
    for i in range(1, s.last + 1):
        link = s.links[i]
        if link.kind == SPHERICAL or link.kind == FREE:
            p = link.iq + (3 if link.kind == FREE else 0)
            length = sqrt(q[p] * q[p] + q[p + 1] * q[p + 1] + q[p + 2] * q[p + 2] + q[p + 3] * q[p + 3])
            for k in range(4):
                q[p + k] = q[p + k] / length
    return -judged(y, 0)
