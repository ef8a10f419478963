"""Springs and dampers as rows that yield to their forces, for integrators that solve for forces and motion together.

A law f = −k (x − x₀) − c ẋ − T tanh(ẋ/ε) along a coordinate x is the row Φ = x − x₀ with a multiplier

    λ = k Φ + c Φ̇ + T tanh(Φ̇/ε),                                                                          (1)

which is solved for as the multipliers of joints are.  The stiffer the spring, the more the row is like that of a joint:
nothing becomes large.  A spring between two points at the distance l has the row of a rod of its free length l₀,
Φ = (l² − l₀²)/2l₀, whose gradient is that of l times l/l₀:

    λ = (k (l − l₀) + c l̇) l₀/l,     l = √(l₀² + 2 l₀ Φ),     l̇ = Φ̇ l₀/l.                                   (2)

The torsion of an elastic joint in space has a row for each of the turns it resists, with (1): the components of x u in
axes of the parent, whose gradients are torques about these axes (`math/kernels/twisting.py`).

What such a law has of a function of time, F(t), stays a force.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from snodo.math.linear_part import slope_and_rest
from snodo.mechanism.functions.functions import as_function
from snodo.mechanism.functions.measured_formula import MeasuredFormula, names_in
from snodo.mechanism.laws import ZERO, Law
from snodo.mechanism.measures import Combination, Measure, PartRows

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism

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


def split(law: Law, mechanism: Mechanism) -> Law:
    """A law over measures with the part −k x − c ẋ of its own coordinate as a spring and damper, if it has one.

    So high gains of a controller do not limit the steps, any more than a stiff spring does.
    """
    function, names = law.functions[0], _own_names(law, mechanism)
    if not isinstance(function, MeasuredFormula) or not names or law.stiffness or law.damping:
        return law
    slopes, rest = [], function.expression
    for name in names:
        found = slope_and_rest(rest, name)
        slope, rest = (0.0, rest) if found is None or found[0] > 0.0 else found
        slopes.append(-slope)
    if not any(slopes):
        return law
    text = str(rest)
    drive = MeasuredFormula(text) if names_in(text) else as_function(rest if rest.number is None else rest.number)
    return replace(law, stiffness=slopes[0], damping=slopes[1], free=0.0, functions=(drive,), active=True)


def _own_names(law: Law, mechanism: Mechanism) -> tuple[str, str] | tuple[()]:
    """Names of the coordinate that a law acts along, and of its speed."""
    if law.kind == "spring":
        return f"{law.part.name}.length", f"{law.part.name}.speed"
    if law.kind in ("coordinate", "measured") and law.joint in mechanism.joints:
        words = list(mechanism.joints[law.joint].words(mechanism.dimension))
        return f"{law.joint}.{law.coordinate}", f"{law.joint}.{words[words.index(law.coordinate) + len(words) // 2]}"
    return ()


def yields(law: Law) -> bool:
    """Whether a law has a spring or damper along a coordinate, between two points, or against turns."""
    along = law.kind in ("coordinate", "measured", "torsion") or (law.kind == "spring" and law.free >= 0.0)
    return along and (law.stiffness != 0.0 or law.damping != 0.0 or law.coulomb != 0.0)


def drive_of(law: Law) -> Law | None:
    """What a law has of a function of time, as a force; None if it has none."""
    if all(function == ZERO for function in law.functions):
        return None
    return replace(law, stiffness=0.0, damping=0.0, coulomb=0.0, dissipates=True)


def rows_of(law: Law, builder: RowBuilder, number: int) -> list[YieldingRow]:
    """The rows of a law; `number` makes their names unique."""
    if law.kind == "torsion":
        turns = [Combination([(1.0, measure)], unit="rad") for measure in _turns(law)]
        names = [f"{law.work}.yielding{number}.{k}" for k in range(len(turns))]
        return [YieldingRow(law, PartRows(law.part, [name], [x], [None])) for name, x in zip(names, turns)]
    return [_row_of(law, builder, f"{law.work}.yielding{number}")]


def _turns(law: Law) -> list[Measure]:
    """What a torsion measures, turn by turn."""
    if law.held == 3:
        return [Measure("twist", law.parent, law.child, turned=law.turned, index=k) for k in range(3)]
    if law.held == 1:
        return [Measure("tilt", law.parent, law.child, e=law.start, f=law.end)]
    e = law.start / np.linalg.norm(law.start)
    g = np.cross(e, np.eye(3)[int(np.abs(e).argmin())])
    g /= np.linalg.norm(g)
    return [Measure("bend", law.parent, law.child, e=e, g=axis, f=law.end) for axis in (g, np.cross(e, g))]


def _row_of(law: Law, builder: RowBuilder, name: str) -> YieldingRow:
    if law.kind == "spring":
        length = law.free if law.free > 0.0 else builder.geometry.size()
        square = Measure("square", law.parent, law.child, law.start, law.end)
        x = Combination([(1.0 / length, square)], -0.5 * length)
        return YieldingRow(law, PartRows(law.part, [name], [x], [None]), length)
    x = law.quantity or builder.coordinate(builder.mechanism.joints[law.joint], law.coordinate)
    sign = -1.0 if len(x.terms) == 1 and x.terms[0][0] < 0.0 else 1.0  # (1) does not depend on the sign of Φ
    terms = [(sign * weight, measure) for weight, measure in x.terms]
    x = replace(x, terms=terms, constant=sign * (x.constant - law.free))
    return YieldingRow(law, PartRows(law.part, [name], [x], [None]))
