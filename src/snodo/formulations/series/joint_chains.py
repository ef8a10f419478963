"""A joint's coordinates from the place of its child's frame against its parent's, and their rates.

A joint is a chain of slides along x, y, z and turns about them, rx, ry, rz, each in the axes the ones before it have
moved.  With d the displacement of the frames and R their relative rotation, both in the parent's frame,

    R = Π R_k(θ_k)                           (1) turns: the angles are read from R
    d = Σ B_k e_k x_k                        (2) slides: B_k is the product of the turns before slide k
    (ḋ, ω) = S ẋ                             (3) rates: ẋ = S⁺ (ḋ, ω), exact where the joint is closed

The columns of S are (B_k e_k, 0) for a slide and (B_k e_k × d_k, B_k e_k) for a turn, where d_k is the part of (2) that
comes after it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from snodo.mechanism.body import rotation_about

Array = np.ndarray
_AXES = dict(zip("xyz", np.eye(3)))


def chain_coordinates(letters: Sequence[str], d: Array, R: Array) -> Array:
    """Coordinates of a chain [m, rad], (1) and (2); the angles in −π … π."""
    x = np.zeros(len(letters))
    turns = [k for k, letter in enumerate(letters) if _turns(letter)]
    x[turns] = _angles([letters[k][1] for k in turns], R)
    slides = [k for k in range(len(letters)) if k not in turns]
    if slides:
        directions = _directions(letters, x)[:, slides]
        x[slides] = np.linalg.lstsq(directions, d, rcond=None)[0]
    return x


def chain_rates(letters: Sequence[str], x: Array) -> Array:
    """S⁺, with ẋ = S⁺ (ḋ, ω) in the parent's frame, (3)."""
    e = _directions(letters, x)
    S = np.zeros((6, len(letters)))
    after = np.zeros(3)
    for k in reversed(range(len(letters))):
        if _turns(letters[k]):
            S[:, k] = [*np.cross(e[:, k], after), *e[:, k]]
        else:
            S[:3, k] = e[:, k]
            after = after + e[:, k] * x[k]
    return np.linalg.pinv(S)


def _turns(letter: str) -> bool:
    return letter.startswith("r")


def _directions(letters: Sequence[str], x: Array) -> Array:
    """B_k e_k, one column for each freedom."""
    B, columns = np.eye(3), []
    for letter, value in zip(letters, x):
        e = _AXES[letter[-1]]
        columns.append(B @ e)
        if _turns(letter):
            B = B @ rotation_about(e, float(value))
    return np.column_stack(columns) if columns else np.zeros((3, 0))


def _angles(axes: Sequence[str], R: Array) -> Array:
    """Angles of turns about different axes, each carried along by those before it."""
    if len(axes) == 3:
        from snodo.math.euler_angles import to_angles
        from snodo.math.euler_parameters import extracted

        return to_angles("".join(axes).upper(), extracted(R))[0]
    if not axes:
        return np.zeros(0)
    i = "xyz".index(axes[0])
    j = "xyz".index(axes[1]) if len(axes) == 2 else (i + 1) % 3
    k = 3 - i - j
    sign = 1.0 if j == (i + 1) % 3 else -1.0
    if len(axes) == 2:
        return np.array([np.arctan2(sign * R[k, j], R[j, j]), np.arctan2(sign * R[i, k], R[i, i])])
    return np.array([np.arctan2(R[k, j] - R[j, k], R[j, j] + R[k, k])])
