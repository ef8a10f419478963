"""The benchmark mechanisms, described for snodo: the data of `references.py`, chains and ladders of any size."""

from __future__ import annotations

from math import asin, cos, sin

from benchmarks.references import (
    ANDREWS_JOINTS,
    ANDREWS_SPRING,
    ANDREWS_TORQUE,
    SliderCrank,
    andrews_bodies,
)

import snodo as sn


def slider_crank(problem: SliderCrank | None = None) -> sn.Mechanism:
    """Crank, rod and slider in free motion under gravity."""
    p = problem or SliderCrank()
    m = sn.Mechanism("slider-crank", gravity=(0.0, -p.gravity))
    B = (p.crank * cos(p.angle), p.crank * sin(p.angle))
    C = (B[0] + p.rod * cos(asin(p.crank / p.rod * sin(p.angle))), 0.0)
    m.add_points(A=(0.0, 0.0), B=B, C=C)
    m.bar("crank", "A", "B", mass=p.mass)
    m.bar("rod", "B", "C", mass=p.mass)
    m.body("slider", mass=p.mass, inertia=p.slider_inertia, at="C")
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "rod")
    m.revolute("C", "rod", "slider")
    m.prismatic("guide", "ground", "slider", axis="x", at="C")
    m.initial["crank.omega"] = p.speed
    return m


def andrews() -> sn.Mechanism:
    """Andrews' squeezing mechanism: seven bodies, ten pins, a spring, a torque."""
    m = sn.Mechanism("andrews")
    for name, b in andrews_bodies().items():
        m.body(name, mass=b.mass, inertia=b.inertia, com=b.centre, at=b.origin, angle=b.angle)
    for name, j in ANDREWS_JOINTS.items():
        first = j.first or "ground"
        m.revolute(name, first, j.second, at={first: j.first_point, j.second: j.second_point})
    s = ANDREWS_SPRING
    ends = {"start": {"ground": s.ground}, "end": {s.body: s.point}}
    m.spring("spring", "ground", s.body, **ends, stiffness=s.stiffness, length=s.length)
    m.torque("motor", ANDREWS_TORQUE, body="K1")
    return m


def chain(n: int) -> sn.Mechanism:
    """A hanging open chain of n uniform bars, starting horizontal."""
    m = sn.Mechanism(f"chain of {n}", gravity=(0.0, -9.81))
    for k in range(n + 1):
        m.point(f"P{k}", 0.1 * k, 0.0)
    for k in range(n):
        m.bar(f"b{k}", f"P{k}", f"P{k + 1}", mass=0.1)
        m.revolute(f"j{k}", "ground" if k == 0 else f"b{k - 1}", f"b{k}", at=f"P{k}")
    return m


def ladder(windows: int) -> sn.Mechanism:
    """Four-bars side by side: windows + 1 links on the ground, joined by couplers of unequal length at the top."""
    m = sn.Mechanism(f"ladder of {windows}", gravity=(0.0, -9.81))
    for k in range(windows + 1):
        m.point(f"A{k}", float(k), 0.0)
        m.point(f"B{k}", k + 0.1 + 0.02 * (k % 3), 1.0)
        m.bar(f"link{k}", f"A{k}", f"B{k}", mass=1.0)
        m.revolute(f"a{k}", "ground", f"link{k}", at=f"A{k}")
        if k:
            m.bar(f"coupler{k}", f"B{k - 1}", f"B{k}", mass=1.0)
            m.revolute(f"l{k}", f"link{k - 1}", f"coupler{k}", at=f"B{k - 1}")
            m.revolute(f"r{k}", f"coupler{k}", f"link{k}", at=f"B{k}")
    return m
