"""Inverse dynamics along a motion: torques given back, wrenches, residual, names, and what cannot be a motion."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from scipy.interpolate import make_interp_spline

import snodo as sn
from snodo.analyses.inverse_dynamics.manifold_spline import continuous
from snodo.math.euler_parameters import exponential, product


def chain() -> sn.Mechanism:
    """A spherical shoulder, a hinge and a slide, on the ground."""
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(shoulder=(0, 0, 1), elbow=(0.4, 0, 1), tip=(0.8, 0, 1))
    m.cylinder("upper", "shoulder", "elbow", radius=0.03, mass=2.0)
    m.cylinder("fore", "elbow", "tip", radius=0.03, mass=1.5)
    m.box("tool", (0.1, 0.1, 0.1), at="tip", mass=0.5)
    m.add(sn.mechanism.joints.Spherical(name="shoulder", parent="ground", child="upper"))
    m.revolute("elbow", "upper", "fore", axis=(0, 1, 0))
    m.prismatic("tip", "fore", "tool", axis=(1, 0, 0))
    return m


def smooth(seed: int, t: np.ndarray, count: int) -> np.ndarray:
    """Columns of slow random functions of time."""
    rng = np.random.default_rng(seed)
    a, w, f = rng.uniform(0.2, 0.6, count), rng.uniform(1, 3, count), rng.uniform(0, 6, count)
    return a * np.sin(np.outer(t, w) + f)


@pytest.fixture(scope="module")
def falling() -> tuple[sn.Mechanism, sn.Result]:
    """The person in free flight with torques in knees, hips and elbows, and the same person without them."""
    bare, driven = (sn.human.body(1.7, 60, "female", joints="reduced") for _ in range(2))
    driven.torque("fold", "3 * cos(8*t)", joint="left_knee")
    driven.torque("lift", "1 - t", joint="right_elbow")
    result = sn.simulate(driven, 0.3, output=0.003, integrator=sn.DOP853(rtol=1e-11, atol=1e-12))
    return bare, result


# ---------------------------------------------------------------- torques
def test_gives_the_torques_back(falling):
    bare, result = falling
    found = sn.inverse_dynamics(bare, result)
    expected = {"left_knee.torque": 3 * np.cos(8 * result.time), "right_elbow.torque": 1 - result.time}
    for name in found.effort_names():
        assert found[name].values == pytest.approx(expected.get(name, np.zeros_like(result.time)), abs=1e-10), name
    assert np.abs(found.residual.values).max() < 1e-10
    assert found.quality().verdict == "good"


def test_splines_give_the_torques_back(falling):
    """From the coordinates alone, with Euler parameters of the base and of the hips."""
    bare, result = falling
    found = sn.inverse_dynamics(bare, result.q, result.time)
    assert found.v == pytest.approx(result.v, abs=1e-4)
    inner = slice(5, -5)
    assert found["left_knee.torque"].values[inner] == pytest.approx(3 * np.cos(8 * result.time[inner]), abs=1e-3)
    assert np.abs(found.residual.values[inner]).max() < 1e-2


def test_own_forces_of_the_mechanism_are_taken_off(falling):
    """With the torques in the mechanism, nothing is left for the joints to bring."""
    _, result = falling
    found = sn.inverse_dynamics(result.mechanism, result)
    assert np.abs(found.efforts).max() < 1e-10
    assert found.quality().verdict == "good"


def test_springs_and_dampers_share_the_load():
    t = np.linspace(0, 1, 41)
    motion = {"elbow.angle": "0.4*sin(3*t)", "tip.displacement": "0.05*t*t"}
    plain, sprung = chain(), chain()
    sprung.torsional_spring("tendon", "elbow", stiffness=5.0, damping=0.3, angle=0.1)
    sprung.joint_force("push", "2 + t", joint="tip")
    first, second = (sn.inverse_dynamics(m, motion, t) for m in (plain, sprung))
    spring = -5.0 * (0.4 * np.sin(3 * t) - 0.1) - 0.3 * 1.2 * np.cos(3 * t)
    assert second["elbow.torque"].values == pytest.approx(first["elbow.torque"].values - spring, abs=1e-10)
    assert second["tip.force"].values == pytest.approx(first["tip.force"].values - 2 - t, abs=1e-10)
    assert second.wrench("elbow").values == pytest.approx(first.wrench("elbow").values, abs=1e-10)


# ---------------------------------------------------------------- floating base
def test_residual_is_the_change_of_momentum():
    """Force = d/dt p − m g, moment = d/dt L − c × m g about the origin, by differentiating tree.momentum."""
    body = sn.human.body(1.8, 80, "male", joints="reduced")
    tree = sn.Tree(body)
    t = np.linspace(0, 1, 401)
    steps = smooth(1, t, tree.nv)
    q = np.array([tree.integrate(tree.reference()[0], x, 1.0) for x in steps])
    found = sn.inverse_dynamics(tree, q, t)
    p = make_interp_spline(t, tree.momentum(found.q, found.v, about="origin"), k=5)(t, 1)
    weight = np.tile([0, 0, -80 * 9.81], (t.size, 1))
    expected = p - np.hstack([weight, np.cross(tree.center_of_mass(found.q), weight)])
    assert found.residual.values[4:-4] == pytest.approx(expected[4:-4], abs=2e-3)
    assert np.abs(expected).max() > 500


@pytest.mark.parametrize("body", [sn.human.body(joints="reduced"), sn.human.sagittal()], ids=["space", "plane"])
def test_residual_given_back_leaves_nothing(body):
    tree = sn.Tree(body)
    t = np.linspace(0, 1, 61)
    q = np.array([tree.integrate(tree.reference()[0], x, 1.0) for x in smooth(2, t, tree.nv)])
    first = sn.inverse_dynamics(tree, q, t)
    n = body.dimension
    ground = {"force": first.residual.values[:, :n], "moment": first.residual.values[:, n:], "at": np.zeros(n)}
    found = sn.inverse_dynamics(tree, q, t, external={"left_foot": ground})
    size = np.abs(first.residual.values).max()
    assert np.abs(found.residual.values).max() < 1e-12 * size
    assert found["right_hip.power"].values == pytest.approx(first["right_hip.power"].values, abs=1e-9)
    assert np.abs(found["left_ankle.reaction"].values - first["left_ankle.reaction"].values).max() > 0.1 * size
    assert found.quality().energy_relative < 1e-5  # the power of the ground's wrench is in it


def test_several_floating_bodies():
    """Two stones: the residual is the weight of both."""
    m = sn.Mechanism("stones", dimension=3, gravity=(0, 0, -10))
    m.sphere("one", 0.1, at=(1, 0, 0), mass=2.0)
    m.sphere("two", 0.1, at=(0, 3, 0), mass=1.0)
    found = sn.inverse_dynamics(m, {}, [0.0])
    assert found.floating_bases() == ["one", "two"]
    assert found.residual.values[0] == pytest.approx([0, 0, 30, 30, -20, 0])


def test_no_floating_base():
    with pytest.raises(sn.UnsupportedError, match="no floating base"):
        _ = sn.inverse_dynamics(chain(), {}, [0.0]).residual


# ---------------------------------------------------------------- external wrenches
def test_a_wrench_at_any_place_is_the_same():
    """At a frame, at the body's origin, and at world coordinates, as arrays and as functions."""
    person = sn.human.sagittal()
    t = np.linspace(0, 1, 21)
    motion = {"left_knee.angle": "-0.5*t", "pelvis.x": "0.3*t", "pelvis.angle": "0.2*sin(t)"}
    force = np.column_stack([10 + t, 300 - t])
    base = sn.inverse_dynamics(person, motion, t)
    toe, ankle = (base.position(name).values for name in ("left_toe", "left_foot"))
    arm = toe - ankle
    torque = arm[:, 0] * force[:, 1] - arm[:, 1] * force[:, 0]
    ways = [
        {"left_toe": np.column_stack([force, 0 * t])},
        {"left_toe": lambda x: (10 + x, 300 - x, 0.0)},
        {"left_foot": np.column_stack([force, torque])},
        {"left_foot": {"force": force, "at": toe}},
        {"left_foot": {"force": force, "moment": torque}},
        {"left_toe": {"force": force / 2}, "left_foot": {"force": force / 2, "moment": torque / 2}},
    ]
    found = [sn.inverse_dynamics(person, motion, t, external=way).efforts for way in ways]
    for other in found[1:]:
        assert other == pytest.approx(found[0], abs=1e-10)
    assert np.abs(found[0] - base.efforts).max() > 10
    # virtual work: τ = τ₀ − Jᵀ f
    J = np.array([sn.Tree(person).jacobian_of(q, "left_toe")[:2] for q in base.q])
    assert found[0] == pytest.approx(base.efforts - np.einsum("tij,ti->tj", J, force), abs=1e-10)


@pytest.mark.parametrize(
    ("external", "words"),
    [
        ({"left_fot": np.zeros(3)}, "did you mean 'left_foot'"),
        ({"ground": np.zeros(3)}, "there is no body, frame or joint 'ground'"),
        ({"left_foot": np.zeros(6)}, "one row per time, with fx, fy, torque"),
        ({"left_foot": np.full((7, 3), np.nan)}, "fx is nan at t = 0 s"),
        ({"left_foot": {"forse": (0, 1)}}, "did you mean 'force'"),
        ({"left_foot": "heavy"}, "not an array of numbers"),
        ({"left_foot": lambda t: 1 / t}, "the function gives ZeroDivisionError"),
        ({7: np.zeros(3)}, "there is no body, frame or joint 7"),
        ([1, 2], "give a table"),
    ],
)
def test_wrong_wrenches(external, words):
    with pytest.raises(sn.SnodoError) as error:
        sn.inverse_dynamics(sn.human.sagittal(), {}, np.arange(7.0), external=external)
    assert words in str(error.value)


# ---------------------------------------------------------------- the motion
def test_functions_are_differentiated_exactly():
    t = np.linspace(0, 1, 3)
    found = sn.inverse_dynamics(
        chain(), {"elbow.angle": lambda x: np.sin(2 * x), "tip.displacement": sn.Ramp(0.0, 0.1)}, t
    )
    assert found["elbow.speed"].values == pytest.approx(2 * np.cos(2 * t), abs=1e-14)
    assert found["elbow.acceleration"].values == pytest.approx(-4 * np.sin(2 * t), abs=1e-14)
    assert found["tip.speed"].values == pytest.approx(np.full(3, 0.1))
    assert np.ptp(found.q[:, :4], axis=0).max() == 0.0


def test_units_in_a_posture():
    found = sn.inverse_dynamics(chain(), {"elbow.angle": "90 deg", "tip.displacement": "20 mm"}, [0.0])
    assert found["elbow.angle"].values == pytest.approx([np.pi / 2])
    assert found["tip.displacement"].values == pytest.approx([0.02])
    assert not found.v.any()


def test_rotation_vectors_and_euler_parameters():
    t = np.linspace(0, 1, 51)
    turns = np.column_stack([0.3 * t, np.sin(t), 0.1 * t**2])
    p = np.array([exponential(u) for u in turns])
    found = [
        sn.inverse_dynamics(chain(), {"shoulder": given}, t)
        for given in (turns, p, -p, lambda x: (0.3 * x, np.sin(x), 0.1 * x**2))
    ]
    named = dict(zip(("shoulder.e0", "shoulder.e1", "shoulder.e2", "shoulder.e3"), p.T))
    found.append(sn.inverse_dynamics(chain(), named, t))
    for other in found[1:]:
        assert other.efforts == pytest.approx(found[0].efforts, abs=1e-9)


def test_splines_follow_many_turns():
    """A top that turns and nods: rates against those of differences on the manifold, with signs of p at random."""
    m = sn.Mechanism("top", dimension=3, gravity=(0, 0, 0))
    m.box("top", (0.1, 0.2, 0.3), at=(0, 0, 0), mass=1.0)
    tree = sn.Tree(m)

    def p_of(t):
        spin, nod = (exponential(np.array(u)) for u in ((0, 0, 20 * t), (0.3 * np.sin(3 * t), 0, 0)))
        return product(nod, spin)

    def q_of(t):
        return np.array([np.sin(t), t**2, 0.1, *p_of(t)])

    t = np.linspace(0, 2, 401)
    signs = np.random.default_rng(0).choice([-1.0, 1.0], t.size)
    q = np.array([[*q_of(x)[:3], *(s * q_of(x)[3:])] for x, s in zip(t, signs)])
    found = sn.inverse_dynamics(tree, q, t)
    h = 1e-5
    before, after = (np.array([tree.difference(q_of(x), q_of(x + d)) for x in t]) for d in (-h, h))
    assert found.v == pytest.approx((after - before) / (2 * h), abs=1e-5)
    far, near = (np.array([tree.difference(q_of(x), q_of(x + d)) / d for x in t]) for d in (1e-3, -1e-3))
    assert found.a[4:-4] == pytest.approx(((far - near) / 1e-3)[4:-4], abs=5e-3)
    assert continuous(q[:, 3:])[-1] == pytest.approx(q_of(2.0)[3:] * signs[0])


def test_order_of_the_spline():
    """Half the step: accelerations at least ten times better (h⁴)."""

    def error(count: int) -> float:
        t = np.linspace(0, 2, count)
        found = sn.inverse_dynamics(chain(), {"shoulder": np.outer(np.sin(3 * t), (1, 0, 0))}, t)
        return float(np.abs(found.a[:, 0] + 9 * np.sin(3 * t))[count // 4 : -count // 4].max())

    assert error(81) < error(41) / 10


def test_noise_is_smoothed():
    t = np.linspace(0, 2, 201)
    exact = np.sin(3 * t)
    noisy = exact + 2e-3 * np.random.default_rng(3).standard_normal(t.size)
    rough, smoothed = (sn.inverse_dynamics(chain(), {"elbow.angle": noisy}, t, noise=x) for x in (0.0, 2e-3))
    errors = [np.std(found.a[20:-20, 3] + 9 * exact[20:-20]) for found in (rough, smoothed)]
    assert errors[1] < 0.02 * errors[0]
    assert np.std(smoothed["elbow.angle"].values - exact) < 2e-3


def test_given_rates_are_used_and_judged():
    """Velocities and accelerations that are not those of the coordinates break the balance of energy."""
    t = np.linspace(0, 1, 101)
    good = sn.inverse_dynamics(chain(), {"elbow.angle": "sin(2*t)"}, t)
    again = sn.inverse_dynamics(chain(), good.q, t, velocities=good.v, accelerations=good.a)
    assert np.array_equal(again.efforts, good.efforts)
    half = sn.inverse_dynamics(chain(), good.q, t, velocities=good.v)
    assert half.a[5:-5] == pytest.approx(good.a[5:-5], abs=1e-6)
    wrong = sn.inverse_dynamics(chain(), good.q, t, velocities=0.5 * good.v, accelerations=good.a)
    assert good.quality().verdict == "good"
    assert wrong.quality().verdict == "poor"
    assert "not those of the coordinates" in str(wrong.quality())


def test_one_instant_with_given_rates():
    tree = sn.Tree(chain())
    rng = np.random.default_rng(5)
    (q, v), a = tree.random(rng), rng.standard_normal(tree.nv)
    found = sn.inverse_dynamics(tree, q[None], [0.0], velocities=v[None], accelerations=a[None])
    assert found.efforts[0] == pytest.approx(tree.inverse_dynamics(q, v, a), abs=1e-12)
    for axes in ("world", "parent", "child"):
        for joint, wrench in tree.joint_wrenches(q, v, a, axes=axes).items():
            assert found.wrench(joint, axes).values[0] == pytest.approx(wrench, abs=1e-12)


T = np.linspace(0, 1, 11)
NINE = np.tile(sn.Tree(chain()).reference()[0], (11, 1))


@pytest.mark.parametrize(
    ("motion", "times", "more", "words"),
    [
        ({"elbow.angel": T}, T, {}, "did you mean 'elbow.angle'"),
        ({"elbw.angle": T}, T, {}, "did you mean 'elbow.angle'"),
        ({"elbow.angle": T[:5]}, T[:5], {}, "5 samples, but its derivatives need at least 6"),
        ({"elbow.angle": T[:5]}, T, {}, "elbow.angle has the shape (5,)"),
        ({"elbow.angle": np.where(T > 0.5, np.nan, T)}, T, {}, "elbow.angle is nan at t = 0.6 s"),
        ({"elbow.angle": np.where(T > 0.5, 6.3, 0.0)}, T, {}, "np.unwrap"),
        ({"elbow.angle": "3 kg"}, T, {}, "elbow.angle"),
        ({"elbow.angle": lambda t: t / 0}, T, {}, "elbow.angle"),
        ({"elbow.angle": None}, T, {}, "elbow.angle"),
        ({"shoulder": np.ones((11, 4))}, T, {}, "the Euler parameters of 'shoulder' have the length 2"),
        ({"shoulder": np.ones((11, 2))}, T, {}, "shoulder.e0, shoulder.e1"),
        ({"shoulder": lambda t: [0.0] * (3 if t else 2)}, T, {}, "shoulder is not an array of numbers"),
        ({"shoulder": ("a", "b", "c")}, T, {}, "shoulder is not an array of numbers"),
        ({"shoulder": lambda t: {}["angle"]}, T, {}, "the function gives KeyError: 'angle'"),
        ({"shoulder": np.full((11, 3), np.nan)}, T, {}, "shoulder.rx is nan at t = 0 s"),
        ({"shoulder": np.outer(20 * T, (1, 0, 0))}, T, {}, "shoulder turns by 114.6°"),
        ({}, T[::-1], {}, "times do not increase: 1 s is followed by 0.9 s"),
        ({}, [0, 0, 1], {}, "remove repeated ones"),
        ({}, [0, np.nan], {}, "time 1 is nan"),
        ({}, None, {}, "no times"),
        ({}, [], {}, "no times"),
        ({}, "soon", {}, "no times"),
        (NINE[:, :5], T, {}, "q has the shape (11, 5)"),
        ("jump", T, {}, "not an array"),
        (np.full_like(NINE, np.inf), T, {}, "shoulder.e0 is inf"),
        (NINE, T, {"accelerations": np.zeros((11, 5))}, "without velocities"),
        (NINE, T, {"velocities": np.zeros((11, 6))}, "velocities has the shape (11, 6)"),
        (NINE, T, {"noise": -1}, "noise = -1"),
    ],
)
def test_wrong_motions(motion, times, more, words):
    with pytest.raises(sn.SnodoError) as error:
        sn.inverse_dynamics(chain(), motion, times, **more)
    assert words in str(error.value)


def test_all_mistakes_of_a_table_at_once():
    with pytest.raises(sn.SnodoError) as error:
        sn.inverse_dynamics(chain(), {"elbow.angle": T[:3], "knee.angle": T, "shoulder": T}, T)
    assert len(error.value.problems) == 3


def test_wrong_results(falling):
    bare, result = falling
    with pytest.raises(sn.UnsupportedError, match="has its own times"):
        sn.inverse_dynamics(bare, result, result.time)
    with pytest.raises(sn.UnsupportedError, match="the result has no body 'upper'"):
        sn.inverse_dynamics(chain(), result)
    plane = sn.Mechanism("pendulum", dimension=2)
    plane.add_points(A=(0, 0), B=(1, 0))
    plane.bar("rod", "A", "B", mass=1.0)
    plane.revolute("A", "ground", "rod")
    moved = sn.simulate(plane, 0.1)
    found = sn.inverse_dynamics(sn.Tree(plane), moved)
    assert found.formulation.name == "tree"
    np.testing.assert_allclose(found["A.torque"], 0.0, atol=1e-9)
    with pytest.raises(sn.AssemblyError, match="keeps 1 degree"):
        sn.inverse_dynamics(sn.Planar(plane), {}, [0.0])


# ---------------------------------------------------------------- what came out
def test_names():
    found = sn.inverse_dynamics(sn.human.body(joints="reduced"), {"left_knee.angle": "t"}, [0.0, 1.0])
    names = found.names()
    for name in ("left_knee.torque", "left_wrist.second_torque", "neck.torque_z", "pelvis.force_x", "left_hip.power"):
        assert name in names
        assert found[name].dims == ("time",)
    assert found["left_knee.torque"].attrs == {"long_name": "torque of left_knee", "units": "N m"}
    assert found["pelvis.force_x"].attrs["units"] == "N"
    assert list(found.residual.component.values) == ["fx", "fy", "fz", "mx", "my", "mz"]
    with pytest.raises(sn.NameNotFound, match=r"left_knee\.torque"):
        found["left_knee.torqe"]
    with pytest.raises(sn.NameNotFound, match="left_knee"):
        found.wrench("left_kne")
    with pytest.raises(sn.NameNotFound, match="world, parent or child"):
        found.wrench("left_knee", axes="body")
    with pytest.raises(sn.UnsupportedError, match="only the total wrench in a joint"):
        found.reaction("left_knee", applied=False)
    assert "left_knee.torque" in str(found)


def test_work_of_a_joint():
    """Lifting the arm slowly in the plane of gravity: the work is the gain of energy."""
    m = chain()
    t = np.linspace(0, 1, 201)
    found = sn.inverse_dynamics(m, {"elbow.angle": "-0.5*(1 - cos(pi*t))"}, t)
    tree = found.formulation
    energy = tree.potential_energy(found.q) + tree.kinetic_energy(found.q, found.v)
    assert found["elbow.work"].values == pytest.approx(energy - energy[0], abs=1e-6)
    assert found["elbow.work"].values[-1] > 1.0


def test_table_and_plot(tmp_path):
    found = sn.inverse_dynamics(chain(), {"elbow.angle": "sin(t)"}, np.linspace(0, 1, 11))
    rows = list(csv.reader(found.save(tmp_path / "torques.csv").open(encoding="utf-8")))
    assert rows[0] == [
        "time [s]",
        *(f"shoulder.torque_{x} [N m]" for x in "xyz"),
        "elbow.torque [N m]",
        "tip.force [N]",
    ]
    assert float(rows[-1][4]) == found["elbow.torque"].values[-1]
    assert found.to_csv(tmp_path / "elbow.csv", "elbow.power").exists()
    with pytest.raises(sn.UnsupportedError, match="is saved as"):
        found.save(tmp_path / "torques.nc")
    figure = found.plot(path=tmp_path / "torques.png")
    assert len(figure.axes) == 2  # torques, and the force
