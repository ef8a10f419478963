"""Derivatives where the step of a difference that suits a value does not suit what follows from it.

Each compares with a mechanism that is the same in another description, or with a closed form: an error of truncation of
the fourth order would be 4 (h/L)⁴, of the first step h = 0.1 m and a bar of L = 0.1 m more than the derivative itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn

FEW: dict[str, Any] = {"output": 0.05, "progress": False, "error_bars": False, "tolerance": 1e-11}
SAME = 1e-7
"""Relative: the aim for all derivatives."""


def bar_from(place: float, end: str, value: float, others: bool) -> sn.Mechanism:
    """A bar of 0.112 m from a pin at this place to an end that is a parameter."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("p", value, unit="m")
    if others:  # then numbers are rewritten
        m.parameter("mass", 1.0, unit="kg")
        m.parameter("k", 0.1, unit="N*m/rad")
    m.add_points(A=(place, 0), B=(end, 0.05))
    m.bar("arm", "A", "B", mass="mass" if others else 1.0)
    m.revolute("A", "ground", "arm")
    m.torsional_spring("S", joint="A", stiffness="k" if others else 0.1)
    return m


def slopes(m: sn.Mechanism, formulation: str) -> list[np.ndarray]:
    s = sn.sensitivities(m, 0.3, over=list(m.parameters), outputs=["A.angle", "A.fx"], formulation=formulation, **FEW)
    return [s.derivative(name, "p").values for name in s.outputs]


@pytest.mark.parametrize("formulation", ["planar", "tree"])
@pytest.mark.parametrize("others", [False, True])
def test_a_short_bar_far_from_the_origin(formulation: str, others: bool) -> None:
    near = slopes(bar_from(0.0, "p", 0.1, others), formulation)
    far = slopes(bar_from(100.0, "p", 100.1, others), formulation)
    for one, other in zip(far, near):
        assert np.abs(one - other).max() <= SAME * np.abs(other).max()


@pytest.mark.parametrize("small", [1e-9, 1e-12])
@pytest.mark.parametrize("others", [False, True])
def test_a_small_deviation_of_a_large_length(small: float, others: bool) -> None:
    """Half of the digits of a difference over a thousandth of it would be lost, or all."""
    whole = slopes(bar_from(0.0, "p", 0.5 + small, others), "planar")
    part = slopes(bar_from(0.0, "0.5 m + p", small, others), "planar")
    for one, other in zip(part, whole):
        assert np.abs(one - other).max() <= SAME * np.abs(other).max()


def test_the_frequency_of_a_torque_after_eighty_periods() -> None:
    """I φ̈ = T sin ωt from rest: φ = T (ωt − sin ωt)/(I ω²)."""
    m = sn.Mechanism("shaft", gravity=(0, 0))
    m.parameter("w", 50.0, unit="rad/s")
    m.body("shaft", mass=1.0, inertia=0.2, at=(0, 0))
    m.revolute("A", "ground", "shaft", at=(0, 0))
    m.torque("T", "0.3*sin(w*t)", joint="A")
    s = sn.sensitivities(m, 10.0, over=["w"], outputs=["A.angle", "A.speed"], **{**FEW, "output": 0.31})
    t, w = s.time, 50.0
    angle = 1.5 * (t - t * np.cos(w * t)) / w**2 - 3.0 * (w * t - np.sin(w * t)) / w**3
    speed = 1.5 * t * np.sin(w * t) / w - 1.5 * (1.0 - np.cos(w * t)) / w**2
    assert np.abs(s.array("A.angle")[:, 0] - angle).max() <= SAME * np.abs(angle).max()
    assert np.abs(s.array("A.speed")[:, 0] - speed).max() <= SAME * np.abs(speed).max()


def test_the_torque_of_smooth_friction_by_the_speed() -> None:
    """At the start it is −c tanh(v/v₀), which is far from straight over the speeds that matter elsewhere."""
    m = sn.Mechanism("flywheel", gravity=(0, 0))
    m.parameter("v0", 0.05, unit="rad/s")
    m.body("wheel", mass=1.0, inertia=0.2, at=(0, 0))
    m.revolute("A", "ground", "wheel", at=(0, 0))
    m.friction("R", joint="A", coulomb=0.2, smoothing="v0")
    m.torque("law", "-0.1*tanh(A.speed/0.03)", joint="A")
    choices = {"initial": {"A.speed": 0.04}, **FEW}
    s = sn.sensitivities(m, 0.1, over=["A.speed", "v0"], outputs=["R.force", "law.force"], **choices)
    at, steep = 0.04 / 0.05, 0.2 / np.cosh(0.04 / 0.05) ** 2
    assert s.array("R.force")[0, 0] == pytest.approx(-steep / 0.05, rel=SAME)
    assert s.array("R.force")[0, 1] == pytest.approx(steep * at / 0.05, rel=SAME)
    assert s.array("law.force")[0, 0] == pytest.approx(-0.1 / np.cosh(0.04 / 0.03) ** 2 / 0.03, rel=SAME)
