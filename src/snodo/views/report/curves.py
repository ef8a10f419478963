"""Curves of a report: the panels of `result.plot` at the width of the page, in the units that were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from snodo.results.result import Result
from snodo.views.curves import TIME, Array, Curve, against, by_unit, curves_along, short_names
from snodo.views.extremes import telling_rows
from snodo.views.panels import draw_panel, make_room, name_x
from snodo.views.report.elements import shortened
from snodo.views.report.subject import Subject
from snodo.views.style import new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, PANEL = 7.4, 1.75
"""Width of a figure and height of a panel [inch]."""
MARGIN = 1.3
"""Least room for names [inch], so that most figures of a page have panels of one width."""
MOST_POINTS = 1500
"""Points of a curve; of more, the least and the largest of every stretch are kept."""
LONGEST_ALONE = 24
"""Letters of the name of a curve that is alone in its panel: it stands beside the axis."""


def named(s: Subject, result: Result, names: Sequence[str]) -> list[Curve]:
    """The curves of named series against time."""
    return curves_along({"": result}, [(name, TIME) for name in names], s.shown)


def curve(s: Subject, result: Result, name: str, label: str, unit: str, values: Array) -> Curve:
    """A curve that is no series of the result; units are found by its name."""
    shown, converted = s.shown.converted(name, unit, values)
    return Curve(label, shown, converted, x=against(result, TIME, s.shown), own_unit=unit)


def figure_of(curves: Sequence[Curve]) -> Figure:
    """Panels below one another, one for each unit."""
    panels = [_fitting(own) for own in by_unit(list(curves)).values()]
    figure = new_figure(WIDTH, PANEL * len(panels) + 0.6)
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for ax, own in zip(axes, panels):
        draw_panel(ax, own)
        ax.margins(x=0.01)
    name_x(axes[-1], panels[0])
    figure.align_ylabels(axes)
    names = [name for own in panels if len(own) > 1 for name in short_names(own)]
    make_room(figure, names, gap=0.16, top=0.1, least=MARGIN)
    return figure


def _fitting(curves: list[Curve]) -> list[Curve]:
    """With names that fit beside the panel, and as few points as show them."""
    longest = 32 if len(curves) > 1 else LONGEST_ALONE
    return [_thinned(replace(one, label=shortened(one.label, longest))) for one in curves]


def _thinned(one: Curve) -> Curve:
    rows = telling_rows(one.values, MOST_POINTS)
    assert one.x is not None
    if rows.size == one.values.size:
        return one
    error = None if one.error is None else one.error[rows]
    return replace(one, values=one.values[rows], error=error, x=replace(one.x, values=one.x.values[rows]))
