"""How far two frames are turned against each other: a component of the rotation vector, with its exact gradient.

    lean   x = θ·a_k       θ the rotation vector from the frame of i to that of j, a_k axis k of i

For the angular velocity w of j against i, both seen from i (Chirikjian, Stochastic Models, Information Theory, and Lie
Groups 2, 2012, section 10.6; |B| are Bernoulli's numbers):

    θ̇ = w − ½ θ × w + β θ × (θ × w),      β = (1 − h cot h)/4h²,  h = |θ|/2,      β = Σ |B_2k|/(2k)! |θ|^(2k−2)
    ẋ = g·w,      g = a + ½ θ × a + β θ × (θ × a)                                                  the torque g

A bushing with the potential ½ Σ k_k x_k² has the torque −Σ k_k x_k g_k on j, so that its energy is kept exactly, which
the torques −k_k x_k a_k would not do unless all k are equal (`twisting.py`).  |θ| stays below a whole turn.
"""

from snodo._jit import inline, kernel
from snodo.math.kernels.algebra import Mat3, cross, dot
from snodo.math.kernels.duals import value
from snodo.math.kernels.elementary import sincos, sqrt
from snodo.math.kernels.measures import Reading, torque
from snodo.math.kernels.twisting import rotation_vector

SERIES = (
    8.3333333333333333e-02,
    1.3888888888888889e-03,
    3.3068783068783069e-05,
    8.2671957671957672e-07,
    2.0876756987868099e-08,
    5.2841901386874932e-10,
    1.3382536530684679e-11,
    3.3896802963225829e-13,
    8.5860620562778446e-15,
    2.1748686985580619e-16,
)
"""|B_2k|/(2k)! for k = 1, 2, …, each about 1/39.5 of the one before."""


@inline
def beta(c):
    """β and its derivative by c = θ·θ."""
    if value(c) < 1.0:
        b, slope = c * 0.0, c * 0.0
        for k in range(len(SERIES) - 1, -1, -1):
            slope = slope * c + b
            b = b * c + SERIES[k]
        return b, slope
    x = sqrt(c)
    s, cosine = sincos(x * 0.5)
    cot = cosine / s
    b = 1.0 / c - cot / (2.0 * x)
    return b, (-1.0 / c + cot / (4.0 * x) + 1.0 / (8.0 * s * s)) / c


@kernel
def lean(i, j, e, g, f, axis):
    """The component of θ along an axis of i; e, g, f are the axes of i as they lie in j without strain."""
    a, theta = i.R @ axis, rotation_vector(i.R, Mat3(j.R @ e, j.R @ g, j.R @ f))
    b, slope = beta(dot(theta, theta))
    w = j.w - i.w
    alpha = j.a.ang - i.a.ang - cross(i.w, w)
    once = cross(theta, a)
    twice = cross(theta, once)
    G = a + once * 0.5 + twice * b
    rate = cross(theta, w)
    rate = w - rate * 0.5 + cross(theta, rate) * b
    moved = cross(rate, a)
    change = moved * 0.5 + twice * (2.0 * slope * dot(theta, rate)) + (cross(rate, once) + cross(theta, moved)) * b
    return Reading(dot(theta, a), dot(G, w), dot(G, alpha) + dot(change, w), torque(G))
