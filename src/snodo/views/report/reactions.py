"""Reactions: their peaks with the time, and whether the equations determine them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from snodo.errors import SnodoError
from snodo.results.result import Result
from snodo.views.curves import Array
from snodo.views.report.curves import curve, figure_of
from snodo.views.report.elements import number, paragraph, plural, section, table
from snodo.views.report.largest_reactions import largest_of, sampled_rows
from snodo.views.report.motion import DUST, peak
from snodo.views.report.pictures import Pictures
from snodo.views.report.subject import Subject, in_words

MOST_CURVES = 5


@dataclass(frozen=True)
class Reaction:
    """The size of a reaction along the motion."""

    name: str
    kind: str
    force: Array
    moment: Array
    determined: str

    @property
    def largest(self) -> float:
        """Of the force [N]."""
        return float(np.nanmax(self.force)) if np.isfinite(self.force).any() else -1.0


def reactions(s: Subject, pictures: Pictures) -> str:
    """The section; empty if there is no motion, or nothing that could react."""
    result = s.motion
    parts = [*s.mechanism.joints.values(), *s.mechanism.constraints.values()]
    if result is None or not parts:
        return ""
    try:
        chosen = largest_of(result, [part.name for part in parts])
        found = [_reaction(s, result, part.name, part.kind.replace("_", " ")) for part in parts if part.name in chosen]
    except SnodoError as error:
        return section("Reactions", paragraph(f"They cannot be computed: {in_words(error.problems)}."))
    found.sort(key=lambda one: -one.largest)
    cut = paragraph(_cut(len(found), len(parts), result))
    return section("Reactions", *_words(s, result), cut, _plot(s, result, found, pictures), _peaks(s, result, found))


def _cut(shown: int, total: int, result: Result) -> str:
    if shown == total:
        return ""
    return (
        f"To save time, these are {shown} of {total} joints and constraints: those with the largest forces at "
        f"{len(sampled_rows(result))} of the {result.time.size} times. Another one may have a larger peak in between; "
        "result.reaction(NAME) gives any of them at all times."
    )


def _reaction(s: Subject, result: Result, name: str, kind: str) -> Reaction:
    values = result.reaction(name).values
    n = s.mechanism.dimension
    force, moment = np.linalg.norm(values[:, :n], axis=1), np.linalg.norm(values[:, n:], axis=1)
    return Reaction(name, kind, force, moment, _determined(s, result, name))


def _determined(s: Subject, result: Result, name: str) -> str:
    """In words; the doctor knows single components."""
    known = s.diagnosis.reactions_known.get(name) if s.diagnosis is not None else None
    if known is not None:
        return f"no: {', '.join(known.undetermined)}" if known.undetermined else "yes"
    if result.undetermined is None:
        return "not examined"
    return "no" if name in result.undetermined else "yes"


def _words(s: Subject, result: Result) -> Iterator[str]:
    where = "of the parent on the child, at the joint" if s.mechanism.joints else "on the child"
    yield paragraph(f"Sizes of the force and of the moment {where}; the largest first.")
    if result.undetermined:
        open_ones = plural(len(result.undetermined), "part has", "parts have")
        yield paragraph(
            f"{open_ones} a reaction that is not uniquely determined, as constraints are redundant: many reactions "
            "go with the same motion, and those with the multipliers of least norm are given. Do not design with them; "
            "release the redundancy, or make a joint elastic."
        )
    if result.singular_passes:
        yield paragraph("Where the motion passes a singular position reactions are not defined, and not shown.")


def _plot(s: Subject, result: Result, found: list[Reaction], pictures: Pictures) -> str:
    curves = [
        curve(s, result, f"{one.name}.reaction", one.name, "N", one.force)
        for one in found[:MOST_CURVES]
        if one.largest > 0.0
    ]
    if not curves:
        return ""
    which = f"The {len(curves)} largest forces" if len(found) > len(curves) else "The forces"
    return pictures.figure(lambda: figure_of(curves), f"{which} in joints and constraints.", kind="curves")


def _peaks(s: Subject, result: Result, found: list[Reaction]) -> str:
    rows, most = [], max((one.largest for one in found), default=0.0)
    (force, by), (moment, turn) = s.shown.of("reaction", "N"), s.shown.of("moment", "N m")
    for one in found:
        dust = DUST * max(one.largest, most)
        cells = [
            *_peak(result, by * one.force, by * dust),
            *_peak(result, turn * one.moment, turn * dust * result.formulation.size),
        ]
        rows.append([one.name, one.kind, *cells, one.determined])
    peaks = (f"peak force [{force}]", "at t [s]", f"peak moment [{moment}]", "at t [s]")
    heads = ("joint or constraint", "kind", *peaks, "determined")
    return table(heads, rows, (0, 1, 6), what="joints and constraints")


def _peak(result: Result, values: Array, dust: float) -> tuple[str, str]:
    """The largest value and when; zero if it is rounding, a dash if it is not defined."""
    when, largest = peak(result.time, values)
    return ("0", "") if abs(largest) <= dust else (number(largest), number(when))
