"""Forces by power:  Q·v = −dV/dt + Σ counted powers,  and, without velocity, Q = −∂V/∂q, for every kind of force."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_plane import TIME_FUNCTIONS, pair, pin_in_slot, place, prismatic, revolute, state, three_bodies

import snodo as sn
from snodo.constraint_methods import in_time

SEEDS = st.integers(0, 2**32 - 1)
STEP = 1e-3


def first(f: Any, h: float = STEP) -> Any:
    return sum(w * (f(k * h) - f(-k * h)) for k, w in {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}.items()) / h


def potential(F: sn.Planar, q: np.ndarray, t: float) -> float:
    """Gravitational and elastic energy."""
    y = F.state(q, np.zeros(F.nv))
    return float(in_time.evaluate(F, np.array([t]), y[None])["energy"][0, 1:].sum())


def powers(F: sn.Planar, q: np.ndarray, v: np.ndarray, t: float) -> dict[str, float]:
    found = in_time.evaluate(F, np.array([t]), F.state(q, v)[None])["power"][0]
    return dict(zip(F.work_names, found))


# ---------------------------------------------------------------- kinds
def spring(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    i, j = pair(rng)
    m.spring("F", i, j, place(rng, i), place(rng, j), stiffness=3.0, damping=0.7, length=0.4, force=f)


def torsional_spring(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    revolute(m, rng)
    m.torsional_spring("F", "J", stiffness=2.0, damping=0.3, angle=0.6)


def point_force(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.point_force("F", "beta", [f, 0.4], at=place(rng, "beta"))


def following_force(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.point_force("F", "beta", [1.3, f], at=place(rng, "beta"), axes="body")


def body_torque(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.torque("F", f, body="gamma")


def joint_torque(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    revolute(m, rng)
    m.torque("F", f, joint="J")


def joint_force(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    prismatic(m, rng)
    m.joint_force("F", f, joint="J")


def friction_turning(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    revolute(m, rng)
    m.friction("F", "J", viscous=0.4, coulomb=1.2, smoothing=0.5)


def friction_sliding(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    pin_in_slot(m, rng)
    m.friction("F", "J", viscous=0.4, coulomb=1.2, smoothing=0.5)


FORMULAS = ["sin(alpha.x)*beta.vy + t", "-alpha.vx*alpha.y", "alpha.angle", "beta.x", "alpha.omega^2", "-2*beta.omega"]


def law(t: Any, q: Any, v: Any) -> Any:
    return [np.sin(q[0]) * v[4] + t, -v[0] * q[1], q[2], q[3], v[2] ** 2, -2 * v[5]]


def branching_law(t: Any, q: Any, v: Any) -> Any:
    if q[0] > 1e6:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    return np.sin(q[0]) * v[4] + t, -v[0] * q[1], q[2], q[3], v[2] ** 2, -2 * v[5]


def dynamic_law(t: Any, q: Any, v: Any) -> Any:
    """Neither a formula nor for numba: it looks its coefficients up by words."""
    factors: Any = {"spin": 2.0, "note": "text"}
    if q[0] > 1e6:
        return factors["note"]
    return [np.sin(q[0]) * v[4] + t, -v[0] * q[1], q[2], q[3], v[2] ** 2, -factors["spin"] * v[5]]


def as_formula(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.force("F", ["alpha", "beta"], formula=FORMULAS)


def as_traced(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.force("F", ["alpha", "beta"], function=law)


def as_compiled(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.force("F", ["alpha", "beta"], function=branching_law)


def as_called(m: sn.Mechanism, rng: np.random.Generator, f: Any) -> None:
    m.force("F", ["alpha", "beta"], function=dynamic_law)


FORCES = {
    f.__name__: f
    for f in (
        spring,
        torsional_spring,
        point_force,
        following_force,
        body_torque,
        joint_torque,
        joint_force,
        friction_turning,
        friction_sliding,
        as_formula,
        as_traced,
        as_called,
    )
}


def bound(kind: Any, seed: int, gravity: bool = True, word: str = "harmonic") -> tuple[sn.Planar, np.random.Generator]:
    rng = np.random.default_rng(seed)
    m = three_bodies(rng, gravity=gravity)
    kind(m, rng, TIME_FUNCTIONS[word])
    return sn.Planar(m), rng


# ---------------------------------------------------------------- power and potential
@pytest.mark.parametrize("kind", FORCES)
@settings(max_examples=50, deadline=None)
@given(seed=SEEDS, word=st.sampled_from(sorted(TIME_FUNCTIONS)))
def test_power_is_loss_of_potential_plus_what_is_counted(kind: str, seed: int, word: str) -> None:
    F, rng = bound(FORCES[kind], seed, word=word)
    q, v, t = state(F, rng)
    power = F.forces(q, v, t) @ v
    lost = -first(lambda s: potential(F, q + s * v, t))
    assert power == pytest.approx(lost + sum(powers(F, q, v, t).values()), abs=1e-8 * max(1.0, abs(power), abs(lost)))


@pytest.mark.parametrize("kind", ["spring", "torsional_spring"])
@settings(max_examples=50, deadline=None)
@given(seed=SEEDS)
def test_at_rest_springs_push_down_their_energy(kind: str, seed: int) -> None:
    F, rng = bound(FORCES[kind], seed, word="constant")
    q, _, t = state(F, rng)
    rest = np.zeros(F.nv)
    actuator = F.forces(q, rest, t)
    if kind == "spring":  # take the actuator's 0.7 N, which has no potential, out again
        without = sn.Mechanism("same", gravity=F.mechanism.gravity)
        without.bodies = F.mechanism.bodies
        part = F.mechanism.forces["F"]
        without.spring("F", part.parent, part.child, part.start, part.end, stiffness=3.0, damping=0.7, length=0.4)
        F = sn.Planar(without)
        actuator = F.forces(q, rest, t)
    gradient = [first(lambda s, e=e: potential(F, q + s * e, t)) for e in np.eye(F.nq)]
    np.testing.assert_allclose(actuator, -np.array(gradient), atol=1e-7 * max(1.0, np.abs(gradient).max()))


@settings(max_examples=50, deadline=None)
@given(seed=SEEDS, following=st.booleans())
def test_a_point_force_works_on_its_point(seed: int, following: bool) -> None:
    """Against the velocity of a frame at the point, read from the kinematics."""
    rng = np.random.default_rng(seed)
    m = three_bodies(rng)
    at = place(rng, "beta")
    m.point_force("F", "beta", [1.3, -0.6], at=at, axes="body" if following else "world")
    m.frame("P", "beta", at=at)
    F = sn.Planar(m)
    q, v, t = state(F, rng)
    force = np.array([1.3, -0.6])
    if following:
        phi = q[F.coordinate_names.index("beta.angle")]
        force = np.array([[np.cos(phi), -np.sin(phi)], [np.sin(phi), np.cos(phi)]]) @ force
    wanted = force @ F.motion.velocity("P", q, v)
    assert F.forces(q, v, t) @ v == pytest.approx(wanted, abs=1e-12)
    assert powers(F, q, v, t)["F"] == pytest.approx(wanted, abs=1e-12)


@settings(max_examples=50, deadline=None)
@given(seed=SEEDS)
def test_joint_forces_work_on_the_joint_coordinate(seed: int) -> None:
    for make, value in ((joint_torque, "harmonic"), (joint_force, "harmonic")):
        F, rng = bound(make, seed, gravity=False, word=value)
        q, v, t = state(F, rng)
        speed = F.motion.coordinate(F.describer.joint_coordinate("J"), q, v)[2]
        assert F.forces(q, v, t) @ v == pytest.approx(TIME_FUNCTIONS[value](t) * speed, abs=1e-11)


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_internal_forces_have_no_resultant(seed: int) -> None:
    """Springs, joint torques and frictions between two bodies: no net force, no net moment about the world's origin."""
    for make in (spring, torsional_spring, joint_torque, joint_force, friction_turning, friction_sliding):
        F, rng = bound(make, seed, gravity=False)
        part = F.mechanism.forces["F"]
        owner = F.mechanism.joints["J"] if hasattr(part, "joint") else part
        if "ground" in (owner.parent, owner.child):
            continue
        q, v, t = state(F, rng)
        Q = F.forces(q, v, t).reshape(-1, 3)
        r = q.reshape(-1, 3)
        assert np.abs(Q[:, :2].sum(axis=0)).max() < 1e-12 * max(1, np.abs(Q).max())
        moment = (r[:, 0] * Q[:, 1] - r[:, 1] * Q[:, 0] + Q[:, 2]).sum()
        assert abs(moment) < 1e-11 * max(1.0, np.abs(Q).max())


@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_the_routes_of_a_user_force_agree(seed: int) -> None:
    made = [bound(kind, seed) for kind in (as_formula, as_traced, as_compiled, as_called)]
    words = [next(iter(F.routes().values())) for F, _ in made]
    assert ["formula" in words[0], "formula" in words[1], "numba" in words[2], "called" in words[3]] == [True] * 4
    F, rng = made[0]
    q, v, t = state(F, rng)
    for other, _ in made[1:]:
        np.testing.assert_allclose(other.forces(q, v, t), F.forces(q, v, t), atol=1e-13)
        assert powers(other, q, v, t)["F"] == pytest.approx(powers(F, q, v, t)["F"], abs=1e-12)


def test_a_spring_whose_ends_coincide_is_finite() -> None:
    m = sn.Mechanism("spring")
    m.particle("p", (1, 0), mass=1)
    m.spring("s", "ground", "p", (0, 0), {"p": (0, 0)}, stiffness=5, length=0.3)
    F = sn.Planar(m)
    assert np.all(np.isfinite(F.forces([0, 0, 0], [1, 0, 0])))
