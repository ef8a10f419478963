"""Articulated-body inertia Δ and bias δ of every link, equation (2.11): F = Δ a + δ.

Nothing holds a floating base, F = 0, so that it accelerates by a = −Δ⁻¹ δ (2.15).
"""

from snodo._jit import Floats, entry, i8, inline
from snodo.formulations.tree.kernels.aba import aba, subtree
from snodo.formulations.tree.kernels.layout import FINE, refused, system, vector


@inline
def keep_subtrees(system):
    """After `aba`: leave Δ and δ of every link in the scratch."""
    for i in range(1, system.last + 1):
        system.work[i].IA, system.work[i].f = subtree(system, i)


@entry(i8(Floats, Floats, Floats, Floats, Floats))
def articulate(model, q, v, tau, a):
    """Forward dynamics that leaves Δ and δ of every link in the scratch; a = acceleration − gravity there."""
    status = refused(model, q, v, tau)
    if status == FINE:
        s = system(model, 0.0)
        aba(s, vector(q), vector(v), vector(tau), vector(a))
        keep_subtrees(s)
    return status
