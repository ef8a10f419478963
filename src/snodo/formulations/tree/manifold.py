"""Coordinates on their manifold: Euler parameters of length one for spherical and free joints, numbers elsewhere.

    ṗ = ½ p ∘ (0, ω),   ṙ = A(p) v           (1) rates; ω and v in the child's axes
    p₁ = p₀ ∘ exp(ω h / 2)                   (2) a spherical joint after the time h at constant ω
    r₁ = r₀ + A(p₀) V(ω h) v h               (3) a free joint, also at constant v: a screw motion
    V(θ) = 1 + (1 − cos θ)/θ² θ̃ + (θ − sin θ)/θ³ θ̃²

`difference` is the inverse of `integrate` over one second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.math.euler_parameters import conjugate, exponential, logarithm, product, tilde

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Place

Array = np.ndarray


def integrate(places: list[Place], q: Array, v: Array, dt: float) -> Array:
    """The coordinates after the time dt at constant velocities, (2) and (3)."""
    after = q.copy()
    for place in places:
        x, step = q[place.q], v[place.v] * dt
        if place.frames.kind == "spherical":
            after[place.q] = product(x, exponential(step))
        elif place.frames.kind == "free":
            r, p = x[:3], x[3:]
            after[place.q] = [*(r + rotate(p, bent(step[3:]) @ step[:3])), *product(p, exponential(step[3:]))]
        else:
            after[place.q] = x + step
    return after


def difference(places: list[Place], nv: int, q0: Array, q1: Array) -> Array:
    """The constant velocities that lead from q0 to q1 in one second, by the shorter turn."""
    v = np.empty(nv)
    for place in places:
        x, y = q0[place.q], q1[place.q]
        if place.frames.kind == "spherical":
            v[place.v] = logarithm(product(conjugate(x), y))
        elif place.frames.kind == "free":
            turn = logarithm(product(conjugate(x[3:]), y[3:]))
            v[place.v] = [*np.linalg.solve(bent(turn), rotate(conjugate(x[3:]), y[:3] - x[:3])), *turn]
        else:
            v[place.v] = y - x
    return v


def rates(places: list[Place], q: Array, v: Array) -> Array:
    """q̇ = N(q) v, equation (1)."""
    q_dot = np.zeros_like(q)
    for place in places:
        x, u = q[place.q], v[place.v]
        if place.frames.kind == "spherical":
            q_dot[place.q] = product(x, np.array([0.0, *u])) / 2
        elif place.frames.kind == "free":
            q_dot[place.q] = [*rotate(x[3:], u[:3]), *product(x[3:], np.array([0.0, *u[3:]])) / 2]
        else:
            q_dot[place.q] = u
    return q_dot


def bracket(places: list[Place], a: Array, b: Array) -> Array:
    """c with N c = (D_a N) b − (D_b N) a: ω_a × ω_b of a ball joint, that and ω_a × v_b − ω_b × v_a of a free one."""
    c = np.zeros_like(a)
    for place in places:
        x, y = a[place.v], b[place.v]
        if place.frames.kind == "spherical":
            c[place.v] = np.cross(x, y)
        elif place.frames.kind == "free":
            c[place.v] = [*(np.cross(x[3:], y[:3]) - np.cross(y[3:], x[:3])), *np.cross(x[3:], y[3:])]
    return c


def normalised(places: list[Place], q: Array) -> Array:
    """The coordinates with Euler parameters of length one."""
    for place in places:
        if place.frames.kind in ("spherical", "free"):
            p = q[place.q][-4:]
            p /= np.linalg.norm(p)
    return q


# ---------------------------------------------------------------- Euler parameters
def rotate(p: Array, u: Array) -> Array:
    """A(p) u"""
    return u + 2 * np.cross(p[1:], np.cross(p[1:], u) + p[0] * u)


def bent(turn: Array) -> Array:
    """V(θ) of equation (3)."""
    angle = np.linalg.norm(turn)
    cross = tilde(turn)
    first = np.sinc(angle / (2 * np.pi)) ** 2 / 2
    second = (angle - np.sin(angle)) / angle**3 if angle > 1e-2 else 1 / 6 - angle**2 / 120 + angle**4 / 5040
    return np.eye(3) + first * cross + second * cross @ cross
