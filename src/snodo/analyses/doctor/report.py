"""The doctor's letter: a diagnosis in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from snodo.analyses.doctor.mobility import freedoms_by_level

if TYPE_CHECKING:
    from snodo.analyses.doctor.diagnosis import Diagnosis
    from snodo.mechanism.mechanism import Mechanism

SHOWN = 8
"""Lines that are told of each kind."""


def letter(found: Diagnosis, remarks: bool = True) -> str:
    """All that was found, most important first."""
    sections = (_complaint,) if found.complaint else (_freedoms, _elastic, _redundancy, _reactions)
    lines = [line for section in (*sections, _remedies) for line in section(found)]
    lines += [f"Look: {remark}" for remark in found.remarks] if remarks else []
    return "\n".join([*lines, "Nothing to complain of."] if found.healthy else lines)


def _complaint(found: Diagnosis) -> Iterator[str]:
    yield f"{found.name} does not assemble."
    yield f"  {found.complaint}"
    if found.contradiction:
        yield f"  the smallest set that cannot hold together: {found.contradiction}"


def _freedoms(found: Diagnosis) -> Iterator[str]:
    dof, count = found.degrees_of_freedom, found.grubler
    agrees = "as" if dof == count else "although"
    says = f"{found.coordinates} coordinates − {found.rows} rows = {count}".replace("-", "−")
    yield f"{found.name}: {_number(dof, 'degree')} of freedom, {agrees} counting says {says} (Grübler)."
    if found.velocity_rows:
        yield f"  {freedoms_by_level(found.free_positions, dof, found.velocity_rows)}"
        yield from (f"  {one}" for one in found.integrability)
    for k, motion in enumerate(found.motions[:SHOWN], 1):
        yield f"  motion {k}: {motion.words}{'' if motion.lasts else ' (for an instant only: it leads nowhere)'}"
    yield from _more(found.motions)
    if found.singular:
        yield f"It stands in a singular position: one step aside, {_listed(found.singular)} is no longer redundant,"
        yield "and not all of these motions go on together."


def _elastic(found: Diagnosis) -> Iterator[str]:
    yield from elastic_line(found.formulation.mechanism)


def elastic_line(mechanism: Mechanism) -> Iterator[str]:
    """Which joints are elastic, if any is."""
    names = [name for name, part in mechanism.joints.items() if part.elastic]
    if names:
        yield f"Elastic joints hold by springs, not by rows, and their motion is counted as free: {_listed(names)}."


def _redundancy(found: Diagnosis) -> Iterator[str]:
    extra = found.rows - found.rank
    if not extra:
        return
    yield f"{_number(extra, 'row')} too many:"
    yield from (f"  {one.words}" for one in found.redundant[:SHOWN])
    yield from _more(found.redundant)


def _reactions(found: Diagnosis) -> Iterator[str]:
    open_ones = [one for one in found.reactions_known.values() if one.undetermined]
    if not found.reactions_known:
        return
    if not open_ones:
        yield "All reactions are determined."
        return
    others = "; of what constrains velocities, its rows" if found.velocity_rows else ""
    yield f"Reactions (components in the axes of each joint{others}):"
    yield from (f"  {one}" for one in open_ones[:SHOWN])
    yield from _more(open_ones)
    known = [one.joint for one in found.reactions_known.values() if not one.undetermined]
    if known:
        yield f"  determined: {', '.join(known)}"


def _remedies(found: Diagnosis) -> Iterator[str]:
    if found.remedies:
        yield "Remedy:"
        yield from (f"  {remedy}" for remedy in found.remedies)
    if found.rows - found.rank == 1 == len(found.redundant) and found.permanent:
        yield f"  (releasing any one of these rows would do: {_listed(found.releases)})"


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


def _more(items: Sequence[object]) -> Iterator[str]:
    if len(items) > SHOWN:
        yield f"  … and {len(items) - SHOWN} more"
