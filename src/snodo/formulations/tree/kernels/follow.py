"""The motion of every link in one state: `kinematics.py` from end to end."""

from snodo._jit import Floats, entry, i8
from snodo.formulations.tree.kernels.kinematics import accelerations, origins, outward, velocities
from snodo.formulations.tree.kernels.layout import FINE, refused, system, vector
from snodo.math.kernels.algebra import Motion, Vec3


@entry(i8(Floats, Floats, Floats, Floats))
def follow(model, q, v, a):
    """Place, velocity and acceleration of every link, left in the scratch; the ground does not accelerate."""
    status = refused(model, q, v, a)
    if status == FINE:
        s = system(model, 0.0)
        outward(s, vector(q), vector(v))
        none = Vec3(s.zero, s.zero, s.zero)
        s.work[0].a = Motion(none, none)
        origins(s)
        velocities(s)
        accelerations(s, vector(a))
    return status
