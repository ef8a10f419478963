"""The benchmark mechanisms, for snodo: the data of `references.py`; chains, ladders and scissors of any size."""

from __future__ import annotations

from math import asin, cos, sin
from pathlib import Path

from benchmarks.references import (
    ANDREWS_JOINTS,
    ANDREWS_SPRING,
    ANDREWS_TORQUE,
    BRICARD_AXES,
    BRICARD_GRAVITY,
    BRICARD_HINGES,
    ElasticPin,
    SliderCrank,
    andrews_bodies,
    bricard_bars,
)

import snodo as sn


def slider_crank(problem: SliderCrank | None = None) -> sn.Mechanism:
    """Crank, rod and slider in free motion under gravity; the pin between crank and rod may be elastic."""
    p = problem or SliderCrank()
    m = sn.Mechanism("slider-crank", gravity=(0.0, -p.gravity))
    B = (p.crank * cos(p.angle), p.crank * sin(p.angle))
    C = (B[0] + p.rod * cos(asin(p.crank / p.rod * sin(p.angle))), 0.0)
    m.add_points(A=(0.0, 0.0), B=B, C=C)
    m.bar("crank", "A", "B", mass=p.mass)
    m.bar("rod", "B", "C", mass=p.mass)
    m.body("slider", mass=p.mass, inertia=p.slider_inertia, at="C")
    m.revolute("A", "ground", "crank")
    elastic = {"stiffness": p.stiffness, "damping": p.damping} if isinstance(p, ElasticPin) else {}
    m.revolute("B", "crank", "rod", **elastic)
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


def bricard() -> sn.Mechanism:
    """Bricard's mechanism: six hinges in one loop, one of whose rows is always redundant."""
    m = sn.Mechanism("Bricard", dimension=3, gravity=(0, -BRICARD_GRAVITY, 0))
    for k, bar in enumerate(bricard_bars()):
        m.box(f"bar{k + 1}", tuple(bar.edges.tolist()), tuple(bar.middle.tolist()), mass=bar.mass)
    ends = ["ground", *m.bodies, "ground"]
    for k, (place, axis) in enumerate(zip(BRICARD_HINGES, BRICARD_AXES)):
        m.point(f"P{k + 1}", *place)
        m.revolute(f"P{k + 1}", ends[k], ends[k + 1], axis=axis)
    m.frame("P3f", "bar2", at="P3")
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


def scissors(stages: int) -> sn.Mechanism:
    """Crossed bars standing on one pin, stage upon stage: loops one behind the other, ever farther from the ground."""
    m = sn.Mechanism(f"scissors of {stages}", gravity=(0.0, -9.81))
    for k in range(stages + 1):
        m.add_points(**{f"L{k}": (0.0, 0.8 * k), f"R{k}": (1.0, 0.8 * k)})
    for k in range(stages):
        m.point(f"M{k}", 0.5, 0.8 * k + 0.4)
        m.bar(f"up{k}", f"L{k}", f"R{k + 1}", mass=1.0)
        m.bar(f"down{k}", f"R{k}", f"L{k + 1}", mass=1.0)
        m.revolute(f"m{k}", f"up{k}", f"down{k}", at=f"M{k}")
        m.revolute(f"l{k}", f"down{k - 1}" if k else "ground", f"up{k}", at=f"L{k}")
        if k:
            m.revolute(f"r{k}", f"up{k - 1}", f"down{k}", at=f"R{k}")
    return m


def windows(n: int) -> sn.Mechanism:
    """IFToMM library, A02: n parallelogram windows of uniform rods 1 m, 1 kg; upright, 1 m/s at the top."""
    m = sn.Mechanism(f"{n} windows", gravity=(0, -9.81))
    for k in range(n + 1):
        m.add_points(**{f"A{k}": (k, 0), f"B{k}": (k, 1)})
        m.bar(f"link{k}", f"A{k}", f"B{k}", mass=1)
        m.revolute(f"A{k}", "ground", f"link{k}")
    for k in range(n):
        m.bar(f"coupler{k}", f"B{k}", f"B{k + 1}", mass=1)
        m.revolute(f"left{k}", f"link{k}", f"coupler{k}", at=f"B{k}")
        m.revolute(f"right{k}", f"coupler{k}", f"link{k + 1}", at=f"B{k + 1}")
    m.frame("B0f", "link0", at="B0")
    m.initial["A0.speed"] = -1.0
    return m


def governor() -> sn.Mechanism:
    """IFToMM library, A05: a governor with stiff spring-dampers."""
    return sn.load(Path(__file__).parents[1] / "examples" / "verification" / "a05_governor.yaml")
