"""Series as curves: components apart, in the units wanted, with their errors, and with what they are drawn against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError
from snodo.results.numbers import usual_numbers
from snodo.results.runs import Runs, speaking_of
from snodo.results.series import usual_names
from snodo.results.shown_units import ShownUnits

Array = np.ndarray

MOST_JOINTS = 8
"""Joint coordinates shown when no names are given."""
TIME = "time"
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
class Against:
    """What a curve is drawn against."""

    label: str
    unit: str
    values: Array


@dataclass(frozen=True)
class Curve:
    """One line of a plot."""

    label: str
    unit: str
    values: Array
    error: Array | None = None
    """Estimated error at every time, drawn as a band where it can be seen."""
    run: str = ""
    """Which result it comes from, if there are several."""
    x: Against | None = None
    own_unit: str = ""
    """Before it was converted."""

    @property
    def title(self) -> str:
        """Its label, and which result it comes from."""
        return f"{self.label}, {self.run}" if self.run else self.label


# ---------------------------------------------------------------- what to plot
def default_names(result: Any) -> list[str]:
    """Coordinates of the joints, states and outputs, and the energies that are not zero throughout."""
    moving = usual_names(result.formulation)
    energies = [f"energy.{kind}" for kind in ("kinetic", "gravitational", "elastic", "total")]
    numbers = list(usual_numbers(result.formulation))
    return moving[:MOST_JOINTS] + numbers[:MOST_JOINTS] + [name for name in energies if np.any(result[name].values)]


def must_have_rows(runs: Runs) -> None:
    """Refuse empty results."""
    for name, result in runs.items():
        if result.time.size == 0:
            which = f"the result {name!r}" if name else "the result"
            raise SnodoError(Problem(f"{which} is empty: nothing to plot", "simulate first"))


def curves_against(runs: Runs, pairs: Sequence[tuple[str, str]], shown: ShownUnits) -> list[Curve]:
    """The curves of (series, series that it is drawn against), of all results; every unit wanted must fit one."""
    found = curves_along(runs, pairs, shown)
    shown.check()
    return found


def curves_along(runs: Runs, pairs: Sequence[tuple[str, str]], shown: ShownUnits) -> list[Curve]:
    """The curves of (series, series that it is drawn against), of all results one after the other."""
    found = []
    for name, x in pairs:
        for run, result in runs.items():
            with speaking_of(run):
                along = against(result, x, shown)
                found += [replace(curve, run=run, x=along) for curve in with_errors(result, name, shown)]
    return found


def against(result: Any, name: str, shown: ShownUnits) -> Against:
    """The series for the horizontal axis: one number for each time."""
    if name == TIME:
        return Against("time", *shown.converted(TIME, "s", result.time))
    series = result[name]
    if series.ndim != 1:
        stems = (name, name.removesuffix(".reaction"))
        words = [f"{stem}.{word}" for stem in stems for word in map(str, series[series.dims[1]].values)]
        known = [word for word in words if word in result.names()]
        remedy = f"use one of {', '.join(known)}" if known else "use one of its components"
        raise NameNotFound(Problem(f"{name!r} has several components: it cannot be a horizontal axis", remedy))
    return Against(series.attrs["long_name"], *shown.converted(name, series.attrs["units"], series.values))


def curves_of(series: Any, every: bool = False) -> list[Curve]:
    """A labelled series as curves: one for a scalar, one for each component of a vector that is not just rounding.

    every: also those that are just rounding.
    """
    label, unit = series.attrs["long_name"], series.attrs["units"]
    if series.ndim == 2:
        kind = series.dims[1]
        sizes = np.abs(np.nan_to_num(series.values)).max(axis=0, initial=0.0)
        seen = sizes > 1e-12 * sizes.max() if sizes.any() and not every else sizes >= 0.0
        return [curve for word in series[kind].values[seen] for curve in curves_of(series.sel({kind: word}), every)]
    words = [str(series[name].item()) for name in series.coords if series[name].ndim == 0]
    return [Curve(", ".join([label, *words]), _unit(unit, words), np.asarray(series.values))]


def with_errors(result: Any, name: str, shown: ShownUnits | None = None) -> list[Curve]:
    """The curves of a series in the units wanted, with their estimated errors if the run was checked by a twin."""
    curves = curves_of(result[name])
    if getattr(result, "twin", None) is not None:
        errors = curves_of(result.error(name), every=True)
        bars = {curve.label.removeprefix("estimated error of "): curve.values for curve in errors}
        curves = [replace(curve, error=bars.get(curve.label)) for curve in curves]
    return [_converted(curve, name, shown or ShownUnits()) for curve in curves]


def _converted(curve: Curve, name: str, shown: ShownUnits) -> Curve:
    unit, factor = shown.of(name, curve.unit)
    if factor == 1.0:
        return replace(curve, unit=unit, own_unit=curve.unit)
    error = None if curve.error is None else curve.error * factor
    return replace(curve, unit=unit, own_unit=curve.unit, values=curve.values * factor, error=error)


def _unit(unit: str, words: list[str]) -> str:
    """A reaction is given in "N, N m": the unit of one component."""
    force, _, torque = unit.partition(", ")
    return torque if torque and not {"torque", "mx", "my", "mz"}.isdisjoint(words) else force


# ---------------------------------------------------------------- panels and names
def by_unit(curves: list[Curve]) -> dict[tuple[str, str], list[Curve]]:
    """The curves of each unit (and of each unit that they are drawn against), each once, in their first order."""
    panels: dict[tuple[str, str], list[Curve]] = {}
    for curve in curves:
        panel = panels.setdefault((curve.x.unit if curve.x else "", curve.unit), [])
        if curve.title not in [other.title for other in panel]:
            panel.append(curve)
    return panels


def heading(curves: list[Curve]) -> str:
    """Label of the vertical axis: the curve's own, or what the curves have in common."""
    unit = curves[0].unit
    if len({curve.label for curve in curves}) == 1:
        return f"{curves[0].label}\n[{unit}]"
    return f"{shared([c.label for c in curves]) or QUANTITIES.get(curves[0].own_unit, '')} [{unit}]".strip()


def heading_of_x(curves: list[Curve]) -> str:
    """Label of the horizontal axis."""
    labels = list(dict.fromkeys(curve.x.label for curve in curves if curve.x))
    unit = curves[0].x.unit if curves[0].x else ""
    return f"{labels[0] if len(labels) == 1 else shared(labels)} [{unit}]".strip()


def shared(labels: Sequence[str]) -> str:
    """The words with which all labels begin, as `angle` in `angle of A` and `angle of B`."""
    columns = zip(*(label.replace(",", " ,").split() for label in labels))
    words = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]
    while words and words[-1] in ("of", ",", "along", "about"):
        words = words[:-1]
    return " ".join(words)


def short_names(curves: list[Curve]) -> list[str]:
    """Titles without the words that all have in common."""
    titles = [curve.title for curve in curves]
    common = shared(titles)
    return [title.removeprefix(common).strip(" ,").removeprefix("of ") or title for title in titles]
