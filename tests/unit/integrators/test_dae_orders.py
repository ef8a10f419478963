"""Orders of the integrators that solve the constraints, measured with fixed steps.

Iterations of Radau go as far as rounding lets them here: with the usual ones, to a hundredth of the tolerance, what
they leave is larger than the error of the method.  Measured: 4.9 … 5.03 of positions, velocities and multipliers of the
slider-crank at every index; 5.0 … 6.0 of the top in absolute coordinates.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.mechanisms import andrews
from tests.mechanisms import four_bar, slider_crank

import snodo as sn

sys.path.append(str(Path(__file__).parents[2] / "agreement"))
from test_dae_integrators import top

QUANTITIES = ("q", "v", "multipliers")
PROBLEMS = {"slider-crank": (slider_crank, 0.3), "andrews": (andrews, 0.008), "four-bar": (four_bar, 0.2)}
PROBLEMS["top"] = (top, 0.05)


def run(problem: str, form: str, integrator: Any) -> sn.Result:
    build, T = PROBLEMS[problem]
    choices = {"formulation": form, "output": [0.0, T], "progress": False, "error_bars": False}
    return sn.simulate(build(), integrator=integrator, **choices)


@cache
def truth(problem: str, form: str) -> sn.Result:
    return run(problem, form, sn.DOP853(rtol=1e-13))


def errors(problem: str, form: str, integrator: Any) -> np.ndarray:
    """Of q, v and, if there are rows, λ."""
    found, wanted = run(problem, form, integrator), truth(problem, form)
    known = [x for x in QUANTITIES if getattr(wanted, x).size]
    return np.array([np.abs(getattr(found, x) - getattr(wanted, x)).max() for x in known])


def radau(problem: str, index: int | str, steps: int) -> sn.Radau:
    """So many steps of one length, none of them rejected, with iterations down to rounding."""
    h = PROBLEMS[problem][1] / steps
    return sn.Radau(rtol=0.9, atol=1e3, newton=1e-15, index=index, first_step=h, max_step=h)


RUNS = [
    (problem, form, steps, index)
    for problem, form, steps in (
        ("slider-crank", "planar", 60),
        ("slider-crank", "tree", 60),
        ("four-bar", "tree", 40),
        ("top", "tree", 50),
        ("top", "spatial", 100),
    )
    for index in (3, 2, 1, "stabilised")
    if (form, index) != ("spatial", 1)  # levels off at 1e-12 of the 150 rad/s, with these steps
]


@pytest.mark.parametrize(("problem", "form", "steps", "index"), RUNS)
def test_radau_has_order_five(problem: str, form: str, steps: int, index: int | str) -> None:
    """Positions, velocities and multipliers."""
    coarse, fine = (errors(problem, form, radau(problem, index, n)) for n in (steps, 2 * steps))
    assert (np.log2(coarse / fine) > 4.5).all()


@pytest.mark.parametrize("choices", [{}, {"rho": 0.5}, {"hht": True}], ids=str)
@pytest.mark.parametrize("index", [3, "stabilised"])
@pytest.mark.parametrize("form", ["planar", "tree"])
def test_generalized_alpha_has_order_two(form: str, index: int | str, choices: dict[str, Any]) -> None:
    coarse, fine = (errors("andrews", form, sn.GeneralizedAlpha(step=h, index=index, **choices)) for h in (1e-5, 5e-6))
    np.testing.assert_allclose(np.log2(coarse / fine), 2.0, atol=0.1)


def test_adaptive_alpha_obeys_its_tolerance_with_the_power_two_thirds() -> None:
    coarse, fine = (errors("slider-crank", "tree", sn.AdaptiveAlpha(rtol=rtol))[0] for rtol in (1e-5, 1e-8))
    assert 0.5 < np.log10(coarse / fine) / 3 < 0.9
