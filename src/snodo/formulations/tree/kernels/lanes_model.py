"""Eight open trees abreast: their models interleaved number by number, so that each number is an element of lanes.

Trees of the same structure have the same whole numbers at the same places (those of the first are read); masses,
lengths, stiffnesses, gravity may differ from lane to lane.  The array:

    LANES models, interleaved (LANES × size) | the models one after the other, for their functions of time
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.forces import begin, body_torque, coordinate_force, in_world, point_force, spring
from snodo.formulations.kernels.tables import COORDINATE, MOMENT, SPRING, TORQUE, Law
from snodo.formulations.tree.kernels.layout import Freedom, Header, Link, System, Work
from snodo.math.kernels.algebra import Vec3
from snodo.math.kernels.lanes import LANES, with_lane, zeros
from snodo.math.kernels.records import table
from snodo.math.kernels.time_functions import evaluate


@inline
def abreast(model):
    """The header and the tree with lanes for elements."""
    like = zeros()
    head = table(Header, model, 0, like)[0]
    links, work = table(Link, model, head.link_at * LANES, like), table(Work, model, head.work_at * LANES, like)
    freedoms = table(Freedom, model, head.freedom_at * LANES, like)
    return head, System(head.links, head.wrenches, head.gravity, links, work, freedoms, like, like + 1.0)


@kernel
def drive(model, at, t, stack_at):
    """The function of time at `at`, in each of the models."""
    size, found = model.size // (2 * LANES), zeros()
    for lane in range(LANES):
        own = model[(LANES + lane) * size : (LANES + lane + 1) * size]
        found = with_lane(found, lane, evaluate(own, at, t, stack_at)[0])
    return found


@inline
def law_power(system, law, model, t, stack_at, q, v, tau):
    """Add what a law exerts; returns its power."""
    x = drive(model, law.x, t, stack_at)
    if law.kind == SPRING:
        return spring(system, law, x)
    if law.kind == COORDINATE:
        return coordinate_force(law, x, q, v, tau)
    if law.kind == TORQUE:
        return body_torque(system, law, in_world(system, law, law.axis * x))
    F = in_world(system, law, Vec3(x, drive(model, law.y, t, stack_at), drive(model, law.z, t, stack_at)))
    return body_torque(system, law, F) if law.kind == MOMENT else point_force(system, law, F)


@kernel
def apply_forces(system, head, model, t, q, v, tau, powers):
    """After `outward`, `origins` and `velocities`: fill τ, the external wrenches and the powers, law by law."""
    laws = table(Law, model, head.law_at * LANES, system.zero)
    begin(system, head, tau)
    for k in range(head.laws):
        law = laws[k]
        power = law_power(system, law, model, t, head.stack_at, q, v, tau)
        if law.work >= 0:
            powers[law.work] = power
