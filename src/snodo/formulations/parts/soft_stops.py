"""Compliant stops and contacts: forces on a gap g, which act while it is negative, and only push.

    stop       f = max(0, −k g − c ġ)   while g < 0                                                          (1)
    contact    f = k δⁿ (1 + d δ̇),  f ≥ 0,  δ = −g                                      (Hunt and Crossley)  (2)

Over an impact of (2) with the speed v₀ the speeds before and after it have the ratio e for

    x (1 + e) = ln((1 + x)/(1 − e x)),      x = d v₀,                                                        (3)

whatever stiffness, exponent and mass; the greatest depth is  k δⁿ⁺¹ / (m (n + 1)) = v₀²/x² (x − ln(1 + x)).     (4)

(3) is exact: integrate v dv/(1 + d v) = −(k/m) δⁿ dδ over both phases, on which the right sides agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from snodo.formulations.parts.bristles import bristle_laws
from snodo.formulations.parts.contact_gaps import contact_gaps
from snodo.formulations.parts.named_measures import SPEED, VALUE, Named
from snodo.formulations.parts.switched import StopPart
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import GROUND, Part

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism


def stop_gap(builder: RowBuilder, joint: str, sign: float, bound: float) -> Combination:
    """The gap between the coordinate of a joint and a bound: sign (x − bound)."""
    x = builder.coordinate(builder.mechanism.joints[joint])
    return Combination([(sign * w, m) for w, m in x.terms], sign * (x.constant - bound), unit=x.unit)


def soft_limits(m: Mechanism) -> Iterator[tuple[str, str, float, float]]:
    """Name, joint, sign and bound of each compliant stop."""
    for joint, limits in m.limits.items():
        if limits.act and limits.stiffness is not None:
            for word, sign, bound in (("lower", 1.0, limits.lower), ("upper", -1.0, limits.upper)):
                if bound is not None:
                    yield f"{joint}.{word}", joint, sign, float(bound)


def soft_laws(m: Mechanism, builder: RowBuilder) -> list[Law]:
    """The forces of all compliant stops."""
    laws = []
    for name, joint, sign, bound in soft_limits(m):
        limits = m.limits[joint]
        k, c = limits.stiffness, limits.stop_damping or 0.0
        formula = f"(0.5 - 0.5*sign(stop.gap))*max(0, -{k!r}*stop.gap - {c!r}*stop.rate)"
        part = StopPart(name=name, where=m.joints[joint].where)
        laws.append(pushing(part, name, stop_gap(builder, joint, sign, bound), formula))
    for contact in m.contacts.values():
        if not contact.rigid:
            laws += contact_laws(m, builder, contact)
    return laws


def contact_laws(m: Mechanism, builder: RowBuilder, contact: Any) -> list[Law]:
    """The forces (2) at each place of a compliant contact."""
    k, d, n = contact_numbers(m, builder, contact)
    power = "" if n == 1.0 else f"^{n!r}"
    formula = f"{k!r}*max(0, -stop.gap){power}*max(0, 1 - {d!r}*stop.rate)"
    laws = [pushing(contact, name, gap, formula) for name, gap in contact_gaps(builder, contact).items()]
    return [*laws, *bristle_laws(builder, contact, formula)] if contact.mu else laws


def contact_numbers(m: Mechanism, builder: RowBuilder, contact: Any) -> tuple[float, float, float]:
    """k, d and n of (2)."""
    n, speed = float(contact.exponent), float(contact.at_speed or 1.0)
    d = float(contact.damping) if contact.damping is not None else damping_of(float(contact.restitution), speed)
    if contact.depth is None:
        return float(contact.stiffness), d, n
    masses = [builder.geometry.bodies[body].inertia.mass for body in (contact.body, contact.against) if body != GROUND]
    mass = 1.0 / sum(1.0 / own for own in masses)
    return stiffness_of(float(contact.depth), mass, speed, n, d * speed), d, n


def pushing(part: Part, name: str, gap: Combination, formula: str) -> Law:
    """A force that opens a gap; its formula refers to `stop.gap` and `stop.rate`."""
    law = Law(part, "measured", True, quantity=gap, row=name, functions=(MeasuredFormula(formula),))
    law.measures = {"stop.gap": Named(gap, VALUE), "stop.rate": Named(gap, SPEED)}
    return law


def damping_of(e: float, speed: float) -> float:
    """d of (2) [s/m] for the ratio e of the speeds after and before an impact at this speed [m/s], by (3)."""
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
    """k of (2) such that a mass m at this speed penetrates by a depth, by (4); x = d · speed."""
    share = (x - math.log1p(x)) / x**2 if x > 1e-4 else 0.5 - x / 3.0
    return mass * (exponent + 1.0) * speed**2 * share / depth ** (exponent + 1.0)
