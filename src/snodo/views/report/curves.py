"""Curves of a report: one panel for each unit, names beside the ends of the curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.views.curves import QUANTITIES
from snodo.views.panels import moved_apart
from snodo.views.report.elements import shortened
from snodo.views.style import color_of, new_figure, quiet, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
WIDTH, PANEL, LETTER = 7.4, 1.75, 0.078
"""Width of a figure and height of a panel [inch]; width of a letter of a name."""
MARGIN = 1.3
"""Least room for names [inch], so that most figures of a page have panels of one width."""
MOST_POINTS = 1500
"""Points of a curve; of more, the least and the largest of every stretch are kept."""


@dataclass(frozen=True)
class Line:
    """One curve."""

    name: str
    unit: str
    values: Array


def lines_of(series: Any, name: str) -> list[Line]:
    """A series as curves: one, or one for each component that is not zero throughout."""
    unit = str(series.attrs.get("units", ""))
    values = np.asarray(series.values, dtype=float)
    if values.ndim == 1:
        return [Line(name, unit, values)]
    words = [str(word) for word in series[series.dims[1]].values]
    units = [part.strip() for part in unit.split(",")]
    torque = units[-1] if len(units) > 1 else unit
    return [
        Line(f"{name}.{word}", torque if word[0] in "mt" else units[0], column)
        for word, column in zip(words, values.T)
        if np.nanmax(np.abs(column), initial=0.0) > 0.0
    ]


def figure_of(times: Array, lines: Sequence[Line]) -> Figure:
    """Panels below one another, one for each unit."""
    panels: dict[str, list[Line]] = {}
    for line in lines:
        panels.setdefault(line.unit, []).append(line)
    height = PANEL * len(panels) + 0.55
    figure = new_figure(WIDTH, height)
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for ax, (unit, own) in zip(axes, panels.items()):
        _panel(ax, times, unit, own)
    axes[-1].set_xlabel("time [s]", **text_style(9.0))
    figure.align_ylabels(axes)
    longest = max(len(shortened(line.name)) for line in lines)
    right = 1 - max(MARGIN, 0.2 + LETTER * longest) / WIDTH
    figure.subplots_adjust(left=0.8 / WIDTH, right=right, bottom=0.42 / height, top=1 - 0.08 / height, hspace=0.16)
    return figure


def _panel(ax: Axes, times: Array, unit: str, lines: Sequence[Line]) -> None:
    quiet(ax)
    for k, line in enumerate(lines):
        ax.plot(*thinned(times, line.values), color=color_of(k), linewidth=1.4)
    low, high = _limits(lines)
    ax.set_ylim(low, high)
    ax.margins(x=0.01)
    ax.set_ylabel(f"{QUANTITIES.get(unit, '')} [{unit}]".strip(), **text_style(9.0))
    ends = [(_last(line.values) - low) / (high - low) for line in lines]
    for k, (line, y) in enumerate(zip(lines, moved_apart(ends, 0.12))):
        style = text_style(8.5, color=color_of(k))
        ax.text(1.012, y, shortened(line.name), transform=ax.transAxes, va="center", **style)


def thinned(times: Array, values: Array) -> tuple[Array, Array]:
    """A long curve by the least and the largest value of every stretch, in their order; gaps stay gaps."""
    stretch = int(np.ceil(2 * times.size / MOST_POINTS))
    if times.size <= MOST_POINTS or stretch < 3:
        return times, values
    kept = {0, times.size - 1}
    for start in range(0, times.size, stretch):
        part = values[start : start + stretch]
        gaps = np.flatnonzero(~np.isfinite(part))
        if gaps.size < part.size:
            kept |= {start + int(np.nanargmin(part)), start + int(np.nanargmax(part))}
        kept |= {start + int(gaps[0])} if gaps.size else set()
    rows = sorted(kept)
    return times[rows], values[rows]


def _limits(lines: Sequence[Line]) -> tuple[float, float]:
    values = np.concatenate([line.values for line in lines])
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (-1.0, 1.0)
    size = max(abs(low), abs(high))
    if high - low <= 1e-9 * size or size == 0.0:
        return (low - 0.5 * size, high + 0.5 * size) if size else (-1.0, 1.0)
    return low - 0.06 * (high - low), high + 0.06 * (high - low)


def _last(values: Array) -> float:
    finite = values[np.isfinite(values)]
    return float(finite[-1]) if finite.size else 0.0
