"""The force law of compliant contacts, by Hunt and Crossley, and its numbers.

    f = k δⁿ (1 + d δ̇),  f ≥ 0,      δ = −g: the depth                                                      (1)

Over an impact of (1) with the speed v₀ the speeds before and after it have the ratio e for

    x (1 + e) = ln((1 + x)/(1 − e x)),      x = d v₀,                                                        (2)

whatever stiffness, exponent and mass; the greatest depth is  k δⁿ⁺¹ / (m (n + 1)) = v₀²/x² (x − ln(1 + x)).     (3)

(2) is exact: integrate v dv/(1 + d v) = −(k/m) δⁿ dδ over both phases, on which the right sides agree.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.mechanism.geometry import Geometry


def pushing_formula(contact: Any, geometry: Geometry, gap: str, rate: str) -> str:
    """The force (1) as a formula of the gap and its rate, which have these names."""
    k, d, n = contact_numbers(contact, geometry)
    power = "" if n == 1.0 else f"^{n!r}"
    return f"{k!r}*max(0, -{gap}){power}*max(0, 1 - {d!r}*{rate})"


def contact_numbers(contact: Any, geometry: Geometry) -> tuple[float, float, float]:
    """k, d and n of (1)."""
    n, speed = float(contact.exponent), float(contact.at_speed or 1.0)
    d = float(contact.damping) if contact.damping is not None else damping_of(float(contact.restitution), speed)
    if contact.depth is None:
        return float(contact.stiffness), d, n
    masses = [geometry.bodies[body].inertia.mass for body in (contact.body, contact.against) if body != GROUND]
    mass = 1.0 / sum(1.0 / own for own in masses)
    return stiffness_of(float(contact.depth), mass, speed, n, d * speed), d, n


def damping_of(e: float, speed: float) -> float:
    """d of (1) [s/m] for the ratio e of the speeds after and before an impact at this speed [m/s], by (2)."""
    if e >= 1.0:
        return 0.0

    def excess(x: float) -> float:
        return x * (1.0 + e) - math.log1p(x) + math.log1p(-e * x)

    low, high = 0.0, (1.0 - 1e-16) / e if e > 0.0 else math.inf
    low = 1e-12  # excess is zero at x = 0, then positive, and negative beyond the solution
    while not excess(low) > 0.0:
        low *= 2.0
    for _ in range(200):
        x = 0.5 * (low + high)
        low, high = (x, high) if excess(x) > 0.0 else (low, x)
    return 0.5 * (low + high) / speed


def stiffness_of(depth: float, mass: float, speed: float, exponent: float, x: float) -> float:
    """k of (1) such that a mass m at this speed penetrates by a depth, by (3); x = d · speed."""
    share = (x - math.log1p(x)) / x**2 if x > 1e-4 else 0.5 - x / 3.0
    return mass * (exponent + 1.0) * speed**2 * share / depth ** (exponent + 1.0)
