"""Rows A(q) v = b(t) in the plane, which constrain only velocities: no Φ, ν = b, γ = ḃ − Ȧ v.

The velocity of body j at the point P relative to body i is

    u = v_j + i ω_j (P − r_j) − v_i − i ω_i (P − r_i)
    u̇ = i ω_j (Ṗ − v_j) − i ω_i (Ṗ − v_i)       the velocity part

and a row  m·u = 0  has  γ = −(ṁ·u + m·u̇).  P is a point of a body, or a contact point that moves on both.
"""

from snodo._jit import inline
from snodo.formulations.planar.kernels.poses import point
from snodo.formulations.planar.kernels.rows import Reading, component, put, rod, separation, weighted_sum
from snodo.math.kernels.elementary import sqrt
from snodo.math.kernels.plane import Force2, dot, left


@inline
def no_slip(s, link, row, block, P, P_dot, m, m_dot):
    """m·u = 0 at the point P."""
    i, j = s.work[link.i], s.work[link.j]
    p_i, p_j = P - i.r, P - j.r
    u = j.v + left(p_j) * j.w - i.v - left(p_i) * i.w
    u_dot = left(P_dot - j.v) * j.w - left(P_dot - i.v) * i.w
    on_i, on_j = Force2(m * -1.0, -dot(m, left(p_i))), Force2(m, dot(m, left(p_j)))
    put(s, row, block, Reading(s.zero, dot(m, u), dot(m_dot, u) + dot(m, u_dot), on_i, on_j))


@inline
def edge(s, link, row, block):
    """A knife edge along A_j u at the point of j: zero velocity across it."""
    j, P = s.work[link.j], point(s, link.j, link.s_j)
    m = left(j.A * link.u)
    no_slip(s, link, row, block, P.r, P.v, m, left(m) * j.w)


@inline
def rolling(s, link, row, block):
    """A wheel of radius R about the point of j on the line of i with the normal n = A_i u.

    n·d − R = 0, d from a point of the line to the centre; and no slip at P = centre − R n along the line, m = i n: the
    direction in which the wheel moves when it rotates counter-clockwise.
    """
    height = component(s, link, link.u)
    put(s, row, block, Reading(height.x - link.c, height.rate, height.second, height.on_i, height.on_j))
    i, centre = s.work[link.i], point(s, link.j, link.s_j)
    n = i.A * link.u
    down = n * (-link.c)
    no_slip(s, link, row + 1, block + 2, centre.r + down, centre.v + left(down) * i.w, left(n), n * (-i.w))


@inline
def round_rolling(s, link, row, block):
    """A wheel of radius R on a circle of i of radius R_i, negative if the wheel is inside: |d| = |R_i + R|.

    With the sign of R_i + R the normal is n = ± d/|d|, and P = centre − R n.
    """
    distance, sign = link.u
    rod(s, link, distance, row, block)
    d, centre = separation(s, link), point(s, link.j, link.s_j)
    inverse = sign / sqrt(dot(d.d, d.d))
    n = d.d * inverse
    n_dot = (d.rate - n * dot(n, d.rate)) * inverse
    P, P_dot = centre.r - n * link.c, centre.v - n_dot * link.c
    no_slip(s, link, row + 1, block + 2, P, P_dot, left(n), left(n_dot))


@inline
def speeds(s, c, row, b, b_dot):
    """Σ a_k ẋ_k = b(t): a linear relation between speeds of joints and bodies."""
    _, rate, second = weighted_sum(s, c)
    s.phi[row], s.nu[row], s.phi_dot[row], s.phi_ddot[row] = s.zero, s.zero + b, rate - b, second - b_dot
