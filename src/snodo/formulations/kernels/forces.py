"""Applied forces: joint forces τ, external wrenches on the bodies, and the power that each one brings.

A force on a joint's coordinate goes into τ; every other one is a wrench on bodies, (F, p × F) for a force F at the arm
p from a body's origin.  The power counted is that of the part of a force that no potential has: dampers, friction,
actuators, the user's own.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.measures import total
from snodo.formulations.kernels.members import in_time
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import (
    CALLED,
    COORDINATE,
    DRY,
    FORMULA,
    MEASURED,
    MOMENT,
    SPRING,
    TORQUE,
    TORSION,
    Law,
    Measure,
    Term,
)
from snodo.formulations.kernels.torsion import strain
from snodo.formulations.kernels.verbs import LAW, element, rare
from snodo.math.kernels.algebra import Force, Vec3, cross, dot
from snodo.math.kernels.duals import zero_of
from snodo.math.kernels.elementary import inverse, sqrt, tanh
from snodo.math.kernels.measures import COORDINATE as OWN
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import shift_force


@inline
def end(system, i, s):
    """A point s of link i: its arm from the link's origin, its place, its velocity."""
    this = system.work[i]
    arm = this.R @ s
    return arm, this.p + arm, this.v + cross(this.w, arm)


@inline
def push(system, i, arm, F):
    """Add a force at the arm from the link's origin to what acts on its body."""
    this = system.work[i]
    p = arm - this.R @ system.links[i].origin
    this.external = this.external + Force(F, cross(p, F))


@inline
def press(system, i, F):
    """Add a wrench at the origin of link i to what acts on its body."""
    this = system.work[i]
    this.external = this.external + Force(F.lin, F.ang - cross(this.R @ system.links[i].origin, F.lin))


@inline
def press_along(system, m, f, tau):
    """A force f along a measure, f times its gradient."""
    if m.kind == OWN:
        tau[m.iv] = tau[m.iv] + f
    else:
        F = m.F * f
        press(system, m.j, F)
        press(system, m.i, shift_force(F, system.work[m.j].p - system.work[m.i].p) * -1.0)


@inline
def separation(system, law):
    """From the first point of a law to the second: the vector, its direction (zero if it has none), and the rate."""
    arm_i, r_i, v_i = end(system, law.i, law.s_i)
    arm_j, r_j, v_j = end(system, law.j, law.s_j)
    d = r_j - r_i
    e = d * inverse(sqrt(dot(d, d)))
    return d, e, dot(e, v_j - v_i), arm_i, arm_j


@inline
def spring(system, law, drive):
    """f = −k (l − l₀) − c l̇ + F(t) along the line of its ends, pushing them apart; zero if they coincide.

    −k d + (k l₀ − c l̇ + F) e is smooth where a spring without free length has no length.
    """
    d, e, rate, arm_i, arm_j = separation(system, law)
    free = drive - law.damping * rate
    F = e * (free + law.stiffness * law.free) - d * law.stiffness
    push(system, law.j, arm_j, F)
    push(system, law.i, arm_i, F * -1.0)
    return free * rate


@inline
def sliding(law, rate):
    """φ: tanh(ẋ/s), or the direction of dry friction."""
    return rate * 0.0 + law.direction if law.rubs == DRY else tanh(rate / law.smoothing)


@inline
def coordinate_force(law, drive, q, v, tau):
    """f = −k (x − x₀) − c ẋ − T φ(ẋ) + F(t) on the coordinate x of a joint."""
    x, rate = q[law.iq], v[law.iv]
    free = drive - law.damping * rate
    if law.rubs:
        free = free - law.coulomb * sliding(law, rate)
    tau[law.iv] = tau[law.iv] + free - law.stiffness * (x - law.free)
    return free * rate


@inline
def measured_force(system, head, model, law, drive, tau):
    """The same on a measure: the coordinate of a joint that closes a loop."""
    measures = table(Measure, model, element(head, head.measure_at), system.zero)
    terms = table(Term, model, element(head, head.term_at), system.zero)
    x, rate, _ = total(head, model, law.first, law.terms, system.zero)
    free = drive - law.damping * rate
    if law.rubs:
        free = free - law.coulomb * sliding(law, rate)
    force = free - law.stiffness * (x + law.constant - law.free)
    for k in range(law.first, law.first + law.terms):
        press_along(system, measures[terms[k].measure], force * terms[k].push, tau)
    return free * rate


@inline
def components(system, head, model, numbers, law, t, drive):
    """The three functions of time of a law, of which the first is known."""
    y = in_time(head, model, numbers, law.y, t, system.zero)[0]
    return Vec3(drive, y, in_time(head, model, numbers, law.z, t, system.zero)[0])


@inline
def in_world(system, law, x):
    """A vector of a law in world axes: as it is, or turned with the body of link j."""
    return system.work[law.j].R @ (law.axes @ x) if law.turning else x


@inline
def point_force(system, law, F):
    """F at a point of link j."""
    arm, _, velocity = end(system, law.j, law.s_j)
    push(system, law.j, arm, F)
    return dot(F, velocity)


@inline
def body_torque(system, law, T):
    """A torque on the body of link j, and its opposite on that of link i, which is the ground if there is none."""
    i, j, zero = system.work[law.i], system.work[law.j], zero_of(T.x)
    none = Vec3(zero, zero, zero)
    j.external = j.external + Force(none, T)
    i.external = i.external - Force(none, T)
    return dot(T, j.w - i.w)


@inline
def begin(system, head, tau):
    """No force yet."""
    none = Vec3(system.zero, system.zero, system.zero)
    for j in range(head.nv):
        tau[j] = system.zero
    for i in range(system.last + 1):
        system.work[i].external = Force(none, none)


@inline
def law_power(system, head, model, numbers, law, t, q, v, tau):
    """Add what a law exerts, of those that many mechanisms have; returns its power."""
    drive = in_time(head, model, numbers, law.x, t, system.zero)[0]
    if law.kind == SPRING:
        return spring(system, law, drive)
    if law.kind == COORDINATE:
        return coordinate_force(law, drive, q, v, tau)
    if law.kind == TORQUE:
        return body_torque(system, law, in_world(system, law, law.axis * drive))
    if law.kind == MEASURED:
        return measured_force(system, head, model, law, drive, tau)
    x = in_world(system, law, components(system, head, model, numbers, law, t, drive))
    return body_torque(system, law, x) if law.kind == MOMENT else point_force(system, law, x)


@kernel
def apply_forces(system, head, model, t, q, v, tau):
    """Once the motion of the bodies and the measures are known: fill τ, the external wrenches and the powers."""
    zero = system.zero
    laws, numbers = table(Law, model, element(head, head.law_at), zero), view(model, head.elements_at, zero)
    begin(system, head, tau)
    for k in range(head.laws):
        law = laws[k]
        if law.kind == FORMULA or law.kind == CALLED or law.kind == TORSION:
            status = rare(head, LAW, k, t, model)
            if status != FINE:
                return status
        else:
            power = law_power(system, head, model, numbers, law, t, q, v, tau)
            if law.work >= 0:
                numbers[head.power_at + law.work] = power
    return FINE


@kernel
def elastic_energy(system, head, model, q):
    """½ k (l − l₀)² of the springs, ½ k (x − x₀)² of the torsional ones, ½ k x² of torsions."""
    laws, energy = table(Law, model, head.law_at, 0.0), 0.0
    for k in range(head.laws):
        law = laws[k]
        if law.kind == SPRING:
            d = separation(system, law)[0]
            energy += 0.5 * law.stiffness * (sqrt(dot(d, d)) - law.free) ** 2
        elif law.kind == COORDINATE:
            energy += 0.5 * law.stiffness * (q[law.iq] - law.free) ** 2
        elif law.kind == MEASURED:
            x = total(head, model, law.first, law.terms)[0] + law.constant
            energy += 0.5 * law.stiffness * (x - law.free) ** 2
        elif law.kind == TORSION:
            xu = strain(system, law)[0]
            energy += 0.5 * law.stiffness * dot(xu, xu)
    return energy
