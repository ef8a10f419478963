"""The compiled functions of this package."""

from __future__ import annotations

from snodo.compiled import Compiled, Family

KERNELS = Compiled(
    "snodo.singular.kernels",
    Family("the monitor of singular positions", "nearness.nearness"),
    Family("the passage of singular positions", "gap.accelerations_in_gap"),
)
