"""Amplitude spectra over frequency, and over orders of a shaft, with their largest peaks named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.units import quantity
from snodo.results.runs import Runs, speaking_of
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.results.spectrum import orders, peaks, spectrum
from snodo.views.curves import Against, Curve, by_unit, curves_of, default_names
from snodo.views.panels import draw_panel, looks_of, name_x
from snodo.views.plots import finished, ready
from snodo.views.style import GREY, darker, new_figure, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PEAKS = 4
"""Peaks that are named, of one curve alone; of several curves fewer each."""
ROOM = 0.06
"""Part of the horizontal axis between two names of peaks, at least."""
FEW = 60
"""Lines that are marked by dots."""
VISIBLE = 1e-2
"""Part of the largest amplitude beyond whose last place nothing is drawn by default."""


def plot_spectrum(
    runs: Runs,
    names: tuple[str, ...],
    window: str = "hann",
    between: Any = None,
    upto: Any = None,
    log: bool = False,
    units: UnitsLike = None,
    path: str | Path | None = None,
) -> Figure:
    """Plot amplitudes over frequency."""
    limit = None if upto is None else quantity(upto, "frequency")
    return _plot(runs, names, lambda r, n, u: spectrum(r, n, window, between, u), "Hz", limit, log, units, path)


def plot_orders(
    runs: Runs,
    names: tuple[str, ...],
    shaft: str,
    window: str = "rectangular",
    between: Any = None,
    upto: float | None = None,
    log: bool = False,
    units: UnitsLike = None,
    path: str | Path | None = None,
) -> Figure:
    """Plot amplitudes over orders of a shaft."""
    limit = None if upto is None else quantity(upto, "number")
    return _plot(runs, names, lambda r, n, u: orders(r, n, shaft, window, between, u), "", limit, log, units, path)


def _plot(
    runs: Runs,
    names: tuple[str, ...],
    ask: Callable[[Any, str, ShownUnits], Any],
    unit: str,
    upto: float | None,
    log: bool,
    units: UnitsLike,
    path: str | Path | None,
) -> Figure:
    ready(runs, path)
    chosen = names or tuple(default_names(next(iter(runs.values()))))
    shown = ShownUnits(units)
    found = []
    for name in chosen:
        for run, result in runs.items():
            with speaking_of(run):
                found.append((run, ask(result, name, shown)))
    shown.check()
    panels = by_unit([curve for run, series in found for curve in _curves(run, series, unit)])
    figure = new_figure(8.0, 1.1 + 2.3 * len(panels))
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    told, limit = found[0][1].attrs, upto or _last_visible([c for curves in panels.values() for c in curves])
    for ax, curves in zip(axes, panels.values()):
        _draw(ax, curves, log)
        ax.set_xlim(0.0, limit)
        _name_peaks(ax, curves, unit, told, limit)
    name_x(axes[-1], next(iter(panels.values())))
    if not unit:
        axes[-1].set_xlabel("order (cycles in one revolution)", **text_style(9.5))
    _say_how(axes[0], told, unit)
    return finished(figure, runs, panels, path)


def _curves(run: str, series: Any, unit: str) -> list[Curve]:
    """Curves of a spectrum without its first line, the mean, which would hide the others."""
    dim = str(series.dims[0])
    lines = series.isel({dim: slice(1, None)})
    against = Against(dim, unit, lines[dim].values)
    return [replace(curve, run=run, x=against, own_unit=curve.unit) for curve in curves_of(lines)]


def _draw(ax: Axes, curves: list[Curve], log: bool) -> None:
    draw_panel(ax, curves, ends=False)
    ax.margins(x=0.0)
    top = max(float(c.values.max(initial=0.0)) for c in curves) or 1.0
    if log:
        ax.set_yscale("log")
        ax.set_ylim(1e-6 * top, 5.0 * top)
    else:
        ax.set_ylim(0.0, 1.18 * top)


def _name_peaks(ax: Axes, curves: list[Curve], unit: str, told: Any, limit: float) -> None:
    """Frequencies or orders at the largest peaks, where there is room, with the digits that the resolution allows."""
    digits = max(0, int(np.ceil(-np.log10(told["resolution"] / 5.0) - 1e-9))) if unit else 3
    room, taken = ROOM if unit else 0.5 * ROOM, list[float]()
    for curve, (color, _) in zip(curves, looks_of(curves)):
        assert curve.x is not None
        _few_lines(ax, curve, color, limit)
        free = [p for p in peaks(curve.x.values, curve.values, told["window"] != "rectangular") if p[0] <= limit]
        for place, height in free[: max(1, MOST_PEAKS // len(curves))]:
            if all(abs(place - other) > room * limit for other in taken):
                taken.append(place)
                words = text_style(8.5, color=darker(color, 0.3))
                text = f"{place:.{digits}f} {unit}" if unit else f"{place:.3g}"
                ax.annotate(text, (place, height), (0, 3), textcoords="offset points", ha="center", **words)


def _few_lines(ax: Axes, curve: Curve, color: str, limit: float) -> None:
    """Dots at the lines of a spectrum that has few: between them nothing is known."""
    assert curve.x is not None
    x = curve.x.values
    if (x <= limit).sum() <= FEW:
        ax.plot(x, curve.values, "o", color=color, markersize=3, label="_lines")


def _last_visible(curves: list[Curve]) -> float:
    """Where the last amplitude stands that can be seen, with some room."""
    ends = []
    for curve in curves:
        assert curve.x is not None
        seen = np.flatnonzero(curve.values > VISIBLE * curve.values.max(initial=0.0))
        last = curve.x.values[seen[-1]] if seen.size else 0.0
        ends.append(min(float(curve.x.values[-1]), 1.3 * float(last) or float(curve.x.values[-1])))
    return max(ends)


def _say_how(ax: Axes, told: Any, unit: str) -> None:
    """Window and resolution above the first panel."""
    words = [f"{told['window']} window", f"resolution {told['resolution']:.3g} {unit or 'orders'}"]
    if told["resampled"] and unit:
        words.append("resampled")
    ax.set_title(", ".join(words), loc="right", **text_style(8.5, color=GREY))
