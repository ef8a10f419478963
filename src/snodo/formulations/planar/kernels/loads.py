"""Forces that follow reactions in planar absolute coordinates: the verb of `formulations/kernels/loads.py`."""

from snodo._jit import array_at, inline, kernel, verb
from snodo.formulations.kernels.loads import UPDATE, Component, Loads, Place, Push
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.formulations.planar.kernels.poses import point
from snodo.formulations.planar.kernels.solve import yielding
from snodo.math.kernels.plane import Force2, Motion2, Vec2, cross
from snodo.math.kernels.records import table


@inline
def wrench(s, part):
    """A push, or the direction of a component, on its body about the centre of mass there."""
    place = point(s, part.frame, Vec2(part.s.x, part.s.y))
    f = s.work[part.frame].A * Vec2(part.f.x, part.f.y)
    return Force2(f, part.m.z + cross(place.r - s.work[part.body].r, f))


@kernel
def update_speeds(s, load, own):
    """c_j v."""
    places, pushes = table(Place, own, load.place_at, 0.0), table(Push, own, load.push_at, 0.0)
    for j in range(load.places):
        speed = 0.0
        for k in range(places[j].first_push, places[j].first_push + places[j].pushes):
            body = s.work[pushes[k].body]
            speed += wrench(s, pushes[k]) @ Motion2(body.v, body.w)
        own[load.speed_at + j] = speed


@kernel
def update_weights(s, head, load, own):
    """f · F + m · M of the wrench −g of each row, g its block for the body, at the point of the component.

    The force F acts at the centre of mass r, with the moment M about it; about the point p it is M + (r − p) × F.
    """
    components = table(Component, own, load.component_at, 0.0)
    start, entry, ints = head.start_at, head.entry_at, s.ints
    for c in range(load.components):
        part = components[c]
        if part.body < 0:
            continue
        for r in range(part.rows):
            own[part.weight_at + r] = 0.0
        arm = s.work[part.body].r - point(s, part.frame, Vec2(part.s.x, part.s.y)).r
        f = s.work[part.frame].A * Vec2(part.f.x, part.f.y)
        for k in range(entry + ints[start + part.body], entry + ints[start + part.body + 1]):
            block = s.blocks[ints[k]]
            r, g = block.row - part.first_row, block.g
            if 0 <= r < part.rows:
                moment = g.ang + cross(arm, g.lin)
                own[part.weight_at + r] -= f.x * g.lin.x + f.y * g.lin.y + part.m.z * moment


@kernel
def push(s, load, own, j):
    """x = −M⁻¹ c_jᵀ."""
    place, pushes = table(Place, own, load.place_at, 0.0)[j], table(Push, own, load.push_at, 0.0)
    for b in range(s.last):
        s.x[b].a = Motion2(Vec2(0.0, 0.0), 0.0)
    for k in range(place.first_push, place.first_push + place.pushes):
        b = pushes[k].body
        if b < s.last:
            step = s.x[b]
            step.a = step.a - yielding(s.bodies[b], wrench(s, pushes[k]))


@verb
def loads(what, t, model, own, out):
    """Speeds and weights, or a response."""
    model, own = array_at(model), array_at(own)
    head, s, load = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0), table(Loads, own, 0, 0.0)[0]
    if what == UPDATE:
        update_speeds(s, load, own)
        update_weights(s, head, load, own)
    else:
        push(s, load, own, what)
    return FINE
