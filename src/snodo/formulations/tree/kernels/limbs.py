"""Limbs side by side: chains of hinges at the ends of a tree, such as legs and arms, in SIMD lanes.

The algorithms on one state run through the trunk with numbers for elements, and through its limbs with lanes, one limb
in each lane.  A group of limbs is a tree of its own:

    row 1               where the limbs begin: what they need of their links of the trunk, and what they hand over
    row 2, 3 …          the first, second … hinge of each

Shorter limbs end in links without inertia; their motors have inertia 1, so that nothing is divided by zero.  Links of
the trunk have the first numbers of the tree: `trunk` is a tree without its limbs.  The joints of a group have their
coordinates, velocities and forces in vectors of lanes of their own, in the order of the rows.
"""

from typing import NamedTuple

from snodo._jit import inline, kernel
from snodo.formulations.tree.kernels.layout import Freedom, Header, Link, System, Work
from snodo.math.kernels.algebra import Articulated, Force, Mat3, Motion, Rigid, Spread, Vec3, cross
from snodo.math.kernels.axes import TURN, Axis
from snodo.math.kernels.elementary import sincos
from snodo.math.kernels.lanes import ABREAST, few, with_lane
from snodo.math.kernels.record_layout import place, size
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import about

WORK = size(Work)
AXES, SPEED, ACCELERATION = place(Work, "R"), place(Work, "w"), place(Work, "a")
BIAS, COMPOSITE = place(Work, "f"), place(Work, "B")
MOTION, RIGID = size(Motion), size(Rigid)
BIAS_AND_INERTIA = size(Force) + size(Articulated)
"""Numbers of δ and Δ, which `Work` has one after the other (`f`, `IA`)."""
FIRST = 2
"""Row of the first hinge."""


class Limbs(NamedTuple):
    """What a model says of its limbs, constant."""

    trunk: int  # links that are in none
    groups: int
    group_at: int
    seats: int  # hinges of all limbs
    seat_at: int
    hinges: int  # of all groups: elements of the vectors below
    vector_at: int  # q, v, x (forces or accelerations) and the result of all groups, one after the other


class Group(NamedTuple):
    """Limbs side by side, constant."""

    limbs: int
    last: int  # row
    begin: int  # number of its first hinge among those of all groups
    base_at: int  # for each lane the link that it begins at,
    first_at: int  # and whether it is the first to reach it, going inward
    column_at: int  # for each hinge and lane its velocity, or −1
    segment_at: int
    work_at: int
    freedom_at: int


class Seat(NamedTuple):
    """Where a hinge has its numbers, constant."""

    slot: int  # among the numbers of a vector in lanes
    iq: int
    iv: int
    d_at: int  # place of its d in the model


class Segment(NamedTuple):
    """A row of a group, constant: as `Link`, of a hinge in each lane."""

    parent: int  # the row before
    iv: int  # number of the hinge in its group
    dofs: int
    inner: int
    first: int
    aligned: int
    axis: Vec3  # one of its own axes, or the opposite
    rotation: Mat3
    offset: Vec3
    inertia: Rigid
    spread: Spread
    armature: float


@inline
def in_parts(model):
    """The tree without its limbs, and the limbs.

    Under wrenches on links, or if the articulated bodies of all must be kept: the whole tree, and none.
    """
    head = table(Header, model, 0, 0.0)[0]
    links, work = table(Link, model, head.link_at, 0.0), table(Work, model, head.work_at, 0.0)
    freedoms, own = table(Freedom, model, head.freedom_at, 0.0), table(Limbs, model, head.limb_at, 0.0)[0]
    some = int(head.limb_at > 0 and not head.loaded and not head.kept)
    last = own.trunk if some else head.links
    limbs = Limbs(last, own.groups * some, own.group_at, own.seats * some, own.seat_at, own.hinges, own.vector_at)
    return System(last, head.loaded, head.gravity, links, work, freedoms, 0.0, 1.0), limbs


@inline
def side_by_side(model, group):
    """A group as a tree with lanes for elements."""
    like, none = few(), Vec3(0.0, 0.0, 0.0)
    segments, work = table(Segment, model, group.segment_at, like), table(Work, model, group.work_at, like)
    freedoms = table(Freedom, model, group.freedom_at, like)
    return System(group.last, 0, none, segments, work, freedoms, like, like + 1.0)


# ---------------------------------------------------------------- numbers of the hinges
@inline
def vector_of(model, limbs, group, k):
    """q, v, x or the result (0 … 3) of the hinges of a group."""
    return view(model, place_of(limbs, group, k), few())


@inline
def place_of(limbs, group, k):
    """Where it begins."""
    return limbs.vector_at + (k * limbs.hinges + group.begin) * ABREAST


@kernel
def take_seats(model, limbs, q, v, x):
    """Coordinates, velocities, and forces or accelerations of all hinges into lanes; empty lanes keep their zeros."""
    seats, width = table(Seat, model, limbs.seat_at, 0.0), limbs.hinges * ABREAST
    numbers = view(model, limbs.vector_at, 0.0)
    for k in range(limbs.seats):
        seat = seats[k]
        numbers[seat.slot] = q[seat.iq]
        numbers[width + seat.slot] = v[seat.iv]
        numbers[2 * width + seat.slot] = x[seat.iv]


@kernel
def leave_seats(model, limbs, out):
    """The results of all hinges."""
    seats = table(Seat, model, limbs.seat_at, 0.0)
    numbers = view(model, limbs.vector_at + 3 * limbs.hinges * ABREAST, 0.0)
    for k in range(limbs.seats):
        seat = seats[k]
        out[seat.iv] = numbers[seat.slot]


@inline
def keep_resistance(model, limbs, freedoms):
    """After forward dynamics that failed: d of every hinge where the layer above looks for it."""
    seats = table(Seat, model, limbs.seat_at, 0.0)
    for k in range(limbs.seats):
        freedoms[seats[k].iv].d = view(model, seats[k].d_at, 0.0)[0]


# ---------------------------------------------------------------- between the trunk and its limbs
@inline
def begin(model, group, field, count):
    """Numbers of the links that the limbs begin at, from a field of their work on, to row 1."""
    head, bases = table(Header, model, 0, 0.0)[0], view(model, group.base_at, 0)
    trunk, root = view(model, head.work_at, 0.0), view(model, group.work_at + WORK * ABREAST, few())
    for k in range(field, field + count):
        x = few()
        for lane in range(ABREAST):
            x = with_lane(x, lane, trunk[bases[lane] * WORK + k])
        root[k] = x


@inline
def hand_over(model, group, field, count, add):
    """What row 1 has gathered, to the links that the limbs begin at; the first to reach a link need not add.

    Lanes are taken one after the other: several limbs may begin at one link.  Nobody reads what the ground gathers.
    """
    head = table(Header, model, 0, 0.0)[0]
    bases, firsts = view(model, group.base_at, 0), view(model, group.first_at, 0)
    trunk, root = view(model, head.work_at, 0.0), view(model, group.work_at + WORK * ABREAST, 0.0)
    for lane in range(group.limbs):
        at = bases[lane] * WORK
        if add or not firsts[lane]:
            for k in range(field, field + count):
                trunk[at + k] = trunk[at + k] + root[k * ABREAST + lane]
        else:
            for k in range(field, field + count):
                trunk[at + k] = root[k * ABREAST + lane]


# ---------------------------------------------------------------- kinematics
@inline
def swing(s, i, q, v):
    """Row i: as `kinematics.carry`, of hinges."""
    this, base = s.work[i], s.work[s.links[i].parent]
    w, turning = base.w, hang(s, i, q) * v[i - FIRST]
    this.w = w + turning
    this.c = Motion(cross(w, cross(w, this.r)), cross(w, turning))


@inline
def hang(s, i, q):
    """Row i: as `kinematics.standing`, of hinges; the axes in the world."""
    link, this, base = s.links[i], s.work[i], s.work[s.links[i].parent]
    R = base.R if link.aligned else base.R @ link.rotation
    n = R @ link.axis
    sine, cosine = sincos(q[i - FIRST])
    this.R, this.r = R @ about(link.axis, sine, cosine), base.R @ link.offset
    s.freedoms[i - FIRST].S = Axis(n, TURN, s.zero)
    return n
