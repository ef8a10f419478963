"""Centre of mass, momentum and inertia of bodies about any pole (source text 002, sections 2.2–2.4).

    p = Σ m ṙ_G,     H_A = Σ (J_G ω + m r_AG × ṙ_G)                          (27), (30)–(33), (41)
    J_A = Σ (J_G + m (r_AGᵀ r_AG 1 − r_AG r_AGᵀ))                             Huygens and Steiner

in world axes.  Velocities are absolute: H_A does not depend on how the pole A moves, but its rate does,
Ḣ_A = M_A − v_A × p, (24).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.base import Array
from snodo.formulations.series.body_motion import cross
from snodo.formulations.series.poles import pole_along, three

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Bodies = str | Sequence[str] | None
"""A body, several, or None for all bodies of the mechanism."""


def chosen(F: Formulation, bodies: Bodies) -> list[str]:
    """The bodies that are asked for, by name."""
    known = F.mechanism.bodies
    if bodies is None:
        return list(known)
    if not isinstance(bodies, str | Sequence):
        raise NameNotFound(Problem(f"bodies is {bodies!r}", "give the name of a body, or a list of them"))
    names = [bodies] if isinstance(bodies, str) else list(bodies)
    if not names:
        raise NameNotFound(Problem("bodies names no body", "omit it for all bodies"))
    for name in names:
        if name not in known:
            raise NameNotFound(Problem(f"there is no body {name!r}", suggestion(str(name), known)))
        if names.count(name) > 1:
            raise NameNotFound(Problem(f"bodies names {name!r} twice", "name each body once"))
    return names


def centre(F: Formulation, bodies: Sequence[str], q: Array) -> Array:
    """Centre of mass (…, 3) [m] of bodies."""
    total, mass = np.zeros((*q.shape[:-1], 3)), 0.0
    for _, m, r in _places(F, bodies, q):
        total, mass = total + m * r, mass + m
    if not mass > 0.0:
        what = f"{', '.join(bodies)} {'has' if len(bodies) == 1 else 'have'} no mass, and therefore no centre of mass"
        raise UnsupportedError(Problem(what, 'name bodies with mass, or another pole, such as about="origin"'))
    found: Array = total / mass
    return found


def states_of(F: Formulation, q: Any, v: Any = None) -> tuple[Array, Array]:
    """q (…, nq) and v (…, nv) as arrays of finite numbers; v is zero if none is given."""
    found: list[Array] = []
    for word, x, count in (("q", q, F.nq), ("v", v, F.nv)):
        given = np.zeros((*found[0].shape[:-1], count)) if x is None and found else x
        try:
            numbers = np.asarray(given, float)
        except (TypeError, ValueError):
            numbers = np.zeros(0)
        if numbers.ndim < 1 or numbers.shape[-1] != count or not np.isfinite(numbers).all():
            what = f"{word} of the shape {np.shape(given)} is not a state of {F.mechanism.name!r}"
            raise UnsupportedError(Problem(what, f"give {count} finite numbers, or rows of them"))
        found.append(numbers)
    return found[0], found[1]


def momentum(F: Formulation, bodies: Sequence[str], q: Array, v: Array, about: Any) -> tuple[Array, Array]:
    """p and H_A (…, 3) [kg m/s, kg m²/s] of bodies about a pole."""
    A = pole_along(F, about, q, bodies)
    p, H = np.zeros(A.shape), np.zeros(A.shape)
    for body, m, r in _places(F, bodies, q):
        push = m * three(F.motion.velocity(f"{body}.com", q, v))
        w = _spin(F, body, q, v)
        p, H = p + push, H + (_tensor(F, body, q) @ w[..., None])[..., 0] + cross(r - A, push)
    return p, H


def inertia(F: Formulation, bodies: Sequence[str], q: Array, about: Any) -> Array:
    """J_A (…, 3, 3) [kg m²] of bodies about a pole, as if they were one rigid body."""
    A = pole_along(F, about, q, bodies)
    J = np.zeros((*q.shape[:-1], 3, 3))
    for body, m, r in _places(F, bodies, q):
        d = r - A
        square = (d * d).sum(axis=-1)[..., None, None]
        J = J + _tensor(F, body, q) + m * (square * np.eye(3) - d[..., :, None] * d[..., None, :])
    return J


# ---------------------------------------------------------------- of one body
def _places(F: Formulation, bodies: Sequence[str], q: Array) -> Iterator[tuple[str, float, Array]]:
    """Name, mass and centre of mass of each body."""
    for body in bodies:
        yield body, F.geometry.bodies[body].inertia.mass, three(F.motion.position(f"{body}.com", q))


def _tensor(F: Formulation, body: str, q: Array) -> Array:
    """J_G (…, 3, 3) in world axes."""
    J, R = np.array(F.geometry.bodies[body].inertia.tensor), F.motion.rotation(body, q)
    if R.shape[-1] == 2:
        flat, R = R, np.zeros((*R.shape[:-2], 3, 3))
        R[..., :2, :2], R[..., 2, 2] = flat, 1.0
    turned: Array = R @ J @ np.swapaxes(R, -1, -2)
    return turned


def _spin(F: Formulation, body: str, q: Array, v: Array) -> Array:
    """ω (…, 3) in world axes."""
    if F.name != "planar":
        w: Array = F.motion.angular_velocity(body, q, v)
        return w
    turning = F.motion.turn(body, q, v, np.zeros_like(v))[1]
    return np.stack([0.0 * turning, 0.0 * turning, turning], axis=-1)
