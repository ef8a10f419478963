"""A model connected to the compiled verbs of its formulation, and the equations in time made of them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from snodo.formulations.in_time import InTime


class Verbs(NamedTuple):
    """What a model is connected to, by the fields of its header (`kernels/verbs.py`)."""

    evaluate: Any
    factor: Any
    solve: Any
    displace: Any
    rates: Any


class Connected:
    """The compiled equations of a formulation with rows: the verbs' addresses are put into its model on first use."""

    def __init__(self, formulation: InTime) -> None:
        self._formulation = formulation

    @property
    def layout(self) -> Any:
        """What is stored where, and what a status means."""
        return self._formulation.layout

    @property
    def rate(self) -> Any:
        """rate(t, y, ydot, model) → status."""
        return self._compiled("augmented", "rate")

    @property
    def project(self) -> Any:
        """project(t, y, model, tolerance) → corrections, or minus a status."""
        return self._compiled("projection", "project")

    @property
    def factor(self) -> Any:
        """factor(t, y, model) → status: the rows' S in the state y, in factors."""
        return self._compiled("verbs", "factor_state")

    def _compiled(self, module: str, name: str) -> Any:
        F = self._formulation
        if not F.flat.header.evaluate:
            F.connect()
        return _function(module, name)


@cache
def _function(module: str, name: str) -> Any:
    from snodo import _jit

    with _jit.announced("constraint methods"):
        return getattr(import_module(f"snodo.formulations.kernels.{module}"), name)
