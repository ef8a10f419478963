"""The bound spatial formulation: names, states, initial values, driven motion, mistakes in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.mechanisms import pendulum_in_space as pendulum

import snodo as sn
from snodo.formulations.spatial import attitudes
from snodo.math import euler_parameters as ep
from snodo.mechanism import joints


def flying() -> sn.Mechanism:
    m = sn.Mechanism("flying", dimension=3, gravity=(0, 0, -9.81))
    m.box("box", (0.3, 0.2, 0.1), (0, 0, 1), mass=1.5)
    return m


def test_names_and_units() -> None:
    F = sn.Spatial(pendulum())
    words = ["com.x", "com.y", "com.z", "e0", "e1", "e2", "e3"]
    assert F.coordinate_names == [*[f"arm.{word}" for word in words], "A.angle"]
    assert F.velocity_names == ["arm.com.vx", "arm.com.vy", "arm.com.vz", "arm.w1", "arm.w2", "arm.w3"]
    assert F.row_names == ["A.x", "A.y", "A.z", "A.rx", "A.rz"]
    assert F.row_units == ["m", "m", "m", "rad", "rad"]
    E = sn.Spatial(pendulum(), velocities="euler")
    assert (E.nq, E.nv, E.nc) == (8, 7, 6)
    assert E.row_names[-1] == "arm.normalisation"
    assert E.mass_matrix(E.reference()[0]).shape == (7, 7)


def test_angles_are_counted() -> None:
    F = sn.Spatial(pendulum())
    start = sn.assemble(F, initial={"A.angle": "750 deg"})
    assert start.q[-1] == pytest.approx(np.radians(750))
    assert F.motion.joint("A", start.q, start.v, start.v)[0] == pytest.approx(np.radians(750))


def test_the_reference_is_the_drawing() -> None:
    m = sn.Mechanism("drawing", dimension=3)
    m.body("b", mass=1, inertia=[1, 1, 1], at=(1, 2, 3), angle="90 deg", axis="z", com=(0.5, 0, 0))
    q, v = sn.Spatial(m).reference()
    half = np.sqrt(0.5)
    np.testing.assert_allclose(q, [1, 2.5, 3, half, 0, 0, half], atol=1e-15)
    assert not v.any()


def test_attitudes() -> None:
    """The length of p does not matter for A and for ω′ of ṗ = ½ Gᵀ ω′, nor does a part of ṗ along p."""
    rng = np.random.default_rng(1)
    p, w = rng.standard_normal((5, 4)), rng.standard_normal((5, 3))
    unit = p / np.linalg.norm(p, axis=1, keepdims=True)
    np.testing.assert_allclose(attitudes.rotation(p), ep.attitude(unit), atol=1e-14)
    p_dot = ep.rate(p, w, "body") + 0.7 * p
    np.testing.assert_allclose(attitudes.spin(p, p_dot), w, atol=1e-13)
    h, alpha = 1e-5, rng.standard_normal((5, 3))
    p_ddot = ep.rate(p_dot, w, "body") + ep.rate(p, alpha, "body")
    before, after = (attitudes.spin(p + x * p_dot + x * x / 2 * p_ddot, p_dot + x * p_ddot) for x in (-h, h))
    np.testing.assert_allclose(attitudes.spin_rate(p, p_dot, p_ddot), (after - before) / (2 * h), atol=1e-8)


@pytest.mark.parametrize("velocities", ["angular", "euler"])
def test_initial_attitude_and_velocities_of_a_body(velocities: str) -> None:
    p = np.array([0.5, -0.5, 0.1, 0.7])
    p = -p / np.linalg.norm(p)
    m = flying()
    m.initial = {f"box.e{k}": p[k] for k in range(4)} | {"box.x": 0.3, "box.vz": 2.0}
    m.initial |= {"box.wx": 1.0, "box.wy": -2.0, "box.wz": 0.5}
    F, T = sn.Spatial(m, velocities=velocities), sn.Tree(m)
    start, other = sn.assemble(F), sn.assemble(T)
    for f, a in ((F, start), (T, other)):
        np.testing.assert_allclose(f.motion.position("box", a.q), [0.3, 0, 1], atol=1e-9)
        np.testing.assert_allclose(f.motion.rotation("box", a.q), attitudes.rotation(p), atol=1e-9)
        np.testing.assert_allclose(f.motion.velocity("box", a.q, a.v), [0, 0, 2], atol=1e-9)
        np.testing.assert_allclose(f.motion.angular_velocity("box", a.q, a.v), [1, -2, 0.5], atol=1e-9)


def test_initial_values_of_joints_with_several() -> None:
    m = flying()
    m.body("arm", mass=1, inertia=[1, 1, 1], at=(0, 0, 1))
    m.add(joints.Spherical(name="S", parent="box", child="arm", at=(0.1, 0, 1)))
    p = np.array([0.8, 0.6, 0.0, 0.0])
    m.initial = {f"S.e{k}": p[k] for k in range(4)} | {"S.wx": 1.0, "S.wy": 0.5, "S.wz": -0.2}
    F = sn.Spatial(m)
    start = sn.assemble(F)
    A, B = (F.motion.rotation(body, start.q) for body in ("box", "arm"))
    np.testing.assert_allclose(A.T @ B, attitudes.rotation(p), atol=1e-9)
    u, w = (F.motion.angular_velocity(body, start.q, start.v) for body in ("box", "arm"))
    np.testing.assert_allclose(B.T @ (w - u), [1.0, 0.5, -0.2], atol=1e-9)


@pytest.mark.parametrize("velocities", ["angular", "euler"])
def test_an_open_mechanism_starts_as_its_tree(velocities: str) -> None:
    """What nobody speaks of stays as drawn and at rest, although the drawing is rough."""
    m = pendulum()
    m.body("fore", mass=1, inertia=[0.1, 0.1, 0.1], at=(1.2, 0.1, 0))
    place = {"arm": (1, 0, 0), "fore": (0, 0, 0)}
    m.revolute("B", "arm", "fore", at=place, axis="y")
    m.initial = {"A.angle": "400 deg", "A.speed": 2.0}
    F, T = sn.Spatial(m, velocities=velocities), sn.Tree(m)
    mine, other = sn.assemble(F), sn.assemble(T)
    for body in m.bodies:
        np.testing.assert_allclose(F.motion.position(body, mine.q), T.motion.position(body, other.q), atol=1e-12)
        np.testing.assert_allclose(F.motion.rotation(body, mine.q), T.motion.rotation(body, other.q), atol=1e-12)
        given = (F.motion.velocity(body, mine.q, mine.v), T.motion.velocity(body, other.q, other.v))
        np.testing.assert_allclose(*given, atol=1e-12)
    assert mine.q[-2] == pytest.approx(np.radians(400))
    assert mine.gap < 1e-12


def test_particles_do_not_turn() -> None:
    m = sn.Mechanism("particle", dimension=3, gravity=(0, 0, -1))
    m.particle("p", (0, 0, 0), mass=2)
    F = sn.Spatial(m)
    assert F.row_names == ["p.rx", "p.ry", "p.rz"]
    assert sn.mobility(F).degrees_of_freedom == 3
    a, _ = F.solve(*F.reference())
    np.testing.assert_allclose(a, [0, 0, -1, 0, 0, 0], atol=1e-15)


def test_a_free_joint_exerts_nothing() -> None:
    m = flying()
    m.add(joints.Free(name="F", parent="ground", child="box", at=(0, 0, 0)))
    result = sn.simulate(m, 0.1, formulation="spatial", output=0.05)
    assert result.reaction("F").shape == (3, 6)
    assert not result.reaction("F").values.any()


@pytest.mark.parametrize("word", ["spatial", "spatial_euler"])
def test_driven_motion(word: str) -> None:
    m = pendulum()
    m.driver("motor", joint="A", angle="sin(3 * t)")
    mine, other = (sn.kinematics(m, 1.0, output=0.1, formulation=f) for f in (word, "tree"))
    for name in ("A.angle", "A.acceleration", "arm.ax", "motor.effort", "motor.work"):
        np.testing.assert_allclose(mine[name].values, other[name].values, atol=1e-8)
    np.testing.assert_allclose(mine.reaction("A").values, other.reaction("A").values, atol=1e-8)


# ---------------------------------------------------------------- mistakes
@pytest.mark.parametrize("q", [[0, 0], [0, 0, 0, 1, 0, 0, np.nan, 0], np.zeros((8, 1))])
def test_a_wrong_state_is_refused(q: Any) -> None:
    with pytest.raises(sn.SnodoError, match="8 finite numbers"):
        sn.Spatial(pendulum()).constraints(q)


def test_no_attitude_is_refused() -> None:
    with pytest.raises(sn.SnodoError, match="Euler parameters of 'arm' are all zero"):
        sn.Spatial(pendulum()).constraints(np.zeros(8))


def test_unknown_velocities() -> None:
    with pytest.raises(sn.NameNotFound, match="angular or euler"):
        sn.Spatial(pendulum(), velocities="roll")


def test_an_angle_of_a_body_has_no_axis_in_space() -> None:
    m = flying()
    m.initial = {"box.angle": 1.0}
    for formulation in ("spatial", "tree"):
        with pytest.raises(
            sn.MechanismError, match=r"(?s)a body in space has no single angle.*give box\.e0 … e3 and box\.wx, wy, wz"
        ):
            sn.assemble(m, formulation=formulation)


@pytest.mark.parametrize("velocities", ["angular", "euler"])
def test_jacobians_of_bodies_give_their_velocities(velocities: str) -> None:
    m = flying()
    m.frame("tip", "box", (0.3, 0.1, 0.2))
    F = sn.Spatial(m, velocities=velocities)
    rng = np.random.default_rng(3)
    q, v = F.moved(F.reference()[0], 0.3 * rng.standard_normal(F.nv)), rng.standard_normal(F.nv)
    for name in ("box", "tip"):
        found = np.concatenate([F.motion.velocity(name, q, v), F.motion.angular_velocity(name, q, v)])
        np.testing.assert_allclose(F.jacobian_of(q, name) @ v, found, atol=1e-13)


def test_names_of_reactions() -> None:
    result = sn.simulate(pendulum(), 0.1, formulation="spatial", output=0.05)
    with pytest.raises(sn.NameNotFound, match="no joint, constraint or driver 'B'"):
        result.reaction("B")
    with pytest.raises(sn.NameNotFound, match="axes"):
        result.reaction("A", axes="moon")
    with pytest.raises(sn.NameNotFound, match="there is no body"):
        result.reaction("A", body="box")


def test_a_force_that_is_not_finite() -> None:
    m = pendulum()
    m.point_force("push", "arm", ("1 / (t - 0.05)", 0, 0))
    with pytest.raises(sn.RunError):
        sn.simulate(m, 0.1, formulation="spatial", output=[0.0, 0.05, 0.1], integrator=sn.RK4(step=0.025))


def test_a_users_row_that_fails() -> None:
    def broken(t: Any, q: Any) -> Any:
        if float(getattr(t, "value", t)) > 0.05:
            raise ValueError("too late")
        return q[1]

    m = flying()
    m.constraint("mine", ["box"], function=broken)
    with pytest.raises(sn.RunError, match="too late"):
        sn.simulate(m, 0.2, formulation="spatial")


def test_contradicting_drivers() -> None:
    m = pendulum()
    m.driver("one", joint="A", angle="t")
    m.driver("two", body="arm", at=(1, 0, 0), along="z", displacement="0.5 * t")
    with pytest.raises(sn.SnodoError, match="contradict"):
        sn.simulate(m, 1.0, formulation="spatial")


def test_a_dead_point_is_named() -> None:
    """A rod that is driven beyond its reach."""
    m = flying()
    m.rod("R", "ground", "box", (0, 0, 0), (0, 0, 0.95), length=0.95)
    m.driver("pull", body="box", at=(0, 0, 0.95), along="z", displacement="0.2 * t - 0.1")
    m.driver("hold", body="box", at=(0, 0, 0.95), along="x", displacement="0")
    with pytest.raises(sn.SnodoError):
        sn.simulate(m, 2.0, formulation="spatial")
