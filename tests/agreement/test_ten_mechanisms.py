"""The shared mechanisms under every formulation and constraint method: two short steps, compared with one another.

They are so few that they also run with NUMBA_DISABLE_JIT=1: `make coverage` measures the kernels by them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.registry import FORMULATIONS, METHODS

Maker = Callable[[], sn.Mechanism]

STARTS: dict[Maker, dict[str, float]] = {
    mechanisms.pendulum: {"A.speed": 3.0},
    mechanisms.double_pendulum: {"A.speed": 3.0, "B.speed": -5.0},
    mechanisms.four_bar: {"A.speed": 6.0},
    mechanisms.crank_rocker: {"A.speed": 6.0},
    mechanisms.slider_crank: {"A.speed": -4.0},
    mechanisms.parallelogram: {"A0.speed": 2.0},
    mechanisms.sleigh: {"sleigh.vx": 0.2, "sleigh.omega": 2.0},
    mechanisms.pendulum_in_space: {"A.speed": 3.0},
    mechanisms.spatial_slider_crank: {"A.speed": 6.0},
    mechanisms.bricard: {"J1.speed": 1.0},
}
STEP = 1e-3
CASES = [
    pytest.param(make, word, id=f"{make.__name__} {word}")
    for make in STARTS
    for word in FORMULATIONS.built_in()
    if word != "planar" or make().dimension == 2
]


def motion(make: Maker, formulation: str, method: Any) -> np.ndarray:
    """Places of all centres of mass after two steps."""
    chosen = {"integrator": sn.RK4(step=STEP), "output": STEP, "error_bars": False}
    run = sn.simulate(make(), 2 * STEP, formulation=formulation, method=method, initial=STARTS[make], **chosen)
    return np.array([run.position(f"{name}.com").values[-1] for name in run.mechanism.bodies])


@pytest.mark.parametrize(("make", "word"), CASES)
def test_methods_and_formulations_find_the_same_motion(make: Maker, word: str) -> None:
    """Rigid methods differ by rounding and by their steps, h⁵; soft springs give way by no more than a free fall."""
    reference, methods = motion(make, "spatial", "projection"), list(METHODS.built_in())
    assert len(methods) == 8
    for name in methods:
        method = sn.Penalty(factor=10.0) if name == "penalty" else name
        found = motion(make, word, method)
        assert found == pytest.approx(reference, abs=5e-5 if name == "penalty" else 1e-10), name
