"""The numbers of a method with linear algebra of its own, in one flat array; the formulation's model has its address.

[ Header | terms of the equations, scratch, parameters ]
"""

from typing import NamedTuple

from snodo._jit import inline
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table

ROUGH = 1e-6  # relative change of the accelerations above which an iteration has not converged


class Header(NamedTuple):
    """Counts, choices, and where everything stands."""

    terms: int  # address of the formulation's terms
    nq: int
    nv: int
    nc: int
    works: int
    rank: int  # independent rows, counted once in a closed configuration
    choosing: int  # the next evaluation chooses pivots anew
    least: float  # pivot below which another choice is due
    smallest: float  # pivot found in the last evaluation
    drivers: int
    driver_at: int  # row and work of each row that may do work
    M_at: int  # the terms
    Q_at: int
    J_at: int
    gamma_at: int
    phi_at: int
    phi_dot_at: int
    nu_at: int
    q_dot_at: int
    power_at: int
    a_at: int  # accelerations
    lambda_at: int  # multipliers
    row_order_at: int
    column_order_at: int
    scale_at: int  # natural size of each velocity
    factor_at: int  # matrices: nv × nv,
    rows_at: int  # nc × nv,
    triangle_at: int  # nc × nc,
    basis_at: int  # nv × nv: a row for each freedom,
    product_at: int  # the same,
    kept_basis_at: int  # the same
    lengths_at: int  # vectors of nc
    c_at: int
    particular_at: int  # vectors of nv
    force_at: int
    x_at: int
    stiffness_at: int  # parameters of each row
    damping_at: int
    held: int  # violations are made to die out; not where results are read
    alpha: float  # gains [1/s] that do so: of Φ̇,
    beta: float  # and of Φ
    iterations: int  # at most
    precision: float  # relative change of the accelerations at which the iteration ends
    unconverged: int  # evaluations in which it did not get below ROUGH


HEADER = size(Header)


@inline
def header(own):
    """The header of a method's array."""
    return table(Header, own, 0, 0.0)[0]
