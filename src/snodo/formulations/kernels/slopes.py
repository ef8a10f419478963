"""Numbers of a run with derivatives: what stands behind the model, and how the derivatives along directions are stored.

    y = (q, v, works | η₁, w₁ | η₂, w₂ | …)          a direction changes q by the displacement η and v by w

    R = M a + Φ_vᵀ λ − Q,     σ = Φ̇,     Γ = Φ̈,     Φ          at the same a and λ

A direction may also change constants of the model.  Two ways lead to its derivatives:  the equations on duals, for
which `seeded` lists the constants that change and how fast;  or, where these do not know a constant (functions of time,
tables), a difference of models that were bound for it, smooth functions all of them.
"""

from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.duals import change, with_change
from snodo.math.kernels.records import table, view


class Slopes(NamedTuple):
    """The last numbers of the model of such a run."""

    size: int  # numbers of the plain model
    plain: int  # numbers of y before the first direction
    directions: int
    rate: int  # addresses of rate and projection of the plain run
    project: int
    slopes: int  # and of the two verbs of the formulation
    yields: int
    a_at: int  # accelerations and λ of the plain run
    multiplier_at: int
    found_at: int  # R, σ, Γ, Φ of each direction
    turn_at: int  # η̇ of each direction
    answer_at: int  # derivatives of a and λ of each direction
    slope_at: int  # how coordinates and velocities change in each direction
    wide: int  # address of the model on duals, with scratch behind it
    scratch: int  # address of other scratch
    seeded: int  # constants that change
    seeded_at: int
    stencils: int  # models of differences
    stencil_at: int
    value_at: int  # R, σ, Γ, Φ of one model


class Seeded(NamedTuple):
    """A constant that changes along a direction."""

    direction: int
    place: int  # in the model
    slope: float


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
def sow(own, model, numbers, first, count):
    """The constants get their derivatives along the directions from `first` on; `numbers` are the model on duals."""
    seeded = table(Seeded, model, own.seeded_at, 0.0)
    for k in range(own.seeded):
        d = seeded[k].direction - first
        if 0 <= d < count:
            place = seeded[k].place
            numbers[place] = with_change(numbers[place], d + 1, seeded[k].slope)


@inline
def reap(own, model, numbers, first, count):
    """They have none again."""
    seeded = table(Seeded, model, own.seeded_at, 0.0)
    for k in range(own.seeded):
        d = seeded[k].direction - first
        if 0 <= d < count:
            place = seeded[k].place
            numbers[place] = with_change(numbers[place], d + 1, 0.0)


@inline
def put_changes(found, n, out, first, at, count):
    """The derivatives of n elements, a row of `out` for each direction from `first` on."""
    for k in range(n):
        x = found[k]
        for place in range(count):
            out[first + place, at + k] = change(x, place + 1)


@inline
def add_values(own, head, model, out, direction, weight):
    """What was found of one model joins the difference along a direction."""
    values = view(model, own.value_at, 0.0)
    for k in range(equation(head).size):
        out[direction, k] = out[direction, k] + weight * values[k]
