"""Energy and quality: what the software itself estimates of its errors."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from snodo.results.quality.error_estimates import FEWER_DIGITS
from snodo.results.quality.verdict import COVERS, FAIR, GOOD, NO_ROW, Quality
from snodo.views.report.curves import curve, figure_of
from snodo.views.report.elements import listing, number, paragraph, section, small, table
from snodo.views.report.head import COLOURS
from snodo.views.report.pictures import Pictures
from snodo.views.report.subject import Subject


def energy(s: Subject, pictures: Pictures) -> str:
    """Energies, the work of everything without potential, and their balance."""
    result = s.motion
    if result is None or "energy" not in result.found:
        return ""
    found = result.energy()
    kinds = {str(kind): found.sel(kind=kind).values for kind in found.kind.values}
    drawn = [kind for kind, values in kinds.items() if kind != "balance" and np.any(values)]
    curves = [curve(s, result, f"energy.{kind}", kind, "J", kinds[kind]) for kind in drawn]
    picture = ""
    if curves:
        caption = "Energies; the total changes by the work of what has no potential."
        picture = pictures.figure(lambda: figure_of(curves), caption, kind="curves")
    unit, factor = s.shown.of("energy", "J")
    rows = [[kind, *_ends(factor * values)] for kind, values in kinds.items()]
    rows += [[f"work of {name}", *_ends(factor * values)] for name, values in zip(result.work_names, result.works.T)]
    heads = ("", *(f"{word} [{unit}]" for word in ("start", "end", "smallest", "largest")))
    note = "The balance is the total energy minus its value at the start and minus all works: zero but for errors."
    return section("Energy", picture, table(heads, rows, what="lines"), paragraph(note, "soft"))


def _ends(values: np.ndarray) -> list[str]:
    known = values[np.isfinite(values)]
    limits = (known.min(), known.max()) if known.size else (np.nan, np.nan)
    return [number(float(x)) for x in (values[0], values[-1], *limits)]


LINEAR = "this is a motion of the linear model"


def quality(s: Subject) -> str:
    """The verdict, its numbers, findings and warnings."""
    result, found = s.motion, s.quality
    if result is None or found is None:
        return section("Quality", paragraph(f"There is nothing to judge: {s.complaint or LINEAR}."))
    stopped = paragraph(f"The motion stops before its end: {s.complaint}.", "verdict poor") if s.complaint else ""
    verdict = paragraph(f"Verdict: {found.verdict}.", f"verdict {COLOURS.get(found.verdict, 'poor')}")
    heads = ("measure", "value", "verdict", "where")
    limits = f"Good is up to {number(GOOD)}, fair up to {number(FAIR)}; a hundred times that for reactions."
    warnings = [f"Warning: {words}" for words in result.info.get("warnings", ())]
    return section(
        "Quality",
        stopped,
        verdict,
        table(heads, list(_measures(found)), (0, 2, 3)),
        paragraph(limits, "soft"),
        listing([*found.findings, *warnings]),
        paragraph(COVERS, "soft"),
    )


def _measures(found: Quality) -> Iterator[list[str]]:
    accuracy = found.accuracy
    if accuracy is not None and accuracy.checked:
        yield _measure("error of the motion, relative to its range (estimated)", accuracy.motion, accuracy.motion_name)
        if accuracy.force_name:
            yield _measure(
                "error of accelerations and reactions (estimated)",
                accuracy.force,
                accuracy.force_name,
                1 / FEWER_DIGITS,
            )
    elif accuracy is not None:
        yield ["error of the motion", "–", "unchecked", accuracy.reason]
    yield _measure("balance of energy, relative to the energy exchanged", found.energy_relative, "")
    if found.worst_row != NO_ROW:
        row = found.worst_row
        yield _measure("gap of the constraints, relative to the size (or in rad)", found.position_drift, row)
        yield _measure("gap of their rates, relative to the largest speed", found.velocity_drift, "")
    if found.creep:
        yield _measure("creep of joints that dry friction should hold", found.creep, "")


def _measure(what: str, value: float, where: str, allowance: float = 1.0) -> list[str]:
    word = "good" if value <= GOOD * allowance else "fair" if value <= FAIR * allowance else "poor"
    return [what, small(value), word, where]
