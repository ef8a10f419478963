"""Series against time or against one another, phase portraits and energies; one panel for each unit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.results.rates import rate_name
from snodo.results.runs import Runs
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.views.curves import (
    TIME,
    Curve,
    by_unit,
    curves_against,
    default_names,
    must_have_rows,
    short_names,
)
from snodo.views.panels import draw_panel, looks_of, make_room, name_x, room_for
from snodo.views.style import PICTURES, new_figure, save, text_style, writable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Panels = dict[tuple[str, str], list[Curve]]
ENERGIES = ("kinetic", "gravitational", "elastic", "total")
MOST_WORKS = 7
"""Sources of work that are drawn one by one: the largest ones."""


def plot(
    runs: Runs, names: tuple[str, ...], x: str | None = None, units: UnitsLike = None, path: str | Path | None = None
) -> Figure:
    """Plot named series against time, or against another series."""
    ready(runs, path)
    chosen = names or tuple(default_names(next(iter(runs.values()))))
    against = x or TIME
    panels = by_unit(curves_against(runs, [(name, against) for name in chosen], ShownUnits(units)))
    figure = new_figure(8.0, 0.9 + (2.1 if against == TIME else 3.0) * len(panels))
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for ax, curves in zip(axes, panels.values()):
        draw_panel(ax, curves, ends=against == TIME)
    name_x(axes[-1], next(iter(panels.values())))
    return finished(figure, runs, panels, path)


def plot_phase(runs: Runs, names: tuple[str, ...], units: UnitsLike = None, path: str | Path | None = None) -> Figure:
    """Plot the rates of coordinates against the coordinates; a dot is the start."""
    ready(runs, path)
    first = next(iter(runs.values()))
    pairs = [rate_name(first, name) for name in names or default_coordinates(first)]
    panels = by_unit(curves_against(runs, [(rate, value) for value, rate in pairs], ShownUnits(units)))
    figure = new_figure(7.0, 0.9 + 4.0 * len(panels))
    axes = figure.subplots(len(panels), 1, squeeze=False)[:, 0]
    for ax, curves in zip(axes, panels.values()):
        draw_panel(ax, curves, ends=False)
        _starts(ax, curves)
        name_x(ax, curves)
    return finished(figure, runs, panels, path, gap=0.25)


def _starts(ax: Axes, curves: list[Curve]) -> None:
    for curve, (color, _) in zip(curves, looks_of(curves)):
        assert curve.x is not None
        ax.plot(curve.x.values[:1], curve.values[:1], "o", color=color, markersize=5)


def default_coordinates(result: Any) -> list[str]:
    """The coordinates of the joints that have rates of their own."""
    joints = [f"{j.name}.{j.coordinate}" for j in result.mechanism.joints.values() if j.coordinate]
    if not joints:
        what = f"{result.mechanism.name!r} has no joint with one coordinate"
        raise UnsupportedError(Problem(what, 'name what to plot, such as result.plot_phase("body.x")'))
    return joints[:4]


# ---------------------------------------------------------------- energy
def plot_energy(runs: Runs, units: UnitsLike = None, path: str | Path | None = None) -> Figure:
    """Plot the energies, the work done since the start by each source without potential, and what does not add up."""
    ready(runs, path)
    shown = ShownUnits(units)
    energies = _seen(runs, [f"energy.{kind}" for kind in ENERGIES], keep="energy.total")
    groups = [("energy", energies), ("work", _largest(runs, _works(runs))), ("balance", ["energy.balance"])]
    found = [(word, _short(_of_those_that_have(runs, names, shown))) for word, names in groups if names]
    heights = [1.0 if word == "balance" else 1.6 for word, _ in found]
    figure = new_figure(8.0, 0.9 + 1.55 * sum(heights))
    axes = figure.subplots(len(found), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    for ax, (word, curves) in zip(axes, found):
        draw_panel(ax, curves)
        alone = f" of {_shared(curves)}" if word == "work" and len({c.label for c in curves}) == 1 else ""
        ax.set_ylabel(f"{word}{alone}\n[{curves[0].unit}]", **text_style(9.5))
        if word == "balance":
            _level(ax, curves)
    name_x(axes[-1], found[0][1])
    return finished(figure, runs, {("", word): curves for word, curves in found}, path)


def _short(curves: list[Curve]) -> list[Curve]:
    """Labels without what the panel says: `kinetic`, and of a work its source."""
    return [
        replace(c, label=c.label.removesuffix(" energy").rpartition("work without potential of ")[2]) for c in curves
    ]


def _shared(curves: list[Curve]) -> str:
    """The label that curves share; of one curve alone also the result that it comes from."""
    return curves[0].title if len(curves) == 1 else curves[0].label


def _works(runs: Runs) -> list[str]:
    names = [name for result in runs.values() for name in result.names() if name.endswith(".work")]
    return list(dict.fromkeys(names))


def _seen(runs: Runs, names: list[str], keep: str = "") -> list[str]:
    """Series that are not zero throughout in all results."""
    return [name for name in names if name == keep or any(np.any(r[name].values) for r in runs.values())]


def _largest(runs: Runs, names: list[str]) -> list[str]:
    """The series with the largest values, in their order."""
    size = dict.fromkeys(names, 0.0)
    for name in names:
        for result in _with(runs, name).values():
            size[name] = max(size[name], float(np.abs(np.nan_to_num(result[name].values)).max(initial=0.0)))
    chosen = sorted(names, key=lambda name: -size[name])[:MOST_WORKS]
    return [name for name in names if name in chosen and size[name] > 0.0]


def _with(runs: Runs, name: str) -> Runs:
    """The results that have a series."""
    return {run: result for run, result in runs.items() if name in result.names()}


def _of_those_that_have(runs: Runs, names: list[str], shown: ShownUnits) -> list[Curve]:
    """Curves of series that not every result has."""
    return [curve for name in names for curve in curves_against(_with(runs, name), [(name, TIME)], shown)]


def _level(ax: Axes, curves: list[Curve]) -> None:
    """The balance is drawn around zero, where it should stay."""
    low, high = room_for(np.concatenate([c.values for c in curves]))
    size = max(abs(low), abs(high))
    ax.set_ylim(-size, size)


# ---------------------------------------------------------------- shared
def ready(runs: Runs, path: str | Path | None) -> None:
    """Check, before any work, that there are rows and that the file can be written."""
    if path is not None:
        writable(path, PICTURES, "a picture")
    must_have_rows(runs)


def title_of(runs: Runs) -> str:
    """Names of the mechanisms."""
    return " · ".join(dict.fromkeys(result.mechanism.name for result in runs.values()))


def finished(
    figure: Figure,
    runs: Runs,
    panels: Panels,
    path: str | Path | None,
    gap: float = 0.14,
) -> Figure:
    """Title, margins, and the file."""
    figure.axes[0].set_title(title_of(runs), loc="left", **text_style(12.0))
    figure.align_ylabels(figure.axes)
    make_room(figure, [name for curves in panels.values() if len(curves) > 1 for name in short_names(curves)], gap)
    save(figure, path)
    return figure
