"""Factors of S + D for implicit stages, in real and in complex numbers, over the pattern that the formulation has.

A row that yields to its force (`formulations/parts/yielding.py`) has, in the system of a stage with the eigenvalue α,

    J a − D λ = …,     D = 1 / (k (hα)² + c hα),

and a rigid row D = 0.  S = J M⁻¹ Jᵀ is assembled once for both eigenvalues.  D is complex for one of them, and so is
L D Lᵀ, which stays symmetric: no conjugates.
"""

from snodo._jit import inline, kernel
from snodo.math.kernels import sparse
from snodo.math.kernels.plan import Plan
from snodo.math.kernels.records import table

SOFTEST = 1e100
"""Largest D, relative to the diagonal of S: a row without any force at the moment."""


KIND, LEVEL, K_, C_, COULOMB, SMOOTHING, LENGTH, FREE, WORK, STIFFNESS, DAMPING, ACTIVE, ASKED_AT = range(13)
"""Columns of the table of rows: constants of (1) and (2) of `yielding.py`, the current slopes of the force, whether
all its power counts, since its stiffness is that of an actuator, and where `closing.py` asks for its force."""
COLUMNS = 13
RIGID, ALONG_IT, BETWEEN_POINTS = 0, 1, 2


@inline
def compliance(rows, r, ha):
    """D of row r for hα."""
    return 1.0 / (rows[r, STIFFNESS] * ha * ha + rows[r, DAMPING] * ha)


@kernel
def add_compliance(head, model, ints, rows, ha):
    """S + D in the place of S."""
    permutation = head.plan_at + table(Plan, model, head.plan_at, 0.0)[0].permutation
    for k in range(head.rows):
        r = ints[permutation + k]
        if rows[r, KIND] != RIGID:
            S = model[head.S_at + k]
            model[head.S_at + k] = S + min(compliance(rows, r, ha), SOFTEST * S)


@kernel
def factor_real(head, model, ints):
    """The factors of what is in the place of S; returns whether all pivots are positive."""
    plan, report = head.plan_at, head.report_at
    status = sparse.factor(model, ints, head.rows, head.S_at, plan, head.mask_at, head.diagonal_at, report)
    head.factored = 1
    return status == sparse.FACTORED


@kernel
def factor_complex(head, model, ints, rows, ha, Z):
    """The factors of S + D in Z, for a complex hα, from S in the model."""
    pattern = table(Plan, model, head.plan_at, 0.0)[0]
    permutation, columns = head.plan_at + pattern.permutation, head.plan_at + pattern.columns
    for k in range(head.S_size):
        Z[k] = model[head.S_at + k]
    for k in range(head.rows):
        r = ints[permutation + k]
        if rows[r, KIND] != RIGID:
            D, S = compliance(rows, r, ha), model[head.S_at + k]
            Z[k] = Z[k] + (D if abs(D) < SOFTEST * S else SOFTEST * S)
    t = head.plan_at + pattern.destinations
    for k in range(head.rows):
        first, last = ints[columns + k], ints[columns + k + 1]
        if model[head.mask_at + ints[permutation + k]] != 0.0 and abs(Z[k]) > 0.0:
            Z[k], t = sparse.eliminate(Z, ints, 0, first, last, Z[k], t)
        else:
            Z[k], t = sparse.drop(Z, first, last, t)


@kernel
def solve_complex(head, model, ints, Z, b, x):
    """b ← (S + D)⁻¹ b, in the order of the rows; x is scratch."""
    pattern = table(Plan, model, head.plan_at, 0.0)[0]
    permutation = head.plan_at + pattern.permutation
    for k in range(head.rows):
        x[k] = b[ints[permutation + k]]
    columns, below = head.plan_at + pattern.columns, head.plan_at + pattern.rows - head.rows
    for k in range(head.rows):
        z = x[k]
        for p in range(ints[columns + k], ints[columns + k + 1]):
            x[ints[below + p]] = x[ints[below + p]] - Z[p] * z
    for k in range(head.rows - 1, -1, -1):
        z = x[k] * Z[k]
        for p in range(ints[columns + k], ints[columns + k + 1]):
            z = z - Z[p] * x[ints[below + p]]
        x[k] = z
    for k in range(head.rows):
        b[ints[permutation + k]] = x[k]
