"""What a force along a measure is on one link."""

from snodo._jit import inline
from snodo.math.kernels.algebra import Force, Vec3
from snodo.math.kernels.axes import SLIDE
from snodo.math.kernels.measures import COORDINATE
from snodo.math.kernels.spatial import shift_force


@inline
def acting(s, m, link, force):
    """The wrench at the origin of a link of a force along a measure."""
    none = Vec3(0.0, 0.0, 0.0)
    if link != m.i and link != m.j:
        return Force(none, none)
    F = m.F * force
    if m.kind == COORDINATE:
        S = s.freedoms[m.iv].S
        F = Force(S.n * force, none) if S.kind == SLIDE else Force(none, S.n * force)
    if link == m.j:
        return F
    return shift_force(F, s.work[m.j].p - s.work[m.i].p) * -1.0
