"""The sums over all bodies in one state: `sums.py`."""

from snodo._jit import Floats, entry, i8
from snodo.formulations.tree.kernels.layout import FINE, refused, system, vector
from snodo.formulations.tree.kernels.sums import add_up


@entry(i8(Floats, Floats, Floats, Floats))
def totals(model, q, v, out):
    """The twelve sums of one state."""
    status = refused(model, q, v, v)
    if status == FINE:
        add_up(system(model, 0.0), vector(q), vector(v), vector(out))
    return status
