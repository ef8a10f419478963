"""Orders of the integrators that solve the constraints, measured on slider-cranks with fixed steps.

Radau iterates each step to 30 ε/h of the velocities, which adds up to 1e-9 over the run: orders are visible above that.
Measured: 4.6 … 5.3 at index 2, 1 and stabilised; at index 3 velocities 4.8, multipliers 4.2, positions at that floor.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from benchmarks.mechanisms import andrews
from tests.mechanisms import slider_crank

import snodo as sn

QUANTITIES = ("q", "v", "multipliers")
PROBLEMS = {"slider-crank": (slider_crank, 0.3), "andrews": (andrews, 0.008)}


def run(problem: str, form: str, integrator: Any) -> sn.Result:
    build, T = PROBLEMS[problem]
    choices = {"formulation": form, "output": [0.0, T / 2, T], "progress": False, "error_bars": False}
    return sn.simulate(build(), integrator=integrator, **choices)


@cache
def truth(problem: str, form: str) -> sn.Result:
    return run(problem, form, sn.DOP853(rtol=1e-13))


def errors(problem: str, form: str, integrator: Any) -> np.ndarray:
    """Of q, v and λ."""
    found, wanted = run(problem, form, integrator), truth(problem, form)
    return np.array([np.abs(getattr(found, x) - getattr(wanted, x)).max() for x in QUANTITIES])


def radau(index: int | str, h: float) -> sn.Radau:
    return sn.Radau(rtol=0.5, atol=0.5, newton=1e-13, index=index, first_step=h, max_step=h)


@pytest.mark.parametrize("index", [2, 1, "stabilised"])
def test_radau_has_order_five(index: int | str) -> None:
    coarse, fine = (errors("slider-crank", "tree", radau(index, h)) for h in (5e-3, 1.25e-3))
    assert (np.log2(coarse / fine) / 2 > 4.3).all()
    assert fine[0] < 1e-10


def test_radau_at_index_three() -> None:
    coarse, fine = (errors("slider-crank", "planar", radau(3, h)) for h in (5e-3, 1.25e-3))
    assert (np.log2(coarse / fine)[1:] / 2 > 3.5).all()
    assert fine[0] < 1e-9


@pytest.mark.parametrize("choices", [{}, {"rho": 0.5}, {"hht": True}], ids=str)
@pytest.mark.parametrize("index", [3, "stabilised"])
@pytest.mark.parametrize("form", ["planar", "tree"])
def test_generalized_alpha_has_order_two(form: str, index: int | str, choices: dict[str, Any]) -> None:
    coarse, fine = (errors("andrews", form, sn.GeneralizedAlpha(step=h, index=index, **choices)) for h in (1e-5, 5e-6))
    np.testing.assert_allclose(np.log2(coarse / fine), 2.0, atol=0.1)


def test_adaptive_alpha_obeys_its_tolerance_with_the_power_two_thirds() -> None:
    coarse, fine = (errors("slider-crank", "tree", sn.AdaptiveAlpha(rtol=rtol))[0] for rtol in (1e-5, 1e-8))
    assert 0.5 < np.log10(coarse / fine) / 3 < 0.9
