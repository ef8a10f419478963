"""What the directions of a tree without rows answer, as many at once as duals have: a′ = −M⁻¹ R′.

The same as `yields` in `slopes.py`: the articulated bodies are those of the last plain evaluation, all operations are
linear, and only forces and accelerations are duals.
"""

from snodo._jit import array_at, kernel, verb
from snodo.formulations.kernels.slopes import Slopes, equation, spot
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.tree.kernels.layout import Header, system
from snodo.formulations.tree.kernels.tangents import on_duals
from snodo.math.kernels.algebra import Force, Motion, Vec3
from snodo.math.kernels.duals import DIRECTIONS, PLACES, still
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import shift_force, shift_motion


@kernel
def inward(s, wide, found):
    """u = −R′ − Sᵀ δ, from the last link to the first."""
    none = Vec3(wide.zero, wide.zero, wide.zero)
    for i in range(s.last + 1):
        this = wide.work[i]
        this.a, this.f = Motion(none, none), Force(none, none)
    for i in range(s.last, 0, -1):
        link, bias = s.links[i], wide.work[i].f
        for j in range(link.iv + link.dofs - 1, link.iv - 1, -1):
            own = s.freedoms[j]
            u = -found[j] - own.S @ bias
            wide.freedoms[j].u = u
            bias = bias + own.U * (u * own.d)
        if link.parent:
            base = wide.work[link.parent]
            base.f = base.f + shift_force(bias, s.work[i].r)


@kernel
def outward(s, wide, x, first):
    """(2.14), from the first link to the last."""
    for i in range(1, s.last + 1):
        link = s.links[i]
        a = shift_motion(wide.work[link.parent].a, s.work[i].r)
        for j in range(link.iv, link.iv + link.dofs):
            own = s.freedoms[j]
            step = (wide.freedoms[j].u - own.U @ a) * own.d
            x[first + j] = step
            a = a + own.S * step
        wide.work[i].a = a


@verb
def answers(what, t, model, y, out):
    """a′ of all directions, and η̇, into the rates; `what` is where the `Slopes` are."""
    model, ydot, like = array_at(model), array_at(out), still()
    own, head, s = table(Slopes, model, what, 0.0)[0], table(Header, model, 0, 0.0)[0], system(model, 0.0)
    wide, nv = on_duals(model, array_at(own.scratch))[0], head.nv
    for n in range((own.directions + DIRECTIONS - 1) // DIRECTIONS):
        rates = view(ydot, own.plain + 2 * nv * PLACES * n, like)
        answer = view(model, own.answer_at + nv * PLACES * n, like)
        inward(s, wide, view(model, own.found_at + equation(head).size * PLACES * n, like))
        outward(s, wide, rates, nv)
        for k in range(nv):
            answer[k] = rates[nv + k]
    for d in range(own.directions):
        for k in range(nv):
            ydot[own.plain + spot(own, 2 * nv, d, k)] = model[own.turn_at + d * nv + k]
    return FINE
