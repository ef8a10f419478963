"""The planar equations as an ODE: the function behind the seam between equations and time.

    q̇ = v,     [ M  Φ_vᵀ ] [ v̇ ]   [ Q ]
               [ Φ_v  0  ] [ λ ] = [ γ − 2 α Φ̇ − β² Φ ]      (α = β = 0: no stabilisation)

The state is y = (q, v, w); w are the works of everything that has no potential: ẇ = power.
"""

import math

from snodo._jit import RATE, entry, inline, kernel
from snodo.formulations.kernels.stabilisation import drivers_power, stabilised
from snodo.formulations.kernels.tables import FINE, NOT_FINITE
from snodo.formulations.planar.kernels.equations import evaluate
from snodo.formulations.planar.kernels.gap import pass_over
from snodo.formulations.planar.kernels.layout import ROWS_AND_FORCES, SPIN, Header, system
from snodo.formulations.planar.kernels.solve import factor, solve
from snodo.math.kernels.records import table, view


@inline
def write(s, head, v, y_dot):
    """ẏ = (v, v̇, powers); a body whose acceleration is not finite is the culprit."""
    nv, status = head.nv, FINE
    for k in range(nv):
        a = s.numbers[head.x_at + k]
        y_dot[k], y_dot[nv + k] = v[k], a
        if status == FINE and not math.isfinite(a):
            head.culprit = k // SPIN
            status = NOT_FINITE
    for k in range(head.works):
        y_dot[2 * nv + k] = s.power[k]
    return status


@kernel
def accelerate(s, head, model, t):
    """v̇ and λ, once rows and forces are known."""
    stabilised(head, s.numbers)
    if head.soft_rows:
        return pass_over(s, head, model, t)
    status = factor(s, head, model)
    if status == FINE:
        solve(s, head, model, s.force, s.phi_ddot)
    return status


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    v = view(y, head.nv, 0.0)
    status = evaluate(s, head, model, t, view(y, 0, 0.0), v)
    if status != FINE or head.depth == ROWS_AND_FORCES:
        return status
    status = accelerate(s, head, model, t)
    if status != FINE:
        return status
    drivers_power(head, s.numbers, s.ints)
    return write(s, head, v, view(ydot, 0, 0.0))
