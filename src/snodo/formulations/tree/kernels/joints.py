"""Joints as motion subspaces: what each does to the frame it carries, and its axes S (source text 000, section 1.5).

A joint carries a frame (R, r) through its coordinates and adds the velocity Σ S v.  It returns the frame, that
velocity, and the acceleration that the joint's own velocity gives on top of what the base's rotation does to it.
"""

from snodo._jit import inline
from snodo.formulations.kernels.tables import vec3
from snodo.formulations.tree.kernels.layout import FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL
from snodo.math.kernels.algebra import Motion, Vec3, cross, transpose
from snodo.math.kernels.axes import SCREW, SLIDE, TURN, Axis
from snodo.math.kernels.spatial import axis_of, from_quaternion, turn


@inline
def joint(system, link, q, v, R, r):
    """Carry (R, r) through the link's joint; sets the axes S.  Returns R, r, velocity, own acceleration."""
    iq, iv, freedoms, zero = link.iq, link.iv, system.freedoms, system.zero
    none = Vec3(zero, zero, zero)
    still = Motion(none, none)
    if link.kind == REVOLUTE:
        R = turn(R, link.letter, q[iq] * link.sign)
        n = axis_of(R, link.letter) * link.sign
        freedoms[iv].S = Axis(n, TURN, zero)
        return R, r, Motion(none, n * v[iv]), still
    if link.kind == PRISMATIC:
        n = axis_of(R, link.letter) * link.sign
        freedoms[iv].S = Axis(n, SLIDE, zero)
        return R, r + n * q[iq], Motion(n * v[iv], none), still
    if link.kind == HELICAL:
        R, pitch = turn(R, link.letter, q[iq] * link.sign), link.pitch + zero
        n = axis_of(R, link.letter) * link.sign
        freedoms[iv].S = Axis(n, SCREW, pitch)
        return R, r + n * (pitch * q[iq]), Motion(n * (pitch * v[iv]), n * v[iv]), still
    if link.kind == SPHERICAL:
        R, w = ball(system, link, q, v, R)
        return R, r, Motion(none, w), still
    if link.kind == FREE:
        return floating(system, link, q, v, R, r)
    return chain(system, link, q, v, R, r)


@inline
def ball(system, link, q, v, R):
    """Euler parameters of the child against the parent; v = ω in the child's axes, which are the base's if backward."""
    iq, freedoms, zero = link.iq, system.freedoms, system.zero
    turned = from_quaternion(q[iq], q[iq + 1], q[iq + 2], q[iq + 3])
    child = R if link.backward else R @ turned
    iv, sign = link.iv, link.sign
    x, y, z = child.x * sign, child.y * sign, child.z * sign
    freedoms[iv].S, freedoms[iv + 1].S = Axis(x, TURN, zero), Axis(y, TURN, zero)
    freedoms[iv + 2].S = Axis(z, TURN, zero)
    if link.backward:
        R = R @ transpose(turned)
    else:
        R = child
    return R, x * v[iv] + y * v[iv + 1] + z * v[iv + 2]


@inline
def floating(system, link, q, v, R, r):
    """Place and Euler parameters of the child against the parent; v = (velocity of its origin, ω) in its own axes."""
    iq, iv, freedoms, zero = link.iq, link.iv, system.freedoms, system.zero
    r = r + R @ vec3(q, iq)
    R = R @ from_quaternion(q[iq + 3], q[iq + 4], q[iq + 5], q[iq + 6])
    freedoms[iv].S, freedoms[iv + 1].S = Axis(R.x, SLIDE, zero), Axis(R.y, SLIDE, zero)
    freedoms[iv + 2].S, freedoms[iv + 3].S = Axis(R.z, SLIDE, zero), Axis(R.x, TURN, zero)
    freedoms[iv + 4].S, freedoms[iv + 5].S = Axis(R.y, TURN, zero), Axis(R.z, TURN, zero)
    lin, ang = R @ vec3(v, iv), R @ vec3(v, iv + 3)
    return R, r, Motion(lin, ang), Motion(cross(ang, lin), Vec3(zero, zero, zero))


@inline
def chain(system, link, q, v, R, r):
    """Slides, then turns, each in the axes that the turns before it have moved; backward, the last comes first."""
    freedoms, zero = system.freedoms, system.zero
    none = Vec3(zero, zero, zero)
    lin, ang, drift = none, none, none
    sign = link.sign
    for step in range(link.dofs):
        k = link.dofs - 1 - step if link.backward else step
        j, x = link.iv + k, q[link.iq + k] * sign
        letter = freedoms[j].letter
        n = axis_of(R, letter % 3) * sign
        rate = n * v[j]
        if letter < 3:
            freedoms[j].S = Axis(n, SLIDE, zero)
            r, lin = r + n * q[link.iq + k], lin + rate
        else:
            freedoms[j].S = Axis(n, TURN, zero)
            R = turn(R, letter - 3, x)
            drift, ang = drift + cross(ang, rate), ang + rate
    return R, r, Motion(lin, ang), Motion(none, drift)
