"""Springs and dampers as rows that yield to their forces, for integrators that solve for forces and motion together.

A law f = −k (x − x₀) − c ẋ − T tanh(ẋ/ε) along a coordinate x is the row Φ = x − x₀ with a multiplier

    λ = k Φ + c Φ̇ + T tanh(Φ̇/ε),                                                                          (1)

which is solved for as the multipliers of joints are.  The stiffer the spring, the more the row is like that of a joint:
nothing becomes large.  A spring between two points at the distance l has the row of a rod of its free length l₀,
Φ = (l² − l₀²)/2l₀, whose gradient is that of l times l/l₀:

    λ = (k (l − l₀) + c l̇) l₀/l,     l = √(l₀² + 2 l₀ Φ),     l̇ = Φ̇ l₀/l.                                   (2)

What such a law has of a function of time, F(t), stays a force.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from snodo.mechanism.laws import ZERO, Law
from snodo.mechanism.measures import Combination, Measure, PartRows

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

LAWS_AS_ROWS: ContextVar[bool] = ContextVar("laws_as_rows", default=False)
"""Whether formulations that are bound now have springs and dampers as rows."""


@dataclass
class YieldingRow:
    """A law as a row."""

    law: Law
    part_rows: PartRows
    length: float = 0.0
    """l₀ of (2) [m]; zero: (1)."""

    @property
    def name(self) -> str:
        """The name of its row."""
        return self.part_rows.rows[0]


def yields(law: Law) -> bool:
    """Whether a law has a spring or damper along a coordinate or between two points."""
    along = law.kind in ("coordinate", "measured") or (law.kind == "spring" and law.free >= 0.0)
    return along and (law.stiffness != 0.0 or law.damping != 0.0 or law.coulomb != 0.0)


def drive_of(law: Law) -> Law | None:
    """What a law has of a function of time, as a force; None if it has none."""
    if all(function == ZERO for function in law.functions):
        return None
    return replace(law, stiffness=0.0, damping=0.0, coulomb=0.0, dissipates=True)


def row_of(law: Law, builder: RowBuilder, number: int) -> YieldingRow:
    """The row of a law; `number` makes its name unique."""
    name = f"{law.work}.yielding{number}"
    if law.kind == "spring":
        length = law.free if law.free > 0.0 else builder.geometry.size()
        square = Measure("square", law.parent, law.child, law.start, law.end)
        x = Combination([(1.0 / length, square)], -0.5 * length)
        return YieldingRow(law, PartRows(law.part, [name], [x], [None]), length)
    x = law.quantity or builder.coordinate(builder.mechanism.joints[law.joint])
    sign = -1.0 if len(x.terms) == 1 and x.terms[0][0] < 0.0 else 1.0  # (1) does not depend on the sign of Φ
    terms = [(sign * weight, measure) for weight, measure in x.terms]
    x = replace(x, terms=terms, constant=sign * (x.constant - law.free))
    return YieldingRow(law, PartRows(law.part, [name], [x], [None]))
