"""Forward dynamics of one state: `aba.py`, with what it is given and what it finds checked."""

from snodo._jit import Floats, entry, i8
from snodo.formulations.tree.kernels.aba import aba
from snodo.formulations.tree.kernels.layout import FINE, SINGULAR, beyond, refused, system, vector


@entry(i8(Floats, Floats, Floats, Floats, Floats))
def forward(model, q, v, tau, a):
    """Accelerations `a` of one state."""
    status = refused(model, q, v, tau)
    if status == FINE:
        aba(system(model, 0.0), vector(q), vector(v), vector(tau), vector(a))
        if beyond(a, 1e300):
            status = SINGULAR
    return status
