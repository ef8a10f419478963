"""What a kernel's status means: which joint, force or body, with the numbers, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem

if TYPE_CHECKING:
    from snodo.formulations.planar.planar import Planar


def explain(planar: Planar, status: int, t: float) -> Problem:
    """The sentence for a status other than zero, about the state that was evaluated last."""
    layout = planar.layout
    culprit = int(planar.flat.header.culprit)
    when = f"at t = {t:.6g} s"
    if status == layout.SINGULAR_CONSTRAINTS:
        row = planar.row_names[min(culprit, planar.nc - 1)]
        pivot = planar.smallest_pivot
        return Problem(
            f"{when} the constraints become singular: row {row!r} depends on the others (relative pivot {pivot:.1e})",
            "a dead point or change point, or a redundant joint that appears only there: see `snodo check`",
        )
    if status == layout.USER_FAILED:
        return _users(planar, planar.flat.forces[culprit])
    if status == layout.USER_ROW_FAILED:
        return _users(planar, planar.flat.constraints[culprit])
    if status == layout.NOT_FINITE:
        body = planar.body_names[min(culprit, len(planar.body_names) - 1)]
        told = planar.raised(when) or not_finite(planar, when)
        return told or Problem(
            f"{when} the acceleration of body {body!r} is not finite", "look at the forces that act on it"
        )
    if status == layout.CONTRADICTION:
        row = planar.row_names[culprit]
        gap = planar.flat.table("phi_at", planar.nc)[culprit]
        return Problem(
            f"{when} row {row!r} contradicts the other constraints: it is left with {gap:.3g}",
            "two drivers or joints prescribe different motions of the same thing: remove one",
        )
    return Problem(
        f"{when} the joints cannot be closed", "the mechanism is driven beyond its reach, or the step is too large"
    )


def _users(planar: Planar, described: Any) -> Problem:
    """A user's force or constraint failed: say which, at which time, and how."""
    q, v = (planar.flat.table(at, described.written.outputs).copy() for at in ("user_q_at", "user_v_at"))
    return planar.user_failure(described, float(planar.flat.header.time), q, v)


def not_finite(planar: Planar, when: str) -> Problem | None:
    """The first row whose Φ, ν or γ is not finite, in words."""
    tables = [planar.flat.table(name, planar.nc) for name in ("phi_at", "nu_at", "phi_ddot_at")]
    bad = np.flatnonzero(~np.isfinite(tables).all(axis=0))
    if not bad.size:
        return None
    part = planar.flat.constraints[planar.flat.row_parts[bad[0]]].part
    what = f"{when} {part.title}: row {planar.row_names[bad[0]]!r} has no finite value or derivative"
    return Problem(what, "look at its function: it must be smooth where it is used", part.where)
