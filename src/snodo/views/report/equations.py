"""The equations of the mechanism, as `sn.explain` writes them, folded where they are long."""

from __future__ import annotations

import re

from snodo.errors import SnodoError
from snodo.formulations.rank import LARGEST
from snodo.views.explain.explain import ROOMS, explain, sections_of
from snodo.views.report.elements import folded, paragraph, section
from snodo.views.report.subject import Subject, in_words

MOST_BODIES = 12
"""Bodies up to which the equations are written out."""
LONG = 20_000
"""Letters above which they are folded."""


def equations(s: Subject) -> str:
    """The section."""
    return section("Equations of motion", *_pieces(s))


def _pieces(s: Subject) -> list[str]:
    F = s.formulation
    sizes = f"Formulation {F.name}: {F.nq} coordinates, {F.nv} velocities, {F.nc} constraint rows."
    if F.name not in ROOMS:
        return [paragraph(f"{sizes} The equations of this formulation are not explained.")]
    if len(F.body_names) > MOST_BODIES or F.nc > LARGEST:
        how = (
            f"The equations of more than {MOST_BODIES} bodies are not written out here; snodo explain FILE writes them."
        )
        return [paragraph(f"{sizes} {how}")]
    motion = s.motion
    try:
        found = explain(
            F,
            q=None if motion is None else motion.q[0],
            v=None if motion is None else motion.v[0],
            t=0.0 if motion is None else float(motion.time[0]),
        )
        written = [_lower(part) for part in sections_of(found)]
    except SnodoError as error:
        return [paragraph(f"{sizes} They cannot be written out: {in_words(error.problems)}.")]
    text = "\n".join(written)
    return [paragraph(f"{sizes} Numbers are those of the start."), _shown(text)]


def _shown(text: str) -> str:
    return (
        f'<div class="equations">{text}</div>'
        if len(text) <= LONG
        else folded("Coordinates, matrices and the formula of every joint", f'<div class="equations">{text}</div>')
    )


def _lower(part: str) -> str:
    """Headings one level below those of the page."""
    part = re.sub(r"(</?)h3>", r"\1h4>", part)
    return re.sub(r"(</?)h2>", r"\1h3>", part)
