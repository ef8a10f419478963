"""The times at which a result has rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.math.units import UnitError, quantity
from snodo.mechanism.run_settings import RunSettings

DEFAULT_ROWS = 500
MOST_ROWS = 1e7


def output_times(duration: Any, output: Any, settings: RunSettings) -> np.ndarray:
    """Times [s] from a duration and an output step or array; the mechanism's settings are the defaults."""
    try:
        length = settings.duration if duration is None else quantity(duration, "time")
    except UnitError as error:
        raise MechanismError(Problem(f"duration: {error}", "give it in seconds, such as 5.0 or '5 s'")) from None
    if output is not None and np.ndim(output) == 1:
        times = _given(output)
        if not times.size or np.any(np.diff(times) < 0):
            raise MechanismError(Problem("output has no times, or they do not increase", "give times in s, sorted"))
        if duration is None or times[-1] <= (length or 0.0):
            return times
        raise MechanismError(
            Problem(f"output times go to {times[-1]:g} s, beyond the duration {length:g} s", "omit the duration")
        )
    if length is None or not length > 0:
        raise MechanismError(
            Problem(
                f"duration is {length!r}", "give a positive time: sn.simulate(mechanism, 5.0), or run: {duration: 5 s}"
            )
        )
    step = settings.output if output is None else quantity(output, "time")
    if step is None:
        return np.linspace(0.0, length, DEFAULT_ROWS + 1)
    if not 0 < step <= length:
        raise MechanismError(
            Problem(f"output every {step:g} s does not fit a duration of {length:g} s", "give a shorter positive time")
        )
    if length / step > MOST_ROWS:
        what = f"output every {step:g} s for {length:g} s is {length / step:.3g} rows; the most is {MOST_ROWS:g}"
        raise MechanismError(Problem(what, f"give a longer time between rows, {length / MOST_ROWS:.3g} s or more"))
    count = int(np.floor(length / step + 1e-9))
    times = step * np.arange(count + 1)
    return times if length - times[-1] < 1e-9 * length else np.append(times, length)


def _given(output: Any) -> np.ndarray:
    """Output times as the user gives them."""
    try:
        return np.array([quantity(t, "time") for t in output])
    except UnitError as error:
        raise MechanismError(Problem(f"output times: {error.problems[0].what}", "give times in s, or '5 s'")) from None
