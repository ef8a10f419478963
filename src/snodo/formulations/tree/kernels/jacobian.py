"""The Jacobian of a point of a link: column j is the motion that a unit velocity along axis j gives it."""

from snodo._jit import Floats, Table, entry, f8, i8
from snodo.formulations.tree.kernels.kinematics import origins, standing
from snodo.formulations.tree.kernels.layout import FINE, refused_coordinates, system, vector
from snodo.math.kernels.algebra import Motion, Vec3
from snodo.math.kernels.spatial import shift_motion


@entry(i8(Floats, Floats, i8, f8, f8, f8, Table))
def jacobian(model, q, i, x, y, z, J):
    """J (6 × nv, linear first) of the point (x, y, z) of link i, given in its axes."""
    status = refused_coordinates(model, q)
    if status != FINE:
        return status
    s = system(model, 0.0)
    standing(s, vector(q))
    origins(s)
    J[:] = 0.0
    none = Vec3(s.zero, s.zero, s.zero)
    point = s.work[i].p + s.work[i].R @ Vec3(x, y, z)
    while i:
        for j in range(s.links[i].iv, s.links[i].iv + s.links[i].dofs):
            column = shift_motion(Motion(none, none) + s.freedoms[j].S * s.one, point - s.work[i].p)
            J[0, j], J[1, j], J[2, j] = column.lin.x, column.lin.y, column.lin.z
            J[3, j], J[4, j], J[5, j] = column.ang.x, column.ang.y, column.ang.z
        i = s.links[i].parent
    return status
