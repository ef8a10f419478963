"""Machine elements against closed forms: cylinders, springs, bushings, cables, motors (MACHINES section 8, E16)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")
G = 9.81
EXAMPLES = Path(__file__).parents[2] / "examples"


# ---------------------------------------------------------------- cylinders
def boom(**ram) -> sn.Mechanism:
    """A boom on a hinge, held by a cylinder."""
    m = sn.Mechanism("boom", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0.2), P=(0.4, -0.5), Q=(0.6, 0.1))
    m.bar("boom", "A", "B", mass=5.0)
    m.revolute("A", "ground", "boom")
    m.linear_actuator("ram", "ground", "boom", start="P", end="Q", **ram)
    return m


L0 = float(np.hypot(0.2, 0.6))
MOVED = f"{L0!r} + 0.05*sin(3*t)"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_cylinder_of_given_length_follows_it_and_its_force_is_what_inverse_dynamics_finds(formulation):
    result = sn.simulate(boom(length=MOVED), 0.5, formulation=formulation, tolerance=1e-11, integrator="dop853")
    t = result.time
    assert np.abs(result["ram.length"].values - L0 - 0.05 * np.sin(3 * t)).max() < 1e-11
    assert np.abs(result["ram.speed"].values - 0.15 * np.cos(3 * t)).max() < 1e-10
    assert result.quality().verdict == "good"
    # power of the force = change of energy
    force, speed = result["ram.force"].values, result["ram.speed"].values
    assert np.abs(force * speed - result["ram.power"].values).max() < 1e-10
    found = sn.inverse_dynamics(boom(length=MOVED), result)
    assert np.abs(found["ram.force"].values - force).max() < 1e-11
    free = sn.inverse_dynamics(boom(), result, actuators=["ram"])
    assert np.abs(free["ram.force"].values - force).max() < 1e-11


def test_the_force_of_a_cylinder_holds_the_moment_of_the_weight():
    """At rest: F · (arm of its line about the hinge) = m g x_com."""
    result = sn.simulate(boom(locked=True), 0.1, tolerance=1e-11)
    P, Q = np.array([0.4, -0.5]), np.array([0.6, 0.1])
    e = (Q - P) / L0
    expected = 5.0 * G * 0.5 / (Q[0] * e[1] - Q[1] * e[0])
    assert np.abs(result["ram.force"].values - expected).max() < 1e-10
    wrench = result.wrench("ram", body="boom").values[-1]
    assert np.abs(wrench[:2] - expected * e).max() < 1e-10


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_cylinder_with_a_force_law_moves_as_a_spring_with_the_same_force(formulation):
    law = "300 N - 200*ram.speed"
    result = sn.simulate(boom(force=law), 0.3, formulation=formulation, tolerance=1e-11)
    m = boom()
    m.spring("s", "ground", "boom", start="P", end="Q", force="300 N - 200*s.speed")
    other = sn.simulate(m, 0.3, formulation=formulation, tolerance=1e-11)
    assert float(result["A.angle"][-1]) == pytest.approx(float(other["A.angle"][-1]), abs=1e-11)
    assert float(result["ram.force"][-1]) == pytest.approx(float(other["s.force"][-1]), abs=1e-8)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_cylinder_meets_its_stops_rests_and_is_locked_by_events(formulation):
    result = sn.simulate(boom(stops=(0.5, 0.7), restitution=0.5), 1.0, formulation=formulation, tolerance=1e-11)
    impacts = result.events.named("ram.shortest", "impact")
    assert len(impacts) > 8
    assert np.abs([x.after + 0.5 * x.before for x in impacts[:8]]).max() < 1e-11
    assert result.events.times("ram.shortest", "rests").size == 1
    assert float(result["ram.length"][-1]) == pytest.approx(0.5, abs=1e-12)
    assert result["ram.length"].values.min() > 0.5 - 1e-11

    m = boom()
    m.event("lock", when="t = 0.1 s", do="close ram")
    m.event("free", when="t = 0.4 s", do="open ram")
    result = sn.simulate(m, 0.6, formulation=formulation, tolerance=1e-11)
    held = (result.time > 0.11) & (result.time < 0.39)
    assert np.ptp(result["ram.length"].values[held]) < 1e-13
    assert float(np.abs(result["ram.force"].values[result.time > 0.41]).max()) == 0.0
    assert (result["ram.force"].values[held] > 10.0).all()


def test_a_speed_is_integrated_from_the_length_as_drawn():
    result = sn.simulate(boom(speed="0.1 m/s"), 0.5, tolerance=1e-10)
    assert np.abs(result["ram.length"].values - L0 - 0.1 * result.time).max() < 1e-12


def test_mistakes_in_cylinders_are_named():
    for words, told in (
        ({"force": 1.0, "length": 1.0}, "force and length"),
        ({"stops": (0.7, 0.5)}, "its stops are"),
        ({"stops": (0.5, 0.7), "speed": 0.1}, "no stop can end"),
        ({"restitution": 0.5}, "no stops"),
        ({"stops": (0.5, 0.7), "restitution": 2.0}, "restitution is 2"),
        ({"length": 1.0, "locked": True}, "is locked"),
    ):
        with pytest.raises(sn.MechanismError, match=told):
            boom(**words).check()
    with pytest.raises(sn.SnodoError, match="force of its own"):
        sn.inverse_dynamics(boom(force=1.0), sn.simulate(boom(length=MOVED), 0.05), actuators=["ram"])


# ---------------------------------------------------------------- springs
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("only", ["push", "pull"])
def test_a_mass_bounces_on_a_one_sided_spring_with_the_period_of_its_two_phases(formulation, only):
    """Free flight 2 v₀/g and half an oscillation about the sunk position, 2 (π − atan(v₀ω/g))/ω."""
    k, mass, h = 2000.0, 1.5, 0.3
    up = 1.0 if only == "push" else -1.0
    m = sn.Mechanism("bounce", gravity=(0, -G))
    m.add_points(O=(0, -up), P=(0, 0.0))
    m.body("b", mass=mass, inertia=0.1, at=(0, 0))
    m.prismatic("A", "ground", "b", axis="y", at="P")
    m.spring("s", "ground", "b", start="O", end="P", stiffness=k, length=1.0 - up * h, only=only)
    w, v = np.sqrt(k / mass), np.sqrt(2 * G * h)
    period = 2 * v / G + 2 * (np.pi - np.arctan(v * w / G)) / w
    result = sn.simulate(m, period, formulation=formulation, tolerance=1e-12)
    assert float(result["A.displacement"][-1]) == pytest.approx(0.0, abs=1e-12)
    assert float(result["A.speed"][-1]) == pytest.approx(0.0, abs=1e-11)
    force = up * result["s.force"].values
    assert force.min() == 0.0
    assert force.max() > 100.0
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_preloaded_spring_carries_its_load_as_drawn(formulation):
    m = sn.Mechanism("preload", gravity=(0, -G))
    m.add_points(O=(0, 0), P=(0, 1.0))
    m.body("b", mass=1.5, inertia=0.1, at=(0, 1.0))
    m.prismatic("A", "ground", "b", axis="y", at="P")
    m.spring("s", "ground", "b", start="O", end="P", stiffness=2000.0, preload=1.5 * G)
    result = sn.simulate(m, 0.1, formulation=formulation)
    assert np.abs(result["A.displacement"].values).max() < 1e-14


def test_mistakes_in_springs_are_named():
    for words, told in (
        ({"preload": 5.0, "length": 1.0, "stiffness": 1.0}, "a length and a preload"),
        ({"preload": 5.0}, "no stiffness"),
        ({"only": "push"}, "no stiffness"),
        ({"only": "pull", "stiffness": 2.0, "force": "5 N"}, "has a force"),
    ):
        m = boom()
        m.spring("s", "ground", "boom", start="P", end="Q", **words)
        with pytest.raises(sn.MechanismError, match=told):
            m.check()


# ---------------------------------------------------------------- bushings
K3 = np.array([[2e3, 300.0, 20.0], [300.0, 3e3, -15.0], [20.0, -15.0, 40.0]])


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_body_on_a_bushing_with_coupled_stiffness_moves_as_the_linear_system(formulation):
    """Small motions of a body on K, C at its centre of mass: matrix exponential."""
    C = 0.002 * K3
    m = sn.Mechanism("bushing", gravity=(0, 0))
    m.body("b", mass=2.0, inertia=0.05, at=(0.1, 0.2))
    m.bushing("mount", "ground", "b", at=(0.1, 0.2), stiffness=K3.tolist(), damping=C.tolist())
    small = 1e-6
    v = small * np.array([1.0, -2.0, 3.0])
    start = {"b.vx": v[0], "b.vy": v[1], "b.omega": v[2]}
    result = sn.simulate(m, 0.2, formulation=formulation, initial=start, tolerance=1e-12, integrator="dop853")
    M = np.diag([2.0, 2.0, 0.05])
    A = np.block([[np.zeros((3, 3)), np.eye(3)], [-np.linalg.solve(M, K3), -np.linalg.solve(M, C)]])
    expected = expm(0.2 * A) @ np.concatenate([np.zeros(3), v])
    found = [float(result[f"mount.{word}"][-1]) for word in ("x", "y", "angle")]
    assert np.abs(found - expected[:3]).max() < 1e-6 * small
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_preload_is_exerted_as_drawn_and_the_equilibrium_is_that_of_the_stiffness(formulation):
    m = sn.Mechanism("bushing", gravity=(0, -G))
    m.body("b", mass=2.0, inertia=0.05, at=(0.1, 0.0))
    m.bushing("mount", "ground", "b", at=(0, 0), stiffness=[2e3, 3e3, 40.0], damping=[20, 30, 0.4], preload=(5, 10, 1))
    result = sn.simulate(m, 0.05, formulation=formulation, tolerance=1e-10)
    assert np.abs(result.wrench("mount", body="b").values[0] - [5.0, 10.0, 0.0]).max() < 1e-12
    m.run.formulation = formulation
    still = sn.equilibrium(m)
    angle = still["b.angle"]
    x, y = still["b.x"] - 0.1 * np.cos(angle), still["b.y"] - 0.1 * np.sin(angle)
    assert x == pytest.approx(5.0 / 2e3, abs=1e-9)
    assert y == pytest.approx((10.0 - 2.0 * G) / 3e3, abs=1e-9)
    moment = (10.0 - 3e3 * y) * 0.1 * np.cos(angle) - (5.0 - 2e3 * x) * 0.1 * np.sin(angle)
    assert angle == pytest.approx((1.0 - moment) / 40.0, abs=1e-9)


def spinning(stiffness, **words) -> sn.Mechanism:
    m = sn.Mechanism("space", dimension=3, gravity=(0, 0, -G))
    m.body("b", mass=2.0, inertia=(0.05, 0.08, 0.03), at=(0.1, 0.05, 0))
    m.bushing("mount", "ground", "b", at=(0, 0, 0), stiffness=stiffness, **words)
    return m


SPIN = {"b.wx": 6.0, "b.wy": 3.0, "b.wz": -4.0}


@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_an_anisotropic_bushing_in_space_keeps_its_energy_through_large_turns(formulation):
    """The torques are the gradient of ½ Σ k θ² exactly: no work, and the total energy is constant."""
    m = spinning([2e3, 3e3, 1e3, 5.0, 10.0, 3.0])
    result = sn.simulate(m, 1.0, formulation=formulation, initial=SPIN, tolerance=1e-11, integrator="dop853")
    total = result["energy.total"].values
    assert max(np.abs(result[f"mount.r{w}"].values).max() for w in "xyz") > 0.8
    assert np.abs(total - total[0]).max() < 1e-9 * np.ptp(result["energy.kinetic"].values)
    assert not result.work_names
    radau = sn.simulate(m, 0.2, formulation=formulation, initial=SPIN, integrator=sn.Radau(rtol=1e-9))
    exact = sn.simulate(m, 0.2, formulation=formulation, initial=SPIN, tolerance=1e-12, integrator="dop853")
    for word in ("b.x", "mount.rx", "mount.rz"):
        assert float(radau[word][-1]) == pytest.approx(float(exact[word][-1]), abs=1e-10)


@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_a_bushing_with_equal_stiffness_is_an_elastic_fixed_joint(formulation):
    m = spinning([2e3] * 3 + [8.0] * 3, damping=[4.0] * 3 + [0.0] * 3)
    other = sn.Mechanism("space", dimension=3, gravity=(0, 0, -G))
    other.body("b", mass=2.0, inertia=(0.05, 0.08, 0.03), at=(0.1, 0.05, 0))
    other.fixed("mount", "ground", "b", at=(0, 0, 0), stiffness=2e3, damping=4.0, torsional_stiffness=8.0)
    runs = [sn.simulate(x, 0.3, formulation=formulation, initial=SPIN, tolerance=1e-11) for x in (m, other)]
    for word in ("b.x", "b.y", "b.z", "b.wx"):
        assert float(runs[0][word][-1]) == pytest.approx(float(runs[1][word][-1]), abs=1e-9)
    assert np.abs(runs[0].wrench("mount", body="b").values - runs[1].wrench("mount", body="b").values).max() < 1e-6


def test_a_coupled_matrix_in_space_agrees_between_formulations_and_balances_energy():
    rng = np.random.default_rng(3)
    B = rng.standard_normal((6, 6)) * np.array([30.0] * 3 + [1.0] * 3)[:, None]
    K = B @ B.T
    m = spinning(K.tolist(), damping=(0.005 * K).tolist())
    runs = [sn.simulate(m, 0.3, formulation=f, initial=SPIN, tolerance=1e-11) for f in ("spatial", "tree")]
    for word in ("b.x", "b.z", "mount.ry"):
        assert float(runs[0][word][-1]) == pytest.approx(float(runs[1][word][-1]), abs=1e-9)
    for result in runs:
        assert np.abs(result["energy.balance"].values).max() < 1e-8
        assert result.quality().verdict == "good"


def test_mistakes_in_bushings_are_named():
    def planar(**words) -> sn.Mechanism:
        m = boom()
        m.bushing("mount", "ground", "boom", at="B", **words)
        return m

    for words, told in (
        ({}, "no stiffness, damping or preload"),
        ({"stiffness": [1.0] * 6}, "6 numbers in a 2-D"),
        ({"stiffness": [1.0, 1.0, -1.0]}, "negative"),
        ({"stiffness": [[1, 2, 0], [0, 1, 0], [0, 0, 1]]}, "not symmetric"),
    ):
        with pytest.raises(sn.MechanismError, match=told):
            planar(**words).check()
    with pytest.raises(sn.MechanismError, match="N/m"):
        planar(stiffness=["3 kg", 1.0, 1.0])
    with pytest.raises(sn.MechanismError, match="six numbers"):
        planar(stiffness=[1.0, 2.0])


# ---------------------------------------------------------------- cables
def atwood(**cable) -> sn.Mechanism:
    """Two weights over a pulley."""
    m = sn.Mechanism("atwood", gravity=(0, -G))
    m.add_points(C=(0, 0), P=(-0.1, -1.0), Q=(0.1, -1.0))
    m.body("a", mass=3.0, inertia=1.0, at=(-0.1, -1))
    m.body("b", mass=1.0, inertia=1.0, at=(0.1, -1))
    m.prismatic("A", "ground", "a", axis="y", at="P")
    m.prismatic("B", "ground", "b", axis="y", at="Q")
    m.cable("c", ["P on a", "over C, 0.1 m", "Q on b"], **cable)
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_two_weights_on_a_cable_accelerate_as_atwoods_machine(formulation):
    """a = g (m₁ − m₂)/(m₁ + m₂), T = 2 g m₁ m₂/(m₁ + m₂); the length is 2 h + π r."""
    result = sn.simulate(atwood(), 0.2, formulation=formulation, tolerance=1e-11)
    assert float(result["A.displacement"][-1]) == pytest.approx(-0.5 * (G / 2) * 0.2**2, abs=1e-12)
    assert np.abs(result["c.tension"].values - 1.5 * G).max() < 1e-11
    assert np.abs(result["c.length"].values - 2.0 - 0.1 * np.pi).max() < 1e-13


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_cable_that_stretches_swings_about_atwoods_tension(formulation):
    """The stretch is an oscillator: T = T₀ (1 − cos ωt), ω² = k (1/m₁ + 1/m₂)."""
    k = 4e3
    result = sn.simulate(atwood(stiffness=k), 0.1, formulation=formulation, tolerance=1e-12)
    w = np.sqrt(k * (1 / 3.0 + 1.0))
    assert np.abs(result["c.tension"].values - 1.5 * G * (1 - np.cos(w * result.time))).max() < 2e-7
    assert np.abs(result["energy.balance"].values).max() < 1e-9


def test_a_slack_cable_comes_taut_with_the_impact_of_two_masses():
    """Both fall freely, v = g t each, until the slack s is used up: 2 v is the speed; e = 0 stops it."""
    s = 0.05
    m = atwood(length=2.0 + 0.1 * np.pi + s)
    result = sn.simulate(m, 0.2, tolerance=1e-12)
    t = np.sqrt(s / G)  # both fall: the length grows by g t²
    found = result.events.named("c.taut", "impact")
    assert found[0].time == pytest.approx(t, abs=1e-12)
    assert found[0].impulse == pytest.approx(2 * G * t / (1 / 3.0 + 1.0), abs=1e-10)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_cable_over_pulleys_on_moving_bodies_balances_energy(formulation):
    m = sn.Mechanism("crane", gravity=(0, -G))
    m.add_points(O=(0, 0), T=(2, 1.0), W=(-0.5, 0.3), L=(2.2, -0.5), D=(1.0, 0.9))
    m.bar("boom", "O", "T", mass=20.0)
    m.revolute("O", "ground", "boom")
    m.body("load", mass=5.0, inertia=0.2, at=(2.2, -0.5))
    m.planar("L", "ground", "load")
    path = ["W", "over D, 0.05 m, right", "over T on boom, 0.1 m", "L on load"]
    m.cable("c", path, stiffness=5e4, damping=200.0, preload=60.0)
    result = sn.simulate(m, 0.4, formulation=formulation, tolerance=1e-11)
    expected = {"O.angle": -0.52586493, "load.x": 2.20030467, "load.y": -1.06621272, "c.length": 4.30611569}
    for word, value in expected.items():
        assert float(result[word][-1]) == pytest.approx(value, abs=1e-8)
    assert float(result["c.tension"][0]) == pytest.approx(60.0, abs=1e-10)
    assert np.abs(result["energy.balance"].values).max() < 1e-8


def test_a_cable_that_leaves_its_pulley_is_reported():
    """A weight falls below the line of a cable that bends upwards at the pulley."""
    m = sn.Mechanism("leaves", gravity=(0, -G))
    m.add_points(C=(0, 0), P=(1, 0.2), W=(-1, 0))
    m.body("weight", mass=1.0, inertia=1.0, at="P")
    m.prismatic("A", "ground", "weight", axis="y", at="P")
    m.cable("c", ["W", "over C, 0.05 m", "P on weight"], stiffness=10.0)
    result = sn.simulate(m, 0.05, progress=False)
    assert not result.quality().remark
    result = sn.simulate(m, 0.5, progress=False)
    assert "leaves pulley 'C'" in result.quality().remark


def test_mistakes_in_cables_are_named():
    def cable(*path, **words) -> sn.Mechanism:
        m = boom()
        m.cable("c", list(path), **words)
        return m

    for path, words, told in (
        (("P", "Q on bom"), {}, "there is no body 'bom'"),
        (("P", "Z on boom"), {}, "there is no point 'Z'"),
        (("P", "over B"), {}, "is not a point or pulley"),
        (("over P, 1 cm", "Q on boom"), {}, "begin and end"),
        (("P", "A"), {}, "on the ground"),
        (("P", "Q on boom"), {"damping": 2.0}, "does not stretch"),
        (("P", "Q on boom"), {"stiffness": 2.0, "restitution": 0.5}, "restitution"),
    ):
        with pytest.raises(sn.MechanismError, match=told):
            cable(*path, **words).check()
    with pytest.raises(sn.SnodoError, match="too near"):
        sn.simulate(cable("P", "over A, 2 m", "Q on boom", stiffness=1.0), 0.1)


# ---------------------------------------------------------------- motors behind a ratio
def arm(links: int) -> sn.Mechanism:
    m = sn.Mechanism("arm", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0), D=(1.5, 0.3))
    m.bar("a", "A", "B", mass=2.0)
    m.revolute("A", "ground", "a")
    m.motor_inertia("ra", "A", inertia="2e-5 kg m^2", ratio=100)
    if links == 2:
        m.bar("b", "B", "D", mass=1.0)
        m.revolute("B", "a", "b")
        m.motor_inertia("rb", "B", inertia="1e-5 kg m^2", ratio=80)
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_pendulum_with_a_motor_has_more_inertia_by_the_square_of_the_ratio(formulation):
    result = sn.simulate(arm(1), 1.0, formulation=formulation, tolerance=1e-12, integrator="dop853")
    inertia = 2.0 / 3.0 + 100**2 * 2e-5
    angle = result["A.angle"].values
    expected = -2.0 * G * 0.5 * np.cos(angle) / inertia
    assert np.abs(result["A.acceleration"].values - expected).max() < 1e-11
    assert np.abs(0.5 * inertia * result["A.speed"].values ** 2 - result["energy.kinetic"].values).max() < 1e-11
    assert np.abs(result["energy.balance"].values).max() < 1e-10


def test_an_arm_with_motors_moves_as_in_mujoco_with_armature():
    mujoco = pytest.importorskip("mujoco")
    result = sn.simulate(arm(2), 1.0, formulation="tree", tolerance=1e-12, integrator="dop853")
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option gravity="0 -{G} 0" timestep="2e-4" integrator="RK4"><flag contact="disable"/></option>
        <worldbody><body><joint type="hinge" axis="0 0 1" armature="0.2"/>
        <inertial pos="0.5 0 0" mass="2" diaginertia="{2 / 12} {2 / 12} {2 / 12}"/>
        <body pos="1 0 0"><joint type="hinge" axis="0 0 1" armature="0.064"/>
        <inertial pos="0.25 0.15 0" mass="1" diaginertia="{0.34 / 12} {0.34 / 12} {0.34 / 12}"/>
        </body></body></worldbody></mujoco>"""
    )
    data = mujoco.MjData(model)
    for _ in range(5000):
        mujoco.mj_step(model, data)
    found = [float(result[f"{j}.angle"][-1] - result[f"{j}.angle"][0]) for j in "AB"]
    assert np.abs(found - data.qpos).max() < 1e-10


def test_the_mass_matrix_and_derivatives_of_a_tree_contain_the_motors():
    with_motors, without = arm(2), arm(2)
    del without.forces["ra"], without.forces["rb"]
    F, plain = sn.Tree(with_motors), sn.Tree(without)
    rng = np.random.default_rng(0)
    q, v, tau = rng.uniform(-1, 1, (3, 2))
    added = F.mass_matrix(q) - plain.mass_matrix(q)
    assert np.abs(added - np.diag([0.2, 0.064])).max() < 1e-14
    a = F.forward_dynamics(q, v, tau)
    assert np.abs(F.inverse_dynamics(q, v, a) - tau).max() < 1e-12
    by_tau = F.forward_dynamics_derivatives(q, v, tau)[2]
    assert np.abs(by_tau @ F.mass_matrix(q) - np.eye(2)).max() < 1e-12
    h = 1e-6
    by_q = F.forward_dynamics_derivatives(q, v, tau)[0]
    for k, e in enumerate(np.eye(2)):
        slope = (F.forward_dynamics(q + h * e, v, tau) - F.forward_dynamics(q - h * e, v, tau)) / (2 * h)
        assert np.abs(by_q[:, k] - slope).max() < 1e-7


def test_motors_elsewhere_than_on_the_ground_need_a_tree():
    for formulation in ("planar", "spatial"):
        with pytest.raises(sn.SnodoError, match="use formulation tree"):
            sn.simulate(arm(2), 0.1, formulation=formulation)


# ---------------------------------------------------------------- limits of robots that act
URDF = """<robot name="r"><link name="base"/><link name="arm"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="0.5" effort="10" velocity="2"/><dynamics damping="0.3" friction="{friction}"/></joint>
</robot>"""


def test_limits_and_friction_of_a_urdf_act_on_request(tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_text(URDF.format(friction=1.5))
    data = sn.simulate(sn.load(path), 0.5, tolerance=1e-9)
    assert float(data["j.angle"].values.max()) > 1.0
    m = sn.load(path)
    assert m.act_limits() == ["j"]
    result = sn.simulate(m, 0.5, tolerance=1e-9)
    assert float(result["j.angle"][-1]) == pytest.approx(0.5, abs=1e-12)
    assert result["j.acceleration"].values[0] == pytest.approx((2 * G * 0.5 - 1.5) / (0.1 + 2 * 0.25), abs=1e-9)
    path.write_text(URDF.format(friction=12.0))
    m = sn.load(path)
    m.act_limits()
    held = sn.simulate(m, 0.5, tolerance=1e-9)
    assert np.abs(held["j.angle"].values).max() == 0.0


# ---------------------------------------------------------------- examples
def test_the_boom_cylinder_of_the_excavator_carries_the_moment_of_all_weights():
    m = sn.load(EXAMPLES / "excavator_cylinders.yaml")
    result = sn.simulate(m, 3.0, progress=False, tolerance=1e-10)
    foot, lug = np.array([0.75, -0.55]), np.array([2.30, 2.15])
    e = (lug - foot) / np.linalg.norm(lug - foot)
    arm = lug[0] * e[1] - lug[1] * e[0]
    F = result.formulation
    centres = {b: F.motion.position(f"{b}.com", result.q)[0, 0] for b in m.bodies}
    moment = sum(F.geometry.bodies[b].inertia.mass * G * x for b, x in centres.items())
    assert float(result["raise.force"][0]) == pytest.approx(moment / arm, rel=1e-9)
    assert float(result["raise.force"][0]) == pytest.approx(148377.931, abs=0.01)
    # the cylinders do the work that lifts the machine
    work = sum(float(result[f"{name}.work"][-1]) for name in ("raise", "crowd", "curl"))
    gained = float(result["energy.total"][-1] - result["energy.total"][0])
    assert work == pytest.approx(gained, rel=1e-6)
    other = sn.simulate(m, 3.0, progress=False, tolerance=1e-10, formulation="tree")
    for name in ("raise.force", "crowd.force", "curl.force"):
        assert np.abs(result[name].values - other[name].values).max() < 1e-3


def test_a_suspension_on_bushings_touches_its_bump_stop_and_moves_nearly_as_a_rigid_one():
    result = sn.simulate(sn.load(EXAMPLES / "wishbone_bushings.yaml"), progress=False)
    rigid = sn.simulate(sn.load(EXAMPLES / "suspension.yaml"), progress=False)
    assert result.events.times("bump_stop.push", "touches") == pytest.approx([0.727318258], abs=1e-6)
    assert float(result["bump_stop.length"].values.min()) < 0.06
    # once it has settled, bushings of some kN/mm let the upright deviate by less than half a millimetre
    settled = result.time > 0.4
    for word in ("upright.x", "upright.y", "upright.z"):
        away = np.abs(result[word].values - rigid[word].values)[settled]
        assert 1e-6 < away.max() < 5e-4
    # while the bump stop is free, the force that lifts the wheel is nearly the same
    free = (result.time > 0.4) & (result.time < 0.7)
    lift = [run["lift.effort"].values[free] for run in (result, rigid)]
    assert np.abs(lift[0] - lift[1]).max() < 0.05 * np.abs(lift[1]).max()
    stop = float(result["bump_stop.force"].values.max())
    assert stop == pytest.approx(2671.39, abs=1.0)
