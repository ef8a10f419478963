"""Axes along which deviations are measured: those of the velocities, or axes that turn at a common rate.

The velocities of a formulation are components along axes D (3 × k) that are fixed in some body, the owner: the ground
for ṙ of a body, the body itself for its ω′, the child of a spherical or free joint, the parent for slides.  Components
along axes that turn at ω₀ instead change by

    d/dt (components) = … + Ω (components),      Ω = Dᵀ (ω_owner − ω₀)~ D                             (1)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.euler_parameters import tilde
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Block = tuple[list[int], Array, str]
"""Numbers of velocities, their axes D in the world (3 × k), and the body these are fixed in."""
ALIKE = 1e-7
"""Accelerations, relative to the square of the fastest velocity, by which a common turn may be missed."""


def turning(F: Formulation, q: Array, v: Array, spin: Array) -> Array:
    """Ω of (1) for all velocities (nv × nv), with axes that turn at `spin` [rad/s]; zero: axes that stand still."""
    found = np.zeros((F.nv, F.nv))
    for columns, D, owner in _blocks(F, q):
        omega = np.zeros(3) if owner == GROUND else _turns(F, owner, q, v, v)[0]
        found[np.ix_(columns, columns)] = D.T @ tilde(omega - spin) @ D
    return found


def common_turn(F: Formulation, q: Array, v: Array, a: Array) -> Array | None:
    """Ω with which the velocities of all bodies turn, r̈ = Ω × ṙ and ω̇ = Ω × ω; None if there is none."""
    left, right = [], []
    for body in F.body_names:
        name = f"{body}.com"
        pairs = [
            (F.motion.velocity(name, q, v), F.motion.acceleration(name, q, v, a), F.size),
            (*_turns(F, body, q, v, a), 1.0),
        ]
        for rate, change, size in pairs:
            left.append(-tilde(np.array([*rate, 0.0])[:3] / size))
            right.append(np.array([*change, 0.0])[:3] / size)
    rates, changes = np.vstack(left), np.concatenate(right)
    spin = np.linalg.lstsq(rates, changes, rcond=ALIKE)[0]
    fastest = float(np.abs(v / F.velocity_scale).max(initial=0.0))
    return spin if np.abs(rates @ spin - changes).max(initial=0.0) <= ALIKE * fastest**2 else None


def _turns(F: Formulation, body: str, q: Array, v: Array, a: Array) -> tuple[Array, Array]:
    """ω and ω̇ of a body."""
    if F.mechanism.dimension == 2:
        speed, change = F.motion.turn(body, q, v, a)[1:]
        return np.array([0.0, 0.0, float(speed)]), np.array([0.0, 0.0, float(change)])
    return F.motion.angular_velocity(body, q, v), F.motion.angular_acceleration(body, q, v, a)


def _blocks(F: Formulation, q: Array) -> Iterator[Block]:
    if F.name == "tree":
        for place in F.flat.places:
            yield from _of_joint(F, q, place)
        return
    width = F.nv // max(len(F.body_names), 1)
    for k, body in enumerate(F.body_names):
        own = list(range(width * k, width * (k + 1)))
        yield own[: 2 + (width == 6)], np.eye(3)[:, : 2 + (width == 6)], GROUND
        if width == 6:
            yield own[3:], F.pose(q, body).A, body


def _of_joint(F: Formulation, q: Array, place: Any) -> Iterator[Block]:
    """Axes of a spherical or free joint in its child, and slides of a joint with several in its parent."""
    joint, columns = place.branch.joint, list(range(place.v.start, place.v.stop))
    J = F.jacobian_of(q, place.branch.body)[:, columns]
    if place.frames.kind in ("spherical", "free"):
        for first, upper in ((0, 0), (3, 3)) if place.frames.kind == "free" else ((0, 3),):
            yield columns[first : first + 3], J[upper : upper + 3, first : first + 3], joint.child
    elif place.frames.kind == "chain":
        slides = [k for k, letter in enumerate(place.frames.letters) if not letter.startswith("r")]
        if len(slides) > 1:
            yield [columns[k] for k in slides], J[:3, slides], joint.parent
