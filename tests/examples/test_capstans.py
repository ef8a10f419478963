"""Cables that rub on a wheel, against Euler and Eytelwein: T₂/T₁ = e^(µφ) (MACHINES E16)."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn

G = 9.81
FORMULATIONS = ("planar", "tree", "spatial")
RATIO = 2.56633239520814
"""e^(0.3 π)."""


def weights(m1: float, m2: float, dimension: int = 2, drum: str = "", **cable) -> sn.Mechanism:
    """Two weights on a cable over half a turn of a wheel, which stands still or is a drum that is driven."""
    m = sn.Mechanism("capstan", dimension=dimension, gravity=(0, -G) if dimension == 2 else (0, 0, -G))
    m.add_points(**{name: (x, y) if dimension == 2 else (x, 0, y) for name, x, y in (("C", 0, 0), ("P", -0.1, -1.0))})
    m.add_points(Q=(0.1, -1.0) if dimension == 2 else (0.1, 0, -1.0))
    up = "y" if dimension == 2 else "z"
    for name, mass, at in (("a", m1, "P"), ("b", m2, "Q")):
        m.body(name, mass=mass, inertia=1.0 if dimension == 2 else (1, 1, 1), at=at)
        m.prismatic(name.upper(), "ground", name, axis=up, at=at)
    if drum:
        m.body("drum", mass=1.0, inertia=0.01 if dimension == 2 else (0.01,) * 3, at="C")
        m.revolute("D", "ground", "drum", at="C", **({} if dimension == 2 else {"axis": "-y"}))
        m.driver("turns", joint="D", speed=drum)
    m.cable("c", ["P on a", f"over C{' on drum' if drum else ''}, 0.1 m", "Q on b"], **cable)
    return m


CASES = [(f, 2) for f in FORMULATIONS] + [("tree", 3), ("spatial", 3)]


@pytest.mark.parametrize(("formulation", "dimension"), CASES)
@pytest.mark.parametrize(("m1", "m2"), [(3.0, 1.0), (1.0, 3.0)])
def test_a_cable_slides_over_a_wheel_with_the_ratio_of_euler_and_eytelwein(formulation, dimension, m1, m2):
    """a = g (m₁ − R m₂)/(m₁ + R m₂): the heavier one falls."""
    result = sn.simulate(weights(m1, m2, dimension, mu=0.3), 0.2, formulation=formulation, tolerance=1e-11)
    tight, loose = ("first", "last") if m1 > m2 else ("last", "first")
    ratio = result[f"c.{tight}_tension"].values / result[f"c.{loose}_tension"].values
    assert np.abs(ratio[1:] - RATIO).max() < 1e-13
    heavy, light = max(m1, m2), min(m1, m2)
    a = G * (heavy - RATIO * light) / (heavy + RATIO * light)
    falls = result["A.displacement" if m1 > m2 else "B.displacement"]
    assert float(falls[-1]) == pytest.approx(-0.5 * a * 0.04, abs=1e-12)
    assert float(result[f"c.{tight}_tension"][-1]) == pytest.approx(heavy * (G - a), abs=1e-10)
    assert np.abs(result["energy.balance"].values).max() < 1e-11
    heat = float(result["c.taut.friction.work"][-1])
    assert heat == pytest.approx(-(heavy * (G - a) - light * (G + a)) * 0.5 * a * 0.04, abs=1e-9)


@pytest.mark.parametrize(("formulation", "dimension"), CASES)
def test_below_the_ratio_it_sticks(formulation, dimension):
    result = sn.simulate(weights(2.5, 1.0, dimension, mu=0.3), 0.5, formulation=formulation, tolerance=1e-11)
    assert np.abs(result["A.displacement"].values).max() < 1e-15
    assert np.abs(result["c.first_tension"].values - 2.5 * G).max() < 1e-12
    assert np.abs(result["c.last_tension"].values - G).max() < 1e-12
    static = sn.simulate(weights(3.0, 1.0, dimension, mu=0.3, static=0.4), 0.2, formulation=formulation)
    assert np.abs(static["A.displacement"].values).max() < 1e-15


@pytest.mark.parametrize(("formulation", "dimension"), CASES)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_drum_that_turns_pulls_the_cable_along(formulation, dimension, sign):
    """A winch: the weights are nearly equal, and the drum slips under the cable."""
    m = weights(1.2, 1.0, dimension, drum=f"{10.0 * sign} rad/s", mu=0.3)
    result = sn.simulate(m, 0.15, formulation=formulation, tolerance=1e-11)
    ratio = float(result["c.first_tension"][-1] / result["c.last_tension"][-1])
    turned = float(result["D.angle"][-1])
    assert turned == pytest.approx(1.5 * sign)
    # turning forward, about z, the rim moves from b to a at the top: the cable is pulled down at a
    expected = 1.0 / RATIO if sign > 0 else RATIO
    assert ratio == pytest.approx(expected, rel=1e-12)
    a = G * (1.2 - expected) / (1.2 + expected)
    assert float(result["A.displacement"][-1]) == pytest.approx(-0.5 * a * 0.15**2, abs=1e-10)
    assert np.abs(result["energy.balance"].values).max() < 1e-9


def test_another_arc_has_another_ratio():
    """A quarter of a turn: the cable leaves the wheel level, to a cart."""
    m = sn.Mechanism("quarter", gravity=(0, -G))
    m.add_points(C=(0, 0), P=(-1.0, 0.1), Q=(0.1, -1.0))
    m.body("cart", mass=2.0, inertia=1.0, at="P")
    m.prismatic("A", "ground", "cart", axis="x", at="P")
    m.body("b", mass=1.0, inertia=1.0, at="Q")
    m.prismatic("B", "ground", "b", axis="y", at="Q")
    m.cable("c", ["P on cart", "over C, 0.1 m", "Q on b"], mu=0.25)
    result = sn.simulate(m, 0.2, tolerance=1e-11)
    R = math.exp(0.25 * math.pi / 2)
    a = G * 1.0 / (1.0 + 2.0 * R)  # m g − R T = m a, T = M a
    assert float(result["A.displacement"][-1]) == pytest.approx(0.5 * a * 0.04, abs=1e-12)


def test_mistakes_with_capstans_are_named():
    for cable, told in (
        ({"mu": -0.3}, "give a positive coefficient"),
        ({"mu": 0.3, "static": 0.2}, "static not below"),
        ({"static": 0.2}, "give mu too"),
        ({"mu": 0.3, "stiffness": 1e4}, "rubs, and stretches"),
    ):
        with pytest.raises(sn.MechanismError, match=told):
            weights(1.0, 2.0, **cable).check()
    m = weights(1.0, 2.0)
    m.cable("d", ["P on a", "Q on b"], mu=0.2)
    with pytest.raises(sn.MechanismError, match="has not one wheel"):
        m.check()
