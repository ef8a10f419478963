"""Inverse dynamics of one state: `rnea.py`, with what it is given and what it finds checked."""

from snodo._jit import Floats, entry, i8
from snodo.formulations.tree.kernels.layout import FINE, SINGULAR, beyond, refused, system, vector
from snodo.formulations.tree.kernels.rnea import rnea


@entry(i8(Floats, Floats, Floats, Floats, Floats))
def inverse(model, q, v, a, tau):
    """Joint torques `tau` of one state."""
    status = refused(model, q, v, a)
    if status == FINE:
        rnea(system(model, 0.0), vector(q), vector(v), vector(a), vector(tau))
        if beyond(tau, 1e300):
            status = SINGULAR
    return status
