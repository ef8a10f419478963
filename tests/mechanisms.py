"""Eleven mechanisms that several tests share, each in its plainest form; a test adds what it needs.

Bodies are named for what they are, joints by their points; `gravity` is that of the earth unless it is switched off.
"""

from __future__ import annotations

import math

import numpy as np

import snodo as sn

GRAVITY = 9.81
FOUR_BAR = """mechanism: four-bar
dimension: 2
gravity: [0, -9.81]
points: {A: [0, 0], B: [0.10, 0.15], C: [0.45, 0.30], D: [0.50, 0]}
bodies:
  crank:   {bar: [A, B], mass: 0.5 kg}
  coupler: {bar: [B, C], mass: 1.2 kg}
  rocker:  {bar: [C, D], mass: 0.9 kg}
joints:
  A: {revolute: [ground, crank]}
  B: {revolute: [crank, coupler]}
  C: {revolute: [coupler, rocker]}
  D: {revolute: [ground, rocker]}
drivers:
  motor: {joint: A, speed: 60 rpm}
run: {duration: 0.1 s}
"""
"""The text of `four_bar` with a motor."""
Place = tuple[float, float]


def pendulum(mass: float = 1.0, length: float = 1.0, pin: str = "A") -> sn.Mechanism:
    """A bar `arm` along x on a pin at the origin."""
    m = sn.Mechanism("pendulum", gravity=(0, -GRAVITY))
    m.bar("arm", (0, 0), (length, 0), mass=mass)
    m.revolute(pin, "ground", "arm", at=(0, 0))
    return m


def double_pendulum() -> sn.Mechanism:
    """Two bars; the second pin has the lower bar as its parent, and the first counts from 0.3 rad."""
    m = sn.Mechanism("double pendulum", gravity=(0, -GRAVITY))
    m.add_points(A=(0, 0), B=(0.6, 0.2), C=(1.1, -0.3))
    m.bar("upper", "A", "B", mass=1.2)
    m.bar("lower", "B", "C", mass=0.7)
    m.revolute("A", "ground", "upper", reference=0.3)
    m.revolute("B", "lower", "upper")
    return m


def four_bar(
    A: Place = (0, 0),
    B: Place = (0.1, 0.15),
    C: Place = (0.45, 0.3),
    D: Place = (0.5, 0),
    *,
    masses: tuple[float, float, float] = (0.5, 1.2, 0.9),
    rocker: str = "CD",
    gravity: bool = True,
) -> sn.Mechanism:
    """Crank AB, coupler BC and rocker CD, or DC, with pins A, B, C and D."""
    m = sn.Mechanism("four-bar", gravity=(0, -GRAVITY if gravity else 0))
    m.add_points(A=A, B=B, C=C, D=D)
    for name, ends, mass in zip(("crank", "coupler", "rocker"), ("AB", "BC", rocker), masses):
        m.bar(name, *ends, mass=mass)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    return m


def crank_rocker() -> sn.Mechanism:
    """A four-bar whose crank turns all the way round."""
    return four_bar(B=(0.07, 0.10), C=(0.56, 0.26), D=(0.56, 0))


def slider_crank() -> sn.Mechanism:
    """Crank AB, rod BC and a slider on a rail along x."""
    m = sn.Mechanism("slider-crank", gravity=(0, -GRAVITY))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.5, 0))
    m.bar("crank", "A", "B", mass=0.5)
    m.bar("rod", "B", "C", mass=1.2)
    m.box("slider", (0.1, 0.1, 0.1), "C", mass=0.4)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "rod")
    m.revolute("C", "rod", "slider")
    m.prismatic("rail", "ground", "slider", axis="x", at="C")
    return m


def parallelogram(links: int = 3) -> sn.Mechanism:
    """A platform on equal links of length one: all beyond the second are redundant."""
    high = math.sqrt(3) / 2
    m = sn.Mechanism("parallelogram", gravity=(0, -GRAVITY))
    m.bar("platform", (0.5, high), (2.5, high), mass=4)
    for k, x in enumerate(np.linspace(0, 2, links)):
        m.bar(f"link{k}", (x, 0), (x + 0.5, high), mass=1)
        m.revolute(f"A{k}", "ground", f"link{k}", at=(x, 0))
        m.revolute(f"B{k}", f"link{k}", "platform", at=(x + 0.5, high))
    return m


def sleigh(mass: float = 1.0) -> sn.Mechanism:
    """Chaplygin's sleigh: a body on a knife edge at P, its centre of mass before it."""
    m = sn.Mechanism("Chaplygin's sleigh", gravity=(0, 0))
    m.add_points(P=(0, 0))
    m.body("sleigh", mass=mass, inertia=0.5, com=(0.3, 0), at="P")
    m.knife_edge("P", "ground", "sleigh", axis="x")
    return m


def pendulum_in_space() -> sn.Mechanism:
    """A body with three different moments of inertia on a hinge along y."""
    m = sn.Mechanism("pendulum", dimension=3, gravity=(0, 0, -GRAVITY))
    m.body("arm", mass=2.0, com=(0.5, 0, 0), inertia=[0.1, 0.2, 0.3], at=(0, 0, 0))
    m.revolute("A", "ground", "arm", at=(0, 0, 0), axis="y")
    return m


def spatial_slider_crank() -> sn.Mechanism:
    """Crank about x, rod between a spherical and a universal joint, slider along x (after Haug 1989, 9.6)."""
    m = sn.Mechanism("spatial slider-crank", dimension=3, gravity=(0, 0, -GRAVITY))
    m.add_points(A=(0, 0.1, 0.12), B=(0, 0.1, 0.2), C=(0.2, 0, 0))
    m.cylinder("crank", "A", "B", 0.01, mass=0.12)
    m.cylinder("rod", "B", "C", 0.01, mass=0.5)
    m.box("slider", (0.04, 0.03, 0.03), "C", mass=2.0)
    m.revolute("A", "ground", "crank", axis="x")
    m.spherical("B", "crank", "rod")
    normal = np.cross([1.0, 0.0, 0.0], [0.2, -0.1, -0.2])
    m.universal("C", "slider", "rod", axis=tuple(np.cross([1, 0, 0], normal)), second=tuple(normal))
    m.prismatic("rail", "ground", "slider", axis="x", at="C")
    return m


def bricard() -> sn.Mechanism:
    """Six hinges in one loop of five bars on the edges of a cube: it moves, although one row is always redundant."""
    m = sn.Mechanism("Bricard", dimension=3, gravity=(0, -GRAVITY, 0))
    places = ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))
    for k, place in enumerate(places, 1):
        m.point(f"P{k}", *place)
    for k in range(1, 6):
        m.bar(f"bar{k}", f"P{k}", f"P{k + 1}", mass=1.0, width=0.1, thickness=0.1)
    bodies = ("ground", "bar1", "bar2", "bar3", "bar4", "bar5", "ground")
    for k, axis in enumerate("yzxyzx", 1):
        m.revolute(f"J{k}", bodies[k - 1], bodies[k], at=f"P{k}", axis=axis)
    return m


def stewart() -> sn.Mechanism:
    """A plate on six legs, each with a universal joint below, a cylinder, and a ball above."""
    m = sn.Mechanism("stewart platform", dimension=3, gravity=(0, 0, -9.81))
    m.box("plate", (0.5, 0.5, 0.05), at=(0, 0, 0.8), mass=5.0)
    for k in range(6):
        a, b = np.radians([60 * k + (10 if k % 2 else -10), 60 * k + (-20 if k % 2 else 20)])
        foot = 0.6 * np.array([np.cos(a), np.sin(a), 0])
        head = np.array([0.35 * np.cos(b), 0.35 * np.sin(b), 0.8])
        m.add_points(**{f"P{k}": tuple(foot), f"M{k}": tuple((foot + head) / 2), f"R{k}": tuple(head)})
        e = (head - foot) / np.linalg.norm(head - foot)
        first = np.cross(e, [0.0, 0.0, 1.0]) / np.linalg.norm(np.cross(e, [0.0, 0.0, 1.0]))
        m.cylinder(f"barrel{k}", f"P{k}", f"M{k}", radius=0.03, mass=1.0)
        m.cylinder(f"piston{k}", f"M{k}", f"R{k}", radius=0.02, mass=0.5)
        m.universal(f"P{k}", "ground", f"barrel{k}", axis=tuple(first), second=tuple(np.cross(e, first)))
        m.prismatic(f"leg{k}", f"barrel{k}", f"piston{k}", axis=tuple(e), at=f"M{k}")
        m.spherical(f"R{k}", f"piston{k}", "plate", at=f"R{k}")
    return m
