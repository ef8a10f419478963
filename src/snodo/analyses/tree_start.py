"""The start of an open mechanism in absolute coordinates: that of its tree, so that both begin alike.

Newton's method with least steps would share what is left open among all bodies; in joint coordinates, whatever nobody
speaks of stays as drawn and at rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from snodo.analyses.initial_state import initial_state
from snodo.errors import UnsupportedError

Array = np.ndarray


def tree_start(F: Any, values: Mapping[str, float], keep: Iterable[str]) -> tuple[Array, Array] | None:
    """(q, v) of F as its tree sets out with the wanted values; None if it has loops, drivers or constraints."""
    from snodo.formulations.tree.tree import Tree

    try:
        tree = Tree(F.mechanism)
    except UnsupportedError:
        return None
    if tree.nc:
        return None
    q, v = initial_state(tree, values, keep)
    placed: tuple[Array, Array] = F.placed_like(tree.motion, q, v)
    return placed
