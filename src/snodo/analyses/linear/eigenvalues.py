"""Eigenvalues of a linear model, with motions that nothing resists split off exactly.

A mechanism that can drift has zero eigenvalues with chains (a displacement, its speed): perturbed by rounding ε they
would come out as √ε.  The staircase removes the null space of A, then that of what is left, and so on:

    Qᵀ A Q = [N X; 0 A₂],   N nilpotent,   A₂ regular

so that the zeros are zeros, and the others are those of A₂ to full accuracy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray
NULL = 1e-11
"""Singular value of A, relative to the largest, below which it is zero."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Eigenvalues [1/s], sorted by their imaginary and real parts, and their right eigenvectors as columns."""

    values: Array
    vectors: Array
    drifting: int
    """How many of the eigenvalues are zeros that were split off; they come last."""


def spectrum(A: Array, scale: Array) -> Spectrum:
    """The spectrum of A, for states with these natural sizes."""
    pure = A * scale / scale[:, None]
    Q, zeros = _staircase(pure)
    B = Q.T @ pure @ Q
    values, y = np.linalg.eig(B[zeros:, zeros:])
    order = np.lexsort((values.imag.round(12), values.real.round(12), np.abs(values).round(12)))
    values, y = values[order], y[:, order]
    upper = [np.linalg.solve(x * np.eye(zeros) - B[:zeros, :zeros], B[:zeros, zeros:] @ z) for x, z in zip(values, y.T)]
    found = np.vstack([np.array(upper).reshape(len(values), zeros).T, y])
    vectors = scale[:, None] * (Q @ np.hstack([found, np.eye(len(A), zeros)]))
    return Spectrum(np.concatenate([values, np.zeros(zeros)]), vectors, zeros)


def _staircase(A: Array) -> tuple[Array, int]:
    """Orthogonal Q and the number of zero eigenvalues that stand first in Qᵀ A Q."""
    n = len(A)
    Q, done = np.eye(n), 0
    allowed = NULL * float(np.linalg.norm(A, 2)) if n else 0.0
    while done < n:
        rest = (Q.T @ A @ Q)[done:, done:]
        _, sizes, Vt = np.linalg.svd(rest)
        null = int((sizes <= allowed).sum())
        if not null:
            break
        turned = np.vstack([Vt[len(Vt) - null :], Vt[: len(Vt) - null]]).T
        Q[:, done:] = Q[:, done:] @ turned
        done += null
    return Q, done
