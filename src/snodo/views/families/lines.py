"""Lines coloured by a quantity: series over time, numbers over what varies, and bands of percentiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.views.families.columns import (
    Column,
    colour_bar,
    colours_of,
    column,
    must_vary,
    note_failures,
    outputs_with,
    with_limits,
)
from snodo.views.style import color_of, lighter, new_figure, quiet, save, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from snodo.simulation.sweeps.outcome import Sweep

Array = np.ndarray
MOST_LINES = 400
MOST_DEFAULT = 4
FEW_POINTS = 40
"""Points of a line up to which each has a dot."""


def plot(
    swept: Sweep, names: tuple[str, ...], x: str | None, color: str | None, units: UnitsLike, path: str | Path | None
) -> Figure:
    """Series over time, a line for each member; numbers over what varies, a line for each value of another quantity."""
    shown = ShownUnits(units)
    chosen = names or tuple(outputs_with(swept, 1)[:MOST_DEFAULT] or outputs_with(swept, 2)[:MOST_DEFAULT])
    columns = [column(swept, name, shown) for name in chosen]
    if not columns:
        raise UnsupportedError(Problem("there is nothing to plot", "name outputs"))
    kinds = {one.values.ndim for one in columns}
    if len(kinds) > 1:
        raise UnsupportedError(
            Problem("series and single numbers do not share a plot", "plot them one after the other")
        )
    series = kinds == {2}
    varying = must_vary(swept, 1, "a plot")
    across = None if series else column(swept, x or varying[0], shown)
    rest = [name for name in varying if series or name != (x or varying[0])]
    tint = column(swept, color or rest[0], shown) if color or rest else None
    figure = new_figure(8.0, 0.9 + 2.6 * len(columns))
    axes = figure.subplots(len(columns), 1, sharex=True, squeeze=False)[:, 0]
    scale = None if tint is None else with_limits(float(np.nanmin(tint.values)), float(np.nanmax(tint.values)))
    time = swept.dataset["time"].values if series else None
    for ax, one in zip(axes, columns):
        quiet(ax)
        if series:
            _over_time(ax, time, one, tint, scale)
        else:
            assert across is not None
            _over_quantity(ax, across, one, tint, scale, swept)
        ax.set_ylabel(one.title.replace(" [", "\n["), **text_style(9.5))
    axes[-1].set_xlabel("time [s]" if across is None else across.title, **text_style(9.5))
    note_failures(axes[0], swept)
    figure.set_layout_engine("constrained")
    if tint is not None:
        colour_bar(figure, list(axes), scale, tint.title)
    shown.check()
    save(figure, path)
    return figure


def _over_time(ax: Axes, time: Any, one: Column, tint: Column | None, scale: Any) -> None:
    rows = np.unique(np.linspace(0, len(one.values) - 1, MOST_LINES).astype(int))
    colors = [color_of(0)] * len(one.values) if tint is None else colours_of(tint.values, scale)
    for row in rows:
        ax.plot(time, one.values[row], color=colors[row], linewidth=1.1)
    ax.margins(x=0.0)


def _over_quantity(ax: Axes, across: Column, one: Column, tint: Column | None, scale: Any, swept: Sweep) -> None:
    """Lines where all else is equal, as on a grid; single points where nothing is."""
    others = [swept.dataset[name].values for name in swept.names if name != across.name]
    keys = np.column_stack(others) if others else np.zeros((len(swept), 0))
    groups = np.unique(keys, axis=0, return_inverse=True)[1].ravel() if others else np.zeros(len(swept), int)
    alone = groups.max() + 1 > len(swept) // 2 and len(swept) > 1
    colors = np.array([color_of(0)] * len(swept)) if tint is None else colours_of(tint.values, scale)
    if alone:
        ax.scatter(across.values, one.values, c=colors, s=14, linewidths=0)
        return
    for group in range(groups.max() + 1):
        rows = np.flatnonzero(groups == group)
        rows = rows[np.argsort(across.values[rows], kind="stable")]
        marker = "o" if len(rows) <= FEW_POINTS else ""
        ax.plot(
            across.values[rows], one.values[rows], color=colors[rows[0]], linewidth=1.4, marker=marker, markersize=3
        )


# ---------------------------------------------------------------- bands
def plot_bands(
    swept: Sweep, names: tuple[str, ...], percentiles: tuple[float, ...], units: UnitsLike, path: str | Path | None
) -> Figure:
    """Percentiles of series over time, over the members that finished."""
    levels = _levels(percentiles)
    shown = ShownUnits(units)
    chosen = names or tuple(outputs_with(swept, 2))
    columns = [column(swept, name, shown) for name in chosen]
    if not columns or any(one.values.ndim != 2 for one in columns):
        what = "bands are of whole series" if columns else "the sweep has no series"
        raise UnsupportedError(Problem(what, "ask for one: outputs=['A.angle series']"))
    figure = new_figure(8.0, 0.9 + 2.8 * len(columns))
    axes = figure.subplots(len(columns), 1, sharex=True, squeeze=False)[:, 0]
    done = swept.dataset["status"].values == "finished"
    for ax, one in zip(axes, columns):
        quiet(ax)
        _bands(ax, swept.dataset["time"].values, one.values[done], levels)
        ax.set_ylabel(one.title.replace(" [", "\n["), **text_style(9.5))
        ax.margins(x=0.0)
    axes[0].legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, frameon=False, fontsize=8.5, borderaxespad=0.2)
    axes[-1].set_xlabel("time [s]", **text_style(9.5))
    note_failures(axes[0], swept)
    figure.set_layout_engine("constrained")
    shown.check()
    save(figure, path)
    return figure


def _bands(ax: Axes, time: Array, values: Array, levels: tuple[float, ...]) -> None:
    """Pairs of percentiles as bands, the widest first, and the one in the middle as a line."""
    cut = np.nanpercentile(values, levels, axis=0)
    pairs = len(levels) // 2
    for k in range(pairs):
        shade = lighter(color_of(0), 0.80 - 0.45 * k / max(1, pairs))
        label = f"{levels[k]:g} to {levels[-1 - k]:g} %"
        ax.fill_between(time, cut[k], cut[-1 - k], color=shade, linewidth=0, label=label)
    if len(levels) % 2:
        ax.plot(time, cut[pairs], color=color_of(0), linewidth=1.8, label=f"{levels[pairs]:g} %")


def _levels(percentiles: Any) -> tuple[float, ...]:
    levels = tuple(sorted(float(p) for p in percentiles))
    if not levels or levels[0] < 0 or levels[-1] > 100 or len(set(levels)) < len(levels):
        raise UnsupportedError(
            Problem(f"percentiles = {percentiles!r}", "give numbers from 0 to 100: (5, 25, 50, 75, 95)")
        )
    return levels
