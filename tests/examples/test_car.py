"""A car from one suspension, used four times: its sides are mirror images, and stay so."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
SAME = ("L.angle", "U.angle", "H.angle", "strut.length", "upright.z", "wheel.x")


def test_left_and_right_move_alike() -> None:
    """Rounding is all that tells them apart: some 1e-13 after 1.5 s; the springs damp it."""
    result = sn.simulate(sn.load(EXAMPLES / "car.yaml"), 1.5, output=0.1, progress=False)
    assert np.ptp(np.asarray(result["left_front/L.angle"])) > 0.1
    for axle in ("front", "rear"):
        for name in SAME:
            left, right = (np.asarray(result[f"{side}_{axle}/{name}"]) for side in ("left", "right"))
            assert np.abs(left - right).max() < 1e-10, name
        left, right = (np.asarray(result[f"{side}_{axle}/wheel.y"]) for side in ("left", "right"))
        assert np.abs(left + right).max() < 1e-10
    assert np.abs(np.asarray(result["chassis.y"])).max() < 1e-10


def test_its_parameters_reach_every_corner() -> None:
    car = sn.load(EXAMPLES / "car.yaml", width=1.7, **{"left_rear/spring": "60 N/mm"})
    assert car.points["left_front/H"][1] == 0.85
    assert car.points["right_rear/H"][1] == -0.85
    assert [car.forces[f"{corner}/strut"].stiffness for corner in ("left_rear", "right_rear")] == [60e3, 50e3]
