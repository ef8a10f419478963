"""The example `door_closer.yaml` against the equation of its motion."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import snodo as sn

FILE = Path(__file__).parents[2] / "examples" / "door_closer.yaml"


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_the_door_strikes_its_stop_when_the_equation_says_so(formulation):
    """I φ̈ = −15 (φ + 20°) − 6 φ̇ + 0.8 while it closes, I = 20 · 0.9²/3; then it rests against the stop."""
    inertia, free = 20 * 0.9**2 / 3, np.deg2rad(-20)

    def rate(t: float, y: np.ndarray) -> list[float]:
        return [y[1], (-15 * (y[0] - free) - 6 * y[1] + 0.8) / inertia]

    def closed(t: float, y: np.ndarray) -> float:
        return y[0]

    closed.terminal = True  # type: ignore[attr-defined]
    found = solve_ivp(rate, (0, 10), [np.pi / 2, 0.0], rtol=1e-12, atol=1e-14, events=closed)
    result = sn.simulate(sn.load(FILE), 5.0, formulation=formulation, tolerance=1e-11)
    hit = result.events.named("H.lower", "impact")[0]
    assert hit.time == pytest.approx(found.t_events[0][0], abs=1e-9)
    assert hit.before == pytest.approx(found.y_events[0][0][1], abs=1e-9)
    assert float(result["H.angle"][-1]) == pytest.approx(0.0, abs=1e-12)
    assert abs(float(result["H.lower.force"][-1]) + 15 * free) <= 1.0 + 1e-9  # friction carries at most 1 N m
    assert result.quality().verdict == "good"
