"""Accelerations of open chains at rest, of the tests of RBDL."""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.verification.problem import Array, Measure, StateProblem
from snodo.analyses.verification.published import numbers, source
from snodo.formulations.base import Formulation

CASES = (
    "single_chain",
    "single_body",
    "double_chain",
    "triple_chain",
    "double_chain_in_space",
    "tree_in_space",
)


def accelerations(F: Formulation, method: Any) -> tuple[Array, Array, Array]:
    """The assembled state q, v and its accelerations, by a constraint method."""
    from snodo.analyses.assembly.assemble import assemble

    start = assemble(F)
    bound = method.bind(F, start.q, start.v, 0.0)
    found = bound.recover(np.zeros(1), bound.state(start.q, start.v)[None])
    return start.q, start.v, found["acceleration"][0]


def of_joints(count: int) -> Measure:
    """Accelerations of the joints j1, j2, …"""

    def measure(F: Formulation, method: Any) -> Array:
        state = accelerations(F, method)
        return np.array([float(F.motion.joint(f"j{k}", *state)[2]) for k in range(1, count + 1)])

    return measure


def of_the_body(F: Formulation, method: Any) -> Array:
    """Angular acceleration of b1: at rest, that about z is the acceleration of the first of three turns."""
    found: Array = F.motion.angular_acceleration("b1", *accelerations(F, method))
    return found[::-1]


def articulated_bodies() -> tuple[StateProblem, ...]:
    """All of them."""
    found = []
    for case in (*CASES, "three_turns"):
        wanted = numbers("articulated_bodies", "accelerations", case)
        measure = of_joints(wanted.size) if case in CASES else of_the_body
        file, origin = f"verification/rbdl_{case}", source("articulated_bodies")
        found.append(
            StateProblem(f"rbdl_{case}", file, origin, 1e-12, 1e-13, "rad/s²", wanted, measure, by_methods=True)
        )
    return tuple(found)
