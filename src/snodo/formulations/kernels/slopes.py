"""Numbers of a run with derivatives: what stands behind the model, and how the derivatives along directions are stored.

    y = (q, v, works | η, w of some directions | η, w of the next | …)

A direction changes q by the displacement η and v by w.  Directions are taken in passes, of as many as duals have: η and
w of a pass are vectors of duals with value zero.

    R = M a + Φ_vᵀ λ − Q,     σ = Φ̇,     Γ = Φ̈,     Φ          at the same a and λ

A direction may also change constants of the model.  Two ways lead to its derivatives:  the equations on duals, which
have the constants with their derivatives, a copy for each pass of as many directions as duals have;  or, where these do
not know a constant (functions of time, tables), a difference of models that were bound for it, smooth functions all.
"""

from typing import NamedTuple

from snodo._jit import grid, inline
from snodo.math.kernels.duals import DIRECTIONS, PLACES, value
from snodo.math.kernels.records import view

ACCELERATIONS, POSITIONS, SPEEDS = 0, 1, 2
"""What the directions are asked for."""


class Slopes(NamedTuple):
    """The last numbers of the model of such a run."""

    size: int  # numbers of the plain model
    plain: int  # numbers of y before the first direction
    directions: int
    last: int  # places of the duals of the last pass
    rate: int  # addresses of rate and projection of the plain run
    project: int
    slopes: int  # and of the verbs of the formulation
    yields: int
    answers: int  # 0: of each direction by itself, from `yields` and the verbs of every formulation
    asked: int  # what is to be found: ACCELERATIONS, or a projection of the POSITIONS or SPEEDS
    a_at: int  # accelerations and λ of the plain run
    multiplier_at: int
    found_at: int  # R, σ, Γ, Φ of the directions, on duals, pass after pass
    rows_at: int  # η and w of each direction, where they are needed so
    turn_at: int  # η̇ of each direction, where it is not w
    answer_at: int  # derivatives of a and λ, in the same way
    slope_at: int  # how coordinates and velocities change in each direction
    wide: int  # address of the models on duals, with scratch behind them
    vectors: int  # where vectors on duals are there
    scratch: int  # address of other scratch
    stencils: int  # models of differences
    stencil_at: int
    value_at: int  # R, σ, Γ, Φ of one model


class Stencil(NamedTuple):
    """One model of a difference along a direction."""

    direction: int
    model: int  # its address
    weight: float


class Equation(NamedTuple):
    """Where R, σ, Γ and Φ begin in what is found for a direction, and how long it is."""

    sigma: int
    gamma: int
    phi: int
    size: int


@inline
def equation(head):
    """Of a formulation."""
    nv, nc = head.nv, head.rows
    return Equation(nv, nv + nc, nv + 2 * nc, nv + 3 * nc)


@inline
def spot(own, per, d, element):
    """Where a direction has its number of an element, after the first of `per` elements of the first pass."""
    k = d // DIRECTIONS
    wide = own.last if k == (own.directions - 1) // DIRECTIONS else PLACES
    return per * PLACES * k + element * wide + 1 + d - DIRECTIONS * k


@inline
def put_changes(found, n, out, first):
    """The derivatives of n elements, with value zero."""
    for k in range(n):
        out[first + k] = found[k] - value(found[k])


@inline
def add_values(own, head, model, direction, weight):
    """What was found of one model joins the difference along a direction."""
    values, n = view(model, own.value_at, 0.0), equation(head).size
    for k in range(n):
        at = own.found_at + spot(own, n, direction, k)
        model[at] = model[at] + weight * values[k]


@inline
def fill_rows(own, head, model, y):
    """(η, w) of each direction one after the other."""
    m, nv = own.directions, head.nv
    rows = grid(model, own.rows_at, m, 2 * nv)
    for k in range(2 * nv):
        for d in range(m):
            rows[d, k] = y[own.plain + spot(own, 2 * nv, d, k)]
