"""What a status of the tree's kernels means: which joint or force, with the numbers, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS

if TYPE_CHECKING:
    from snodo.formulations.tree.running import Running


def explain(tree: Running, status: int, t: float) -> Problem:
    """The sentence for a status other than zero, about the state that was evaluated last."""
    layout, when = tree.kernels.layout, f"at t = {t:.6g} s"
    if status == layout.USER_FAILED:
        return _users(tree)
    if tree.nc and status in (layout.SINGULAR_CONSTRAINTS, layout.NO_CONVERGENCE, layout.CONTRADICTION):
        return _rows(tree, status, when)
    if status == layout.USER_ROW_FAILED:
        return _users_rows(tree)
    raised = tree.raised(when)
    if raised is not None:
        return raised
    for law in tree.flat.forces:
        values = [function(t) for function in law.functions]
        if not np.isfinite(values).all():
            what = f"{when} {law.part.title} is not finite"
            return Problem(what, "look at its function of time", law.part.where)
    unfinished = _not_finite(tree, when)
    if unfinished is not None:
        return unfinished
    resisted = tree.flat.freedoms("d")[:, 0]
    if not ((resisted > 0) & (resisted < 1e300)).all():
        from snodo.formulations.tree import door

        problem = door.singular(tree).problems[0]
        return Problem(f"{when} {problem.what}", problem.remedy)
    return Problem(f"{when} the accelerations are not finite", "look at the forces that act, and at the speeds")


def _rows(tree: Running, status: int, when: str) -> Problem:
    """The constraint rows cannot be solved, closed or held together."""
    layout, row = tree.kernels.layout, min(tree.flat.header.culprit, tree.nc - 1)
    if status == layout.SINGULAR_CONSTRAINTS:
        what = f"{when} the constraints become singular: row {tree.row_names[row]!r} depends on the others"
        remedy = "a dead point or change point, or a redundant joint that appears only there: see `snodo check`"
        return Problem(f"{what} (relative pivot {tree.smallest_pivot:.1e})", remedy)
    if status == layout.CONTRADICTION:
        gap = tree.model[tree.flat.header.phi_at + row]
        what = f"{when} row {tree.row_names[row]!r} contradicts the other constraints: it is left with {gap:.3g}"
        return Problem(what, "two drivers or joints prescribe different motions of the same thing: remove one")
    remedy = "the mechanism is driven beyond its reach, or the step is too large"
    return Problem(f"{when} the joints cannot be closed", remedy)


def _not_finite(tree: Running, when: str) -> Problem | None:
    """The first row whose Φ, ν or Φ̈ is not finite, in words."""
    tables = [tree._rows(name) for name in ("phi_at", "nu_at", "phi_ddot_at")] if tree.nc else [np.zeros(0)]
    bad = np.flatnonzero(~np.isfinite(tables).all(axis=0))
    if not bad.size:
        return None
    part = tree.mechanism[tree.row_parts[bad[0]]]
    what = f"{when} {part.title}: row {tree.row_names[bad[0]]!r} has no finite value or derivative"
    return Problem(what, "look at its function: it must be smooth where it is used", part.where)


def _users_rows(tree: Running) -> Problem:
    """A constraint that the user wrote failed: say which, at which time, and how."""
    head = tree.flat.header
    closure = next(c for c in tree.flat.constraints if c.part.name == tree.row_parts[head.culprit])
    n = len(closure.quantities)
    q, v = (tree.model[at : at + n].copy() for at in (head.row_user_at, head.row_user_at + n))
    return tree.user_failure(closure, head.time, q, v)


def _users(tree: Running) -> Problem:
    head = tree.flat.header
    law = tree.flat.forces[head.culprit]
    words = (POSITION_WORDS[tree.mechanism.dimension], VELOCITY_WORDS[tree.mechanism.dimension])
    m, n = (len(law.bodies) * len(each) for each in words)
    q, v = np.split(tree.model[head.user_at : head.user_at + m + n].copy(), [m])
    return tree.user_failure(law, head.time, q, v)
