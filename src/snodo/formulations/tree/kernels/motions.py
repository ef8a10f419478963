"""The motion of the links: of all in one state, of one in many states."""

from snodo._jit import Floats, Table, entry, i8, inline
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.tables import put
from snodo.formulations.tree.kernels.kinematics import accelerations, origins, outward, velocities
from snodo.formulations.tree.kernels.layout import refused, system, vector
from snodo.math.kernels.algebra import Motion, Vec3
from snodo.math.kernels.records import view

MOTION = 24  # place, axes by columns, velocity, angular velocity, acceleration, angular acceleration


@inline
def follow_all(s, q, v, a):
    """Place, velocity and acceleration of every link; the ground does not accelerate."""
    none = Vec3(s.zero, s.zero, s.zero)
    outward(s, q, v)
    s.work[0].a = Motion(none, none)
    origins(s)
    velocities(s)
    accelerations(s, a)


@inline
def put_axes(row, k, R):
    """Nine numbers, by columns."""
    put(row, k, R.x)
    put(row, k + 3, R.y)
    put(row, k + 6, R.z)


# ---------------------------------------------------------------- doors
@entry(i8(Floats, Floats, Floats, Floats))
def follow(model, q, v, a):
    """Place, velocity and acceleration of every link, left in the scratch; the ground does not accelerate."""
    status = refused(model, q, v, a)
    if status == FINE:
        follow_all(system(model, 0.0), vector(q), vector(v), vector(a))
    return status


@entry(i8(Table, Table, Table, Floats, i8, Table))
def motions(Q, V, A, model, i, out):
    """The motion of link i in each of the states, the ground at rest."""
    s = system(model, 0.0)
    for k in range(Q.shape[0]):
        follow_all(s, view(Q[k], 0, 0.0), view(V[k], 0, 0.0), view(A[k], 0, 0.0))
        this, row = s.work[i], out[k]
        put(row, 0, this.p)
        put_axes(row, 3, this.R)
        put(row, 12, this.v)
        put(row, 15, this.w)
        put(row, 18, this.a.lin)
        put(row, 21, this.a.ang)
    return 0
