"""The equations of an open tree as an ODE: the functions behind the seam between equations and time.

    q̇ = N(q) v,     v̇ by articulated bodies under the applied forces,     ẇ = power

The state is y = (q, v, w); w are the works of everything that has no potential.  N is the identity but for Euler
parameters p and the place r of a free joint, with ω and u in the child's axes:

    ṗ = ½ p ∘ (0, ω) + α (1 − pᵀp) p,     ṙ = A(p) u

The rest of the equations does not feel the length of p; α > 0 holds it at one, and `project` sets it to one.

Eight trees are one ODE in lanes (`lanes_model.py`), y interleaved.
"""

import math

from snodo._jit import PROJECT, RATE, entry, inline, kernel
from snodo.formulations.kernels.forces import apply_forces
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE
from snodo.formulations.kernels.tables import vec3
from snodo.formulations.kernels.verbs import element, members
from snodo.formulations.tree.kernels.aba import accelerate, accelerate_in_parts
from snodo.formulations.tree.kernels.kinematics import origins, outward, velocities
from snodo.formulations.tree.kernels.lanes_model import abreast
from snodo.formulations.tree.kernels.lanes_model import apply_forces as apply_forces_abreast
from snodo.formulations.tree.kernels.layout import FREE, SPHERICAL, Header, system
from snodo.formulations.tree.kernels.limbs import in_parts, keep_resistance
from snodo.math.kernels.elementary import sqrt
from snodo.math.kernels.lanes import LANES, zeros
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import from_quaternion


@inline
def turning(q, iq, v, iv, alpha, q_dot):
    """ṗ of the Euler parameters at iq, for ω at iv."""
    e0, e1, e2, e3 = q[iq], q[iq + 1], q[iq + 2], q[iq + 3]
    x, y, z = 0.5 * v[iv], 0.5 * v[iv + 1], 0.5 * v[iv + 2]
    back = alpha * (1.0 - (e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3))
    q_dot[iq] = back * e0 - (e1 * x + e2 * y + e3 * z)
    q_dot[iq + 1] = back * e1 + (e0 * x + e2 * z - e3 * y)
    q_dot[iq + 2] = back * e2 + (e0 * y + e3 * x - e1 * z)
    q_dot[iq + 3] = back * e3 + (e0 * z + e1 * y - e2 * x)


@inline
def coordinate_rates(system, alpha, q, v, q_dot):
    """q̇ = N(q) v."""
    for i in range(1, system.last + 1):
        link = system.links[i]
        iq, iv = link.iq, link.iv
        if link.kind == SPHERICAL:
            turning(q, iq, v, iv, alpha, q_dot)
        elif link.kind == FREE:
            u = from_quaternion(q[iq + 3], q[iq + 4], q[iq + 5], q[iq + 6]) @ vec3(v, iv)
            q_dot[iq], q_dot[iq + 1], q_dot[iq + 2] = u.x, u.y, u.z
            turning(q, iq + 3, v, iv + 3, alpha, q_dot)
        else:
            for k in range(link.dofs):
                q_dot[iq + k] = v[iv + k]


@kernel
def moved_and_loaded(system, apart, head, model, t, q, v):
    """Where every link is, how it moves, and what acts on it: only on coordinates if there are limbs apart."""
    outward(system, q, v)
    if not head.laws:
        return FINE
    if not apart:
        origins(system)
        velocities(system)
        if head.measured_laws:
            read_measures(system, head, model, q, v, v)
    return apply_forces(system, head, model, t, q, v, view(model, head.tau_at, 0.0))


@inline
def write(head, model, y_dot, zero=0.0):
    """Put the powers behind the accelerations, as elements like the zero, and look whether everything is finite."""
    first, status, width = head.nq + head.nv, FINE, members(head)
    powers, found = view(model, element(head, head.power_at), zero), view(y_dot, 0, zero)
    for k in range(head.works):
        found[first + k] = powers[k]
    for k in range(head.nq * width, (first + head.works) * width):
        if not math.isfinite(y_dot[k]):
            status = NOT_FINITE
    return status


@inline
def normalise(system, y, tolerance):
    """Bring Euler parameters to length one; returns how many were farther from it than the tolerance."""
    found = 0
    for i in range(1, system.last + 1):
        link = system.links[i]
        if link.kind == SPHERICAL or link.kind == FREE:
            p = link.iq + (3 if link.kind == FREE else 0)
            length = math.sqrt(y[p] * y[p] + y[p + 1] * y[p + 1] + y[p + 2] * y[p + 2] + y[p + 3] * y[p + 3])
            if not length > 0.0:
                return -NOT_FINITE
            found += abs(length - 1.0) > tolerance
            for k in range(4):
                y[p + k] /= length
    return found


@inline
def normalise_elements(s, q):
    """The same for members in lanes."""
    for i in range(1, s.last + 1):
        link = s.links[i]
        if link.kind == SPHERICAL or link.kind == FREE:
            p = link.iq + (3 if link.kind == FREE else 0)
            length = sqrt(q[p] * q[p] + q[p + 1] * q[p + 1] + q[p + 2] * q[p + 2] + q[p + 3] * q[p + 3])
            for k in range(4):
                q[p + k] = q[p + k] / length


@inline
def elements(array, at):
    """A vector of elements from the element `at` on."""
    return view(array, at * LANES, zeros())


@inline
def judged(x, first):
    """FINE if all numbers from the element `first` on are finite."""
    status = FINE
    for k in range(first * LANES, x.size):
        if not math.isfinite(x[k]):
            status = NOT_FINITE
    return status


# ---------------------------------------------------------------- doors
@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; returns a status."""
    head = table(Header, model, 0, 0.0)[0]
    head.time, head.loaded = t, head.wrenches
    s, (trunk, limbs) = system(model, 0.0), in_parts(model)
    head.loaded = 0
    q, v, tau, a = view(y, 0, 0.0), view(y, head.nq, 0.0), view(model, head.tau_at, 0.0), view(ydot, head.nq, 0.0)
    status = moved_and_loaded(trunk, limbs.groups, head, model, t, q, v)
    if status != FINE:
        return status
    accelerate_in_parts(trunk, limbs, model, q, v, tau, a)
    coordinate_rates(s, head.alpha, q, v, view(ydot, 0, 0.0))
    status = write(head, model, ydot)
    if status != FINE:
        keep_resistance(model, limbs, s.freedoms)
    return status


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Bring Euler parameters to length one; returns how many were farther from it than the tolerance."""
    return normalise(system(model, 0.0), y, tolerance)


@entry(RATE)
def rate_batch(t, y, ydot, model):
    """ẏ in the states y of the trees at time t."""
    head, s = abreast(model)
    q, v, tau, a = elements(y, 0), elements(y, head.nq), elements(model, head.tau_at), elements(ydot, head.nq)
    outward(s, q, v)
    if head.laws:
        origins(s)
        velocities(s)
        apply_forces_abreast(s, head, model, t, q, v, tau, elements(ydot, head.nq + head.nv))
    accelerate(s, tau, a)
    coordinate_rates(s, head.alpha, q, v, elements(ydot, 0))
    return judged(ydot, head.nq)


@entry(PROJECT)
def project_batch(t, y, model, tolerance):
    """Bring Euler parameters of the trees to length one; returns 0, or minus a status."""
    _, s = abreast(model)
    normalise_elements(s, elements(y, 0))
    return -judged(y, 0)
