"""The stages of an explicit Runge–Kutta step, equations (1) and (2) of `ode/tables.py`."""

from math import isfinite

from snodo._jit import call_monitor, kernel
from snodo.integrators.ode.kernels.monitor import STAGE, ask
from snodo.integrators.ode.kernels.state import EVALUATIONS, GO_ON, LATEST, RATE_FAILED, REJECT, STATUS

IN_STAGE = 1
"""What guards are asked after a stage, see `guards.py`,"""
BY_FORCE = 3
"""if this number of theirs is not zero."""


@kernel
def weighted_sum(table, row, m, W, out):
    """W[out] = Σ_{j<m} w_j K_j with the weights w = table[row]."""
    n = W.shape[1]
    for i in range(n):
        W[out, i] = 0.0
    for j in range(m):
        w = table[row, j]
        if w != 0.0:
            for i in range(n):
                W[out, i] += w * W[j, i]


@kernel
def point(table, row, m, h, W, y, out):
    """W[out] = W[y] + h Σ_{j<m} a_j K_j with a = table[row]."""
    weighted_sum(table, row, m, W, out)
    for i in range(W.shape[1]):
        W[out, i] = W[y, i] + h * W[out, i]


@kernel
def evaluate(rate, model, t, W, y, ydot, count):
    """W[ydot] = f(t, W[y]); the only place that calls the rate.  True if the rate succeeded."""
    count[EVALUATIONS] += 1
    count[STATUS] = rate(t, W[y], W[ydot], model)
    return count[STATUS] == 0


@kernel
def stages(rate, model, plan, table, W, clock, count, notes, guards, t, h, first, end):
    """K_k = f(t + c_k h, y + h Σ_{j<k} a_kj K_j) for k = first … end−1, up to the first failure."""
    z = plan.z
    for k in range(first, end):
        point(table, k, k, h, W, plan.y, z)
        at = min(t + table[plan.c, k] * h, clock[LATEST])
        if not evaluate(rate, model, at, W, z, k, count):
            return RATE_FAILED
        if ask(plan, STAGE, k, at, h, model, W, z, k, clock, notes) != GO_ON:
            return REJECT
        if plan.guards != 0 and k < plan.stages and guards[BY_FORCE] != 0.0:
            call_monitor(plan.guards, IN_STAGE, k, at, h, model, W[z], W[k], clock, guards)
    return GO_ON


@kernel
def all_finite(W, row):
    """Whether W[row] contains neither an infinity nor a NaN."""
    for i in range(W.shape[1]):  # noqa: SIM110
        if not isfinite(W[row, i]):
            return False
    return True


@kernel
def copy(W, source, target):
    """W[target] = W[source]."""
    for i in range(W.shape[1]):
        W[target, i] = W[source, i]
