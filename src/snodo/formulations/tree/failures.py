"""What a status of the tree's kernels means: which joint or force, with the numbers, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem

if TYPE_CHECKING:
    from snodo.formulations.tree.in_time import Running


def explain(tree: Running, status: int, t: float) -> Problem:
    """The sentence for a status other than zero, about the state that was evaluated last."""
    layout, when = tree.layout, f"at t = {t:.6g} s"
    if status == layout.USER_FAILED:
        return tree.failed_law()
    if tree.nc and status in (layout.SINGULAR_CONSTRAINTS, layout.NO_CONVERGENCE, layout.CONTRADICTION):
        return _rows(tree, status, when)
    if status == layout.USER_ROW_FAILED:
        return tree.failed_row()
    raised = tree.raised(when)
    if raised is not None:
        return raised
    for law in tree.flat.forces:
        values = [function(t) for function in law.functions]
        if not np.isfinite(values).all():
            what = f"{when} {law.part.title} is not finite"
            return Problem(what, "look at its function of time", law.part.where)
    unfinished = tree.unfinished_row(when)
    if unfinished is not None:
        return unfinished
    resisted = tree.flat.freedoms("d")[:, 0]
    if not ((resisted > 0) & (resisted < 1e300)).all():
        from snodo.formulations.tree import arguments

        problem = arguments.singular(tree).problems[0]
        return Problem(f"{when} {problem.what}", problem.remedy)
    return Problem(f"{when} the accelerations are not finite", "look at the forces that act, and at the speeds")


def _rows(tree: Running, status: int, when: str) -> Problem:
    """The constraint rows cannot be solved, closed or held together."""
    layout, row = tree.layout, min(tree.flat.header.culprit, tree.nc - 1)
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
