"""Driven motion: output times, works, and what is told when a function fails on the way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn


def crank(**motion: Any) -> sn.Mechanism:
    m = sn.Mechanism("crank", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    m.driver("motor", joint="A", **motion)
    return m


@pytest.mark.parametrize("output", [[0.0, 1.0], [0.0, 0.5, 0.5, 1.3], [0.2, 0.7, 1.0], 2.0])
def test_works_do_not_hang_on_the_output_times(output: Any) -> None:
    """The motor lifts the arm: its work is m g h."""
    result = sn.kinematics(crank(speed="60 rpm"), 60.0 if output == 2.0 else None, output=output)
    lifted = 0.5 * 9.81 * np.sin(result["A.angle"].values)
    np.testing.assert_allclose(result["motor.work"].values, lifted - lifted[0], atol=1e-5)


def test_output_times_must_increase() -> None:
    with pytest.raises(sn.MechanismError, match="do not increase"):
        sn.kinematics(crank(speed=1.0), output=[0.0, 1.0, 0.5])
    assert sn.kinematics(crank(speed=1.0), output=["0 s", "500 ms"]).time.tolist() == [0.0, 0.5]


def late(t: float) -> float:
    if t > 0.5:
        raise ValueError("too late")
    return 3.0 * t


def late_force(t: float, q: np.ndarray, v: np.ndarray) -> list[float]:
    if t > 0.5:
        raise ValueError("too late")
    return [0.0, 0.0, 0.0]


def test_a_function_that_fails_is_not_a_dead_point() -> None:
    pushed = crank(speed=3.0)
    pushed.force("push", "arm", late_force)
    for m, message in ((crank(angle=late), "too late"), (pushed, "too late"), (crank(angle="sqrt(0.5 - t)"), "motor")):
        with pytest.raises(sn.RunError, match=message) as caught:
            sn.kinematics(m, 1.0)
        assert "dead point" not in str(caught.value)
        assert caught.value.result.time[-1] == pytest.approx(0.5, abs=0.003)
        assert np.isfinite(caught.value.result.a).all()


def test_ctrl_c_returns_what_was_computed() -> None:
    def interrupting(t: Any) -> Any:
        if 0.5 < t < 0.51:
            raise KeyboardInterrupt
        return 3.0 * t

    result = sn.kinematics(crank(angle=interrupting), 1.0)
    assert result.info["status"] == "interrupted"
    assert 0.45 < result.time[-1] <= 0.5


def test_where_loops_are_cut_is_told() -> None:
    m = sn.load("examples/four_bar.yaml")
    result = sn.kinematics(sn.Tree(m, cut=["B"]), 0.1, output=0.05)
    assert result.info["cut_joints"] == ["B"]
    assert "loops cut at: B" in str(result)
