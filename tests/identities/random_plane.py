"""Random planar mechanisms for the identities: three bodies with frames anywhere, centres of mass off their origins.

Joints sit at random points of random bodies and are not closed: the identities hold for every q, not only where Φ = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import snodo as sn

BODIES = ("alpha", "beta", "gamma")
Maker = Callable[[sn.Mechanism, np.random.Generator], Any]


def three_bodies(rng: np.random.Generator, gravity: bool = False) -> sn.Mechanism:
    """Three bodies at random places, with random masses and centres of mass."""
    m = sn.Mechanism("random", gravity=tuple(rng.uniform(-10, 10, 2)) if gravity else None)
    for name in BODIES:
        m.body(
            name,
            mass=rng.uniform(0.2, 3),
            inertia=rng.uniform(0.1, 2),
            com=tuple(rng.uniform(-0.5, 0.5, 2)),
            at=tuple(rng.uniform(-1, 1, 2)),
            angle=rng.uniform(-3, 3),
        )
    return m


def pair(rng: np.random.Generator) -> tuple[str, str]:
    """Two different bodies; one of them may be the ground."""
    first, second = rng.permutation([*BODIES, "ground"])[:2]
    return str(first), str(second)


def place(rng: np.random.Generator, *bodies: str) -> dict[str, tuple[float, float]]:
    """A random point on each of the bodies, in its frame."""
    return {body: tuple(rng.uniform(-1, 1, 2)) for body in bodies}


def state(F: sn.Planar, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, float]:
    """Any q and v, and a time within the rise of all functions of time below, away from their corners."""
    return rng.uniform(-2, 2, F.nq), rng.uniform(-2, 2, F.nv), float(rng.uniform(0.3, 0.45))


# ---------------------------------------------------------------- functions of time
def _called(t: Any) -> Any:
    if t > 5.0:
        return 0.0 * t
    return np.cos(1.3 * t) + t**3


TIME_FUNCTIONS: dict[str, Any] = {
    "constant": sn.Constant(0.7),
    "ramp": sn.Ramp(0.2, 1.7),
    "polynomial": sn.Polynomial([0.1, -0.4, 0.8, 1.1]),
    "harmonic": sn.Harmonic(0.6, 0.3, phase=0.4, mean=0.2),
    "smooth_step": sn.SmoothStep(0.1, 0.9, 0.1, 0.8),
    "cycloid": sn.Cycloid(-0.3, 0.9, 0.05, 0.9),
    "table": sn.Table([0.0, 0.2, 0.5, 0.9, 1.4], [0.0, 0.3, 0.1, 0.5, 0.4]),
    "periodic_table": sn.Table([0.0, 0.2, 0.5, 0.9], [0.1, 0.3, 0.0, 0.1], periodic=True),
    "formula": sn.Formula("0.3*sin(2*t) + exp(-t)*t^2"),
    "traced": sn.PythonFunction(lambda t: np.sin(1.5 * t) * t),
    "called": sn.PythonFunction(_called),
    "with_derivatives": sn.PythonFunction(
        lambda t: float(np.sin(float(t))), lambda t: float(np.cos(float(t))), lambda t: -float(np.sin(float(t)))
    ),
}


# ---------------------------------------------------------------- joints and constraints
def revolute(m: sn.Mechanism, rng: np.random.Generator, name: str = "J") -> None:
    i, j = pair(rng)
    m.revolute(name, i, j, at=place(rng, i, j), reference=rng.uniform(-1, 1))


def prismatic(m: sn.Mechanism, rng: np.random.Generator, name: str = "J") -> None:
    i, j = pair(rng)
    m.prismatic(name, i, j, tuple(rng.uniform(0.1, 1, 2)), at=place(rng, i, j), reference=rng.uniform(-1, 1))


def fixed(m: sn.Mechanism, rng: np.random.Generator) -> None:
    i, j = pair(rng)
    m.fixed("J", i, j, at=place(rng, i, j))


def pin_in_slot(m: sn.Mechanism, rng: np.random.Generator, name: str = "J") -> None:
    i, j = pair(rng)
    m.pin_in_slot(name, i, j, {i: tuple(rng.uniform(0.1, 1, 2))}, at=place(rng, i, j))


def rod(m: sn.Mechanism, rng: np.random.Generator) -> None:
    i, j = pair(rng)
    m.rod("J", i, j, place(rng, i), place(rng, j), length=rng.uniform(0.2, 2))


def gear(m: sn.Mechanism, rng: np.random.Generator) -> None:
    carrier, first, second = rng.permutation([*BODIES])
    for name, wheel in (("A", first), ("B", second)):
        m.revolute(name, str(carrier), str(wheel), at=place(rng, str(carrier), str(wheel)))
    m.gear("J", "A", "B", [20, 37], internal=bool(rng.integers(2)))


def coupler(m: sn.Mechanism, rng: np.random.Generator) -> None:
    """Angles and displacements of joints that share bodies in every way."""
    revolute(m, rng, "A")
    prismatic(m, rng, "B")
    pin_in_slot(m, rng, "C")
    m.coupler("J", {"A": rng.uniform(0.5, 2), "B": rng.uniform(-2, -0.5), "C": rng.uniform(0.3, 1)})


FORMULAS = [
    "(alpha.x - beta.x)^2 + sin(alpha.y)*beta.y - exp(0.2*t)*cos(beta.angle)",
    "alpha.angle*beta.x + t^2*beta.y",
]


def law(t: Any, q: Any) -> Any:
    """The same as FORMULAS, in Python."""
    first = (q[0] - q[3]) ** 2 + np.sin(q[1]) * q[4] - np.exp(0.2 * t) * np.cos(q[5])
    return [first, q[2] * q[3] + t**2 * q[4]]


def branching_law(t: Any, q: Any) -> Any:
    """The same with a branch, which a formula cannot have."""
    if q[0] > 1e6:
        return [0.0 * q[0], 0.0 * q[0]]
    return law(t, q)


def as_formula(m: sn.Mechanism, rng: np.random.Generator) -> None:
    m.constraint("J", ["alpha", "beta"], formula=FORMULAS)


def as_traced(m: sn.Mechanism, rng: np.random.Generator) -> None:
    m.constraint("J", ["alpha", "beta"], function=law)


def as_called(m: sn.Mechanism, rng: np.random.Generator) -> None:
    m.constraint("J", ["alpha", "beta"], function=branching_law)


def particle(m: sn.Mechanism, rng: np.random.Generator) -> None:
    m.particle("grain", tuple(rng.uniform(-1, 1, 2)), mass=0.4)


CONSTRAINTS: dict[str, Maker] = {
    f.__name__: f
    for f in (
        revolute,
        prismatic,
        fixed,
        pin_in_slot,
        rod,
        gear,
        coupler,
        as_formula,
        as_traced,
        as_called,
        particle,
    )
}


# ---------------------------------------------------------------- drivers
def joint_angle(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    revolute(m, rng)
    m.driver("D", joint="J", angle=f)


def joint_displacement(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    prismatic(m, rng)
    m.driver("D", joint="J", displacement=f)


def slot_displacement(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    pin_in_slot(m, rng)
    m.driver("D", joint="J", displacement=f)


def body_angle(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.driver("D", body="beta", angle=f)


def point_along(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.driver("D", body="gamma", at=place(rng, "gamma"), along=tuple(rng.uniform(0.1, 1, 2)), displacement=f)


def path(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.driver("D", body="alpha", at=place(rng, "alpha"), path=[f, sn.Harmonic(0.3, 0.2)])


def by_speed(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    revolute(m, rng)
    m.driver("D", joint="J", speed=1.3)
    m.driver("E", body="alpha", speed=-0.4)
    m.driver("G", body="beta", along="y", speed=0.7)


DRIVERS = {
    f.__name__: f for f in (joint_angle, joint_displacement, slot_displacement, body_angle, point_along, path, by_speed)
}
