"""Relative coordinates along a tree: Newton-Euler by recursion, articulated bodies (source texts 000 and 001).

The coordinates are those of the joints, so that an open tree has no constraint rows.  What a tree can do is in four
layers: `coordinates.py` (names, states, the manifold), `reading.py` (kinematics, sums), `dynamics.py` with
`derivatives.py`, and `running.py` (applied forces, the tree in time); the kernels work on one flat array `model`, in
world axes at every joint's origin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.formulations.base import Array
from snodo.formulations.tree.derivatives import Derivatives
from snodo.formulations.tree.running import Running


class Tree(Running, Derivatives):
    """A mechanism without loops in the coordinates of its joints.

    >>> tree = Tree(mechanism)
    >>> q, v = tree.reference()
    >>> tree.forward_dynamics(q, v, tau=np.zeros(tree.nv))

    A tree holds its own scratch: use one in each thread.
    """

    name = "tree"

    def constraints(self, q: Any, t: float = 0.0) -> Array:
        """Φ, empty."""
        return np.zeros(0)

    def jacobian(self, q: Any, t: float = 0.0) -> Array:
        """Φ_v, with no rows."""
        return np.zeros((0, self.nv))

    def nu(self, q: Any, t: float = 0.0) -> Array:
        """ν, empty."""
        return np.zeros(0)

    def gamma(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """γ, empty."""
        return np.zeros(0)
