"""What is stored where: everything the planar equations need lives in one flat float64 array `W`.

Integers are stored bitwise and read through `I = W.view(np.int64)`.  The header below holds counts and the offsets of
the tables; each table has rows of a fixed stride.  A vector of the plane is one complex number x + i y, stored as two
floats; A = exp(i φ) turns it from body to world axes, and i r is r turned by a quarter.
"""

from snodo._jit import inline

# ---------------------------------------------------------------- header: counts
BODIES = 0
CONSTRAINTS = 1
ROWS = 2
BLOCKS = 3
FORCES = 4
WORKS = 5
DEPTH = 7  # how far `rate` goes: WHOLE, or only ROWS_AND_FORCES
# header: offsets of the tables
BODY_AT = 8
POSE_AT = 9
CONSTRAINT_AT = 10
FORCE_AT = 11
BLOCK_ROW_AT = 12  # row of each block
BLOCK_BODY_AT = 13  # body of each block
JACOBIAN_AT = 14  # three numbers for each block
PHI_AT = 15
NU_AT = 16
GAMMA_AT = 17
RATE_AT = 18  # Φ_v v − ν
LAMBDA_AT = 19
Q_AT = 20  # generalised forces, three for each body
X_AT = 21  # accelerations or corrections, three for each body
POWER_AT = 22  # one for each work integral
MASK_AT = 23  # 1 = row kept, 0 = row redundant
SCALE_AT = 24  # natural size of each row: a length, or 1 for an angle
RHS_AT = 25
BODY_START_AT = 26  # blocks of each body, as lists
BODY_BLOCKS_AT = 27
PAIR_SLOT_AT = 28  # where each product of two blocks of a body goes in S
S_AT = 29
S_SIZE = 30
PLAN_AT = 31  # the pattern of S
DIAGONAL_AT = 35
PERMUTED_AT = 36
STACK_AT = 39  # scratch of formulas and user functions
USER_Q_AT = 40
USER_V_AT = 41
USER_OUT_AT = 42
USER_IN_AT = 43
PLACES_AT = 37  # where the machine that runs formulas finds program, inputs, stack and outputs
RUNNER = 38  # its address
DRIVER_AT = 44  # (row, work) of rheonomic rows
DRIVERS = 45
# header: numbers
ALPHA = 50  # Baumgarte gains [1/s]
BETA = 51
REPORT = 52  # smallest relative pivot of S, and its row
CULPRIT = 54  # what a failure is about: a row, a force or a constraint
FACTORED = 55
TIME = 56  # of the last evaluation
SOFT_ROWS = 46  # how many rows are soft: a singular position is being passed, see `gap.py`
SOFT_AT = 47  # for each row: whether it is soft, then scratch, then scratch
TRAIL_AT = 48  # accelerations at some times
LEAST_PIVOT = 57  # relative pivot of S below which the kept rows count as singular
HEADER = 64

WHOLE, ROWS_AND_FORCES = 0, 1

# ---------------------------------------------------------------- strides and places in a table's row
BODY = 8  # 1/m, 1/I, m, I, weight (complex), centre of mass in the body frame (complex)
POSE = 8  # r (complex), A (complex), v (complex), φ, ω; the ground comes last

CONSTRAINT = 16
KIND, ROW, BLOCK, BODY_I, BODY_J = 0, 1, 2, 3, 4
S_I, S_J, U, C, FUNCTION, MORE, MORE_COUNT, ROW_COUNT = 5, 7, 9, 11, 12, 13, 14, 15
BLOCK_I, BLOCK_J = 13, 14  # of a coupler's term, in place of MORE and MORE_COUNT
REVOLUTE, PRISMATIC, FIXED, SLOT, ROD, TURN, ALONG, COUPLER, FORMULA, CALLED = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
EDGE, ROLLING, SPEEDS, VELOCITY_FORMULA, VELOCITY_CALLED, ROUND = 10, 11, 12, 13, 14, 15  # on velocities

FORCE = 22
WORK = 1  # in place of ROW
SPRING, COORDINATE, POINT, FORMULA_FORCE, CALLED_FORCE = 0, 1, 2, 3, 4
STIFFNESS, DAMPING, FREE, COULOMB, SMOOTHING, FUNCTION_2 = 15, 16, 17, 18, 19, 21
AXES = 20  # of a point force: 0 world, 1 body
TURNS = 20  # of a force on a coordinate: 1 angle, 0 displacement

# ---------------------------------------------------------------- what a rate or a projection answers
FINE = 0
SINGULAR_CONSTRAINTS = 1
NOT_FINITE = 2
USER_FAILED = 3  # a user's force
CONTRADICTION = 4
NO_CONVERGENCE = 5
USER_ROW_FAILED = 6


@inline
def vector(W, at):
    """The plane vector stored at `at`."""
    return complex(W[at], W[at + 1])


@inline
def dot(a, b):
    """a · b"""
    return a.real * b.real + a.imag * b.imag


@inline
def cross(a, b):
    """a × b, about z"""
    return a.real * b.imag - a.imag * b.real
