"""Derivatives of the constrained dynamics against numerical derivatives of `F.solve`, with every joint and force.

The differences are of sixth order along paths on the manifold, with a step that is short enough for measured angles
that change quickly, in random states that neither close nor satisfy the rows on velocities: derivatives hold there too.
They reach about ten digits of the largest entry, and agree with the derivatives to 1e-11; the tolerance is 1e-8.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import test_planar_forces as plane_forces
import test_spatial_constraints as space
from random_plane import CONSTRAINTS, DRIVERS, TIME_FUNCTIONS, three_bodies
from random_plane import state as plane_state
from random_tree import random_tree

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.solving import given_forces

TOLERANCE = 1e-8
STEP = 1e-4


def differenced(F: Any, f: Any) -> np.ndarray:
    """Derivatives of f(step) by each component of the step."""
    weights = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
    steps = STEP * np.eye(F.nv)
    return np.array([sum(w * (f(k * e) - f(-k * e)) for k, w in weights.items()) / STEP for e in steps]).T


def close(found: Any, wanted: np.ndarray) -> None:
    size = float(np.abs(wanted).max(initial=0.0))
    np.testing.assert_allclose(np.asarray(found), wanted, rtol=0.0, atol=TOLERANCE * max(1.0, size))


def check(F: Any, q: np.ndarray, v: np.ndarray, t: float = 0.0, **given: Any) -> None:
    found = sn.derivatives(F, q, v, t, **given)
    by_q = differenced(F, lambda d: np.concatenate(F.solve(F.moved(q, d), v, t, **given)))
    by_v = differenced(F, lambda d: np.concatenate(F.solve(q, v + d, t, **given)))
    for by, wanted in (("q", by_q), ("v", by_v)):
        close(getattr(found.acceleration, by), wanted[: F.nv])
        close(getattr(found.multiplier, by), wanted[F.nv :])
    tau = np.zeros(F.nv)
    given = {**given, "tau": tau} if given.get("tau") is None else given
    if isinstance(given["tau"], np.ndarray):
        by_tau = differenced(F, lambda d: np.concatenate(F.solve(q, v, t, **{**given, "tau": given["tau"] + d})))
        close(found.acceleration.tau, by_tau[: F.nv])
        close(found.multiplier.tau, by_tau[F.nv :])


# ---------------------------------------------------------------- in the plane
@pytest.mark.parametrize("kind", CONSTRAINTS)
def test_rows_in_the_plane(kind: str) -> None:
    rng = np.random.default_rng(1)
    m = three_bodies(rng, gravity=True)
    CONSTRAINTS[kind](m, rng)
    F = sn.Planar(m)
    check(F, *plane_state(F, rng))


@pytest.mark.parametrize("kind", DRIVERS)
def test_drivers_in_the_plane(kind: str) -> None:
    for seed in range(2, 20):
        rng = np.random.default_rng(seed)
        m = three_bodies(rng, gravity=True)
        DRIVERS[kind](m, rng, TIME_FUNCTIONS["harmonic"])
        F = sn.Planar(m)
        q, v, t = plane_state(F, rng)
        if np.linalg.matrix_rank(F.jacobian(q, t)) == F.nc:  # redundant rows contradict one another in an open state
            break
    check(F, q, v, t)


@pytest.mark.parametrize("kind", plane_forces.FORCES)
def test_forces_in_the_plane(kind: str) -> None:
    F, rng = plane_forces.bound(plane_forces.FORCES[kind], 3)
    check(F, *plane_state(F, rng))


# ---------------------------------------------------------------- in space
@pytest.mark.parametrize("kind", space.ROWS)
def test_rows_in_space(kind: str) -> None:
    rng = np.random.default_rng(4)
    m = space.bodies(rng)
    space.ROWS[kind](m, rng)
    F = sn.Spatial(m)
    q, v, _ = space.random_state(F, rng)
    check(F, q, v, 0.3)


@pytest.mark.parametrize("kind", space.DRIVERS)
@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_drivers_in_space(kind: str, formulation: str) -> None:
    rng = np.random.default_rng(5)
    m = space.bodies(rng)
    space.DRIVERS[kind](m, rng)
    F = bind(m, formulation)
    q = F.moved(F.reference()[0], 0.4 * rng.standard_normal(F.nv))
    check(F, q, rng.standard_normal(F.nv), 0.3)


def forced(m: sn.Mechanism, first: str, second: str) -> None:
    """A spring with damper, forces on points, a torque and a function of the user."""
    m.spring("s", first, second, (0.3, 0.1, 0.0), (-0.2, 0.4, 0.5), stiffness=40.0, damping=3.0, length=0.5)
    m.point_force("p", second, (1.0, -2.0, 0.5), at=(0.1, 0.2, 0.3), axes="body")
    m.force("own", second, function=lambda t, q, v: [-3 * q[0] ** 3, np.sin(q[1]) * v[0], 0.2, -v[3], 0.0, q[2] * q[4]])


@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_forces_in_space(formulation: str) -> None:
    rng = np.random.default_rng(6)
    m = space.bodies(rng)
    space.add_joint(m, "A", "revolute", "ground", "b0", rng)
    space.add_joint(m, "B", "prismatic", "b0", "b1", rng)
    space.add_joint(m, "S", "spherical", "b1", "b2", rng)
    forced(m, "b0", "b2")
    m.torsional_spring("t", "A", stiffness=3.0, damping=0.4)
    m.friction("f", "A", viscous=0.3, coulomb=0.2, smoothing=0.5)
    m.joint_spring("j", "B", stiffness=20.0, damping=0.3)
    F = bind(m, formulation)
    q = F.moved(F.reference()[0], 0.3 * rng.standard_normal(F.nv))
    wrench = {"b2": rng.standard_normal(6)}
    check(F, q, rng.standard_normal(F.nv), 0.2, external=wrench)
    check(F, q, rng.standard_normal(F.nv), 0.2, tau={"A": 2.0, "B": -1.0})
    check(F, q, rng.standard_normal(F.nv), 0.2, tau=rng.standard_normal(F.nv))


@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_elastic_joints(formulation: str) -> None:
    rng = np.random.default_rng(7)
    m = space.bodies(rng, 2)
    m.revolute(
        "A",
        "ground",
        "b0",
        axis="z",
        at=(0.1, 0.2, 0.3),
        stiffness=500.0,
        damping=2.0,
        torsional_stiffness=50.0,
        torsional_damping=0.5,
    )
    space.add_joint(m, "B", "universal", "b0", "b1", rng)
    F = bind(m, formulation)
    q = F.moved(F.reference()[0], 0.1 * rng.standard_normal(F.nv))
    check(F, q, rng.standard_normal(F.nv), 0.0)


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_with_loops(seed: int) -> None:
    """Joints of all kinds, and a rod and a plane that close loops."""
    rng = np.random.default_rng(seed)
    m = random_tree(rng, 6, turned=0.3)
    m.rod("rod", "b2", "b5", tuple(rng.uniform(-1, 1, 3)), tuple(rng.uniform(-1, 1, 3)))
    space.in_plane(m, rng)
    F = sn.Tree(m)
    q, v = F.random(rng)
    check(F, q, v)


# ---------------------------------------------------------------- rows on velocities
@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_velocity_rows_in_the_plane(formulation: str) -> None:
    rng = np.random.default_rng(8)
    m = three_bodies(rng, gravity=True)
    m.knife_edge("P", "ground", "alpha", axis="x", at=(0.2, 0.1))
    m.speed_coupler("S", {"beta.omega": 1.0, "gamma.vx": -2.0}, value="0.3*cos(3*t)")
    m.velocity_constraint("N", "gamma", formula="gamma.vy^2 + gamma.x*gamma.omega - 4 - t")
    F = bind(m, formulation)
    check(F, F.moved(F.reference()[0], rng.standard_normal(F.nv)), rng.uniform(0.5, 2, F.nv), 0.3)


@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_rolling_in_space(formulation: str) -> None:
    rng = np.random.default_rng(9)
    m = sn.Mechanism("rolling", dimension=3, gravity=(0, 0, -9.81))
    m.body("disc", mass=2.0, inertia=(0.1, 0.2, 0.1), at=(0, 0, 0.3))
    m.body("ball", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(2, 0, 0.1))
    m.rolling("W", "ground", "disc", radius=0.3, normal="z", axis="y", at=(0, 0, 0.3))
    m.rolling("B", "ground", "ball", radius=0.1, normal="z", at=(2, 0, 0.1))
    F = bind(m, formulation)
    check(F, F.moved(F.reference()[0], 0.3 * rng.standard_normal(F.nv)), rng.standard_normal(F.nv))


# ---------------------------------------------------------------- inverse dynamics
@pytest.mark.parametrize("formulation", ["planar", "spatial", "tree"])
def test_inverse_dynamics(formulation: str) -> None:
    """τ = M a + Φ_vᵀ λ − Q at the same a and λ."""
    rng = np.random.default_rng(10)
    if formulation == "planar":
        m = three_bodies(rng, gravity=True)
        CONSTRAINTS["revolute"](m, rng)
    else:
        m = space.bodies(rng)
        space.ROWS["universal"](m, rng)
    F = bind(m, formulation)
    q, v = F.moved(F.reference()[0], 0.4 * rng.standard_normal(F.nv)), rng.standard_normal(F.nv)
    found = sn.derivatives(F, q, v)
    a, multipliers = F.solve(q, v)

    def needed(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return F.mass_matrix(q) @ a + F.jacobian(q, v=v).T @ multipliers - F.forces(q, v)

    close(found.inverse_dynamics.q, differenced(F, lambda d: needed(F.moved(q, d), v)))
    close(found.inverse_dynamics.v, differenced(F, lambda d: needed(q, v + d)))
    np.testing.assert_allclose(found.inverse_dynamics.tau, F.mass_matrix(q))


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_actuators_of_a_loop(formulation: str) -> None:
    """The torque in the crank of a four-bar that a motion needs, by q, v and a."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    for name, ends in zip(("crank", "coupler", "rocker"), ("AB", "BC", "CD")):
        m.bar(name, *ends, mass=1.0)
    for name, pair in zip(
        "ABCD", (("ground", "crank"), ("crank", "coupler"), ("coupler", "rocker"), ("ground", "rocker"))
    ):
        m.revolute(name, *pair)
    m.spring("s", "ground", "coupler", (0.2, 0.6), "C", stiffness=80.0, damping=3.0, length=0.2)
    F = bind(m, formulation)
    rng = np.random.default_rng(11)
    q, v, a = F.reference()[0], rng.standard_normal(F.nv), rng.standard_normal(F.nv)

    def needed(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
        along = given_forces(F, q, {"A": 1.0}, None)
        W = np.column_stack([F.jacobian(q).T, -along])
        return np.linalg.solve(W, F.forces(q, v) - F.mass_matrix(q) @ a)[-1:]

    found = sn.derivatives(F, q, v).actuators("A", a=a)
    close(found.force, needed(q, v, a))
    close(found.q, differenced(F, lambda d: needed(F.moved(q, d), v, a)))
    close(found.v, differenced(F, lambda d: needed(q, v + d, a)))
    close(found.a, differenced(F, lambda d: needed(q, v, a + d)))
    with pytest.raises(sn.UnsupportedError, match="2 named"):
        sn.derivatives(F, q, v).actuators(["A", "D"])
    with pytest.raises(sn.UnsupportedError, match="a is"):
        sn.derivatives(F, q, v).actuators("A", a=[1.0])
    with pytest.raises(sn.NameNotFound, match="no input 'Q'"):
        sn.derivatives(F, q, v).actuators("Q")


def test_actuators_without_control() -> None:
    """A torque on a body that only slides."""
    m = sn.Mechanism("slider", gravity=(0, -9.81))
    m.body("b", mass=1.0, inertia=0.1)
    m.prismatic("P", "ground", "b", axis="x", at=(0, 0))
    with pytest.raises(sn.UnsupportedError, match="do not control"):
        sn.derivatives(m).actuators("b.torque")
