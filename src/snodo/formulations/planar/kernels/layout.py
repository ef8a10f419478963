"""Layout of the flat float64 array with the bodies, rows and scratch of the planar equations.

Bodies are numbered from 0; the ground, which does not move, is the last.  The state of a body is that of its centre of
mass:  q = (x, y, φ),  v = (ẋ, ẏ, ω).  Points are relative to the centre of mass, in the body's axes.
"""

from typing import NamedTuple

from snodo._jit import inline
from snodo.formulations.kernels.verbs import header
from snodo.math.kernels.plane import Force2, Motion2, Vec2
from snodo.math.kernels.records import table, view, width

SPIN = 3
"""Number of coordinates, and of velocities, of a body."""
REVOLUTE, PRISMATIC, FIXED, SLOT, ROD, COUPLER, DRIVER, EDGE, ROLLING, ROUND, SPEEDS = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
"""Kinds of constraints: up to COUPLER, on positions without time; the last four, on velocities."""


class _Own(NamedTuple):
    """Counts and offsets of tables, after the common beginning of all models (`formulations/kernels/verbs.py`)."""

    bodies: int
    body_at: int
    work_at: int
    rest_at: int  # −γ
    force_at: int  # generalised forces, for each body and the ground
    # the applied forces
    laws: int
    law_at: int
    user_laws: int  # the user's own
    user_law_at: int
    # functions of time, and inputs and outputs of the user's functions
    stack_at: int  # scratch of functions of time and formulas
    user_q_at: int
    user_v_at: int
    user_in_at: int
    user_out_at: int
    places_at: int  # where the interpreter of formulas finds program, inputs, stack and outputs
    runner: int  # its address
    # the rows of joints, constraints and drivers
    constraints: int
    constraint_at: int
    term_at: int
    written: int  # the user's rows
    written_at: int
    blocks: int
    block_at: int  # blocks of Φ_v, row after row
    start_at: int  # for each body the index of its first entry below, and one more at the end
    entry_at: int  # number of each block, body after body
    slot_at: int  # index in S of each pair of entries of a body


Header = header(_Own)


class Body(NamedTuple):
    """Constant, per body."""

    light: float  # 1/m
    easy: float  # 1/I
    mass: float
    inertia: float  # about the centre of mass
    weight: Vec2
    com: Vec2  # centre of mass in the body's own frame


class Work(NamedTuple):
    """Scratch, per body."""

    r: Vec2  # centre of mass
    A: Vec2  # exp(i φ)
    v: Vec2  # velocity of the centre of mass
    phi: float
    w: float  # angular velocity


class Link(NamedTuple):
    """Two bodies, a point on each, a direction on the first, and a constant: the data of most rows and forces."""

    i: int
    j: int
    turns: int  # what a coordinate between them is: a displacement, or TURNS, SPAN … (`rows.py`)
    s_i: Vec2
    s_j: Vec2
    u: Vec2  # for a knife edge on the second body; for a wheel on a circle, distance of the centres and its sign;
    # of a cable, its length is |ρ|; of a curve, the place of its numbers and the radius of the roller
    c: float


class Constraint(NamedTuple):
    """Rows of one joint, relation or driver, constant; see `rows.py`."""

    kind: int
    row: int  # its first row and block
    block: int
    blocks: int  # of each row
    link: Link
    function: int  # of time
    first: int  # terms of a relation between coordinates
    terms: int


class Term(NamedTuple):
    """A joint coordinate with its factor, and the blocks of its bodies."""

    link: Link
    factor: float
    block_i: int
    block_j: int


class Written(NamedTuple):
    """Rows that the user wrote, for the bodies listed."""

    kind: int  # FORMULA or CALLED
    number: int  # among all constraints
    level: int  # 0 constrains positions, 1 only velocities
    row: int
    rows: int
    block: int
    address: int  # of the function, or offset of the formula
    listed_at: int
    listed: int


class Law(NamedTuple):
    """An applied force, constant; see `forces.py`."""

    kind: int  # SPRING, COORDINATE or POINT
    work: int  # index of its power, −1 if it has a potential
    link: Link
    stiffness: float
    damping: float
    free: float  # length or coordinate without force
    rubs: int  # whether it has Coulomb friction: SMOOTH, or DRY
    coulomb: float
    smoothing: float
    direction: float  # of dry friction: that of the sliding, ±1; 0 while it sticks
    x: int  # functions of time: the force itself, or its components
    y: int
    turning: int  # whether the components are in body axes


class UserLaw(NamedTuple):
    """The user's own force, on the bodies listed."""

    kind: int  # FORMULA or CALLED
    number: int  # among all forces
    work: int
    address: int
    listed_at: int
    listed: int


class Block(NamedTuple):
    """The part of one row of Φ_v for the velocities of one body; constant except for g."""

    row: int
    body: int
    g: Force2


class Load(NamedTuple):
    """Generalised force on a body."""

    F: Force2


class Step(NamedTuple):
    """Acceleration or correction of a body."""

    a: Motion2


class System(NamedTuple):
    """The argument of the algorithms: the tables, and vectors with a number for each row."""

    last: int  # bodies; the number of the ground
    rows: int
    bodies: object
    work: object
    constraints: object
    terms: object
    laws: object
    blocks: object
    force: object
    x: object
    phi: object
    nu: object
    phi_dot: object
    phi_ddot: object
    multipliers: object
    power: object
    numbers: object  # all numbers of the model, and all whole numbers
    ints: object
    zero: float  # of the element type
    one: float


@inline
def system(model, first, like):
    """The mechanism in `model`, with elements of the type of the zero `like`, the first of which is at `first`.

    Integers are those of one mechanism, from the beginning of `model` on.
    """
    head, w = table(Header, model, 0, 0.0)[0], width(like)
    return System(
        head.bodies,
        head.rows,
        table(Body, model, first + head.body_at * w, like),
        table(Work, model, first + head.work_at * w, like),
        table(Constraint, model, first + head.constraint_at * w, like),
        table(Term, model, first + head.term_at * w, like),
        table(Law, model, first + head.law_at * w, like),
        table(Block, model, first + head.block_at * w, like),
        table(Load, model, first + head.force_at * w, like),
        table(Step, model, first + head.x_at * w, like),
        view(model, first + head.phi_at * w, like),
        view(model, first + head.nu_at * w, like),
        view(model, first + head.phi_dot_at * w, like),
        view(model, first + head.phi_ddot_at * w, like),
        view(model, first + head.lambda_at * w, like),
        view(model, first + head.power_at * w, like),
        view(model, first, like),
        view(model, 0, 0),
        like,
        like + 1.0,
    )
