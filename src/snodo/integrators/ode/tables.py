"""An explicit Runge–Kutta method is a table.

    K_k = f(t + c_k h,  y + h Σ_{j<k} a_kj K_j)                                        k = 0 … s−1       (1)
    y₁  = y + h Σ_j b_j K_j,    K_s = f(t + h, y₁)                                                       (2)
    err = h Σ_j e_j K_j                                                                                  (3)
    y(t + x h) = y + x (F₀ + (1−x) (F₁ + x (F₂ + (1−x) (F₃ + …))))                                       (4)
    F₀ = y₁ − y,  F₁ = h K₀ − F₀,  F₂ = 2 F₀ − h (K₀ + K_s),  F_{3+r} = h Σ_j d_rj K_j                   (5)

The first three terms of (4) are the cubic Hermite polynomial, so every method has a dense output; each row of d adds
one degree.  K_s is the first stage of the next step.  Row s of A holds b; rows after it are stages that only (4) needs.

Each method in `explicit/` has its own table.

Source: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd ed., Springer 1993, II.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from snodo.errors import Problem, SnodoError

Array = NDArray[np.float64]

BETA = 0.04
"""Default exponent β of the step-size rule."""
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Table:
    """The numbers of one method, and how its step is controlled.

    stages   s, the number of stages of the step itself
    A, c     (rows, rows) and (rows,); rows = s + 1 + the extra stages of the dense output
    E        (0, 1 or 2; m) error weights of the main and of a second, lower-order estimate, over m stages
    D        (r, rows) weights of the dense output beyond the cubic
    alpha, beta, shrink, grow    the step-size rule, see `kernels/step_size.py`
    """

    order: int
    stages: int
    A: Array
    c: Array
    E: Array
    D: Array
    alpha: float = 0.0
    beta: float = 0.0
    shrink: float = 1.0
    grow: float = 1.0

    @property
    def b(self) -> Array:
        """The weights of the step."""
        return self.A[self.stages, : self.stages]

    def stability_reach(self) -> float:
        """The largest x with |R(−ξ)| ≤ 1 for all 0 ≤ ξ ≤ x: the h |s| up to which a decay with root −|s| is stable.

        R(z) = 1 + Σ_k bᵀ Aᵏ 1 zᵏ⁺¹ is the growth in a step of ẏ = s y, z = h s (Hairer, Wanner, *Solving ODE II*, IV).
        """
        s = self.stages
        powers, column = [1.0], np.ones(s)
        for _ in range(s):
            powers.append(float(self.b @ column))
            column = self.A[:s, :s] @ column
        x = np.arange(0.0, 2.0 * s**2 + 2.0, 1e-3)
        grown = np.abs(np.polynomial.polynomial.polyval(-x, powers)) > 1.0 + ROUNDING
        return float(x[np.argmax(grown) - 1]) if grown.any() else float(x[-1])


def lower(rows: Sequence[Sequence[float]]) -> Array:
    """A square array from the rows below its diagonal."""
    array = np.zeros((len(rows), len(rows)))
    for k, row in enumerate(rows):
        array[k, : len(row)] = row
    return array


def explicit(
    owner: str,
    order: int,
    A: Sequence[Sequence[float]],
    b: Sequence[float],
    embedded: Sequence[float] = (),
    embedded_order: int | None = None,
) -> Table:
    """The table of a method from its Butcher tableau, with cubic Hermite output; raises SnodoError if it is invalid.

    A          the rows below the diagonal: [[], [1/2], [0, 3/4]]; the nodes c are their sums
    b          the weights of the step
    embedded   the weights of a solution of lower order, over the stages and K_s = f(t + h, y₁); none: fixed steps
    """
    s = len(b)
    if len(A) != s or any(len(row) > k for k, row in enumerate(A)):
        what = f"{owner}: A has rows of {', '.join(str(len(row)) for row in A)} numbers, but b has {s} weights"
        raise SnodoError(Problem(what, "give a row of A for each weight, row k with at most k numbers, k = 0, 1, …"))
    if len(embedded) > s + 1:
        what = f"{owner}: embedded has {len(embedded)} weights for {s} stages"
        raise SnodoError(Problem(what, f"give at most {s + 1}: the last one is that of f(t + h, y₁)"))
    rows = lower([*A, b])
    must_have_order(f"{owner}: b", rows[:s, :s], rows[s, :s], order)
    c = np.append(rows[:s].sum(axis=1), 1.0)
    if not len(embedded):
        return Table(order, s, rows, c, np.zeros((0, 0)), np.zeros((0, s + 1)))
    q = order - 1 if embedded_order is None else embedded_order
    other = np.zeros(s + 1)
    other[: len(embedded)] = embedded
    must_have_order(f"{owner}: embedded", rows, other, q)
    E = (rows[s] - other)[None, : len(embedded) if len(embedded) > s else s]
    control = {"alpha": 1 / (q + 1) - 0.75 * BETA, "beta": BETA, "shrink": 1 / 5, "grow": 10.0}
    return Table(order, s, rows, c, E, np.zeros((0, s + 1)), **control)


def must_have_order(owner: str, A: Array, b: Array, order: int) -> None:
    """Refuse weights that do not satisfy the order conditions, which are checked up to order 4."""
    c = A.sum(axis=1)
    conditions = [
        (1, "Σ b", b.sum(), 1),
        (2, "Σ b c", b @ c, 1 / 2),
        (3, "Σ b c²", b @ c**2, 1 / 3),
        (3, "Σ b A c", b @ A @ c, 1 / 6),
        (4, "Σ b c³", b @ c**3, 1 / 4),
        (4, "Σ b c A c", (b * c) @ A @ c, 1 / 8),
        (4, "Σ b A c²", b @ A @ c**2, 1 / 12),
        (4, "Σ b A A c", b @ A @ A @ c, 1 / 24),
    ]
    for least, words, found, wanted in conditions:
        if least <= order and not abs(found - wanted) <= ROUNDING:
            what = f"{owner} does not have the order {order}: {words} = {found:.6g}, but should be {wanted:.6g}"
            raise SnodoError(Problem(what, "check the coefficients, or declare a lower order"))
