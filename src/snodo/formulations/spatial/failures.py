"""What a status of the kernels in space means: which joint, force or body, with the numbers, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem

if TYPE_CHECKING:
    from snodo.formulations.spatial.spatial import Spatial


def explain(spatial: Spatial, status: int, t: float) -> Problem:
    """The sentence for a status other than zero, about the state that was evaluated last."""
    layout, when, culprit = spatial.layout, f"at t = {t:.6g} s", int(spatial.flat.header.culprit)
    if status == layout.SINGULAR_CONSTRAINTS:
        what = f"{when} the constraints become singular: row {spatial.row_names[culprit]!r} depends on the others"
        remedy = "a dead point or change point, or a redundant joint that appears only there: see `snodo check`"
        return Problem(f"{what} (relative pivot {spatial.smallest_pivot:.1e})", remedy)
    if status == layout.USER_FAILED:
        return spatial.failed_law()
    if status == layout.USER_ROW_FAILED:
        return spatial.failed_row()
    if status == layout.CONTRADICTION:
        gap = spatial._rows("phi_at")[culprit]
        what = f"{when} row {spatial.row_names[culprit]!r} contradicts the other constraints: it is left with {gap:.3g}"
        return Problem(what, "two drivers or joints prescribe different motions of the same thing: remove one")
    if status == layout.NOT_FINITE:
        return spatial.raised(when) or _not_finite(spatial, when, t) or _body(spatial, when, culprit)
    remedy = "the mechanism is driven beyond its reach, or the step is too large"
    return Problem(f"{when} the joints cannot be closed", remedy)


def _not_finite(spatial: Spatial, when: str, t: float) -> Problem | None:
    """The first force or row that has no finite value, in words."""
    for law in spatial.flat.forces:
        if not np.isfinite([function(t) for function in law.functions]).all():
            return Problem(f"{when} {law.part.title} is not finite", "look at its function of time", law.part.where)
    return spatial.unfinished_row(when)


def _body(spatial: Spatial, when: str, culprit: int) -> Problem:
    body = spatial.body_names[min(culprit, len(spatial.body_names) - 1)]
    return Problem(f"{when} the acceleration of body {body!r} is not finite", "look at the forces that act on it")
