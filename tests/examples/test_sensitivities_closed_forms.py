"""Derivatives along runs against closed forms."""

from __future__ import annotations

import numpy as np

import snodo as sn

TIMES = np.linspace(0.0, 1.5, 16)


def test_oscillator() -> None:
    """x = l + (x₀ − l) cos ωt + (v₀/ω) sin ωt, ω² = k/m: derivatives by k, m, l, x₀ and v₀."""
    m = sn.Mechanism("oscillator")
    m.parameter("k", 40.0, unit="N/m")
    m.parameter("mass", 2.0, unit="kg")
    m.parameter("l", 0.5, unit="m")
    m.box("box", (0.05, 0.05, 0.05), (0.6, 0), mass="mass")
    m.prismatic("P", "ground", "box", axis="x", at=(0.6, 0))
    m.spring("S", "ground", "box", (0, 0), (0.6, 0), stiffness="k", length="l")
    x0, v0, k, mass, length = 0.1, 0.3, 40.0, 2.0, 0.5
    initial = {"P.displacement": x0, "P.speed": v0}
    over = ["k", "mass", "l", "P.displacement", "P.speed"]
    s = sn.sensitivities(
        m, over=over, outputs=["box.x"], initial=initial, output=TIMES, tolerance=1e-11, progress=False
    )
    w, away, t = np.sqrt(k / mass), 0.6 + x0 - length, TIMES
    c, sine = np.cos(w * t), np.sin(w * t)
    by_w = -away * t * sine + v0 * (t * c / w - sine / w**2)
    expected = [by_w * w / (2 * k), -by_w * w / (2 * mass), 1 - c, c, sine / w]
    for name, values in zip(over, expected):
        assert np.abs(s.derivative("box.x", name).values - values).max() <= 1e-9 * np.abs(values).max()


def test_pendulum_of_small_angle() -> None:
    """θ = θ₀ cos ωt with ω² = g/l: the error is of the order of θ₀²."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("length", 0.8, unit="m")
    m.parameter("mass", 1.5, unit="kg")
    m.add_points(A=(0, 0), B=(0, "-length"))
    m.particle("bob", "B", mass="mass")
    m.bar("rod", "A", "B", mass=1e-9)
    m.fixed("glue", "rod", "bob", at="B")
    m.revolute("A", "ground", "rod")
    small, length = 1e-4, 0.8
    choices = {"output": TIMES, "tolerance": 1e-11, "progress": False, "formulation": "tree"}
    s = sn.sensitivities(
        m, over=["length", "mass", "A.angle"], outputs=["bob.x"], initial={"A.angle": small}, **choices
    )
    w, t = np.sqrt(9.81 / length), TIMES
    by_length = small * np.cos(w * t) + small * np.sin(w * t) * t * w / 2
    assert np.abs(s.derivative("bob.x", "length").values - by_length).max() < 1e-6 * small + 1e-9
    assert np.abs(s.derivative("bob.x", "A.angle").values - length * np.cos(w * t)).max() < 1e-6
    assert np.abs(s.derivative("bob.x", "mass").values).max() < 1e-10


def test_free_fall() -> None:
    """z = z₀ + v₀ t − g t²/2 exactly; the energy changes with the mass by E/m."""
    m = sn.Mechanism("stone", dimension=3, gravity=(0, 0, -9.81))
    m.parameter("mass", 2.0, unit="kg")
    m.box("stone", (0.1, 0.2, 0.3), (0, 0, 1), mass="mass")
    s = sn.sensitivities(
        m,
        over=["mass", "stone.vz", "stone.z"],
        outputs=["stone.z", "energy.kinetic"],
        initial={"stone.vz": 3.0, "stone.z": 1.0},
        output=TIMES,
        progress=False,
    )
    one, t = np.ones_like(TIMES), TIMES
    assert np.abs(s.array("stone.z") - np.column_stack([0 * t, t, one])).max() < 1e-11
    v = 3.0 - 9.81 * t
    assert np.abs(s.array("energy.kinetic") - np.column_stack([v**2 / 2, 2.0 * v, 0 * t])).max() < 1e-9
