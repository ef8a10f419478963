"""Machines that switch, from example files, against numbers found by hand."""

from pathlib import Path

import numpy as np
import pytest

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
FORMULATIONS = ("planar", "tree", "spatial")


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_geneva_wheel_turns_by_a_quarter_in_every_turn_of_its_crank(formulation):
    """While the pin is in a slot, tan β = λ sin α / (1 − λ cos α), λ = sin 45°; else the wheel stands."""
    result = sn.simulate(sn.load(EXAMPLES / "geneva.yaml"), formulation=formulation, tolerance=1e-9, progress=False)
    lam, turns = np.sin(np.pi / 4), np.floor(result["O.angle"].values / (2 * np.pi) + 0.5)
    alpha = result["O.angle"].values - 2 * np.pi * turns
    inside = np.clip(alpha, -np.pi / 4, np.pi / 4)
    beta = np.arctan2(lam * np.sin(inside), 1 - lam * np.cos(inside))
    expected = -(turns * np.pi / 2 + np.pi / 4) - beta
    assert np.abs(result["C.angle"].values - expected).max() < 1e-9
    speed = np.abs(result["C.speed"].values)
    assert speed[np.abs(alpha) > np.pi / 4 + 1e-6].max() < 1e-12
    assert speed.max() <= 2 * np.pi * lam / (1 - lam)
    assert [x.what for x in result.events if x.name == "lock"] == ["sticks", "is free"] * 3 + ["sticks"]
    assert max(x.impulse for x in result.events) < 1e-12  # the pin enters along the slot


MASS, SPRING, PRELOAD, ECCENTRICITY, G = 0.15, 12e3, 8e-3, 4e-3, 9.81
LIMIT = np.sqrt((MASS * G + SPRING * PRELOAD) / (MASS * ECCENTRICITY))
"""Speed of the camshaft above which the tappet does not follow its highest point [rad/s]."""


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("share", [0.3, 0.999])
def test_a_tappet_follows_its_cam_below_the_speed_found_by_hand(formulation, share):
    """N = m g + k (c + y) + m ÿ with y = e (cos ωt − 1): positive everywhere below the limit."""
    m = sn.load(EXAMPLES / "valve_train.yaml")
    omega = share * LIMIT
    m.drivers["motor"].speed = sn.Constant(2 * omega)
    result = sn.simulate(m, formulation=formulation, tolerance=1e-9, progress=False)
    assert not result.events.named("face", "parts")
    y = ECCENTRICITY * (np.cos(omega * result.time) - 1)
    force = MASS * G + SPRING * (PRELOAD + y) - MASS * ECCENTRICITY * omega**2 * np.cos(omega * result.time)
    assert np.abs(result["guide.displacement"].values - y).max() < 1e-12
    assert np.abs(result["face.force"].values - force).max() < 1e-9


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_tappet_leaves_its_cam_above_this_speed(formulation):
    """It parts where N = 0: cos ωt = (m g + k (c − e)) / (e (m ω² − k))."""
    m = sn.load(EXAMPLES / "valve_train.yaml")
    omega = 1.2 * LIMIT
    m.drivers["motor"].speed = sn.Constant(2 * omega)
    result = sn.simulate(m, formulation=formulation, tolerance=1e-11, progress=False)
    cosine = (MASS * G + SPRING * (PRELOAD - ECCENTRICITY)) / (ECCENTRICITY * (MASS * omega**2 - SPRING))
    angles = omega * result.events.times("face", "parts")
    assert len(angles) > 2
    assert np.abs(np.cos(angles) - cosine).max() < 1e-9
    assert (np.sin(angles) < 0).all()  # on the way up


@pytest.mark.parametrize("formulation", ["planar", "spatial"])
def test_a_slider_crank_with_friction_in_four_places_spins_down_and_stays(formulation):
    """Converged values of an independent code: time, angle."""
    m = sn.load(EXAMPLES / "slider_crank_friction.yaml")
    result = sn.simulate(m, formulation=formulation, tolerance=1e-11, progress=False)
    angle = result["A.angle"].values
    assert result.events.times("in_A", "sticks")[-1] == pytest.approx(5.75677920096, abs=1e-9)
    assert angle[-1] == pytest.approx(11.1132597836, abs=1e-9)
    assert np.ptp(angle[result.time > 5.76]) < 1e-13
