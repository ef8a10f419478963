"""The state of a mechanism in absolute coordinates, from its motion in any other formulation."""

from __future__ import annotations

from typing import Any

import numpy as np

import snodo as sn
from snodo.math import euler_parameters as ep


def placed_like(spatial: sn.Spatial, motion: Any, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(q, v) of the same mechanism in a state of another formulation, given its motion."""
    places, velocities = [], []
    for name in spatial.body_names:
        R = motion.rotation(name, q)
        p, w = ep.extracted(R), R.T @ motion.angular_velocity(name, q, v)
        places += [*_three(motion.position(f"{name}.com", q)), *p]
        velocities += [*_three(motion.velocity(f"{name}.com", q, v)), *(ep.rate(p, w, "body") if spatial.euler else w)]
    for part, _, word in (name.rpartition(".") for name in spatial.flat.counters):
        if spatial.mechanism.dimension == 2:
            places.append(motion.turn(part, q, v, v)[0])
        else:
            x = motion.builder.coordinate(spatial.mechanism.joints[part], word)
            places.append(motion.along(x, q, v, v)[0])
    return np.array(places, float), np.array(velocities, float)


def _three(x: Any) -> np.ndarray:
    """A vector, in the plane with z = 0."""
    return np.append(x, 0.0)[:3]
