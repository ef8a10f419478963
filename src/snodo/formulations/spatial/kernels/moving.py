"""Where each body is and how it moves, what it measures against others, and what acts on it.

Q = (F, n′ − ω′ × J′ ω′)         Newton and Euler about the centre of mass (source text 002, section 2)
"""

from snodo._jit import kernel
from snodo.formulations.kernels.measures import read_measures
from snodo.formulations.kernels.tables import Measure, put, vec3
from snodo.formulations.spatial.kernels.attitude import spin_rates, square
from snodo.formulations.spatial.kernels.layout import PLACE, SPIN
from snodo.math.kernels.algebra import cross, transposed
from snodo.math.kernels.records import table
from snodo.math.kernels.spatial import from_quaternion


@kernel
def moved(s, head, model, q, v):
    """Place, axes and velocities of every body, and all measures."""
    for i in range(1, s.last + 1):
        this, iq, iv = s.work[i], PLACE * (i - 1), SPIN * (i - 1)
        this.R = from_quaternion(q[iq + 3], q[iq + 4], q[iq + 5], q[iq + 6])
        this.p, this.v, this.spin = vec3(q, iq), vec3(v, iv), vec3(v, iv + 3)
        this.w = this.R @ this.spin
    read_measures(s, head, model, q, v, v)


@kernel
def gather_forces(s, head, model):
    """Q, from gravity, the applied wrenches and the gyroscopic torque."""
    for i in range(1, s.last + 1):
        body, this, at = s.links[i], s.work[i], head.force_at + SPIN * (i - 1)
        F = this.external.lin
        n = this.external.ang + cross(this.R @ body.origin, F)
        put(model, at, F + head.gravity * body.mass)
        put(model, at + 3, transposed(this.R, n) - cross(this.spin, body.inertia @ this.spin))


@kernel
def coordinate_rates(s, head, model, ints, alpha, q, v, q_dot):
    """ṙ, ṗ = ½ Gᵀ ω′ + α (1 − pᵀp) p, and the rates of counted angles, from the current measures."""
    for i in range(1, s.last + 1):
        iq, iv = PLACE * (i - 1), SPIN * (i - 1)
        put(q_dot, iq, vec3(v, iv))
        spin_rates(q, iq + 3, vec3(v, iv + 3), alpha * (1.0 - square(q, iq + 3)), q_dot, iq + 3)
    measures = table(Measure, model, head.measure_at, 0.0)
    for k in range(head.counters):
        q_dot[PLACE * s.last + k] = measures[ints[head.counter_at + k]].rate
