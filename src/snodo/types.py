"""Types of what users give, for annotations of their own: `from snodo.types import Place, MethodLike`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from snodo.constraint_methods.method import ConstraintMethod
from snodo.formulations.bind import FormulationLike, MechanismLike
from snodo.integrators.base import Integrator
from snodo.math.rotation import Rotation
from snodo.mechanism.input_types import (
    AngleLike,
    Bodies,
    DirectionLike,
    Formulas,
    FunctionLike,
    InertiaLike,
    Place,
    Pole,
    Quantity,
    Time,
    Vector,
)
from snodo.results.shown_units import UnitsLike

if TYPE_CHECKING:
    import xarray

    from snodo.results.result import Result
    from snodo.results.state import State

MethodLike: TypeAlias = str | ConstraintMethod
"""The word of a constraint method, "projection", "baumgarte", …, or an object with its parameters."""

IntegratorLike: TypeAlias = str | Integrator
"""The word of an integrator, "auto", "dop853", "radau" or "rk4", or an object with its parameters."""

Times: TypeAlias = Time | Sequence[float] | np.ndarray
"""Time between two rows of a result [s], or the times of the rows [s]."""

InitialValue: TypeAlias = "Quantity | Rotation | xarray.DataArray"
"""A coordinate or speed, or a body's attitude; of an array from a result, one without dimensions."""

InitialValues: TypeAlias = Mapping[str, InitialValue]
"""Initial values of one run, by names such as `A.angle` or `crank.omega`."""

ManyInitialValues: TypeAlias = "Mapping[str, InitialValue | Sequence[float] | Sequence[str] | np.ndarray]"
"""Initial values of a batch of runs; a sequence has one value for each."""

ManyValues: TypeAlias = "Mapping[str, Quantity | Sequence[float] | Sequence[str] | np.ndarray]"
"""Values of parameters of a batch of runs; a sequence has one value for each."""


class RunChoices(TypedDict, total=False):
    """How a run is made: what `sn.simulate` takes by keyword, without the initial values."""

    formulation: FormulationLike | None
    method: MethodLike | None
    integrator: IntegratorLike | None
    tolerance: float | None
    output: Times | None
    initial_guess: InitialValues | None
    start: Result | State | None
    first_step: Time | None
    max_step: Time | None
    max_steps: int | None
    error_bars: bool | None
    progress: bool
    threads: int
    checkpoint: str | Path | None
    checkpoint_every: Time | None


Motions: TypeAlias = "Result | np.ndarray | Mapping[str, Any]"
"""A motion given to inverse dynamics: a result, an array q (time, nq), or a table of coordinates by their names."""


class InverseChoices(TypedDict, total=False):
    """What `sn.inverse_dynamics` takes by keyword, without the actuators."""

    velocities: ArrayLike | None
    accelerations: ArrayLike | None
    external: Mapping[str, Any] | None
    noise: float
    resolve: str | None
    weights: Mapping[str, float] | None
    residual: Sequence[str] | str | None
    formulation: FormulationLike | None
    tolerance: float
    progress: bool


__all__ = [
    "AngleLike",
    "Bodies",
    "DirectionLike",
    "Formulas",
    "FormulationLike",
    "FunctionLike",
    "InertiaLike",
    "InitialValue",
    "InitialValues",
    "IntegratorLike",
    "InverseChoices",
    "ManyInitialValues",
    "ManyValues",
    "MechanismLike",
    "MethodLike",
    "Motions",
    "Place",
    "Pole",
    "Quantity",
    "RunChoices",
    "Time",
    "Times",
    "UnitsLike",
    "Vector",
]
