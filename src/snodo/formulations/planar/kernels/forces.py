"""Applied forces in the plane: generalised forces Q about the centres of mass, and the power of each force.

A force F at the arm p from a centre of mass gives Q = (F, p × F).  A force f on a coordinate x with gradient (g, h)
gives Q = f (g, h) on each body; torsional springs, joint torques and joint friction are such forces.  The power is that
of the part of a force without potential: dampers, friction, actuators, the user's own.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import COORDINATE, DRY, SPRING
from snodo.formulations.kernels.verbs import LAW, rare
from snodo.formulations.planar.kernels.measured_law import driven
from snodo.formulations.planar.kernels.poses import point
from snodo.formulations.planar.kernels.rows import coordinate, separation
from snodo.math.kernels.elementary import inverse, sqrt, tanh
from snodo.math.kernels.plane import Force2, Vec2, cross, dot


@inline
def push(s, b, F):
    """Add a force and a torque about the centre of mass to body b; on the ground they have no effect."""
    load = s.force[b]
    load.F = load.F + F


@inline
def weights(s):
    """Q starts as gravity."""
    for b in range(s.last):
        s.force[b].F = Force2(s.bodies[b].weight, s.zero)


@inline
def spring(s, law, drive):
    """f = −k (l − l₀) − c l̇ + F(t) along the line of its ends, pushing them apart; zero if they coincide.

    −k d + (k l₀ − c l̇ + F) e is smooth where a spring without free length has no length.
    """
    link, d = law.link, separation(s, law.link)
    e = d.d * inverse(sqrt(dot(d.d, d.d)))
    rate = dot(e, d.rate)
    free = drive - law.damping * rate
    F = e * (free + law.stiffness * law.free) - d.d * law.stiffness
    push(s, link.j, Force2(F, cross(d.p_j, F)))
    push(s, link.i, Force2(F, cross(d.p_i, F)) * -1.0)
    return free * rate


@inline
def sliding(law, rate):
    """φ: tanh(ẋ/s), or the direction of dry friction."""
    return rate * 0.0 + law.direction if law.rubs == DRY else tanh(rate / law.smoothing)


@inline
def coordinate_force(s, law, drive):
    """f = −k (x − x₀) − c ẋ − T φ(ẋ) + F(t) on a joint coordinate (or on a body's angle to the ground)."""
    link, x = law.link, coordinate(s, law.link)
    free = drive - law.damping * x.rate
    if law.rubs:
        free = free - law.coulomb * sliding(law, x.rate)
    f = free - law.stiffness * (x.x - law.free)
    push(s, link.i, x.on_i * f)
    push(s, link.j, x.on_j * f)
    return free * x.rate


@inline
def point_force(s, law, F):
    """F(t) at a point of body j, in world axes or in body axes."""
    b = law.link.j
    P = point(s, b, law.link.s_j)
    if law.turning:
        F = s.work[b].A * F
    push(s, b, Force2(F, cross(P.p, F)))
    return dot(F, P.v)


@kernel
def applied_forces(s, head, model, t):
    """All forces except the user's own."""
    weights(s)
    for k in range(head.laws):
        law = s.laws[k]
        drive = driven(s, head, model, law.x, t)
        if law.kind == SPRING:
            power = spring(s, law, drive)
        elif law.kind == COORDINATE:
            power = coordinate_force(s, law, drive)
        else:
            power = point_force(s, law, Vec2(drive, driven(s, head, model, law.y, t)))
        if law.work >= 0:
            s.power[law.work] = power


@kernel
def update_forces(s, head, model, t):
    """Q and the powers of the whole mechanism, force by force, for the current poses."""
    applied_forces(s, head, model, t)
    return rare(head, LAW, 0, t, model) if head.user_laws else FINE


@kernel
def elastic_energy(s, head):
    """½ k (l − l₀)² of springs and ½ k (x − x₀)² of springs on joint coordinates."""
    energy = s.zero
    for k in range(head.laws):
        law = s.laws[k]
        if law.kind == SPRING:
            d = separation(s, law.link).d
            stretch = sqrt(dot(d, d)) - law.free
            energy = energy + 0.5 * law.stiffness * stretch * stretch
        elif law.kind == COORDINATE:
            stretch = coordinate(s, law.link).x - law.free
            energy = energy + 0.5 * law.stiffness * stretch * stretch
    return energy
