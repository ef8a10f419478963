"""The state between two steps, equations (4) and (5) of `ode/tables.py`, and the samples of the result."""

from snodo._jit import kernel
from snodo.integrators.ode.kernels.stages import stages, weighted_sum
from snodo.integrators.ode.kernels.state import (
    CLOSE_TO,
    GO_ON,
    LATEST,
    NEXT_OUTPUT,
    PROJECTION_FAILED,
    PROJECTION_ITERATIONS,
    STATUS,
)


@kernel
def interpolant(h, plan, table, W):
    """The terms F of (5)."""
    y, y1, F, s = plan.y, plan.y1, plan.F, plan.stages
    for i in range(W.shape[1]):
        rise = W[y1, i] - W[y, i]
        W[F, i] = rise
        W[F + 1, i] = h * W[0, i] - rise
        W[F + 2, i] = 2.0 * rise - h * (W[0, i] + W[s, i])
    for r in range(plan.dense_rows):
        weighted_sum(table, plan.D + r, plan.all_stages, W, F + 3 + r)
        for i in range(W.shape[1]):
            W[F + 3 + r, i] *= h


@kernel
def interpolate(x, plan, W, out, k):
    """out[k] = y(t + x h) by (4)."""
    for i in range(W.shape[1]):
        value = 0.0
        for r in range(2 + plan.dense_rows, -1, -1):
            value = (value + W[plan.F + r, i]) * (x if r % 2 == 0 else 1.0 - x)
        out[k, i] = W[plan.y, i] + value


@kernel
def correct(project, model, t, y, row, clock, count):
    """Project y[row] onto the constraints; False if they cannot be satisfied."""
    count[STATUS] = project(t, y[row], model, clock[CLOSE_TO])
    count[PROJECTION_ITERATIONS] += max(count[STATUS], 0)
    return count[STATUS] >= 0


@kernel
def write_outputs(rate, project, model, plan, table, W, clock, count, notes, guards, t, t1, times, out):
    """Write the rows of `out` for the times in (t, t1]; extra stages only if one of them is inside the step."""
    h, k = t1 - t, count[NEXT_OUTPUT]
    if k < times.size and times[k] < t1:
        verdict = stages(
            rate, model, plan, table, W, clock, count, notes, guards, t, h, plan.stages + 1, plan.all_stages
        )
        if verdict != GO_ON:
            return verdict
        interpolant(h, plan, table, W)
    while k < times.size and times[k] <= t1:
        if times[k] < t1:
            interpolate((times[k] - t) / h, plan, W, out, k)
            at = min(times[k], clock[LATEST])
            if plan.project and not correct(project, model, at, out, k, clock, count):
                return PROJECTION_FAILED
        else:
            for i in range(W.shape[1]):
                out[k, i] = W[plan.y1, i]
        k += 1
    count[NEXT_OUTPUT] = k
    return GO_ON
