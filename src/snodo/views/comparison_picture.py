"""The picture of a comparison: cost against accuracy, and every error of every combination."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, SnodoError
from snodo.registry import FORMULATIONS
from snodo.views.style import (
    ACTION,
    GREY,
    INK,
    PALE,
    PAPER,
    PICTURES,
    color_of,
    new_figure,
    quiet,
    save,
    text_style,
    writable,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from snodo.results.comparison.comparison import Comparison, ComparisonRow

MARKS = "o^sDvP<X>p"
"""Of the formulations, in the order of their registry."""
ERRORS = {
    "motion": "motion",
    "acceleration": "acc.",
    "multipliers": "λ",
    "reactions": "react.",
    "position_violation": r"$\Phi$",
    "velocity_violation": r"$\dot\Phi$",
    "energy_drift": "energy",
}
LEAST = 1e-16
"""Errors below this are drawn there."""


def comparison_picture(found: Comparison, path: str | Path | None = None) -> Figure:
    """Left: CPU time and difference in motion of each run; right: all its errors as colours.

    path: file to write, .png, .svg or .pdf.
    """
    if path is not None:
        writable(path, PICTURES, "a picture")
    rows = [row for row in found.rows if row.steps]
    if not rows:
        raise SnodoError(
            Problem("no combination ran: there is nothing to draw", "print the comparison for the reasons")
        )
    height = max(4.6, 1.6 + 0.19 * len(rows))
    figure = new_figure(12.5, height)
    cost, errors = figure.subplots(1, 2, width_ratios=(1.15, 1.0))
    _cost(cost, found, rows)
    _errors(errors, figure, rows)
    cost.set_title(f"{found.name}: {found.duration:g} s", loc="left", **text_style(12.0))
    figure.tight_layout(w_pad=2.0)
    save(figure, path)
    return figure


# ---------------------------------------------------------------- cost against accuracy
def _cost(ax: Axes, found: Comparison, rows: list[ComparisonRow]) -> None:
    quiet(ax)
    drawn = [row for row in rows if row.motion is not None and row.cpu]
    methods = list(dict.fromkeys(row.method for row in rows))
    for row in drawn:
        color = color_of(methods.index(row.method))
        face = color if row.finished else "none"
        ax.plot(1e3 * _cpu(row), _at_least(row.motion), _mark(row.formulation), color=color, mfc=face, ms=7)
    ax.set(xscale="log", yscale="log")
    ax.set_xlabel("CPU time of the integration [ms]", **text_style(9.5))
    ax.set_ylabel("largest difference in motion from the reference", **text_style(9.5))
    if drawn:
        _lines(ax, found)
        _legend(ax, methods, list(dict.fromkeys(row.formulation for row in drawn)))


def _lines(ax: Axes, found: Comparison) -> None:
    """The accuracy asked for, and what the references agree to."""
    ax.axhline(found.accuracy, color=ACTION, linewidth=1.0, linestyle=(0, (5, 3)), zorder=1)
    at: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "ha": "right"}
    ax.annotate("accurate below", (1, found.accuracy), xytext=(-3, 3), **at, fontsize=8, color=ACTION)
    if found.floor:
        low, _ = ax.get_ylim()
        ax.axhspan(min(low, found.floor / 3), found.floor, color=PALE, zorder=0, linewidth=0)
        ax.annotate("references agree to", (1, found.floor), xytext=(-3, 3), **at, fontsize=8, color=GREY)


def _legend(ax: Axes, methods: list[str], formulations: list[str]) -> None:
    from matplotlib.lines import Line2D

    colours = [Line2D([], [], marker="o", ls="", color=color_of(k), label=m) for k, m in enumerate(methods)]
    marks = [Line2D([], [], marker=_mark(f), ls="", color=GREY, mfc="none", label=f) for f in formulations]
    place: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.11), "ncols": 4}
    ax.legend(handles=[*colours, *marks], fontsize=8, frameon=False, **place)


def _mark(formulation: str) -> str:
    """The mark of a formulation, the same in all pictures: by its place among all that there are."""
    known = list(FORMULATIONS)
    return MARKS[known.index(formulation) % len(MARKS) if formulation in known else 0]


# ---------------------------------------------------------------- all errors
def _errors(ax: Axes, figure: Figure, rows: list[ComparisonRow]) -> None:
    values = np.array([[_logarithm(getattr(row, name)) for name in ERRORS] for row in rows])
    image = ax.imshow(np.ma.masked_invalid(values), cmap="RdYlBu_r", vmin=-14, vmax=0, aspect="auto")
    names = [f"{row.formulation} × {row.method}" + (f" × {row.integrator}" if _several(rows) else "") for row in rows]
    ax.set_xticks(range(len(ERRORS)), list(ERRORS.values()))
    ax.set_yticks(range(len(rows)), names)
    ax.tick_params(labelsize=8, length=0, colors=INK, labeltop=True, labelbottom=False)
    for k, row in enumerate(values):
        for j, value in enumerate(row):
            if np.isfinite(value):
                color = INK if -12.5 < value < -1.5 else PAPER
                ax.text(j, k, f"{value:.0f}", ha="center", va="center", fontsize=7, color=color)
    for side in ax.spines.values():
        side.set_visible(False)
    bar = figure.colorbar(image, ax=ax, fraction=0.04, pad=0.02)
    bar.set_label("log₁₀ of the relative error", **text_style(8.5))
    bar.ax.tick_params(labelsize=8)


def _several(rows: list[ComparisonRow]) -> bool:
    return len({row.integrator for row in rows}) > 1


def _cpu(row: ComparisonRow) -> float:
    return row.cpu or 0.0


def _at_least(value: Any) -> float:
    return float(np.clip(value, LEAST, 1e3))


def _logarithm(value: Any) -> float:
    return np.nan if value is None else float(np.log10(_at_least(value)))
