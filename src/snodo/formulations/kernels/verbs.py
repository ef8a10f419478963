"""The seam between a formulation and the constraint methods: what every model begins with, and five verbs.

    evaluate   where and how everything moves in the state y, and what the equations are there
    factor     S = J M⁻¹ Jᵀ of the kept rows, in factors; or S alone
    solve      S λ = r,   x ← x − M⁻¹ Jᵀ λ; or the second alone, for the λ there is
    displace   the coordinates, or the velocities, moved by x
    rates      ẏ from x

x are accelerations or a step in the directions of the velocities.  A formulation compiles its verbs and writes their
addresses into the model; a method calls them from there, so that it is compiled once for all formulations.  Methods
with linear algebra of their own ask for one more, `terms`: the equations as dense arrays
(`math/kernels/term_places.py`).  While a singular position is being passed, the model has the address of what takes the
place of `factor` and `solve` (`singular/kernels/gap.py`).
"""

from typing import NamedTuple

from snodo._jit import Floats, call_verb, entry, f8, i8, inline
from snodo.formulations.kernels.states import load
from snodo.math.kernels.record_layout import place
from snodo.math.kernels.records import table

ROWS, MOTION, SECOND, ALONG = 0, 1, 2, 3
"""What `evaluate` finds out:
ROWS     Φ, Φ̇, ν
MOTION   these, the applied forces and their powers, x = M⁻¹ Q, and Φ̈ = J x − γ
SECOND   Φ̈ = J x − γ for the x there is, in the state of the last MOTION
ALONG    J x in the place of Φ̈, for the x there is; after `prepare` in the same state"""
FACTOR, ASSEMBLE, PREPARE = 0, 1, 2
"""How far `factor` goes: to the factors of S, to S itself, or to what J and M⁻¹ Jᵀ are applied with."""
GIVEN = -1
"""To `solve`, instead of a right side: λ is known."""
COORDINATES, VELOCITIES, LENGTHS = 0, 1, 2
"""What `displace` moves; LENGTHS brings Euler parameters to length one."""


class Equations(NamedTuple):
    """The first numbers of every model: sizes, addresses of the verbs, and where rows and scratch are."""

    evaluate: int
    factor: int
    solve: int
    displace: int
    rates: int
    method: int  # address of the numbers of a method with linear algebra of its own, `constraint_methods/dense.py`
    rare: int  # address of what few mechanisms have, 0 if this one has nothing of it
    loads: int  # address of the numbers of forces that follow reactions, `loads.py`; 0 if there are none
    nq: int  # coordinates
    nv: int  # velocities that the equations are solved for
    speeds: int  # velocities in the state y: the same, or more
    works: int  # y = (q, v, works, states)
    states: int  # states and held numbers in y, `states.py`,
    states_at: int  # and where their record is
    x_at: int  # accelerations, or a step
    power_at: int  # one for each work
    time: float  # of the last evaluation
    culprit: int  # what a failure is about: a body, a row or a force
    alpha: float  # gain that holds Euler parameters at length one, and rows at Φ̇ = 0 [1/s]
    beta: float  # gain that holds rows at Φ = 0 [1/s]
    rows: int
    phi_at: int  # Φ, ν, Φ̇, Φ̈, λ
    nu_at: int
    phi_dot_at: int
    phi_ddot_at: int
    lambda_at: int
    scale_at: int  # natural size of each row
    mask_at: int  # 1: the row is kept; 0: it is redundant; −1: it is switched off
    drivers: int
    driver_at: int  # row and work of each row that may do work
    S_at: int
    S_size: int
    plan_at: int  # the pattern of S
    diagonal_at: int
    permuted_at: int
    report_at: int  # smallest relative pivot, and its row
    least_pivot: float
    prepared: int  # what S is made from is that of the last state
    factored: int  # there are factors
    gap: int  # address of what solves for x and λ where a singular position is being passed; 0: none is
    soft_at: int  # for each row: whether it is soft there, then scratch, then scratch
    trail_at: int  # accelerations at some times
    beside: int  # members that stand beside the first in lanes (`members.py`); 0: the model is that of one
    elements_at: int  # where the numbers of all members stand side by side; 0: those of the model are the elements


@inline
def members(head):
    """Numbers in an element."""
    return head.beside + 1


@inline
def element(head, at):
    """Where the element at the place `at` of a model begins."""
    return head.elements_at + at * members(head)


ALPHA, BETA = place(Equations, "alpha"), place(Equations, "beta")
"""Where the gains are in a model."""
MEASURE, LAW, WRITTEN = 0, 1, 2
"""What `rare` is asked for: a measure, an applied force, or rows that the user wrote."""


def header(own):
    """The record that a formulation's model begins with: `Equations`, then the fields of its own."""
    made = NamedTuple("Header", [*Equations.__annotations__.items(), *own.__annotations__.items()])
    made.__module__, made.__doc__ = own.__module__, own.__doc__
    return made


@inline
def evaluate(head, what, t, y, model):
    """Returns a status."""
    if head.states:
        load(head, y, model)
    return call_verb(head.evaluate, what, t, model, y, y)


@inline
def factor(head, y, model):
    """Returns a status."""
    return call_verb(head.factor, 0, 0.0, model, y, y)


@inline
def solve(head, right, y, model):
    """With the numbers at `right` as r."""
    return call_verb(head.solve, right, 0.0, model, y, y)


@inline
def assemble(head, y, model):
    """S in the state of the last MOTION, not factored: for those who add something to its diagonal first."""
    return call_verb(head.factor, ASSEMBLE, 0.0, model, y, y)


@inline
def prepare(head, y, model):
    """What `push` and ALONG need, in the state of the last MOTION."""
    return call_verb(head.factor, PREPARE, 0.0, model, y, y)


@inline
def push(head, y, model):
    """x ← x − M⁻¹ Jᵀ λ for the λ there is."""
    return call_verb(head.solve, GIVEN, 0.0, model, y, y)


@inline
def displace(head, what, y, model):
    """Returns a status."""
    return call_verb(head.displace, what, 0.0, model, y, y)


@inline
def rates(head, y, ydot, model):
    """Returns a status."""
    return call_verb(head.rates, 0, 0.0, model, y, ydot)


@inline
def in_gap(head, t, y, model):
    """x and λ in a singular position; returns a status."""
    return call_verb(head.gap, 0, t, model, y, y)


@inline
def rare(head, what, k, t, model):
    """The k-th measure, force or item of user rows, of a kind that few mechanisms have (`rare.py`)."""
    return call_verb(head.rare, 3 * k + what, t, model, model, model)


# ---------------------------------------------------------------- from Python
@entry(i8(f8, Floats, Floats))
def factor_state(t, y, model):
    """`evaluate` and `factor` in one state, with all that the accelerations need."""
    head = table(Equations, model, 0, 0.0)[0]
    status = evaluate(head, MOTION, t, y, model)
    return factor(head, y, model) if status == 0 else status
