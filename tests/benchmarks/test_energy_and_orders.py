"""The benchmarks of energy and of orders, on short runs."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from benchmarks.energy import PROBLEMS, measured
from benchmarks.orders import errors, families, order, run

import snodo as sn


@pytest.mark.parametrize("problem", PROBLEMS)
def test_tighter_tolerances_keep_the_energy_better(problem: str) -> None:
    coarse, fine = (
        measured(problem, "dop853", "", sn.DOP853(rtol=rtol), duration=2.0, patience=inf) for rtol in (1e-6, 1e-11)
    )
    assert fine.largest < 1e-3 * coarse.largest < 1e-8
    assert abs(fine.first + fine.second) < 2 * fine.largest


def test_an_integrator_that_solves_the_constraints() -> None:
    found = measured("four-bar", "radau", "", sn.Radau(rtol=1e-9), duration=1.0, patience=inf)
    assert 0 < found.largest < 1e-6


def test_orders_are_slopes_above_the_floor() -> None:
    steps = np.array([0.4, 0.2, 0.1, 0.05])
    assert order(steps, steps**3, 1e-3) == pytest.approx(3.0)
    assert order(steps, np.where(steps > 0.15, steps**3, 5e-4), 1e-3) == pytest.approx(3.0)
    assert np.isnan(order(steps, np.full(4, 1e-5), 1e-3))


def test_rk4_has_order_four_for_positions_velocities_and_multipliers() -> None:
    (family,) = (one for one in families() if one.name == "rk4")
    wanted = run("tree", sn.DOP853(rtol=1e-13))
    coarse, fine = (errors(run("tree", family.make(h)), wanted) for h in family.steps[-2:])
    np.testing.assert_allclose(np.log2(coarse / fine), 4.0, atol=0.3)
