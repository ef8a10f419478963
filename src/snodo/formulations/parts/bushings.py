"""Bushings as laws: springs and dampers along and about the axes of the parent.

    f = −K (x − x₀) − C ẋ,      x: displacement and rotation vector of the child's frame in axes of the parent

Each component x_i is a measure with an exact gradient, on which the diagonal terms act as a spring and damper with the
potential ½ k (x_i − x₀_i)², so that integrators of the DAE have them as rows that yield.  What a matrix couples beside
its diagonal is a formula of the other components, and a table of forces is one of its own component:

    f_i = p_i − table(x_i) − c ẋ_i,      with a table of damping p_i − … − table(ẋ_i)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.parts.named_measures import SPEED, VALUE, Named
from snodo.mechanism.elements import Bushing
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.tabulated import resolved_all
from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.tables import curves_of

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray


def bushing_laws(mechanism: Mechanism, builder: RowBuilder) -> list[Law]:
    """The laws of all bushings."""
    found = (part for part in mechanism.forces.values() if isinstance(part, Bushing))
    return [law for part in found for law in laws_of_bushing(part, builder)]


def components(part: Bushing, builder: RowBuilder) -> dict[str, Combination]:
    """Displacements and angles of the child against the parent, zero as drawn, by name."""
    plane = builder.plane
    s_i, s_j = builder.places(part)
    found = {
        word: Combination([(1.0, Measure("along", part.parent, part.child, s_i, s_j, e=np.eye(3)[k]))])
        for k, word in enumerate("xy" if plane else "xyz")
    }
    if plane:
        drawn = builder.angles[part.child] - builder.angles[part.parent]
        found["angle"] = Combination([(1.0, Measure("heading", part.parent, part.child))], -drawn, unit="rad")
        return found
    pose = builder.geometry.pose
    turned = pose(part.child).A.T @ pose(part.parent).A
    for k, word in enumerate(("rx", "ry", "rz")):
        lean = Measure("lean", part.parent, part.child, turned=turned, index=k)
        found[word] = Combination([(1.0, lean)], unit="rad")
    return found


def laws_of_bushing(part: Bushing, builder: RowBuilder) -> list[Law]:
    """One law for each component that a stiffness, a damping or a preload acts on."""
    own = components(part, builder)
    n = len(own)
    K, C = part.matrix("stiffness", n), part.matrix("damping", n)
    preload = np.zeros(n) if part.preload is None else np.array(part.preload, float)
    tables = [_tabulated(part, word, k) for k, word in enumerate(own)]
    laws = [
        _law(part, own, k, K[k], C[k], float(preload[k]), tables[k])
        for k in range(n)
        if K[k].any() or C[k].any() or preload[k] or tables[k]
    ]
    for law in laws if any(tables) else ():
        law.functions = resolved_all(law.functions, curves_of(builder.mechanism.tables))
    return laws


def _tabulated(part: Bushing, word: str, k: int) -> str:
    """What tables add to a component."""
    resists, damps = part.tables("stiffness").get(k), part.tables("damping").get(k)
    terms = [f"(-table({resists}, bushing.{word}))"] if resists else []
    terms += [f"(-table({damps}, bushing.{word}_rate))"] if damps else []
    return " + ".join(terms)


def _law(part: Bushing, own: dict[str, Combination], k: int, K: Array, C: Array, preload: float, table: str) -> Law:
    word = list(own)[k]
    law = Law(part, "measured", bool(C.any()), part.parent, part.child, quantity=own[word], row=f"{part.name}.{word}")
    law.stiffness, law.damping = float(K[k]), float(C[k])
    if law.stiffness:
        law.free = preload / law.stiffness
    formula = " + ".join(filter(None, (_coupling(list(own), k, K, C), table)))
    rest = "" if law.stiffness or not preload else repr(preload)
    if formula:
        law.functions = (MeasuredFormula(" + ".join(filter(None, (rest, formula)))),)
        names = law.functions[0].names
        law.measures = {name: _named(own, name.rpartition(".")[2]) for name in names}
        law.dissipates = True
    elif rest:
        law.functions, law.dissipates = (Constant(preload),), True
    return law


def _coupling(words: list[str], k: int, K: Array, C: Array) -> str:
    """What the other components add."""
    terms = [f"({-K[j]!r})*bushing.{word}" for j, word in enumerate(words) if j != k and K[j]]
    terms += [f"({-C[j]!r})*bushing.{word}_rate" for j, word in enumerate(words) if j != k and C[j]]
    return " + ".join(term.replace("np.float64(", "(") for term in terms)


def _named(own: dict[str, Combination], word: str) -> Named:
    return Named(own[word.removesuffix("_rate")], SPEED if word.endswith("_rate") else VALUE)
