"""Paths of points, and hodographs: the paths of the tips of their velocities; with equal scales.

Between two rows, both are drawn as cubic Hermite curves, from places and velocities, or velocities and accelerations.
In space each is seen along the three axes of the world, or along one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, UnsupportedError, suggestion
from snodo.mechanism.body import Particle
from snodo.results.runs import Runs, speaking_of
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.views.curves import Array, Curve
from snodo.views.panels import legend, looks_of
from snodo.views.plane.canvas import Box
from snodo.views.plane.motion import between, refined
from snodo.views.plots import ready, title_of
from snodo.views.style import GREY, lighter, new_figure, quiet, save, text_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLANES = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}
PIECE = 0.02
"""Largest chord of a curve, relative to its size."""
RAYS = 12
"""Velocities drawn in a hodograph."""


@dataclass(frozen=True)
class Way:
    """The curve of one point of one result."""

    name: str
    run: str
    places: Array
    """(points, dimension) in the unit shown."""
    rows: Array
    """The same at equal times, for rays."""

    @property
    def title(self) -> str:
        """What it is called in the plot."""
        return f"{self.name}, {self.run}" if self.run else self.name


def plot_path(
    runs: Runs,
    names: tuple[str, ...],
    plane: str | None = None,
    units: UnitsLike = None,
    path: str | Path | None = None,
) -> Figure:
    """Plot the paths of points; a dot is the start."""
    ready(runs, path)
    chosen = names or tuple(moving_points(runs))
    ways = _ways(runs, chosen, units, "position", "velocity", "m")
    return _figure(runs, ways, plane, path, _unit(units, "position", "m"), ("x", "y", "z"))


def plot_hodograph(
    runs: Runs,
    names: tuple[str, ...],
    plane: str | None = None,
    units: UnitsLike = None,
    path: str | Path | None = None,
) -> Figure:
    """Plot the paths of the tips of velocities, drawn from one origin."""
    ready(runs, path)
    chosen = names or tuple(moving_points(runs))
    ways = _ways(runs, chosen, units, "velocity", "acceleration", "m/s")
    return _figure(runs, ways, plane, path, _unit(units, "velocity", "m/s"), ("vx", "vy", "vz"), rays=True)


def _unit(units: UnitsLike, name: str, own: str) -> str:
    return ShownUnits(units).of(name, own)[0]


# ---------------------------------------------------------------- which points, and where they go
def moving_points(runs: Runs) -> list[str]:
    """Frames that move; if there are none, joints and particles; each path once."""
    result = next(iter(runs.values()))
    m = result.mechanism
    particles = [name for name, body in m.bodies.items() if isinstance(body, Particle)]
    for group in (list(m.frames), [*m.joints, *particles], list(m.bodies)):
        found: dict[str, Array] = {}
        for name in group:
            places = result.position(name).values
            if _worth_showing(places, list(found.values()), result.formulation.size):
                found[name] = places
        if found:
            return list(found)
    raise SnodoError(Problem("no frame or joint moves: there is no path to plot", "name the points to plot"))


def _worth_showing(places: Array, others: list[Array], size: float) -> bool:
    moves = np.abs(places - places[0]).max() > 1e-7 * size
    return bool(moves and all(np.abs(places - other).max() > 1e-3 * size for other in others))


def _ways(runs: Runs, names: tuple[str, ...], units: UnitsLike, what: str, rate: str, own: str) -> list[Way]:
    shown, found = ShownUnits(units), []
    _, factor = shown.of(what, own)
    shown.check()
    for name in names:
        for run, result in runs.items():
            with speaking_of(run):
                values = getattr(result, what)(name).values * factor
                rates = getattr(result, rate)(name).values * factor
            times = _fine_times(result.time, values)
            even = np.linspace(result.time[0], result.time[-1], RAYS + 1)
            found.append(
                Way(name, run, between(result.time, values, rates, times), between(result.time, values, rates, even))
            )
    return found


def _fine_times(time: Array, values: Array) -> Array:
    """The times of the rows, and further times where a chord would be long."""
    if time.size < 2:
        return time
    size = float(np.ptp(values, axis=0).max())
    chords = np.linalg.norm(np.diff(values, axis=0), axis=1)
    return refined(time, chords / (PIECE * size) if size > 0.0 else np.ones(time.size - 1))


# ---------------------------------------------------------------- drawing
def _figure(
    runs: Runs,
    ways: list[Way],
    plane: str | None,
    path: str | Path | None,
    unit: str,
    words: tuple[str, str, str],
    rays: bool = False,
) -> Figure:
    boxes = [(axes, _box(ways, axes, rays)) for axes in _planes(ways[0].places.shape[1], plane)]
    inches = [box.inches(6.4 if len(boxes) == 1 else 3.6) for _, box in boxes]
    listed = len(ways) > 1 and (rays or len(boxes) > 1 or len(runs) > 1)
    side = 0.55 + 0.085 * max(len(way.title) for way in ways) if listed else 0.4
    width, height = sum(w for w, _ in inches) + 0.8 * len(boxes) + side, max(h for _, h in inches) + 1.0
    figure = new_figure(width, height)
    left = 0.8
    for ((a, b), box), (w, h) in zip(boxes, inches):
        ax = figure.add_axes((left / width, 0.55 / height, w / width, h / height))
        left += w + 0.8
        _draw(ax, box, ways, (a, b), rays)
        ax.set_xlabel(f"{words[a]} [{unit}]", **text_style(9.5))
        ax.set_ylabel(f"{words[b]} [{unit}]", **text_style(9.5))
    figure.axes[0].set_title(title_of(runs), loc="left", **text_style(12.0))
    if listed:
        legend(figure.axes[-1], [way.title for way in ways])
    else:
        _names(figure.axes[0], ways, boxes[0][0])
    save(figure, path)
    return figure


def _planes(dimension: int, plane: str | None) -> list[tuple[int, int]]:
    known = PLANES if dimension == 3 else {"xy": (0, 1)}
    if plane is None:
        return list(known.values())
    if plane in PLANES and plane not in known:
        raise UnsupportedError(Problem(f"plane={plane!r}: the mechanism is in the plane xy", "omit plane"))
    if plane not in known:
        raise NameNotFound(Problem(f"there is no plane {plane!r}", suggestion(str(plane), known)))
    return [known[plane]]


def _box(ways: list[Way], axes: tuple[int, int], rays: bool) -> Box:
    a, b = axes
    places = np.concatenate([way.places[:, a] + 1j * way.places[:, b] for way in ways])
    places = places[np.isfinite(places)]
    if rays or not places.size:
        places = np.append(places, 0.0)
    size = max(float(np.ptp(places.real)), float(np.ptp(places.imag))) or max(float(np.abs(places).max()), 1e-3)
    return Box.around(places, 0.08 * size)


def _draw(ax: Axes, box: Box, ways: list[Way], axes: tuple[int, int], rays: bool) -> None:
    quiet(ax)
    ax.set_aspect("equal")
    ax.set(xlim=(box.left, box.right), ylim=(box.bottom, box.top))
    a, b = axes
    if rays:
        ax.axhline(0.0, color=GREY, linewidth=0.8)
        ax.axvline(0.0, color=GREY, linewidth=0.8)
    for way, (color, dash) in zip(ways, _looks(ways)):
        ax.plot(way.places[:, a], way.places[:, b], color=color, linestyle=dash, linewidth=1.6, label=way.title)
        ax.plot(way.places[:1, a], way.places[:1, b], "o", color=color, markersize=5, label="_start")
        if rays:
            _rays(ax, way.rows[:-1, [a, b]], color)


def _looks(ways: list[Way]) -> list[tuple[str, str]]:
    """Colour and dash of each curve, as in all plots."""
    return looks_of([Curve(way.name, "", way.places, run=way.run) for way in ways])


def _rays(ax: Axes, tips: Array, color: str) -> None:
    """Velocities at equal times, from the origin."""
    look = {"arrowstyle": "-|>", "color": lighter(color, 0.45), "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0}
    for x, y in tips:
        ax.annotate("", (x, y), (0.0, 0.0), arrowprops=look)


def _names(ax: Any, ways: list[Way], axes: tuple[int, int]) -> None:
    """The name of each path where it starts."""
    for way, (color, _) in zip(ways, _looks(ways)):
        x, y = way.places[0, list(axes)]
        ax.annotate(way.title, (x, y), (7, 5), textcoords="offset points", **text_style(color=color))
