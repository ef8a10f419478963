"""How a mechanism is run when the user does not say otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from snodo.mechanism.part import Part, given


@dataclass(kw_only=True)
class RunSettings(Part):
    """How long to run and how, when the user does not say otherwise."""

    duration: float | None = given("time", "how long to simulate [s]", None)
    output: float | None = given("time", "time between two rows of the result [s]", None)
    formulation: str | None = given(
        "registered:formulation", "coordinates; if left out, planar in the plane and tree in space", None
    )
    method: str | None = given("registered:method", "how the constraints are kept", None)
    integrator: str | None = given("registered:integrator", "how the steps in time are made", None)
    tolerance: float | None = given("number", "relative tolerance of the integrator", None)
    step: float | None = given("time", "step of a fixed-step integrator [s]", None)
    first_step: float | None = given("time", "first step of an integrator that chooses its steps [s]", None)
    max_step: float | None = given("time", "longest step of an integrator that chooses its steps [s]", None)
    max_steps: float | None = given("number", "most steps of a run; if left out, 10 million", None)
    error_bars: bool | None = given(
        "flag", "whether a twin run estimates the error; if left out, where that is cheap", None
    )
    cut: tuple[str, ...] = given("names", "joints to be cut in the tree formulation; if left out, chosen", ())

    kind: ClassVar[str] = "run"
