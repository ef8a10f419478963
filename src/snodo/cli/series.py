"""The series of a run by name: all names, unknown names, and a line of numbers for each usual one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from snodo.cli.printing import number, print_table
from snodo.errors import NameNotFound, Problem
from snodo.math.units import UnitError
from snodo.results.files.frame import columns_of
from snodo.results.not_run import not_yet_run
from snodo.results.numbers import usual_numbers
from snodo.results.series import usual_names
from snodo.results.shown_units import ShownUnits, UnitsLike

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


# ---------------------------------------------------------------- before a run
def name_problems(F: Formulation, series: Iterable[str], points: Iterable[str], x: str | None = None) -> list[Problem]:
    """All problems with names of series (to plot or to write), of points (to trace), and of the horizontal axis."""
    from snodo.views.curves import against

    empty = not_yet_run(F)
    found: dict[str, list[Problem]] = {}
    ask_x = partial(against, empty, shown=ShownUnits())
    asked: tuple[tuple[Iterable[str], Callable[[str], Any]], ...] = (
        (series, empty.__getitem__),
        (points, F.motion.place),
        ([x] if x else [], ask_x),
    )
    for names, ask in asked:
        for name in names:
            try:
                ask(name)
            except NameNotFound as error:
                found[name] = error.problems
    return [problem for problems in found.values() for problem in problems]


def own_units(F: Formulation, names: Iterable[str]) -> dict[str, str]:
    """The SI units of series, component by component; of the time too."""
    empty, found = not_yet_run(F), {}
    for name in names:
        columns = [("time", "s", None)] if name == "time" else columns_of(name, empty[name])
        found.update({label: unit for label, unit, _ in columns})
    return found


def unit_problems(units: UnitsLike, own: dict[str, str]) -> list[Problem]:
    """All problems with the units that are asked for."""
    try:
        shown = ShownUnits(units)
        for name, unit in own.items():
            shown.of(name, unit)
        shown.check()
    except UnitError as error:
        return error.problems
    return []


def print_names(F: Formulation) -> None:
    """Every series that can be plotted, part by part."""
    parts: dict[str, list[str]] = {}
    names = not_yet_run(F).names()
    for name in names:
        part, _, word = name.rpartition(".")
        parts.setdefault(part, []).append(word)
    kinds = {part.name: part.kind.replace("_", " ") for part in F.mechanism.parts()}
    print_table(("part", "kind", "series"), [[p, kinds.get(p, ""), ", ".join(w)] for p, w in parts.items()], (0, 1, 2))
    if names:
        click.echo(f"a name is part.series, for example: --plot {names[0]}")


# ---------------------------------------------------------------- after it, straight from the arrays
def usual_lines(result: Any) -> list[list[str]]:
    """Joint coordinates, states and outputs, then the efforts of the drivers; of a mechanism with none, its bodies."""
    F, m = result.formulation, result.mechanism
    lines = []
    for name in usual_names(F):
        lines.append(_line(name, *_of_joint(result, name)))
    numbers = F.numbers_in(result.states)
    lines += [_line(name, numbers[:, k], "") for name, k in usual_numbers(F).items() if numbers.shape[1]]
    for k, row in enumerate(F.row_names):
        if F.row_parts[k] in m.drivers:
            unit = "N m" if F.row_units[k] == "rad" else "N"
            lines.append(_line(_effort_name(F, row), -result.multipliers[:, k], unit))
    if not lines:
        lines = [_line(n, x, u) for n, x, u in zip(F.coordinate_names, result.q.T, F.coordinate_units)]
    return lines


def _of_joint(result: Any, name: str) -> tuple[np.ndarray, str]:
    """The values of a joint's coordinate, or of its angular velocity, and their unit."""
    F, (joint, _, word) = result.formulation, name.rpartition(".")
    if result.mechanism.joints[joint].coordinate:
        return F.motion.joint(joint, result.q, result.v, result.a)[0], "rad" if word == "angle" else "m"
    if name in F.coordinate_names:
        k = F.coordinate_names.index(name)
        return result.q[:, k], F.coordinate_units[k]
    if name in F.velocity_names:
        k = F.velocity_names.index(name)
        return result.v[:, k], f"{F.velocity_units[k]}/s"
    return F.motion.freedoms(joint, result.q, result.v, result.a)[word], F.motion.freedom_units(joint)[word]


def _effort_name(F: Formulation, row: str) -> str:
    """`motor.effort`, or `hand.effort x` if a driver has several rows."""
    driver, _, word = row.rpartition(".")
    return f"{driver}.effort" if F.row_parts.count(driver) == 1 else f"{driver}.effort {word}"


def _line(name: str, x: np.ndarray, unit: str) -> list[str]:
    return [name, *(number(float(value)) for value in (x[0], x[-1], x.min(), x.max())), unit]
