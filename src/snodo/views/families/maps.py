"""One number over two quantities: cells of a grid, or coloured points and contours between them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.views.families.columns import (
    MAP,
    Column,
    colour_bar,
    must_vary,
    note_failures,
    numbers,
    outputs_with,
    with_limits,
)
from snodo.views.style import GREY, INK, new_figure, quiet, save, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from snodo.simulation.sweeps.outcome import Sweep

Array = np.ndarray
FEW = 4
"""Points from which contours are drawn between samples."""


def plot_map(
    swept: Sweep, name: str | None, x: str | None, y: str | None, units: UnitsLike, path: str | Path | None
) -> Figure:
    """One number over two quantities; members that failed are crosses."""
    shown = ShownUnits(units)
    varying = must_vary(swept, 2, "a map")
    first = x or next(one for one in varying if one != y)
    second = y or next(one for one in varying if one != first)
    one = name or next(iter(outputs_with(swept, 1)), None)
    if one is None:
        raise UnsupportedError(Problem("the sweep has no single numbers", "ask for one: outputs=['A.angle max']"))
    across, up, height = numbers(swept, [first, second, one], shown)
    held = [other for other in varying if other not in (first, second)]
    figure = new_figure(7.0, 5.0)
    ax = figure.subplots()
    quiet(ax)
    ax.grid(False)
    known = np.isfinite(height.values)
    if not known.any():
        raise UnsupportedError(Problem(f"{one!r} has no value in any member", "choose another output"))
    scale = with_limits(float(height.values[known].min()), float(height.values[known].max()))
    if swept.shape and not held:
        _cells(ax, across, up, height, scale)
    else:
        _points(ax, across, up, height, scale, between=not held)
    ax.scatter(across.values[~known], up.values[~known], marker="x", color=GREY, s=22, linewidths=1.0)
    ax.set_xlabel(across.title, **text_style(9.5))
    ax.set_ylabel(up.title, **text_style(9.5))
    note_failures(ax, swept)
    figure.set_layout_engine("constrained")
    colour_bar(figure, ax, scale, height.title)
    shown.check()
    save(figure, path)
    return figure


def _cells(ax: Axes, across: Column, up: Column, height: Column, scale: Any) -> None:
    xs, i = np.unique(across.values, return_inverse=True)
    ys, j = np.unique(up.values, return_inverse=True)
    table = np.full((ys.size, xs.size), np.nan)
    table[j.ravel(), i.ravel()] = height.values
    ax.pcolormesh(xs, ys, table, norm=scale, cmap=MAP, shading="nearest")
    if min(table.shape) >= FEW and np.isfinite(table).all():
        lines = ax.contour(xs, ys, table, levels=7, colors=INK, linewidths=0.6, alpha=0.7)
        ax.clabel(lines, fontsize=7.5, fmt="%.3g")


def _points(ax: Axes, across: Column, up: Column, height: Column, scale: Any, between: bool) -> None:
    known = np.isfinite(height.values)
    x, y, z = (one.values[known] for one in (across, up, height))
    if between and known.sum() >= FEW:
        ax.tricontourf(x, y, z, levels=14, norm=scale, cmap=MAP, alpha=0.85)
    ax.margins(0.03)
    ax.scatter(x, y, c=z, norm=scale, cmap=MAP, s=20, edgecolors=INK, linewidths=0.4)
