"""The data of an integration: the plan (constant), the state (varies, owned by Python), and the outcome.

State: clock and count (their slots are below) and the table W, whose rows are vectors of the size of y:

    W[0 … R−1]   stages K_k; W[0] is the rate at y
    W[plan.y]    y, at the time clock[T]
    W[plan.y1]   the state at the end of the step;   W[plan.z]   scratch;   W[plan.F] …   terms of the dense output

Everything that must survive between two calls of `advance` is in these arrays, so a run can be stopped after any step
and continued without changing its result by a single bit.
"""

from typing import NamedTuple

from snodo import _jit

# ---------------------------------------------------------------- outcomes; `ode/outcome.py` has their messages
FINISHED = 0
PAUSED = 1
RATE_FAILED = 2
NOT_FINITE = 3
PROJECTION_FAILED = 4
STEP_TOO_SMALL = 5
TOO_MANY_STEPS = 6
LOOK = 7  # the Python side of the monitor must be called (`monitor.py`)
STOPPED = 8  # by the Python side of the monitor
EVENT = 9  # something happens at the time reached (`guards.py`)
# of one step only
GO_ON = 0
ERROR_TOO_LARGE = -1
REJECT = -2  # by the monitor, which has set H
SEEKING = -3  # the step must end at SEEK

# ---------------------------------------------------------------- slots of `clock` (float64)
T = 0  # time reached
H = 1  # step to try next
ERROR = 2  # error of the current step, 1 is just acceptable
PREVIOUS_ERROR = 3  # of the last accepted step
SMALLEST = 4  # accepted step
LARGEST = 5  # accepted step
LATEST = 6  # latest time at which the current step may evaluate rates, see `breaks.py`
# slots that a monitor may change, see `monitor.py`
ERROR_SCALE = 7  # factor of the error of a step; 1: as estimated
CLOSE_TO = 8  # tolerance of projections
# of events, see `guards.py`
SEEK = 9  # time at which the next step ends, where a guard should be zero
EVENT_AT = 10  # time of the last event
CLOCK_SLOTS = 11

# ---------------------------------------------------------------- slots of `count` (int64)
EVALUATIONS = 0
STEPS = 1  # accepted
REJECTED = 2
PROJECTION_ITERATIONS = 3
NEXT_OUTPUT = 4
STATUS = 5  # last status of rate or project
FAILURES_IN_A_ROW = 6  # steps that could not be completed since the last accepted one
AFTER_REJECTION = 7
STOP = 8  # the row of stops in force, see `breaks.py`
CUT = 9  # whether the current step is shortened to end at a stop
GRID = 10  # whole fixed steps since the start
WATCHED = 11  # number of guards
SOUGHT = 12  # the guard that is sought, or that is zero at the last event; NOBODY: none
TRIES = 13  # repetitions of a step since the last accepted one
SAMPLED = 14  # 1: the sample at the time reached was taken in the loop, and guards must be looked at (`samples.py`)
HANDLER = 15  # address of what handles events, see `happening.py`; 0: Python does,
OWN = 16  # and that of its numbers
COUNT_SLOTS = 17
NOBODY = -1


class OdePlan(NamedTuple):
    """Method and limits of a run, and the layout of its arrays.

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
    first_stage: int  # 1: K_0 is known from the previous step
    stages: int
    all_stages: int  # including those of the dense output
    error_stages: int  # that the error estimate needs; 0: fixed step
    dense_rows: int  # of D
    project: int  # 0 never, 1 after every step and at every output
    max_steps: int
    lanes: int  # number of problems side by side, interleaved in y, with one step for all
    monitor: int  # address of the monitor, see `monitor.py`; 0: none
    guards: int  # address of what evaluates the guards, see `guards.py`
    sampler: int  # address of what computes samples, see `samples.py`; 0: the loop is left at samples
    samples: int  # address of its numbers
    memory: int  # where the model stores data of earlier states, see `memory.py`; −1: nowhere
    t_start: float
    t_end: float
    max_step: float
    projection_tolerance: float
    alpha: float  # step-size rule, see `step_size.py`
    beta: float
    safety: float
    shrink: float
    grow: float


PLAN = _jit.types.NamedTuple((_jit.i8,) * 20 + (_jit.f8,) * 9, OdePlan)
Counts = _jit.i8[::1]
