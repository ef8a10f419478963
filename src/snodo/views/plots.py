"""Curves against time, one panel for each unit, names at the ends of the curves; and paths in the plane."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, SnodoError
from snodo.results.series import usual_names
from snodo.views.plane.canvas import Box
from snodo.views.plane.motion import Moving
from snodo.views.plane.traces import Trace, traces_of
from snodo.views.style import PICTURES, color_of, new_figure, quiet, save, text_style, writable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray

VISIBLE = 3e-3
"""Fraction of a panel's height above which an error band is visible."""
MOST_JOINTS = 8
"""Joint coordinates shown when no names are given."""
QUANTITIES = {
    "rad": "angle",
    "rad/s": "angular velocity",
    "rad/s²": "angular acceleration",
    "m": "length",
    "m/s": "velocity",
    "m/s²": "acceleration",
    "N": "force",
    "N m": "torque",
    "J": "energy",
    "W": "power",
}


@dataclass(frozen=True)
class Curve:
    """One line of a plot."""

    label: str
    unit: str
    values: Array
    error: Array | None = None
    """Estimated error at every time, drawn as a band where it can be seen."""


def plot(result: Any, *names: str, path: str | Path | None = None) -> Figure:
    """Plot named series such as "A.angle", "B.reaction" or "energy.total" against time; returns the figure.

    Series of one unit share a panel; vectors are split into their components.  Without names: the coordinates of the
    joints (the first eight) and the energies.  Where the estimated error of a curve (`result.error`) is large enough to
    be seen, it is drawn as a band.  path: file to write, .png, .svg or .pdf.
    """
    if path is not None:
        writable(path, PICTURES, "a picture")
    if result.time.size == 0:
        raise SnodoError(Problem("the result is empty: nothing to plot", "simulate first"))
    panels = by_unit([curve for name in names or default_names(result) for curve in with_errors(result, name)])
    figure = new_figure(8.0, 0.9 + 2.1 * len(panels))
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for ax, (unit, curves) in zip(axes, panels.items()):
        _panel(ax, result.time, unit, curves)
    axes[0].set_title(result.mechanism.name, loc="left", **text_style(12.0))
    axes[-1].set_xlabel("time [s]", **text_style(9.5))
    figure.align_ylabels(axes)
    _make_room(figure, panels)
    save(figure, path)
    return figure


def plot_path(result: Any, *names: str, path: str | Path | None = None) -> Figure:
    """Plot the paths of points in the plane, y against x with equal scales; returns the figure.

    names: frames, joints or bodies; default: the frames that move or, if there are none, joints and particles.  A dot
    marks the start.  path: file to write, .png, .svg or .pdf.
    """
    if path is not None:
        writable(path, PICTURES, "a picture")
    moving = Moving(result)
    times = moving.fine_times()
    traces = traces_of(moving, names, times) or traces_of(moving, names, times, joints=True)
    if not traces:
        raise SnodoError(Problem("no frame or joint moves: there is no path to plot", "name the points to plot"))
    places = np.concatenate([found.places for found in traces])
    size = max(float(np.ptp(places.real)), float(np.ptp(places.imag))) or 0.1 * moving.F.size
    box = Box.around(places, 0.08 * size)
    width, height = box.inches(6.4)
    figure = new_figure(width + 1.2, height + 1.0)
    ax = figure.add_axes((0.8 / (width + 1.2), 0.55 / (height + 1.0), width / (width + 1.2), height / (height + 1.0)))
    _paths(ax, box, traces)
    ax.set_title(result.mechanism.name, loc="left", **text_style(12.0))
    save(figure, path)
    return figure


def _paths(ax: Axes, box: Box, traces: list[Trace]) -> None:
    quiet(ax)
    ax.set_aspect("equal")
    ax.set(xlim=(box.left, box.right), ylim=(box.bottom, box.top))
    for k, found in enumerate(traces):
        start, color = found.places[0], color_of(k)
        ax.plot(found.places.real, found.places.imag, color=color, linewidth=1.6, label=found.name)
        ax.plot([start.real], [start.imag], "o", color=color, markersize=5)
        ax.annotate(found.name, (start.real, start.imag), (7, 5), textcoords="offset points", **text_style(color=color))
    ax.set_xlabel("x [m]", **text_style(9.5))
    ax.set_ylabel("y [m]", **text_style(9.5))


# ---------------------------------------------------------------- what to plot
def default_names(result: Any) -> list[str]:
    """Coordinates of the joints and the energies that are not zero throughout."""
    moving = usual_names(result.formulation)
    energies = [f"energy.{kind}" for kind in ("kinetic", "gravitational", "elastic", "total")]
    return moving[:MOST_JOINTS] + [name for name in energies if np.any(result[name].values)]


def curves_of(series: Any, every: bool = False) -> list[Curve]:
    """A labelled series as curves: one for a scalar, one for each component of a vector that is not just rounding.

    every: also those that are just rounding.
    """
    label, unit = series.attrs["long_name"], series.attrs["units"]
    if series.ndim == 2:
        kind = series.dims[1]
        sizes = np.abs(series.values).max(axis=0, initial=0.0)
        seen = sizes > 1e-12 * sizes.max() if sizes.any() and not every else sizes >= 0.0
        return [curve for word in series[kind].values[seen] for curve in curves_of(series.sel({kind: word}), every)]
    words = [str(series[name].item()) for name in series.coords if series[name].ndim == 0]
    return [Curve(", ".join([label, *words]), _unit(unit, words), np.asarray(series.values))]


def with_errors(result: Any, name: str) -> list[Curve]:
    """The curves of a series, with their estimated errors if the run was checked by a twin."""
    curves = curves_of(result[name])
    if getattr(result, "twin", None) is None:
        return curves
    errors = result.error(name)
    bars = {curve.label.removeprefix("estimated error of "): curve.values for curve in curves_of(errors, every=True)}
    return [replace(curve, error=bars.get(curve.label)) for curve in curves]


def _unit(unit: str, words: list[str]) -> str:
    """A reaction is given in "N, N m": the unit of one component."""
    force, _, torque = unit.partition(", ")
    return torque if torque and not {"torque", "mx", "my", "mz"}.isdisjoint(words) else force


def by_unit(curves: list[Curve]) -> dict[str, list[Curve]]:
    """The curves of each unit, each once, in the order in which the units first occur."""
    panels: dict[str, list[Curve]] = {}
    for curve in curves:
        panel = panels.setdefault(curve.unit, [])
        if curve.label not in [other.label for other in panel]:
            panel.append(curve)
    return panels


# ---------------------------------------------------------------- one panel
def _panel(ax: Axes, time: Array, unit: str, curves: list[Curve]) -> None:
    quiet(ax)
    lines = [ax.plot(time, c.values, color=color_of(k), linewidth=1.6)[0] for k, c in enumerate(curves)]
    for line, curve in zip(lines, curves):
        line.set_label(curve.label)
    ax.margins(x=0.0)
    ax.set_ylim(*room_for(np.concatenate([c.values for c in curves])))
    _bands(ax, time, curves)
    ax.set_ylabel(_heading(unit, curves), **text_style(9.5))
    if len(curves) > 1:
        _name_curves(ax, curves)


def _bands(ax: Axes, time: Array, curves: list[Curve]) -> None:
    """Estimated errors as bands about the curves, where they are wide enough to be seen."""
    low, high = ax.get_ylim()
    for k, curve in enumerate(curves):
        if curve.error is not None and np.nan_to_num(curve.error).max(initial=0.0) > VISIBLE * (high - low):
            lower, upper = curve.values - curve.error, curve.values + curve.error
            ax.fill_between(time, lower, upper, color=color_of(k), alpha=0.22, linewidth=0.0)


def room_for(values: Array) -> tuple[float, float]:
    """Limits of the vertical axis; a constant with its rounding is shown as a level line."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    size = max(abs(low), abs(high))
    if high - low <= 1e-9 * size or size == 0.0:
        return (low - 0.5 * size, high + 0.5 * size) if size else (-1.0, 1.0)
    return low - 0.06 * (high - low), high + 0.06 * (high - low)


def _heading(unit: str, curves: list[Curve]) -> str:
    """Label of the vertical axis: the curve's own, or what the curves have in common."""
    if len(curves) == 1:
        return f"{curves[0].label}\n[{unit}]"
    return f"{_shared(curves) or QUANTITIES.get(unit, '')} [{unit}]"


def _shared(curves: list[Curve]) -> str:
    """The words with which all labels begin, as `angle` in `angle of A` and `angle of B`."""
    columns = zip(*(curve.label.replace(",", " ,").split() for curve in curves))
    words = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]
    while words and words[-1] in ("of", ",", "along"):
        words = words[:-1]
    return " ".join(words)


def short_names(curves: list[Curve]) -> list[str]:
    """Labels without the words that all have in common."""
    shared = _shared(curves)
    return [curve.label.removeprefix(shared).strip(" ,").removeprefix("of ") or curve.label for curve in curves]


def _name_curves(ax: Axes, curves: list[Curve]) -> None:
    """Write the names next to the ends of the curves, moved apart where they would overlap."""
    low, high = ax.get_ylim()
    ends = [(_last(c.values) - low) / (high - low) for c in curves]
    for k, (name, y) in enumerate(zip(short_names(curves), moved_apart(ends, 0.1))):
        ax.text(1.012, y, name, transform=ax.transAxes, va="center", **text_style(9.0, color=color_of(k)))


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


def _make_room(figure: Figure, panels: dict[str, list[Curve]]) -> None:
    """Margins in inches: for the names at the right, the title and the time axis."""
    width, height = figure.get_size_inches()
    longest = max((len(n) for curves in panels.values() if len(curves) > 1 for n in short_names(curves)), default=0)
    right = 0.25 + 0.085 * longest
    figure.subplots_adjust(
        left=0.95 / width, right=1 - right / width, bottom=0.55 / height, top=1 - 0.4 / height, hspace=0.14
    )
