"""Whether constraints on velocities could be written as constraints on positions: Frobenius' test.

Rows A(q) v = b are forms α = A N⁺ on the coordinates, α q̇ = b.  Together with the rows on positions they leave free the
directions X with α X = 0, and can be integrated where

    dα(X, Y) = (D_X α) Y − (D_Y α) X = 0          for all free X, Y and all rows

(Frobenius; see Bloch, Nonholonomic Mechanics and Control, 2003, section 2.6).  It is tried by differences in a few
closed configurations; rows with b(t) ≠ 0 are looked at as if b were zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from snodo.analyses.assembly import assemble
from snodo.analyses.linear import null_space
from snodo.analyses.mobility import scaled_jacobian
from snodo.formulations.bind import bind

Array = np.ndarray
STEP = 1e-4
"""Of the differences, relative to the mechanism,"""
RATES = 1e-5
"""and of those that give N(q)."""
CURVED = 1e-5
"""dα(X, Y) in natural sizes from which on rows cannot be integrated."""
SAMPLES, ASIDE = 3, 0.2
"""Configurations, and how far aside they are along random free motions."""
LARGEST = 60
"""Most velocities of mechanisms that are looked at."""


@dataclass(frozen=True)
class Integrability:
    """The verdict on the rows on velocities of one part, or of all parts together."""

    title: str
    defect: float
    """Largest dα(X, Y) that was found, in natural sizes."""

    @property
    def integrable(self) -> bool:
        """Whether a constraint on positions would do."""
        return self.defect <= CURVED

    def __str__(self) -> str:
        if self.integrable:
            return f"{self.title} is integrable: a position constraint would do"
        return f"{self.title} is truly nonholonomic"


def integrability(mechanism: Any, formulation: Any = None) -> list[Integrability]:
    """A verdict on every part with rows on velocities; then on all together, if that is another one.

    Rows of several parts may be integrable together although none of them is alone: a skate on rails.
    """
    F = bind(mechanism, formulation)
    parts = list(dict.fromkeys(part for part, own in zip(F.row_parts, F.velocity_rows) if own))
    if not parts or F.nv > LARGEST:
        return []
    samples = _configurations(F)
    found = [Integrability(F.mechanism[part].title, _defect(F, samples, _own(F, part))) for part in parts]
    if len(parts) > 1:
        together = Integrability("all of them together", _defect(F, samples, F.velocity_rows))
        found += [together] if any(one.integrable != together.integrable for one in found) else []
    return found


def _own(F: Any, part: str) -> Array:
    return F.velocity_rows & np.array([owner == part for owner in F.row_parts])


def _configurations(F: Any) -> list[Array]:
    """The assembled one, and others aside of it, closed again."""
    q, random = assemble(F).q, np.random.default_rng(0)
    found = [q]
    for _ in range(SAMPLES - 1):
        S = _free(F, q, np.zeros(F.nc, bool))
        aside = S @ random.standard_normal(S.shape[1]) if S.shape[1] else np.zeros(F.nv)
        y = F.state(F.moved(q, ASIDE * aside / max(1.0, float(np.linalg.norm(aside)))), np.zeros(F.nv))
        F.forget_factors()
        if F.kernels.project(0.0, y, F.model, 1e-12) >= 0:
            found.append(y[: F.nq].copy())
    return found


def _free(F: Any, q: Array, own: Array) -> Array:
    """Velocities that the rows on positions and the given ones leave free, of natural size, as columns."""
    S: Array = null_space(scaled_jacobian(F, q, 0.0)[~F.velocity_rows | own]) * F.velocity_scale[:, None]
    return S


def _defect(F: Any, samples: list[Array], own: Array) -> float:
    return max(_defect_in(F, q, own) for q in samples)


def _defect_in(F: Any, q: Array, own: Array) -> float:
    """The largest dα(X, Y) in one configuration."""
    S, N = _free(F, q, own), _rates(F, q)
    X = (N @ S).T
    turned = [(_forms(F, F.moved(q, STEP * x), own) - _forms(F, F.moved(q, -STEP * x), own)) / (2 * STEP) for x in S.T]
    pairs = combinations(range(len(X)), 2)
    return max((float(np.abs(turned[k] @ X[m] - turned[m] @ X[k]).max()) for k, m in pairs), default=0.0)


def _forms(F: Any, q: Array, own: Array) -> Array:
    """α = A N⁺, each row of length one in natural sizes."""
    A = F.jacobian(q, 0.0)[own]
    sizes = np.linalg.norm(A * F.velocity_scale, axis=1)
    forms: Array = A / np.where(sizes > 0, sizes, 1.0)[:, None] @ np.linalg.pinv(_rates(F, q))
    return forms


def _rates(F: Any, q: Array) -> Array:
    """N(q) with q̇ = N v, by differences."""
    steps = RATES * np.diag(F.velocity_scale)
    columns = [(F.moved(q, step) - F.moved(q, -step)) / (2 * step.max()) for step in steps]
    return np.array(columns).T
