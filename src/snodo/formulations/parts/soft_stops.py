"""Compliant stops and contacts: forces on a gap g, which act while it is negative, and only push.

stop       f = max(0, −k g − c ġ)   while g < 0
contact    f = k δⁿ (1 + d δ̇),  f ≥ 0,  δ = −g             (Hunt and Crossley, `mechanism/compliance.py`)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from snodo.formulations.parts.bristles import bristle_laws
from snodo.formulations.parts.contact_gaps import contact_gaps
from snodo.formulations.parts.named_measures import SPEED, VALUE, Named
from snodo.formulations.parts.switched import StopPart
from snodo.mechanism.compliance import pushing_formula
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import Part

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
            laws += contact_laws(builder, contact)
    return laws


def contact_laws(builder: RowBuilder, contact: Any) -> list[Law]:
    """The forces at each place of a compliant contact."""
    formula = pushing_formula(contact, builder.geometry, "stop.gap", "stop.rate")
    laws = [pushing(contact, name, gap, formula) for name, gap in contact_gaps(builder, contact).items()]
    return [*laws, *bristle_laws(builder, contact, formula)] if contact.mu else laws


def pushing(part: Part, name: str, gap: Combination, formula: str) -> Law:
    """A force that opens a gap; its formula refers to `stop.gap` and `stop.rate`."""
    law = Law(part, "measured", True, quantity=gap, row=name, functions=(MeasuredFormula(formula),))
    law.measures = {"stop.gap": Named(gap, VALUE), "stop.rate": Named(gap, SPEED)}
    return law
