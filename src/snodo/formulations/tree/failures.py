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
    raised = tree.raised(when)
    if raised is not None:
        return raised
    for law in tree.flat.forces:
        values = [function(t) for function in law.functions]
        if not np.isfinite(values).all():
            what = f"{when} {law.part.title} is not finite"
            return Problem(what, "look at its function of time", law.part.where)
    resisted = tree.flat.freedoms("d")[:, 0]
    if not ((resisted > 0) & (resisted < 1e300)).all():
        from snodo.formulations.tree import door

        problem = door.singular(tree).problems[0]
        return Problem(f"{when} {problem.what}", problem.remedy)
    return Problem(f"{when} the accelerations are not finite", "look at the forces that act, and at the speeds")


def _users(tree: Running) -> Problem:
    head = tree.flat.header
    law = tree.flat.forces[head.culprit]
    words = (POSITION_WORDS[tree.mechanism.dimension], VELOCITY_WORDS[tree.mechanism.dimension])
    m, n = (len(law.bodies) * len(each) for each in words)
    q, v = np.split(tree.model[head.user_at : head.user_at + m + n].copy(), [m])
    return tree.user_failure(law, head.time, q, v)
