"""In which order members run, so that those beside one another in lanes are alike.

A group in lanes has the steps of its worst member.  Members far apart in a grid's order differ little from their
neighbours; those drawn at random do not.  They are sorted by where they end: a pilot run of the mean member, and of one
with each quantity changed, gives the change G of the coordinates at the end, and members are sorted along the direction
that changes these most,

    u_m = Σ w_k (x_mk − x̄_k) / h_k,     w the first left singular vector of G.                                 (1)

The weights are part of the plan: the order, and so the bits, do not depend on who computes the members.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from snodo.simulation.sweeps.sampling import Members
from snodo.simulation.sweeps.work import Work

Array = np.ndarray
PART = 0.25
"""Change of a quantity in the pilot, as a part of how far the members reach."""
GROUPS, SHARE = 8, 0.05
"""Fewest groups of members that are sorted, and the largest part of all members that a pilot may have."""
DIGITS = 12
"""Digits of the weights that are kept."""


def weights(work: Work, members: Members, lanes: int) -> list[float]:
    """w of (1); empty if the members run as they are given."""
    count, quantities = members.values.shape
    if lanes == 1 or members.shape or count < GROUPS * lanes or not quantities:
        return []
    if quantities == 1:
        return [1.0]
    if quantities + 1 > SHARE * count:
        return []
    middle, reach = _range(members.values)
    ends = work.ends(np.vstack([middle, middle + np.diag(PART * reach)]))
    if ends is None or not np.isfinite(ends).all():
        return []
    G = ends[1:] - ends[0]
    if not np.abs(G).max(initial=0.0) > 0.0:
        return []
    found: list[float] = np.round(np.linalg.svd(G)[0][:, 0], DIGITS).tolist()
    return found


def _range(values: Array) -> tuple[Array, Array]:
    """The mean member, and how far all reach."""
    low, high = values.min(axis=0), values.max(axis=0)
    return 0.5 * (low + high), high - low


def order(values: Array, along: Sequence[float]) -> Array:
    """The members in the order in which they run."""
    if not along:
        return np.arange(len(values))
    middle, reach = _range(values)
    u = np.zeros(len(values))
    for k, weight in enumerate(along):  # term by term: sums of a library may depend on the processor
        if reach[k] > 0.0:
            u = u + weight * ((values[:, k] - middle[k]) / reach[k])
    return np.argsort(u, kind="stable")
