"""Relative coordinates along a tree: Newton-Euler by recursion, articulated bodies (source texts 000 and 001).

The coordinates are those of the joints, so that an open tree has no constraint rows; a mechanism with loops is cut at
joints (`spanning.py`), which become rows, with those of constraints and drivers (`parts/constraint_rows.py`).  What a
tree can do is in four layers: `coordinates.py` (names, states, the manifold), `kinematics.py` (readings, sums),
`dynamics.py` with `derivatives.py`, and `in_time.py` (applied forces, the tree in time) with `sweeps.py`; the kernels
work on one flat array `model`, in world axes at every joint's origin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from snodo.errors import RunError
from snodo.formulations.base import Array
from snodo.formulations.tree.derivatives import Derivatives
from snodo.formulations.tree.sweeps import Sweeping

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class Tree(Sweeping, Derivatives):
    """A mechanism in the coordinates of its joints; loops are cut.

    Threads that share a tree wait for one another; `copy.copy(tree)` is one of their own.

    Parameters
    ----------
    mechanism : Mechanism
        The mechanism; later changes of it do not change this formulation.
    cut : sequence of str, optional
        Joints to be cut where there are loops; by default chosen.

    Raises
    ------
    MechanismError
        If the description is wrong.
    UnsupportedError
        If a joint to be cut is in no loop.

    Examples
    --------
    >>> tree = sn.Tree(pendulum)
    >>> q, v = tree.reference()
    >>> tree.forward_dynamics(q, v, tau=np.zeros(tree.nv)).round(3).tolist()
    [-14.715]
    """

    name = "tree"
    cites = ("Featherstone2008",)

    def __repr__(self) -> str:
        from snodo.formulations.tree.printing import in_words

        return in_words(self)

    def _repr_html_(self) -> str:
        from snodo.formulations.tree.printing import as_html

        return as_html(self)

    def constraints(self, q: Any, t: float = 0.0) -> Array:
        """Φ(t, q) of the cut joints, constraints and drivers [m or rad]."""
        self._close(q, None, t)
        return self._rows("phi_at")

    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: Literal[False] = False) -> Array: ...
    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: Literal[True]) -> csr_array: ...
    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: bool) -> Array | csr_array: ...
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: bool = False) -> Array | csr_array:
        """Give the Jacobian Φ_v of the cut joints, constraints and drivers.

        Parameters
        ----------
        q : array
            Coordinates [m, rad].
        t : float, optional
            Time [s].
        v : array, optional
            Velocities [m/s, rad/s]; needed if rows are not linear in them.
        sparse : bool, optional
            Whether to return a scipy CSR array.

        Returns
        -------
        array or csr_array
            Φ_v (nc × nv).

        Examples
        --------
        >>> J = tree.jacobian(tree.reference()[0])
        """
        J = self._close(q, self.velocities_of_rows(v), t)
        if sparse:
            from scipy.sparse import csr_array

            return csr_array(J)
        return J

    def nu(self, q: Any, t: float = 0.0, *, v: Any = None) -> Array:
        """ν(t, q) = −Φ_t [m/s or rad/s]."""
        self._close(q, self.velocities_of_rows(v), t)
        return self._rows("nu_at")

    def gamma(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """γ(t, q, v), the right side of Φ_v v̇ = γ [m/s² or rad/s²]."""
        self._close(q, v, t)
        return -self._rows("phi_ddot_at")

    def _close(self, q: Any, v: Any, t: float) -> Array:
        """Fill the rows; returns Φ_v."""
        J = np.zeros((self.nc, self.nv))
        if self.nc:
            given = self._checked(q, self._rest if v is None else v)
            status = self.entries.rows(float(t), *given, self.model, J)
            if status:
                raise RunError(self.failure(status, t))
        return J
