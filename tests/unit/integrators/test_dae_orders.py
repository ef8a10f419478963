"""Orders of the integrators that solve the constraints, measured on Andrews' mechanism as a tree, and on a pendulum.

Radau: errors of Andrews' mechanism are those of the first milliseconds and fall from 1e-9 to rounding, noise ε/h of
index 3 included: between steps of 1e-4 and 5e-5 s order 4.8 was measured at index 2, 1 and stabilised, and 2.5 … 3.8 at
index 3.  A pendulum with steps of 0.1 … 0.025 s is smooth enough for all.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from benchmarks.mechanisms import andrews

import snodo as sn
from tests.mechanisms import pendulum_in_space, spatial_slider_crank

QUANTITIES = ("q", "v", "multipliers")


def swinging() -> sn.Mechanism:
    """The slider-crank in space, from rest on its side, slowly."""
    m = spatial_slider_crank()
    m.initial["A.speed"] = 2.0
    return m


PROBLEMS = {"andrews": (andrews, "tree", 0.008), "swinging": (swinging, "spatial", 0.2)}
PROBLEMS["hinge"] = (pendulum_in_space, "spatial", 0.8)


def run(problem: str, integrator: Any) -> sn.Result:
    build, form, T = PROBLEMS[problem]
    choices = {"formulation": form, "output": [0.0, T / 2, T], "progress": False, "error_bars": False}
    return sn.simulate(build(), integrator=integrator, **choices)


@cache
def truth(problem: str) -> sn.Result:
    return run(problem, sn.DOP853(rtol=1e-13))


def orders(problem: str, integrators: list[Any]) -> np.ndarray:
    """Of q, v and λ, between each step and its half."""
    wanted, errors = truth(problem), []
    for integrator in integrators:
        found = run(problem, integrator)
        assert found.info["rejected"] == 0
        errors.append([np.abs(getattr(found, x) - getattr(wanted, x)).max() for x in QUANTITIES])
    return np.log2(np.array(errors)[:-1] / np.array(errors)[1:])


def fixed(index: int | str, h: float) -> sn.Radau:
    return sn.Radau(rtol=0.01, atol=0.5, newton=1e-13, index=index, first_step=h, max_step=h)


if __name__ == "__main__":
    for problem, steps in (("andrews", (1e-4, 5e-5)), ("hinge", (0.08, 0.04, 0.02)), ("swinging", (0.02, 0.01, 0.005))):
        for index in (3, 2, 1, "stabilised"):
            for h in steps:
                found = run(problem, fixed(index, h))
                print(problem, index, h, found.info["steps"], found.info["rejected"], [np.abs(getattr(found, x) - getattr(truth(problem), x)).max() for x in QUANTITIES])
