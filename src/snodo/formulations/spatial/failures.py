"""What a status of the kernels in space means: which joint, force or body, with the numbers, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem

if TYPE_CHECKING:
    from snodo.formulations.spatial.spatial import Spatial


def explain(spatial: Spatial, status: int, t: float) -> Problem:
    """The sentence for a status other than zero, about the state that was evaluated last."""
    layout, when, culprit = spatial.kernels.layout, f"at t = {t:.6g} s", int(spatial.flat.header.culprit)
    if status == layout.SINGULAR_CONSTRAINTS:
        what = f"{when} the constraints become singular: row {spatial.row_names[culprit]!r} depends on the others"
        remedy = "a dead point or change point, or a redundant joint that appears only there: see `snodo check`"
        return Problem(f"{what} (relative pivot {spatial.smallest_pivot:.1e})", remedy)
    if status == layout.USER_FAILED:
        return _users(spatial, spatial.flat.forces[culprit], "user_at", 3 * len(spatial.flat.forces[culprit].bodies))
    if status == layout.USER_ROW_FAILED:
        closure = _closure_of(spatial, culprit)
        return _users(spatial, closure, "row_user_at", len(closure.quantities))
    if status == layout.CONTRADICTION:
        gap = spatial._rows("phi_at")[culprit]
        what = f"{when} row {spatial.row_names[culprit]!r} contradicts the other constraints: it is left with {gap:.3g}"
        return Problem(what, "two drivers or joints prescribe different motions of the same thing: remove one")
    if status == layout.NOT_FINITE:
        return spatial.raised(when) or _not_finite(spatial, when, t) or _body(spatial, when, culprit)
    remedy = "the mechanism is driven beyond its reach, or the step is too large"
    return Problem(f"{when} the joints cannot be closed", remedy)


def _closure_of(spatial: Spatial, row: int) -> Any:
    name = spatial.row_parts[row]
    return next(closure for closure in spatial.flat.constraints if closure.part.name == name)


def _users(spatial: Spatial, described: Any, word: str, n: int) -> Problem:
    x = spatial.flat.table(word, 2 * n)
    return spatial.user_failure(described, float(spatial.flat.header.time), x[:n], x[n:])


def _not_finite(spatial: Spatial, when: str, t: float) -> Problem | None:
    """The first force or row that has no finite value, in words."""
    for law in spatial.flat.forces:
        if not np.isfinite([function(t) for function in law.functions]).all():
            return Problem(f"{when} {law.part.title} is not finite", "look at its function of time", law.part.where)
    tables = [spatial._rows(name) for name in ("phi_at", "nu_at", "phi_ddot_at")]
    bad = np.flatnonzero(~np.isfinite(tables).all(axis=0))
    if not bad.size:
        return None
    part = _closure_of(spatial, int(bad[0])).part
    what = f"{when} {part.title}: row {spatial.row_names[bad[0]]!r} has no finite value or derivative"
    return Problem(what, "look at its function: it must be smooth where it is used", part.where)


def _body(spatial: Spatial, when: str, culprit: int) -> Problem:
    body = spatial.body_names[min(culprit, len(spatial.body_names) - 1)]
    return Problem(f"{when} the acceleration of body {body!r} is not finite", "look at the forces that act on it")
