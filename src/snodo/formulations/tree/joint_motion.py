"""What a joint does to the link it carries, written out after source text 000, section 1.5.

A joint is a sequence of freedoms, each a screw ξ = (v, ω) through the origin of the frame that the freedoms before it
have moved: a turn (0, n), a slide (n, 0), or both.  Its matrix P has a column for each freedom, in the axes of the
frame it carries and at its origin: the link moves with v_rel = P q̇ against the link before it.  Spherical and free
joints have the angular velocity itself in place of angles, and a P of ones and zeros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from snodo.math.euler_parameters import attitude, tilde
from snodo.mechanism.body import rotation_about

if TYPE_CHECKING:
    from snodo.formulations.parts.joint_frames import JointFrames
    from snodo.formulations.tree.flatten import Place

Array = np.ndarray
_AXES = dict(zip("xyz", np.eye(3)))
_STILL = np.zeros(3)


class JointMotion(NamedTuple):
    """The frame a joint carries, seen from the frame it stands on."""

    R: Array
    """Axes of the carried frame."""
    r: Array
    """Its origin."""
    P: Array
    """6 × k, in its axes at its origin."""
    P_dot_q_dot: Array
    """Ṗ q̇: the rate of the components P q̇ at constant q̇."""


def motion_cross(V: Array, U: Array) -> Array:
    """V × U of two motions: how the components of U change for an observer who moves with −V."""
    v, w = V[:3], V[3:]
    return np.concatenate([np.cross(w, U[:3]) + np.cross(v, U[3:]), np.cross(w, U[3:])])


def transformation(R: Array, r: Array) -> Array:
    """ᵇS_a of (1.2), from ᵇR_a and r_ab in the axes of b."""
    return np.block([[R, -tilde(r) @ R], [np.zeros((3, 3)), R]])


def force_transformation(R: Array, r: Array) -> Array:
    """ᵇT_a of (2.8), from ᵇR_a and the vector r from O_b to O_a in the axes of b."""
    return np.block([[R, np.zeros((3, 3))], [tilde(r) @ R, R]])


def joint_motion(place: Place, q: Array, q_dot: Array) -> JointMotion:
    """The motion of a joint of the tree; one that the tree walks backward carries the frame on its parent."""
    frames, backward = place.frames, place.branch.backward
    if frames.kind == "spherical":
        return _ball(attitude(q), backward)
    if frames.kind == "free":
        return JointMotion(attitude(q[3:]), q[:3].copy(), np.eye(6), np.zeros(6))
    return _sequence(_screws(frames), q, q_dot, backward)


def _ball(A: Array, backward: bool) -> JointMotion:
    """Euler parameters of the joint's child against its parent, and ω in the child's axes."""
    P = np.vstack([np.zeros((3, 3)), -A if backward else np.eye(3)])
    return JointMotion(A.T if backward else A, _STILL.copy(), P, np.zeros(6))


def _screws(frames: JointFrames) -> list[Array]:
    """ξ of each freedom."""
    if frames.kind == "chain":
        return [_screw(letter) for letter in frames.letters]
    n = _AXES[frames.letters[0]] * frames.sign
    slide = {"revolute": 0.0, "prismatic": 1.0, "helical": frames.pitch}[frames.kind]
    return [np.append(slide * n, _STILL if frames.kind == "prismatic" else n)]


def _screw(letter: str) -> Array:
    n = _AXES[letter[-1]]
    return np.append(_STILL, n) if letter.startswith("r") else np.append(n, _STILL)


def _sequence(screws: list[Array], q: Array, q_dot: Array, backward: bool) -> JointMotion:
    """One freedom after the other; backward, the last comes first, and each moves the other way."""
    order = range(len(screws))
    R, r, P = np.eye(3), np.zeros(3), np.zeros((6, len(screws)))
    for k in reversed(order) if backward else order:
        ξ = -screws[k] if backward else screws[k]
        own_R, own_r = _moved(ξ, q[k])
        P = transformation(own_R.T, own_R.T @ own_r) @ P  # earlier freedoms, seen from the frame that this one moves
        P[:, k] = ξ
        R, r = R @ own_R, r + R @ own_r
    drift, later = np.zeros(6), np.zeros(6)
    for k in order if backward else reversed(order):
        drift += motion_cross(P[:, k], later) * q_dot[k]  # a freedom moves the axes of those before it
        later += P[:, k] * q_dot[k]
    return JointMotion(R, r, P, drift)


def _moved(ξ: Array, x: float) -> tuple[Array, Array]:
    """Rotation and displacement by a freedom: v and ω of ξ are parallel, and its axis passes through the origin."""
    v, n = ξ[:3], ξ[3:]
    return (rotation_about(n, x) if n.any() else np.eye(3)), v * x
