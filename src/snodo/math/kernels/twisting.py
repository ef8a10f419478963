"""How far two frames are turned against each other: components of the vector x u of a torsion, as measures.

    twist   θ·a_k        θ the rotation vector from the frame of i to that of j, a_k axis k of i      three turns held
    bend    x u·g        x = atan2(|e × f|, e·f),  u = e × f/|e × f|,  g at right angles to e         two, all but f
    tilt    asin(e·f)    e, f of a cross that is not at right angles                                  one

e, g are fixed in i, f in j.  Twists and bends are those of small turns: the gradient is the torque a_k or g itself, and
ẋ and ẍ are those of the turn about it, a_k·ω, so that a force λ along them is the moment λ a_k.  What they are for,
rows that yield to a torsion (`formulations/parts/yielding.py`), needs the moment exact and its slope nearly so.
"""

from snodo._jit import inline, kernel
from snodo.math.kernels.algebra import Mat3, Vec3, cross, dot, transpose
from snodo.math.kernels.duals import value
from snodo.math.kernels.elementary import atan2, inverse, sqrt
from snodo.math.kernels.euler_parameters import extract, vector_part
from snodo.math.kernels.measures import Reading, tilted
from snodo.math.kernels.rolling import turning

NEAR = 1e-8
"""sin² x below which x/sin x is a series: its first term left out is 1e-25."""


@inline
def over_sine(c, cosine):
    """(x/sin x) for c = u sin x: smooth where c has no direction, as the moment is."""
    square = dot(c, c)
    if value(square) < NEAR and value(cosine) > 0.0:
        r = square / (cosine * cosine)
        return (1.0 - r * (1.0 / 3.0 - r * 0.2)) / cosine
    s = sqrt(square)
    return atan2(s, cosine) * inverse(s)


@inline
def rotation_vector(R, B):
    """θ of the rotation that takes the axes R into the axes B."""
    C = transpose(R)
    p = extract(Mat3(B @ C.x, B @ C.y, B @ C.z))
    c = vector_part(p)
    return c * (2.0 * over_sine(c, p.e0))


@inline
def bending(e, f):
    """x u of two directions."""
    c = cross(e, f)
    return c * over_sine(c, dot(e, f))


@kernel
def twist(i, j, e, g, f, k):
    """Component k of θ; e, g, f are the axes of i as they lie in j without strain."""
    axis = Vec3(1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)
    found, theta = turning(i, j, axis), rotation_vector(i.R, Mat3(j.R @ e, j.R @ g, j.R @ f))
    return Reading(dot(theta, i.R @ axis), found.rate, found.second, found.F)


@kernel
def bend(i, j, e, g, f):
    """The component of x u along g."""
    found = turning(i, j, g)
    return Reading(dot(bending(i.R @ e, j.R @ f), i.R @ g), found.rate, found.second, found.F)


@kernel
def tilt(i, j, e, f):
    """The angle of f above the plane at right angles to e."""
    return tilted(i, j, e, f)
