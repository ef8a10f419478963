"""Coordinates and velocities of joints that have several, measured along a motion of bodies.

So read absolute coordinates all joints, and a tree those that it cuts.
Chains of slides and turns are quantities made of measures.  Of spherical and free joints, with u the velocity of the
child's origin and ω_rel = ω_j − ω_i as the parent sees them, in the child's axes A:

    (Aᵀ u)˙ = Aᵀ (u̇ − ω_j × u),     (Aᵀ ω_rel)˙ = Aᵀ (ω̇_j − ω̇_i + ω_j × ω_i)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.euler_parameters import extracted
from snodo.mechanism import joints

if TYPE_CHECKING:
    from snodo.formulations.parts.joint_frames import Framer, JointFrames
    from snodo.formulations.series.body_motion import BodyMotion

Array = np.ndarray
_TURNING = ("e0", "e1", "e2", "e3", "wx", "wy", "wz", "alphax", "alphay", "alphaz")
_UNITS = {"length": "m", "angle": "rad", "number": "", "speed": "m/s", "angular_speed": "rad/s"}


def units(framer: Framer, joint: Any) -> dict[str, str]:
    """Words of the series of a joint that has several coordinates, with their units."""
    if not isinstance(joint, joints.Joint) or joint.coordinate or not joint.carries:
        return {}
    positions, speeds = words(framer.frames(joint))
    found = {word: _UNITS[joints.QUANTITY[word]] for word in (*positions, *speeds)}
    return found | {rate_of(word): f"{found[word]}²" for word in speeds}


def words(frames: JointFrames) -> tuple[list[str], list[str]]:
    """Words of coordinates and velocities."""
    return list(frames.coordinates), list(frames.velocities)


def freedoms(motion: BodyMotion, joint: Any, q: Array, v: Array, a: Array) -> dict[str, Array]:
    """The series by their words: coordinates, velocities, accelerations."""
    frames = motion.builder.framer.frames(joint)
    if frames.kind == "spherical":
        return _turning(motion, joint, frames, q, v, a)
    if frames.kind == "free":
        return _sliding(motion, joint, q, v, a) | _turning(motion, joint, frames, q, v, a)
    found: dict[str, Array] = {}
    for word, speed in zip(*words(frames)):
        series = motion.along(motion.builder.coordinate(joint, word), q, v, a)
        found |= dict(zip((word, speed, rate_of(speed)), series))
    return found


def rate_of(speed: str) -> str:
    """The word for the rate of a velocity: speed → acceleration, omega → alpha, vx → ax, wx → alphax."""
    for old, new in (("speed", "acceleration"), ("omega", "alpha")):
        if speed.endswith(old):
            return speed.removesuffix(old) + new
    return ("a" if speed[0] == "v" else "alpha") + speed[1:]


def _turning(motion: BodyMotion, joint: Any, frames: JointFrames, q: Array, v: Array, a: Array) -> dict[str, Array]:
    A_i, A_j = (
        motion.rotation(body, q) @ frame.A
        for body, frame in ((joint.parent, frames.on_parent), (joint.child, frames.on_child))
    )
    p = extracted(np.swapaxes(A_i, 1, 2) @ A_j)
    flips = np.sign((p[1:] * p[:-1]).sum(axis=1))
    p[1:] *= np.cumprod(np.where(flips < 0, -1.0, 1.0))[:, None]
    w_i, w_j = (motion.angular_velocity(body, q, v) for body in (joint.parent, joint.child))
    b_i, b_j = (motion.angular_acceleration(body, q, v, a) for body in (joint.parent, joint.child))
    spin, rate = _in_axes(A_j, w_j - w_i), _in_axes(A_j, b_j - b_i + np.cross(w_j, w_i))
    return dict(zip(_TURNING, np.hstack([p, spin, rate]).T))


def _sliding(motion: BodyMotion, joint: Any, q: Array, v: Array, a: Array) -> dict[str, Array]:
    origin = np.zeros(3)
    (r_i, v_i, a_i), (r_j, v_j, a_j) = (motion.track(body, origin, q, v, a) for body in (joint.parent, joint.child))
    A_i, A_j = (motion.rotation(body, q) for body in (joint.parent, joint.child))
    w_i, w_j = (motion.angular_velocity(body, q, v) for body in (joint.parent, joint.child))
    d, b_i = r_j - r_i, motion.angular_acceleration(joint.parent, q, v, a)
    u = v_j - v_i - np.cross(w_i, d)
    u_dot = a_j - a_i - np.cross(b_i, d) - np.cross(w_i, v_j - v_i)
    rows = [_in_axes(A_i, d), _in_axes(A_j, u), _in_axes(A_j, u_dot - np.cross(w_j, u))]
    return dict(zip(("x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"), np.hstack(rows).T))


def _in_axes(A: Array, x: Array) -> Array:
    """Aᵀ x, row by row."""
    turned: Array = (np.swapaxes(A, 1, 2) @ x[..., None])[..., 0]
    return turned
