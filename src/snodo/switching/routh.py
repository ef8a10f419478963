"""The impulse of an impact with friction at one place (Routh's construction).

The normal impulse p grows from zero.  With the speeds u = (normal, slip …) and the inverse mass C = W A Wᵀ seen from
the place, u changes by C (dp, dq), and the impulse of friction dq follows Coulomb:

    it slides      dq = −µ s dp         s: direction of the slip
    it sticks      dq = −B⁻¹ b dp       keeps the slip at zero; possible if |B⁻¹ b| ≤ µ₀
                                        C = [[c, bᵀ], [b, B]]                                             (1)

In the plane u is piecewise linear in p, and the construction is exact.  In space the direction of the slip changes:
with s = (cos θ, sin θ), the slip |s| = w, and σ, dp = w dσ,

    dw/dσ = w (b·s − µ sᵀB s),     dθ/dσ = b·s⊥ − µ s⊥ᵀB s,      dp/dσ = w                                 (2)

is smooth up to w = 0, which it reaches for σ → ∞.

The impact ends by the work of the normal force, W = ∫ u_n dp: energy (Stronge) W⁺ = −e² W⁻ of restitution and
compression; impulse (Poisson) p⁺ = e p⁻; or speed (Newton) u_n⁺ = −e u_n⁻.

Sources: Routh, *Dynamics of a System of Rigid Bodies*, 1905; Stronge, *Rigid body collisions with friction*, 1990.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

Array = np.ndarray
BY_ENERGY, BY_IMPULSE, BY_SPEED = "energy", "impulse", "speed"
MOST = 60
"""Pieces of an impact."""
STOPPED = 1e-13
"""Slip, relative to the speeds before the impact, that is zero."""
LONG = 60.0
"""σ of (2) times its rate at which the slip is zero to rounding."""


@dataclass
class _Course:
    """How far an impact has come."""

    C: Array
    u: Array
    e: float
    by: str
    q: Array = field(init=False)
    p: float = 0.0
    work: float = 0.0
    """Work of the normal force so far; the least of it is −W⁻."""
    compressed: bool = False
    p_turn: float = 0.0
    """Normal impulse at the greatest compression,"""
    work_turn: float = 0.0
    """and the work until there."""

    def __post_init__(self) -> None:
        self.first = float(self.u[0])
        self.q = np.zeros(self.u.size - 1)

    def left(self, slope: float, span: float) -> float:
        """How much normal impulse of a piece with this slope of the normal speed is left until the impact ends.

        Its length is at most `span`; more than that is returned if it does not end there.
        """
        u, p = float(self.u[0]), 0.0
        if not self.compressed:
            if slope <= 0.0:
                return math.inf
            p = max(-u / slope, 0.0)
            if p > span:
                return math.inf
            self.compressed, self.p_turn = True, self.p + p
            self.work_turn = self.work + u * p + 0.5 * slope * p * p
        if self.by == BY_IMPULSE:
            return self.p_turn * (1.0 + self.e) - self.p
        if self.by == BY_SPEED:
            return (-self.e * self.first - u) / slope if slope > 0.0 else math.inf
        # u p + ½ slope p² = (1 − e²) W_turn − W, the larger root
        due = (1.0 - self.e**2) * self.work_turn - self.work
        root = u * u + 2.0 * slope * due
        if slope == 0.0:
            return due / u if u > 0.0 else math.inf
        return (-u + math.sqrt(max(root, 0.0))) / slope if slope > 0.0 or root >= 0.0 else math.inf

    def go(self, p: float, friction: Array) -> None:
        """Go on by a normal impulse p, with friction · p across it."""
        step = np.concatenate([[1.0], friction]) * p
        change = self.C @ step
        self.work += float(self.u[0] * p + 0.5 * change[0] * p)
        self.u = self.u + change
        self.p += p
        self.q = self.q + friction * p


def impulses(C: Array, u: Array, mu: float, static: float, e: float, by: str = BY_ENERGY) -> Array:
    """Impulses along the normal and the rows of slip, for the speeds u before the impact (u_n < 0)."""
    course = _Course(C, np.array(u, float), e, by)
    zero = STOPPED * float(np.abs(u).max())
    for _ in range(MOST):
        way = _direction(course, mu, static, zero)
        if way is None:
            b, B = C[1:, 0], C[1:, 1:]
            course.u[1:] = 0.0
            friction = -np.linalg.lstsq(B, b, rcond=1e-12)[0]
            course.go(max(course.left(float(C[0, 0] + b @ friction), math.inf), 0.0), friction)
            break
        if _slide(course, mu, way, zero):
            break
    return np.concatenate([[course.p], course.q])


def _direction(course: _Course, mu: float, static: float, zero: float) -> Array | None:
    """Direction of the slip, or in which it begins; None if it sticks."""
    slip = course.u[1:]
    size = float(np.linalg.norm(slip))
    if size > zero:
        return slip / size
    b, B = course.C[1:, 0], course.C[1:, 1:]
    if float(np.linalg.norm(np.linalg.lstsq(B, b, rcond=1e-12)[0])) <= static:
        return None
    if slip.size == 1:
        return np.sign(b)
    return _leaving(b, B, mu)


def _leaving(b: Array, B: Array, mu: float) -> Array:
    """The direction in which a slip from rest begins: it does not turn there, and grows."""
    angles = np.linspace(0.0, 2.0 * np.pi, 721)
    values = np.array([_turning(b, B, mu, a) for a in angles])
    best, most = b / np.linalg.norm(b), -math.inf
    for k in np.flatnonzero(values[:-1] * values[1:] <= 0.0):
        low, high = angles[k], angles[k + 1]
        for _ in range(60):
            middle = 0.5 * (low + high)
            same = _turning(b, B, mu, middle) * _turning(b, B, mu, low) > 0.0
            low, high = (middle, high) if same else (low, middle)
        s = np.array([math.cos(low), math.sin(low)])
        growth = float(b @ s - mu * s @ B @ s)
        if growth > most:
            best, most = s, growth
    return best


def _turning(b: Array, B: Array, mu: float, angle: float) -> float:
    s, across = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    return float(b @ across - mu * across @ B @ s)


def _slide(course: _Course, mu: float, s: Array, zero: float) -> bool:
    """One piece of sliding along s, or a curved one in space; returns whether the impact is over."""
    C = course.C
    b, B = C[1:, 0], C[1:, 1:]
    if s.size == 2 and abs(_turning(b, B, mu, math.atan2(s[1], s[0]))) > 1e-12 * (np.abs(b).max() + mu * B.max()):
        return _curve(course, mu, s, zero)
    friction = -mu * s
    fall = float(s @ (b + B @ friction))
    slip = float(s @ course.u[1:])
    span = -slip / fall if fall < 0.0 and slip > zero else math.inf
    left = course.left(float(C[0, 0] + b @ friction), span)
    course.go(max(min(left, span), 0.0), friction)
    if span <= left:
        course.u[1:] = 0.0
    return left < span or not math.isfinite(min(left, span))


def _curve(course: _Course, mu: float, s: Array, zero: float) -> bool:
    """Sliding in space, by (2), until the slip or the impact ends; returns whether the impact is over."""
    from scipy.integrate import solve_ivp

    C, b, B = course.C, course.C[1:, 0], course.C[1:, 1:]
    start = np.array([math.log(np.linalg.norm(course.u[1:])), math.atan2(s[1], s[0]), 0.0, *course.q, 0.0])

    def rates(_: float, x: Array) -> Array:
        w, a = math.exp(min(x[0], 700.0)), x[1]
        d = np.array([math.cos(a), math.sin(a)])
        return np.array([b @ d - mu * d @ B @ d, _turning(b, B, mu, a), w, *(-mu * w * d), w * normal(x)])

    def normal(x: Array) -> float:
        return float(course.u[0] + C[0, 0] * x[2] + b @ (x[3:5] - course.q))

    def over(_: float, x: Array) -> float:
        return _excess(course, normal(x), course.p + x[2], course.work + x[5])

    def turned(_: float, x: Array) -> float:
        return normal(x)

    def stopped(_: float, x: Array) -> float:
        return float(x[0] - math.log(zero))

    pace = float(np.abs(b).max() + mu * np.abs(B).max())
    events = [over] if course.compressed else [turned]
    for event in (*events, stopped):
        event.terminal = True  # type: ignore[attr-defined]
    found = solve_ivp(
        rates, (0.0, 40.0 * LONG / pace), start, "DOP853", events=[*events, stopped], rtol=1e-12, atol=1e-14
    )
    x = found.y[:, -1]
    course.u = course.u + C @ np.concatenate([[x[2]], x[3:5] - course.q])
    course.p, course.q, course.work = course.p + x[2], x[3:5].copy(), course.work + x[5]
    if found.t_events[1].size:
        course.u[1:] = 0.0
        return False
    if not course.compressed:
        course.compressed, course.p_turn, course.work_turn = True, course.p, course.work
        course.u[0] = 0.0
        return False
    return True


def _excess(course: _Course, u: float, p: float, work: float) -> float:
    """Zero where the impact ends, after the greatest compression; negative before."""
    if course.by == BY_IMPULSE:
        return p - course.p_turn * (1.0 + course.e)
    if course.by == BY_SPEED:
        return u + course.e * course.first
    return work - (1.0 - course.e**2) * course.work_turn
