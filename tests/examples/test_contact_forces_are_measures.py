"""Forces of compliant contacts and speeds of gaps in laws, signals, states, controllers and events."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq

import snodo as sn

G = 9.81
FORMULATIONS = ("planar", "tree", "spatial")
SOFT = {"stiffness": "1e5 N/m", "damping": "0.5 s/m"}


def dropped(**contact: object) -> sn.Mechanism:
    """1 kg that falls 0.1 m onto the ground."""
    m = sn.Mechanism("drop", gravity=(0, -G))
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("A", "ground", "block", at=(0, 0), axis="y")
    m.point_contact("foot", (0, 0), "block", plane_point=(0, -0.1), **contact)
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(
    "words", [SOFT, {"depth": "2 mm", "at_speed": "1 m/s", "restitution": 0.5, "exponent": 1.5}], ids=["k", "depth"]
)
def test_a_signal_of_the_force_is_its_series(formulation, words):
    m = dropped(**words)
    m.signal("doubled", "2*foot.force")
    result = sn.simulate(m, 0.3, formulation=formulation, progress=False)
    assert result["foot.force"].values.max() > 100.0
    assert result["doubled"].values == pytest.approx(2 * result["foot.force"].values, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_impulse_of_a_force_is_the_change_of_momentum(formulation):
    m = dropped(**SOFT)
    m.state("impulse", rate="foot.force")
    result = sn.simulate(m, 0.5, formulation=formulation, tolerance=1e-10, progress=False)
    assert float(result["impulse"][-1]) == pytest.approx(float(result["A.speed"][-1]) + G * 0.5, abs=1e-7)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_an_event_waits_for_a_force(formulation):
    """Without damping: δ = v/ω sin ωt + g/ω² (1 − cos ωt) after the touch at √(2h/g) with v = √(2gh)."""
    k = 1e5
    m = dropped(stiffness=k, damping=0.0)
    m.event("hit", when="foot.force rises to 50 N", do="record")
    m.event("eased", when="foot.force falls to 50 N", do="record")
    m.event("fast", when="foot.gap_speed falls to -1 m/s", do="record")
    result = sn.simulate(m, 0.2, formulation=formulation, tolerance=1e-11, progress=False)
    touches, speed, omega = math.sqrt(0.2 / G), math.sqrt(0.2 * G), math.sqrt(k)

    def excess(t: float) -> float:
        return k * (speed / omega * math.sin(omega * t) + G / k * (1 - math.cos(omega * t))) - 50.0

    rises, falls = brentq(excess, 0.0, 1.5 / omega, xtol=1e-15), brentq(excess, 1.6 / omega, 3.3 / omega, xtol=1e-15)
    assert result.events.times("hit") == pytest.approx([touches + rises], abs=1e-9)
    assert result.events.times("eased") == pytest.approx([touches + falls], abs=1e-9)
    assert result.events.times("fast")[0] == pytest.approx(1 / G, abs=1e-9)


def test_a_law_and_controllers_feel_the_ground():
    """A motor that carries half of what the ground carries: at rest each of its corners has a quarter of two thirds."""
    m = sn.Mechanism("crate", gravity=(0, -G))
    m.body("crate", mass=10.0, inertia=0.2)
    m.prismatic("A", "ground", "crate", at=(0, 0), axis="y")
    m.box_contact("feet", "crate", (0.4, 0.2), plane_point=(0, -0.1), stiffness="50 kN/m", damping="20 s/m")
    m.joint_force("lift", "0.5*(feet.1.force + feet.2.force)", joint="A")
    m.controller("scale", every="5 ms", gives={"read": "feet.1.force + feet.2.force"})
    seen = []

    def look(t, x, memory):
        seen.append(list(x))
        return [x[0]]

    m.controller("look", every="5 ms", reads=["feet.1.force", "feet.1.gap_speed"], gives=["heard"], function=look)
    result = sn.simulate(m, 2.0, progress=False)
    assert float(result["feet.1.force"][-1]) == pytest.approx(10 * G / 3, rel=1e-4)
    assert float(result["read"][-1]) == pytest.approx(20 * G / 3, rel=1e-4)
    assert float(result["heard"][-1]) == pytest.approx(10 * G / 3, rel=1e-4)
    assert np.abs(seen[-1][1]) < 1e-4


def test_a_file_has_these_words(tmp_path):
    m = dropped(**SOFT)
    m.event("hit", when="foot.force rises to 0.05 kN", do="record")
    m.signal("felt", "foot.force + 0*foot.gap_speed")
    sn.save(m, tmp_path / "drop.yaml")
    again = sn.load(tmp_path / "drop.yaml")
    assert again.events == m.events
    one, two = (sn.simulate(x, 0.3, error_bars=False, progress=False) for x in (m, again))
    assert np.array_equal(one.states, two.states)


MISTAKES = {
    "rigid": ({"restitution": 0.3}, lambda m: m.signal("x", "foot.force"), "'foot' is rigid, and its force follows"),
    "rigid event": (
        {"restitution": 0.3},
        lambda m: m.event("e", when="foot.force rises to 3 N", do="stop"),
        "'foot' is rigid, and its force follows",
    ),
    "constraint": (SOFT, lambda m: m.constraint("c", formula="foot.force - A.displacement"), "'foot.force', a force"),
    "unit": (SOFT, lambda m: m.event("e", when="foot.force rises to 3 m", do="stop"), "is a length where a force"),
    "other word": (SOFT, lambda m: m.signal("x", "foot.forces"), "did you mean 'foot.force'"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_are_told(case):
    words, add, told = MISTAKES[case]
    m = dropped(**words)
    add(m)
    with pytest.raises(sn.MechanismError) as error:
        m.check()
    assert told in str(error.value)


def test_corners_are_named():
    m = sn.Mechanism("crate", gravity=(0, -G))
    m.body("crate", mass=10.0, inertia=0.2)
    m.box_contact("feet", "crate", (0.4, 0.2), stiffness="50 kN/m", damping="20 s/m")
    m.signal("x", "feet.force")
    with pytest.raises(
        sn.MechanismError, match=r"a force at each of its corners\n.*name one of feet\.1\.force, feet\.2"
    ):
        m.check()
