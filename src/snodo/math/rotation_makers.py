"""Constructors of rotations from other representations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.math import euler_parameters as ep
from snodo.math.euler_angles import from_angles
from snodo.math.rotation_input import (
    angles_of,
    fitting,
    generator_of,
    letters_of,
    matrices_of,
    numbers_of,
    one_vector_onto_another,
    unit_vectors_of,
    units_of,
)

if TYPE_CHECKING:
    from snodo.math.rotation import Rotation


class Makers:
    """The constructors of `Rotation`."""

    @classmethod
    def identity(cls: Any, shape: int | tuple[int, ...] = ()) -> Rotation:
        """Create the identity.

        Parameters
        ----------
        shape : int or tuple of int, optional
            Shape of the array.

        Returns
        -------
        Rotation
            As many as requested.

        Examples
        --------
        >>> len(sn.Rotation.identity(3))
        3
        """
        shape = (shape,) if isinstance(shape, int) else shape
        return cls(np.broadcast_to([1.0, 0.0, 0.0, 0.0], (*shape, 4)))

    @classmethod
    def from_euler_parameters(cls: Any, p: ArrayLike) -> Rotation:
        """Create a rotation from Euler parameters.

        Parameters
        ----------
        p : array
            (e0, e1, e2, e3), scalar first; they are scaled to length one.

        Returns
        -------
        Rotation
            One for each.

        Raises
        ------
        RotationError
            If they are all zero.

        Examples
        --------
        >>> sn.Rotation.from_euler_parameters([1, 1, 0, 0])
        Rotation by 90° about (1, 0, 0)
        """
        return cls(p)

    @classmethod
    def from_quaternion(cls: Any, q: ArrayLike) -> Rotation:
        """Create a rotation from a quaternion with its scalar last, as SciPy, ROS and Pinocchio write it.

        Parameters
        ----------
        q : array
            (x, y, z, w).

        Returns
        -------
        Rotation
            One for each.

        Raises
        ------
        RotationError
            If they are all zero.

        Examples
        --------
        >>> sn.Rotation.from_quaternion([1, 0, 0, 1])
        Rotation by 90° about (1, 0, 0)
        """
        return cls(np.roll(units_of("quaternion (scalar last)", q, 4), 1, axis=-1))

    @classmethod
    def from_axis_angle(cls: Any, axis: str | ArrayLike, angle: ArrayLike) -> Rotation:
        """Create a rotation about an axis.

        Parameters
        ----------
        axis : str or array
            A vector of any length, or x, y, z, -x, -y, -z.
        angle : quantity or array
            The angle [rad], or a text such as "30 deg".

        Returns
        -------
        Rotation
            One for each.

        Raises
        ------
        RotationError
            If the axis is zero.

        Examples
        --------
        >>> sn.Rotation.from_axis_angle((0, 0, 2), "30 deg")
        Rotation by 30° about (0, 0, 1)
        """
        u, half = unit_vectors_of("axis", axis), angles_of("angle", angle) / 2
        shape = fitting("axis and angle", u.shape[:-1], half.shape)
        p = np.empty((*shape, 4))
        p[..., 0], p[..., 1:] = np.cos(half), u * np.sin(half)[..., None]
        return cls(p)

    @classmethod
    def from_rotation_vector(cls: Any, vector: ArrayLike) -> Rotation:
        """Create a rotation from a rotation vector: along the axis, its length is the angle.

        Parameters
        ----------
        vector : array
            θ u [rad].

        Returns
        -------
        Rotation
            One for each.

        Examples
        --------
        >>> sn.Rotation.from_rotation_vector([0, 0, np.pi / 2])
        Rotation by 90° about (0, 0, 1)
        """
        return cls(ep.exponential(numbers_of("rotation vector", vector, 3)))

    @classmethod
    def from_matrix(cls: Any, A: ArrayLike) -> Rotation:
        """Create a rotation from a matrix; the nearest rotation is taken.

        Parameters
        ----------
        A : array
            Rotation matrices (..., 3, 3), orthogonal to six digits.

        Returns
        -------
        Rotation
            One for each.

        Raises
        ------
        RotationError
            If a matrix is not a rotation.

        Examples
        --------
        >>> sn.Rotation.from_matrix(np.diag([1.0, -1.0, -1.0]))
        Rotation by 180° about (1, 0, 0)
        """
        return cls(ep.extracted(matrices_of(A)))

    @classmethod
    def from_euler_angles(cls: Any, sequence: str, angles: ArrayLike) -> Rotation:
        """Create a rotation from three angles in one of 24 sequences.

        Lowercase "xyz" rotates about fixed axes, first x, then y, then z; uppercase "XYZ" about rotating
        axes, as in SciPy. Roll, pitch and yaw of a URDF or a ship are "xyz", the classical Euler angles of a
        top "ZXZ".

        Parameters
        ----------
        sequence : str
            The sequence.
        angles : array
            Three angles [rad], or texts such as "30 deg".

        Returns
        -------
        Rotation
            One for each three.

        Raises
        ------
        RotationError
            If there is no such sequence.

        Examples
        --------
        >>> sn.Rotation.from_euler_angles("ZYX", ["90 deg", 0, 0])
        Rotation by 90° about (0, 0, 1)
        """
        return cls(from_angles(letters_of(sequence), angles_of("angles", angles, 3)))

    @classmethod
    def from_two_vectors(cls: Any, start: str | ArrayLike, end: str | ArrayLike) -> Rotation:
        """Create the shortest rotation that brings one direction onto another.

        For opposite directions every half turn across them is shortest; a unique one is chosen.

        Parameters
        ----------
        start, end : str or array
            The two directions.

        Returns
        -------
        Rotation
            One for each pair.

        Raises
        ------
        RotationError
            If a direction is zero.

        Examples
        --------
        >>> sn.Rotation.from_two_vectors("x", "y")
        Rotation by 90° about (0, 0, 1)
        """
        a, b = unit_vectors_of("start", start), unit_vectors_of("end", end)
        fitting("start and end", a.shape[:-1], b.shape[:-1])
        return cls(one_vector_onto_another(a, b))

    @classmethod
    def random(
        cls: Any, generator: np.random.Generator | int | None = None, shape: int | tuple[int, ...] = ()
    ) -> Rotation:
        """Create uniformly distributed random rotations.

        Parameters
        ----------
        generator : numpy Generator or int, optional
            A generator, or a seed.
        shape : int or tuple of int, optional
            Shape of the array.

        Returns
        -------
        Rotation
            As many as requested.

        Examples
        --------
        >>> len(sn.Rotation.random(1, 5))
        5
        """
        shape = (shape,) if isinstance(shape, int) else shape
        return cls(generator_of(generator).normal(size=(*shape, 4)))
