"""Forces that follow reactions (load laws): what their numbers are, and what a formulation is asked about them.

    M v̇ + Jᵀ λ = Q − Σ_j c_jᵀ φ_j n_j,      n_j = N_j(λ)

A *place* j has a direction c_j, a sum of *pushes* (wrenches on bodies); a coefficient φ_j; and a load N_j, a preload
and a sum of weighted lengths of vectors, each with one to three *components*, which are linear in λ: parts of the
wrench of the rows of a joint on a body.  A signed load is one component itself.

The direction of friction in a contact is that of one row, or of two rows across one another: then it is that of the
slip, c_j = (s_1 J_1 + s_2 J_2)/|s| with the speeds s along the rows.  Its load is the multiplier of the contact's own
row.  Such places need nothing from the formulation.

The numbers are in an array of their own, whose address is in the model (`Equations.loads`).  A formulation compiles one
verb for them:

    UPDATE   the speed c_j v of every place, and the weights of the rows in every component, in the state of the last
             `evaluate`
    j ≥ 0    x = −M⁻¹ c_jᵀ
    THROUGH  components of joints that have no rows, without loads, for the accelerations and multipliers there are
    −3 − j   their change for n_j = 1
"""

from typing import NamedTuple

from snodo.math.kernels.algebra import Vec3

UPDATE, THROUGH = -1, -2
LENGTH, SIGNED = 0, 1
"""Kinds of loads: the length of a vector, or a component with its sign."""


class Loads(NamedTuple):
    """The first numbers: counts and offsets."""

    verb: int  # address of the verb of the formulation
    places: int
    place_at: int
    push_at: int
    group_at: int
    components: int
    component_at: int
    through: int  # whether some are of joints that have no rows
    mode_at: int  # direction of sliding of every place: +1, −1; 0: no force (it sticks, and a row holds it)
    aim_at: int  # for places with two rows: a direction that is taken where the slip is slower than a third number, or
    # not along it
    way_at: int  # direction along the rows of a place (two numbers)
    speed_at: int  # c_j v
    phi_at: int  # φ_j
    n_at: int  # n_j
    residual_at: int  # N_j − n_j
    x_at: int  # v̇ without loads
    lambda_at: int  # λ without loads
    response_at: int  # for every place the change of v̇, then that of λ, for n_j = 1
    value_at: int  # components without loads,
    gain_at: int  # and their change for n_i = 1 (components × places)
    slope_at: int  # ∂N_j/∂n_i (places × places)
    matrix_at: int  # I − ∂N/∂n, in factors
    watching: int  # whether ρ is computed at every evaluation
    rho: float  # the largest one so far,
    rho_time: float  # when,
    rho_place: int  # and where
    iterations: int  # of the last evaluation
    determinant: float


class Place(NamedTuple):
    """One force that follows reactions."""

    first_push: int
    pushes: int
    first_group: int
    groups: int
    preload: float
    kind: int  # 0: friction against the speed; 1: always φ = mu
    mu: float  # coefficient, times the arm of friction in a pin
    static: float  # the same at rest
    stribeck: float  # speed over which the coefficient falls from static to mu, or zero
    smoothing: float  # speed over which friction reverses, or zero: φ follows the mode
    work: int  # index of its power, −1 if it does no work
    row: int  # the first of the rows along which it acts,
    rows: int  # and how many these are, one or two; 0: it acts along its pushes
    group: int  # places with the same number stick together: their rows are parallel


class Push(NamedTuple):
    """A wrench on a body: point, force and moment in the axes of a body, the point from its centre of mass."""

    body: int
    frame: int
    s: Vec3
    f: Vec3
    m: Vec3


class Group(NamedTuple):
    """weight · |components|, or weight · component."""

    kind: int
    weight: float
    first: int
    components: int


class Component(NamedTuple):
    """f · F + m · M of the wrench (F, M) of the rows on a body, at a point; directions in the axes of a body."""

    body: int  # −1: the weights of the rows are fixed
    frame: int
    s: Vec3
    f: Vec3
    m: Vec3
    first_row: int
    rows: int  # 0: it is what passes through the joint of a link, whose number is in the place of the first row
    weight_at: int  # of each of the rows, found by UPDATE; or 1, −1 if the joint acts on that link, or the link on it


FRICTION, ALWAYS = 0, 1
"""Kinds of places."""
