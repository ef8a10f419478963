"""Rotations along a motion, without jumps: of all numbers that describe the same rotation, those nearest to the last.

    Euler parameters      p or −p
    rotation vector       (θ + 2π k) u
    Euler angles          (a, b, c) or (a + π, β − b, c + π), with whole turns; β = 0 for sequences like ZXZ, else π

The first row is in the usual range (e0 ≥ 0, 0 ≤ θ ≤ π, −π … π).  Rows must be near enough: less than half a turn from
one to the next.  A rotation vector jumps where no choice is continuous: near a full turn about an axis that changes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from snodo.math import euler_parameters as ep
from snodo.math.euler_angles import from_angles, to_angles

Array = NDArray[np.float64]
TURN = 2 * np.pi
NO_AXIS = 1e-9
"""Angle [rad] below which a rotation has no axis of its own."""


def continuous_parameters(p: Array) -> Array:
    """p (time, 4) with e0 ≥ 0 in the first row and the sign of each row nearest to the row before."""
    p = np.array(p, dtype=float)
    flips = (p[1:] * p[:-1]).sum(axis=1) < 0.0
    p[1:] *= np.cumprod(np.where(flips, -1.0, 1.0))[:, None]
    return p * usual_sign(p[0]) if len(p) else p


def usual_sign(p: Array) -> float:
    """1 or −1, with which e0 > 0; where e0 is zero but for rounding, the next number that is not is positive."""
    return float(np.sign(next((x for x in p if abs(x) > NO_AXIS), 1.0)))


def continuous_vectors(p: Array) -> Array:
    """Rotation vectors (time, 3) [rad] of p, with whole turns about the current axis added: see above."""
    found = ep.logarithm(p)
    angles = ep.length(found)
    for k in range(1, len(found)):
        last, angle = found[k - 1], angles[k]
        reach = float(np.sqrt(last @ last))
        if angle > NO_AXIS:
            axis = found[k] / angle
        elif reach > np.pi:
            axis, angle = last / reach, float(found[k] @ last) / reach
        else:
            continue
        found[k] = (angle + TURN * np.round((last @ axis - angle) / TURN)) * axis
    return found


def continuous_angles(sequence: str, p: Array) -> Array:
    """Euler angles (time, 3) [rad] of p in a sequence; at gimbal lock the third angle stays as it was."""
    found, locked = to_angles(sequence, p)
    opposite = 0.0 if sequence[0].lower() == sequence[2].lower() else np.pi
    for k in range(1, len(found)):
        last = found[k - 1]
        if locked[k]:
            found[k] = _at_lock(sequence, found[k], float(last[2]))
        a, b, c = found[k]
        ways = np.array([(a, b, c), (a + np.pi, opposite - b, c + np.pi)])
        ways += TURN * np.round((last - ways) / TURN)
        found[k] = ways[int(np.argmin(np.abs(ways - last).sum(axis=1)))]
    return found


def _at_lock(sequence: str, angles: Array, third: float) -> Array:
    """The same rotation with this third angle: the first makes up for it, forward or backward."""
    p = from_angles(sequence, angles)
    ways = [np.array([angles[0] + sign * third, angles[1], third]) for sign in (1.0, -1.0)]
    return max(ways, key=lambda way: abs(float(from_angles(sequence, way) @ p)))
