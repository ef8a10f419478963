"""A sweep with members that end their process, for tests; other processes import it."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from snodo.simulation.sweeps.work import Task


class FatalFamily:
    """Ends its process where the first value is above a limit."""

    lanes = 1

    def __init__(self, family: Any, limit: float) -> None:
        self.family, self.limit = family, limit

    def run(self, values: np.ndarray, starts: np.ndarray | None = None) -> Any:
        if values.max(initial=-np.inf) > self.limit:
            os._exit(9)
        return self.family.run(values, starts)


class FatalTask(Task):
    """A task of such a family."""

    def family(self) -> Any:
        return FatalFamily(super().family(), 1.5)
