"""Motions of open trees: against the planar formulation, published and independent numbers, and what they keep."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from tests import mechanisms

import snodo as sn
from snodo.formulations.tree.tree import Tree
from snodo.mechanism import joints


# ---------------------------------------------------------------- the plane, by two formulations
def double_pendulum():
    m = mechanisms.double_pendulum()
    m.frame("tip", "lower", "C")
    m.initial = {"A.angle": "60 deg", "B.angle": 0.4, "B.speed": -2.0, "A.speed": 1.0}
    return m


def two_laws(t, q, v):
    """Neither a formula nor free of branches: numba compiles it."""
    if t > 0.2:
        return -0.3 * v[0], 0.1, -0.05 * v[2]
    return 0.2, -0.1 * q[1], 0.0


def loaded_branches():
    m = sn.Mechanism("cart", gravity=(1.0, -9.81))
    m.add_points(O=(0, 0), A=(0.2, 0.1), B=(0.5, 0.6), C=(-0.3, 0.4))
    m.box("cart", (0.4, 0.2, 0.1), "O", mass=3.0)
    m.bar("one", "A", "B", mass=1.0)
    m.bar("two", "A", "C", mass=0.5)
    m.body("slider", mass=0.3, inertia=0.02, com=(0.1, 0.05), at=(0.5, 0.6), angle=0.4)
    m.disc("flying", 0.2, (2, 1), mass=0.4)
    m.particle("bead", (1, 1), mass=0.2)
    m.frame("tip", "slider", (0.6, 0.6), angle="20 deg")
    m.prismatic("rail", "ground", "cart", axis="10 deg", at=(0, 0), reference=0.2)
    m.revolute("A1", "cart", "one", at="A")
    m.revolute("A2", "two", "cart", at="A")
    m.prismatic("sleeve", "one", "slider", axis=("A", "B"), at="B")
    m.spring("s1", "ground", "one", (0, 1), "B", stiffness=30, damping=2, length=0.4, force=sn.Harmonic(0, 3, 6, 0.1))
    m.spring("s2", "two", "slider", "C", (0.6, 0.6), stiffness=20)
    m.spring("s3", "ground", "cart", (-1, 0), "O", stiffness=80, damping=1)
    m.torsional_spring("t1", "A1", stiffness=3, damping=0.2, angle=0.3)
    m.torsional_spring("t2", "A2", stiffness=2, damping=0.1)
    m.friction("f1", "rail", viscous=0.3, coulomb=1.0, smoothing=0.1)
    m.friction("f2", "A2", viscous=0.3, coulomb=0.4, smoothing=0.1)
    m.joint_force("push", sn.Ramp(1, -2), "sleeve")
    m.spring("s4", "one", "slider", "A", "B", stiffness=60, damping=1)
    m.torque("spin", 0.05, body="flying")
    m.torque("motor", "2 * sin(3 * t)", joint="A2")
    m.point_force("follower", "one", (1, 2), at="B", axes="body")
    m.point_force("wind", "bead", (0.1, "t"))
    m.force(
        "formula",
        ["two", "flying"],
        formula=("-two.vx + t", "0.1 * two.angle", "-two.omega", "0", "0", "-flying.angle"),
    )
    m.force("function", ["slider"], function=two_laws)
    m.initial = {"A1.speed": 2.0, "A2.speed": 0.5, "rail.speed": -0.3, "sleeve.speed": 0.1}
    m.initial |= {"rail.displacement": 0.3, "sleeve.displacement": 0.05, "A2.angle": 0.2, "one.angle": "40 deg"}
    m.initial |= {"flying.vx": 1.0, "flying.omega": 2.0, "bead.x": 1.1}
    return m


@pytest.fixture(scope="module", params=[double_pendulum, loaded_branches])
def pair(request):
    m = request.param()
    return tuple(sn.simulate(m, 0.6, formulation=word, tolerance=1e-12, output=0.05) for word in ("planar", "tree"))


def names_of_motion(result):
    return [name for name in result.names() if not name.endswith((".reaction", ".balance"))]


def test_every_series_of_the_plane_agrees(pair):
    planar, tree = pair
    assert tree.info["formulation"] == "tree"
    assert set(names_of_motion(planar)) <= set(tree.names())
    for name in names_of_motion(planar):
        assert np.allclose(tree[name].values, planar[name].values, rtol=1e-8, atol=1e-8), name


@pytest.mark.parametrize("applied", [False, True])
@pytest.mark.parametrize("axes", ["world", "parent", "child"])
def test_reactions_agree(pair, axes, applied):
    planar, tree = pair
    for name in planar.mechanism.joints:
        mine, theirs = (r.reaction(name, axes=axes, applied=applied) for r in (tree, planar))
        assert list(mine.component.values) == ["fx", "fy", "torque"]
        assert np.allclose(mine.values, theirs.values, rtol=1e-8, atol=1e-8), name


def test_quality_and_works(pair):
    planar, tree = pair
    assert tree.quality().verdict == "good"
    assert tree.formulation.work_names == planar.formulation.work_names
    assert np.allclose(tree.works, planar.works, rtol=1e-8, atol=1e-9)


def test_a_plane_tree_is_drawn(pair, tmp_path):
    assert pair[1].draw(tmp_path / "motion.svg") is not None


@pytest.mark.parametrize("method", ["projection", "augmented", "baumgarte"])
@pytest.mark.parametrize("integrator", ["dop853", "dormand_prince", sn.RK4(step=1e-3)], ids=["8", "5", "4"])
def test_all_methods_and_integrators(method, integrator):
    result = sn.simulate(double_pendulum(), 0.5, formulation="tree", method=method, integrator=integrator)
    reference = sn.simulate(double_pendulum(), 0.5, formulation="tree", tolerance=1e-12)
    assert np.allclose(result.states[-1], reference.states[-1], atol=2e-6)


def test_saved_and_loaded(pair, tmp_path):
    tree = sn.simulate(double_pendulum(), 0.1, formulation="tree", output=0.05)
    again = sn.Result.load(tree.save(tmp_path / "run.nc"))
    assert again.names() == tree.names()
    assert np.array_equal(again.reaction("B").values, tree.reaction("B").values)
    lost = sn.Result.load(pair[1].save(tmp_path / "lost.nc"))
    if lost.info["functions_not_stored"]:
        with pytest.raises(sn.UnsupportedError, match="was not stored"):
            lost.reaction("A1")


# ---------------------------------------------------------------- space, against published numbers
def heavy_top():
    m = sn.Mechanism("heavy top", dimension=3, gravity=(0, 0, -9.81))
    m.body("top", mass=15, com=(0, 1, 0), inertia=(0.234375, 0.46875, 0.234375))
    m.add(joints.Spherical(name="O", parent="ground", child="top", at=(0, 0, 0)))
    m.initial = {"O.wy": 150.0, "O.wz": -4.61538}
    return m


def test_heavy_top():
    """Data: Géradin and Cardona 2001; state at 1 s by an independent integration (DOP853, 1e-13)."""
    result = sn.simulate(heavy_top(), 1.0, tolerance=1e-10, output=1.0)
    p = [0.73294398067977, -0.278285719338022, 0.531824611333807, -0.320176142736237]
    w = [-0.822078101692395, 150.0, -5.92329134811609]
    assert result.info["formulation"] == "tree"
    assert np.allclose(result.states[-1], [*p, *w], rtol=0, atol=1e-7)
    assert np.allclose(result.reaction("O").values[:, 3:], 0.0, atol=1e-8)
    a, g = result.acceleration("top.com").values, np.array([0, 0, -9.81])
    assert np.allclose(result.reaction("O").values[:, :3], 15 * (a - g), atol=1e-7)


def free_body():
    m = sn.Mechanism("free body", dimension=3)
    m.body("b", mass=1, inertia=(0.3, 0.35, 0.4))
    m.initial = {"b.wx": 0.1, "b.wy": 15.0, "b.wz": 0.1, "b.vx": 1.0}
    return m


def test_free_rigid_body():
    """Euler's equations with inertias 0.3, 0.35, 0.4 kg m² (the Dzhanibekov effect): exact Jacobi elliptic solution."""
    exact = {3.0: (-4.877707605410589, 13.573164817775215, 4.224514600863658)}
    exact[12.0] = (0.21872902093341864, 14.997837422131509, 0.19591270619556284)
    result = sn.simulate(free_body(), output=[0.0, *exact], tolerance=1e-12)
    assert np.allclose(result.v[1:, 3:], list(exact.values()), rtol=0, atol=1e-7)
    assert np.allclose(result["b.x"].values, result.time, atol=1e-9)
    assert np.allclose(result["b.vx"].values, 1.0, atol=1e-10)


@pytest.mark.parametrize("integrator", ["dop853", sn.RK4(step=2e-3)], ids=["dop853", "rk4"])
def test_a_long_tumble_keeps_length_and_energy(integrator):
    result = sn.simulate(free_body(), 60.0, integrator=integrator)
    assert np.abs(np.linalg.norm(result.q[:, 3:], axis=1) - 1.0).max() < 1e-12
    energy = result["energy.total"].values
    assert np.ptp(energy) < 1e-5 * energy[0]
    assert result.quality().verdict != "poor"


def test_spring_pendulum_in_space():
    """A particle on a damped spring, against Newton's equation integrated by scipy."""
    g, k, c, free, m = np.array([0, 0, -9.81]), 40.0, 0.3, 0.8, 0.5
    mechanism = sn.Mechanism("spring pendulum", dimension=3, gravity=tuple(g))
    mechanism.particle("bob", (0.6, 0.2, -0.7), m)
    mechanism.spring(
        "s", "ground", "bob", (0, 0, 0), {"bob": (0, 0, 0)}, stiffness=k, damping=c, length=free, force="0.5 * cos(2*t)"
    )
    mechanism.point_force("wind", "bob", (0.1, "0.2 * t", -0.1))
    mechanism.initial = {"bob.vy": 1.5, "bob.z": -0.9}

    def newton(t, y):
        r, v = y[:3], y[3:]
        length = np.linalg.norm(r)
        e = r / length
        f = -k * (length - free) - c * (v @ e) + 0.5 * np.cos(2 * t)
        return [*v, *(g + (f * e + [0.1, 0.2 * t, -0.1]) / m)]

    result = sn.simulate(mechanism, 2.0, tolerance=1e-11, output=2.0)
    there = solve_ivp(newton, (0, 2), [0.6, 0.2, -0.9, 0, 1.5, 0], method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    assert np.allclose(result.position("bob")[-1], there[:3], atol=1e-8)
    assert np.allclose(result.velocity("bob")[-1], there[3:], atol=1e-8)
    assert result["s.length"].values[-1] == pytest.approx(np.linalg.norm(there[:3]), abs=1e-8)
    assert result.quality().verdict == "good"


# ---------------------------------------------------------------- what is kept
def test_a_falling_person_keeps_momentum_and_energy():
    person = sn.human.body()
    spins = {"left_shoulder.wx": 2.0, "right_hip.wy": -3.0, "neck.wz": 1.0, "left_knee.wy": 1.5, "lumbar.wx": -0.8}
    result = sn.simulate(person, 1.0, initial=spins, tolerance=1e-10, output=0.1)
    tree = result.formulation
    momentum = np.array([tree.momentum(q, v) for q, v in zip(result.q, result.v)])
    fall = np.outer(result.time, [0, 0, -9.81 * tree.total_mass])
    assert np.allclose(momentum[:, :3] - momentum[0, :3], fall, atol=1e-6)
    assert np.allclose(momentum[:, 3:], momentum[0, 3:], atol=1e-6)
    assert np.abs(result["energy.balance"].values).max() < 1e-6
    assert np.linalg.norm(result.v[-1] - result.v[0]) > 1.0


ARM = """<robot name="arm">
  <link name="base"><inertial><mass value="2"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="upper"><inertial><origin xyz="0.2 0 0"/><mass value="1.5"/>
    <inertia ixx="0.01" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="lower"><inertial><origin xyz="0.15 0 0"/><mass value="1"/>
    <inertia ixx="0.005" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.3" rpy="0.4 0 0"/><axis xyz="0 1 0"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0.4 0 0"/>
    <axis xyz="0 0.6 0.8"/></joint>
</robot>"""


def test_a_robot_arm_falls_without_losing_energy(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    arm = sn.load(file)
    arm.gravity = (0.0, 0.0, -9.81)
    result = sn.simulate(arm, 2.0, initial={"elbow.speed": 1.0}, tolerance=1e-10)
    assert np.abs(result["energy.balance"].values).max() < 1e-7
    assert np.ptp(result["shoulder.angle"].values) > 1.0


def screws():
    """A screw, a slide and a hinge in space, with all that acts in joints with one coordinate."""
    m = sn.Mechanism("screws", dimension=3, gravity=(0.3, -0.5, -9.81))
    m.box("nut", (0.1, 0.1, 0.1), (0, 0, 0), mass=1.0)
    m.box("carriage", (0.2, 0.1, 0.1), (0.3, 0, 0.1), mass=0.8)
    m.box("flap", (0.3, 0.05, 0.1), (0.5, 0.2, 0.1), mass=0.4)
    m.add(joints.Helical(name="screw", parent="ground", child="nut", at=(0, 0, 0), axis="z", pitch=0.05))
    m.prismatic("slide", "nut", "carriage", axis=(1, 0.2, 0), at=(0.3, 0, 0.1))
    m.revolute("hinge", "flap", "carriage", at=(0.35, 0.2, 0.1), axis=(0, 1, 1))
    m.torsional_spring("t1", "screw", stiffness=2, damping=0.1)
    m.friction("f1", "slide", viscous=0.4, coulomb=0.3, smoothing=0.05)
    m.joint_force("push", "cos(t)", "slide")
    m.torque("motor", 0.2, joint="hinge")
    m.spring("s", "nut", "flap", (0, 0, 0), (0.6, 0.2, 0.1), stiffness=50, damping=1)
    m.point_force("tip", "flap", (0.2, "t", -0.1), at=(0.6, 0.2, 0.1), axes="body")
    return m


def test_applied_forces_in_space_balance_the_energy():
    result = sn.simulate(screws(), 1.0, tolerance=1e-10)
    assert result.quality().verdict == "good"
    assert np.abs(result["energy.balance"].values).max() < 1e-8


def test_applied_forces_are_those_of_virtual_work():
    """Q from the kernels against JᵀF of every spring end and point, and the joints' own forces from the series."""
    tree = Tree(screws())
    q, v = tree.random(np.random.default_rng(3))
    t = 0.7
    tau, wrenches = tree.applied_forces(q, v, t)
    efforts = {n: tree.effort_along(n, np.array([t]), q, v)[2] for n in ("t1", "f1", "push", "motor", "s")}
    own = np.zeros(tree.nv)
    for joint, names in {"screw": ("t1",), "slide": ("f1", "push"), "hinge": ("motor",)}.items():
        own[tree.velocity_slice(joint)] = sum(efforts[name].item() for name in names)
    assert np.allclose(tau, own, atol=1e-13)
    total = tau + sum(tree.jacobian_of(q, body).T @ wrench for body, wrench in wrenches.items())
    assert np.allclose(total, tree.forces(q, v, t) + tree.bias(q, v), atol=1e-12)
    a = tree.solve(q, v, t)[0]
    assert np.allclose(tree.mass_matrix(q) @ a, tree.forces(q, v, t), atol=1e-11)
    follower = tree.pose(q, "flap").A @ [0.2, t, -0.1]
    assert np.allclose(sum(w[:3] for w in wrenches.values()), follower, atol=1e-12)


def test_reactions_in_space_hold_each_body():
    """Newton and Euler for every body, from the accelerations of the result and the reactions in world axes."""
    m = screws()
    result = sn.simulate(m, 0.3, output=0.1, tolerance=1e-10)
    tree = result.formulation
    for k, t in enumerate(result.time):
        q, v = result.q[k], result.v[k]
        _, wrenches = tree.applied_forces(q, v, t)
        for body in m.bodies:
            total = wrenches[body].copy()
            centre = tree.pose(q, f"{body}.com").r
            total[3:] += np.cross(tree.pose(q, body).r - centre, total[:3])
            for name, joint in m.joints.items():
                if body in (joint.parent, joint.child):
                    wrench = result.reaction(name, applied=True).values[k] * (1 if joint.child == body else -1)
                    total += [*wrench[:3], *(wrench[3:] + np.cross(tree.pose(q, name).r - centre, wrench[:3]))]
            placed = tree.geometry.bodies[body].inertia
            A, w = tree.pose(q, body).A, result.angular_velocity(body).values[k]
            J = A @ np.array(placed.tensor) @ A.T
            force = placed.mass * (result.acceleration(f"{body}.com").values[k] - tree.gravity)
            moment = J @ result.angular_acceleration(body).values[k] + np.cross(w, J @ w)
            assert np.allclose(total, [*force, *moment], atol=1e-9)


def test_joint_series_without_what_is_applied_do_no_work():
    """A reaction has no component along its joint's freedom unless it is asked for."""
    result = sn.simulate(screws(), 0.2, output=0.1)
    axis = np.array([1, 0.2, 0]) / np.hypot(1, 0.2)
    along = result.reaction("slide", axes="parent").values[:, :3] @ axis
    assert np.allclose(along, 0.0, atol=1e-10)
    pushed = result.reaction("slide", axes="parent", applied=True).values[:, :3] @ axis
    assert np.allclose(pushed, result["push.force"].values + result["f1.force"].values, atol=1e-10)
