"""Every body cut free: m a = Σ forces, I α = Σ moments, with the reactions as the result gives them (world axes)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import snodo as sn

G = np.array([0.0, -9.81])


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


class CutFree:
    """Sums what acts on each body, and compares with its acceleration."""

    def __init__(self, result: sn.Result) -> None:
        self.result, self.rows = result, result.time.size
        self.force = {b: np.zeros((self.rows, 2)) for b in [*result.mechanism.bodies, "ground"]}
        self.moment = {b: np.zeros(self.rows) for b in self.force}

    def act(self, body: str, at: np.ndarray, force: np.ndarray, torque: Any = 0.0) -> None:
        """A force at a world point and a torque."""
        centre = np.zeros((self.rows, 2)) if body == "ground" else self.result.position(f"{body}.com").values
        self.force[body] = self.force[body] + force
        self.moment[body] = self.moment[body] + cross(at - centre, force) + torque

    def joints(self) -> None:
        for joint in self.result.mechanism.joints.values():
            wrench = self.result.reaction(joint.name).values
            at = self.result.position(joint.name).values
            self.act(joint.child, at, wrench[:, :2], wrench[:, 2])
            self.act(joint.parent, at, -wrench[:, :2], -wrench[:, 2])

    def check(self, tolerance: float) -> None:
        F = self.result.formulation
        for body in self.result.mechanism.bodies:
            inertia = F.geometry.bodies[body].inertia
            force = self.force[body] + inertia.mass * G
            a = self.result.acceleration(f"{body}.com").values
            scale = max(1.0, np.abs(force).max())
            np.testing.assert_allclose(inertia.mass * a, force, atol=tolerance * scale)
            alpha = self.result[f"{body}.alpha"].values
            np.testing.assert_allclose(inertia.izz * alpha, self.moment[body], atol=tolerance * scale)


def random_linkage(rng: np.random.Generator) -> sn.Mechanism:
    """A moving chain of four links with a welded plate, closed to the ground by a slider, a slot or a rod."""
    m = sn.Mechanism("linkage", gravity=tuple(G))
    points = np.cumsum(rng.uniform(0.3, 0.8, (5, 2)) * [1, rng.choice([-1, 1])], axis=0)
    for k, P in enumerate(points):
        m.point(f"P{k}", *P)
    for k in range(4):
        m.bar(f"L{k}", f"P{k}", f"P{k + 1}", mass=rng.uniform(0.5, 2))
    m.body("plate", mass=0.8, inertia=0.1, com=(0.1, -0.2), at=tuple(points[2]), angle=rng.uniform(-3, 3))
    m.revolute("P0", "ground", "L0")
    m.revolute("P1", "L0", "L1")
    m.revolute("P2", "L1", "L2")
    m.prismatic("slide", "L2", "L3", tuple(rng.uniform(-1, 1, 2)), at="P3")
    m.fixed("weld", "L1", "plate", at=tuple(points[2] + rng.uniform(-0.2, 0.2, 2)))
    end = rng.integers(3)
    if end == 0:
        m.pin_in_slot("slot", "ground", "L3", tuple(rng.uniform(0.1, 1, 2)), at="P4")
    elif end == 1:
        m.rod("tie", "ground", "L3", tuple(points[4] + rng.uniform(0.2, 0.6, 2)), "P4")
    else:
        m.revolute("pivot", "L3", "ground", at="P4")
    return m


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_random_linkages(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m = random_linkage(rng)
    m.spring("s", "ground", "L1", (0, 1), "P2", stiffness=40, damping=2, length=0.4)
    m.point_force("pull", "L2", [3.0, -2.0], at="P3")
    m.torque("knee", 1.7, joint="P1")
    m.joint_force("push", -2.2, joint="slide")
    result = sn.simulate(m, 0.05, output=0.01, initial={"P0.speed": rng.uniform(-3, 3)}, progress=False)
    cut = CutFree(result)
    cut.joints()
    end, start = result.position("P2").values, np.array([[0.0, 1.0]])
    line = end - start
    length = np.linalg.norm(line, axis=1)
    # P2 is a point of L2 in the joint, of L1 in the spring: the joint is closed, so the places and velocities agree
    l_dot = (line * result.velocity("P2").values).sum(axis=1) / length
    spring = ((-40 * (length - 0.4) - 2 * l_dot) / length)[:, None] * line
    cut.act("L1", end, spring)
    pull_at = _point(result, "L2", "P3")
    cut.act("L2", pull_at, np.tile([3.0, -2.0], (result.time.size, 1)))
    cut.act("L1", end, np.zeros_like(end), 1.7)
    cut.act("L0", end, np.zeros_like(end), -1.7)
    axis = _axis(result, "slide")
    cut.act("L3", result.position("slide").values, -2.2 * axis)
    cut.act("L2", result.position("slide").values, 2.2 * axis)
    cut.check(1e-7)


def _point(result: sn.Result, body: str, point: str) -> np.ndarray:
    """World place of a drawn point carried by a body."""
    F = result.formulation
    s = F.geometry.local(point, body, F.mechanism.bodies[body])[:2]
    phi = result[f"{body}.angle"].values
    c, w = np.cos(phi), np.sin(phi)
    return result.position(body).values + np.column_stack([c * s[0] - w * s[1], w * s[0] + c * s[1]])


def _axis(result: sn.Result, joint: str) -> np.ndarray:
    """World direction of a prismatic joint."""
    F, part = result.formulation, result.mechanism.joints[joint]
    u = F.geometry.direction(part.axis, part.parent, part)[:2]
    phi = result[f"{part.parent}.angle"].values
    return np.column_stack([np.cos(phi) * u[0] - np.sin(phi) * u[1], np.sin(phi) * u[0] + np.cos(phi) * u[1]])


def test_prismatic_reaction_has_no_part_along_its_axis() -> None:
    m = random_linkage(np.random.default_rng(5))
    result = sn.simulate(m, 0.05, output=0.01, progress=False)
    force = result.reaction("slide").values[:, :2]
    assert np.abs((force * _axis(result, "slide")).sum(axis=1)).max() < 1e-9 * np.abs(force).max()
    np.testing.assert_allclose(
        np.linalg.norm(result.reaction("slide", axes="parent").values[:, :2], axis=1), np.linalg.norm(force, axis=1)
    )


def test_revolutes_and_rods_carry_no_torque() -> None:
    for seed in range(6):
        m = random_linkage(np.random.default_rng(seed))
        result = sn.simulate(m, 0.02, output=0.01, progress=False)
        for joint in m.joints.values():
            if joint.kind in ("revolute", "rod", "pin_in_slot"):
                torque = result.reaction(joint.name).values[:, 2]
                assert np.abs(torque).max() < 1e-9 * max(1, np.abs(result.reaction(joint.name).values).max())


def test_driver_effort_and_gear_wrenches_close_the_balance() -> None:
    """A driven wheel, a gear, a wheel that lifts: effort and the gear's wrenches join the joints' reactions."""
    m = sn.Mechanism("gears", gravity=tuple(G))
    m.add_points(A=(0, 0), B=(0.3, 0))
    m.disc("small", 0.1, at="A", mass=1.0)
    m.body("large", mass=2.0, inertia=0.05, com=(0.05, 0.02), at="B")
    m.revolute("A", "ground", "small")
    m.revolute("B", "ground", "large")
    m.gear("mesh", "A", "B", [10, 20])
    m.driver("motor", joint="A", angle=sn.Harmonic(1.0, 0.5))
    result = sn.simulate(m, 0.5, output=0.05, progress=False)
    cut = CutFree(result)
    cut.joints()
    for body in ("small", "large"):
        wrench = result.reaction("mesh", body=body).values
        cut.act(body, result.position(body).values, wrench[:, :2], wrench[:, 2])
    cut.act("small", result.position("A").values, np.zeros((result.time.size, 2)), result.effort("motor").values)
    cut.check(1e-9)
    np.testing.assert_allclose(result.reaction("motor").values[:, 2], result.effort("motor").values, atol=1e-12)
    small, large = (result.reaction("mesh", body=b).values[:, 2] for b in ("small", "large"))
    np.testing.assert_allclose(large, 2 * small, atol=1e-9)
    np.testing.assert_allclose(result["B.angle"], -0.5 * result["A.angle"], atol=1e-10)


def test_planetary_gear_on_a_moving_carrier() -> None:
    """Sun fixed: the planet turns (1 + z_s/z_p) times as fast as its carrier, which stands twice in the gear's row."""
    m = sn.Mechanism("planetary", gravity=tuple(G))
    m.add_points(O=(0, 0), P=(0.3, 0))
    m.bar("arm", "O", "P", mass=1.0)
    m.disc("planet", 0.1, at="P", mass=0.5)
    m.disc("sun", 0.2, at="O", mass=1.0)
    m.revolute("O", "ground", "arm")
    m.revolute("S", "arm", "sun", at="O")
    m.revolute("P", "arm", "planet")
    m.fixed("hold", "ground", "sun", at="O")
    m.gear("mesh", "S", "P", [40, 20])
    result = sn.simulate(m, 1.0, progress=False)
    np.testing.assert_allclose(result["planet.omega"], 3 * result["arm.omega"], atol=1e-8)
    J = 1 / 3 * 1.0 * 0.09 + 0.5 * 0.09 + 9 * 0.5 * 0.5 * 0.01
    theta = result["arm.angle"].values
    gravity = -9.81 * (1.0 * 0.15 + 0.5 * 0.3) * np.cos(theta)
    np.testing.assert_allclose(result["arm.alpha"], gravity / J, atol=1e-7)
    cut = CutFree(result)
    cut.joints()
    for body in ("arm", "planet", "sun"):
        wrench = result.reaction("mesh", body=body).values
        cut.act(body, result.position(body).values, wrench[:, :2], wrench[:, 2])
    cut.check(1e-8)


@pytest.mark.parametrize("seed", range(3))
def test_driver_effort_by_power(seed: int) -> None:
    """effort · speed + other powers = d(kinetic + potential)/dt, by differentiating the energy numerically."""
    rng = np.random.default_rng(seed)
    m = random_linkage(rng)
    speed = float(rng.uniform(1, 3))
    m.driver("motor", joint="P0", speed=speed)
    m.friction("bearing", "P2", viscous=0.3)
    h = 2e-4
    result = sn.simulate(m, 0.02, output=h, integrator=sn.DOP853(rtol=1e-12), progress=False)
    energy = result["energy.total"].values
    k = np.arange(3, energy.size - 3)
    rate = sum(w * (energy[k + s] - energy[k - s]) for s, w in {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}.items()) / h
    power = result.effort("motor").values * speed + result["bearing.power"].values
    np.testing.assert_allclose(power[k], rate, atol=1e-5 * max(1.0, np.abs(rate).max()))
    np.testing.assert_allclose(result["motor.power"], result.effort("motor") * speed, atol=1e-9)
