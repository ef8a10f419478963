"""Types of what users give to the functions of this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import xarray
from numpy.typing import ArrayLike

OfRun: TypeAlias = Callable[[Any], Any]
"""A function of a run: of what `run["tip.x"]` gives."""

Conditions: TypeAlias = str | OfRun | Sequence[str | OfRun]
"""Inequalities between formulas of parameters, and functions that must not be negative."""

Outputs: TypeAlias = str | OfRun | Sequence[str | OfRun] | Mapping[str, str | OfRun]
"""Names of series, and functions of the run; as a table with names of their own."""

MeasuredMotion: TypeAlias = Mapping[str, ArrayLike] | xarray.Dataset | xarray.DataArray | str | Path
"""Times and series, or the path of a CSV file."""
