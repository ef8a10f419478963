"""Cables over a wheel that does not turn: the friction of Euler and Eytelwein.

The cable is taut with the mean tension T, the multiplier of its row.  Its parts before and behind the wheel have

    T₁ = T − F/2,    T₂ = T + F/2,        δW = −T δ(l₁ + l₂) − F δs,    s = (l₂ − l₁)/2

Where it slides, T₂/T₁ = e^{µφ}; so F is friction along the slip s with a load of its own:

    |F| ≤ 2 tanh(µφ/2) T                                                                                    (1)

The arc φ is that as drawn.  It sticks, slides and is struck as a rigid contact with this coefficient.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from snodo.formulations.parts.cables import Run, run_of
from snodo.mechanism.cables import Cable
from snodo.mechanism.laws import Law
from snodo.mechanism.loads import Group, Load, Pressed
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism

FIRST_GROUP = 1 << 20
"""Frictions of capstans stick each for itself: their groups are behind those of contacts."""


def capstans(m: Mechanism) -> list[Cable]:
    """Cables that rub on a wheel."""
    return [part for part in m.forces.values() if isinstance(part, Cable) and part.mu]


def coefficients(cable: Cable, run: Run) -> tuple[float, float]:
    """(1) while it slides, and at rest."""
    arc, mu = sum(run.arcs()), float(cable.mu or 0.0)
    static = mu if cable.static is None else float(cable.static)
    return 2.0 * math.tanh(0.5 * mu * arc), 2.0 * math.tanh(0.5 * static * arc)


def capstan_loads(builder: RowBuilder) -> list[Load]:
    """Friction along the slip, from the tension."""
    found = []
    for k, cable in enumerate(capstans(builder.mechanism)):
        name = f"{cable.name}.taut"
        load = Load(cable, name, [], [Group([Pressed(name)], signed=True)], rows=(slip_row(cable),))
        load.mu, load.static = coefficients(cable, run_of(cable, builder))
        load.group = FIRST_GROUP + k
        found.append(load)
    return found


def slip_row(cable: Cable) -> str:
    """The name of the row that holds it on its wheel."""
    return f"{cable.name}.slip"


def slip(builder: RowBuilder, cable: Cable) -> Combination:
    """s, against the wheel."""
    run = run_of(cable, builder)
    wheel = next(k for k, node in enumerate(run.nodes) if node.radius)
    terms: list[tuple[float, Measure]] = []
    for k in range(len(run.nodes) - 1):
        half = 0.5 if k >= wheel else -0.5
        terms += [(half * weight, m) for x in run.measures_of(k) for weight, m in x.terms]
    body = run.nodes[wheel].body
    if builder.plane and body != GROUND:  # there angles count from the world
        terms.append((-run.signed[wheel], Measure("heading", GROUND, body)))
    return Combination(terms)


def capstan_laws(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """Laws without a force of their own, to which the power of the friction is added."""
    found = []
    for cable in capstans(mechanism) if builder.switched else ():
        x: Any = next(x for x in run_of(cable, builder).measures() if x.terms)
        quantity = Combination([(1.0, x.terms[0][1])], unit=x.unit)
        found.append(Law(cable, "measured", True, quantity=quantity, row=f"{cable.name}.taut.friction"))
    return found
