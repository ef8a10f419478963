"""Relative coordinates along a tree: Newton-Euler by recursion, articulated bodies (source texts 000 and 001).

The coordinates are those of the joints, so that an open tree has no constraint rows.  What a tree can do is in four
layers: `coordinates.py` (names, states, the manifold), `reading.py` (kinematics, sums), `dynamics.py` and
`derivatives.py`; the kernels work on one flat array `model`, in world axes at every joint's origin.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.base import Array
from snodo.formulations.tree.derivatives import Derivatives


class Tree(Derivatives):
    """A mechanism without loops in the coordinates of its joints.

    >>> tree = Tree(mechanism)
    >>> q, v = tree.reference()
    >>> tree.forward_dynamics(q, v, tau=np.zeros(tree.nv))

    A tree holds its own scratch: use one in each thread.
    """

    name = "tree"

    def forces(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Q = −h(q, v) of M v̇ = Q: gravity, Coriolis and centrifugal force."""
        self._refuse_forces()
        return -self.bias(q, v)

    def solve(self, q: Any, v: Any, t: float = 0.0, method: Any = "augmented") -> tuple[Array, Array]:
        """Accelerations v̇, and no multipliers."""
        self._refuse_forces()
        return self.forward_dynamics(q, v, self._rest), np.zeros(0)

    def _refuse_forces(self) -> None:
        applied = self.mechanism.forces.values()
        if applied:
            remedy = "use formulation planar in 2-D, or forward_dynamics with tau and external wrenches"
            raise UnsupportedError(
                [Problem(f"{part.title}: forces are not built yet in the tree", remedy, part.where) for part in applied]
            )

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
