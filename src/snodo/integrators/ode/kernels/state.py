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
LOOK = 7  # the monitor wants Python to look at the state (`monitor.py`)
STOPPED = 8  # by the monitor, in Python
# of one step only
GO_ON = 0
ERROR_TOO_LARGE = -1
REJECT = -2  # by the monitor, which has set H

# ---------------------------------------------------------------- slots of `clock` (float64)
T = 0  # time reached
H = 1  # step to try next
ERROR = 2  # error of the step tried, 1 is just acceptable
PREVIOUS_ERROR = 3  # of the last accepted step
SMALLEST = 4  # accepted step
LARGEST = 5  # accepted step
LATEST = 6  # time up to which the step tried may ask for rates, see `breaks.py`
# what a monitor may change, see `monitor.py`
ERROR_SCALE = 7  # times the error of a step; 1: as estimated
CLOSE_TO = 8  # tolerance of projections
CLOCK_SLOTS = 9

# ---------------------------------------------------------------- slots of `count` (int64)
EVALUATIONS = 0
STEPS = 1  # accepted
REJECTED = 2
PROJECTION_ITERATIONS = 3
NEXT_OUTPUT = 4
STATUS = 5  # last answer of rate or project
FAILURES_IN_A_ROW = 6  # steps that could not be completed, since the last accepted one
AFTER_REJECTION = 7
STOP = 8  # the row of stops in force, see `breaks.py`
CUT = 9  # whether the step tried ends at a stop, shorter than it could be
GRID = 10  # whole fixed steps since the start
COUNT_SLOTS = 11


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
    monitor: int  # address of a function that watches over the steps, see `monitor.py`; 0: nobody does
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


PLAN = _jit.types.NamedTuple((_jit.i8,) * 17 + (_jit.f8,) * 9, OdePlan)
Counts = _jit.i8[::1]
