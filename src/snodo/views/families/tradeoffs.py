"""Two outputs against one another with their Pareto front, and parallel axes of everything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.simulation.sweeps.pareto import front_of
from snodo.views.families.columns import (
    Column,
    colour_bar,
    colours_of,
    must_vary,
    note_failures,
    numbers,
    outputs_with,
    with_limits,
)
from snodo.views.style import ACTION, GREY, PALE, new_figure, quiet, save, text_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from snodo.simulation.sweeps.outcome import Sweep

Array = np.ndarray
MOST_AXES = 12


def plot_pareto(
    swept: Sweep,
    first: str,
    second: str,
    best: Sequence[str],
    color: str | None,
    units: UnitsLike,
    path: str | Path | None,
) -> Figure:
    """Members as points, and those that no other one beats in both as a line."""
    shown = ShownUnits(units)
    across, up = numbers(swept, [first, second], shown)
    tint = numbers(swept, [color or must_vary(swept, 1, "a plot")[0]], shown)[0]
    rows = front_of(across.values, up.values, best)
    scale = with_limits(float(np.nanmin(tint.values)), float(np.nanmax(tint.values)))
    figure = new_figure(7.0, 5.0)
    ax = figure.subplots()
    quiet(ax)
    ax.scatter(across.values, up.values, c=colours_of(tint.values, scale), s=22, linewidths=0)
    ax.plot(across.values[rows], up.values[rows], color=ACTION, linewidth=1.4, drawstyle=_steps(best))
    ax.scatter(across.values[rows], up.values[rows], s=40, facecolors="none", edgecolors=ACTION, linewidths=1.2)
    ax.set_xlabel(f"{across.title}, {_wanted(best[0])}", **text_style(9.5))
    ax.set_ylabel(f"{up.title}, {_wanted(best[1])}", **text_style(9.5))
    note_failures(ax, swept)
    figure.set_layout_engine("constrained")
    colour_bar(figure, ax, scale, tint.title)
    shown.check()
    save(figure, path)
    return figure


def _steps(best: Sequence[str]) -> str:
    """The corner between two members of the front is worse than both."""
    return "steps-post" if best[0] == "min" else "steps-pre"


def _wanted(word: str) -> str:
    return "small is good" if word == "min" else "large is good"


# ---------------------------------------------------------------- parallel axes
def plot_parallel(
    swept: Sweep, names: tuple[str, ...], color: str | None, units: UnitsLike, path: str | Path | None
) -> Figure:
    """A vertical axis for each quantity and number, and a line through them for each member."""
    shown = ShownUnits(units)
    chosen = list(names) or [*must_vary(swept, 1, "a plot"), *outputs_with(swept, 1)]
    if len(chosen) > MOST_AXES:
        raise UnsupportedError(Problem(f"{len(chosen)} axes are more than can be read", "name some of them"))
    columns = numbers(swept, chosen, shown)
    if len(columns) < 2:
        raise UnsupportedError(Problem("parallel axes need two columns", "name more of them"))
    tint = numbers(swept, [color or (outputs_with(swept, 1) or chosen)[0]], shown)[0]
    known = np.isfinite(np.column_stack([*(one.values for one in columns), tint.values])).all(axis=1)
    if not known.any():
        raise UnsupportedError(Problem("no member has a value on every axis", "name others"))
    scale = with_limits(float(tint.values[known].min()), float(tint.values[known].max()))
    figure = new_figure(max(6.0, 1.7 * len(columns)), 4.6)
    ax = figure.subplots()
    heights = np.column_stack([_height(one, known) for one in columns])
    _lines(ax, heights[known], colours_of(tint.values[known], scale))
    for k, one in enumerate(columns):
        _axis(ax, k, one, known)
    ax.set_xlim(-0.15, len(columns) - 0.7)
    ax.set_ylim(-0.06, 1.06)
    ax.set_axis_off()
    note_failures(ax, swept)
    figure.set_layout_engine("constrained")
    colour_bar(figure, ax, scale, tint.title)
    shown.check()
    save(figure, path)
    return figure


def _height(one: Column, known: Array) -> Array:
    low, high = one.values[known].min(), one.values[known].max()
    return (one.values - low) / (high - low) if high > low else np.full(one.values.shape, 0.5)


def _lines(ax: Any, heights: Array, colors: Array) -> None:
    from matplotlib.collections import LineCollection

    across = np.broadcast_to(np.arange(heights.shape[1]), heights.shape)
    alpha = float(np.clip(60.0 / len(heights), 0.15, 0.9))
    ax.add_collection(
        LineCollection(list(np.stack([across, heights], axis=2)), colors=list(colors), linewidths=1.0, alpha=alpha)
    )


def _axis(ax: Any, k: int, one: Column, known: Array) -> None:
    low, high = one.values[known].min(), one.values[known].max()
    ax.plot([k, k], [0, 1], color=GREY, linewidth=1.0)
    white = {"facecolor": "white", "edgecolor": PALE, "pad": 1.0, "alpha": 0.85}
    for share in (0.0, 0.5, 1.0) if high > low else (0.5,):
        words = f"{low + share * (high - low):.4g}"
        ax.text(k + 0.03, share, words, va="center", bbox=white, **text_style(7.5))
    name, _, last = one.name.partition(" ")
    unit = f"\n[{one.unit}]" if one.unit else ""
    ax.text(k, 1.07, f"{name}\n{last}{unit}" if last else f"{name}{unit}", ha="center", va="bottom", **text_style(8.5))
