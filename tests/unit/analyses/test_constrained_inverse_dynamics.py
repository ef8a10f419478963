"""Inverse dynamics with constraints and chosen actuators: against drivers, forward runs and virtual work."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from tests import mechanisms
from tests.mechanisms import four_bar, stewart
from tests.placed_like import placed_like

import snodo as sn
from snodo.analyses.inverse_dynamics.actuators import chosen_actuators
from snodo.formulations.series.placed_bodies import PlacedBodies

FORMULATIONS = ("planar", "tree", "spatial")


def driven_four_bar() -> sn.Mechanism:
    m = four_bar()
    m.driver("motor", joint="A", angle="5*t + 0.3*sin(4*t)")
    return m


def slider_crank() -> sn.Mechanism:
    m = sn.Mechanism("slider-crank", dimension=2, gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.08, 0.06), C=(0.35, 0))
    m.bar("crank", "A", "B", mass=0.6)
    m.bar("rod", "B", "C", mass=0.9)
    m.box("slider", (0.08, 0.05), at="C", mass=1.5)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "rod")
    m.revolute("C", "rod", "slider")
    m.prismatic("guide", "ground", "slider", axis=(1, 0), at="C")
    m.spring("return", "ground", "slider", "A", "C", stiffness=200.0, length=0.3, damping=3.0)
    return m


FIVE_BAR = {"A": (0.0, 0.0), "B": (-0.15, 0.3), "C": (0.15, 0.6), "D": (0.45, 0.3), "E": (0.3, 0.0)}


def five_bar() -> sn.Mechanism:
    m = sn.Mechanism("five-bar", dimension=2, gravity=(0, -9.81))
    m.add_points(**FIVE_BAR)
    for name, ends, mass in (("left", "AB", 0.8), ("upper", "BC", 0.5), ("lower", "CD", 0.4), ("right", "DE", 0.7)):
        m.bar(name, *ends, mass=mass)
    m.revolute("A", "ground", "left")
    m.revolute("B", "left", "upper")
    m.revolute("C", "upper", "lower")
    m.revolute("D", "lower", "right")
    m.revolute("E", "ground", "right")
    return m


FIVE_BAR_MOTION = {"A.angle": "0.4*sin(3*t)", "E.angle": "0.3*(1 - cos(2*t))"}


def squatting() -> sn.Mechanism:
    """A person in the sagittal plane, both feet welded to the ground: a loop through two legs and a floating trunk."""
    m = sn.human.sagittal()
    for side in ("left", "right"):
        m.fixed(f"{side}_floor", "ground", f"{side}_foot", at=f"{side}_heel")
    m.initial["right_knee.angle"] = -0.6
    return m


A, B, C = "(0.2 + 0.1*(1 - cos(3*t)))", "(0.4 + 0.3*(1 - cos(3*t)))", "(0.2 + 0.2*(1 - cos(3*t)))"
SQUAT = {"left_ankle.angle": A, "left_knee.angle": f"-{A} - {B}", "left_hip.angle": f"{B} + {C}"}


LEGS = {f"leg{k}.displacement": f"0.05*sin({2 + 0.3 * k}*t)" for k in range(6)}


# ---------------------------------------------------------------- against drivers and forward runs
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_four_bar_gives_the_driver_effort_and_all_reactions(formulation):
    t = np.linspace(0, 1, 31)
    result = sn.kinematics(driven_four_bar(), output=t, formulation=formulation)
    effort = result.effort("motor").values
    bare = sn.inverse_dynamics(four_bar(), result, actuators=["A"])
    assert bare.formulation.name == formulation
    assert bare["A.torque"].values == pytest.approx(effort, abs=1e-9)
    own = sn.inverse_dynamics(driven_four_bar(), result)
    assert own["motor.effort"].values == pytest.approx(effort, abs=1e-9)
    assert own.works[-1, 0] == pytest.approx(result.works[-1, 0], rel=1e-3)
    for joint in "ABCD":
        for found in (bare, own):
            assert found.reaction(joint).values == pytest.approx(result.reaction(joint).values, abs=1e-6)
        turned, expected = (x.reaction(joint, axes="child").values for x in (bare, result))
        assert turned == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_torque_brings_the_motion_about(formulation):
    """Round trip: the torque found, as an applied one, in a forward run."""
    t = np.linspace(0, 0.8, 201)
    m = driven_four_bar()
    found = sn.inverse_dynamics(m, None, t, actuators=["A"], formulation=formulation)
    pushed = four_bar()
    spline = sn.Table(list(t), list(found["A.torque"].values))
    pushed.torque("push", spline, joint="A")
    pushed.initial["A.speed"] = float(found["A.speed"].values[0])
    run = sn.simulate(pushed, 0.8, output=t, formulation=formulation, integrator=sn.DOP853(rtol=1e-10, atol=1e-11))
    assert run["A.angle"].values == pytest.approx(5 * t + 0.3 * np.sin(4 * t), abs=2e-6)
    assert run["C.reaction"].values == pytest.approx(found["C.reaction"].values, abs=2e-3)


def test_a_free_run_needs_nothing():
    """Under-actuated, but the motion is one that the mechanism makes by itself."""
    m = slider_crank()
    m.initial["A.speed"] = 12.0
    run = sn.simulate(m, 0.5, output=0.01)
    none = sn.inverse_dynamics(m, run, actuators=[])
    assert none.efforts.shape == (run.time.size, 0)
    assert np.abs(sn.inverse_dynamics(m, run, actuators=["A"]).efforts).max() < 1e-9
    for joint in m.joints:
        assert none.reaction(joint).values == pytest.approx(run.reaction(joint).values, abs=1e-7)
    assert none.quality().energy_relative < 1e-3


# ---------------------------------------------------------------- formulations agree
@pytest.mark.parametrize(
    ("make", "motion", "choice"),
    [
        (five_bar, FIVE_BAR_MOTION, {"actuators": ["A", "E"]}),
        (five_bar, FIVE_BAR_MOTION, {"actuators": ["B.angle", "lower.fx"]}),
        (five_bar, FIVE_BAR_MOTION, {"actuators": ["C", "A"], "external": {"D": (3.0, -4.0, 0.5)}}),
        (five_bar, FIVE_BAR_MOTION, {"actuators": ["A"], "resolve": "least squares"}),
        (squatting, SQUAT, {"resolve": "least norm"}),
        (slider_crank, {"A.angle": "4*t*t"}, {"actuators": ["A", "guide"], "resolve": "least norm"}),
    ],
    ids=["five-bar", "mixed", "external", "under-actuated", "squat", "slider-crank"],
)
def test_three_formulations_agree(make, motion, choice):
    t = np.linspace(0, 1, 21)
    found = {f: sn.inverse_dynamics(make(), motion, t, formulation=f, **choice) for f in FORMULATIONS}
    first = found["planar"]
    for other in (found["tree"], found["spatial"]):
        scale = max(1.0, np.abs(first.efforts).max())
        assert other.efforts / scale == pytest.approx(first.efforts / scale, abs=1e-8)
        for joint in (name for name in make().joints if name != "pelvis"):
            for applied in (False, True):
                pair = [x.reaction(joint, applied=applied).values for x in (first, other)]
                assert pair[1] / scale == pytest.approx(pair[0] / scale, abs=1e-8), joint


def test_stewart_platform_by_virtual_work():
    """Forces of the legs against Newton and Euler of every body, with velocities of six test motions."""
    t, m = np.linspace(0, 1, 11), stewart()
    legs = [f"leg{k}" for k in range(6)]
    tree, spatial = (sn.inverse_dynamics(m, LEGS, t, actuators=legs, formulation=f) for f in ("tree", "spatial"))
    assert tree.efforts == pytest.approx(spatial.efforts, abs=1e-8)
    for joint in m.joints:
        assert tree.reaction(joint).values == pytest.approx(spatial.reaction(joint).values, abs=1e-8)
    F, k = spatial.formulation, 7
    q, v, a = spatial.q[k], spatial.v[k], spatial.a[k]
    unit = np.tile(q, (F.nv, 1)), np.eye(F.nv), np.eye(F.nv)
    J = F.jacobian(q, t[k])
    system = np.vstack([J, [F.motion.joint(leg, *unit)[1] for leg in legs]])
    for test in range(6):
        rates = np.zeros(6)
        rates[test] = 1.0
        moving = np.linalg.lstsq(system, np.concatenate([np.zeros(len(J)), rates]), rcond=None)[0]
        work = 0.0
        for body in F.body_names:
            inertia = F.geometry.bodies[body].inertia
            com, R = f"{body}.com", F.motion.rotation(body, q)
            w, alpha = F.motion.angular_velocity(body, q, v), F.motion.angular_acceleration(body, q, v, a)
            moments = R @ inertia.about(inertia.com) @ R.T
            lift = inertia.mass * (F.motion.acceleration(com, q, v, a) + np.array([0, 0, 9.81]))
            turn = moments @ alpha + np.cross(w, moments @ w)
            work += lift @ F.motion.velocity(com, q, moving) + turn @ F.motion.angular_velocity(body, q, moving)
        assert spatial.efforts[k, test] == pytest.approx(work, abs=1e-9)


def test_five_bar_by_hand():
    """Lagrange's equations of a five-bar drawn with two circles, differentiated numerically."""
    t = np.linspace(0.2, 1.8, 9)
    found = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"])
    A, B, C, D, E = (np.array(FIVE_BAR[w]) for w in "ABCDE")
    masses = (0.8, 0.5, 0.4, 0.7)
    lengths = [np.linalg.norm(y - x) for x, y in ((A, B), (B, C), (C, D), (D, E))]

    def bars(angles):
        """Centres and angles of the four bars."""
        a, e = angles
        turn = [np.array([[np.cos(x), -np.sin(x)], [np.sin(x), np.cos(x)]]) for x in (a, e)]
        b, d = A + turn[0] @ (B - A), E + turn[1] @ (D - E)
        gap = np.linalg.norm(d - b)
        along = (lengths[1] ** 2 - lengths[2] ** 2 + gap**2) / (2 * gap)
        u = (d - b) / gap
        c = b + along * u + np.sqrt(lengths[1] ** 2 - along**2) * np.array([-u[1], u[0]])
        pairs = ((A, b), (b, c), (c, d), (d, E))
        return np.array([[*(x + y) / 2, np.arctan2(*(y - x)[::-1])] for x, y in pairs])

    def motion(s):
        return np.array([0.4 * np.sin(3 * s), 0.3 * (1 - np.cos(2 * s))])

    h = 2e-3
    for k, s in enumerate(t):
        x = [bars(motion(s + n * h)) for n in range(-2, 3)]
        second = (-x[0] + 16 * x[1] - 30 * x[2] + 16 * x[3] - x[4]) / (12 * h * h)
        for j in range(2):
            step = np.eye(2)[j] * 1e-4
            y = [bars(motion(s) + n * step) for n in (-2, -1, 1, 2)]
            slope = (y[0] - 8 * y[1] + 8 * y[2] - y[3]) / (12 * 1e-4)
            inertia = [np.array([m, m, m * length**2 / 12]) for m, length in zip(masses, lengths)]
            lift = second + np.array([0, 9.81, 0])
            expected = sum((i * p * q).sum() for i, p, q in zip(inertia, lift, slope))
            assert found.efforts[k, j] == pytest.approx(expected, abs=1e-6)


# ---------------------------------------------------------------- too many, too few
def test_over_actuated_least_norm():
    """Two actuators on one freedom: power balance, and the difference to one actuator lies in the null space."""
    t, motion = np.linspace(0, 1, 41), {"A.angle": "4*t*t"}
    one = sn.inverse_dynamics(slider_crank(), motion, t, actuators=["A"])
    two = sn.inverse_dynamics(slider_crank(), motion, t, actuators=["A", "guide"], resolve="least norm")
    power = (two.efforts * two.speeds).sum(axis=1)
    assert power == pytest.approx(one["A.power"].values, abs=1e-9)
    change = two.efforts - np.column_stack([one.efforts[:, 0], np.zeros(t.size)])
    assert (change * two.speeds).sum(axis=1) == pytest.approx(np.zeros(t.size), abs=1e-9)
    assert np.abs(change).max() > 0.1
    size = two.formulation.size
    norm = (two.efforts[:, 0] / size) ** 2 + two.efforts[:, 1] ** 2
    assert np.all(norm <= (one.efforts[:, 0] / size) ** 2 + 1e-12)
    gradient = np.column_stack([two.efforts[:, 0] / size**2, two.efforts[:, 1]])
    assert (gradient * [[1.0, -1.0]] * two.speeds[:, ::-1]).sum(axis=1) == pytest.approx(np.zeros(t.size), abs=1e-9)


def test_weights_move_the_load():
    t, motion = np.linspace(0, 1, 11), {"A.angle": "1 + t"}
    settings = {"actuators": ["A", "guide"], "resolve": "least norm"}
    even, spared = (sn.inverse_dynamics(slider_crank(), motion, t, **settings, weights=w) for w in (None, {"A": 1e8}))
    alone = sn.inverse_dynamics(slider_crank(), motion, t, actuators=["guide"])
    assert spared["guide.force"].values == pytest.approx(alone["guide.force"].values, rel=1e-5)
    assert np.abs(even["A.torque"].values).max() > 100 * np.abs(spared["A.torque"].values).max()


def test_over_actuated_asks_for_a_choice():
    with pytest.raises(sn.UnsupportedError, match=r"3 actuators .* act on 2 of 2 freedoms.*\n.*least norm"):
        sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, [0.0, 0.1], actuators=["A", "C", "E"])


@pytest.mark.parametrize(("formulation", "name"), [("planar", "right.omega"), ("tree", "E.speed")])
def test_under_actuated_says_what_is_missing(formulation, name):
    """With A alone, the other freedom needs what E would bring: in that motion A does no work."""
    t = np.linspace(0, 1, 11)
    both = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"], formulation=formulation)
    with pytest.raises(sn.RunError) as caught:
        sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A"], formulation=formulation)
    text = str(caught.value)
    assert "1 actuator(s) act on 1 of 2 freedoms" in text
    amount = float(text.split("the motion needs ")[1].split(" N m along ")[0])
    when = float(text.split("t = ")[1].split(" s ")[0])
    assert f"N m along {name}" in text
    assert amount == pytest.approx(both["E.torque"].values[np.argmin(np.abs(t - when))], rel=1e-3)


def test_least_squares_comes_as_near_as_it_can():
    """What is left is orthogonal to what the actuator can do, in the metric of the masses."""
    t = np.linspace(0, 1, 11)
    found = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A"], resolve="least squares")
    both = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"])
    assert found.unbalanced.shape == (t.size, found.formulation.nv)
    power = (found.unbalanced.values * found.v).sum(axis=1) + found["A.power"].values
    assert power == pytest.approx((both.efforts * both.speeds).sum(axis=1), abs=1e-9)
    F = found.formulation
    for k in range(t.size):
        gradient = F.motion.coordinate(F.motion.measured("A.angle")[0], found.q[k], found.v[k])[1]
        assert gradient @ found.deficit[k] == pytest.approx(0.0, abs=1e-9)
    assert "unbalanced" in str(found)
    assert found.quality().energy_relative < 1e-3


def test_floating_base_in_space_with_a_loop():
    """A five-bar's plane set free: the residual on one body is the rate of momentum, whichever body holds it."""
    m = sn.human.body(joints="reduced")
    motion = {"left_knee.angle": "0.3*sin(2*t)", "right_elbow.angle": "0.4*t"}
    t = np.linspace(0, 1, 11)
    plain = sn.inverse_dynamics(m, motion, t)
    states = dict(velocities=plain.v, accelerations=plain.a)
    base = sn.inverse_dynamics(plain.formulation, plain.q, t, **states, residual="lower_trunk")
    foot = sn.inverse_dynamics(plain.formulation, plain.q, t, **states, residual=["left_foot"])
    for found in (base, foot):
        assert found.residual.values == pytest.approx(plain.residual.values, abs=1e-8)
    assert base["left_knee.torque"].values == pytest.approx(plain["left_knee.torque"].values, abs=1e-9)
    assert base["left_hip.torque_x"].values == pytest.approx(plain["left_hip.torque_x"].values, abs=1e-9)
    assert np.abs(foot["left_knee.torque"].values - base["left_knee.torque"].values).max() > 1.0
    for joint in ("left_knee", "right_shoulder", "left_hip"):
        whole = base.reaction(joint, applied=True).values
        assert whole == pytest.approx(plain.wrench(joint).values, abs=1e-8)
    with pytest.raises(sn.UnsupportedError, match="was named"):
        _ = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"]).residual


def test_squat_on_two_feet():
    """Reactions of both feet are the weight and the change of momentum; either way of actuation."""
    t = np.linspace(0, 2, 41)
    found = sn.inverse_dynamics(squatting(), SQUAT, t, resolve="least norm", formulation="tree")
    left = sn.inverse_dynamics(squatting(), SQUAT, t, actuators=["left_hip", "left_knee", "left_ankle"])
    F = found.formulation
    total = 0.0
    for body in F.body_names:
        total = total + F.geometry.bodies[body].inertia.mass * (
            found.acceleration(f"{body}.com").values - np.array(F.mechanism.gravity)
        )
    for x in (found, left):
        feet = sum(x.reaction(f"{side}_floor").values for side in ("left", "right"))
        assert feet[:, :2] == pytest.approx(total, abs=1e-7)
    assert found["left_knee.torque"].values == pytest.approx(found["right_knee.torque"].values, abs=1e-7)
    assert "6 actuators on 3 freedoms: over-actuated" in str(found)
    assert np.abs(left.reaction("right_floor").values - found.reaction("right_floor").values).max() > 10


# ---------------------------------------------------------------- motions
def test_samples_of_all_coordinates_are_projected():
    t = np.linspace(0, 1, 101)
    exact = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"], formulation="spatial")
    for formulation in FORMULATIONS:
        motion = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"], formulation=formulation)
        found = sn.inverse_dynamics(motion.formulation, motion.q, t, actuators=["A", "E"])
        assert found.efforts == pytest.approx(exact.efforts, abs=2e-5)
        assert 0 < found.info["acceleration_correction"] < 1e-4
        J, gamma = found.formulation.jacobian(found.q[3], t[3]), found.formulation.gamma(found.q[3], found.v[3], t[3])
        assert J @ found.a[3] == pytest.approx(gamma, abs=1e-9)
        given = sn.inverse_dynamics(
            motion.formulation, motion.q, t, velocities=motion.v, accelerations=motion.a, actuators=["A", "E"]
        )
        assert given.efforts == pytest.approx(motion.efforts, abs=1e-9)


def test_a_table_of_samples_drives_the_loop():
    t = np.linspace(0, 1, 101)
    table = {"A.angle": 0.4 * np.sin(3 * t), "right.angle": None}
    drawn = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"])
    table["right.angle"] = drawn["right.angle"].values
    found = sn.inverse_dynamics(five_bar(), table, t, actuators=["A", "E"])
    assert found.efforts == pytest.approx(drawn.efforts, abs=1e-5)


def test_a_point_of_a_body_drives_the_loop():
    """The slider by its place in the world; the mechanism's own driver of the crank gives way to the table."""
    t = np.linspace(0, 0.2, 11)
    first = sn.inverse_dynamics(slider_crank(), {"A.angle": "1 + t"}, t, actuators=["A"])
    place = first["slider.x"].values
    m = slider_crank()
    m.initial["A.angle"] = 1.0
    found = sn.inverse_dynamics(m, {"slider.x": place}, t, actuators=["A"])
    assert found["A.torque"].values == pytest.approx(first["A.torque"].values, abs=1e-3)
    m.driver("motor", joint="A", angle="7*t")
    again = sn.inverse_dynamics(m, {"A.angle": "1 + t"}, t)
    assert again["motor.effort"].values == pytest.approx(first["A.torque"].values, abs=1e-9)


def test_open_motions_are_refused_with_the_joint():
    t = np.linspace(0, 1, 21)
    found = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"])
    q = found.q.copy()
    q[10, :2] += (1e-5, 1e-4)
    with pytest.raises(sn.AssemblyError, match=r"t = 0\.5 s '[AB]' is open by 0\.0001 m \(row [AB]\.y\)"):
        sn.inverse_dynamics(five_bar(), q, t, actuators=["A", "E"])
    rates = {"velocities": 1.01 * found.v + 0.01, "accelerations": found.a}
    with pytest.raises(sn.AssemblyError, match=r"is opening at 0\.01\d* m/s"):
        sn.inverse_dynamics(five_bar(), found.q, t, **rates, actuators=["A", "E"])
    loose = sn.inverse_dynamics(five_bar(), q, t, actuators=["A", "E"], tolerance=1e-3)
    assert loose.info["velocity_correction"] > 1e-4


# ---------------------------------------------------------------- actuators
def every_joint() -> sn.Mechanism:
    """One joint of each kind, one after the other."""
    m = sn.Mechanism("chain of joints", dimension=3, gravity=(0, 0, -9.81))
    for k in range(9):
        m.box(f"b{k}", (0.1, 0.2, 0.3), at=(0.3 * k, 0.1 * k, 0), mass=1.0)
        m.point(f"p{k}", 0.3 * k - 0.1, 0.1 * k, 0.05 * k)
    m.free("p0", "ground", "b0")
    m.revolute("p1", "b0", "b1", axis=(1, 2, 3))
    m.prismatic("p2", "b1", "b2", axis=(1, -1, 0))
    m.cylindrical("p3", "b2", "b3", axis=(0, 1, 1))
    m.universal("p4", "b3", "b4", axis=(0, 0, 1), second=(0, 1, 0))
    m.spherical("p5", "b4", "b5")
    m.planar("p6", "b5", "b6", axis=(1, 0, 1))
    m.selection("p7", "b6", "b7", directions=("x", "rz"))
    m.selection("p8", "b7", "b8", directions=("rx", "y"))
    return m


def test_unit_wrenches_do_work_along_their_freedom_alone():
    """In a tree the generalised force of a unit effort is a unit vector; in absolute coordinates it gives the speed."""
    m = every_joint()
    tree = sn.Tree(m)
    rng = np.random.default_rng(4)
    q = tree.integrate(tree.reference()[0], rng.uniform(-0.6, 0.6, tree.nv), 1.0)
    bodies = PlacedBodies(tree, q)
    found = chosen_actuators(tree, list(m.joints))
    columns = np.array([bodies.generalised(actuator.unit_wrenches(bodies)) for actuator in found]).T
    assert columns == pytest.approx(np.eye(tree.nv), abs=1e-12)
    spatial = sn.Spatial(m)
    v = rng.uniform(-1, 1, tree.nv)
    there = PlacedBodies(spatial, placed_like(spatial, tree.motion, q, v)[0])
    speeds = [there.generalised(a.unit_wrenches(there)) for a in chosen_actuators(spatial, list(m.joints))]
    assert np.array(speeds) @ placed_like(spatial, tree.motion, q, v)[1] == pytest.approx(v, abs=1e-12)


def test_names_of_actuators():
    m = every_joint()
    tree = sn.Tree(m)
    names = [a.name for a in chosen_actuators(tree, ["p1", "p4.second", "p5.wy", "b3.mz", "b4"])]
    body = [f"b4.{w}" for w in ("fx", "fy", "fz", "mx", "my", "mz")]
    assert names == ["p1.torque", "p4.second_torque", "p5.torque_y", "b3.mz", *body]
    default = {a.part for a in chosen_actuators(tree, None)}
    assert default == {f"p{k}" for k in range(1, 9)}
    with pytest.raises(sn.MechanismError) as caught:
        chosen_actuators(tree, ["p1.anlge", "b3.fw", "nobody"])
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"resolve": "somehow"}, "there is no resolve='somehow'"),
        ({"weights": {"A": 2.0}, "actuators": ["A", "E"]}, "weights must be a table, and need resolve"),
        ({"weights": {"Z": 2.0}, "resolve": "least norm"}, "there is no actuator 'Z'"),
        ({"weights": {"A": -1.0}, "resolve": "least norm"}, "weights: the weight of 'A' is -1.0"),
        ({"residual": "nobody"}, "residual: there is no body 'nobody'"),
        ({"residual": "left", "actuators": ["left.fx"]}, "is an actuator and part of the residual"),
        ({"tolerance": -1.0}, "tolerance = -1.0"),
        ({"velocities": np.zeros((2, 12))}, "can be given only with arrays of all coordinates"),
    ],
)
def test_wrong_choices(settings, match):
    with pytest.raises(sn.SnodoError, match=match):
        sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, [0.0, 0.1], **settings)


def test_motions_that_cannot_be():
    t = [0.0, 0.1]
    with pytest.raises(sn.UnsupportedError, match="has no drivers, and no motion"):
        sn.inverse_dynamics(five_bar(), None, t)
    with pytest.raises(sn.AssemblyError, match="keeps 1 degree"):
        sn.inverse_dynamics(five_bar(), {"A.angle": "t"}, t)
    with pytest.raises(sn.MechanismError, match="cannot be driven"):
        sn.inverse_dynamics(five_bar(), {"A.speed": "t"}, t)
    with pytest.raises(sn.MechanismError, match="need at least 6"):
        sn.inverse_dynamics(five_bar(), {"A.angle": [0.0, 0.1]}, t)
    with pytest.raises(sn.UnsupportedError, match="shape"):
        sn.inverse_dynamics(five_bar(), np.zeros((2, 5)), t)
    run = sn.simulate(four_bar(), 0.05, output=0.01)
    with pytest.raises(sn.UnsupportedError, match='"planar", and "tree" is requested: it has no body'):
        sn.inverse_dynamics(five_bar(), run, actuators=["A"], formulation="tree")


def test_a_force_that_fails_is_named():
    """And is forgotten: the same formulation serves again."""
    m = five_bar()
    m.force("wind", ["left"], function=lambda t, q, v: [1.0, 0.0, float("nan") if t > 0.5 else 0.0])
    t = np.linspace(0, 1, 11)
    motion = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"])
    F = sn.Planar(m)
    states = {"velocities": motion.v, "accelerations": motion.a, "actuators": ["A", "E"]}
    with pytest.raises(sn.RunError, match="wind"):
        sn.inverse_dynamics(F, motion.q, t, **states)
    early = {**states, "velocities": motion.v[:5], "accelerations": motion.a[:5]}
    assert np.isfinite(sn.inverse_dynamics(F, motion.q[:5], t[:5], **early).efforts).all()


def test_saved_as_a_table(tmp_path):
    t = np.linspace(0, 1, 11)
    found = sn.inverse_dynamics(five_bar(), FIVE_BAR_MOTION, t, actuators=["A", "E"])
    with found.save(tmp_path / "efforts.csv").open(encoding="utf-8") as file:
        header = next(csv.reader(file))
    assert [word.split(" ")[0] for word in header] == ["time", "A.torque", "E.torque"]
    with pytest.raises(sn.UnsupportedError, match="csv"):
        found.save(tmp_path / "efforts.nc")


# ---------------------------------------------------------------- motions that need no force
def coasting_four_bar() -> sn.Mechanism:
    m = four_bar()
    m.gravity = (0.0, 0.0)
    m.initial["A.speed"] = 5.0
    return m


def space_robot() -> sn.Mechanism:
    """Two links that float and turn about their hinge, with nothing that acts on them."""
    m = sn.Mechanism("space robot", dimension=2, gravity=(0, 0))
    m.add_points(O=(0, 0), P=(0.5, 0))
    m.body("base", mass=4, inertia=0.5, at="O")
    m.bar("arm", "P", (1.5, 0), mass=1)
    m.revolute("J", "base", "arm", at="P")
    m.initial.update({"base.omega": 0.3, "J.speed": 2.0})
    return m


def sleigh() -> sn.Mechanism:
    m = mechanisms.sleigh(mass=1.5)
    m.initial.update({"sleigh.vx": 0.4, "sleigh.omega": 0.2})
    return m


def turning_body() -> sn.Mechanism:
    """It turns about its centre of mass, with no acceleration at all."""
    m = sn.Mechanism("top", dimension=2, gravity=(0, 0))
    m.body("wheel", mass=2, inertia=0.5, at=(0, 0))
    m.initial["wheel.omega"] = 3.0
    return m


@pytest.mark.parametrize("build", [coasting_four_bar, space_robot, sleigh, turning_body])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_what_coasts_needs_no_actuator(build, formulation: str) -> None:
    result = sn.simulate(build(), 1.0, formulation=formulation, tolerance=1e-10, output=0.05, progress=False)
    found = sn.inverse_dynamics(build(), result, actuators=[])
    assert found.formulation.name == formulation
    assert found.efforts.shape == (result.time.size, 0)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("torque", [1e-3, 2.0])
def test_a_small_torque_is_still_missed(formulation: str, torque: float) -> None:
    """A millionth of the forces is the limit, not a thousandth."""
    m = coasting_four_bar()
    m.torque("motor", torque, joint="A")
    result = sn.simulate(m, 0.2, formulation=formulation, tolerance=1e-10, output=0.05, progress=False)
    with pytest.raises(sn.RunError, match="under-actuated"):
        sn.inverse_dynamics(coasting_four_bar(), result, actuators=[])


def test_the_motion_of_a_sleigh_must_be_integrated() -> None:
    with pytest.raises(sn.UnsupportedError, match=r"constrains velocities[^→]*→ simulate .* give the result") as told:
        sn.inverse_dynamics(sleigh(), {"sleigh.x": "t"}, np.linspace(0, 1, 11), actuators=["sleigh"])
    assert "must be integrated" in str(told.value)
    with pytest.raises(sn.UnsupportedError, match="give the result as the motion"):
        sn.inverse_dynamics(sleigh(), None, np.linspace(0, 1, 11))
    two = sleigh()
    two.knife_edge("Q", "ground", "sleigh", axis="x", at=(0.2, 0))
    with pytest.raises(sn.UnsupportedError, match="constrain velocities"):
        sn.kinematics(two, 1.0)


@pytest.mark.parametrize("tolerance", [-1, "x", float("nan"), 0])
def test_tolerance_is_checked_with_and_without_constraints(tolerance) -> None:
    pendulum = sn.Mechanism("pendulum", dimension=2, gravity=(0, -9.81))
    pendulum.bar("rod", (0, 0), (1, 0), mass=1)
    pendulum.revolute("A", "ground", "rod", at=(0, 0))
    for m in (pendulum, four_bar()):
        with pytest.raises(sn.UnsupportedError, match="tolerance ="):
            sn.inverse_dynamics(m, {"A.angle": "t"}, np.linspace(0, 0.1, 5), tolerance=tolerance)
