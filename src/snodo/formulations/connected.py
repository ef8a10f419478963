"""A model connected to the compiled verbs of its formulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from snodo.compiled import Compiled, Family
from snodo.formulations.loads import connect_loads

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.in_time import InTime
    from snodo.formulations.parts.named_measures import Named
    from snodo.mechanism.laws import Law
    from snodo.mechanism.measures import PartRows

VERBS = ("evaluate", "factor", "solve", "displace", "rates")
"""What a model is connected to, by the fields of its header (`kernels/verbs.py`)."""
STEPS = "snodo.integrators.ode.kernels.advance.advance snodo.integrators.ode.kernels.advance.no_projection"
"""What a simulation needs beside the equations: it has no function in common with them;"""
ON_VERBS = (
    "snodo.constraint_methods.kernels.augmented.rate",
    "snodo.constraint_methods.kernels.projection.project",
    "snodo.formulations.kernels.verbs.factor_state",
    "snodo.singular.kernels.nearness.nearness",
)
SIMULATION = " ".join([STEPS, *ON_VERBS])
"""and with rows what calls the verbs, or watches their pivots.  Names only: they are compiled ahead here, and asked for
by the layers above."""
FACTORS = Compiled("snodo.formulations.kernels", Family("the factors of constraint rows", "verbs.factor_state"))


def beside(folder: str, *entries: str) -> str:
    """What a second process compiles while the first compiles `evaluate`: verbs, results and the steps in time."""
    return " ".join([*(f"{folder}.{name}" for name in entries), SIMULATION])


RARE_MEASURES = {"edge", "ball", "barrel", "rim", "reach", "turning", "twist", "bend", "tilt"}
RARE_MEASURES |= {"span", "wrap", "coil", "lean", "profile", "graze", "brush"}
RARE_LAWS = {"torsion", "formula", "called"}


def connect_rare(F: Formulation, entries: Compiled) -> None:
    """If a mechanism has something that few have, compile that and put its address into the model."""
    rows, laws = F.flat.constraints, F.flat.forces
    written = any(part.written is not None for part in (*rows, *laws))
    read: list[Any] = [*F.builder.numbers, *F.builder.readings]
    inputs = [x for own in read for x in own.measures.values()]
    if written or (F.name != "planar" and (_rare(rows, laws, inputs) or any(law.kind in RARE_LAWS for law in laws))):
        F.flat.header.rare = entries.rare.address


def _rare(rows: Sequence[PartRows], laws: Sequence[Law], inputs: Sequence[Named]) -> bool:
    """Whether a row, a law, or the rate of a state has one of the rare measures."""
    quantities = [x for part in rows for x in part.quantities]
    quantities += [named.quantity for law in laws for named in law.measures.values()]
    quantities += [named.quantity for named in inputs]
    quantities += [law.quantity for law in laws if law.quantity is not None]
    return not RARE_MEASURES.isdisjoint(m.kind for x in quantities for _, m in x.terms)


def connect(F: InTime) -> None:
    """Put the addresses of the verbs into the model, once."""
    head = F.flat.header
    if not head.evaluate:
        for word in VERBS:
            setattr(head, word, getattr(F.entries, word).address)
    connect_loads(F)
