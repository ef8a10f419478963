"""Conversions of a rotation to other representations."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from snodo.math import euler_parameters as ep
from snodo.math.euler_angles import to_angles
from snodo.math.euler_parameters import Array
from snodo.math.rotation_input import letters_of


class GimbalLockWarning(UserWarning):
    """At this rotation only the sum or the difference of the first and third Euler angle is defined."""


class Forms:
    """Conversions of a `Rotation`."""

    def as_euler_parameters(self: Any) -> Array:
        """Return the Euler parameters, scalar first, e0 ≥ 0; `p` has the sign that was given.

        Returns
        -------
        array
            (e0, e1, e2, e3).

        Examples
        --------
        >>> p = sn.Rotation.identity().as_euler_parameters()
        """
        return ep.upper_half(self.p)

    def as_quaternion(self: Any) -> Array:
        """Return the quaternion, scalar last, w ≥ 0.

        Returns
        -------
        array
            (x, y, z, w).

        Examples
        --------
        >>> q = sn.Rotation.identity().as_quaternion()
        """
        return np.roll(self.as_euler_parameters(), -1, axis=-1)

    def as_matrix(self: Any) -> Array:
        """Return the matrix, body to world.

        Returns
        -------
        array
            A (..., 3, 3).

        Examples
        --------
        >>> A = sn.Rotation.from_axis_angle("z", 0.1).as_matrix()
        """
        return ep.attitude(self.p)

    def as_rotation_vector(self: Any) -> Array:
        """Return the rotation vector: along the axis, its length is the angle.

        Returns
        -------
        array
            θ u [rad], 0 ≤ θ ≤ π.

        Examples
        --------
        >>> u = sn.Rotation.from_axis_angle("z", 0.1).as_rotation_vector()
        """
        return ep.logarithm(self.p)

    def as_axis_angle(self: Any) -> tuple[Array, Array]:
        """Return axis and angle; the identity is a rotation by 0 about z.

        Returns
        -------
        tuple of arrays
            The axis, a unit vector, and the angle [rad], 0 … π.

        Examples
        --------
        >>> axis, angle = sn.Rotation.from_axis_angle("y", 0.1).as_axis_angle()
        """
        p = self.as_euler_parameters()
        size = ep.length(p[..., 1:])[..., None]
        axis = np.where(size > 0.0, p[..., 1:] / np.where(size > 0.0, size, 1.0), (0.0, 0.0, 1.0))
        return axis, self.magnitude()

    def as_euler_angles(self: Any, sequence: str) -> Array:
        """Return three angles in one of 24 sequences (see `from_euler_angles`).

        First and third lie in −π … π, the second in 0 … π for sequences like ZXZ and in −π/2 … π/2 for those like XYZ.
        At gimbal lock, where the second angle is within 1e-12 of an end of its range, only the sum or difference of
        the first and third is defined: the third is then set to zero, the three angles still give this rotation, and a
        `GimbalLockWarning` is issued. `gimbal_lock` tests for it beforehand.

        Parameters
        ----------
        sequence : str
            The sequence.

        Returns
        -------
        array
            (..., 3) [rad].

        Raises
        ------
        RotationError
            If there is no such sequence.

        Examples
        --------
        >>> angles = sn.Rotation.from_axis_angle("z", 0.1).as_euler_angles("ZYX")
        """
        angles, locked = to_angles(letters_of(sequence), self.p)
        if locked.any():
            which = "" if locked.ndim == 0 else f" in {int(locked.sum())} of {locked.size} rotations"
            said = f"gimbal lock of the sequence {sequence!r}{which}: the third angle is set to zero"
            warnings.warn(said, GimbalLockWarning, stacklevel=2)
        return angles

    def gimbal_lock(self: Any, sequence: str) -> np.ndarray:
        """Test whether the Euler angles of a sequence are at gimbal lock.

        Parameters
        ----------
        sequence : str
            The sequence.

        Returns
        -------
        array of bool
            For each rotation.

        Examples
        --------
        >>> bool(sn.Rotation.identity().gimbal_lock("ZXZ"))
        True
        """
        return np.asarray(to_angles(letters_of(sequence), self.p)[1])

    def magnitude(self: Any) -> Array:
        """Return the angle of the rotation.

        Returns
        -------
        array
            [rad], 0 … π.

        Examples
        --------
        >>> float(sn.Rotation.identity().magnitude())
        0.0
        """
        return np.asarray(2 * np.arctan2(ep.length(self.p[..., 1:]), np.abs(self.p[..., 0])))
