"""Forces that follow reactions in absolute coordinates of space: the verb of `formulations/kernels/loads.py`.

Wrenches are in world axes at the centre of mass; blocks of J have their moments in body axes, as v = (ṙ, ω′) has.
"""

from snodo._jit import array_at, inline, kernel, verb
from snodo.formulations.kernels.loads import UPDATE, Component, Loads, Place, Push
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.spatial.kernels.blocks import block_of, yielding
from snodo.formulations.spatial.kernels.layout import SPIN, Entry, Header, system
from snodo.math.kernels.algebra import Force, Motion, cross, dot, transposed
from snodo.math.kernels.records import table, view


@inline
def place_of(s, part):
    """The point of a push or component, in the world."""
    frame = s.work[part.frame]
    return frame.p + frame.R @ part.s


@inline
def wrench(s, part):
    """A push on its body, at the centre of mass in world axes."""
    R = s.work[part.frame].R
    f = R @ part.f
    return Force(f, R @ part.m + cross(place_of(s, part) - s.work[part.body].p, f))


@kernel
def update_speeds(s, load, own):
    """c_j v."""
    places, pushes = table(Place, own, load.place_at, 0.0), table(Push, own, load.push_at, 0.0)
    for j in range(load.places):
        speed = 0.0
        for k in range(places[j].first_push, places[j].first_push + places[j].pushes):
            if pushes[k].body > 0:
                body = s.work[pushes[k].body]
                speed += wrench(s, pushes[k]) @ Motion(body.v, body.w)
        own[load.speed_at + j] = speed


@kernel
def update_weights(s, head, model, ints, load, own):
    """f · F + m · M of the wrench −g of each row, g its block for the body, at the point of the component.

    The force F acts at the centre of mass r, with the moment M about it; about the point p it is M + (r − p) × F.
    """
    components, entries = table(Component, own, load.component_at, 0.0), table(Entry, model, head.entry_at, 0.0)
    for c in range(load.components):
        part = components[c]
        if part.body < 0:
            continue
        for r in range(part.rows):
            own[part.weight_at + r] = 0.0
        body, R = s.work[part.body], s.work[part.frame].R
        arm, f, m = body.p - place_of(s, part), R @ part.f, R @ part.m
        for k in range(ints[head.start_at + part.body], ints[head.start_at + part.body + 1]):
            r = entries[k].row - part.first_row
            if 0 <= r < part.rows:
                g = block_of(model, entries[k])
                moment = body.R @ g.ang + cross(arm, g.lin)
                own[part.weight_at + r] -= dot(f, g.lin) + dot(m, moment)


@kernel
def push(s, head, model, load, own, j):
    """x = −M⁻¹ c_jᵀ."""
    place, pushes = table(Place, own, load.place_at, 0.0)[j], table(Push, own, load.push_at, 0.0)
    for k in range(SPIN * s.last):
        model[head.x_at + k] = 0.0
    for k in range(place.first_push, place.first_push + place.pushes):
        b = pushes[k].body
        if b > 0:
            F = wrench(s, pushes[k])
            a = yielding(s.links[b], Force(F.lin, transposed(s.work[b].R, F.ang)))
            x = table(Motion, model, head.x_at + SPIN * (b - 1), 0.0)[0]
            x.lin, x.ang = x.lin - a.lin, x.ang - a.ang


@verb
def loads(what, t, model, own, out):
    """Speeds and weights, or a response."""
    model, own = array_at(model), array_at(own)
    head, ints = table(Header, model, 0, 0.0)[0], view(model, 0, 0)
    s, load = system(model, head), table(Loads, own, 0, 0.0)[0]
    if what == UPDATE:
        update_speeds(s, load, own)
        update_weights(s, head, model, ints, load, own)
    else:
        push(s, head, model, load, own, what)
    return FINE
