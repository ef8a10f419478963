"""Default settings of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.mechanism.part import Part, given


@dataclass(kw_only=True)
class RunSettings(Part):
    """Default settings of a run: duration, method, integrator, …."""

    duration: float | None = given("time", "simulated time [s]", None)
    output: float | None = given("time", "time between rows of the result [s]; default: a 500th of the duration", None)
    formulation: str | None = given(
        "registered:formulation", "coordinates; default: planar in the plane and tree in space", None
    )
    method: str | None = given("registered:method", "constraint method; default: projection", None)
    integrator: str | None = given("registered:integrator", "integrator; default: auto", None)
    tolerance: float | None = given("number", "relative tolerance of the integrator; default: 1e-8", None)
    step: float | None = given("time", "step of a fixed-step integrator [s]", None)
    first_step: float | None = given("time", "first step of an adaptive integrator [s]; default: automatic", None)
    max_step: float | None = given("time", "longest step of an adaptive integrator [s]; default: no limit", None)
    max_steps: float | None = given("number", "limit on the steps of a run; default: 10 million", None)
    error_bars: bool | None = given(
        "flag", "whether to estimate the error by a second run; default: only if that is cheap", None
    )
    cut: tuple[str, ...] = given("names", "joints to cut in the tree formulation; default: automatic", ())

    kind: ClassVar[str] = "run"
