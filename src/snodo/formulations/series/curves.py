"""Distances from curves, and slips along curves and spheres, along a motion: `math/kernels/grazing.py`, with arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.mechanism.measures import Measure
from snodo.mechanism.part import GROUND

Array = np.ndarray
Series = tuple[Array, Array, Array]
Tracks = tuple[tuple[Array, Array], tuple[Array, Array]]


def _seen(motion: Any, m: Measure, d: Series, state: Series) -> tuple[Array, Series]:
    """The axes of the parent, and the track of d as seen from it, in its axes."""
    q, v, a = state
    A = np.broadcast_to(np.eye(3), (*d[0].shape, 3)) if m.parent == GROUND else motion.rotation(m.parent, q)
    w, alpha = motion.angular_velocity(m.parent, q, v), motion.angular_acceleration(m.parent, q, v, a)
    u = d[1] - np.cross(w, d[0])
    second = d[2] - np.cross(alpha, d[0]) - 2.0 * np.cross(w, u) - np.cross(w, np.cross(w, d[0]))
    x, rate, twice = (np.einsum("...ji,...j->...i", A, y) for y in (d[0], u, second))
    return A, (x, rate, twice)


def _at_foot(m: Measure, local: Array) -> tuple[Array, Array, Array, Array]:
    """Place, normal and tangent of the feet in the axes of the parent (…, 3), and `bend`."""
    c, n, bend = m.profile.foot(np.stack([local @ m.e, local @ m.g], axis=-1))

    def in_space(x: Array, y: Array) -> Array:
        return np.asarray(x[..., None] * m.e + y[..., None] * m.g)

    return in_space(c[..., 0], c[..., 1]), in_space(n[..., 0], n[..., 1]), in_space(n[..., 1], -n[..., 0]), bend


def profile_series(motion: Any, m: Measure, d: Series, state: Series) -> Series:
    """φ, its speed and acceleration."""
    _, (x, u, a) = _seen(motion, m, d, state)
    c, n, t, bend = _at_foot(m, x)
    sideways = _dot(t, u)[..., 0]
    return _dot(n, x - c)[..., 0], _dot(n, u)[..., 0], _dot(n, a)[..., 0] + bend * sideways**2


def graze_tracks(motion: Any, m: Measure, d: Series, state: Series) -> Tracks:
    """The arm to the contact point and the direction of the slip, with their rates."""
    A, (x, u, _) = _seen(motion, m, d, state)
    _, n, t, bend = _at_foot(m, x)
    moved, w = _dot(t, u) * bend[..., None], motion.angular_velocity(m.parent, *state[:2])
    n, t = (np.einsum("...ij,...j->...i", A, e) for e in (n, t))
    n_dot, t_dot = np.cross(w, n) + moved * t, np.cross(w, t) - moved * n
    if m.index:
        t, t_dot = np.cross(n, t), np.cross(n_dot, t) + np.cross(n, t_dot)
    return (-m.radius * n, -m.radius * n_dot), (t, t_dot)


def brush_tracks(m: Measure, d: Series, first: Series, way: Series) -> Tracks:
    """The same between two spheres."""
    size = np.linalg.norm(d[0], axis=-1)[..., None]
    n = d[0] / size
    n_dot = (d[1] - n * _dot(n, d[1])) / size
    (o, o_dot, _), (t, t_dot, _) = first, way
    c, h = _dot(t, n), 1.0 + _dot(o, n)
    c_dot, h_dot = _dot(t_dot, n) + _dot(t, n_dot), _dot(o_dot, n) + _dot(o, n_dot)
    part = c / h
    e = t - part * (o + n)
    e_dot = t_dot - part * (o_dot + n_dot) - (o + n) * ((c_dot - part * h_dot) / h)
    return (-m.radius * n, -m.radius * n_dot), (e, e_dot)


def _dot(a: Array, b: Array) -> Array:
    found: Array = (a * b).sum(axis=-1)[..., None]
    return found
