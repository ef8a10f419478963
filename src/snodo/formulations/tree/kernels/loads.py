"""Forces that follow reactions in a tree: the verb of `formulations/kernels/loads.py`.

The joints of a tree have no rows.  What passes through one of them is what its subtree needs, recursive Newton–Euler:

    f_i = I_i a_i + ω × I ω − (forces on it) + Σ f of its children

without the joint's own freedom it is the reaction.  It is linear in v̇, λ and the forces, so that f for n = 0 and its
change for n_j = 1 are two such sweeps, the second with velocities and applied forces left out.  Joints that are cut,
and constraints, have rows, whose weights are found as in the other formulations.
"""

from snodo._jit import array_at, inline, kernel, verb
from snodo.formulations.kernels.forces import press
from snodo.formulations.kernels.loads import THROUGH, UPDATE, Component, Loads, Place, Push
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import Measure, Row, Term
from snodo.formulations.tree.kernels.kinematics import accelerations
from snodo.formulations.tree.kernels.layout import Header, system
from snodo.formulations.tree.kernels.row_wrenches import acting
from snodo.math.kernels.algebra import Force, Motion, Vec3, cross, dot
from snodo.math.kernels.measures import COORDINATE
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import inertial_force, shift_force, shift_motion


@inline
def place_of(s, part):
    """The point of a push or component, in the world."""
    frame = s.work[part.frame]
    return frame.p + frame.R @ part.s


@inline
def wrench(s, part):
    """A push on its link, at the link's origin in world axes."""
    R = s.work[part.frame].R
    f = R @ part.f
    return Force(f, R @ part.m + cross(place_of(s, part) - s.work[part.body].p, f))


@inline
def along(s, part, link, F):
    """f · F + m · M of a wrench at the origin of a link, about the point of a component."""
    R, arm = s.work[part.frame].R, s.work[link].p - place_of(s, part)
    return dot(R @ part.f, F.lin) + dot(R @ part.m, F.ang + cross(arm, F.lin))


# ---------------------------------------------------------------- speeds and weights
@kernel
def update_speeds(s, load, own):
    """c_j v."""
    places, pushes = table(Place, own, load.place_at, 0.0), table(Push, own, load.push_at, 0.0)
    for j in range(load.places):
        speed = 0.0
        for k in range(places[j].first_push, places[j].first_push + places[j].pushes):
            if pushes[k].body > 0:
                link = s.work[pushes[k].body]
                speed += wrench(s, pushes[k]) @ Motion(link.v, link.w)
        own[load.speed_at + j] = speed


@inline
def row_weight(s, head, model, part, r):
    """What a component is for a multiplier one of a row."""
    row, terms = table(Row, model, head.row_at, 0.0)[r], table(Term, model, head.term_at, 0.0)
    measures, none = table(Measure, model, head.measure_at, 0.0), Vec3(0.0, 0.0, 0.0)
    F = Force(none, none)
    for k in range(row.first, row.first + row.terms):
        F = F + acting(s, measures[terms[k].measure], part.body, -terms[k].push)
    return along(s, part, part.body, F)


@kernel
def update_weights(s, head, model, load, own):
    """Weights of rows in components; those of joints of the tree do not change with loads of coefficient zero."""
    components = table(Component, own, load.component_at, 0.0)
    for c in range(load.components):
        part = components[c]
        if part.body < 0:
            continue
        for r in range(part.rows):
            own[part.weight_at + r] = row_weight(s, head, model, part, part.first_row + r)
        if part.rows == 0:
            for i in range(load.places):
                own[load.gain_at + c * load.places + i] = 0.0


# ---------------------------------------------------------------- accelerations under a push
@kernel
def push(s, load, own, j, x):
    """x = −M⁻¹ c_jᵀ: inward what every axis takes up of the pushes, outward the accelerations."""
    place, pushes = table(Place, own, load.place_at, 0.0)[j], table(Push, own, load.push_at, 0.0)
    none = Vec3(0.0, 0.0, 0.0)
    for i in range(s.last + 1):
        s.work[i].f = Force(none, none)
    for k in range(place.first_push, place.first_push + place.pushes):
        link = s.work[pushes[k].body]
        link.f = link.f + wrench(s, pushes[k])
    for i in range(s.last, 0, -1):
        link, this = s.links[i], s.work[i]
        F = this.f
        for n in range(link.iv + link.dofs - 1, link.iv - 1, -1):
            freedom = s.freedoms[n]
            freedom.w = freedom.S @ F
            F = F - freedom.U * (freedom.d * freedom.w)
        base = s.work[link.parent]
        base.f = base.f + shift_force(F, this.r)
    s.work[0].a = Motion(none, none)
    for i in range(1, s.last + 1):
        link, this = s.links[i], s.work[i]
        a = shift_motion(s.work[link.parent].a, this.r)
        for n in range(link.iv, link.iv + link.dofs):
            freedom = s.freedoms[n]
            x[n] = freedom.d * (-freedom.w - freedom.U @ a)
            a = a + freedom.S * x[n]
        this.a = a


# ---------------------------------------------------------------- what passes through the joints
@kernel
def needed(s, loaded, x):
    """What every link needs for its motion, beside the applied forces."""
    none = Vec3(0.0, 0.0, 0.0)
    s.work[0].a = Motion(none - s.gravity, none)
    accelerations(s, x)
    for i in range(1, s.last + 1):
        link, this = s.links[i], s.work[i]
        f = inertial_force(this.R, link.inertia, this.w, this.a)
        if loaded:
            f = f - shift_force(this.external, this.R @ link.origin)
        this.f = f


@kernel
def needed_more(s, x):
    """What every link needs for a change of the accelerations."""
    none = Vec3(0.0, 0.0, 0.0)
    s.work[0].a = Motion(none, none)
    for i in range(1, s.last + 1):
        link, this = s.links[i], s.work[i]
        a = shift_motion(s.work[link.parent].a, this.r)
        for n in range(link.iv, link.iv + link.dofs):
            a = a + s.freedoms[n].S * x[n]
        this.a, this.f = a, inertial_force(this.R, link.inertia, none, a)


@inline
def pull(s, head, model, r, force):
    """The constraint force −λ of a row is there: the links need λ more; coordinates push within their own joint."""
    row, terms = table(Row, model, head.row_at, 0.0)[r], table(Term, model, head.term_at, 0.0)
    measures = table(Measure, model, head.measure_at, 0.0)
    for k in range(row.first, row.first + row.terms):
        m = measures[terms[k].measure]
        if m.kind != COORDINATE:
            i, j, F = s.work[m.i], s.work[m.j], m.F * (force * terms[k].push)
            j.f = j.f + F
            i.f = i.f - shift_force(F, j.p - i.p)


@kernel
def pull_place(s, head, model, load, own, j):
    """The force −φ of a place is there, for n_j = 1."""
    place, pushes = table(Place, own, load.place_at, 0.0)[j], table(Push, own, load.push_at, 0.0)
    phi = own[load.phi_at + j]
    for k in range(place.first_push, place.first_push + place.pushes):
        link = s.work[pushes[k].body]
        link.f = link.f + wrench(s, pushes[k]) * phi
    for k in range(place.rows):
        pull(s, head, model, place.row + k, phi * own[load.way_at + 2 * j + k])


@kernel
def read_through(s, load, own, out, step):
    """Every joint carries its subtree (2.9); then the components of what passes, at `out` with this step."""
    for i in range(s.last, 0, -1):
        this, base = s.work[i], s.work[s.links[i].parent]
        base.f = base.f + shift_force(this.f, this.r)
    components = table(Component, own, load.component_at, 0.0)
    for c in range(load.components):
        part = components[c]
        if part.body >= 0 and part.rows == 0:
            link = part.first_row
            own[out + c * step] = own[part.weight_at] * along(s, part, link, s.work[link].f)


@kernel
def through(s, head, model, load, own, what):
    """Components of the joints of the tree without loads, or their change for n_j = 1, for the x and λ there are."""
    x, j = view(model, head.x_at, 0.0), THROUGH - 1 - what
    s.work[0].f = Force(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))
    if what == THROUGH:
        needed(s, head.wrenches, x)
    else:
        needed_more(s, x)
    for r in range(head.rows):
        force = model[head.lambda_at + r]
        if force != 0.0:
            pull(s, head, model, r, force)
    if what == THROUGH:
        read_through(s, load, own, load.value_at, 1)
    else:
        pull_place(s, head, model, load, own, j)
        read_through(s, load, own, load.gain_at + j, load.places)


@kernel
def press_loads(s, own, forces):
    """Forces of the places against their directions join the applied ones."""
    load = table(Loads, own, 0, 0.0)[0]
    places, pushes = table(Place, own, load.place_at, 0.0), table(Push, own, load.push_at, 0.0)
    for j in range(load.places):
        for k in range(places[j].first_push, places[j].first_push + places[j].pushes):
            press(s, pushes[k].body, wrench(s, pushes[k]) * -forces[j])


@verb
def loads(what, t, model, own, out):
    """Speeds and weights, a response, or what passes through joints."""
    model, own = array_at(model), array_at(own)
    head, s, load = table(Header, model, 0, 0.0)[0], system(model, 0.0), table(Loads, own, 0, 0.0)[0]
    if what == UPDATE:
        update_speeds(s, load, own)
        update_weights(s, head, model, load, own)
    elif what <= THROUGH:
        through(s, head, model, load, own, what)
    else:
        push(s, load, own, what, view(model, head.x_at, 0.0))
    return FINE
