"""Panels of curves: colours and dashes, names at the ends of the curves, error bands, gaps, limits and margins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.views.curves import Array, Curve, heading, heading_of_x, short_names
from snodo.views.style import GREY, PALE, color_of, quiet, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

VISIBLE = 3e-3
"""Fraction of a panel's height above which an error band is visible."""
DASHES = ("-", "--", ":", "-.")
DEGREES = ("deg", "°")
MOST_TICKS = 9


def draw_panel(ax: Axes, curves: list[Curve], ends: bool = True) -> None:
    """Draw curves in one panel; ends: their names stand at their ends, where these are at the right."""
    quiet(ax)
    looks = looks_of(curves)
    for curve, (color, dash) in zip(curves, looks):
        assert curve.x is not None
        ax.plot(curve.x.values, curve.values, color=color, linestyle=dash, linewidth=1.6, label=curve.title)
        _lonely_points(ax, curve, color)
    ax.margins(x=0.0 if ends else 0.04)
    ax.set_ylim(*room_for(np.concatenate([c.values for c in curves])))
    if ends:
        _bands(ax, curves, looks)
        _gaps(ax, curves)
    ax.set_ylabel(heading(curves), **text_style(9.5))
    round_degrees(ax.yaxis, curves[0].unit)
    if len(curves) > 1:
        _name_curves(ax, curves, looks, ends)


def looks_of(curves: list[Curve]) -> list[tuple[str, str]]:
    """Colour and dash of each curve.

    Results that lie over one another have different dashes, so that curves that agree are seen; where there are
    several series, too, colours are those of the series.
    """
    runs = list(dict.fromkeys(curve.run for curve in curves))
    labels = list(dict.fromkeys(curve.label for curve in curves))
    dashes = DASHES if 1 < len(runs) <= len(DASHES) else ("-",)
    number = [labels.index(c.label) if len(labels) > 1 and len(dashes) > 1 else k for k, c in enumerate(curves)]
    return [(color_of(k), dashes[runs.index(c.run) % len(dashes)]) for k, c in zip(number, curves)]


def _lonely_points(ax: Axes, curve: Curve, color: str) -> None:
    """Values between two gaps, of which a line shows nothing."""
    known = np.concatenate([[False], np.isfinite(curve.values), [False]])
    alone = known[1:-1] & ~known[:-2] & ~known[2:]
    if curve.x is not None and alone.any():
        ax.plot(curve.x.values[alone], curve.values[alone], ".", color=color, markersize=5)


def _bands(ax: Axes, curves: list[Curve], looks: list[tuple[str, str]]) -> None:
    """Estimated errors as bands about the curves, where they are wide enough to be seen."""
    low, high = ax.get_ylim()
    for curve, (color, _) in zip(curves, looks):
        if curve.error is not None and np.nan_to_num(curve.error).max(initial=0.0) > VISIBLE * (high - low):
            lower, upper = curve.values - curve.error, curve.values + curve.error
            assert curve.x is not None
            ax.fill_between(curve.x.values, lower, upper, color=color, alpha=0.22, linewidth=0.0)


def _gaps(ax: Axes, curves: list[Curve]) -> None:
    """Mark where values are not defined (NaN), as reactions are inside singular passes."""
    spans = sorted({span for curve in curves if curve.x for span in gaps_in(curve.x.values, curve.values)})
    for start, end in spans:
        ax.axvspan(start, end, color=PALE, alpha=0.7, linewidth=0.0, zorder=0)
    if spans:
        words = text_style(8.0, color=GREY)
        ax.text(spans[0][0], 1.0, " not defined", transform=ax.get_xaxis_transform(), va="top", **words)


def gaps_in(x: Array, values: Array) -> list[tuple[float, float]]:
    """Where values are missing: from the last known one before to the first known one after."""
    missing = np.concatenate([[False], ~np.isfinite(values), [False]])
    starts, ends = np.flatnonzero(~missing[:-1] & missing[1:]), np.flatnonzero(missing[:-1] & ~missing[1:])
    before, after = x[np.maximum(starts - 1, 0)], x[np.minimum(ends, len(x) - 1)]
    return [(float(a), float(b)) for a, b in zip(before, after)]


def room_for(values: Array) -> tuple[float, float]:
    """Limits of the vertical axis; a constant with its rounding is shown as a level line."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    size = max(abs(low), abs(high))
    if high - low <= 1e-9 * size or size == 0.0:
        return (low - 0.5 * size, high + 0.5 * size) if size else (-1.0, 1.0)
    return low - 0.06 * (high - low), high + 0.06 * (high - low)


def round_degrees(axis: Axis, unit: str) -> None:
    """Ticks at 15, 30, 45, 90 … degrees, where the axis covers a quarter of a turn or more."""
    low, high = sorted(axis.get_view_interval())
    if unit in DEGREES and high - low >= 90.0:
        from matplotlib.ticker import MultipleLocator

        turns = [360.0 * 2**k for k in range(64)]
        step = next((s for s in (15.0, 30.0, 45.0, 90.0, 180.0, *turns) if (high - low) / s <= MOST_TICKS), turns[-1])
        axis.set_major_locator(MultipleLocator(step))


def name_x(ax: Axes, curves: list[Curve]) -> None:
    """Label the horizontal axis."""
    ax.set_xlabel(heading_of_x(curves), **text_style(9.5))
    round_degrees(ax.xaxis, curves[0].x.unit if curves[0].x else "")


# ---------------------------------------------------------------- names
def _name_curves(ax: Axes, curves: list[Curve], looks: list[tuple[str, str]], ends: bool) -> None:
    """Write the names next to the ends of the curves, moved apart where they would overlap; or in a legend."""
    if not ends or len({color for color, _ in looks}) < len(curves):
        legend(ax, short_names(curves))
        return
    low, high = ax.get_ylim()
    places = [(_last(c.values) - low) / (high - low) for c in curves]
    for name, y, (color, _) in zip(short_names(curves), moved_apart(places, 0.1), looks):
        ax.text(1.012, y, name, transform=ax.transAxes, va="center", **text_style(9.0, color=color))


def legend(ax: Axes, names: list[str]) -> None:
    """Names beside the panel, with their lines."""
    lines = [line for line in ax.lines if not str(line.get_label()).startswith("_")]
    ax.legend(lines, names, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9.0, handlelength=1.6)


def _last(values: Array) -> float:
    finite = values[np.isfinite(values)]
    return float(finite[-1]) if finite.size else 0.0


def moved_apart(places: list[float], gap: float) -> list[float]:
    """Positions in 0 … 1 in the same order, not closer to one another than the gap, moved as little as a sweep up and
    down can do."""
    order = np.argsort(places, kind="stable")
    found = np.clip(np.array(places, float)[order], 0.02, 0.98)
    gap = min(gap, 0.96 / max(1, len(found) - 1))
    for k in range(1, len(found)):
        found[k] = max(found[k], found[k - 1] + gap)
    found -= max(0.0, found[-1] - 0.98) * (found > found[-1] - gap * len(found))
    for k in range(len(found) - 2, -1, -1):
        found[k] = min(found[k], found[k + 1] - gap)
    out = np.empty(len(found))
    out[order] = found
    return out.tolist()


def make_room(figure: Figure, names: list[str], gap: float = 0.14, top: float = 0.4, least: float = 0.0) -> None:
    """Margins in inches: for the names at the right (at least `least`), the title and the horizontal axis."""
    width, height = figure.get_size_inches()
    right = max(least, 0.25 + 0.085 * max(map(len, names), default=0))
    if figure.axes and any(ax.get_legend() for ax in figure.axes):
        right += 0.35
    figure.subplots_adjust(
        left=0.95 / width, right=1 - right / width, bottom=0.55 / height, top=1 - top / height, hspace=gap
    )
