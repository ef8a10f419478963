"""Mechanisms whose equilibria, frequencies and critical speeds have closed forms."""

from __future__ import annotations

import numpy as np

import snodo as sn

G = 9.81


def chain(masses: tuple[float, ...] = (1.0, 1.0), stiffness: float = 3.0, wall: bool = True) -> sn.Mechanism:
    """Masses along x between springs, the first on a wall."""
    m = sn.Mechanism("chain", gravity=(0, 0))
    before = "ground"
    for k, mass in enumerate(masses, 1):
        name = f"m{k}"
        m.body(name, mass=mass, inertia=0.1, at=(float(k), 0.0))
        m.prismatic(f"x{k}", "ground", name, axis="x", at=(float(k), 0.0))
        if before != "ground" or wall:
            m.spring(f"k{k}", before, name, (k - 1.0, 0.0), (float(k), 0.0), stiffness=stiffness, length=1.0)
        before = name
    return m


def quarter_car() -> sn.Mechanism:
    """A car body on its suspension, a wheel on its tyre; both at rest with relaxed springs, without gravity."""
    m = sn.Mechanism("quarter car", gravity=(0, 0))
    m.body("wheel", mass=30.0, inertia=1.0, at=(0.0, 0.3))
    m.body("car", mass=250.0, inertia=10.0, at=(0.0, 0.8))
    m.prismatic("W", "ground", "wheel", axis="y", at=(0.0, 0.3))
    m.prismatic("C", "ground", "car", axis="y", at=(0.0, 0.8))
    m.spring("tyre", "ground", "wheel", (0, 0), (0.0, 0.3), stiffness=150e3, length=0.3)
    m.spring("suspension", "wheel", "car", (0.0, 0.3), (0.0, 0.8), stiffness=16e3, damping=1e3, length=0.5)
    return m


def top(mass: float = 2.0, height: float = 0.4, across: float = 0.05, along: float = 0.03) -> sn.Mechanism:
    """A symmetric top on its tip, upright; moments of inertia about its centre of mass."""
    m = sn.Mechanism("top", dimension=3, gravity=(0, 0, -G))
    m.body("top", mass=mass, inertia=(across, across, along), at=(0, 0, height))
    m.spherical("S", "ground", "top", at=(0, 0, 0))
    return m


def conical(driven: float | None = None, length: float = 0.8) -> sn.Mechanism:
    """A small ball on a massless arm that hangs from a turning shaft."""
    m = sn.Mechanism("conical pendulum", dimension=3, gravity=(0, 0, -G))
    m.body("shaft", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(0, 0, 0))
    m.body("ball", mass=0.5, inertia=(1e-9, 1e-9, 1e-9), at=(0, 0, -length))
    m.revolute("A", "ground", "shaft", at=(0, 0, 0), axis="z")
    m.revolute("H", "shaft", "ball", at=(0, 0, 0), axis=(0, -1, 0))
    if driven is not None:
        m.driver("motor", joint="A", speed=driven)
    return m


def disc(radius: float = 0.3) -> sn.Mechanism:
    """A thin disc that rolls on the ground."""
    m = sn.Mechanism("disc", dimension=3, gravity=(0, 0, -G))
    mass = 2.0
    thin = mass * radius**2 / 4
    m.body("disc", mass=mass, inertia=(thin, 2 * thin, thin), at=(0, 0, radius))
    m.rolling("W", "ground", "disc", radius=radius, normal="z", axis="y", at=(0, 0, radius))
    return m


def sprung_four_bar() -> sn.Mechanism:
    """A four-bar whose crank is held by a torsional spring, and its coupler by a spring to the ground."""
    m = sn.Mechanism("sprung four-bar", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    for name, ends, mass in zip(("crank", "coupler", "rocker"), ("AB", "BC", "CD"), (0.5, 1.2, 0.9)):
        m.bar(name, *ends, mass=mass)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    m.spring("s", "ground", "coupler", (0.2, 0.6), "C", stiffness=80.0, length=0.2)
    return m


def sorted_values(values: np.ndarray) -> np.ndarray:
    """Eigenvalues in an order that does not depend on rounding."""
    rounded = np.round(values, 6) + 0.0
    return values[np.lexsort((rounded.imag, rounded.real))]
