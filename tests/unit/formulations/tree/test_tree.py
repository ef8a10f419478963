"""Names, coordinates, references and the door of the tree formulation."""

import subprocess
import sys

import numpy as np
import pytest
from tests.mechanisms import four_bar

import snodo as sn
from snodo.errors import MechanismError, NameNotFound, RunError, UnsupportedError
from snodo.formulations.tree.tree import Tree
from snodo.mechanism import joints

ROUND = (0.1, 0.1, 0.1)


def arm():
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    m.body("upper", mass=1, inertia=ROUND, com=(0.2, 0, 0), at=(0, 0, 1))
    m.body("lower", mass=1, inertia=ROUND, com=(0.2, 0, 0), at=(0.5, 0, 1))
    m.add(joints.Spherical(name="shoulder", parent="ground", child="upper", at=(0, 0, 1)))
    m.revolute("elbow", "upper", "lower", at=(0.5, 0, 1), axis="y", reference="30 deg")
    m.frame("hand", on="lower", at={"lower": (0.4, 0, 0)})
    return m


def test_names_and_slices():
    tree = Tree(arm())
    assert (tree.nq, tree.nv, tree.nc) == (5, 4, 0)
    assert tree.coordinate_names == ["shoulder.e0", "shoulder.e1", "shoulder.e2", "shoulder.e3", "elbow.angle"]
    assert tree.velocity_names == ["shoulder.wx", "shoulder.wy", "shoulder.wz", "elbow.speed"]
    assert tree.coordinate_units == ["", "", "", "", "rad"]
    assert tree.position_slice("elbow") == slice(4, 5)
    assert tree.velocity_slice("elbow") == slice(3, 4)
    with pytest.raises(NameNotFound, match="elbow"):
        tree.position_slice("elbwo")


def test_reference_is_the_drawing():
    tree = Tree(arm())
    q, v = tree.reference()
    assert np.allclose(q, [1, 0, 0, 0, np.pi / 6])
    assert not v.any()
    for name in ("upper", "lower"):
        drawn, found = tree.geometry.pose(name), tree.pose(q, name)
        assert np.allclose(found.r, drawn.r, atol=1e-15)
        assert np.allclose(found.A, drawn.A, atol=1e-15)
    assert np.allclose(tree.pose(q, "hand").r, [0.9, 0, 1])
    assert np.allclose(tree.pose(q, "elbow").r, [0.5, 0, 1])
    assert np.allclose(tree.pose(q, "ground").r, 0)
    with pytest.raises(NameNotFound, match="did you mean 'hand'"):
        tree.pose(q, "hnad")


def test_a_name_before_the_coordinates_is_told():
    tree = Tree(arm())
    q, _ = tree.reference()
    for call in (tree.pose, tree.jacobian_of):
        with pytest.raises(NameNotFound, match=r"by its name, not as ndarray\n    → coordinates come first"):
            call("hand", q)


def test_a_body_without_joints_floats():
    m = sn.Mechanism("stone", dimension=3, gravity=(0, 0, -9.81))
    m.body("stone", mass=2, inertia=ROUND, at=(1, 2, 3), angle="90 deg", axis="z")
    m.particle("dust", (0, 0, 1), mass=0.1)
    tree = Tree(m)
    assert tree.coordinate_names[:4] == ["stone.x", "stone.y", "stone.z", "stone.e0"]
    assert tree.coordinate_names[7:] == ["dust.x", "dust.y", "dust.z"]
    q, v = tree.reference()
    assert np.allclose(q, [1, 2, 3, np.sqrt(0.5), 0, 0, np.sqrt(0.5), 0, 0, 1])
    v[0] = 1.0  # along its own x, which is the world's y
    assert np.allclose(tree.velocity(q, v, "stone"), [0, 1, 0, 0, 0, 0])
    a = tree.forward_dynamics(q, v, np.zeros(9))
    assert np.allclose(a, [0, 0, -9.81, 0, 0, 0, 0, 0, -9.81])


def test_plane_floating_body_has_an_angle():
    m = sn.Mechanism("plate", gravity=(0, -9.81))
    m.disc("disc", 0.1, (1, 2), mass=1.0, angle=0.5)
    tree = Tree(m)
    assert tree.coordinate_names == ["disc.x", "disc.y", "disc.angle"]
    assert tree.velocity_names == ["disc.vx", "disc.vy", "disc.omega"]
    assert np.allclose(tree.reference()[0], [1, 2, 0.5])
    assert np.allclose(tree.forward_dynamics(tree.reference()[0], [1, 1, 2], [0, 0, 0]), [0, -9.81, 0])


def test_coordinates_follow_the_description():
    """The shallowest tree, its joints numbered as described wherever that is possible."""
    m = sn.Mechanism("row", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0), C=(2, 0), D=(3, 0))
    for name, ends in (("one", "AB"), ("two", "BC"), ("three", "CD")):
        m.bar(name, *ends, mass=1.0)
    m.revolute("C", "three", "two")
    m.revolute("B", "one", "two")
    m.revolute("A", "ground", "one")
    tree = Tree(m)
    assert tree.coordinate_names == ["A.angle", "B.angle", "C.angle"]
    assert [place.branch.backward for place in tree.flat.places] == [False, False, True]


def test_a_loop_is_cut_where_the_tree_is_shallowest():
    tree = Tree(four_bar())
    assert tree.cut_joints == ["C"]
    assert tree.coordinate_names == ["A.angle", "B.angle", "D.angle"]
    assert tree.row_names == ["C.x", "C.y"]


def test_the_user_names_the_cut():
    tree = Tree(four_bar(), cut=["A"])
    assert tree.cut_joints == ["A"]
    assert Tree(four_bar(), cut="B").cut_joints == ["B"]
    with pytest.raises(sn.errors.NameNotFound, match="no joint 'E'"):
        Tree(four_bar(), cut=["E"])


def test_a_joint_that_is_spoken_of_is_not_cut_if_another_will_do():
    m = four_bar()
    m.torsional_spring("spring", "C", stiffness=1.0)
    assert Tree(m).cut_joints == ["B"]


def test_the_rows_of_drivers_and_rods():
    m = four_bar()
    m.driver("motor", joint="A", speed="60 rpm")
    m.rod("strut", "ground", "rocker", start=(0.2, 0), end="C")
    assert Tree(m).row_names == ["C.x", "C.y", "strut.length", "motor.angle"]


def test_applied_forces_act_in_the_contract_only():
    m = arm()
    without = Tree(m)
    m.torque("hold", 1.0, joint="elbow")
    tree = Tree(m)
    q, v = tree.reference()
    tau = np.zeros(4)
    assert np.array_equal(tree.forward_dynamics(q, v, tau), without.forward_dynamics(q, v, tau))
    tau[tree.velocity_slice("elbow")] = 1.0
    assert np.allclose(tree.solve(q, v)[0], without.forward_dynamics(q, v, tau), atol=1e-12)
    assert np.allclose(tree.forces(q, v), without.forces(q, v) + tau, atol=1e-12)


def test_open_trees_have_no_rows():
    tree = Tree(arm())
    q, v = tree.reference()
    assert tree.constraints(q).shape == tree.nu(q).shape == tree.gamma(q, v).shape == (0,)
    assert tree.jacobian(q).shape == (0, 4)
    assert tree.solve(q, v)[1].shape == (0,)


def test_free_joint_from_its_child_is_refused():
    m = arm()
    m.body("stone", mass=1, inertia=ROUND)
    m.add(joints.Free(name="fly", parent="stone", child="lower", at=(0, 0, 0)))
    with pytest.raises(UnsupportedError, match="swap its bodies: parent 'lower', child 'stone'"):
        Tree(m)


def test_universal_needs_a_right_angle():
    m = arm()
    m.body("wheel", mass=1, inertia=ROUND)
    m.add(joints.Universal(name="cross", parent="lower", child="wheel", at=(0, 0, 0), axis="x", second=(1, 1, 0)))
    with pytest.raises(MechanismError, match="universal 'cross': the angle between its axes is 45°"):
        Tree(m)


# ---------------------------------------------------------------- the door
GOOD = ([1, 0, 0, 0, 0.1], [0.1, 0.2, 0.3, 0.4], [0, 0, 0, 1])
BAD = [
    (0, [1, 0, 0, 0], "q has shape"),
    (0, [1, 0, 0, 0, np.nan], "elbow.angle = nan"),
    (0, [1, 0, 0, 0, 1e16], "elbow.angle = 1e"),
    (0, [0, 0, 0, 0, 0.1], "Euler parameters of 'shoulder'"),
    (0, "q", "q is 'q'"),
    (1, [0, 0, np.inf, 0], "shoulder.wz = inf"),
    (1, [0, 0, 1e160, 0], r"shoulder.wz = 1e\+160"),
    (1, [0, 0, 0], "v has shape"),
    (2, [[[0, 0, 0, 0]]], "shape"),
    (2, [0, 0, -np.inf, 0], "shoulder.wz = -inf"),
]


@pytest.mark.parametrize(("place", "value", "message"), BAD)
def test_bad_numbers_are_named(place, value, message):
    tree = Tree(arm())
    given = list(GOOD)
    given[place] = value
    for array in (False, True):
        if array and not isinstance(value, str):
            given = [np.array(x, float) for x in given]
        for call in (tree.forward_dynamics, tree.inverse_dynamics, tree.joint_wrenches, tree.acceleration_parts):
            with pytest.raises(UnsupportedError, match=message):
                call(*given)
        if place == 0:
            for call in (tree.mass_matrix, tree.center_of_mass, lambda q: tree.jacobian_of(q, "hand")):
                with pytest.raises(UnsupportedError, match=message):
                    call(given[0])


def test_complex_numbers_are_refused():
    tree = Tree(arm())
    q, v, tau = (np.array(x, float) for x in GOOD)
    with pytest.raises(UnsupportedError, match="q is array"):
        tree.forward_dynamics(q + 1j, v, tau)
    with pytest.raises(UnsupportedError, match="v is not an array of numbers"):
        tree.inverse_dynamics(np.array([q, q]), v + 1j, tau)


def test_external_wrenches_are_checked():
    tree = Tree(arm())
    with pytest.raises(NameNotFound, match="no body 'uper'"):
        tree.forward_dynamics(*GOOD, external={"uper": np.zeros(6)})
    with pytest.raises(UnsupportedError, match="external 'upper' has shape"):
        tree.forward_dynamics(*GOOD, external={"upper": np.zeros(3)})
    with pytest.raises(NameNotFound, match="axes"):
        tree.joint_wrenches(*GOOD, axes="mine")
    with pytest.raises(NameNotFound, match=r"no body, frame or joint 'elbw'[^→]*→ did you mean 'elbow'"):
        tree.momentum(*GOOD[:2], about="elbw")


def test_lists_integers_and_strides_are_taken():
    tree = Tree(arm())
    expected = tree.forward_dynamics(*(np.array(x, float) for x in GOOD))
    wide = [np.column_stack([x, x])[:, 0] for x in GOOD]
    assert np.array_equal(tree.forward_dynamics(*GOOD), expected)
    assert np.array_equal(tree.forward_dynamics(*wide), expected)
    frozen = [np.array(x, float) for x in GOOD]
    for x in frozen:
        x.flags.writeable = False
    assert np.array_equal(tree.forward_dynamics(*frozen), expected)


def test_euler_parameters_need_not_have_length_one():
    tree = Tree(arm())
    q, v, tau = (np.array(x, float) for x in GOOD)
    longer = q.copy()
    longer[:4] = 3 * q[:4]
    assert np.allclose(tree.forward_dynamics(longer, v, tau), tree.forward_dynamics(q, v, tau), rtol=1e-14)
    assert np.allclose(tree.mass_matrix(longer), tree.mass_matrix(q), rtol=1e-14)
    assert np.allclose(longer[:4], 3 * q[:4])  # what is given is not changed


def test_motion_without_inertia_is_told():
    m = sn.Mechanism("needle", dimension=3, gravity=(0, 0, -9.81))
    m.body("needle", mass=1, inertia=(0.0, 0.1, 0.1))
    m.revolute("spin", "ground", "needle", at=(0, 0, 0), axis="x")
    tree = Tree(m)
    with pytest.raises(RunError, match=r"no inertia resists spin\.speed"):
        tree.forward_dynamics([0], [0], [1])


def test_external_wrenches_do_not_linger():
    tree = Tree(arm())
    free = tree.forward_dynamics(*GOOD)
    pulled = tree.forward_dynamics(*GOOD, external={"lower": (0, 0, 9.81, 0, 0, 0)})
    assert not np.allclose(free, pulled)
    assert np.array_equal(tree.forward_dynamics(*GOOD), free)


def test_a_welded_tree_carries_its_weight():
    m = sn.Mechanism("wall", dimension=3, gravity=(0, 0, -10))
    m.body("bracket", mass=2, inertia=ROUND, com=(0.3, 0, 0))
    m.fixed("weld", "ground", "bracket", at=(0, 0, 0))
    tree = Tree(m)
    assert tree.nv == 0
    assert tree.forward_dynamics([], [], []).shape == (0,)
    assert tree.mass_matrix([]).shape == (0, 0)
    assert np.allclose(tree.joint_wrenches([], [], [])["weld"], [0, 0, 20, 0, -6, 0])


def test_the_compiler_is_not_loaded_before_it_is_needed():
    script = "import sys, snodo.formulations.tree.tree; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], env={"PYTHONPATH": ":".join(sys.path)}).returncode == 0
