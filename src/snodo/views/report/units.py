"""Units that a report is asked for: checked against everything that it shows, before anything is computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from snodo.results.files.frame import columns_of
from snodo.results.inverse_dynamics import InverseDynamics
from snodo.results.not_run import not_yet_run
from snodo.results.result import Result
from snodo.results.series import usual_names
from snodo.results.shown_units import ShownUnits, UnitsLike

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

ENERGIES = ("kinetic", "gravitational", "elastic", "total")


def shown_units(units: UnitsLike, F: Formulation, names: Sequence[str], result: Result | None = None) -> ShownUnits:
    """The units of a page; UnitError if one of them does not exist, or fits nothing that the page shows."""
    shown = ShownUnits(units)
    if units:
        for name, unit in _asked(F, names, not_yet_run(F) if result is None else result):
            shown.of(name, unit)
        shown.check()
    return shown


def _asked(F: Formulation, names: Sequence[str], result: Result) -> Iterator[tuple[str, str]]:
    """Names and SI units of all that is plotted or in a table of the motion."""
    yield "time", "s"
    for name in names or _usual(F, result):
        yield from ((label, unit) for label, unit, _ in columns_of(name, result[name]))
    if not names:
        yield from _coordinates(F)
    for part in (*F.mechanism.joints, *F.mechanism.constraints):
        yield f"{part}.reaction", "N"
    if F.mechanism.joints or F.mechanism.constraints:
        yield from (("reaction", "N"), ("moment", "N m"))
    yield from ((f"energy.{kind}", "J") for kind in ENERGIES)
    yield "energy", "J"


def _usual(F: Formulation, result: Result) -> list[str]:
    needed = result.effort_names() if isinstance(result, InverseDynamics) else []
    return [f"{name}.effort" for name in F.mechanism.drivers] + list(needed)


def _coordinates(F: Formulation) -> Iterator[tuple[str, str]]:
    own = dict(zip(F.coordinate_names, F.coordinate_units))
    own |= {name: f"{unit}/s" for name, unit in zip(F.velocity_names, F.velocity_units)}
    usual = usual_names(F)
    for name in usual or F.coordinate_names:
        owner, _, word = name.rpartition(".")
        joint = F.mechanism.joints.get(owner) if usual else None
        if joint is not None and joint.coordinate:
            yield name, "rad" if word == "angle" else "m"
        else:
            yield name, own[name] if name in own else F.motion.freedom_units(owner)[word]
