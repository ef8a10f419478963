"""Where the terms of the equations of motion lie when a formulation fills them in as dense arrays, row after row:

M (nv × nv) | Q (nv) | Φ_v (nc × nv) | γ | Φ | Φ̇ = Φ_v v − ν | ν (nc each) | q̇ = N v (nq) | powers (one for each work)
"""

from typing import NamedTuple

from snodo._jit import inline


class Terms(NamedTuple):
    """First place of each term."""

    M: int
    Q: int
    J: int
    gamma: int
    phi: int
    phi_dot: int
    nu: int
    q_dot: int
    power: int


def places(at, nq, nv, nc):
    """The places from `at` on, for these numbers of coordinates, velocities and rows; the powers are the last."""
    Q = at + nv * nv
    J = Q + nv
    gamma = J + nc * nv
    q_dot = gamma + 4 * nc
    return Terms(at, Q, J, gamma, gamma + nc, gamma + 2 * nc, gamma + 3 * nc, q_dot, q_dot + nq)


term_places = inline(places)
