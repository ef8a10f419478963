"""Augmented Lagrangian iteration on the penalty; see `constraint_methods/augmented_lagrangian.py`.

With γ* = γ − 2 ζ ω Φ̇ − ω² Φ (Baumgarte's gains ζ ω and ω) and A = M + Φ_vᵀ α Φ_v, starting from v̇ = 0, λ = 0:

    e = Φ_v v̇ − γ*,      v̇ ← v̇ + A⁻¹ (Q − M v̇ − Φ_vᵀ (λ + α e)),      λ ← λ + α (Φ_v v̇ − γ*)

Each sweep solves for a correction from the residual of the true equations, so that the large numbers in A do not limit
the accuracy.

The projection after a step errs by Φ/σ² along the weakly constrained direction, σ² the smallest relative pivot of
Φ_v M⁻¹ Φ_vᵀ.  A step that ends where that is too much is left as it is: a later one, farther away, closes the rows.
"""

from snodo._jit import PROJECT, RATE, array_at, entry, kernel
from snodo.constraint_methods.kernels.baumgarte import stabilise
from snodo.constraint_methods.kernels.dense import begin, finish, header, push, unbalanced
from snodo.constraint_methods.kernels.projection import onto_constraints
from snodo.formulations.kernels.statuses import FINE, SINGULAR_MASS
from snodo.formulations.kernels.verbs import ROWS, Equations, evaluate, factor
from snodo.math.kernels.dense import add, backward, cholesky, copy, dot, forward
from snodo.math.kernels.records import table

TOO_CLOSE = 1e-4  # σ below which nothing is projected: rounding alone would err by ε/σ² = 2e-8
ROUGH = 1e-6  # relative change of the accelerations above which an iteration has not converged


@kernel
def stiffened(head, own):
    """A = M + Φ_vᵀ α Φ_v, factored; returns its smallest pivot."""
    n, A = head.nv, head.factor_at
    copy(own, n * n, head.M_at, A)
    for r in range(head.nc):
        J = head.J_at + r * n
        for i in range(n):
            if own[J + i] != 0.0:
                add(own, n, own[head.stiffness_at + r] * own[J + i], J, A + i * n)
    return cholesky(own, n, A)


@kernel
def load(head, own):
    """λ ← λ + α (Φ_v v̇ − γ*)."""
    n = head.nv
    for r in range(head.nc):
        miss = dot(own, n, head.J_at + r * n, head.a_at) - own[head.gamma_at + r]
        own[head.lambda_at + r] += own[head.stiffness_at + r] * miss


@kernel
def sweep(head, own):
    """One correction of v̇; returns the largest relative change in natural units."""
    n, x, change, whole = head.nv, head.x_at, 0.0, 0.0
    unbalanced(head, own, x)
    copy(own, head.nc, head.lambda_at, head.c_at)
    load(head, own)
    push(head, own, x)
    copy(own, head.nc, head.c_at, head.lambda_at)
    forward(own, n, head.factor_at, x)
    backward(own, n, head.factor_at, x)
    add(own, n, 1.0, x, head.a_at)
    for k in range(n):
        change = max(change, abs(own[x + k]) / own[head.scale_at + k])
        whole = max(whole, abs(own[head.a_at + k]) / own[head.scale_at + k])
    return change / whole if whole > 0.0 else 0.0


@kernel
def iterate(head, own):
    """v̇ and λ, starting from zero; returns a status."""
    head.smallest = stiffened(head, own)
    if not head.smallest > 0.0:
        return SINGULAR_MASS
    for r in range(head.nc):
        own[head.lambda_at + r] = 0.0
    for k in range(head.nv):
        own[head.a_at + k] = 0.0
    changed = 0.0
    for _ in range(head.iterations):
        changed = sweep(head, own)
        load(head, own)
        if changed <= head.precision:
            break
    if changed > ROUGH:
        head.unconverged += 1
    return FINE


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; returns a status."""
    own = array_at(table(Equations, model, 0, 0.0)[0].method)
    head = header(own)
    status = begin(head, own, t, y, model)
    if status == FINE:
        if head.held:
            stabilise(head, own, head.nc, head.gamma_at, 1.0)
        status = iterate(head, own)
    return finish(status, head, own, ydot)


@entry(PROJECT)
def project(t, y, model, tolerance):
    """Correct y in place, unless it is too close to a singular position; returns corrections, or minus a status."""
    head = table(Equations, model, 0, 0.0)[0]
    status = evaluate(head, ROWS, t, y, model)
    if status != FINE:
        return -status
    if factor(head, y, model) != FINE or model[head.report_at] < TOO_CLOSE**2:
        return 0
    return onto_constraints(t, y, model, tolerance)
