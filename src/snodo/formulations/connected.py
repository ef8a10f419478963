"""A model connected to the compiled verbs of its formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snodo.compiled import Compiled, Family

if TYPE_CHECKING:
    from snodo.formulations.in_time import InTime

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


def connect(F: InTime) -> None:
    """Put the addresses of the verbs into the model, once."""
    head = F.flat.header
    if not head.evaluate:
        for word in VERBS:
            setattr(head, word, getattr(F.entries, word).address)
