"""The tables of a run of a DAE integrator: sizes and choices, the arrays of the stages, and one step.

Rows of V are vectors with nv numbers, those of L have nc, those of P a number for each work and counted turn.  Up to
STEP, and in all of L and P, there are three in a row, one for each stage; a method with one stage uses the last.
"""

from typing import NamedTuple

from snodo import _jit
from snodo._jit import Floats, Table
from snodo.integrators.ode.kernels.state import Counts

# rows of V
ACC, VEL, LOCAL, RATE, RHO, ACC_BEFORE, EXTRA, MU_RHO, STEP = 0, 3, 6, 9, 12, 15, 18, 21, 24
ERR, ERR_X, ACC_END, W_X, W_V, REAL, IMAGINARY, START_A, END_A = 27, 28, 29, 30, 31, 32, 33, 34, 35
OUT_X, OUT_V, OUT_RATE = 36, 37, 38
VECTORS = 39
# rows of L
LAM, G, G_DOT, J_RHO, LAM_BEFORE, MU, RIGHT, J_MU = 0, 3, 6, 9, 12, 15, 18, 21
ROW_VECTORS = 24

STABILISED = 23
"""The index after Gear, Gupta and Leimkuhler."""


class Sizes(NamedTuple):
    """Numbers and choices of a run that do not change."""

    nq: int
    nv: int
    nc: int  # rows, those that yield included
    works: int
    counters: int  # coordinates that count turns: quadratures, the last ones of q
    dae_index: int  # 3, 2, 1, or STABILISED: 2 with Φ = 0 and further multipliers
    yielding: int  # whether there are rows that yield
    sweeps: int  # over ẋ = D(x) v; 1 where D is the identity
    iterations: int  # most of them in a step
    terms: int  # address of the verb that writes the terms of the equations as dense arrays; 0: they are too large
    kept: int  # rows that are not redundant
    watched: int  # whether singular positions of the rows are watched for
    driven: int  # whether rows do work whose forces the stages know less accurately than the equations of motion
    kappa: float  # of the tolerance: how far iterations go
    rho: float  # of generalised α
    length: float  # of the mechanism [m], not below 1: positions are known to ε of it


class Stages(NamedTuple):
    """What the steps of a run are made with."""

    model: object  # the equations, with springs and dampers as rows
    size: Sizes
    works: object  # place among the works of the run of each work of these equations
    rows: object  # level or law of each row (`factors.py`)
    kept: object  # rows that are not redundant
    blocks: object  # velocities that turn a body (`manifold.py`)
    V: object
    L: object
    P: object
    Z: object  # S + D in complex numbers,
    b: object  # a right side
    z: object  # and scratch
    terms: object  # the equations of one stage as dense arrays
    dense: object  # the matrix of all stages (`whole_newton.py`)


class Step(NamedTuple):
    """One step, from t to t + h."""

    t: float
    h: float
    latest: float  # time at which equations may be evaluated, see `ode/kernels/breaks.py`
    y0: object  # the state at t
    y: object  # a state, scratch
    scratch: object


Complex = _jit.types.complex128[::1]
Whole = _jit.i8[:, ::1]
SIZES = _jit.types.NamedTuple((_jit.i8,) * 13 + (_jit.f8,) * 3, Sizes)
STAGES = _jit.types.NamedTuple(
    (Floats, SIZES, Counts, Table, Counts, Whole, Table, Table, Table, Complex, Complex, Complex, Floats, Table), Stages
)
