"""What is stored where: one flat float64 array holds the bodies, the rows and the scratch of the equations in space.

Bodies are numbered from 1; number 0 is the ground, which stands still.  The state of a body is that of its centre of
mass in the axes of its own frame:  q = (r, p),  v = (ṙ, ω′).
"""

from typing import NamedTuple

from snodo._jit import inline
from snodo.formulations.kernels.verbs import header
from snodo.math.kernels.algebra import Force, Mat3, Motion, Sym3, Vec3
from snodo.math.kernels.records import table

PLACE, SPIN = 7, 6
"""Coordinates and velocities of a body."""


class _Own(NamedTuple):
    """Counts and offsets of tables, after the common beginning of all models (`formulations/kernels/verbs.py`)."""

    bodies: int
    body_at: int
    work_at: int
    gravity: Vec3
    counters: int  # angles whose whole turns are counted by a coordinate of their own, behind those of the bodies
    counter_at: int  # the measure of each
    force_at: int  # generalised forces (F, n′ − ω′ × J′ ω′), six for each body
    rest_at: int  # −γ
    velocity_at: int  # (ṙ, ω′), where the state has (ṙ, ṗ)
    # the applied forces
    laws: int
    law_at: int
    wrenches: int
    tau_at: int
    stack_at: int
    user_at: int
    runner: int
    # the rows of joints, constraints and drivers
    row_at: int
    measures: int
    measure_at: int
    term_at: int
    written: int
    written_at: int
    input_at: int
    row_user_at: int
    correction_at: int
    y_at: int  # blocks of Φ_v, row after row: a wrench on each body that carries the row
    start_at: int  # for each body the index of its first entry below, and one more at the end
    entry_at: int  # the entries, body after body
    slot_at: int  # index in S of each pair of entries of a body
    presses: int  # terms of the rows
    press_at: int


Header = header(_Own)


class Body(NamedTuple):
    """Constant, per body."""

    mass: float
    light: float  # 1/m
    inertia: Sym3  # J′ about the centre of mass, in body axes
    easy: Sym3  # its inverse
    origin: Vec3  # of the body's own frame, from the centre of mass


class Work(NamedTuple):
    """Scratch, per body."""

    R: Mat3  # axes
    p: Vec3  # centre of mass
    v: Vec3  # its velocity
    w: Vec3  # angular velocity, in world axes
    spin: Vec3  # the same in body axes, ω′
    a: Motion  # no acceleration: what measures read with it is −γ
    external: Force  # applied wrench, at the origin of the body's own frame


class Press(NamedTuple):
    """A term of a row, constant: the blocks of the two bodies that its measure presses, 0 for the ground."""

    term: int
    on: int  # of body j,
    back: int  # and of body i


class Entry(NamedTuple):
    """An entry of the lists of the bodies' blocks, constant: its block, and the row it is of."""

    block: int
    row: int


class System(NamedTuple):
    """What an algorithm is given."""

    last: int  # number of the last body
    links: object  # the bodies
    work: object
    zero: float


@inline
def system(model, head):
    """The bodies in `model`."""
    return System(head.bodies, table(Body, model, head.body_at, 0.0), table(Work, model, head.work_at, 0.0), 0.0)
