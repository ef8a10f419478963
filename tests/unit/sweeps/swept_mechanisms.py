"""Mechanisms that the tests of sweeps share."""

from __future__ import annotations

import snodo as sn


def pendulum() -> sn.Mechanism:
    """A rod of variable length and mass, which swings down from the horizontal."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("length", 0.5, unit="m", low=0.2, high=2.0)
    m.parameter("mass", 1.0, unit="kg")
    m.add_points(A=(0, 0), B=("length", 0))
    m.bar("rod", "A", "B", mass="mass")
    m.revolute("A", "ground", "rod")
    return m
