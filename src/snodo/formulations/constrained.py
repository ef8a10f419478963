"""One dense solution of the equations of motion with constraints, whatever the rank of the rows.

M a + Jᵀ λ = Q,     J a = γ
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.base import Array
from snodo.registry import METHODS

EMPTY = 1e-13
"""Length of a row, in natural sizes, up to which it is rounding dust."""


def constrained(R: Array, J: Array, Q: Array, gamma: Array, sizes: Array) -> tuple[Array, Array]:
    """(a, λ) for M = Rᵀ R, R a matrix or its diagonal:  a = R⁻¹ (f + B⁺ (γ − B f)),  B = J R⁻¹,  f = R⁻ᵀ Q.

    (Udwadia and Kalaba 1992.)  The rows of B are scaled to length one first, so that rank does not depend on units.
    Multipliers of redundant rows are those of least norm.  sizes: lengths of the rows in natural sizes; what is dust in
    them is no constraint, and brought to length one it would be.
    """
    B, f = over(J, R), over(Q, R)
    lengths = np.linalg.norm(B, axis=1)
    real = (lengths > 0) & (sizes > EMPTY)
    scale = np.where(real, 1.0 / np.where(real, lengths, 1.0), 0.0)
    B = scale[:, None] * B
    pull, _, rank, _ = np.linalg.lstsq(B, scale * gamma - B @ f, rcond=1e-11)
    a = f + pull
    a = a / R if R.ndim == 1 else np.linalg.solve(R, a)
    if rank < J.shape[0]:
        return a, np.linalg.lstsq(J.T, -(R * pull if R.ndim == 1 else R.T @ pull), rcond=1e-9)[0]
    return a, scale * np.linalg.lstsq(B.T, -pull, rcond=1e-11)[0]


def over(J: Array, R: Array) -> Array:
    """J R⁻¹ (for a vector J, R⁻ᵀ J)."""
    return J / R if R.ndim == 1 else np.linalg.solve(R.T, J.T).T


def must_be_method(method: Any) -> None:
    """Refuse what is not a constraint method, or has no parameters."""
    if isinstance(method, type):
        method = getattr(method, "name", method)
    if not isinstance(method, str):
        if not (hasattr(method, "bind") and hasattr(method, "name")):
            what = f"method = {method!r} is not a constraint method"
            rigid = ", ".join(word for word, known in METHODS.items() if known.rigid)
            raise UnsupportedError(Problem(what, f"give a name ({rigid}) or an object such as sn.Baumgarte()"))
    elif not METHODS[method].rigid:
        what = f"method {method!r} alone does not say its parameters, which belong to a run"
        raise UnsupportedError(Problem(what, f"give the object: method=sn.{METHODS[method].__name__}()"))
