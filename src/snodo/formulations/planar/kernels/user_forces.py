"""The user's own forces: fx, fy and torque at the origin of each listed body."""

import math

from snodo._jit import call_user, inline, kernel
from snodo.formulations.kernels.statuses import FINE, USER_FAILED
from snodo.formulations.kernels.tables import CALLED
from snodo.formulations.planar.kernels.layout import UserLaw
from snodo.formulations.planar.kernels.poses import origin
from snodo.formulations.planar.kernels.user_rows import gather, run_formula
from snodo.math.kernels.plane import Force2, Vec2, cross, dot
from snodo.math.kernels.records import table


@inline
def run(head, model, law, t):
    """Evaluate the formulas with t, q and v as jets without derivatives."""
    inputs, n = head.user_in_at, 3 * law.listed
    model[inputs], model[inputs + 1], model[inputs + 2] = t, 0.0, 0.0
    for k in range(n):
        x, v = inputs + 3 * (k + 1), inputs + 3 * (k + 1 + n)
        model[x], model[x + 1], model[x + 2] = model[head.user_q_at + k], 0.0, 0.0
        model[v], model[v + 1], model[v + 2] = model[head.user_v_at + k], 0.0, 0.0
    run_formula(head, model, t, law.address, inputs, head.user_out_at)


@inline
def push(s, model, law, out, stride):
    """Add the values of the function to Q; returns their power."""
    power = 0.0
    for k in range(law.listed):
        b, at = s.ints[law.listed_at + k], out + 3 * stride * k
        F, torque = Vec2(model[at], model[at + stride]), model[at + 2 * stride]
        o, load = origin(s, b), s.force[b]
        load.F = load.F + Force2(F, torque + cross(o.p, F))
        power += dot(F, o.v) + torque * s.work[b].w
    return power


@kernel
def user_forces(s, head, model, t):
    """Add all of them to Q, and their powers."""
    laws, out = table(UserLaw, model, head.user_law_at, 0.0), head.user_out_at
    for k in range(head.user_laws):
        law, stride, failed = laws[k], 1, False
        gather(s, head, model, law.listed_at, law.listed)
        if law.kind == CALLED:
            failed = call_user(law.address, t, model, head.user_q_at, head.user_v_at, out) != 0
        else:
            stride = 3
            run(head, model, law, t)
        power = math.nan if failed else push(s, model, law, out, stride)
        if not math.isfinite(power):
            head.culprit = law.number
            return USER_FAILED
        if law.work >= 0:
            s.power[law.work] = power
    return FINE
