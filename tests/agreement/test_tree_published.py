"""Published accelerations: rbdl/rbdl, tests/DynamicsTests.cc (asserted there to 1e-13); the last from spatial_v1."""

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.tree.tree import Tree
from snodo.mechanism import joints

# name, [(com, moments, axis, parent, place against the parent)], accelerations; masses are 1 kg
ONES = (1, 1, 1)
CASES = [
    ("single chain", [((1, 0, 0), ONES, "z", 0, (0, 0, 0))], [-4.905]),
    ("single body", [((1.5, 1, 1), (1, 2, 3), "z", 0, (0, 0, 0))], [-2.3544]),
    (
        "double chain",
        [((1, 0, 0), ONES, "z", 0, (0, 0, 0)), ((1, 0, 0), ONES, "z", 1, (1, 0, 0))],
        [-5.886, 3.924],
    ),
    (
        "triple chain",
        [
            ((1, 0, 0), ONES, "z", 0, (0, 0, 0)),
            ((1, 0, 0), ONES, "z", 1, (1, 0, 0)),
            ((1, 0, 0), ONES, "z", 2, (1, 0, 0)),
        ],
        [-6.03692307692308, 3.77307692307692, 1.50923076923077],
    ),
    (
        "double chain in space",
        [((1, 0, 0), ONES, "z", 0, (0, 0, 0)), ((0, 1, 0), ONES, "y", 1, (1, 0, 0))],
        [-3.924, 0.0],
    ),
    (
        "tree in space",
        [
            ((1, 0, 0), ONES, "z", 0, (0, 0, 0)),
            ((0, 1, 0), ONES, "y", 1, (1, 0, 0)),
            ((0, 0, 1), ONES, "x", 2, (0, 1, 0)),
            ((0, 1, 0), ONES, "y", 1, (-0.5, 0, 0)),
            ((0, 0, 1), ONES, "x", 4, (0, -0.5, 0)),
        ],
        [-1.6031906614786, -0.534396887159533, 4.1034046692607, 0.267198443579767, 5.30579766536965],
    ),
]


@pytest.mark.parametrize(("name", "bodies", "expected"), CASES, ids=[case[0] for case in CASES])
def test_accelerations_from_rest(name, bodies, expected):
    m = sn.Mechanism(name, dimension=3, gravity=(0, -9.81, 0))
    places = [np.zeros(3)]
    for k, (com, moments, axis, parent, r) in enumerate(bodies, 1):
        places.append(places[parent] + np.array(r, float))
        at = tuple(places[-1])
        m.body(f"b{k}", mass=1, com=com, inertia=moments, at=at)
        m.revolute(f"j{k}", "ground" if parent == 0 else f"b{parent}", f"b{k}", at=at, axis=axis)
    tree = Tree(m)
    q, v = tree.reference()
    assert np.allclose(tree.forward_dynamics(q, v, np.zeros(tree.nv)), expected, rtol=0, atol=1e-13)
    assert np.allclose(tree.solve(q, v)[0], expected, rtol=0, atol=1e-13)
    by_matrix = np.linalg.solve(tree.mass_matrix(q), tree.forces(q, v))
    assert np.allclose(by_matrix, expected, rtol=0, atol=1e-13)


def test_three_turns_of_one_body():
    """Massless links that turn about z and y, then a body that turns about x; q = (1, 0, 0)."""
    m = sn.Mechanism("zyx", dimension=3, gravity=(0, -9.81, 0))
    m.body("b", mass=1, com=(0, 0.5, 0), inertia=ONES)
    m.add(joints.Selection(name="j", parent="ground", child="b", at=(0, 0, 0), directions=("rz", "ry", "rx")))
    tree = Tree(m)
    assert tree.coordinate_names == ["j.rz", "j.ry", "j.rx"]
    a = tree.forward_dynamics([1, 0, 0], np.zeros(3), np.zeros(3))
    assert np.allclose(a, [3.301932144386186, 0, 0], rtol=0, atol=1e-13)
