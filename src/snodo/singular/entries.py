"""The compiled functions of this folder."""

from __future__ import annotations

from snodo.compiled import Compiled, Family

KERNELS = Compiled(
    "snodo.singular.kernels",
    Family("the watch for singular positions", "nearness.nearness"),
    Family("the passage of singular positions", "gap.accelerations_in_gap"),
)
