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
