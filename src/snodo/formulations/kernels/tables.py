"""Rows of the tables that the formulations in space share: applied forces, measures, constraint rows.

A body is known by its number (in a tree, by that of its link); number 0 is the ground.  A formulation has a `Header`
with the places of these tables, and rows of scratch `work[i]` with the motion R, p, v, w, a of body i and the wrench
`external` on it.
"""

from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.algebra import Force, Mat3, Vec3

SPRING, COORDINATE, POINT, TORQUE, FORMULA, CALLED, MEASURED, MOMENT, TORSION = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Kinds of applied forces."""
SMOOTH, DRY = 1, 2
"""Kinds of Coulomb friction."""


class Law(NamedTuple):
    """An applied force, constant; see `forces.py`."""

    kind: int
    work: int  # index of its power, −1 if it has a potential
    i: int  # links
    j: int
    s_i: Vec3  # points, from the links' origins, in their axes; of a torsion, directions
    s_j: Vec3
    iq: int  # coordinate and velocity of a joint
    iv: int
    stiffness: float
    damping: float
    free: float  # length or coordinate without force
    rubs: int  # whether it has Coulomb friction: SMOOTH, or DRY
    coulomb: float
    smoothing: float
    direction: float  # of dry friction: that of the sliding, ±1; 0 while it sticks
    x: int  # functions of time: the force itself, or its components
    y: int
    z: int
    axis: Vec3  # of a torque
    turning: int  # components or the axis turn with the body
    axes: Mat3  # the body's, in the link's; of a torsion, the frame on j in the axes of i, without strain
    held: int  # turns that a torsion holds
    address: int  # of the user's function, or the place of its formula
    listed_at: int  # its bodies
    listed: int
    first: int  # terms of its measure, and their sum's constant
    terms: int
    constant: float
    positions: int  # numbers that it is given of each body's place and of its velocity: 3 and 3, in space 7 and 6
    speeds: int


class Listed(NamedTuple):
    """A body that a user's law acts on."""

    link: int
    origin: Vec3  # of the body's frame, in the link's
    axes: Mat3
    first: int  # in the plane: terms of its angle, and their sum's constant
    terms: int
    angle: float


class Measure(NamedTuple):
    """What a joint, rod or driver measures between links i and j (`math/kernels/measures.py`)."""

    kind: int
    i: int
    j: int
    s_i: Vec3  # points and directions, in the links' axes
    s_j: Vec3
    alike: int  # how many behind it are of its kind, and between its points
    e: Vec3
    g: Vec3
    f: Vec3
    iq: int  # of a coordinate
    iv: int
    radius: float  # of a wheel or ball
    x: float  # scratch: its value, rate, second derivative and gradient
    rate: float
    second: float
    F: Force  # on link j at its origin, the opposite on i


class Term(NamedTuple):
    """A measure with its weight in a sum, and its weight in the gradient of the sum, which is nearly always the same.

    In the plane the angle of a body is a sum of joint coordinates; but what turns the body is a torque on it.
    """

    measure: int
    weight: float
    push: float


class Row(NamedTuple):
    """One row of Φ; constant, but the weights of a row that the user wrote."""

    first: int  # terms
    terms: int
    constant: float
    period: float  # length of whole turns that do not count, or zero
    function: int  # of time, or −1; −2 if the user wrote the row
    level: int  # 0 constrains positions, 1 only velocities
    links_at: int  # links that carry it, the outermost first
    links: int
    width: int  # columns that it meets
    y_at: int


class Written(NamedTuple):
    """Rows that the user wrote, of the inputs from first_input on; on velocities some of the inputs are speeds."""

    kind: int
    address: int  # of the function, or offset of the formula
    row: int
    rows: int
    first_input: int
    inputs: int


class Input(NamedTuple):
    """Σ weight · measure + constant."""

    first: int
    terms: int
    constant: float
    speed: int  # its rate is meant, and the rate of that


@inline
def vec3(x, i):
    """Three elements from place i on."""
    return Vec3(x[i], x[i + 1], x[i + 2])


@inline
def put(x, i, a):
    """Write three elements from place i on."""
    x[i], x[i + 1], x[i + 2] = a.x, a.y, a.z
