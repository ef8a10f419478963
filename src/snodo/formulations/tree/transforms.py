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
    f, moment = wrench[..., :3], wrench[..., 3:]
    return np.concatenate([f, moment + np.cross(r, f)], axis=-1)


def inertia_from(D: Array, r: Array) -> Array:
    """An inertia about P, about O instead."""
    x, y, z = r[..., 0], r[..., 1], r[..., 2]
    T = np.zeros((*r.shape[:-1], 6, 6))
    T[...] = np.eye(6)
    T[..., 3, 1], T[..., 3, 2] = -z, y
    T[..., 4, 0], T[..., 4, 2] = z, -x
    T[..., 5, 0], T[..., 5, 1] = -y, x
    return T @ D @ T.swapaxes(-1, -2)


def in_axes(wrench: Array, A: Array) -> Array:
    """A wrench of world axes in the axes A."""
    turned = wrench.reshape(*wrench.shape[:-1], 2, 3) @ A
    return turned.reshape(wrench.shape)


def articulated_matrix(row: Array) -> Array:
    """[M H; Hᵀ I] from the 21 numbers of an `Articulated` row: M and I symmetric, H by columns."""
    H_T = row[..., 6:15].reshape(*row.shape[:-1], 3, 3)
    D = np.empty((*row.shape[:-1], 6, 6))
    D[..., :3, :3], D[..., :3, 3:] = row[..., :6][..., _SYMMETRIC], H_T.swapaxes(-1, -2)
    D[..., 3:, :3], D[..., 3:, 3:] = H_T, row[..., 15:][..., _SYMMETRIC]
    return D


_SYMMETRIC = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])
"""Places of xx, xy, xz, yy, yz, zz."""
