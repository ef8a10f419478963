"""Validate rotations given by the user; errors quote the offending numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.errors import MechanismError, Problem
from snodo.math.euler_angles import SEQUENCES
from snodo.math.euler_parameters import Array, length, product
from snodo.math.units import quantity

ROUNDING = 1e-6
"""Tolerated deviation of a matrix from orthogonality, so that a matrix copied with six digits is accepted."""

_LETTERS = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


class RotationError(MechanismError, ValueError):
    """Numbers that are not a rotation."""


def numbers_of(name: str, value: ArrayLike, *inner: int) -> Array:
    """Finite numbers whose last axes are `inner`."""
    try:
        array = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        array = np.empty(0) if inner else np.full((), np.nan)
    wanted = " × ".join(map(str, inner)) + " numbers" if inner else "a number"
    if array.shape[array.ndim - len(inner) :] != inner or array.ndim < len(inner):
        raise RotationError(Problem(f"{name}: {_shown(value)} is not {wanted}", f"give {wanted}, or an array of such"))
    if not np.isfinite(array).all():
        raise RotationError(Problem(f"{name}: {_shown(value)} is not finite", "give finite numbers"))
    return array


def fitting(names: str, left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """The common leading axes of two arrays."""
    try:
        return np.broadcast_shapes(left, right)
    except ValueError:
        what = f"{names}: {_many(left)} and {_many(right)} do not fit together"
        raise RotationError(Problem(what, "give equally many of both, or one of either")) from None


def _many(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) or "one"


def units_of(name: str, value: ArrayLike, n: int) -> Array:
    """Vectors of n numbers, scaled to length one."""
    array = numbers_of(name, value, n)
    largest = np.abs(array).max(axis=-1, keepdims=True)
    if not (largest > 0.0).all():
        raise RotationError(Problem(f"{name}: the zero vector has no direction", "give a vector that is not zero"))
    array = array / largest  # squares of very large and very small numbers do not exist
    return np.asarray(array / np.linalg.norm(array, axis=-1, keepdims=True))


def unit_vectors_of(name: str, value: Any) -> Array:
    """Directions: vectors of any length, or one of x, y, z, -x, -y, -z."""
    if isinstance(value, str):
        sign, letter = (-1.0, value[1:]) if value.startswith("-") else (1.0, value)
        if letter not in _LETTERS:
            raise RotationError(
                Problem(f"{name}: {value!r} is not a direction", "give x, y, z, -x, … or three numbers")
            )
        return sign * np.array(_LETTERS[letter])
    return units_of(name, value, 3)


def angles_of(name: str, value: Any, *inner: int) -> Array:
    """Angles [rad] from numbers in rad and texts with their unit."""
    if _has_text(value):
        value = _read(value)
    return numbers_of(name, value, *inner)


def _has_text(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(_has_text(v) for v in value)
    return isinstance(value, str) or (isinstance(value, np.ndarray) and value.dtype.kind in "UO")


def _read(value: Any) -> Any:
    if isinstance(value, list | tuple | np.ndarray):
        return [_read(v) for v in value]
    return quantity(value, "angle")


def letters_of(sequence: Any) -> str:
    """One of the 24 sequences of Euler angles."""
    if isinstance(sequence, str) and sequence in SEQUENCES:
        return sequence
    remedy = (
        "give three of x, y, z, no letter twice in a row: lowercase rotates about fixed axes, uppercase about rotating "
        "axes; for a single rotation use from_axis_angle"
    )
    raise RotationError(Problem(f"{sequence!r} is not a sequence of Euler angles", remedy))


def matrices_of(value: ArrayLike) -> Array:
    """Rotation matrices, checked for AᵀA = 1 and det A = 1, and replaced by the nearest rotation if rounded."""
    A = numbers_of("rotation matrix", value, 3, 3)
    with np.errstate(over="ignore", invalid="ignore"):
        error = np.abs(np.swapaxes(A, -1, -2) @ A - np.eye(3)).max(axis=(-1, -2))
        det = np.linalg.det(A)
    bad = ~((error <= ROUNDING) & (det > 0.0))
    if bad.any():
        raise RotationError(_matrix_problem(A[bad][0], error[bad][0], det[bad][0], bad))
    if error.max(initial=0.0) > 1e-14:
        U, _, Vt = np.linalg.svd(A)
        A = np.where((error > 1e-14)[..., None, None], U @ Vt, A)
    return A


def _matrix_problem(A: Array, error: float, det: float, bad: np.ndarray) -> Problem:
    which = "" if bad.ndim == 0 else f" ({int(bad.sum())} of {bad.size} matrices; the first is shown)"
    what = f"{np.round(A, 6).tolist()} is not a rotation matrix{which}: |AᵀA − 1| = {error:.3g}, det A = {det:.6g}"
    if det < 0.0 and error <= ROUNDING:
        return Problem(what, "it is a reflection: change the sign of one column to make the axes right-handed")
    return Problem(what, "give orthonormal, right-handed columns: the body's axes in world components")


def weights_of(weights: ArrayLike | None, shape: tuple[int, ...]) -> Array:
    """Weights of the rotations of an array, one after another."""
    if 0 in shape:
        raise RotationError(Problem("the mean of no rotations is undefined", "give at least one"))
    if weights is None:
        return np.ones(int(np.prod(shape)))
    w = numbers_of("weights", weights)
    if w.shape != shape or (w < 0.0).any() or not w.any():
        remedy = "give one weight for each rotation, none negative, not all zero"
        raise RotationError(Problem(f"weights: {_shown(weights)} for {shape} rotations", remedy))
    return w.ravel()


def generator_of(value: Any) -> np.random.Generator:
    """NumPy's random generator, or one made from a seed."""
    try:
        return np.random.default_rng(value)
    except (TypeError, ValueError):
        remedy = "give numpy.random.default_rng(seed), or a seed: 0, 1, 2, …"
        raise RotationError(Problem(f"{_shown(value)} is not a random generator", remedy)) from None


def one_vector_onto_another(a: Array, b: Array) -> Array:
    """p of the shortest rotation that brings the unit vector a onto b.

    For an angle up to 90° p is (a·h, a × h) with h the unit vector half way.  Beyond that h loses digits: a half turn
    about u = a × b, made perpendicular to a, brings a onto −a first, and −a onto b is a short way.
    """
    a, b = np.broadcast_arrays(a, b)
    far = np.sum(a * b, axis=-1, keepdims=True) < 0.0
    p = _short(np.where(far, -a, a), b)
    u = np.cross(a, b)
    u = np.where(length(u)[..., None] > 1e-12, u, np.cross(a, np.eye(3)[np.argmin(np.abs(a), axis=-1)]))
    u = u / length(u)[..., None]
    u = u - a * np.sum(a * u, axis=-1, keepdims=True)
    half_turn = np.concatenate([np.zeros_like(far, dtype=float), u / length(u)[..., None]], axis=-1)
    return np.where(far, product(p, half_turn), p)


def _short(a: Array, b: Array) -> Array:
    h = a + b
    h = h / length(h)[..., None]
    return np.concatenate([np.sum(a * h, axis=-1, keepdims=True), np.cross(a, h)], axis=-1)


def _shown(value: object) -> str:
    text = repr(value.tolist() if isinstance(value, np.ndarray) else value)
    return text if len(text) <= 80 else text[:78] + " …"
