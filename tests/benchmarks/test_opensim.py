"""The problems in OpenSim, where it is installed: what they end with is what is known."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.references import ANDREWS_END, BRICARD_P3, andrews_body_angles

pytest.importorskip("opensim")


def test_andrews() -> None:
    from benchmarks.peers.opensim_loops import andrews

    _, angles = andrews("RungeKuttaMerson", 1e-6)
    np.testing.assert_allclose(angles, andrews_body_angles(ANDREWS_END), atol=1e-3)


def test_bricard() -> None:
    from benchmarks.peers.opensim_loops import bricard

    _, places = bricard("RungeKuttaMerson", 1e-7)
    np.testing.assert_allclose(places, np.array(list(BRICARD_P3.values())).ravel(), atol=1e-5)


def test_slider_crank_turns_as_in_mujoco() -> None:
    from benchmarks.peers.opensim_loops import slider_crank
    from benchmarks.references import SliderCrank

    problem = SliderCrank(duration=0.5)
    _, angles = slider_crank("RungeKuttaMerson", 1e-7, problem)
    assert angles[0] == pytest.approx(problem.angle_by_integration(), abs=1e-4)
