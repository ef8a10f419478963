"""The compiled functions of this package."""

from __future__ import annotations

from snodo.compiled import Compiled, Family

KERNELS = Compiled(
    "snodo.switching.kernels",
    Family("the guards of events", "guard_values.guard_values guard_values.guards_at happening.happening"),
    Family("places at rest", "sweeps.swept"),
)
