"""Amplitude spectra of series: over frequency [Hz], and over orders of a shaft (cycles in one revolution).

A sine a sin(2π f t) shows as the amplitude a at f: sums are divided by the sum of the window (its gain), and lines
other than 0 and the highest count twice.  The mean is taken off before the window and given back as the line at 0, so
that it does not leak into its neighbours.  n samples at steps h have lines 1/(n h) apart, the *resolution*; a window
widens each line to its *width*, the equivalent noise bandwidth.

Rows at unequal steps are resampled by a cubic spline.  Nothing is shown beyond half a cycle in the longest step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.results.files.frame import columns_of
from snodo.results.row_ranges import rows_between
from snodo.results.shown_units import ShownUnits

if TYPE_CHECKING:
    import xarray

    from snodo.results.result import Result

Array = np.ndarray
WINDOWS = {
    "hann": "hann",
    "hamming": "hamming",
    "blackman": "blackman",
    "flattop": "flattop",
    "rectangular": "boxcar",
}
PER = {"frequency": "Hz", "order": "1/rev"}
FEWEST = 8
"""Rows that a spectrum needs."""
EVEN = 1e-6
"""Relative difference of steps that count as equal."""
FINER = 8
"""Samples for each row, at most, where rows are resampled."""
TURN = 2.0 * np.pi


class Lines(NamedTuple):
    """Amplitudes at equal distances, and how they were found."""

    places: Array
    """Frequencies [Hz], or orders."""
    amplitude: Array
    resolution: float
    """Distance of two lines."""
    width: float
    """Equivalent noise bandwidth of the window."""
    resampled: bool


# ---------------------------------------------------------------- what is asked
def spectrum(result: Result, name: str, window: str, between: Any, shown: ShownUnits) -> xarray.DataArray:
    """Amplitudes of a series over frequency, component by component."""
    rows = rows_between(result, between, FEWEST, "a spectrum")
    time = result.time[rows]
    return _table(result, name, shown, rows, window, "frequency", lambda y: lines_over(time, y, window))


def orders(result: Result, name: str, shaft: str, window: str, between: Any, shown: ShownUnits) -> xarray.DataArray:
    """Amplitudes of a series over orders of a shaft, component by component."""
    rows = rows_between(result, between, FEWEST, "orders")
    angle = turning_angle(result, shaft, rows)
    return _table(result, name, shown, rows, window, "order", lambda y: lines_over_turns(angle, y, window))


def _table(
    result: Result, name: str, shown: ShownUnits, rows: Array, window: str, dim: str, lines: Callable[[Array], Lines]
) -> Any:
    """The lines of every component, with how they were found in the attributes."""
    import xarray

    _known_window(window)
    series, found, texts = result[name], [], []
    for label, own, values in columns_of(name, series):
        _must_be_whole(label, result.time[rows], values[rows])
        unit, factor = shown.of(label, own)
        found.append(lines(values[rows] * factor))
        texts.append(unit)
    one = found[0]
    attrs = {
        "long_name": f"amplitude of {series.attrs['long_name']}",
        "units": ", ".join(dict.fromkeys(texts)),
        "window": window,
        "resolution": one.resolution,
        "width": one.width,
        "resampled": one.resampled,
    }
    coords: dict[str, Any] = {dim: (dim, one.places, {"long_name": dim, "units": PER[dim]})}
    if series.ndim == 1:
        return xarray.DataArray(one.amplitude, dims=(dim,), coords=coords, attrs=attrs)
    kind = str(series.dims[1])
    coords[kind] = series[kind].values
    return xarray.DataArray(np.column_stack([x.amplitude for x in found]), dims=(dim, kind), coords=coords, attrs=attrs)


def _known_window(window: str) -> None:
    if window not in WINDOWS:
        raise NameNotFound(Problem(f"there is no window {window!r}", suggestion(str(window), WINDOWS)))


def _must_be_whole(name: str, time: Array, values: Array) -> None:
    """Refuse gaps (NaN): a spectrum over them would be of an invented motion."""
    gone = np.flatnonzero(~np.isfinite(values))
    if gone.size:
        what = f"{name} is not defined in {gone.size} of {values.size} rows, the first at t = {time[gone[0]]:.6g} s"
        raise UnsupportedError(Problem(what, "choose a part of the run without gaps: between=(start, end)"))


# ---------------------------------------------------------------- over time
def lines_over(time: Array, values: Array, window: str) -> Lines:
    """The spectrum of samples at increasing times."""
    step, even, longest, resampled = evenly(time, values)
    places, amplitude, width = amplitudes(even, step, window)
    kept = places <= 0.5 / longest * (1.0 + EVEN)
    return Lines(places[kept], amplitude[kept], 1.0 / (step * even.size), width, resampled)


def evenly(x: Array, y: Array) -> tuple[float, Array, float, bool]:
    """Step, samples at equal steps, the longest step of the rows, and whether they were resampled."""
    x, first = np.unique(x, return_index=True)
    y, steps = y[first], np.diff(x)
    for last in (x.size, x.size - 1):  # a run may end with a shorter step
        some = steps[: last - 1]
        if np.ptp(some) <= EVEN * some.mean():
            return float(some.mean()), y[:last], float(some.max()), False
    span = x[-1] - x[0]
    count = int(min(np.ceil(span / steps.min()), FINER * x.size))
    return float(span / count), _spline(x, y, x[0] + span * np.arange(count) / count), float(steps.max()), True


def amplitudes(values: Array, step: float, window: str) -> tuple[Array, Array, float]:
    """Places, amplitudes and width of the lines of samples at equal steps."""
    from scipy.signal import get_window

    n, mean = values.size, float(values.mean())
    w = get_window(WINDOWS[window], n, fftbins=True)
    lines = np.abs(np.fft.rfft((values - mean) * w)) / w.sum()
    lines[1 : (n + 1) // 2] *= 2.0
    lines[0] = abs(mean)
    return np.fft.rfftfreq(n, step), lines, float((w @ w) / w.sum() ** 2 / step)


# ---------------------------------------------------------------- over the angle of a shaft
def turning_angle(result: Result, shaft: str, rows: Array) -> Array:
    """The angle [rad] of a joint, body or series in some rows, increasing; of a speed its integral."""
    known = result.names()
    name = next((n for n in (f"{shaft}.angle", f"{shaft}.speed") if n in known and shaft not in known), shaft)
    series = result[name]
    unit = series.attrs["units"]
    if series.ndim != 1 or unit not in ("rad", "rad/s"):
        what = f"{name!r} is in {unit}: it is neither an angle nor an angular speed"
        raise UnsupportedError(Problem(what, 'name the angle of the shaft, such as shaft="A.angle"'))
    time, values = result.time[rows], series.values[rows]
    angle = values if unit == "rad" else _integral(time, values)
    steps = np.diff(angle)
    forward = np.sign(angle[-1] - angle[0])
    if not (steps * forward > 0.0).all():
        at = time[int(np.argmax(~(steps * forward > 0.0)))]
        what = f"{name!r} stands still or turns back at t = {at:.6g} s: orders need a shaft that turns one way"
        raise UnsupportedError(Problem(what, "choose a part of the run with between=(start, end)"))
    return np.asarray(angle * forward)


def lines_over_turns(angle: Array, values: Array, window: str) -> Lines:
    """The spectrum over revolutions, from the last whole ones."""
    turns = int((angle[-1] - angle[0]) / TURN * (1.0 + 1e-9))
    if turns < 1:
        part = (angle[-1] - angle[0]) / TURN
        what = f"the shaft makes only {part:.3g} of a revolution"
        raise UnsupportedError(Problem(what, "run longer: orders need one revolution or more"))
    steps = np.diff(angle)
    per_turn = int(min(np.ceil(TURN / steps.min()), FINER * angle.size // turns))
    grid = angle[-1] - TURN * turns + TURN / per_turn * np.arange(turns * per_turn)
    samples = _spline(angle, values, np.maximum(grid, angle[0]))
    places, amplitude, width = amplitudes(samples, 1.0 / per_turn, window)
    kept = places <= np.pi / steps[angle[1:] > grid[0]].max() * (1.0 + EVEN)
    return Lines(places[kept], amplitude[kept], 1.0 / turns, width, True)


def _spline(x: Array, y: Array, at: Array) -> Array:
    from scipy.interpolate import CubicSpline

    return np.asarray(CubicSpline(x, y)(at))


def _integral(time: Array, rate: Array) -> Array:
    from scipy.interpolate import CubicSpline

    unique, rows = np.unique(time, return_index=True)
    return np.asarray(CubicSpline(unique, rate[rows]).antiderivative()(time))


# ---------------------------------------------------------------- peaks
def peaks(places: Array, amplitude: Array, windowed: bool = True, least: float = 0.05) -> list[tuple[float, float]]:
    """Local maxima (place, amplitude), largest first, of lines without the mean; not those below a part of the largest.

    windowed: with a window, lines are several places wide, and a peak between two is found by a parabola of logarithms.
    """
    beside = np.concatenate([[0.0], amplitude, [0.0]])
    found = np.flatnonzero((amplitude > beside[:-2]) & (amplitude >= beside[2:]))
    found = found[amplitude[found] > least * amplitude.max(initial=0.0)]
    largest = found[np.argsort(-amplitude[found], kind="stable")]
    return [(_between_lines(places, amplitude, int(k), windowed), float(amplitude[k])) for k in largest]


def _between_lines(places: Array, amplitude: Array, k: int, windowed: bool) -> float:
    if not windowed or k in (0, len(places) - 1):
        return float(places[k])
    before, here, after = np.log(np.maximum(amplitude[k - 1 : k + 2], 1e-300))
    bend = before - 2.0 * here + after
    shift = 0.5 * (before - after) / bend if bend < 0.0 else 0.0
    return float(places[k] + np.clip(shift, -0.5, 0.5) * (places[1] - places[0]))
