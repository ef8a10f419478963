"""Newton's iteration for a step of Radau with J and M of every stage, in one dense matrix of all stages.

    [ M_i            J_iᵀ ] [ dA_j ]   [ Q_i − M_i A_i − J_iᵀ Λ_i ]
    [ w_ij J_i      −1/d  ] [ dΛ_i ] = [ −g_i/hᵖ                  ]        w = A_rk², A_rk, 1 for p = 2, 1, 0

Near a singular position the rows of one stage nearly depend on one another, but the rows are asked for positions of
stages some way apart: their matrix stays regular, and the step passes over.  It is used for the steps that need it.
"""

from snodo._jit import call_verb, inline, kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.integrators.dae.kernels.coefficients import A_2, A
from snodo.integrators.dae.kernels.factors import DAMPING, KIND, LEVEL, RIGID, STIFFNESS
from snodo.integrators.dae.kernels.radau import stage_time
from snodo.integrators.dae.kernels.stage import move, yielding
from snodo.integrators.dae.kernels.tables import ACC, LAM, LOCAL, STEP, VEL
from snodo.math.kernels.term_places import term_places


@kernel
def lu(W, n):
    """Factor the n × n matrix in place with row exchanges, which are kept in column n; returns False if singular."""
    for k in range(n):
        p, largest = k, abs(W[k, k])
        for i in range(k + 1, n):
            if abs(W[i, k]) > largest:
                p, largest = i, abs(W[i, k])
        if not largest > 0.0 or not largest < 1e300:
            return False
        W[k, n] = p
        if p != k:
            for j in range(n):
                W[k, j], W[p, j] = W[p, j], W[k, j]
        inverse = 1.0 / W[k, k]
        for i in range(k + 1, n):
            if W[i, k] != 0.0:
                f = W[i, k] * inverse
                W[i, k] = f
                for j in range(k + 1, n):
                    W[i, j] -= f * W[k, j]
    return True


@kernel
def lu_solve(W, n, b):
    """Solve with these factors for column b of W, in place."""
    for k in range(n):
        p = int(W[k, n])
        if p != k:
            W[k, b], W[p, b] = W[p, b], W[k, b]
    for k in range(n):
        for j in range(k):
            W[k, b] -= W[k, j] * W[j, b]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            W[k, b] -= W[k, j] * W[j, b]
        W[k, b] /= W[k, k]


@inline
def weight(rows, r, i, j, h):
    """w_ij of a row, and for a row that yields the share of stage j in its force, over its slopes."""
    if rows[r, KIND] != RIGID:
        k, c = rows[r, STIFFNESS] * h * h, rows[r, DAMPING] * h
        return (k * A_2[i][j] + c * A[i][j]) / (k + c)
    if rows[r, LEVEL] == 2:
        return A_2[i][j]
    if rows[r, LEVEL] == 1:
        return A[i][j]
    return 1.0 if i == j else 0.0


@inline
def missing(rows, r, h, lam, phi, phi_dot, phi_ddot):
    """g of a row over hᵖ."""
    if rows[r, KIND] != RIGID:
        force, _ = yielding(rows, r, phi, phi_dot)
        return -(lam - force) / (rows[r, STIFFNESS] * h * h + rows[r, DAMPING] * h)
    if rows[r, LEVEL] == 2:
        return phi / (h * h)
    return phi_dot / h if rows[r, LEVEL] == 1 else phi_ddot


@kernel
def fill(s, h, i):
    """The rows of stage i in the matrix, and its right side in the last column."""
    rows, kept, V, L, terms, W = s.rows, s.kept, s.V, s.L, s.terms, s.dense
    nv, nk = s.size.nv, s.size.kept
    n = nv + nk
    whole, at = 3 * n, term_places(0, s.size.nq, nv, s.size.nc)
    b = whole + 1
    for j in range(nv):
        row = i * n + j
        for k in range(whole):
            W[row, k] = 0.0
        total = terms[at.Q + j]
        for k in range(nv):
            W[row, i * n + k] = terms[at.M + j * nv + k]
            total -= terms[at.M + j * nv + k] * V[ACC + i, k]
        for k in range(nk):
            r = kept[k]
            J = terms[at.J + r * nv + j]
            W[row, i * n + nv + k] = J
            total -= J * L[LAM + i, r]
        W[row, b] = total
    for k in range(nk):
        r, row = kept[k], i * n + nv + k
        for j in range(whole):
            W[row, j] = 0.0
        second = -terms[at.gamma + r]
        for j in range(nv):
            second += terms[at.J + r * nv + j] * V[ACC + i, j]
        W[row, b] = -missing(rows, r, h, L[LAM + i, r], terms[at.phi + r], terms[at.phi_dot + r], second)
        for l in range(3):
            w = weight(rows, r, i, l, h)
            for j in range(nv):
                W[row, l * n + j] = w * terms[at.J + r * nv + j]
        if rows[r, KIND] != RIGID:
            W[row, row] = -1.0 / (rows[r, STIFFNESS] * h * h + rows[r, DAMPING] * h)


@kernel
def whole_correction(head, s, step):
    """dA of all stages into STEP, and Λ changed; returns whether the matrix was regular."""
    V, L, W, n = s.V, s.L, s.dense, s.size.nv + s.size.kept
    for i in range(3):
        if move(head, s.model, s.size, step.y0, V[LOCAL + i], V[VEL + i], step.y) != FINE:
            return False
        if call_verb(s.size.terms, 0, stage_time(step, i), s.model, step.y, s.terms) != FINE:
            return False
        fill(s, step.h, i)
    if not lu(W, 3 * n):
        return False
    lu_solve(W, 3 * n, 3 * n + 1)
    for i in range(3):
        for k in range(s.size.nv):
            V[STEP + i, k] = W[i * n + k, 3 * n + 1]
        for k in range(s.size.kept):
            L[LAM + i, s.kept[k]] += W[i * n + s.size.nv + k, 3 * n + 1]
    return True
