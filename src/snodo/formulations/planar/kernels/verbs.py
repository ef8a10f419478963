"""The verbs of planar absolute coordinates for the constraint methods (`formulations/kernels/verbs.py`).

Φ̈ of the rows without accelerations is −γ; with x = M⁻¹ Q it is J x − γ.  q̇ = v.

Each is written for elements, and has two doors: here for one mechanism, in `members.py` for several in lanes.
"""

import math

from snodo._jit import array_at, inline, kernel, verb
from snodo.formulations.kernels.statuses import FINE, NOT_FINITE
from snodo.formulations.kernels.verbs import ALONG, FACTOR, GIVEN, LENGTHS, MOTION, PREPARE, ROWS, WRITTEN, members
from snodo.formulations.planar.kernels import equations, poses
from snodo.formulations.planar.kernels import solve as system_of_rows
from snodo.formulations.planar.kernels.all_rows import update_rows
from snodo.formulations.planar.kernels.layout import SPIN, Header, system
from snodo.formulations.planar.kernels.user_forces import user_forces
from snodo.formulations.planar.kernels.user_rows import user_rows
from snodo.math.kernels.records import table, view


@inline
def copied(numbers, first, second, count):
    """Copy `count` numbers from `second` to `first`."""
    for k in range(count):
        numbers[first + k] = numbers[second + k]


@kernel
def evaluate_elements(s, head, model, what, t, q, v):
    """Rows; forces and accelerations without constraint forces; or Φ̈ again."""
    if what == ROWS:
        head.time = t
        poses.moved(s, q, v)
        return update_rows(s, head, model, t)
    if what == MOTION:
        status = equations.evaluate(s, head, model, t, q, v)
        if status != FINE:
            return status
        copied(s.numbers, head.rest_at, head.phi_ddot_at, s.rows)
        system_of_rows.free_accelerations(s)
    elif what == ALONG:
        for r in range(s.rows):
            s.phi_ddot[r] = s.zero
    else:
        copied(s.numbers, head.phi_ddot_at, head.rest_at, s.rows)
    system_of_rows.add_along(s, head, head.phi_ddot_at)
    return FINE


@inline
def factor_elements(s, head, model, what):
    """S and its factors in the last state, or S alone; the blocks of J are those of the last evaluation."""
    if what == FACTOR:
        return system_of_rows.factor(s, head, model)
    if what != PREPARE:
        system_of_rows.assemble_S(s, head)
    return FINE


@inline
def solve_elements(s, head, model, what):
    """λ with S λ = the numbers at `what`, unless it is given, and x ← x − M⁻¹ Jᵀ λ."""
    if what != GIVEN:
        system_of_rows.multipliers(s, head, model, what)
    system_of_rows.constrain(s, head)
    return FINE


@inline
def rates_of_elements(s, head, y, ydot):
    """ẏ = (v, x, powers)."""
    nv = head.nv
    for k in range(nv):
        ydot[k], ydot[nv + k] = y[nv + k], s.numbers[head.x_at + k]
    for k in range(head.works):
        ydot[2 * nv + k] = s.power[k]


@inline
def judged(head, ydot):
    """A body whose acceleration is not finite is the culprit."""
    width = members(head)
    first = head.nv * width
    for k in range(first):
        if not math.isfinite(ydot[first + k]):
            head.culprit = k // (SPIN * width)
            return NOT_FINITE
    return FINE


# ---------------------------------------------------------------- doors
@verb
def evaluate(what, t, model, y, out):
    """Rows; forces and accelerations without constraint forces; or Φ̈ again."""
    model, y = array_at(model), array_at(y)
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    return evaluate_elements(s, head, model, what, t, view(y, 0, 0.0), view(y, head.nv, 0.0))


@verb
def factor(what, t, model, y, out):
    """S and its factors in the last state, or S alone."""
    model = array_at(model)
    return factor_elements(system(model, 0, 0.0), table(Header, model, 0, 0.0)[0], model, what)


@verb
def solve(what, t, model, y, out):
    """λ and x."""
    model = array_at(model)
    return solve_elements(system(model, 0, 0.0), table(Header, model, 0, 0.0)[0], model, what)


@verb
def displace(what, t, model, y, out):
    """q + x or v + x."""
    if what != LENGTHS:
        poses.displace(system(array_at(model), 0, 0.0), view(array_at(y), 0, 0.0), what)
    return FINE


@verb
def rates(what, t, model, y, out):
    """ẏ from x."""
    model, y, ydot = array_at(model), array_at(y), array_at(out)
    head = table(Header, model, 0, 0.0)[0]
    rates_of_elements(system(model, 0, 0.0), head, view(y, 0, 0.0), view(ydot, 0, 0.0))
    return judged(head, ydot)


@verb
def rare(what, t, model, y, out):
    """Rows and forces that the user wrote, all of them."""
    model = array_at(model)
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    return user_rows(s, head, model, t) if what == WRITTEN else user_forces(s, head, model, t)
