"""The doctor's report: a diagnosis in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from snodo.analyses.doctor.mobility import freedoms_by_level

if TYPE_CHECKING:
    from snodo.analyses.doctor.diagnosis import Diagnosis
    from snodo.mechanism.mechanism import Mechanism

SHOWN = 8
"""Largest number of lines of each kind."""


def letter(found: Diagnosis, remarks: bool = True) -> str:
    """All findings, most important first."""
    sections = (_complaint,) if found.complaint else (_freedoms, _elastic, _kinds, _redundancy, _reactions, _modes)
    lines = [line for section in (*sections, _remedies) for line in section(found)]
    lines += [f"Hint: {remark}" for remark in found.remarks] if remarks else []
    return "\n".join([*lines, "No problems found."] if found.healthy else lines)


def _complaint(found: Diagnosis) -> Iterator[str]:
    yield f"{found.name} does not assemble."
    yield f"  {found.complaint}"
    if found.contradiction:
        yield f"  the smallest set of contradictory constraints: {found.contradiction}"


def _freedoms(found: Diagnosis) -> Iterator[str]:
    dof, count = found.degrees_of_freedom, found.grubler
    predicted = "as Grübler's formula predicts:" if dof == count else "although Grübler's formula predicts"
    formula = f"{found.coordinates} coordinates − {found.rows} rows = {count}".replace("-", "−")
    yield f"{found.name}: {_number(dof, 'degree')} of freedom, {predicted} {formula}."
    if found.velocity_rows:
        yield f"  {freedoms_by_level(found.free_positions, dof, found.velocity_rows)}"
        yield from (f"  {one}" for one in found.integrability)
    for k, motion in enumerate(found.motions[:SHOWN], 1):
        yield f"  motion {k}: {motion.words}{'' if motion.lasts else ' (instantaneous only: it cannot continue)'}"
    yield from _more(found.motions)
    if found.singular:
        yield f"It is in a singular position: a small step away, {_listed(found.singular)} is no longer redundant,"
        yield "and not all of these motions can continue together."


def _elastic(found: Diagnosis) -> Iterator[str]:
    yield from elastic_line(found.formulation.mechanism)


def elastic_line(mechanism: Mechanism) -> Iterator[str]:
    """The names of elastic joints, if there are any."""
    names = [name for name, part in mechanism.joints.items() if part.elastic]
    if names:
        yield f"Elastic joints have springs instead of constraint rows; their motion counts as free: {_listed(names)}."


def _kinds(found: Diagnosis) -> Iterator[str]:
    """The constraints grouped by their kind: one line if all are alike."""
    groups: dict[str, list[str]] = {}
    for one in found.kinds:
        groups.setdefault(str(one), []).append(one.part)
    if len(groups) == 1:
        yield f"All constraints are {' and '.join(next(iter(groups)).rsplit(', ', 1))}."
    elif groups:
        yield "Kinds of constraints:"
        yield from (f"  {kind}: {_listed(names)}" for kind, names in groups.items())


def _redundancy(found: Diagnosis) -> Iterator[str]:
    extra = found.rows - found.rank
    if not extra:
        return
    yield f"{_number(extra, 'redundant row')}:"
    yield from (f"  {one.words}" for one in found.redundant[:SHOWN])
    yield from _more(found.redundant)


def _reactions(found: Diagnosis) -> Iterator[str]:
    open_ones = [one for one in found.reactions_known.values() if one.undetermined]
    if not found.reactions_known:
        return
    if not open_ones:
        yield "All reactions are determined."
        return
    others = "; rows of velocity constraints" if found.velocity_rows else ""
    yield f"Reactions (components in the axes of each joint{others}):"
    yield from (f"  {one}" for one in open_ones[:SHOWN])
    yield from _more(open_ones)
    known = [one.joint for one in found.reactions_known.values() if not one.undetermined]
    if known:
        yield f"  determined: {', '.join(known)}"


def _modes(found: Diagnosis) -> Iterator[str]:
    if found.switches:
        yield "Along a run these switch; the freedoms above are those at the start, without stops and friction:"
        yield from (f"  {words}" for words in found.switches[:SHOWN])
        yield from _more(found.switches)


def _remedies(found: Diagnosis) -> Iterator[str]:
    if found.remedies:
        yield "Remedy:"
        yield from (f"  {remedy}" for remedy in found.remedies)
    if found.rows - found.rank == 1 == len(found.redundant) and found.permanent:
        yield f"  (releasing any one of these rows is enough: {_listed(found.releases)})"


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def _more(items: Sequence[object]) -> Iterator[str]:
    if len(items) > SHOWN:
        yield f"  … and {len(items) - SHOWN} more"
