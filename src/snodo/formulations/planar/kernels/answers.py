"""What the directions of a planar run answer, as many at once as duals have, see `sensitivities/kernels/along.py`.

    x = −M⁻¹ R′,     S λ′ = Φ_v x + Γ′,     a′ = x − M⁻¹ Φ_vᵀ λ′                                    (1)
    S μ = Φ′ or σ′,     η or w ← η − M⁻¹ Φ_vᵀ μ                                                     (2)

Everything is linear: Φ_v, M and the factors of S are numbers, those of the last plain evaluation.
"""

from snodo._jit import array_at, kernel, verb
from snodo.formulations.kernels.slopes import ACCELERATIONS, POSITIONS, Slopes, equation
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.planar.kernels.layout import SPIN, Header, Step, system
from snodo.formulations.planar.kernels.solve import yielding
from snodo.math.kernels.duals import DIRECTIONS, PLACES, SHORT, still, still_short
from snodo.math.kernels.plan import Plan
from snodo.math.kernels.plane import Force2, Motion2, Vec2
from snodo.math.kernels.records import table, view, width
from snodo.math.kernels.sparse import solve_columns


@kernel
def yield_freely(s, found, x):
    """x = −M⁻¹ R′."""
    for b in range(s.last):
        k = SPIN * b
        x[b].a = yielding(s.bodies[b], Force2(Vec2(-found[k], -found[k + 1]), -found[k + 2]))


@kernel
def add_along(s, head, x, right):
    """Φ_v x joins the right side."""
    start, entry, ints = head.start_at, head.entry_at, s.ints
    for b in range(s.last):
        a = x[b].a
        for k in range(entry + ints[start + b], entry + ints[start + b + 1]):
            block = s.blocks[ints[k]]
            right[block.row] = right[block.row] + block.g @ a


@kernel
def multipliers(s, head, model, right, ordered):
    """λ with S λ = the right side, in its place."""
    plan, ints = table(Plan, model, head.plan_at, 0.0)[0], s.ints
    permutation = head.plan_at + plan.permutation
    for k in range(s.rows):
        ordered[k] = right[ints[permutation + k]]
    columns, rows = head.plan_at + plan.columns, head.plan_at + plan.rows
    solve_columns(s.numbers, ints, s.rows, head.S_at, columns, rows, ordered, 0)
    for k in range(s.rows):
        right[ints[permutation + k]] = ordered[k]


@kernel
def constrain(s, head, x, right, like):
    """x ← x − M⁻¹ Φ_vᵀ λ."""
    start, entry, ints = head.start_at, head.entry_at, s.ints
    for b in range(s.last):
        F = Force2(Vec2(like, like), like)
        for k in range(entry + ints[start + b], entry + ints[start + b + 1]):
            block = s.blocks[ints[k]]
            F = F + block.g * right[block.row]
        x[b].a = x[b].a - yielding(s.bodies[b], F)


@kernel
def respond(own, head, s, model, found, y, ydot, answer, x, right, ordered, like):
    """(1) of one pass."""
    gamma, nv = equation(head).gamma, head.nv
    yield_freely(s, found, x)
    for r in range(s.rows):
        right[r] = found[gamma + r]
    add_along(s, head, x, right)
    multipliers(s, head, model, right, ordered)
    constrain(s, head, x, right, like)
    for k in range(nv):
        ydot[k] = y[nv + k]
    for b in range(s.last):
        a, k = x[b].a, SPIN * b
        ydot[nv + k], ydot[nv + k + 1], ydot[nv + k + 2] = a.lin.x, a.lin.y, a.ang
        answer[k], answer[k + 1], answer[k + 2] = a.lin.x, a.lin.y, a.ang
    for r in range(s.rows):
        answer[nv + r] = right[r]


@kernel
def project(own, head, s, model, found, y, x, right, ordered, like):
    """(2) of one pass."""
    at, nv = equation(head), head.nv
    from_row, to = (at.phi, 0) if own.asked == POSITIONS else (at.sigma, nv)
    for r in range(s.rows):
        right[r] = found[from_row + r]
    for b in range(s.last):
        x[b].a = Motion2(Vec2(like, like), like)
    multipliers(s, head, model, right, ordered)
    constrain(s, head, x, right, like)
    for b in range(s.last):
        a, k = x[b].a, to + SPIN * b
        y[k], y[k + 1], y[k + 2] = y[k] + a.lin.x, y[k + 1] + a.lin.y, y[k + 2] + a.ang


@kernel
def in_one_pass(own, head, s, model, y, ydot, n, like):
    """The n-th pass, on duals like the zero `like`."""
    scratch, nv, nc, w = array_at(own.scratch), head.nv, head.rows, width(like)
    x, right = table(Step, scratch, 0, like), view(scratch, nv * w, like)
    ordered, state = view(scratch, (nv + nc) * w, like), own.plain + 2 * nv * PLACES * n
    found = view(model, own.found_at + equation(head).size * PLACES * n, like)
    answer = view(model, own.answer_at + (nv + nc) * PLACES * n, like)
    own_y, own_rates = view(y, state, like), view(ydot, state, like)
    if own.asked == ACCELERATIONS:
        respond(own, head, s, model, found, own_y, own_rates, answer, x, right, ordered, like)
    else:
        project(own, head, s, model, found, own_y, x, right, ordered, like)


@verb
def answers(what, t, model, y, out):
    """(1) into the rates, or (2) of the state; `what` is where the `Slopes` are."""
    model, y, ydot = array_at(model), array_at(y), array_at(out)
    own, head, s = table(Slopes, model, what, 0.0)[0], table(Header, model, 0, 0.0)[0], system(model, 0, 0.0)
    passes = (own.directions + DIRECTIONS - 1) // DIRECTIONS
    for n in range(passes):
        if n == passes - 1 and own.last == SHORT:
            in_one_pass(own, head, s, model, y, ydot, n, still_short())
        else:
            in_one_pass(own, head, s, model, y, ydot, n, still())
    return FINE
