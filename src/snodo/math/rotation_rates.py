"""Rates of a rotation, and the matrices of the source text that give them: E, G, ω̃ (source text 002, section 1.3).

A = E Gᵀ,     Ȧ = 2 E Ġᵀ = ω̃ A = A ω̃′,     Ä = (α̃ + ω̃ ω̃) A = A (α̃′ + ω̃′ ω̃′)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.math import euler_parameters as ep
from snodo.math.euler_parameters import Array
from snodo.math.rotation_input import numbers_of


def tilde(a: ArrayLike) -> Array:
    """Return the skew-symmetric matrix ã of a vector, for which ã b = a × b.

    Parameters
    ----------
    a : array
        Vectors (..., 3).

    Returns
    -------
    array
        ã (..., 3, 3).

    Raises
    ------
    RotationError
        If they are not three finite numbers each.

    Examples
    --------
    >>> sn.tilde([1, 2, 3]).tolist()
    [[0.0, -3.0, 2.0], [3.0, 0.0, -1.0], [-2.0, 1.0, 0.0]]
    """
    return ep.tilde(numbers_of("a", a, 3))


class Rates:
    """Rates of a `Rotation`; those of an array have its leading axes."""

    # ---------------------------------------------------------------- of the matrices
    @property
    def E(self: Any) -> Array:
        """E = [−e  ẽ + e0 1] of `p`, (..., 3, 4): ω = 2 E ṗ in world axes."""
        return ep.matrix_E(self.p)

    @property
    def G(self: Any) -> Array:
        """G = [−e  −ẽ + e0 1] of `p`, (..., 3, 4): ω′ = 2 G ṗ in body axes."""
        return ep.matrix_G(self.p)

    def E_rate(self: Any, omega: ArrayLike, axes: str = "world") -> Array:
        """Return Ė, the rate of `E`: the matrix E of ṗ.

        Parameters
        ----------
        omega : array
            Angular velocity [rad/s].
        axes : {"world", "body"}, optional
            Axes of its components.

        Returns
        -------
        array
            Ė (..., 3, 4) [1/s].

        Examples
        --------
        >>> R = sn.Rotation.from_axis_angle("z", 0.3)
        >>> bool(np.allclose(R.E_rate([0, 0, 2.0]) @ R.p, -R.E @ R.rate([0, 0, 2.0])))
        True
        """
        return ep.matrix_E(self.rate(omega, axes))

    def G_rate(self: Any, omega: ArrayLike, axes: str = "world") -> Array:
        """Return Ġ, the rate of `G`: the matrix G of ṗ.

        Parameters
        ----------
        omega : array
            Angular velocity [rad/s].
        axes : {"world", "body"}, optional
            Axes of its components.

        Returns
        -------
        array
            Ġ (..., 3, 4) [1/s].

        Examples
        --------
        >>> R = sn.Rotation.from_axis_angle("z", 0.3)
        >>> bool(np.allclose(2 * R.G @ R.G_rate([0, 0, 2.0]).T, sn.tilde([0, 0, 2.0])))
        True
        """
        return ep.matrix_G(self.rate(omega, axes))

    def matrix_rate(self: Any, omega: ArrayLike, axes: str = "world") -> Array:
        """Return Ȧ, the rate of the matrix: ω̃ A, or A ω̃′ with components in body axes; it is 2 E Ġᵀ.

        Parameters
        ----------
        omega : array
            Angular velocity [rad/s].
        axes : {"world", "body"}, optional
            Axes of its components.

        Returns
        -------
        array
            Ȧ (..., 3, 3) [1/s].

        Examples
        --------
        >>> R = sn.Rotation.from_axis_angle("z", 0.3)
        >>> bool(np.allclose(R.matrix_rate([0, 0, 2.0]), 2 * R.E @ R.G_rate([0, 0, 2.0]).T))
        True
        """
        ep.must_be_axes(axes)
        A, spin = self.as_matrix(), ep.tilde(self._beside("omega", omega, 3))
        return np.asarray(spin @ A if axes == "world" else A @ spin)

    def matrix_second_rate(self: Any, omega: ArrayLike, alpha: ArrayLike, axes: str = "world") -> Array:
        """Return Ä, the second rate of the matrix: (α̃ + ω̃ ω̃) A, or A (α̃′ + ω̃′ ω̃′) in body axes.

        Parameters
        ----------
        omega : array
            Angular velocity [rad/s].
        alpha : array
            Angular acceleration [rad/s²].
        axes : {"world", "body"}, optional
            Axes of their components.

        Returns
        -------
        array
            Ä (..., 3, 3) [1/s²].

        Examples
        --------
        >>> R = sn.Rotation.identity()
        >>> R.matrix_second_rate([0, 0, 2.0], [0, 0, 1.0])[0].round(9).tolist()
        [-4.0, -1.0, 0.0]
        """
        ep.must_be_axes(axes)
        spin, turning = ep.tilde(self._beside("omega", omega, 3)), ep.tilde(self._beside("alpha", alpha, 3))
        A, both = self.as_matrix(), turning + spin @ spin
        return np.asarray(both @ A if axes == "world" else A @ both)

    # ---------------------------------------------------------------- of the Euler parameters
    def angular_velocity(self: Any, p_dot: ArrayLike, axes: str = "world") -> Array:
        """Return the angular velocity of the rates of `p`: ω = 2 E ṗ, or ω′ = 2 G ṗ in body axes.

        Parameters
        ----------
        p_dot : array
            ṗ [1/s].
        axes : {"world", "body"}, optional
            Axes of the components.

        Returns
        -------
        array
            (..., 3) [rad/s].

        Examples
        --------
        >>> omega = sn.Rotation.identity().angular_velocity([0, 0, 0, 0.5])
        """
        return ep.angular_velocity(self.p, self._beside("p_dot", p_dot, 4), axes)

    def angular_acceleration(self: Any, p_ddot: ArrayLike, axes: str = "world") -> Array:
        """Return the angular acceleration of the second rates of `p`: α = 2 E p̈, or α′ = 2 G p̈ in body axes.

        Parameters
        ----------
        p_ddot : array
            p̈ [1/s²].
        axes : {"world", "body"}, optional
            Axes of the components.

        Returns
        -------
        array
            (..., 3) [rad/s²].

        Examples
        --------
        >>> alpha = sn.Rotation.identity().angular_acceleration([0, 0, 0, 0.5])
        """
        return ep.angular_acceleration(self.p, self._beside("p_ddot", p_ddot, 4), axes)

    def rate(self: Any, omega: ArrayLike, axes: str = "world") -> Array:
        """Return the rates of `p`: ṗ = ½ Eᵀ ω = ½ Gᵀ ω′.

        Parameters
        ----------
        omega : array
            Angular velocity [rad/s].
        axes : {"world", "body"}, optional
            Axes of its components.

        Returns
        -------
        array
            (..., 4) [1/s].

        Examples
        --------
        >>> p_dot = sn.Rotation.identity().rate([0, 0, 1.0])
        """
        return ep.rate(self.p, self._beside("omega", omega, 3), axes)

    def second_rate(self: Any, omega: ArrayLike, alpha: ArrayLike, axes: str = "world") -> Array:
        """Return the second rates of `p`.

        Parameters
        ----------
        omega : array
            Angular velocity [rad/s].
        alpha : array
            Angular acceleration [rad/s²].
        axes : {"world", "body"}, optional
            Axes of their components.

        Returns
        -------
        array
            p̈ (..., 4) [1/s²].

        Examples
        --------
        >>> p_ddot = sn.Rotation.identity().second_rate([0, 0, 1.0], [0, 0, 0.0])
        """
        return ep.second_rate(self.p, self._beside("omega", omega, 3), self._beside("alpha", alpha, 3), axes)
