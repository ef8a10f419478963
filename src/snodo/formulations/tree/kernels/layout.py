"""What is stored where: one flat float64 array holds the model of a tree and the scratch of the algorithms.

A link is a body with the joint that carries it; link 0 is the ground.  The frame of a link is its joint's frame on it.
A joint whose freedoms are not slides followed by turns is split into several links, of which the last has the mass.
"""

from typing import NamedTuple

from snodo._jit import inline
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE, WRONG_LENGTH
from snodo.formulations.kernels.verbs import header
from snodo.math.kernels.algebra import Articulated, Force, Mat3, Motion, Rigid, Spread, Vec3
from snodo.math.kernels.axes import Axis
from snodo.math.kernels.records import table, view

REVOLUTE, PRISMATIC, HELICAL, SPHERICAL, FREE, CHAIN = 0, 1, 2, 3, 4, 5
LARGEST = 1e15
"""Largest coordinate [m or rad] that makes sense in double precision."""
STRONGEST = 1e100
"""Largest velocity, acceleration or force taken: products of two of them are still numbers."""


class _Own(NamedTuple):
    """Counts and offsets of tables, after the common beginning of all models (`formulations/kernels/verbs.py`)."""

    links: int
    link_at: int
    work_at: int
    freedom_at: int
    loaded: int  # external wrenches act
    limb_at: int  # what may be taken side by side (`limbs.py`), or 0
    kept: int  # the articulated bodies of all links must stay in the scratch: something reads them after the equations
    gravity: Vec3
    # the applied forces, and the tree in time
    laws: int
    law_at: int
    wrenches: int  # some law acts on bodies, not on a joint's coordinate
    tau_at: int  # joint forces
    stack_at: int  # scratch of functions of time and formulas
    user_at: int  # scratch of the user's laws
    runner: int  # address of the machine that runs formulas
    # the rows of cut joints, constraints and drivers
    row_at: int
    measures: int
    measure_at: int
    measured_laws: int  # whether a law acts along a measure, or refers to one
    term_at: int
    written: int  # the user's rows
    written_at: int
    input_at: int
    row_user_at: int  # scratch of the user's rows
    correction_at: int  # one for each velocity
    y_at: int  # J L⁻¹, row after row along the freedoms that carry it
    start_at: int  # for each freedom its first entry below, one more at the end
    entry_at: int  # place in y and row of each entry, freedom after freedom
    meetings: int
    meeting_at: int
    counters: int  # angles of cut joints whose whole turns are counted by a coordinate of their own, behind the others
    counter_at: int  # the measure of each


Header = header(_Own)


class Link(NamedTuple):
    """Constant, per link."""

    parent: int
    kind: int
    iq: int  # first coordinate, first velocity
    iv: int
    dofs: int
    inner: int  # has children
    first: int  # the first child to reach its parent, going inward
    aligned: int  # the rotation below is the identity
    backward: int  # the joint is walked from its child to its parent
    letter: int  # axis of a revolute, prismatic or helical joint: x, y, z (0, 1, 2)
    sign: float  # −1 if the axis is turned around or the joint walked backward
    pitch: float  # of a screw [m/rad]
    rotation: Mat3  # the joint in the parent's frame
    offset: Vec3
    inertia: Rigid  # in the link's axes, about its origin
    spread: Spread  # its second moment again, as it is quickest to rotate
    origin: Vec3  # of the body's own frame
    armature: float  # inertia of motors against the speed of a joint with one freedom
    lent: float  # moment of inertia lent to a particle, which does not turn: it counts in no sum


class Work(NamedTuple):
    """Scratch, per link."""

    R: Mat3  # axes
    r: Vec3  # origin, from the parent's origin
    w: Vec3  # angular velocity
    c: Motion  # acceleration that velocity alone gives it
    a: Motion  # acceleration
    f: Force  # force gathered from the children (articulated bodies: bias force δ)
    IA: Articulated  # articulated inertia Δ gathered from the children
    B: Rigid  # composite inertia
    p: Vec3  # origin, in the world
    v: Vec3  # velocity of the origin
    external: Force  # on the body, at the origin of the body's own frame


class Freedom(NamedTuple):
    """Scratch, per degree of freedom."""

    letter: int  # constant: slide along x, y, z (0, 1, 2) or turn about them (3, 4, 5)
    S: Axis
    U: Force
    d: float
    u: float
    w: float  # force of a row on the coordinate itself


class Meeting(NamedTuple):
    """Freedoms that follow one another on the way of two rows to the ground."""

    slot: int  # the rows' place in S
    y: int  # place of the one row's y, and of the other's z = d y
    z: int
    length: int


class System(NamedTuple):
    """What an algorithm is given."""

    last: int  # number of the last link
    loaded: int
    gravity: Vec3
    links: object
    work: object
    freedoms: object
    zero: float  # of the element type
    one: float


@inline
def system(model, like):
    """The tree in `model`, with elements like the zero `like`."""
    head = table(Header, model, 0, 0.0)[0]
    links = table(Link, model, head.link_at, 0.0)
    work, freedoms = table(Work, model, head.work_at, like), table(Freedom, model, head.freedom_at, like)
    return System(head.links, head.loaded, head.gravity, links, work, freedoms, like, like + 1.0)


@inline
def vector(x):
    """A whole array as a vector of elements."""
    return view(x, 0, 0.0)


# ---------------------------------------------------------------- the door
@inline
def refused(model, q, v, x):
    """Why these coordinates, velocities and forces or accelerations cannot be used; FINE if they can."""
    head = table(Header, model, 0, 0.0)[0]
    if q.size != head.nq or v.size != head.nv or x.size != head.nv:
        return WRONG_LENGTH
    if beyond(q, LARGEST) or beyond(v, STRONGEST) or beyond(x, STRONGEST):
        return NOT_FINITE
    return FINE


@inline
def refused_coordinates(model, q):
    """Why these coordinates cannot be used; FINE if they can."""
    if q.size != table(Header, model, 0, 0.0)[0].nq:
        return WRONG_LENGTH
    if beyond(q, LARGEST):
        return NOT_FINITE
    return FINE


@inline
def beyond(x, limit):
    """Whether a number is larger than the limit, or not a number."""
    found = False
    for i in range(x.size):
        found |= not abs(x[i]) <= limit
    return found
