"""What is stored where: one flat float64 array holds a task of inverse kinematics and the scratch of its iterations.

Everything is in natural units: lengths over the size of the mechanism, angles in radians.  Two slots hold two positions
each with all that is known there, so that a step that is not taken costs nothing.
"""

from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.algebra import Mat3, Vec3

PLACE, COORDINATE, TURN, SLIDE = 0, 1, 2, 3
"""What is wanted or limited: the place of a frame; a coordinate of the tree; angle or displacement of a cut joint."""


class Joint(NamedTuple):
    """A coordinate, or (PLACE) the frame s_j, A_j of link j."""

    kind: int
    iq: int  # of a coordinate of the tree
    iv: int
    i: int  # links of a cut joint: parent and child
    j: int
    letter: int  # its axis x, y, z (0, 1, 2) in the frame on the parent
    sign: float
    s_i: Vec3  # its frames, in the axes of the links
    A_i: Mat3
    s_j: Vec3
    A_j: Mat3


class Target(NamedTuple):
    """What is wanted: its rows of e, and its numbers among those of a pose (r, then the axes by columns; or one)."""

    first: int
    goal: int
    along: Vec3  # weights of the components of the place, over the size of the mechanism; 0: free
    about: Vec3  # weights of the components of the rotation vector
    weight: float  # of a coordinate
    joint: Joint


class Limit(NamedTuple):
    """Smallest and largest value of a coordinate, in natural units."""

    lower: float
    upper: float
    unit: float  # 1 over the natural size of the coordinate
    joint: Joint


class Task(NamedTuple):
    """Sizes, and where things are."""

    nq: int
    nv: int
    rows: int  # of the mechanism
    wanted: int  # rows of all targets
    targets: int
    target_at: int
    limits: int
    limit_at: int
    scale_at: int  # natural size of each velocity
    factor_at: int  # 1 over the natural size of each row of the mechanism; 0 for rows on velocities
    allowed_at: int  # largest |e| of a target that is reached, by rows
    first_at: int  # the slots
    second_at: int
    start_at: int  # coordinates to which the nearest are searched
    rest_at: int  # zeros, nv
    U_at: int  # orthonormal rows, nv × nv, with L and y:  what is held is L U δ = L y
    L_at: int
    y_at: int
    owner_at: int  # the limit behind each such row
    state_at: int  # of each limit: −1 held at the lower one, 1 at the upper one, 0 free
    P_at: int  # A without what the held rows see, wanted × nv
    N_at: int  # P Pᵀ + μ or Pᵀ P + μ, and its right side
    right_at: int
    delta_at: int  # the step, in natural units
    slope_at: int
    force_at: int  # multipliers
    change_at: int  # q ⊖ q_start
    move_at: int  # N(q) δ, nq
    most: int  # iterations
    nearest: int  # whether freedoms that are left bring it nearest to the start


class Slot(NamedTuple):
    """A position and what is known there."""

    q: int
    phi: int
    C: int  # Φ_v
    e: int  # what is missed, with its weights
    A: int  # ∂e/∂v
    x: int  # the limited coordinates
    B: int  # ∂x/∂v


def places(at, nq, nv, rows, wanted, limits):
    """Where the parts of a slot are, and its end."""
    phi = at + nq
    C = phi + rows
    e = C + rows * nv
    A = e + wanted
    x = A + wanted * nv
    return Slot(at, phi, C, e, A, x, x + limits)


inlined = inline(places)


@inline
def slot(task, at):
    """The parts of the slot that begins at `at`."""
    return inlined(at, task.nq, task.nv, task.rows, task.wanted, task.limits)
