"""A formulation in time: the compiled augmented system as an ODE, the projection, and results in given states.

They are compiled once for all formulations and call their verbs (`formulations/kernels/verbs.py`); an open tree, which
has no rows, has its own shorter ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.formulations.loads import refuse_dry

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
ON_VERBS = Compiled(
    "snodo.constraint_methods.kernels", Family("constraint methods", "augmented.rate projection.project")
)


def rate(F: Formulation) -> Any:
    """rate(t, y, ydot, model) → status: ẏ from the augmented system, with the gains in the model."""
    return _on(F).rate


def project(F: Formulation) -> Any:
    """project(t, y, model, tolerance) → corrections, or minus a status."""
    return _on(F).project


def evaluate(F: Formulation, times: Array, states: Array) -> dict[str, Array]:
    """Accelerations, multipliers, violations, energies and powers in each of the states (time, nq + nv + works)."""
    return F.evaluate(rate(F), times, states)


def evaluate_none(F: Formulation, states: Array) -> dict[str, Array]:
    """What `evaluate` gives for no states, also where friction has no direction yet."""
    return F.evaluate(_verbs(F).rate, np.zeros(0), states)


def _on(F: Formulation) -> Any:
    if F.shorter_equations is None:
        refuse_dry(F)
    return _verbs(F)


def _verbs(F: Formulation) -> Any:
    own = F.shorter_equations
    if own is None:
        F.connect()
        return ON_VERBS
    return own
