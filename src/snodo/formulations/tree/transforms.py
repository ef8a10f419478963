"""Motions, wrenches and inertias moved from point to point, as 6-vectors and 6 × 6 matrices with the linear part first.

With r̃ u = r × u and r from the point O to the point P (source texts 000 and 001, equations 1.1 and 2.8 corrected):

    motion at P  = [1 −r̃; 0 1] motion at O
    wrench at O  = [1 0; r̃ 1] wrench at P
"""

from __future__ import annotations

import numpy as np

Array = np.ndarray


def at_point(motion: Array, r: Array) -> Array:
    """A velocity at O, at P instead."""
    return np.concatenate([motion[:3] + np.cross(motion[3:], r), motion[3:]])


def acceleration_at_point(a: Array, w: Array, r: Array) -> Array:
    """An acceleration at O, at P instead, for a body that turns at w."""
    return np.concatenate([a[:3] + np.cross(a[3:], r) + np.cross(w, np.cross(w, r)), a[3:]])


def wrench_from(wrench: Array, r: Array) -> Array:
    """A wrench at P, at O instead."""
    return np.concatenate([wrench[:3], wrench[3:] + np.cross(r, wrench[:3])])


def inertia_from(D: Array, r: Array) -> Array:
    """An inertia about P, about O instead."""
    x, y, z = r
    T = np.eye(6)
    T[3:, :3] = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
    return T @ D @ T.T


def in_axes(wrench: Array, A: Array) -> Array:
    """A wrench of world axes in the axes A."""
    return np.concatenate([A.T @ wrench[:3], A.T @ wrench[3:]])


def articulated_matrix(row: Array) -> Array:
    """[M H; Hᵀ I] from the 21 numbers of an `Articulated` row: M and I symmetric, H by columns."""
    H = row[6:15].reshape(3, 3).T
    return np.block([[_symmetric(row[:6]), H], [H.T, _symmetric(row[15:])]])


def _symmetric(six: Array) -> Array:
    xx, xy, xz, yy, yz, zz = six
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
