"""What an integration is made of: the plan (constant), the state (varies, owned by Python), and the outcome.

State: clock and count (their slots are below) and the table W, whose rows are vectors of the size of y:

    W[0 … R−1]   stages K_k; W[0] is the rate at y
    W[plan.y]    y, at the time clock[T]
    W[plan.y1]   the state at the end of the step;   W[plan.z]   scratch;   W[plan.F] …   terms of the dense output

All that must survive between two calls of `advance` lies in these arrays, so a run can be stopped after any step and
continued without changing a bit of its result.
"""

from typing import NamedTuple

from snodo import _jit

# ---------------------------------------------------------------- outcomes; `ode/outcome.py` puts them into words
FINISHED = 0
PAUSED = 1
RATE_FAILED = 2
NOT_FINITE = 3
PROJECTION_FAILED = 4
STEP_TOO_SMALL = 5
TOO_MANY_STEPS = 6
NO_BRANCH = 8  # of a start in a singular position; said by `singular_pass.py`
LOOK = 7  # the constraints come near to, or are clear of, a singular position: see `singular_pass.py`
# of one step only
GO_ON = 0
ERROR_TOO_LARGE = -1
INTO_THE_ZONE = -2

# ---------------------------------------------------------------- slots of `clock` (float64)
T = 0  # time reached
H = 1  # step to try next
ERROR = 2  # error of the step tried, 1 is just acceptable
PREVIOUS_ERROR = 3  # of the last accepted step
SMALLEST = 4  # accepted step
LARGEST = 5  # accepted step
# how near a singular position is, see `nearness.py`
NEAR = 6  # s in the state
FALL = 7  # −ṡ at the end of the last step [1/s]
HIGHEST = 8  # s so far
LOWEST_PIVOT = 9  # in the stages of the step tried
PIVOT_BESIDE = 10  # in its last stage but one
PIVOT_THERE = 11  # at its end
LATEST = 12  # time up to which the step tried may ask for rates, see `breaks.py`
CLOCK_SLOTS = 13

# ---------------------------------------------------------------- slots of `count` (int64)
EVALUATIONS = 0
STEPS = 1  # accepted
REJECTED = 2
PROJECTION_ITERATIONS = 3
NEXT_OUTPUT = 4
STATUS = 5  # last answer of rate or project
FAILURES_IN_A_ROW = 6  # steps that could not be completed, since the last accepted one
AFTER_REJECTION = 7
TRAIL = 8  # points on the trail since it was begun
STOP = 9  # the row of stops in force, see `breaks.py`
CUT = 10  # whether the step tried ends at a stop, shorter than it could be
GRID = 11  # whole fixed steps since the start
COUNT_SLOTS = 12


class OdePlan(NamedTuple):
    """Method and limits of a run, and where things lie.

    The coefficients are the rows of one table: A from row 0, c in row `c`, E from row `E` to the row before
    `D`, D from there.
    """

    c: int
    E: int
    D: int
    y: int  # rows of W
    y1: int
    z: int
    F: int
    first_stage: int  # 1: K_0 is known from the step before
    stages: int
    all_stages: int  # with those of the dense output
    error_stages: int  # that the error estimate needs; 0: fixed step
    dense_rows: int  # of D
    project: int  # 0 never, 1 after every step and at every output
    max_steps: int
    lanes: int  # of y: so many problems side by side, element by element, with one step for all
    watch: int  # where the model has the smallest relative pivot of its constraints; −1: nobody looks
    memory: int  # where the model keeps what it remembers of earlier states, see `memory.py`; −1: nothing
    t_start: float
    t_end: float
    max_step: float
    projection_tolerance: float
    alpha: float  # step-size rule, see `step_size.py`
    beta: float
    safety: float
    shrink: float
    grow: float
    zone: float  # nearness, as a part of the highest s, at which to look; 0: never
    clear: float  # s from which on to look
    noise: float  # error that a step may have whatever the tolerance, at s = 1


PLAN = _jit.types.NamedTuple((_jit.i8,) * 17 + (_jit.f8,) * 12, OdePlan)
Counts = _jit.i8[::1]
