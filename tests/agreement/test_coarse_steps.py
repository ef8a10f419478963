"""Coarse fixed steps: slow convergence of the positions leaves the velocities as many corrections as they need."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.closed_forms import pendulum, pendulum_truth, top, top_truth
from benchmarks.mechanisms import slider_crank

import snodo as sn


@pytest.mark.parametrize("step", [0.03, 0.04, 0.06, 0.08])
def test_a_pendulum(step: float) -> None:
    """A third to a twentieth of a radian per step; the joint used to be called impossible to close."""
    result = sn.simulate(pendulum(), 5.0, formulation="planar", integrator=sn.RK4(step=step), progress=False)
    true = np.abs(result["A.angle"].values - pendulum_truth(result.time)["A.angle"]).max()
    assert true < 500 * step**4
    assert true / 3 < result.error("A.angle").values.max() < 3 * true


def test_a_slider_crank() -> None:
    result = sn.simulate(slider_crank(), 3.0, formulation="planar", integrator=sn.RK4(step=0.01), progress=False)
    tight = sn.simulate(slider_crank(), 3.0, formulation="planar", tolerance=1e-12, progress=False)
    true = np.abs(result["A.angle"].values - tight["A.angle"].values).max()
    assert 0.01 < true < 0.03
    assert true / 3 < result.error("A.angle").values.max() < 3 * true


def test_a_fast_top() -> None:
    """Half a radian per step."""
    result = sn.simulate(top(), 0.5, formulation="spatial", integrator=sn.RK4(step=0.002), progress=False)
    np.testing.assert_allclose(result["C.x"], top_truth(result.time)["C.x"], atol=1e-3)
