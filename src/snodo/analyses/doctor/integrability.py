"""Whether constraints on velocities could be written as constraints on positions: Frobenius' test.

Rows A(q, t) v = b(q, t) are forms on the coordinates and time, which is one more coordinate, of rate one:

    α = A N⁺ dq − b dt.

Together with the rows on positions, Φ_v v = ν, they leave free the directions X = (N x, τ) with A x = b τ and
Φ_v x = ν τ.  The rows can be integrated, to relations Φ(q, t) = constant, where

    dα(X, Y) = (D_X α) Y − (D_Y α) X = 0          for all free X, Y and all rows

(Frobenius; see Bloch, Nonholonomic Mechanics and Control, 2003, section 2.6).  It is tried by differences in a few
closed configurations at different times; not where rows vanish or become dependent, because other motions are free
there.  General rows, which are not linear in the velocities, are no forms: they are not tested.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.constraint_methods import in_time
from snodo.formulations.bind import FormulationLike, MechanismLike, bind
from snodo.formulations.rank import scaled_jacobian
from snodo.math.labelled_rows import free_directions

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Sample = tuple[Array, float]
"""A configuration q and its time."""
STEP = 1e-4
"""Of the differences, relative to the mechanism,"""
RATES = 1e-5
"""and of those that give N(q)."""
CURVED = 1e-5
"""dα(X, Y) in natural sizes from which on rows cannot be integrated."""
TIMES, ASIDE = (0.01, 0.13, 0.37, 0.83), 0.2
"""Of the configurations [s], and how far aside they are along random free motions."""
EMPTY = 1e-12
"""Natural length of a row up to which it is empty everywhere: the joints already imply it."""
VANISHING = 1e-3
"""Length of a row, relative to the longest it has in any sample, up to which it vanishes."""
LARGEST = 60
"""Largest number of velocities of mechanisms that are tested."""


@dataclass(frozen=True)
class Integrability:
    """The result for the velocity rows of one part, or of all parts together."""

    title: str
    defect: float
    """Largest dα(X, Y) found, in natural sizes."""
    part: str = ""
    """Name of the part; empty for all together."""

    @property
    def integrable(self) -> bool:
        """Whether a constraint on positions would do the same."""
        return self.defect <= CURVED

    def __str__(self) -> str:
        if self.integrable:
            return f"{self.title} is integrable: a position constraint would do the same"
        return f"{self.title} is truly nonholonomic"


def integrability(mechanism: MechanismLike, formulation: FormulationLike | None = None) -> list[Integrability]:
    """The result for every part with velocity rows, then for all together if that differs.

    Rows of several parts may be integrable together although none of them is alone: a skate on rails.  There is no
    result if the mechanism does not close at other times.
    """
    F = bind(mechanism, formulation)
    parts = list(dict.fromkeys(part for part, own in zip(F.row_parts, _forms_of(F)) if own))
    if not parts or F.nv > LARGEST:
        return []
    samples = _configurations(F)
    found = [Integrability(F.mechanism[part].title, _defect(F, samples, _own(F, part)), part) for part in parts]
    if len(parts) > 1:
        together = Integrability("all of them together", _defect(F, samples, _forms_of(F)))
        found += [together] if any(one.integrable != together.integrable for one in found) else []
    return [one for one in found if np.isfinite(one.defect)]


def _own(F: Formulation, part: str) -> Array:
    return _forms_of(F) & np.array([owner == part for owner in F.row_parts])


def _forms_of(F: Formulation) -> Array:
    """Mask of the rows that are forms: on velocities, and linear in them."""
    rows: Array = F.velocity_rows & ~F.general_rows
    return rows


def _configurations(F: Formulation) -> list[Sample]:
    """Near the assembled one, and others aside of it, each closed at its time."""
    start, random = assemble(F), np.random.default_rng(0)
    found: list[Sample] = []
    S = free_directions(_jacobian(F, start.q, 0.0)[~F.velocity_rows])
    for k, t in enumerate(TIMES):
        aside = S @ random.standard_normal(S.shape[1]) * F.velocity_scale
        far = ASIDE * min(k, 1) / max(1.0, float(np.linalg.norm(aside)))
        y = F.state(F.moved(start.q, far * aside), start.v)
        with F.lock:
            F.forget_factors()
            if in_time.project(F)(t, y, F.model, 1e-12) >= 0 and np.all(np.isfinite(_nu(F, y[: F.nq], t))):
                found.append((y[: F.nq].copy(), t))
    return found


def _defect(F: Formulation, samples: list[Sample], own: Array) -> float:
    """The largest dα(X, Y) in the samples in which the rows are as many as anywhere; NaN if there are none."""
    lengths = np.array([np.linalg.norm(_jacobian(F, *sample)[own], axis=1) for sample in samples])
    longest = lengths.max(axis=0, initial=0.0)
    empty, scale = longest < EMPTY, np.where(longest < EMPTY, 1.0, longest) * F.row_scale[own]
    free = [_free(F, sample, own) for sample in samples]
    fewest = min((S.shape[1] for S in free), default=0)
    usual = [np.all(empty | (row >= VANISHING * longest)) and S.shape[1] == fewest for row, S in zip(lengths, free)]
    found = [_defect_in(F, x, own, S, scale) for x, S, good in zip(samples, free, usual) if good]
    return float(np.max(found)) if found else np.nan


def _free(F: Formulation, sample: Sample, own: Array) -> Array:
    """Columns (x, τ) that the rows on positions and the given ones leave free, of natural size."""
    J = np.column_stack([_jacobian(F, *sample), -_nu(F, *sample) / F.row_scale])
    S: Array = free_directions(J[~F.velocity_rows | own]) * np.append(F.velocity_scale, 1.0)[:, None]
    return S


def _defect_in(F: Formulation, sample: Sample, own: Array, S: Array, scale: Array) -> float:
    """The largest dα(X, Y) in one configuration, with the rows divided by their natural sizes."""
    q, t = sample
    X = np.column_stack([(_rates(F, q) @ S[:-1]).T, S[-1]])
    turned = [(_forms(F, q, t, STEP * x, own) - _forms(F, q, t, -STEP * x, own)) / (2 * STEP) for x in S.T]
    pairs = combinations(range(len(X)), 2)
    return max((float(np.abs((turned[k] @ X[m] - turned[m] @ X[k]) / scale).max()) for k, m in pairs), default=0.0)


def _forms(F: Formulation, q: Array, t: float, step: Array, own: Array) -> Array:
    """α = (A N⁺, −b), one step (x, τ) aside."""
    q, t = F.moved(q, step[:-1]), t + float(step[-1])
    forms: Array = np.column_stack(
        [F.jacobian(q, t, v=np.zeros(F.nv))[own] @ np.linalg.pinv(_rates(F, q)), -_nu(F, q, t)[own]]
    )
    return forms


def _jacobian(F: Formulation, q: Array, t: float) -> Array:
    """Rows of natural size; those that are not linear in the velocities are not used."""
    return scaled_jacobian(F, q, t, np.zeros(F.nv))


def _nu(F: Formulation, q: Array, t: float) -> Array:
    return F.nu(q, t, v=np.zeros(F.nv))


def _rates(F: Formulation, q: Array) -> Array:
    """N(q) with q̇ = N v, by differences."""
    steps = RATES * np.diag(F.velocity_scale)
    columns = [(F.moved(q, step) - F.moved(q, -step)) / (2 * step.max()) for step in steps]
    return np.array(columns).T
