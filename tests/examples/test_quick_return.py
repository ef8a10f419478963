"""Whitworth's quick return against its closed form."""

from pathlib import Path

import numpy as np
import pytest

import snodo as sn

FILE = Path(__file__).parents[2] / "examples" / "quick_return.yaml"


def ram(t):
    """Place of the ram: the pin gives the direction of the lever, the lever's tail pulls the rod."""
    crank = np.pi / 2 + np.pi * t
    pin = 0.060j + 0.120 * np.exp(1j * crank)
    tail = -0.100 * pin / abs(pin)
    return tail.real + np.sqrt(0.4**2 + 0.1**2 - tail.imag**2)


@pytest.mark.parametrize("analysis", [sn.kinematics, sn.simulate])
def test_the_ram_follows_the_closed_form(analysis):
    result = analysis(sn.load(FILE))
    np.testing.assert_allclose(result["ram.x"], ram(result.time), atol=1e-9)


def test_the_slow_stroke_takes_twice_as_long():
    """The lever is level at the crank angles −30° and 210°: 240° against 120° of one turn in 2 s."""
    result = sn.kinematics(sn.load(FILE), output=[0.0, 1 / 3, 2 / 3, 1.0, 4 / 3, 2.0])
    v = result["ram.vx"].values
    assert abs(v[2]) < 1e-9
    assert abs(v[4]) < 1e-9
    assert (v[1] > 0, v[3] < 0) == (True, True)
    x = result["ram.x"].values
    assert x[2] - x[4] == pytest.approx(0.2, abs=1e-9)


def test_it_passes_on_all_power():
    """Nothing is lost: what the motor gives is what bodies gain."""
    result = sn.simulate(sn.load(FILE), progress=False)
    assert result["motor.work"].values[-1] == pytest.approx(0.0, abs=1e-5)
    assert result.quality().energy_relative < 1e-6
