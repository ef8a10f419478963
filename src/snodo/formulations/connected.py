"""A model connected to the compiled verbs of its formulation, and the equations in time made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.compiled import Compiled, Family

if TYPE_CHECKING:
    from snodo.formulations.in_time import InTime

VERBS = ("evaluate", "factor", "solve", "displace", "rates")
"""What a model is connected to, by the fields of its header (`kernels/verbs.py`)."""
STEPS = "snodo.integrators.ode.kernels.advance.advance snodo.integrators.ode.kernels.advance.no_projection"
"""What a simulation needs beside the equations: it has no function in common with them;"""
SHARED = "augmented.rate projection.project verbs.factor_state"
WATCH = "snodo.singular.kernels.nearness.nearness"
SIMULATION = " ".join([STEPS, WATCH, *(f"snodo.formulations.kernels.{name}" for name in SHARED.split())])
"""and with rows."""
METHODS = Compiled("snodo.formulations.kernels", Family("constraint methods", SHARED))


def beside(folder: str, *entries: str) -> str:
    """What a second process compiles while the first compiles `evaluate`: verbs, results and the steps in time."""
    return " ".join([*(f"{folder}.{name}" for name in entries), SIMULATION])


class Connected:
    """The compiled equations of a formulation with rows: the verbs' addresses are put into its model on first use."""

    def __init__(self, formulation: InTime) -> None:
        self._formulation = formulation

    @property
    def rate(self) -> Any:
        """rate(t, y, ydot, model) → status."""
        self._connect()
        return METHODS.rate

    @property
    def project(self) -> Any:
        """project(t, y, model, tolerance) → corrections, or minus a status."""
        self._connect()
        return METHODS.project

    @property
    def factor(self) -> Any:
        """factor(t, y, model) → status: the rows' S in the state y, in factors."""
        self._connect()
        return METHODS.factor_state

    def _connect(self) -> None:
        """Put the addresses of the verbs into the model."""
        head = self._formulation.flat.header
        if not head.evaluate:
            compiled = self._formulation.entries
            for word in VERBS:
                setattr(head, word, getattr(compiled, word).address)
