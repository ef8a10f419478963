"""A result without rows, which has all names and units of a mechanism's results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.constraint_methods import in_time
from snodo.results.result import Result

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


def not_yet_run(F: Formulation) -> Result:
    """A result without rows, which has all names."""
    times, states = np.zeros(0), np.zeros((0, F.nq + F.nv + len(F.work_names) + len(F.number_names)))
    return Result(F, times, states, in_time.evaluate_none(F, states), {"status": "not run"})
