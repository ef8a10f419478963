"""Steps and velocities that move the joints least, by sparse matrices: linear in the length of a chain.

    least  |X z + x|²   with   J z = r                                                           (1)

    ( XᵀX  Jᵀ ) ( z )   ( −Xᵀx )
    ( J    0  ) ( λ ) = (  r   )                                                                 (2)

z are velocities (or a step) by their natural sizes, X the gradients of the joint coordinates, J the rows and wanted
values.  (2) is singular where rows are redundant, or where a direction moves no joint.  So it is factored with ε 1 in
XᵀX and −ε 1 in the empty block, and its solution refined against (2) itself (the proximal method of multipliers): of
several z the refinement goes to that nearest to zero; with contradictory rows J z − r becomes the contradiction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from snodo.analyses.assembly.joint_displacements import JointMoves
    from snodo.formulations.base import Formulation

Array = np.ndarray
FEW = 150
"""Rows or velocities up to which dense matrices are used, which also know the curvature."""
MOST_ENTRIES = 60
"""Entries of J and X for each row and velocity, up to which sparse matrices pay."""
EPSILON = 1e-11
ROUNDS = 12
"""Refinements of one solution."""
REFINED = 1e-13
"""Relative size of a correction at which refinement ends."""


def many(F: Formulation, wanted: int) -> bool:
    """Whether a mechanism is large enough for sparse matrices."""
    return max(F.nc + wanted, F.nv) > FEW


def least_motion(J: Any, X: Any, right: Array, x: Array | None = None) -> Array | None:
    """z of (1); None if there is too much in the matrices, or they cannot be factored."""
    from scipy.sparse import block_array, csc_array, eye_array
    from scipy.sparse.linalg import splu

    rows, n = J.shape
    if J.nnz + X.nnz > MOST_ENTRIES * (rows + n):
        return None
    H, slope = csc_array(X.T @ X), np.zeros(n) if x is None else X.T @ x
    K = block_array([[H + EPSILON * eye_array(n), J.T], [J, -EPSILON * eye_array(rows)]], format="csc")
    try:
        factors = splu(K)
    except RuntimeError:  # exactly singular
        return None
    z, multipliers, last = np.zeros(n), np.zeros(rows), np.inf
    for _ in range(ROUNDS):
        off = np.concatenate([-slope - H @ z - J.T @ multipliers, right - J @ z])
        step = factors.solve(off)
        size = float(np.abs(step[:n]).max(initial=0.0))
        if not size < last:
            break
        z, multipliers, last = z + step[:n], multipliers + step[n:], size
        if size <= REFINED * float(np.abs(z).max(initial=0.0)):
            break
    return z if np.all(np.isfinite(z)) else None


def scaled_gradients(moves: JointMoves, q: Array) -> Any:
    """X for velocities by their natural sizes."""
    from scipy.sparse import csr_array, diags_array

    return csr_array(moves.sparse_gradients(q) @ diags_array(moves.F.velocity_scale))


def sparse_rows(gradients: Any, nv: int) -> Any:
    """Gradients (nv), one after the other, as the rows of a sparse array."""
    from scipy.sparse import csr_array

    values, columns, ends = [np.zeros(0)], [np.zeros(0, np.int64)], [0]
    for gradient in gradients:
        at = np.flatnonzero(gradient)
        values.append(gradient[at])
        columns.append(at)
        ends.append(ends[-1] + at.size)
    return csr_array((np.concatenate(values), np.concatenate(columns), ends), shape=(len(ends) - 1, nv))
