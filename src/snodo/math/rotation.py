"""Rotations for users: one or many, converted from and to all common representations.

A `Rotation` holds Euler parameters p of length one, scalar first; its matrix A maps body to world, r = A r′.  Leading
axes are arbitrary: `Rotation.from_euler_angles("ZXZ", angles)` with angles (100, 3) is a hundred rotations.  Angles are
in radians, or texts with a unit ("30 deg").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.errors import Problem
from snodo.math import euler_parameters as ep
from snodo.math.euler_parameters import Array
from snodo.math.rotation_forms import Forms, GimbalLockWarning
from snodo.math.rotation_input import (
    RotationError,
    fitting,
    numbers_of,
    units_of,
    weights_of,
)
from snodo.math.rotation_makers import Makers
from snodo.math.rotation_rates import Rates
from snodo.spelling import Spelled


@dataclass(frozen=True, eq=False, repr=False)
class Rotation(Makers, Forms, Rates, Spelled):
    """A rotation, or an array of rotations; immutable.

    Make one with `Rotation.from_…`. Its matrix A maps body to world, r = A r′; the leading axes of an array are
    arbitrary.

    Parameters
    ----------
    p : array
        Euler parameters (e0, e1, e2, e3), scalar first; they are scaled to length one, and keep their sign.

    Raises
    ------
    RotationError
        If they are not four finite numbers, or all zero.

    Examples
    --------
    >>> sn.Rotation.from_axis_angle("z", "90 deg")
    Rotation by 90° about (0, 0, 1)
    """

    p: Array
    __array_ufunc__ = None  # array * rotation is an error, not an array of rotations

    def __post_init__(self) -> None:
        p = units_of("Euler parameters", self.p, 4)
        p.flags.writeable = False
        object.__setattr__(self, "p", p)

    # ---------------------------------------------------------------- algebra
    def __mul__(self, other: Rotation) -> Rotation:
        """First `other`, then this one; the matrix is the product of the matrices."""
        if not isinstance(other, Rotation):
            return NotImplemented
        fitting("rotations", self.shape, other.shape)
        return Rotation(ep.product(self.p, other.p))

    def inverse(self) -> Rotation:
        """Return the inverse rotation.

        Returns
        -------
        Rotation
            One for each.

        Examples
        --------
        >>> sn.Rotation.from_axis_angle("z", "30 deg").inverse()
        Rotation by 30° about (0, 0, -1)
        """
        return Rotation(ep.conjugate(self.p))

    def apply(self, vectors: ArrayLike) -> Array:
        """Return the world components of vectors given in body axes; `inverse().apply` is the reverse.

        Parameters
        ----------
        vectors : array
            (..., 3).

        Returns
        -------
        array
            (..., 3).

        Examples
        --------
        >>> sn.Rotation.from_axis_angle("z", "90 deg").apply([1, 0, 0]).round(9).tolist()
        [0.0, 1.0, 0.0]
        """
        v = self._beside("vectors", vectors, 3)
        return np.asarray((self.as_matrix() @ v[..., None])[..., 0])

    def interpolate(self, other: Rotation, t: ArrayLike) -> Rotation:
        """Interpolate to another rotation about one axis, at constant speed, by the shorter way.

        Parameters
        ----------
        other : Rotation
            The rotation at t = 1.
        t : float or array
            Fraction of the way: 0 is this rotation, 1 the other.

        Returns
        -------
        Rotation
            One for each t.

        Examples
        --------
        >>> sn.Rotation.identity().interpolate(sn.Rotation.from_axis_angle("z", "90 deg"), 0.5)
        Rotation by 45° about (0, 0, 1)
        """
        way = self.inverse() * _rotation(other)
        vector = way.as_rotation_vector() * way._beside("t", t)[..., None]
        return self * Rotation(ep.exponential(vector))

    def mean(self, weights: ArrayLike | None = None) -> Rotation:
        """Return the mean rotation, which maximises Σ w (pᵀ p_k)² (Markley and others 2007).

        Parameters
        ----------
        weights : array, optional
            One for each rotation; by default all equal.

        Returns
        -------
        Rotation
            One.

        Raises
        ------
        RotationError
            If the weights do not match the rotations.

        Examples
        --------
        >>> middle = sn.Rotation.random(1, 5).mean()
        """
        p = self.p.reshape(-1, 4)
        w = weights_of(weights, self.shape)
        return Rotation(ep.upper_half(np.linalg.eigh(np.einsum("k,ki,kj->ij", w, p, p))[1][:, -1]))

    def is_close(self, other: Rotation, tolerance: float = 1e-9) -> np.ndarray:
        """Test whether this rotation is close to another.

        Parameters
        ----------
        other : Rotation
            The other rotation.
        tolerance : float, optional
            Largest angle between them [rad].

        Returns
        -------
        array of bool
            For each rotation.

        Examples
        --------
        >>> bool(sn.Rotation.identity().is_close(sn.Rotation.identity()))
        True
        """
        return np.asarray((self.inverse() * _rotation(other)).magnitude() <= tolerance)

    # ---------------------------------------------------------------- as an array
    @property
    def shape(self) -> tuple[int, ...]:
        """The leading axes: () for one rotation."""
        return self.p.shape[:-1]

    def _beside(self, name: str, value: ArrayLike, *inner: int) -> Array:
        """Numbers that are given for these rotations: for each of them, or for all."""
        array = numbers_of(name, value, *inner)
        fitting(f"rotations and {name}", self.shape, array.shape[: array.ndim - len(inner)])
        return array

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("one rotation has no length")
        return self.shape[0]

    def __getitem__(self, index: Any) -> Rotation:
        if not self.shape:
            raise TypeError("one rotation has no parts")
        return Rotation(self.p[(*index, slice(None)) if isinstance(index, tuple) else index])

    def __iter__(self) -> Iterator[Rotation]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        if self.shape:
            return f"{' × '.join(map(str, self.shape))} rotations"
        axis, angle = self.as_axis_angle()
        return f"Rotation by {np.degrees(angle):.6g}° about ({', '.join(f'{x + 0.0:.6g}' for x in axis)})"


def _rotation(value: Any) -> Rotation:
    if isinstance(value, Rotation):
        return value
    raise RotationError(Problem(f"{value!r} is not a Rotation", "make one with Rotation.from_…"))


__all__ = ["GimbalLockWarning", "Rotation"]
