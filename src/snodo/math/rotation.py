"""Rotations at the door: made from what the user has, turned into what the user wants, several at once if wanted.

A `Rotation` holds Euler parameters p of length one, scalar first; its matrix A maps body to world, r = A r′.  Leading
axes are free: `Rotation.from_euler_angles("ZXZ", angles)` with angles (100, 3) is a hundred rotations.  Angles are in
radians, or texts with a unit ("30 deg").
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.errors import Problem
from snodo.math import euler_parameters as ep
from snodo.math.euler_angles import from_angles, to_angles
from snodo.math.euler_parameters import Array
from snodo.math.rotation_input import (
    RotationError,
    angles_of,
    fitting,
    generator_of,
    letters_of,
    matrices_of,
    numbers_of,
    one_vector_onto_another,
    unit_vectors_of,
    units_of,
    weights_of,
)


class GimbalLockWarning(UserWarning):
    """Euler angles were asked for where only the sum or the difference of the first and third is defined."""


@dataclass(frozen=True, eq=False, repr=False)
class Rotation:
    """A rotation, or an array of them; it never changes.  Make one with `Rotation.from_…`.

    `p` are its Euler parameters (e0, e1, e2, e3), of length one, with the sign in which they were given.
    """

    p: Array
    __array_ufunc__ = None  # array * rotation is an error, not an array of rotations

    def __post_init__(self) -> None:
        p = units_of("Euler parameters", self.p, 4)
        p.flags.writeable = False
        object.__setattr__(self, "p", p)

    # ---------------------------------------------------------------- made from
    @classmethod
    def identity(cls, shape: int | tuple[int, ...] = ()) -> Rotation:
        """No rotation, as many times as `shape` says."""
        shape = (shape,) if isinstance(shape, int) else shape
        return cls(np.broadcast_to([1.0, 0.0, 0.0, 0.0], (*shape, 4)))

    @classmethod
    def from_euler_parameters(cls, p: ArrayLike) -> Rotation:
        """From (e0, e1, e2, e3), scalar first; they are scaled to length one, and may not all be zero."""
        return cls(p)  # type: ignore[arg-type]

    @classmethod
    def from_quaternion(cls, q: ArrayLike) -> Rotation:
        """From a quaternion with its scalar last, (x, y, z, w), as SciPy, ROS and Pinocchio write it."""
        return cls(np.roll(units_of("quaternion (scalar last)", q, 4), 1, axis=-1))

    @classmethod
    def from_axis_angle(cls, axis: Any, angle: Any) -> Rotation:
        """By `angle` [rad or "30 deg"] about `axis`: a vector of any length, or x, y, z, -x, -y, -z."""
        u, half = unit_vectors_of("axis", axis), angles_of("angle", angle) / 2
        shape = fitting("axis and angle", u.shape[:-1], half.shape)
        p = np.empty((*shape, 4))
        p[..., 0], p[..., 1:] = np.cos(half), u * np.sin(half)[..., None]
        return cls(p)

    @classmethod
    def from_rotation_vector(cls, vector: ArrayLike) -> Rotation:
        """From the vector θ u [rad] along the axis, as long as the angle."""
        return cls(ep.exponential(numbers_of("rotation vector", vector, 3)))

    @classmethod
    def from_matrix(cls, A: ArrayLike) -> Rotation:
        """From rotation matrices (..., 3, 3), orthogonal to six digits; the nearest rotation is taken."""
        return cls(ep.extracted(matrices_of(A)))

    @classmethod
    def from_euler_angles(cls, sequence: str, angles: Any) -> Rotation:
        """From three angles [rad or "30 deg"] in one of 24 sequences.

        Lowercase "xyz" turns about the fixed axes, first x, then y, then z; uppercase "XYZ" about the axes carried
        along, as SciPy spells them.  Roll, pitch and yaw of a URDF or a ship are "xyz", the classical Euler angles
        of a top "ZXZ".
        """
        return cls(from_angles(letters_of(sequence), angles_of("angles", angles, 3)))

    @classmethod
    def from_two_vectors(cls, start: Any, end: Any) -> Rotation:
        """The shortest rotation that brings the direction `start` onto `end`.

        Of opposite directions every half turn across them is a shortest one; one that depends on them only is taken.
        """
        a, b = unit_vectors_of("start", start), unit_vectors_of("end", end)
        fitting("start and end", a.shape[:-1], b.shape[:-1])
        return cls(one_vector_onto_another(a, b))

    @classmethod
    def random(cls, generator: np.random.Generator | int | None = None, shape: int | tuple[int, ...] = ()) -> Rotation:
        """Rotations of which none is likelier than another; `generator` is NumPy's, or a seed."""
        shape = (shape,) if isinstance(shape, int) else shape
        return cls(generator_of(generator).normal(size=(*shape, 4)))

    # ---------------------------------------------------------------- turned into
    def as_euler_parameters(self) -> Array:
        """(e0, e1, e2, e3), scalar first, e0 ≥ 0; `p` has the sign in which they were given."""
        return ep.upper_half(self.p)

    def as_quaternion(self) -> Array:
        """(x, y, z, w), scalar last, w ≥ 0."""
        return np.roll(self.as_euler_parameters(), -1, axis=-1)

    def as_matrix(self) -> Array:
        """A (..., 3, 3), body to world."""
        return ep.attitude(self.p)

    def as_rotation_vector(self) -> Array:
        """θ u [rad], 0 ≤ θ ≤ π."""
        return ep.logarithm(self.p)

    def as_axis_angle(self) -> tuple[Array, Array]:
        """The axis, a unit vector, and the angle [rad], 0 … π; no rotation is one by 0 about z."""
        p = self.as_euler_parameters()
        size = ep.length(p[..., 1:])[..., None]
        axis = np.where(size > 0.0, p[..., 1:] / np.where(size > 0.0, size, 1.0), (0.0, 0.0, 1.0))
        return axis, self.magnitude()

    def as_euler_angles(self, sequence: str) -> Array:
        """Three angles [rad] in one of 24 sequences (see `from_euler_angles`).

        First and third lie in −π … π, the second in 0 … π for sequences like ZXZ and in −π/2 … π/2 for those like
        XYZ.  At gimbal lock, where the second angle is within 1e-12 of an end of its range, the axes of the first
        and third turn coincide and only their sum or difference is defined: the third is then set to zero, the three
        angles still give this rotation, and a `GimbalLockWarning` says so.  `gimbal_lock` tells it beforehand.
        """
        angles, locked = to_angles(letters_of(sequence), self.p)
        if locked.any():
            which = "" if locked.ndim == 0 else f" in {int(locked.sum())} of {locked.size} rotations"
            said = f"gimbal lock of the sequence {sequence!r}{which}: the third angle is set to zero"
            warnings.warn(said, GimbalLockWarning, stacklevel=2)
        return angles

    def gimbal_lock(self, sequence: str) -> np.ndarray:
        """Whether the Euler angles of this sequence are at gimbal lock, for each rotation."""
        return np.asarray(to_angles(letters_of(sequence), self.p)[1])

    def magnitude(self) -> Array:
        """The angle [rad], 0 … π."""
        return np.asarray(2 * np.arctan2(ep.length(self.p[..., 1:]), np.abs(self.p[..., 0])))

    # ---------------------------------------------------------------- algebra
    def __mul__(self, other: Rotation) -> Rotation:
        """First `other`, then this one; the matrix is the product of the matrices."""
        if not isinstance(other, Rotation):
            return NotImplemented
        fitting("rotations", self.shape, other.shape)
        return Rotation(ep.product(self.p, other.p))

    def inverse(self) -> Rotation:
        """The rotation back."""
        return Rotation(ep.conjugate(self.p))

    def apply(self, vectors: ArrayLike) -> Array:
        """World components of vectors (..., 3) given in body axes; `inverse().apply` goes back."""
        v = self._beside("vectors", vectors, 3)
        return np.asarray((self.as_matrix() @ v[..., None])[..., 0])

    def interpolate(self, other: Rotation, t: ArrayLike) -> Rotation:
        """From this rotation (t = 0) to the other (t = 1) about one axis, at constant speed, by the shorter way."""
        way = self.inverse() * _rotation(other)
        vector = way.as_rotation_vector() * way._beside("t", t)[..., None]
        return self * Rotation(ep.exponential(vector))

    def mean(self, weights: ArrayLike | None = None) -> Rotation:
        """The rotation nearest to all of these: it maximises Σ w (pᵀ p_k)² (Markley and others 2007)."""
        p = self.p.reshape(-1, 4)
        w = weights_of(weights, self.shape)
        return Rotation(ep.upper_half(np.linalg.eigh(np.einsum("k,ki,kj->ij", w, p, p))[1][:, -1]))

    def is_close(self, other: Rotation, tolerance: float = 1e-9) -> np.ndarray:
        """Whether the angle between this rotation and the other is at most `tolerance` [rad]."""
        return np.asarray((self.inverse() * _rotation(other)).magnitude() <= tolerance)

    # ---------------------------------------------------------------- rates
    def angular_velocity(self, p_dot: ArrayLike, axes: str = "world") -> Array:
        """ω = 2 E ṗ in world axes, or ω′ = 2 G ṗ in body axes [rad/s], of the rates ṗ [1/s] of `p`."""
        return ep.angular_velocity(self.p, self._beside("p_dot", p_dot, 4), axes)

    def angular_acceleration(self, p_ddot: ArrayLike, axes: str = "world") -> Array:
        """α = 2 E p̈ in world axes, or α′ = 2 G p̈ in body axes [rad/s²], of p̈ [1/s²]."""
        return ep.angular_acceleration(self.p, self._beside("p_ddot", p_ddot, 4), axes)

    def rate(self, omega: ArrayLike, axes: str = "world") -> Array:
        """ṗ = ½ Eᵀ ω = ½ Gᵀ ω′ [1/s] of `p`, from the angular velocity [rad/s] in world or body axes."""
        return ep.rate(self.p, self._beside("omega", omega, 3), axes)

    def second_rate(self, omega: ArrayLike, alpha: ArrayLike, axes: str = "world") -> Array:
        """p̈ [1/s²] from the angular velocity [rad/s] and acceleration [rad/s²] in world or body axes."""
        return ep.second_rate(self.p, self._beside("omega", omega, 3), self._beside("alpha", alpha, 3), axes)

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
