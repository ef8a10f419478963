"""Velocities (ṙ, ṗ) in the place of (ṙ, ω′):  ω′ = 2 G ṗ / pᵀp,   ṗ = ½ Gᵀ ω′."""

from snodo._jit import inline
from snodo.formulations.kernels.tables import put, vec3
from snodo.formulations.spatial.kernels.attitude import spin_of, spin_rates
from snodo.formulations.spatial.kernels.layout import PLACE, SPIN
from snodo.math.kernels.records import view


@inline
def to_angular(s, q, v, out):
    """(ṙ, ω′) of all bodies."""
    for i in range(1, s.last + 1):
        at = PLACE * (i - 1)
        put(out, SPIN * (i - 1), vec3(v, at))
        put(out, SPIN * (i - 1) + 3, spin_of(q, at + 3, v, at + 3))


@inline
def to_euler(s, q, u, v):
    """(ṙ, ṗ) of all bodies, with pᵀ ṗ = 0."""
    for i in range(1, s.last + 1):
        at, k = PLACE * (i - 1), SPIN * (i - 1)
        put(v, at, vec3(u, k))
        spin_rates(q, at + 3, vec3(u, k + 3), 0.0, v, at + 3)


@inline
def angular(euler, s, head, y, model):
    """(ṙ, ω′) of a state whose velocities are these, or (ṙ, ṗ)."""
    if not euler:
        return view(y, head.nq, 0.0)
    u = view(model, head.velocity_at, 0.0)
    to_angular(s, view(y, 0, 0.0), view(y, head.nq, 0.0), u)
    return u
