"""Which formulation a mechanism gets if the user names none."""

from benchmarks.nets import chain, net

import snodo as sn
from snodo.formulations.bind import bind, default_formulation


def test_a_mechanism_in_the_plane_is_planar() -> None:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    assert default_formulation(m) == "planar"


def test_trees_and_few_loops_in_space_are_trees_however_long() -> None:
    assert default_formulation(chain(400).mechanism()) == "tree"
    assert default_formulation(net(3, 3).mechanism()) == "tree"


def test_nets_are_spatial_because_a_tree_would_have_to_cut_many_loops() -> None:
    m = net(8, 8).mechanism()
    assert bind(m).name == "spatial"
    assert bind(m, "tree").nc == 3 * (len(m.joints) - len(m.bodies)) > 100


def test_joints_to_be_cut_are_named_for_a_tree() -> None:
    m = net(8, 8).mechanism()
    m.run.cut = (next(reversed(m.joints)),)
    assert default_formulation(m) == "tree"


def test_what_absolute_coordinates_refuse_is_bound_as_a_tree() -> None:
    """A motor between two bodies, and a needle."""
    m = net(8, 8).mechanism()
    m.body("upper", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(0, -1, 0))
    m.body("lower", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(0, -2, 0))
    m.revolute("A", "ground", "upper", at=(0, -1, 0), axis="z")
    m.revolute("B", "upper", "lower", at=(0, -2, 0), axis="z")
    m.motor_inertia("rotor", "B", inertia=0.1, ratio=2)
    assert bind(m).name == "tree"
    m = net(8, 8).mechanism()
    m.body("needle", mass=1.0, inertia=(0.0, 0.1, 0.1), at=(0, -1, 0))
    m.revolute("A", "ground", "needle", at=(0, -1, 0), axis="z")
    assert bind(m).name == "tree"
