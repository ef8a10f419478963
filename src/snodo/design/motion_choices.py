"""How the motions of a design are computed: what `sn.optimize` and `sn.identify` pass on to `sn.simulate`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from snodo.types import FormulationLike, IntegratorLike, MethodLike, Time, Times


class MotionChoices(TypedDict, total=False):
    """Choices of a run, as in `sn.simulate`."""

    formulation: FormulationLike | None
    method: MethodLike | None
    integrator: IntegratorLike | None
    tolerance: float | None
    output: Times | None
    initial_guess: Mapping[str, Any] | None
    first_step: Time | None
    max_step: Time | None
    max_steps: int | None
