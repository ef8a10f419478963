"""Torques about axes, the user's own forces and constraints on bodies in space: one mechanism, all formulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import snodo as sn

WORDS = ("spatial", "spatial_euler")
TIGHT = {"tolerance": 1e-11, "output": 0.1}


def flyer() -> sn.Mechanism:
    """A body on a ball joint, drawn turned, with another one on a hinge."""
    m = sn.Mechanism("flyer", dimension=3, gravity=(0, 0, -9.81))
    m.body("hull", mass=2.0, com=(0.1, 0, 0.05), inertia=(0.3, 0.5, 0.6), at=(0.2, 0, 1), angle=0.4, axis=(1, 2, 0.5))
    m.body("arm", mass=0.5, com=(0.2, 0, 0), inertia=(0.01, 0.05, 0.06), at=(0.5, 0.1, 1), angle=-0.7, axis="x")
    m.spherical("ball", "ground", "hull", at=(0.2, 0, 1))
    m.revolute("hinge", "hull", "arm", at=(0.5, 0.1, 1), axis=(0, 1, 1))
    m.initial = {"hinge.speed": 1.5, "ball.wz": 0.8}
    return m


def about_axes(m: sn.Mechanism) -> None:
    m.torque("twist", "0.3 * sin(2 * t)", body="arm", axis=(1, -2, 0.5), axes="body")
    m.torque("push", 0.2, body="hull", axis="y")


def by_components(m: sn.Mechanism) -> None:
    m.torque("turn", (0.1, 0.3, "0.2 * t"), body="hull", axes="body")
    m.torque("more", ("0.2 * t", 0, 0.1), body="arm")


def formulas(m: sn.Mechanism) -> None:
    drag = [f"-0.5 * arm.v{w} + 0.3 * arm.e1 * arm.e{k}" for k, w in enumerate("xyz")]
    m.force("drag", ["arm"], formula=[*drag, "-0.1 * arm.wx", "-0.1 * arm.wy - arm.z", "-0.1 * arm.wz + sin(t)"])


def function(m: sn.Mechanism) -> None:
    """Branches cannot be traced."""

    def pull(t: float, q: Any, v: Any) -> list[float]:
        push = 1.0 if q[0] > 0 else 0.5
        hull = [push * q[3] ** 2, -0.3 * v[6], 0.0, 0.1 * v[3], -0.2 * v[4], 0.0]
        return [*hull, 0.0, 0.0, -push, 0.0, q[11] * q[13], 0.0]

    m.force("pull", ["hull", "arm"], function=pull)


def row(m: sn.Mechanism) -> None:
    """The arm stays at the angle to the hull that it is drawn at, said with products of Euler parameters, and moves."""
    product = " + ".join(f"hull.e{k} * arm.e{k}" for k in range(4))
    start = float(sn.Rotation.from_axis_angle((1, 2, 0.5), 0.4).p @ sn.Rotation.from_axis_angle("x", -0.7).p)
    m.constraint("own", ["hull", "arm"], formula=f"({product})^2 - {start**2!r} + 0.05 * sin(t)^2")
    m.initial = {"ball.wz": 0.8}


def called_row(m: sn.Mechanism) -> None:
    def height(t: float, q: Any) -> Any:
        return q[2] + q[4] * q[5] - start if q[0] > -50 else q[0]

    p = sn.Rotation.from_axis_angle("x", -0.7).p
    start = 1.0 + float(p[1] * p[2])
    m.constraint("own", ["arm"], function=height)
    m.initial = {"ball.wx": 0.8}


@pytest.mark.parametrize(
    "add", [about_axes, by_components, formulas, function, row, called_row], ids=lambda f: f.__name__
)
def test_the_same_motion_on_all_formulations(add: Callable[[sn.Mechanism], None]) -> None:
    m = flyer()
    add(m)
    tree = sn.simulate(m, 1.0, formulation="tree", **TIGHT)
    for word in WORDS:
        other = sn.simulate(m, 1.0, formulation=word, **TIGHT)
        for body in m.bodies:
            assert np.allclose(other.position(f"{body}.com"), tree.position(f"{body}.com"), atol=1e-8), (word, body)
        for name in ("ball", "hinge", *m.constraints):
            assert np.allclose(other.reaction(name), tree.reaction(name), rtol=0, atol=1e-6), (word, name)
        for force in m.forces:
            assert np.allclose(other[f"{force}.work"], tree[f"{force}.work"], atol=1e-8), (word, force)
        assert np.abs(other["energy.balance"]).max() < 1e-8


def test_a_function_that_fails_is_told_on_every_formulation() -> None:
    def wrong(t: float, q: Any, v: Any) -> list[float]:
        if t > 0.2:
            raise ValueError(f"no wind, {len(q)} and {len(v)} numbers")
        return [0.0] * 6

    m = flyer()
    m.force("wind", ["arm"], function=wrong)
    for word in ("tree", *WORDS):
        with pytest.raises(sn.RunError, match=r"wind.*no wind, 7 and 6 numbers"):
            sn.simulate(m, 1.0, formulation=word)
