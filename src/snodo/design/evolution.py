"""Global search by differential evolution, whose best is the start of a search with gradients."""

from __future__ import annotations

import numpy as np

from snodo.design.goal import Failed, Goal

Array = np.ndarray
GENERATIONS, MEMBERS = 60, 8
"""Generations, and members for each parameter."""


def evolved(goal: Goal, seed: int) -> Array:
    """The best that differential evolution finds, with violated conditions and gaps added to the objective."""
    from scipy.optimize import differential_evolution

    scale = [1.0]

    def penalised(x: Array) -> float:
        try:
            found = goal.at(x)
        except Failed:
            return 1e6 * scale[0]
        missed = np.minimum(found.conditions.value, 0.0)
        return found.value + 1e3 * scale[0] * float(missed @ missed + found.gap.value @ found.gap.value)

    scale[0] = max(abs(_first(goal)), 1e-12)
    bounds = list(zip(goal.variables.low, goal.variables.high))
    x: Array = differential_evolution(
        penalised, bounds, maxiter=GENERATIONS, popsize=MEMBERS, seed=seed, polish=False, tol=1e-8
    ).x
    return x


def _first(goal: Goal) -> float:
    try:
        return goal.at(goal.variables.values).value
    except Failed:
        return 1.0
