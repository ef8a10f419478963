"""Degrees of freedom: what the doctor found, or the counts of the run where it was not asked."""

from __future__ import annotations

from snodo.analyses.doctor.diagnosis import Diagnosis
from snodo.analyses.doctor.mobility import freedoms_by_level
from snodo.views.report.elements import heading, listing, paragraph, plural, section, table
from snodo.views.report.subject import Subject

MOST_MOTIONS = 6


def freedom(s: Subject) -> str:
    """The section."""
    found = s.diagnosis
    if found is None:
        return section("Degrees of freedom", paragraph(f"Not examined here: {s.examined}."), *_counted(s))
    if found.complaint:
        return section("Degrees of freedom", *_contradiction(found))
    pieces = [_counts(found), *_motions(found), *_redundancy(found), *_remarks(found)]
    return section("Degrees of freedom", *pieces)


def _counted(s: Subject) -> list[str]:
    """Without the doctor: sizes, and the rows that the run left out."""
    F = s.formulation
    rows = [["velocities", str(F.nv)], ["constraint rows", str(F.nc)]]
    left_out = list(s.result.info.get("redundant_rows", ())) if s.result is not None else []
    rows.append(["rows that the run left out as redundant", str(len(left_out))])
    return [table(("", "number"), rows), listing(left_out)]


def _contradiction(found: Diagnosis) -> list[str]:
    words = [paragraph(f"It does not assemble: {found.complaint}")]
    if found.contradiction:
        words.append(paragraph(f"The smallest set of contradictory constraints: {found.contradiction}"))
    return [*words, _remedies(found), listing([f"Hint: {remark}" for remark in found.remarks])]


def _counts(found: Diagnosis) -> str:
    dof, predicted = found.degrees_of_freedom, found.grubler
    rows = [
        ["coordinates of the free bodies", str(found.coordinates)],
        ["constraint rows of joints, constraints and drivers", str(found.rows)],
        ["rank of the rows", str(found.rank)],
        ["redundant rows", str(found.rows - found.rank)],
        ["degrees of freedom by Grübler's formula (coordinates − rows)", str(predicted).replace("-", "−")],
        ["degrees of freedom (coordinates − rank)", str(dof)],
    ]
    words = table(("", "number"), rows)
    if found.velocity_rows:
        words += paragraph(freedoms_by_level(found.free_positions, dof, found.velocity_rows))
        words += listing([str(one) for one in found.integrability])
    return words


def _motions(found: Diagnosis) -> list[str]:
    if not found.motions:
        return [paragraph("The drivers determine the motion." if _driven(found) else "Nothing can move.")]
    words = [f"{m.words}{'' if m.lasts else ' (instantaneous only: it cannot continue)'}" for m in found.motions]
    singular = ""
    if found.singular:
        rows = ", ".join(found.singular)
        singular = paragraph(f"It is in a singular position: a small step away, {rows} is no longer redundant.")
    return [heading("Free motions"), listing(words, MOST_MOTIONS), singular]


def _driven(found: Diagnosis) -> bool:
    return bool(found.formulation.mechanism.drivers)


def _redundancy(found: Diagnosis) -> list[str]:
    extra = found.rows - found.rank
    if not extra:
        return [paragraph("No constraint is redundant. All reactions are determined.")]
    title = heading(plural(extra, "redundant row"))
    return [title, listing([one.words for one in found.redundant], 12), _remedies(found)]


def _remedies(found: Diagnosis) -> str:
    return heading("Remedy") + listing(found.remedies, 12) if found.remedies else ""


def _remarks(found: Diagnosis) -> list[str]:
    return [heading("Hints"), listing(found.remarks, 12)] if found.remarks else []
