"""Redundant rows in a run: other rows are chosen when those kept wear out, and every row of the result is evaluated."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn


def three_cranks(angle: float = 1.2, heights: tuple[float, ...] = (0.0, 0.0, 0.0)) -> sn.Mechanism:
    """Three parallel cranks of 0.3 m that carry one coupler: one row is redundant; flat cranks are a change point."""
    m = sn.Mechanism("three cranks", gravity=(0, -9.81))
    for k, height in enumerate(heights):
        m.point("ABC"[k], float(k), height)
        m.point("DEF"[k], k + 0.3 * math.cos(angle), height + 0.3 * math.sin(angle))
        m.bar(f"crank{k}", "ABC"[k], "DEF"[k], mass=1.0)
        m.revolute("ABC"[k], "ground", f"crank{k}")
    m.bar("coupler", "D", "F", mass=2.0)
    for k in range(3):
        m.revolute("DEF"[k], f"crank{k}", "coupler")
    return m


@pytest.mark.parametrize("analysis", [sn.kinematics, sn.simulate])
def test_a_redundant_mechanism_may_come_near_a_change_point(analysis: object) -> None:
    """The cranks come to 0.006 rad from flat and turn back: that is no dead point."""
    m = three_cranks()
    m.driver("motor", joint="A", angle=sn.Harmonic(mean=-0.597, amplitude=0.597, frequency=1.0, phase=math.pi / 2))
    result = analysis(m, 1.0)  # type: ignore[operator]
    assert result.time[-1] == 1.0
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("seed", range(4))
def test_all_rows_of_the_result_are_evaluated_after_other_rows_were_chosen(seed: int) -> None:
    """The rows kept at the end may be dependent in the middle of the run."""
    random = np.random.default_rng(seed)
    m = three_cranks(heights=tuple(random.uniform(-0.3, 0.3, 3)))
    result = sn.simulate(m, 2.0, initial={"A.speed": 15.0}, progress=False)
    assert np.ptp(result["A.angle"].values) > 2 * math.pi
    assert all(np.isfinite(rows).all() for rows in result.found.values())
    assert result.quality().verdict == "good"


def test_a_run_that_fails_for_another_reason_ends() -> None:
    def late(t: float, q: np.ndarray, v: np.ndarray) -> list[float]:
        if t > 0.1:
            raise ValueError("too late")
        return [0.0, 0.0, 0.0]

    m = three_cranks()
    m.force("push", "coupler", late)
    with pytest.raises(sn.RunError, match="too late"):
        sn.simulate(m, 1.0)


def test_the_rank_does_not_hang_on_the_units_of_a_row() -> None:
    m = sn.Mechanism("two discs")
    m.disc("d", 0.1, at=(1, 0), mass=1.0)
    m.disc("e", 0.1, at=(3, 0), mass=1.0)
    m.constraint("large", "d", formula="1e12 * d.x - 1e12")
    m.constraint("small", "e", formula="e.x - 3")
    result = sn.simulate(m, 0.1, initial={"d.vy": 1.0, "e.vy": 1.0})
    assert result.info["redundant_rows"] == []
    assert [len(motion) for motion in sn.mobility(m).free_motions] == [1] * 4
